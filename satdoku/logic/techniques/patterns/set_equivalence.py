"""Set equivalence: as many lines as regions hold each digit equally often, so what is left of both
without their common cells does too. The ring of 16 cells around the middle box and the 16 cells in
the corners of a 9×9 board (the theorem of Phistomefel) are one example, the law of leftovers of
jigsaws is another.

For one digit, a count of the cells on each side follows: the digits placed are the least, and the
most is the largest set of candidates of which no two see each other. A candidate is false (or true)
if with it (or without it) the least of one side exceeds the most of the other.

A side is kept as cells that count once, and cells that count twice, since a row and a column cross
there: (bits, bits).

Source: A. van de Wetering, "The Phistomefel Theorem" (2020), and the setters' usage of "SET".

Lesson: set equivalence

    Some lines, and as many boxes: both hold each digit equally often. So do the cells of the lines
    outside the boxes and those of the boxes outside the lines.

    Why: Each house holds every digit once; cells in both count on both sides. If one side must hold
    a digit as often as the other can, no other candidate is left for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, islice, product

import numpy as np

from ....frozen import frozen
from ....layout import Layout
from ....phrases import capital, phrase
from ....theory import Indexes
from ...catalog.row import COVERS, Technique
from ...step_text.sentences import listed
from ...view import Finding, View, bits_of, ones, sight_of

LISTED = (
    Technique("set equivalence", 6.4, f"{__name__}:equivalences",
              aliases=("SET", "Phistomefel ring", "law of leftovers"), sets=COVERS, slow=True),
)  # fmt: skip
#: Most lines; most choices of lines; most choices of regions for these; most cells left on each
#: side, in houses.
MOST_LINES, MOST_CHOICES, MOST_TIES, MOST_LEFT = 4, 6_000, 6, 2
#: Rows of a product at a time.
PART = 128

#: Cells of one side that count once, and twice.
Side = tuple[int, int]


@frozen
class Equivalence:
    """Lines, and as many regions. of_lines, of_regions: the cells in which they differ; cells: all
    of these, as bits."""

    lines: tuple[int, ...]
    regions: tuple[int, ...]
    of_lines: Side
    of_regions: Side
    cells: int


@frozen
class Weights:
    """How often the lines, and the regions, of each equivalence hold each cell that they do not
    share (equivalences × cells)."""

    lines: np.ndarray
    regions: np.ndarray


@lru_cache(maxsize=8)
def _weights(layout: Layout) -> Weights:
    """Return the weights of the equivalences of a board."""
    found = patterns(layout)
    lines = [pattern.of_lines for pattern in found]
    regions = [pattern.of_regions for pattern in found]
    cells = layout.cell_count
    return Weights(_table(lines, cells), _table(regions, cells))


def _table(sides: Sequence[Side], cells: int) -> np.ndarray:
    table = _rows([side[0] for side in sides], cells)
    table += 2 * _rows([side[1] for side in sides], cells)
    return table


def _rows(sets: Sequence[int], cells: int) -> np.ndarray:
    """Return sets of cells as rows of zeros and ones."""
    table = np.zeros((len(sets), cells), np.float32)  # floats, for fast products
    for row, members in zip(table, sets, strict=True):
        row[[*ones(members)]] = 1
    return table


def equivalences(view: View, _: object) -> Iterator[Finding]:
    """Yield what follows from each equivalence for each digit, once."""
    placed = view.placed_at
    board = view.layout.without_constraints()
    found = patterns(board)
    conclusions = list[tuple[int, int, tuple[int, ...]]]()
    for d in view.layout.digit_numbers:
        of_digit = _of_digit(board, d, view.at[d], placed[d])
        conclusions += [(number, d, literals) for number, literals in of_digit]
    known = set[int]()
    for number, d, literals in sorted(conclusions):
        if known.issuperset(literals):
            continue
        known.update(literals)
        pattern = found[number]
        at = view.at[d] & pattern.cells
        more, _less = _compared(pattern, placed[d] & pattern.cells, at)
        yield _step(view, d, pattern, literals, more, count=_count(more, placed[d]))


@lru_cache(maxsize=64)
def _of_digit(
    board: Layout, d: int, at: int, placed: int
) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return (number, literals) of the equivalences that give something for a digit, by its places.
    Most steps change the places of few digits, and what follows for the others is known."""
    sees = sight_of(board)
    found = patterns(board)
    conclusions = []
    for number in _hopeful(board, at, placed):
        pattern = found[number]
        own = at & pattern.cells
        if not own:
            continue
        more, less = _compared(pattern, placed & pattern.cells, own)
        literals = _concluded(board, sees, at, placed, d=d, more=more, less=less)
        if literals:
            conclusions.append((number, tuple(literals)))
    return tuple(conclusions)


# Of some thousands of equivalences, next to none gives anything. So all of them are asked at once
# about some sets of candidates of which no two see each other. Nothing follows, and no exact
# maximum is looked for (`_concluded`), if
# - the side that has the digit less often may have it more often than the other has it already: one
#   of the sets counts more than that;
# - there is no candidate on the other side, and of the sets that count as much as that, some hold
#   and some lack each candidate of this side.
def _hopeful(board: Layout, at: int, placed: int) -> list[int]:
    """Return the equivalences (by number) that may give something for a digit with these places, in
    order."""
    weights = _weights(board)
    members = _rows([at, placed, *_apart(board, at)], board.cell_count)
    of_lines = _products(weights.lines, members)
    of_regions = _products(weights.regions, members)
    open_, held = of_lines[:, :2].T
    open_too, held_too = of_regions[:, :2].T
    room = held - held_too
    is_turned = (room < 0) | ((room == 0) & (open_ == 0))
    on_less = np.where(is_turned[:, None], of_lines, of_regions)[:, 2:]
    excess = on_less - abs(room)[:, None]
    hopeful = np.flatnonzero((excess <= 0).all(1) & (open_ + open_too > 0))
    less = np.where(is_turned[hopeful, None], weights.lines[hopeful], weights.regions[hopeful]) > 0
    places = less & (members[0] > 0)
    is_most = (excess[hopeful] == 0).astype(np.float32)
    holding = _products(is_most, members[2:].T)
    lacking = is_most.sum(1, keepdims=True) - holding
    is_sure = places & ((holding == 0) | (lacking == 0))
    more_open = np.where(is_turned, open_too, open_)[hopeful]
    hopeful = hopeful[(more_open > 0) | is_sure.any(1)]
    numbers: list[int] = hopeful.tolist()
    return numbers


def _products(table: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """Return the product of each row of a table with each of some rows. (Part by part: libraries
    would share a large product among all cores, which takes longer.)"""
    parts = [table[start : start + PART] @ rows.T for start in range(0, len(table), PART)]
    return np.concatenate([np.zeros((0, len(rows)), np.float32), *parts])


def _apart(board: Layout, at: int) -> Iterator[int]:
    """Yield sets of places of a digit of which no two see each other: the first ones, beginning at
    different cells."""
    sees = sight_of(board)
    cells = [*ones(at)]
    for start in range(0, len(cells), max(1, len(cells) // (2 * board.size))):
        chosen = 0
        for cell in (*cells[start:], *cells[:start]):
            if not sees[cell] & chosen:
                chosen |= 1 << cell
        yield chosen


def _compared(pattern: Equivalence, placed: int, at: int) -> tuple[Side, Side]:
    """Return the sides as they are compared for a digit: first the one that holds it more often, or
    if both hold it equally often, the one that has places left, if the other has none."""
    lines, regions = pattern.of_lines, pattern.of_regions
    more = _count(lines, placed) - _count(regions, placed)
    if more < 0 or (more == 0 and not at & _cells(lines)):
        return regions, lines
    return lines, regions


# Idea: any lines and as many regions hold each digit equally often. What is left of both after
# taking away their common cells is a pair of sides; all that follows is a comparison of counts for
# one digit.
#
# There are far too many choices of lines and regions to try all, and most pairs leave so many cells
# that nothing follows. So for some lines only the regions that share most cells with them are
# taken, and a pair is kept only if few cells are left. The pairs depend on the houses alone, so all
# puzzles on a board share them, whatever their rules.
@lru_cache(maxsize=8)
def patterns(layout: Layout) -> tuple[Equivalence, ...]:
    """Return the equivalences of a board, those with few cells first.

    The lines are of one kind, or as many rows as columns; the regions are those that share the most
    cells with them. Equivalences of which each side lies in one house are left out: they say the
    same as locked candidates.
    """
    by_kind = dict[str, list[int]]({"row": [], "column": [], "other": []})
    for k, house in enumerate(layout.houses):
        if len(house.cells) == layout.size:
            kind = house.kind if house.kind in by_kind else "other"
            by_kind[kind].append(k)
    bits = [bits_of(house.cells) for house in layout.houses]
    found = dict[tuple[Side, Side], Equivalence]()
    for lines in islice(_lines(by_kind["row"], by_kind["column"]), MOST_CHOICES):
        for others in _nearest(bits, lines, by_kind["other"]):
            sides = _differing(bits, lines, others)
            if sides and _is_new(sides, bits, MOST_LEFT * layout.size):
                found.setdefault(sides, Equivalence(lines, others, *sides, _cells(*sides)))
    return tuple(sorted(found.values(), key=lambda pattern: _count(pattern.of_lines, -1)))


def _lines(rows: Sequence[int], columns: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield lines of one kind, and as many rows as columns; few first."""
    for count in range(2, MOST_LINES + 1):
        yield from combinations(rows, count)
        yield from combinations(columns, count)
        if count % 2 == 0:
            half = count // 2
            for some, others in product(combinations(rows, half), combinations(columns, half)):
                yield (*some, *others)


def _nearest(
    bits: Sequence[int], lines: Sequence[int], regions: Sequence[int]
) -> Iterator[tuple[int, ...]]:
    """Yield as many regions as lines, which share the most cells with them; none if there are too
    few, or many choices of equal ones."""
    if len(regions) < len(lines):
        return
    shared = {r: sum((bits[r] & bits[line]).bit_count() for line in lines) for r in regions}
    least = sorted(shared.values())[-len(lines)]
    sure = [r for r in regions if shared[r] > least]
    equal = [r for r in regions if shared[r] == least]
    ties = list(combinations(equal, len(lines) - len(sure)))
    if least and len(ties) <= MOST_TIES:
        yield from ((*sure, *some) for some in ties)


def _differing(
    bits: Sequence[int], lines: Sequence[int], regions: Sequence[int]
) -> tuple[Side, Side] | None:
    """Return the cells that the lines hold more often than the regions, and the others; None if one
    is held more than twice as often."""
    weights = Counter[int]()
    for house in lines:
        weights.update(ones(bits[house]))
    for house in regions:
        weights.subtract(ones(bits[house]))
    if max(map(abs, weights.values())) > 2:
        return None
    cells = dict.fromkeys((-2, -1, 0, 1, 2), 0)
    for cell, weight in weights.items():
        cells[weight] |= 1 << cell
    return (cells[1], cells[2]), (cells[-1], cells[-2])


def _is_new(sides: tuple[Side, Side], bits: Sequence[int], most: int) -> bool:
    """Return whether cells are left, at most as many as wanted on each side, and not in one house
    each."""
    if not 0 < _count(sides[0], -1) <= most:
        return False
    return not all(any((once | twice) & ~h == 0 for h in bits) for once, twice in sides)


def _cells(*sides: Side) -> int:
    """Return the cells of these sides."""
    found = 0
    for once, twice in sides:
        found |= once | twice
    return found


def _count(side: Side, cells: int) -> int:
    """Return how many of these cells a side has."""
    once, twice = side
    return (once & cells).bit_count() + 2 * (twice & cells).bit_count()


def _most(sees: Sequence[int], side: Side, cells: int) -> int:
    """Return the largest count of those of the cells of a side of which no two see each other."""
    cells &= _cells(side)
    if not cells:
        return 0
    lowest = cells & -cells
    rest = cells & ~lowest
    near = sees[lowest.bit_length() - 1] & rest
    with_it = _count(side, lowest) + _most(sees, side, rest & ~near)
    if not near:
        return with_it
    return max(with_it, _most(sees, side, rest))


def _fits(sees: Sequence[int], side: Side, cells: int, wanted: int) -> bool:
    """Return whether the first cells that do not see each other already count as many as wanted:
    a quick answer for most sides."""
    cells &= _cells(side)
    while cells and wanted > 0:
        lowest = cells & -cells
        wanted -= _count(side, lowest)
        cells &= ~lowest & ~sees[lowest.bit_length() - 1]
    return wanted <= 0


# The exact maximum (`_most`) is exponential in the number of candidates, so a greedy choice is
# tried first (`_fits`): if that already has more than the other side needs, as on nearly all
# boards, nothing follows.
def _concluded(
    board: Layout,
    sees: Sequence[int],
    at: int,
    placed: int,
    d: int,
    more: Side,
    less: Side,
) -> list[int]:
    """Return the literals of a digit that hold since one side can have it no more often than the
    other has it already."""
    room = _count(more, placed) - _count(less, placed)
    places = at & _cells(less)
    is_one_of_several = room == 1 and places & places - 1 > 0
    if not at & _cells(more) and (not places or is_one_of_several):
        return []
    if _fits(sees, less, at, room + 1) or _most(sees, less, at) != room:
        return []
    found = [-board.variable_of(cell, d) for cell in ones(at & _cells(more))]
    for cell in ones(at & _cells(less)):
        own = 1 << cell
        rest = at & ~own
        with_it = _count(less, own) + _most(sees, less, rest & ~sees[cell])
        if with_it < room:
            found.append(-board.variable_of(cell, d))
        elif _most(sees, less, rest) < room:
            found.append(board.variable_of(cell, d))
    return found


def _step(
    view: View, d: int, pattern: Equivalence, literals: Sequence[int], more: Side, count: int
) -> Finding:
    """Return the step with its reason; count: how often a side, `more`, has the digit already."""
    less = pattern.of_regions if more is pattern.of_lines else pattern.of_lines
    own = _cells(more)
    others = _cells(less)
    roles = (("base", view.vs(own, d)), ("fin", view.vs(others, d)))
    reason = _reason(view, d, pattern, (more, less), count)
    denied = tuple(-literal for literal in literals if literal < 0)
    asserted = tuple(literal for literal in literals if literal > 0)
    return Finding(
        denied=denied,
        reason=reason,
        bases=_clauses(view, d, pattern.lines),
        covers=_clauses(view, d, pattern.regions),
        rests=view.links(own | others, 1 << d),
        asserted=asserted,
        roles=roles,
        size=len(pattern.lines),
    )


def _reason(view: View, d: int, pattern: Equivalence, sides: tuple[Side, Side], count: int) -> str:
    """Return the reason. sides: the one that has the digit `count` times, and the other."""
    symbol = view.symbol(d)
    lines = _houses_text(view, pattern.lines)
    regions = _houses_text(view, pattern.regions)
    own = _side_text(view, sides[0])
    others = _side_text(view, sides[1])
    can = phrase("In the latter {digit} has no place", digit=symbol)
    if count:
        most = (
            "In the latter {digit} can be {often} at most, and the former hold it that often "
            "already"
        )
        can = phrase(most, digit=symbol, often=_often(count))
    return phrase(
        "{houses} hold the same digits as {others}; without the cells in both, {cells} hold the "
        "same as {rest}. {text}",
        houses=capital(lines),
        others=regions,
        cells=own,
        rest=others,
        text=can,
    )


def _often(count: int) -> str:
    """Return 'once', 'twice' or '3 times'."""
    if count == 1:
        return phrase("once")
    return phrase("twice") if count == 2 else phrase("{number} times", number=count)


def _clauses(view: View, d: int, houses: Sequence[int]) -> Indexes:
    """Return the clauses of a digit in those of the houses that have a place for it."""
    regions = [view.houses[k] for k in houses]
    return tuple(view.clause(region, d) for region in regions if region.bits & view.at[d])


def _houses_text(view: View, houses: Sequence[int]) -> str:
    """Return 'rows 3 and 7 and columns 3 and 7'."""
    return listed(str(view.houses[k].house) for k in houses)


def _side_text(view: View, side: Side) -> str:
    """Return the cells of a side, row by row."""
    once, twice = side
    text = view.cells_text(once | twice)
    if not twice:
        return text
    counted = "{text} ({cells} counted twice)"
    return phrase(counted, text=text, cells=view.cells_text(twice))
