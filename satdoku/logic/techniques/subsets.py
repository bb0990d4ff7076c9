"""Naked and hidden subsets, Cover(k): k cells of a house with k digits, or k digits with k cells.

The cells and digits of a house form a matrix: cells as bases and digits as covers give naked
subsets, digits as bases and cells as covers hidden ones. A hidden subset is direct if it leaves
another digit one place in the house. A locked pair or triple is a naked one whose cells lie in two
houses: it covers twice.

Sources: Sudoku Explainer (the order, and which are direct); Sudopedia, "Naked Subset", "Hidden
Subset", "Locked Subset".

Lesson: direct hidden pair, direct hidden triple

    A hidden pair (triple) after which another digit of that house has one place left, since the
    cells of the pair are closed to it. That digit is placed at once.

    Why: Two steps in one: Cover(k) empties the cells of all else, and simplification asserts the
    last place.

Lesson: locked pair, locked triple

    A naked pair (triple) whose cells lie in a line and in a box: its digits are removed from the
    rest of both.

    Why: Cover(k) twice, with the same cells as bases: once the digits in the line are the covers,
    once those in the box.

Lesson: naked pair, naked triple, naked quad

    In a house two (three, four) cells hold candidates of as many digits only, not each of them all.
    These digits are removed from the other cells of the house.

    Why: Cover(k): the bases are the k cells, the covers the k digits in the house.

Lesson: hidden pair, hidden triple, hidden quad

    In a house two (three, four) digits have places in as many cells only. All other digits are
    removed from these cells.

    Why: Cover(k): the bases are the k digits in the house, the covers the k cells.
"""

from __future__ import annotations

from ...kernels.kernel import kernel
from ...kernels.lockstep.simd import lowest_bit, ones, popcount
from ...kernels.logic.found import ASSERTIONS, BASES, DENIALS, asserts, base, begin, cover, reported
from ...kernels.logic.grid import choices, deny_digits, is_worth, region_clause, update_grid
from ...kernels.logic.search import StepSearch
from ..catalog.row import COVERS, PAIRS, ScaleRow

#: How: the size, plus flags.
NAKED, HIDDEN, DIRECT, LOCKED = 0, 8, 16, 32
FINDER = f"{__name__}:find_subset"
ROWS = (
    ScaleRow("direct hidden pair", 2.0, FINDER, DIRECT + HIDDEN + 2, "cover"),
    ScaleRow("direct hidden triple", 2.5, FINDER, DIRECT + HIDDEN + 3, "cover",
         aliases=("direct hidden triplet",)),
    ScaleRow("locked pair", 2.8, FINDER, LOCKED + 2, "cover", asked=True, in_se=False),
    ScaleRow("naked pair", 3.0, FINDER, NAKED + 2, "cover", sets=PAIRS),
    ScaleRow("locked triple", 3.3, FINDER, LOCKED + 3, "cover", asked=True, in_se=False),
    ScaleRow("hidden pair", 3.4, FINDER, HIDDEN + 2, "cover", sets=PAIRS),
    ScaleRow("naked triple", 3.6, FINDER, NAKED + 3, "cover", sets=COVERS,
        aliases=("naked triplet",)),
    ScaleRow("hidden triple", 4.0, FINDER, HIDDEN + 3, "cover", sets=COVERS,
         aliases=("hidden triplet",)),
    ScaleRow("naked quad", 5.0, FINDER, NAKED + 4, "cover", sets=COVERS,
        aliases=("naked quadruple",)),
    ScaleRow("hidden quad", 5.4, FINDER, HIDDEN + 4, "cover", sets=COVERS,
         aliases=("hidden quadruple",)),
)  # fmt: skip


@kernel
def find_subset(search: StepSearch, mode: int) -> bool:
    """Find subsets of this sort, region by region."""
    update_grid(search)
    grid = search.grid
    for region in range(len(grid.full)):
        if mode & HIDDEN:
            if grid.full[region] and has_hidden(search, region, mode & 7, mode & DIRECT):
                return True
        elif has_naked(search, region, mode & 7, mode & LOCKED):
            return True
    return False


# Only places with two to k candidates can be part of a subset of size k, and these are few.
# Choosing among them, in the order of all places, gives the same order of steps as choosing among
# all.
def has_naked(search: StepSearch, region: int, degree: int, locked: int) -> bool:
    """Fill in and report naked subsets of a region; return whether to stop."""
    grid = search.grid
    cells = grid.region_cells[region]
    able = 0
    for place in range(len(cells)):
        if 2 <= popcount(grid.left[cells[place]]) <= degree:
            search.chosen[able] = place
            able += 1
    for few in choices(degree, able):  # among the able places, in the order of all places
        chosen = 0
        union = 0
        for k in ones(few):
            place = search.chosen[k]
            chosen |= 1 << place
            union |= grid.left[cells[place]]
        if popcount(union) == degree:
            begin(search.found)
            for place in ones(chosen):
                base(search.found, grid.cell_clause[cells[place]])
            deny_outside(search, region, chosen, union)
            also = not locked
            if locked:
                for other in range(region + 1, len(grid.full)):
                    crossing = grid.cross[region * len(grid.full) + other]
                    if not chosen & ~crossing:
                        also = True
                        deny_outside(
                            search, other, grid.cross[other * len(grid.full) + region], union
                        )
            if also and is_worth(search) and reported(search):
                return True
    return False


def deny_outside(search: StepSearch, region: int, chosen: int, union: int) -> None:
    """Deny these digits at the other places of the region, and add their clauses there as
    covers."""
    grid = search.grid
    cells = grid.region_cells[region]
    for place in range(len(cells)):
        if not chosen >> place & 1:
            deny_digits(search, cells[place], union)
    for d in ones(union):
        cover(search.found, region_clause(grid, region, d))


def has_hidden(search: StepSearch, region: int, degree: int, direct: int) -> bool:
    """Fill in and report hidden subsets of a region; return whether to stop."""
    grid = search.grid
    cells = grid.region_cells[region]
    size = grid.size
    if grid.open_cells[region] <= degree:
        return False
    able = 0
    for d in range(size):
        if 2 <= popcount(grid.spots[region * size + d]) <= degree:
            search.chosen[able] = d
            able += 1
    for few in choices(degree, able):  # among the able digits, in the order of all digits
        chosen = 0
        union = 0
        for k in ones(few):
            d = search.chosen[k]
            chosen |= 1 << d
            union |= grid.spots[region * size + d]
        if popcount(union) == degree:
            begin(search.found)
            for d in ones(chosen):
                base(search.found, region_clause(grid, region, d))
            for place in ones(union):
                cover(search.found, grid.cell_clause[cells[place]])
                deny_digits(search, cells[place], ~chosen)
            if direct:
                if leaves_single(search, region, chosen, union):
                    return True
            elif is_worth(search) and reported(search):
                return True
    return False


def leaves_single(search: StepSearch, region: int, chosen: int, union: int) -> bool:
    """Report another digit that has one place in the region without these places; the step asserts
    it. Return whether to stop."""
    grid = search.grid
    found = search.found
    bases = found.numbers[BASES]
    for d in range(grid.size):
        spots = grid.spots[region * grid.size + d]
        if chosen >> d & 1:
            continue
        if popcount(spots) < 2:
            continue
        if popcount(spots & ~union) != 1:
            continue
        found.numbers[ASSERTIONS] = 0
        found.numbers[DENIALS] = 0
        found.numbers[BASES] = bases
        cell = grid.region_cells[region][lowest_bit(spots & ~union)]
        asserts(found, cell * grid.size + d + 1)
        base(found, region_clause(grid, region, d))
        if reported(search):
            return True
    return False
