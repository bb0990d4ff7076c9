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
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, islice, product

from ....layout import Layout
from ...catalog.row import Technique
from ...step_text.sentences import listed
from ...view import Finding, View, bits_of, ones, union

LISTED = (
    Technique("set equivalence", 6.4, f"{__name__}:equivalences", None,
              ("SET", "Phistomefel ring", "law of leftovers"), slow=True),
)  # fmt: skip
#: Most lines; most choices of lines; most choices of regions for these; most cells left on each
#: side, in houses.
MOST_LINES, MOST_CHOICES, MOST_TIES, MOST_LEFT = 4, 6_000, 6, 2

#: Cells of one side that count once, and twice.
Side = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Equivalence:
    """Lines, and as many regions. of_lines, of_regions: the cells in which they differ."""

    lines: tuple[int, ...]
    regions: tuple[int, ...]
    of_lines: Side
    of_regions: Side


def equivalences(view: View, _: object) -> Iterator[Finding]:
    """Yield what follows from each equivalence for each digit, once."""
    known = set[int]()
    placed = [0] * (view.n + 1)
    for cell, d in enumerate(view.digit):
        placed[d] |= 1 << cell
    for pattern in patterns(view.layout):
        sides = pattern.of_lines, pattern.of_regions
        for d in range(1, view.n + 1):
            for more, less in (sides, sides[::-1]):
                literals = _concluded(view, placed[d], d, more, less)
                if not known.issuperset(literals):
                    known.update(literals)
                    yield _step(view, placed[d], d, pattern, more, literals)


@lru_cache(maxsize=8)
def patterns(layout: Layout) -> tuple[Equivalence, ...]:
    """Return the equivalences of a board, those with few cells first.

    The lines are of one kind, or as many rows as columns; the regions are those that share the most
    cells with them. Equivalences of which each side lies in one house are left out: they say the
    same as locked candidates.
    """
    full = [(k, h) for k, h in enumerate(layout.houses) if len(h.cells) == layout.size]
    rows, columns = ([k for k, h in full if h.kind == kind] for kind in ("row", "column"))
    regions = [k for k, house in full if house.kind not in ("row", "column")]
    bits = [bits_of(house.cells) for house in layout.houses]
    found = dict[tuple[Side, Side], Equivalence]()
    for lines in islice(_lines(rows, columns), MOST_CHOICES):
        for others in _nearest(bits, lines, regions):
            sides = _differing(bits, lines, others)
            if sides and _is_new(sides, bits, MOST_LEFT * layout.size):
                found.setdefault(sides, Equivalence(lines, others, *sides))
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
    """Yield as many regions as lines, which share the most cells with them; none if there are many
    choices of equal ones."""
    shared = {r: sum((bits[r] & bits[line]).bit_count() for line in lines) for r in regions}
    least = sorted(shared.values())[-len(lines)]
    sure = [r for r in regions if shared[r] > least]
    ties = list(combinations([r for r in regions if shared[r] == least], len(lines) - len(sure)))
    if least and len(ties) <= MOST_TIES:
        yield from ((*sure, *some) for some in ties)


def _differing(
    bits: Sequence[int], lines: Sequence[int], regions: Sequence[int]
) -> tuple[Side, Side] | None:
    """Return the cells that the lines hold more often than the regions, and the others; None if one
    is held more than twice as often."""
    weights = Counter[int]()
    for sign, houses in ((1, lines), (-1, regions)):
        for house in houses:
            for cell in ones(bits[house]):
                weights[cell] += sign
    if max(map(abs, weights.values())) > 2:
        return None
    once, twice, once_less, twice_less = (
        bits_of(cell for cell, weight in weights.items() if weight == wanted)
        for wanted in (1, 2, -1, -2)
    )
    return (once, twice), (once_less, twice_less)


def _is_new(sides: tuple[Side, Side], bits: Sequence[int], most: int) -> bool:
    """Return whether cells are left, at most as many as wanted on each side, and not in one house
    each."""
    is_locked = all(any((once | twice) & ~h == 0 for h in bits) for once, twice in sides)
    return 0 < _count(sides[0], -1) <= most and not is_locked


def _cells(*sides: Side) -> int:
    """Return the cells of these sides."""
    return union(once | twice for once, twice in sides)


def _count(side: Side, cells: int) -> int:
    """Return how many of these cells a side has."""
    return (side[0] & cells).bit_count() + 2 * (side[1] & cells).bit_count()


def _most(view: View, side: Side, cells: int) -> int:
    """Return the largest count of those of the cells of a side of which no two see each other."""
    cells &= side[0] | side[1]
    if not cells:
        return 0
    lowest = cells & -cells
    near = view.sees[lowest.bit_length() - 1] & cells
    with_it = _count(side, lowest) + _most(view, side, cells & ~lowest & ~near)
    return max(with_it, _most(view, side, cells & ~lowest)) if near else with_it


def _fits(view: View, side: Side, cells: int, wanted: int) -> bool:
    """Return whether the first cells that do not see each other already count as many as wanted:
    a quick answer for most sides."""
    cells &= side[0] | side[1]
    while cells and wanted > 0:
        lowest = cells & -cells
        wanted -= _count(side, lowest)
        cells &= ~lowest & ~view.sees[lowest.bit_length() - 1]
    return wanted <= 0


def _concluded(view: View, placed: int, d: int, more: Side, less: Side) -> list[int]:
    """Return the literals of a digit that hold since one side can have it no more often than the
    other has it already."""
    at = view.at[d]
    room = _count(more, placed) - _count(less, placed)
    if not at & _cells(more, less) or _fits(view, less, at, room + 1):
        return []
    found = [-view.v(cell, d) for cell in ones(at & _cells(more))]
    for cell in ones(at & _cells(less)):
        own, rest = 1 << cell, at & ~(1 << cell)
        if _count(less, own) + _most(view, less, rest & ~view.sees[cell]) < room:
            found.append(-view.v(cell, d))
        elif _most(view, less, rest) < room:
            found.append(view.v(cell, d))
    return found if _most(view, less, at) == room else []


def _step(
    view: View, placed: int, d: int, pattern: Equivalence, more: Side, literals: Sequence[int]
) -> Finding:
    """Return the step with its reason."""
    houses = view.houses
    less = pattern.of_regions if more is pattern.of_lines else pattern.of_lines
    symbol = view.symbol(d)
    count = _count(more, placed)
    often = {1: "once", 2: "twice"}.get(count, f"{count} times")
    can = f"can be {often} at most" if count else "has no place"
    sides = [_side_text(view, side) for side in (more, less)]
    reason = (
        f"{_houses_text(view, pattern.lines)} hold the same digits as "
        f"{_houses_text(view, pattern.regions)}; without the cells in both, {sides[0]} hold the "
        f"same as {sides[1]}. In the latter {symbol} {can}"
        + (", and the former hold it that often already" if count else "")
    )
    clauses = [
        [view.clause(houses[k], d) for k in some if houses[k].bits & view.at[d]]
        for some in (pattern.lines, pattern.regions)
    ]
    both = _cells(more), _cells(less)
    return Finding(
        tuple(-literal for literal in literals if literal < 0),
        reason[0].upper() + reason[1:],
        tuple(clauses[0]),
        tuple(clauses[1]),
        view.links(both[0] | both[1], 1 << d),
        tuple(literal for literal in literals if literal > 0),
        (("base", view.vs(both[0], d)), ("fin", view.vs(both[1], d))),
        size=len(pattern.lines),
    )


def _houses_text(view: View, houses: Sequence[int]) -> str:
    """Return 'rows 3 and 7 and columns 3 and 7'."""
    return listed(str(view.houses[k].house) for k in houses)


def _side_text(view: View, side: Side) -> str:
    """Return the cells of a side, row by row."""
    text = view.cells_text(side[0] | side[1])
    return f"{text} ({view.cells_text(side[1])} counted twice)" if side[1] else text
