"""X-wing, swordfish, jellyfish and larger fish, Cover(k): if all places of a digit in k lines lie
in k crossing lines, the other cells of those lose it.

Fish with fins, and with boxes among the bases or covers, are in `fish`.

Sources: Sudoku Explainer (the order); Sudopedia, "Fish".

Lesson: X-wing, swordfish, jellyfish, squirmbag, whale, leviathan

    In two rows (three: swordfish, four: jellyfish, five, six, seven) a digit has places in as many
    columns only. It is removed from these columns' other cells. So it does with rows and columns
    exchanged.

    Why: Cover(k): the bases are the digit in the k lines, the covers the digit in the k lines that
    cross them.
"""

from __future__ import annotations

from ....kernels.kernel import kernel
from ....kernels.lockstep.simd import ones, popcount
from ....kernels.logic.found import base, begin, cover, reported
from ....kernels.logic.grid import choices, deny_digits, is_worth, region_clause, update_grid
from ....kernels.logic.search import StepSearch
from ...catalog.row import COVERS, PAIRS, Needless, ScaleRow

FINDER = f"{__name__}:find_fish"
# With n lines of each direction in which the digit is open, k rows whose places lie in k columns
# leave n - k columns whose places lie in the n - k other rows: a fish across, which denies the very
# same candidates (the k columns in the other rows). Fins are the same cells for both.
ACROSS = Needless(
    "a fish of at most 4 lines in the other direction denies the same, with the same fins if there "
    "are any",
    largest=9,
)
ROWS = (
    ScaleRow("X-wing", 3.2, FINDER, 2, "cover", sets=PAIRS),
    ScaleRow("swordfish", 3.8, FINDER, 3, "cover", sets=COVERS),
    ScaleRow("jellyfish", 5.2, FINDER, 4, "cover", sets=COVERS),
    ScaleRow("squirmbag", 5.5, FINDER, 5, "cover", aliases=("starfish",), asked=True, in_se=False,
             needless=ACROSS),
    ScaleRow("whale", 5.6, FINDER, 6, "cover", asked=True, in_se=False, needless=ACROSS),
    ScaleRow("leviathan", 5.7, FINDER, 7, "cover", asked=True, in_se=False, needless=ACROSS),
)  # fmt: skip


@kernel
def find_fish(search: StepSearch, mode: int) -> bool:
    """Find fish of this size on each board: columns as bases first, then rows."""
    update_grid(search)
    for board in range(search.grid.boards):
        if has_fish(search, 2 * board, 2 * board + 1, mode):
            return True
        if has_fish(search, 2 * board + 1, 2 * board, mode):
            return True
    return False


# The lines are the outer choice and digits the inner one, since a set of lines is excluded at once
# for all digits that cannot have it (`masks`). `line_masks` has the places of a digit in a line,
# renamed to the numbers of the crossing lines, so that a fish is a union with as many bits as
# lines.
def has_fish(search: StepSearch, bases: int, covers: int, degree: int) -> bool:
    """Fill in and report fish with bases and covers from these lists; return whether to stop."""
    grid = search.grid
    size = grid.size
    lines = len(grid.lines[bases])
    if degree > lines:
        return False
    able = 0  # lines that some digit's fish can have as a base
    for d in range(size):
        grid.masks[d] = 0
        for line in range(lines):
            region = grid.lines[bases][line]
            spots = grid.spots[region * size + d]
            mask = 0
            if not grid.full[region] or not 2 <= popcount(spots) <= degree:
                continue
            for place in ones(spots):
                mask |= 1 << grid.line_of[covers][grid.region_cells[region][place]]
            grid.masks[d] |= 1 << line
            grid.line_masks[d * lines + line] = mask
        if popcount(grid.masks[d]) < degree:
            grid.masks[d] = 0
        able |= grid.masks[d]
    for chosen in choices(degree, lines if able else 0):
        if chosen & ~able:
            continue
        for d in range(size):
            if chosen & ~grid.masks[d]:
                continue
            union = 0
            for line in ones(chosen):
                union |= grid.line_masks[d * lines + line]
            if popcount(union) == degree:
                fill_in(search, bases, covers, chosen=chosen, union=union, d=d)
                if is_worth(search) and reported(search):
                    return True
    return False


def fill_in(search: StepSearch, bases: int, covers: int, chosen: int, union: int, d: int) -> None:
    """Fill in the step of a fish with these lines of the two lists as bases and covers."""
    grid = search.grid
    begin(search.found)
    for line in ones(chosen):
        base(search.found, region_clause(grid, grid.lines[bases][line], d))
    for line in ones(union):
        region = grid.lines[covers][line]
        cover(search.found, region_clause(grid, region, d))
        for cell in grid.region_cells[region]:
            own = grid.line_of[bases][cell]
            if own < 0 or not chosen >> own & 1:
                deny_digits(search, cell, 1 << d)
