"""Choosing the steps that may be used: the scale, its rules in order, and additional techniques.

The default scale is Sudoku Explainer's. If a set or technique is not part of it, or its definitions
do not apply to the board, our own order, "satdoku", is used instead. Results state which scale was
used.

A choice is one or several groups of rules, each a number with a bit for each rule. Within a group
the simplest step is taken; the groups are tried in turn, and after every step the first group comes
first again. Techniques used only on request are rows beside them, since the compiled search does
not know them: they are listed one at a time, where their rating belongs.
"""

from __future__ import annotations

from ...errors import PuzzleError
from ...frozen import frozen
from ...layout import Layout
from ...record_types import TypedDict
from ..catalog.names import chosen, order_of, rows_if_named, rows_named, rows_of_kind
from ..catalog.row import Technique
from ..catalog.rules import bits
from ..difficulty.scales import SATDOKU, Scale, left_by, scale_named, scale_needed

#: Kinds of rows that place a digit at once.
SINGLE_KINDS = ("hidden single", "naked single")


@frozen
class TechniqueChoice:
    """The rules and techniques that may be used.

    order: rules of the scale (as bits), or several such sets in a custom order. rows: additional
    techniques. uniqueness: whether techniques that assume one solution are used; None: those of the
    scale, if the puzzle has one.
    """

    scale: Scale
    order: tuple[int, ...]
    rows: tuple[Technique, ...] = ()
    uniqueness: bool | None = None

    @property
    def is_own(self) -> bool:
        """Whether the scale is our own order of techniques."""
        return self.scale is SATDOKU

    @property
    def used_rows(self) -> list[Technique]:
        """All techniques that are used only on request."""
        used = []
        if self.is_own:
            for group in self.order:
                used += rows_if_named(group)
        return [*used, *self.rows]

    @property
    def is_nested(self) -> bool:
        """Whether nested refutations of any depth may be used: the last row of each scale.

        They need singles: without them a refutation can only go on by further refutations, and
        their number grows beyond any bound of time.
        """
        rows = self.scale.rows
        last = 1 << len(rows) - 1
        singles = bits(k for k, row in enumerate(rows) if row.kind in SINGLE_KINDS)
        return any(group & last and group & singles for group in self.order)


class TechniqueOptions(TypedDict, total=False):
    """The techniques to use, as options of `explain`, `hint` and `steps`.

    rules: names of sets (`catalog.rules.RULE_SETS`) and rules, separated by commas: "singles",
    "singles, X-wing, locked". The first of them that gives a step is used; within a set, the
    simplest. Or a bit for each rule. "all" is the default. scale: the order of techniques, "se"
    (that of Sudoku Explainer), "se118" (that of Sukaku Explainer 1.18) or "satdoku" (our own);
    None: "se", or another if the board or a name requires it. uniqueness: use techniques that
    assume a proper puzzle; None: those of "se" and "se118", if the puzzle is proper.
    general_covers: also use Franken and mutant fish, which is slow. only, without: sets and
    techniques to use or leave out, separated by commas, tried simplest first: "all, Sue de Coq".
    also: further techniques beside these, by name, such as your own.
    """

    rules: str | int
    scale: str | None
    only: str
    without: str
    uniqueness: bool | None
    general_covers: bool
    also: str


def choice(
    layout: Layout,
    rules: str | int = "all",
    scale: str | None = None,
    only: str = "",
    without: str = "",
    uniqueness: bool | None = None,
    general_covers: bool = False,
    also: str = "",
) -> TechniqueChoice:
    """Return the choice by names for a board; the arguments are `TechniqueOptions`.

    Raises `PuzzleError` for unknown names and incompatible options.
    """
    takes_all = rules == "all" and not general_covers and not also
    if takes_all:
        scale = scale or scale_needed(f"{only},{without}")
        known = scale_named(scale, layout)
        left = left_by(known, only, without)
        if known is not SATDOKU and left is not None:
            return TechniqueChoice(known, (left,), uniqueness=uniqueness)
    # Something is named that Sudoku Explainer does not have, or our own scale applies anyway.
    asked = ("" if rules == "all" else str(rules), only, without, also)
    asked_for = ",".join(filter(None, asked)) or ("" if takes_all else "general cover")
    known = scale_named(scale, layout, own_rules=asked_for)
    names, rows = chosen(rules, only, without)
    order = order_of(names) if isinstance(names, str) else (names,)
    rows = [*rows, *rows_of_kind(bool(uniqueness), general_covers)]
    if also:
        rows += rows_named(also)
    if len(order) > 1 and rows:
        raise PuzzleError(
            "--rules with its own order already says which techniques are used: leave out --only, "
            "--without, --uniqueness, --general-covers and --technique"
        )
    return TechniqueChoice(known, order, rows=tuple(rows), uniqueness=uniqueness)
