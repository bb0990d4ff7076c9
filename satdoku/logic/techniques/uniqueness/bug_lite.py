"""BUG lite: a bivalue universal grave on part of the board, of which one cell has more candidates.

The part is a set of open cells with two candidates each, and one cell of which two candidates are
taken: of these, every house has each digit twice or not at all. Did the one cell hold one of its
two, every cell of the part could take its other candidate, and the puzzle would have two solutions.
So that cell holds something else. This assumes that the puzzle is proper.

With two digits in all, the part is a unique rectangle or a unique loop; and the whole board is a
BUG. These have finders of their own, so the parts here have three digits or more, and leave out
some open cell.

Source: Sudopedia, "BUG Lite" and "Deadly Pattern".

Lesson: BUG lite

    Some cells, but not all that are open, have two candidates each, except for one cell that has
    more. But for the others of that cell, each digit has two places among these cells in each
    house, or none. That cell loses the two candidates that belong to the pattern.

    Why: In each house these cells hold as many digits as there are cells. If each cell held one of
    its two, each could hold the other one as well, and no house would notice: there would be a
    second solution.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ....cancellation import stop_if_cancelled
from ....phrases import phrase
from ...catalog.row import Technique
from ...view import Finding, View, bits_of, ones, union

LISTED = (
    Technique("BUG lite", 5.3, f"{__name__}:bug_lite",
              aliases=("bivalue universal grave lite",), proper=True),
)  # fmt: skip


def bug_lite(view: View, _: object) -> Iterator[Finding]:
    """Yield the steps of each part of the board that would be a grave, but for one cell."""
    pairs = bits_of(cell for cell in ones(view.open) if view.left[cell].bit_count() == 2)
    for roof in ones(view.open & ~pairs):
        for taken in combinations(ones(view.left[roof]), 2):
            for places in graves(view, pairs, roof, taken):
                digits = [d for d in view.layout.digits if places[d]]
                cells = union(places)
                is_whole_board = cells == view.open
                if len(digits) > 2 and not is_whole_board:
                    yield _without(view, cells, roof, bits_of(taken))


def graves(view: View, pairs: int, roof: int, taken: tuple[int, ...]) -> Iterator[list[int]]:
    """Yield each part of the board that these two candidates of the roof make a grave, as the
    places of each digit (by digit, sets of cells).

    pairs: the cells with two candidates.
    """
    places = [0] * (view.n + 1)
    for d in taken:
        places[d] = 1 << roof
    yield from _completed(view, pairs, places)


# Idea: where a digit has one place in a house, a second one is needed, and each of its cells is a
# case. The cases exclude each other, so no part is found twice; and the house with the fewest cases
# comes first, so most attempts end at once.
def _completed(view: View, pairs: int, places: list[int]) -> Iterator[list[int]]:
    stop_if_cancelled()
    fewest = -1
    for d in view.layout.digits:
        if not places[d]:
            continue
        for region in view.houses:
            inside = places[d] & region.bits
            if inside.bit_count() != 1:
                continue
            able = pairs & view.at[d]
            able &= region.bits & ~inside
            able = bits_of(cell for cell in ones(able) if _fits(view, places, cell))
            if fewest < 0 or able.bit_count() < fewest.bit_count():
                fewest = able
    if fewest < 0:
        yield places
        return
    for cell in ones(fewest):
        more = [*places]
        for d in ones(view.left[cell]):
            more[d] |= 1 << cell
        yield from _completed(view, pairs, more)


def _fits(view: View, places: list[int], cell: int) -> bool:
    """Return whether no house of the cell has two places yet of a digit of the cell."""
    for d in ones(view.left[cell]):
        for region in view.of_cell[cell]:
            inside = places[d] & region.bits
            if inside.bit_count() == 2:
                return False
    return True


def _without(view: View, cells: int, roof: int, taken: int) -> Finding:
    """Return the step by which the roof holds none of the two digits taken."""
    others = cells & ~(1 << roof)
    extra = view.held(1 << roof, ~taken)
    reason = phrase(
        "Without {candidates} each of {cells} would have two candidates, and in each house every "
        "digit two places among these cells or none: each could take its other candidate, and the "
        "puzzle would have two solutions; it has one",
        candidates=view.names(extra),
        cells=view.one_by_one(cells),
    )
    floor = (*view.held(others), *view.held(1 << roof, taken))
    roles = (("floor", floor), ("extra", extra))
    bases = view.cell_clauses(cells)
    size = cells.bit_count()
    if len(extra) == 1:
        return Finding(asserted=extra, reason=reason, bases=bases, roles=roles, size=size)
    denied = view.held(1 << roof, taken)
    return Finding(denied, reason, bases, roles=roles, size=size)
