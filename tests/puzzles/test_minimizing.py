import pytest

from satdoku import Inconsistency, Layout, Puzzle, PuzzleError, Theory, minimize, random_grid, solve
from satdoku.operations.minimizing import givens_of, remove_inessential
from satdoku.operations.symmetry import orbits
from satdoku.random_stream import RandomStream
from tests.marks import slow_but
from tests.oracle import JIGSAW_9, LECTURE_SOLUTION, NEFARIOUS, models, puzzle


def is_proper(board) -> bool:
    """By PySAT, not by the engine that minimised."""
    return len(models(Theory.of(board.layout), board.givens, 2)) == 1


def is_logic_solvable(board) -> bool:
    try:
        return solve(board, logic=True).is_full
    except Inconsistency:
        return False


JUDGES = {"proper": is_proper, "logic": is_logic_solvable}


@pytest.mark.parametrize("keep", JUDGES)
@pytest.mark.parametrize(
    "name", slow_but(["4x4", "6x6", "9x9", "9x9+diagonal", JIGSAW_9, "12x12"], "4x4", "9x9")
)
def test_the_result_is_irreducible(keep, name):
    grid = random_grid(Layout.named(name), seed=11)
    small = minimize(grid, keep=keep, seed=5)
    assert all(d in (0, g) for d, g in zip(small.cells, grid.cells, strict=True))
    assert is_proper(small)
    assert JUDGES[keep](small)
    assert not any(JUDGES[keep](small.without([cell])) for cell in givens_of(small))
    assert minimize(grid, keep=keep, seed=5) == small


@pytest.mark.slow
@pytest.mark.parametrize("keep", JUDGES)
def test_batched_removals_change_nothing(keep):
    """The lecture's loop, one given after the other, in the same random order."""
    grid = puzzle(LECTURE_SOLUTION)
    for seed in range(3):
        cells = [(cell,) for cell in range(81)]
        RandomStream(seed).shuffle(cells)
        expected = grid
        for (cell,) in cells:
            if JUDGES[keep](expected.without([cell])):
                expected = expected.without([cell])
        assert minimize(grid, keep=keep, seed=seed) == expected


@pytest.mark.parametrize("symmetry", ["half-turn", "full", "diagonal"])
def test_with_symmetry_no_orbit_can_go(symmetry):
    small = minimize(puzzle(LECTURE_SOLUTION), symmetry=symmetry, seed=2)
    givens = set(givens_of(small))
    for orbit in orbits(symmetry, 9):
        assert givens.issuperset(orbit) or givens.isdisjoint(orbit)
        if givens.issuperset(orbit):
            assert not is_logic_solvable(small.without(orbit))


def test_a_puzzle_is_minimised_from_its_own_givens():
    start = minimize(puzzle(LECTURE_SOLUTION), seed=1)
    more = puzzle(LECTURE_SOLUTION).without(c for c in range(81) if not start.cells[c] and c % 2)
    assert set(givens_of(minimize(more, seed=3))) <= set(givens_of(more))


def test_what_does_not_hold_cannot_be_kept():
    with pytest.raises(PuzzleError, match="not solvable with singles alone"):
        minimize(puzzle(NEFARIOUS))
    assert minimize(puzzle(NEFARIOUS), keep="proper") == puzzle(NEFARIOUS)
    with pytest.raises(PuzzleError, match="not proper"):
        minimize(puzzle("." * 81), keep="proper")
    with pytest.raises(PuzzleError, match="known are logic, proper"):
        minimize(puzzle(NEFARIOUS), keep="beauty")


def test_removal_stops_at_a_number_of_clues():
    grid = puzzle(LECTURE_SOLUTION)
    assert remove_inessential(grid, "logic", "none", RandomStream(1), 40).clues == 40


@pytest.mark.parametrize("keep", JUDGES)
@pytest.mark.parametrize("seed", range(4))
def test_rules_go_too_where_asked_and_then_none_can(keep, seed):
    layout = "4x4+killer:3:r1c1,r1c2+killer:7:r1c3,r1c4+killer:7:r2c2,r3c2+pair-sum:5:r4c3,r4c4"
    full = puzzle("2134431214233241", layout)
    bare = full.layout.without_constraints()
    small = minimize(full, keep=keep, seed=seed, rules=True)
    holds = JUDGES[keep]
    assert holds(small) and set(small.constraints) < set(full.constraints)
    for rule in small.constraints:
        rest = [other for other in small.constraints if other != rule]
        board = bare.with_constraints(*rest)
        assert not holds(Puzzle(small.cells, board)), (rule, small.line)
    assert minimize(full, keep=keep, seed=seed).layout == full.layout
    assert minimize(full, keep=keep, seed=seed, rules=True) == small
