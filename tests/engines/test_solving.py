import pytest

from satdoku import (
    EngineError,
    Inconsistency,
    Layout,
    PuzzleError,
    Theory,
    count,
    is_proper,
    solutions,
    solve,
)
from satdoku.backends import open_backend
from satdoku.operations.checking import check
from tests.oracle import EASY, HARD, LECTURE, LECTURE_SOLUTION, NEFARIOUS, models, puzzle

ENGINES = ["native", "dlx", "auto", "glucose4", "minicard", "cpsat", "cpsat-integers"]


@pytest.mark.parametrize("engine", ENGINES)
def test_the_lectures_puzzle(engine):
    assert solve(puzzle(LECTURE), engine=engine).line == LECTURE_SOLUTION


def test_logic_leaves_open_what_it_cannot_decide():
    partial = solve(puzzle(NEFARIOUS), logic=True)
    full = solve(puzzle(NEFARIOUS))
    assert not partial.is_full
    assert full.is_full
    assert all(p in (0, f) for p, f in zip(partial.cells, full.cells, strict=True))
    assert solve(puzzle(LECTURE), logic=True).line == LECTURE_SOLUTION


def test_logic_of_a_puzzle_with_many_solutions_stays_open():
    assert solve(puzzle("." * 81), logic=True) == puzzle("." * 81)


@pytest.mark.parametrize("engine", ENGINES)
def test_counts_of_the_4x4_board(engine):
    assert count(puzzle("." * 16, "4x4"), engine=engine) == 288
    assert count(puzzle("." * 16, "4x4"), limit=100, engine=engine) == 100
    assert count(puzzle("1" + "." * 15, "4x4"), engine=engine) == 72


@pytest.mark.parametrize("engine", ENGINES)
def test_solutions_are_the_models_that_pysat_finds(engine):
    board = puzzle(EASY.replace("5", ".").replace("7", "."))
    expected = models(Theory.of(Layout.of_size(9)), board.givens, 10**6)
    found = [solution.givens for solution in solutions(board, engine=engine)]
    assert len(found) == len(expected) > 1
    assert set(found) == expected


def test_engines_and_limits_that_do_not_fit_are_refused():
    four = open_backend("native", Theory.of(Layout.of_size(4)))
    with pytest.raises(EngineError, match="opened for a different board"):
        solve(puzzle(LECTURE), engine=four)
    for engine in ENGINES:
        for limit in (-1, 0, 1.5, "2"):
            with pytest.raises(PuzzleError, match="choose a whole number, 1 or more"):
                count(puzzle("." * 16, "4x4"), limit=limit, engine=engine)


def test_properness():
    assert is_proper(puzzle(HARD))
    assert not is_proper(puzzle("." * 81))
    assert not is_proper(puzzle("55" + "." * 79))


def test_no_solution_is_an_inconsistency_that_names_the_clause():
    with pytest.raises(Inconsistency, match="two 5s in row 1") as caught:
        solve(puzzle("55" + "." * 79))
    assert str(caught.value.clause) == "row 1 digit 5"
    assert caught.value.givens == (5, 14)


def test_a_contradiction_that_only_search_finds():
    board = puzzle(NEFARIOUS.replace("6..8", "6..7", 1))
    assert models(Theory.of(Layout.of_size(9)), board.givens, 1) == set()
    assert solve(board, logic=True).clues >= board.clues
    with pytest.raises(Inconsistency, match="search finds no solution") as caught:
        solve(board)
    assert caught.value.clause is None


def test_reports():
    report = check(puzzle(LECTURE))
    assert (report.proper, report.logic_solvable, report.clues) == (True, True, 24)
    hard = check(puzzle(NEFARIOUS))
    assert (hard.proper, hard.minimal, hard.logic_solvable) == (True, True, False)
    assert hard.logic_minimal is None
    empty = check(puzzle("." * 81))
    assert (empty.count, empty.minimal) == (2, None)
    broken = check(puzzle("55" + "." * 79))
    assert broken.count == 0
    assert "two 5s in row 1" in broken.problem


def test_no_given_is_said_to_be_needed_where_there_is_none():
    """The cages alone leave one solution."""
    cages = "killer:6:r1c1,r1c2,r2c2+killer:10:r1c3,r1c4,r2c3,r2c4+killer:8:r2c1-r4c1"
    more = "killer:6:r3c2,r3c3+killer:7:r3c4,r4c4+killer:3:r4c2,r4c3"
    said = check("." * 16, layout=f"4x4+{cages}+{more}").text()
    assert said == "0 clues, proper, minimal, solvable with singles and its rules alone"
