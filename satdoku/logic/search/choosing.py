"""Choosing the steps that may be used: the scale, its rules in order, and additional techniques.

The default scale is Sudoku Explainer's. If a set or technique is not part of it, or its definitions
do not apply to the board, our own order, "satdoku", is used instead. Results state which scale was
used.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...errors import PuzzleError
from ...layout import Layout
from ..catalog.names import chosen, order_of, rows_if_named, rows_of_kind
from ..catalog.row import Technique
from ..difficulty.scales import SATDOKU, Scale, left_by, scale_named

#: Kinds of rows that place a digit at once.
SINGLE_KINDS = ("hidden single", "naked single")


@dataclass(frozen=True, slots=True)
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
        groups = self.order if self.is_own else ()
        return [*(row for group in groups for row in rows_if_named(group)), *self.rows]

    @property
    def is_nested(self) -> bool:
        """Whether nested refutations of any depth may be used: the last row of each scale.

        They need singles: without them a refutation can only go on by further refutations, and
        their number grows beyond any bound of time.
        """
        singles = sum(1 << k for k, row in enumerate(self.scale.rows) if row.kind in SINGLE_KINDS)
        return any(mask >> len(self.scale.rows) - 1 & 1 and mask & singles for mask in self.order)


def choice(
    layout: Layout,
    rules: str | int = "all",
    scale: str | None = None,
    only: str = "",
    without: str = "",
    uniqueness: bool | None = None,
    general_covers: bool = False,
) -> TechniqueChoice:
    """Return the choice by names for a board; the arguments are those of `explain`.

    Raises `PuzzleError` for unknown names and incompatible options.
    """
    filtered = bool(only or without)
    if rules == "all" and not general_covers:
        known = scale_named(scale, layout)
        left = left_by(known, only, without)
        if known is not SATDOKU and left is not None:
            return TechniqueChoice(known, (left,), (), uniqueness)
    known = scale_named(scale, layout, rules != "all" or filtered or general_covers)
    names, rows = chosen(rules, only, without)
    order = order_of(names) if isinstance(names, str) else (names,)
    rows = [*rows, *rows_of_kind(bool(uniqueness), general_covers)]
    if len(order) > 1 and rows:
        raise PuzzleError(
            "--rules with its own order already says which techniques are used: leave out --only, "
            "--without, --uniqueness and --general-covers"
        )
    return TechniqueChoice(known, order, tuple(rows), uniqueness)
