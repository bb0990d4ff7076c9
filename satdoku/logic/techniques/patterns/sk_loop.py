"""SK loop: sixteen cells in four boxes, two rows and two columns, around cells that hold digits.

For each digit, take the fewest houses that contain all its places in the cells. If these are as
many as the cells, it is Cover(k): the cells are the bases, the digits in the houses the covers, and
the covers' other candidates are false.

Source: the Sudoku Players' Forum (S. Kurzhals).

Lesson: SK loop

    Four boxes in a rectangle, in each a cell that holds a digit. Of the sixteen cells beside these
    in the two rows and two columns, each pair shares digits with the next, sixteen digits in all
    around. These are removed from the rest of their rows, columns and boxes.

    Why: Cover(16): the cells are the bases, each digit in the row, column or box that holds its
    places is a cover.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise, product

from ....grouping import grouped
from ...catalog.row import Technique
from ...truths_and_links import truths_and_links
from ...view import Finding, Region, View, bits_of, union
from .multi_sector import said_of

LISTED = (
    Technique("SK loop", 8.5, f"{__name__}:sk_loop", aliases=("Steve Kurzhals loop", "virus loop")),
)


#: The digit in a house, as a cover.
Cover = tuple[Region, int]


def sk_loop(view: View, _: object) -> Iterator[Finding]:
    """Yield steps by up to sixteen cells around four crossings that hold digits."""
    if not view.boxes or view.n != 9:
        return
    rows = [h for h in view.houses if h.kind == "row"]
    columns = [h for h in view.houses if h.kind == "column"]
    for pair, across in product(combinations(rows, 2), combinations(columns, 2)):
        crossings = [a.bits & b.bits for a in pair for b in across]
        boxes = [h for h in view.boxes if any(c & h.bits for c in crossings)]
        corners = bits_of(c.bit_length() - 1 for c in crossings)
        if len(boxes) != 4 or corners & view.open:
            continue
        lines = union(h.bits for h in (*pair, *across))
        cells = lines & union(box.bits for box in boxes) & view.open
        if 12 <= cells.bit_count() <= 16:
            ring = _around(pair, across, boxes)
            for covers in _fewest(view, cells, [*pair, *across, *boxes]):
                yield from _step(view, cells, ring, covers)


def _around(pair: Sequence[Region], across: Sequence[Region], boxes: list[Region]) -> list[Region]:
    """Return the eight houses in the order of the loop, in which neighbours share two cells."""
    upper, lower = pair
    left, right = across

    def box_at(row: Region, column: Region) -> Region:
        return next(box for box in boxes if box.bits & row.bits & column.bits)

    around = ((upper, right), (lower, right), (lower, left), (upper, left))
    corners = [box_at(row, column) for row, column in around]
    lines = (upper, right, lower, left)
    return [house for both in zip(lines, corners, strict=True) for house in both]


# The houses of a digit are chosen by themselves, as no cover serves two digits. Several ways with
# equally few houses deny different candidates; each combination of them is a step of its own.
def _fewest(view: View, cells: int, houses: list[Region]) -> Iterator[list[Cover]]:
    """Yield the choices of the fewest houses for each digit, if their number equals that of the
    cells."""
    every = []
    total = 0
    for d in view.layout.digit_numbers:
        ways = _ways(cells & view.at[d], houses, d)
        if ways:
            every.append(ways)
            total += len(ways[0])
    if total == cells.bit_count():
        for chosen in product(*every):
            yield [cover for way in chosen for cover in way]


def _ways(places: int, houses: list[Region], d: int) -> list[list[Cover]]:
    """Return the ways to cover the places of a digit with the fewest houses, at most four."""
    if not places:
        return []
    able = [h for h in houses if h.bits & places]
    for k in range(1, 5):
        ways = []
        for some in combinations(able, k):
            if not places & ~union(h.bits for h in some):
                ways.append([(h, d) for h in some])
        if ways:
            return ways
    return []


def _step(view: View, cells: int, ring: list[Region], covers: list[Cover]) -> Iterator[Finding]:
    outside = {v for h, d in covers for v in view.vs(h.bits & ~cells, d)}
    times = Counter(v for h, d in covers for v in view.vs(h.bits & cells, d))
    twice = {v for v, number in times.items() if number > 1}
    gone = outside | twice
    if gone:
        clauses = tuple(view.clause(h, d) for h, d in covers)
        bases = view.cell_clauses(cells)
        chain = _loop(view, cells, ring, covers) or truths_and_links(view.theory, bases, clauses)
        yield Finding(
            denied=tuple(sorted(gone)),
            reason=said_of(view, cells, clauses),
            bases=bases,
            covers=clauses,
            roles=(("base", view.held(cells)),),
            size=cells.bit_count(),
            chains=(chain,),
        )


def _loop(view: View, cells: int, ring: list[Region], covers: list[Cover]) -> str:
    """Return '(27=38)r2c13-(38=16)r2c79-…': the cells of neighbouring houses, with the digits of
    each house; "" if a house has none, or two share no cell."""
    digits = grouped((house.number, view.symbol(d)) for house, d in covers)
    parts = []
    for house, following in pairwise([*ring, ring[0]]):
        shared = cells & house.bits & following.bits
        before, behind = (digits.get(h.number, ()) for h in (house, following))
        if not (shared and before and behind):
            return ""
        parts.append(f"({''.join(before)}={''.join(behind)}){view.cells_text(shared)}")
    return "-".join(parts)
