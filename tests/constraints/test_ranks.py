"""Full rank: against all grids of 4×4 boards, and CP-SAT, which compares numbers as numbers."""

import pytest

import satdoku
from satdoku import Layout, LayoutError, Puzzle
from satdoku.constraints.constraint import Constraint

BOARD = Layout.of_size(4)
GRIDS = [grid.cells for grid in satdoku.solutions(Puzzle((0,) * 16, BOARD))]
LINES = [house.cells[::way] for house in BOARD.houses[:8] for way in (1, -1)]


def ranks(grid):
    """The rank of each line that no other is equal to."""
    numbers = [[grid[cell] for cell in line] for line in LINES]
    return {
        line: 1 + sum(other < number for other in numbers)
        for line, number in zip(LINES, numbers, strict=True)
        if numbers.count(number) == 1
    }


@pytest.mark.parametrize("engine", ["auto", "masks"])
@pytest.mark.parametrize("rank", [1, 2, 3, 4, 8, 11, 16])
@pytest.mark.parametrize("line", LINES[::5])
def test_grids_are_those_whose_line_has_the_rank(line, rank, engine):
    puzzle = Puzzle((0,) * 16, BOARD.with_constraints(Constraint("full-rank", line, (rank,))))
    found = [grid.cells for grid in satdoku.solutions(puzzle, engine=engine)]
    assert len(found) == len(set(found))
    assert set(found) == {grid for grid in GRIDS if ranks(grid).get(line) == rank}


@pytest.mark.slow_cases("cpsat-integers", "dlx")
@pytest.mark.parametrize("engine", ["auto", "masks", "dlx", "cpsat-integers"])
def test_grids_of_an_or_are_those_of_which_one_line_has_its_rank(engine):
    chosen = {LINES[0]: 3, LINES[3]: 9, LINES[10]: 4, LINES[13]: 14}
    clues = "".join(
        f".FullRank~{'RC'[i // 8]}{i % 8 // 2 + 1}~{rank if i % 2 == 0 else ''}~"
        f"{rank if i % 2 else ''}"
        for i, rank in ((LINES.index(line), rank) for line, rank in chosen.items())
    )
    puzzle = satdoku.parse(f".Shape~4x4.Or{clues}.End")
    found = [grid.cells for grid in satdoku.solutions(puzzle, engine=engine)]
    assert len(found) == len(set(found))
    assert set(found) == {
        grid
        for grid in GRIDS
        if any(ranks(grid).get(line) == rank for line, rank in chosen.items())
    }


def test_cpsats_own_model_agrees_on_several_ranks():
    for seed in range(3):
        grid = satdoku.random_grid("6x6", seed=seed)
        houses = [house.cells for house in grid.layout.houses[:12]]
        numbers = [[grid.cells[c] for c in cells[::way]] for cells in houses for way in (1, -1)]
        rules = [
            Constraint("full-rank", houses[i], (1 + sorted(numbers).index(numbers[2 * i]),))
            for i in (0, 2, 4, 7, 9)
            if numbers.count(numbers[2 * i]) == 1
        ]
        givens = grid.without(range(seed, 36, 2))
        puzzle = Puzzle(givens.cells, grid.layout.with_constraints(*rules))
        ours, theirs = (
            sorted(g.cells for g in satdoku.solutions(puzzle, engine=engine))
            for engine in ("minicard", "cpsat-integers")
        )
        assert ours == theirs and grid.cells in ours


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("4x4+full-rank:17:r1c1-r1c4", "ranks are 1 to 16"),
        ("4x4+full-rank:3:r1c1-r1c3", "a whole row or column"),
        ("4x6+full-rank:3:r1c1-r1c6", "a square"),
    ],
)
def test_what_is_no_rank_is_told(name, says):
    layout = Layout.named(name)
    with pytest.raises(LayoutError, match=says):
        satdoku.count(Puzzle((0,) * layout.cell_count, layout))
