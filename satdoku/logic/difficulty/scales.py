"""Scales: which techniques are tried, in which order, and how they are rated.

"satdoku" is the order of `rules`; "se" is that of Sudoku Explainer 1.2.1 (N. Juillerat, 2006) with
its lengths, so that a puzzle's ER, EP and ED agree with that program. "se118" is the default order
of Sukaku Explainer 1.18, which has strong links and larger wings besides, for 9×9 boards without
rules.

On boards with variant rules, which that program does not support, "se" leaves out techniques that
assume one solution, and takes steps of single rules, and refutations through rules, from "satdoku"
(`RULED`). A step's rule is the number of its row in its scale, plus the scale's `first`; `row_of`
finds the row.

>>> row_of(SE.first).name, SE.named("XY-wing").rating
('last digit', 4.2)

Lesson: Nishio forcing chain

    Sudoku Explainer's Nishio: links of one digit alone, judged in the grid without what has been
    removed so far; a candidate, supposed true (or false), leads to something and its opposite.

    Why: Refute(x) within one digit; what contradicts itself is a clause with no candidate.

Lesson: two strong links, three strong links, four strong links

    Sukaku Explainer's fish: a digit is true in one of two groups of candidates of a house (a strong
    link), and the last group of each link sees the first of the next. What sees the first group of
    all and the last is false.

    Why: An alternating chain of one digit: if its first group is false, its last is true, so one of
    the two is true.

Lesson: multiple forcing chain

    A cell or region forcing chain with the lengths of Sudoku Explainer: from all candidates of a
    cell of three and more, or all places of a digit in a house, the same follows.

    Why: One of them is true, by the clause that they are; the opposite is refuted.

Lesson: dynamic forcing chain

    As a multiple, double or contradictory forcing chain, but a link may rest on all that was denied
    before on its branch, not on the link before alone.

    Why: Refute(x) with any clauses: each line of a branch is a base rule.

Lesson: dynamic forcing chain with patterns

    A dynamic forcing chain that may use locked candidates, pairs and X-wings on its way.

    Why: These are Cover(1) and Cover(2) in the grid as the supposition leaves it: each preserves
    every solution.

Lesson: dynamic forcing chain with forcing chains, dynamic forcing chain with multiple forcing
    chains, dynamic forcing chain with dynamic forcing chains

    A dynamic forcing chain that may use forcing chains (multiple ones, too; or dynamic ones)
    inside, in the grid as it is left there.

    Why: A refutation inside another: what it denies is false in every solution that fits the
    supposition.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from operator import attrgetter

from ...errors import PuzzleError
from ...kernels.explainer import runs
from ...layout import Layout
from ...phrases import phrase, verbatim
from ...record_types import ScaleName
from ...suggest import folded, meant
from ..catalog.row import ScaleRow
from ..catalog.rules import ADDED_BY_SET, ROWS, RULE_SETS, RULES, TABLE, set_named
from ..techniques.chains import nested_refutation
from ..techniques.wings import bent_sets

E = "satdoku.kernels.explainer."
_DYNAMIC, _PATTERNS = runs.DYNAMIC, runs.DYNAMIC + runs.LEVEL


def _row(name: str, rating: float, mode: int, *aliases: str) -> ScaleRow:
    finder = E + "multiple:find_multiple_chain"
    return ScaleRow(name, rating, finder, mode, kind="branches", aliases=aliases)


_OTHERS = (
    ScaleRow("forcing chain", 6.6, E + "unary:find_forcing_chain", 0, "branches",
             aliases=("cycle",)),
    _row("Nishio forcing chain", 7.5, _DYNAMIC + runs.ONE_DIGIT),
    _row("multiple forcing chain", 8.0, 0),
    _row("dynamic forcing chain", 8.5, _DYNAMIC),
    _row("dynamic forcing chain with patterns", 9.0, _PATTERNS, "dynamic forcing chain (+)"),
    _row("dynamic forcing chain with forcing chains", 9.5, _PATTERNS + runs.LEVEL),
    _row("dynamic forcing chain with multiple forcing chains", 10.0, _PATTERNS + 2 * runs.LEVEL),
    _row("dynamic forcing chain with dynamic forcing chains", 10.5, _PATTERNS + 3 * runs.LEVEL),
    # Where no chain of the Explainer's helps, for which no puzzle is known: a nested refutation.
    ScaleRow("nested refutation", 10.5, nested_refutation.FINDER, 0, "refutation", estimated=True),
)  # fmt: skip


#: The names of strong links by number.
_STRONG = ("two strong links", "three strong links", "four strong links")


def _strong(links: int, rating: float, *aliases: str) -> ScaleRow:
    finder = E + "strong_links:find_strong_links"
    name = _STRONG[links - 2]
    return ScaleRow(name, rating, finder, links, "chain", aliases=aliases)


def _by_rating(*rows: ScaleRow) -> tuple[ScaleRow, ...]:
    return tuple(sorted(rows, key=attrgetter("rating")))


#: At equal rating, aligned triple exclusion comes before Nishio, as in the Explainer.
EXPLAINER = _by_rating(*(row for row in ROWS if row.in_se), *_OTHERS)

#: What Sukaku Explainer 1.18 has besides, each with what it comes after.
_IN_SE118 = {
    "hidden triple": (_strong(2, 4.0, "scraper, kite, turbot"),),
    "hidden quad": (_strong(3, 5.4, "3 strong links"), bent_sets.IN_SE118[0]),
    "BUG": (_strong(4, 5.8, "4 strong links"), bent_sets.IN_SE118[1]),
    "aligned pair exclusion": bent_sets.IN_SE118[2:3],
    "forcing chain": bent_sets.IN_SE118[3:],
}
SUKAKU = tuple(chain.from_iterable((row, *_IN_SE118.get(row.name, ())) for row in EXPLAINER))

#: Refutations of our own scale that replace dynamic chains through rules.
THROUGH_RULES = ("refutation", "refutation with locked candidates")


@dataclass(frozen=True)
class Scale:
    """An order of techniques. first: the number of its first row."""

    name: ScaleName
    first: int
    rows: tuple[ScaleRow, ...]

    def named(self, name: str) -> ScaleRow:
        """Return the row of this name; raise `PuzzleError` for an unknown one."""
        return self.rows[self.place_of(name)]

    def place_of(self, name: str) -> int:
        """Return the place of the row of this name or alias; raise `PuzzleError` for an unknown
        one."""
        called = {alias: k for k, row in enumerate(self.rows) for alias in row.aliases}
        called |= {name: k for k, name in enumerate(self.names)}
        return called[meant(name, called, "rule")]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of its rows."""
        return tuple(row.name for row in self.rows)

    @cached_property
    def all_rules(self) -> int:
        """All rows, as bits."""
        return (1 << len(self.rows)) - 1

    @cached_property
    def unique_rules(self) -> int:
        """The rows that assume a proper puzzle, as bits."""
        return sum(1 << k for k, row in enumerate(self.rows) if row.kind == "unique")


SATDOKU = Scale("satdoku", 0, RULES)
SE = Scale("se", 1000, EXPLAINER)
SE118 = Scale("se118", 3000, SUKAKU)
SCALES: dict[str, Scale] = {scale.name: scale for scale in (SE, SE118, SATDOKU)}
#: The names of the Explainers' techniques, each with the scale that its row is taken from.
EXPLAINED: dict[str, Scale] = {name: scale for scale in (SE118, SE) for name in scale.names}
#: "se" on boards with variant rules.
RULED = Scale(SE.name, 2000, _by_rating(
    *(row for row in RULES if row.kind in ("rule", "sum")),
    *(row for row in EXPLAINER if row.kind != "unique"),
    *(row for row in RULES if row.name in THROUGH_RULES),
))  # fmt: skip
#: What the Explainers have for techniques by other names, or nearest to them.
NEAREST = {
    "two strong links": "skyscraper, two-string kite, turbot fish",
    "forcing chain": "X-chain, XY-chain, AIC, remote pair, W-wing, M-wing, S-wing, L-wing, "
    "continuous nice loop, discontinuous nice loop, skyscraper, two-string kite, turbot fish",
    "unique loop": "unique rectangle, unique rectangle type 1, unique rectangle type 2, "
    "unique rectangle type 3, unique rectangle type 4, hidden rectangle",
    "BUG": "BUG+1, BUG+n",
    "dynamic forcing chain": "refutation, forcing net, forcing net contradiction",
}
#: The only board of "se118".
PLAIN = "9x9"
#: The scale used if none is named.
DEFAULT = SE


def scale_named(name: str | None, layout: Layout, own_rules: str = "") -> Scale:
    """Return the scale of this name for a board; None: "se", or "satdoku" on boards that Sudoku
    Explainer itself does not support.

    own_rules: the names of requested techniques, if some are those of "satdoku". Raises
    `PuzzleError` for an unknown name, and for "se" and "se118" on a board they do not apply to.
    """
    if name is None:
        needs_own = own_rules or layout.constraints or not layout.is_regular
        return SATDOKU if needs_own else DEFAULT
    scale = SCALES[meant(name, SCALES, "scale")]
    if scale is SATDOKU:
        return scale
    why_not = _lacks(scale, own_rules) if own_rules else _unfit(layout)
    if scale is SE118 and layout.text() != PLAIN:
        why_not = phrase("is for {board!s} boards without other rules", board=PLAIN)
    if why_not:
        raise PuzzleError(
            phrase(
                "--scale {scale!s} {why_not}; use --scale satdoku",
                scale=scale.name,
                why_not=why_not,
            )
        )
    return RULED if layout.constraints else scale


def _lacks(scale: Scale, names: str) -> str:
    """Return which of the techniques a scale does not have, and the nearest that it has."""
    has = {folded(known) for row in scale.rows for known in (row.name, *row.aliases)}
    for name in map(str.strip, names.split(",")):
        if folded(name) in has or set_named(name):
            continue
        for near, others in NEAREST.items():
            if near in scale.names and folded(name) in map(folded, others.split(", ")):
                has_near = "has no {name}, the nearest is {near}"
                return phrase(has_near, name=verbatim(name), near=verbatim(near))
        return phrase("has no {name}", name=verbatim(name))
    return "does not support this choice of techniques"


def scale_needed(names: str) -> str | None:
    """Return "se118" if one of these names, separated by commas, is a technique of that scale
    alone; else None."""
    others = {*SE.names, *(row.name for row in TABLE)}
    own = [row for row in SE118.rows if row.name not in others]
    known = {folded(name) for row in own for name in (row.name, *row.aliases)}
    return None if known.isdisjoint(map(folded, names.split(","))) else SE118.name


def _unfit(layout: Layout) -> str:
    """Return why the definitions of Sudoku Explainer do not apply to a board; "" if they do."""
    lines = [house for house in layout.houses if house.is_line]
    crossed = Counter(cell for line in lines for cell in line.cells)
    are_full = all(len(line.cells) == layout.size for line in lines)
    are_crossed = all(crossed[cell] >= 2 for cell in range(layout.board_cells))
    if are_full and are_crossed:
        return ""
    return "needs as many rows and columns as digits"


def sets_of(scale: Scale, row: ScaleRow) -> list[str]:
    """Return the names of the rule sets that contain a row, where they filter this scale."""
    alone = 1 << scale.rows.index(row)
    return [name for name in RULE_SETS if (left_by(scale, name, "") or 0) & alone]


def left_by(scale: Scale, only: str, without: str) -> int | None:
    """Return the rows of a scale (as bits) that filters leave: sets and names, separated by commas;
    None if they name something that the scale does not have."""
    allowed = _bits_of_names(only, scale, RULE_SETS) if only else scale.all_rules
    less = _bits_of_names(without, scale, ADDED_BY_SET)
    if allowed is None or less is None:
        return None
    return allowed & ~less


def _bits_of_names(names: str, scale: Scale, sets: Mapping[str, tuple[int, ...]]) -> int | None:
    """Return the rows of a scale that these sets and names stand for together; None if the scale
    does not have one of them."""
    rules = {}
    for k, row in enumerate(scale.rows):
        for name in (row.name, *row.aliases):
            rules[folded(name)] = 1 << k
    together = 0
    for name in names.split(","):
        if not name.strip():
            continue
        of_name = _bits_named(name, scale, rules, sets)
        if of_name is None:
            return None
        together |= of_name
    return together


def _bits_named(
    name: str, scale: Scale, rules: dict[str, int], sets: Mapping[str, tuple[int, ...]]
) -> int | None:
    """Return the rows of a scale that a set or a name of `rules` stands for; None if it names
    something that the scale does not have."""
    known = set_named(name)
    if not known:
        return rules.get(folded(name))
    if known == "all":
        return scale.all_rules
    together = 0
    for rule in sets[known]:
        row = RULES[rule]
        # On a board without rules of its own, a set stands for its other techniques.
        if scale is not RULED and row.kind in ("rule", "sum"):
            continue
        own = rules.get(folded(row.name))
        if own is None:
            return rules.get(folded(name))
        together |= own
    return together


def row_of(rule: int) -> ScaleRow:
    """Return the row of a step's rule."""
    if rule < SE.first:
        return TABLE[rule]
    scale = next(scale for scale in (SE118, RULED, SE) if rule >= scale.first)
    return scale.rows[rule - scale.first]
