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
from collections.abc import Iterator
from itertools import combinations, product

from ...catalog.row import Technique
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
            yield from _fewest(view, cells, [*pair, *across, *boxes])


# The houses of a digit are chosen by themselves, as no cover serves two digits. Several ways with
# equally few houses deny different candidates; each combination of them is a step of its own.
def _fewest(view: View, cells: int, houses: list[Region]) -> Iterator[Finding]:
    """Yield the steps with the fewest houses for each digit, if their number equals that of the
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
            yield from _step(view, cells, [cover for way in chosen for cover in way])


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


def _step(view: View, cells: int, covers: list[Cover]) -> Iterator[Finding]:
    outside = {v for h, d in covers for v in view.vs(h.bits & ~cells, d)}
    times = Counter(v for h, d in covers for v in view.vs(h.bits & cells, d))
    twice = {v for v, number in times.items() if number > 1}
    gone = outside | twice
    if gone:
        clauses = tuple(view.clause(h, d) for h, d in covers)
        yield Finding(
            denied=tuple(sorted(gone)),
            reason=said_of(view, cells, clauses),
            bases=view.cell_clauses(cells),
            covers=clauses,
            roles=(("base", view.held(cells)),),
            size=cells.bit_count(),
        )
