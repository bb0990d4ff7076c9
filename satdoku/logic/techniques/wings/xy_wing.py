"""XY-wing and XYZ-wing: a cell of two or three candidates, and two cells of two that it sees.

Whichever candidate the pivot takes, one of the wings (or, in an XYZ-wing, the pivot) is left with
the digit that the wings share, so what sees all of these loses it.

Sources: Sudoku Explainer (the order); Sudopedia, "XY-Wing", "XYZ-Wing".

Lesson: XY-wing

    A pivot of two candidates x and y sees two wings, xz and yz. What sees both wings is not z.

    Why: Refute(x), NNN: if neither wing were z, they would be x and y, and the pivot would have
    nothing left. It is an XY-chain of three cells.

Lesson: XYZ-wing

    A pivot of three candidates x, y and z sees two wings, xz and yz. What sees all three is not z.

    Why: Refute(x), NNN: without z the wings are x and y, and the pivot has nothing left.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ....kernels.kernel import kernel
from ....kernels.lockstep.simd import popcount
from ....kernels.logic.found import base, begin, reported
from ....kernels.logic.grid import common_peer, deny_digits, is_worth, see, update_grid
from ....kernels.logic.search import StepSearch
from ....phrases import joined, phrase
from ...catalog.row import ScaleRow
from ...view import View, ones

if TYPE_CHECKING:
    from ...steps import LogicStep

#: How: the number of candidates of the pivot.
FINDER = f"{__name__}:find_wing"
ROWS = (
    ScaleRow("XY-wing", 4.2, FINDER, 2, "wing", aliases=("Y-wing",)),
    ScaleRow("XYZ-wing", 4.4, FINDER, 3, "wing"),
)


@kernel
def find_wing(search: StepSearch, mode: int) -> bool:
    """Find wings whose pivot has this many candidates."""
    update_grid(search)
    grid = search.grid
    for pivot in range(grid.cells):
        own = grid.left[pivot]
        if popcount(own) != mode:
            continue
        for first in grid.peers[pivot]:
            one = grid.left[first]
            if popcount(one) != 2 or popcount(own & ~one) != 1:
                continue
            for second in grid.peers[pivot]:
                two = grid.left[second]
                if second == first or popcount(two) != 2 or one == two:
                    continue
                shared = one & two
                if popcount(shared) != 1:
                    continue
                if one | two | own != one | two:
                    continue
                if (shared & own != 0) != (mode == 3):
                    continue
                if popcount(own | one | two) != 3:
                    continue
                begin(search.found)
                for cell in range(grid.cells):
                    if common_peer(grid, first, second, cell) and (
                        mode == 2 or see(grid, pivot, cell)
                    ):
                        deny_digits(search, cell, shared)
                if is_worth(search):
                    base(search.found, grid.cell_clause[pivot])
                    base(search.found, grid.cell_clause[first])
                    base(search.found, grid.cell_clause[second])
                    if reported(search):
                        return True
    return False


def tell(view: View, step: LogicStep, _: tuple[int, ...]) -> LogicStep:
    """Return the step with the cases of the pivot, and as a chain."""
    pivot, *wings = (1 << view.cell_of(clause) for clause in step.bases)
    _cell, z = view.layout.cell_and_digit(step.denied[0])
    petals = {}
    for wing in wings:
        [x] = ones(view.digits_of(wing) & ~(1 << z))
        petals[x] = wing
    first, second = petals
    chain = [view.set_link(wings[0], z), view.set_link(pivot | wings[1], first)]
    if step.name == "XY-wing":
        chain[1:] = [view.set_link(pivot, first), view.set_link(wings[1], second)]
    return replace(step, reason=by_cases(view, pivot, petals, z), chains=("-".join(chain),))


def by_cases(view: View, stem: int, petals: dict[int, int], z: int) -> str:
    """Return why z is in the stem or in a petal: for each other digit of the stem there are cells
    that lose it then, and hold all their others."""
    symbol = view.symbol(z)
    cases = list[str]()
    for d, cells in petals.items():
        case = "if it is {digit}, {cells} with {digits} is {other}"
        if cells & cells - 1:
            case = "if it is {digit}, {cells} with {digits} lose {digit}, so one of them is {other}"
        digits = view.symbols(view.digits_of(cells))
        names = view.one_by_one(cells)
        told = phrase(case, digit=view.symbol(d), cells=names, digits=digits, other=symbol)
        cases.append(told)
    if view.digits_of(stem) >> z & 1:
        cases.append(phrase("else it is {digit} itself", digit=symbol))
    return phrase(
        "{cell} is {digits}: {cases}. What sees every {digit} in these cells is not {digit}",
        cell=view.cells_text(stem),
        digits=view.either(view.digits_of(stem)),
        cases=joined(cases, "{one}; {next}"),
        digit=symbol,
    )
