"""Full rank: against all grids of 4×4 boards, and CP-SAT, which compares numbers as numbers."""

import pytest

import satdoku
from satdoku import Layout, LayoutError, Puzzle
from satdoku.certificates.rule_forms import form_record
from satdoku.constraints.constraint import Constraint
from satdoku.constraints.kind_table import forms_of
from satdoku.constraints.wording import fact
from satdoku.formats.iss.board_writing import iss_text

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


def smaller(grid):
    """The number of lines that are less than each."""
    numbers = [[grid[cell] for cell in line] for line in LINES]
    return {
        line: sum(other < number for other in numbers)
        for line, number in zip(LINES, numbers, strict=True)
    }


LESS = [smaller(grid) for grid in GRIDS]


@pytest.mark.parametrize("engine", ["auto", "masks", "minicard", "cpsat-integers"])
@pytest.mark.parametrize("rank", [1, 3, 4, 7, 13, 16])
@pytest.mark.parametrize("line", LINES[::5])
def test_with_ties_just_so_many_lines_are_less(line, rank, engine):
    if engine == "cpsat-integers" and (rank, line) != (3, LINES[0]):
        pytest.skip("CP-SAT lists the grids of one rank")
    puzzle = Puzzle((0,) * 16, BOARD.with_constraints(Constraint("full-rank", line, (rank, 1))))
    found = [grid.cells for grid in satdoku.solutions(puzzle, engine=engine)]
    wanted = {grid for grid, less in zip(GRIDS, LESS, strict=True) if less[line] == rank - 1}
    assert len(found) == len(set(found))
    assert set(found) == wanted
    if rank == 3:
        assert any(ranks(grid).get(line) != rank for grid in wanted)


@pytest.mark.parametrize("engine", ["auto", "masks", "minicard", "cpsat-integers"])
def test_an_or_of_ranks_with_ties_and_without(engine):
    first, second = LINES[0], LINES[13]
    rules = "or(full-rank:3,1:r1c1-r1c4|full-rank:4,1:r4c3-r1c3|full-rank:5:r1c1-r1c4)"
    puzzle = Puzzle((0,) * 16, Layout.named(f"4x4+{rules}"))
    found = [grid.cells for grid in satdoku.solutions(puzzle, engine=engine)]
    assert len(found) == len(set(found))
    assert set(found) == {
        grid
        for grid, less in zip(GRIDS, LESS, strict=True)
        if less[first] == 2 or less[second] == 3 or ranks(grid).get(first) == 5
    }


def test_ties_of_constraint_strings_are_read_and_written():
    text = ".Shape~4x4.FullRankTies~any.FullRank~R1~3~"
    puzzle = satdoku.parse(text)
    assert puzzle.layout.name == "4x4+full-rank:3,1:r1c1-r1c4"
    assert satdoku.count(puzzle) == 27  # so says Interactive Sudoku Solver
    assert iss_text(puzzle) == text
    for other in ("full-rank:3:r2c1-r2c4", "or(full-rank:3:r2c1-r2c4|full-rank:4:r2c1-r2c4)"):
        mixed = Puzzle((0,) * 16, Layout.named(f"{puzzle.layout.name}+{other}"))
        with pytest.raises(LayoutError, match="does not support this form"):
            iss_text(mixed)


def test_a_sentence_says_that_lines_may_be_equal():
    rules = "full-rank:3,1:r1c1-r1c4", "full-rank:3:r1c1-r1c4"
    tied, strict = (Layout.named(f"4x4+{rule}") for rule in rules)
    start = "of all rows and columns, read as numbers from either end, row 1 is number 3 in "
    assert fact(tied.constraints[0], tied) == f"{start}increasing order; it may be equal to others"
    end = "increasing order, and no other is equal to it"
    assert fact(strict.constraints[0], strict) == start + end


def test_certificates_refuse_ranks_with_ties():
    layout = Layout.named("4x4+full-rank:3,1:r1c1-r1c4")
    with pytest.raises(LayoutError, match="certificates do not support"):
        [form_record(form, layout.digits) for form in forms_of(layout.constraints[0], layout)]


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
        ("4x4+full-rank:3,2:r1c1-r1c4", "is 1, if lines may be equal"),
        ("4x4+full-rank:3:r1c1-r1c3", "a whole row or column"),
        ("4x6+full-rank:3:r1c1-r1c6", "a square"),
    ],
)
def test_what_is_no_rank_is_told(name, says):
    layout = Layout.named(name)
    with pytest.raises(LayoutError, match=says):
        satdoku.count(Puzzle((0,) * layout.cell_count, layout))
