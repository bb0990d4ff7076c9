"""The environment: verdicts against the solution and the finders, splits that cannot meet."""

import sys
from pathlib import Path

import numpy as np
import pytest

import satdoku
from satdoku.environment import Rewards, Sudoku, Sudokus, split_of
from satdoku.errors import PuzzleError

PUZZLE, GRID = "....43..1.....4.", "2134431214233241"


def played(game, solution):
    """Place the solution's digits in reading order until the episode ends; return the outcomes."""
    found = []
    for cell, digit in enumerate(solution.cells):
        if not game.observe().board.cells[cell]:
            name, symbol = solution.layout.cell_name(cell), solution.layout.symbol(digit)
            found.append(game.act(f"place {name} {symbol}"))
    return found


@pytest.mark.parametrize("layout", ["4x4", "6x6", "9x9", "9x9+diagonal", "9x9+killer:3:r1c1,r1c2"])
def test_true_moves_are_made_and_named(layout):
    game = Sudoku(layout=layout, hardest=3.0)
    game.reset(seed=2)
    solution = satdoku.solution(game.puzzle, engine="dlx")
    found = played(game, solution)
    assert found[-1].solved and found[-1].over
    assert {one.verdict for one in found} <= {"follows", "guess"}
    assert all(one.technique and one.rating <= 3.0 for one in found if one.verdict == "follows")
    assert all(one.reward == (one.verdict == "follows") for one in found)
    assert game.observe().board.cells == solution.cells


def test_a_move_follows_if_a_listed_step_gives_it():
    game = Sudoku(layout="4x4", techniques="singles")
    game.reset(puzzle=PUZZLE)
    position = satdoku.logic.position.Position.of(satdoku.parse(PUZZLE))
    singles = {
        a for step in satdoku.available(position, technique="singles").steps for a in step.asserted
    }
    for cell, digit in enumerate(satdoku.parse(GRID).cells):
        if PUZZLE[cell] == ".":
            game.reset(puzzle=PUZZLE)
            variable = position.theory.variable_of(cell, digit)
            if not position.is_open(variable):
                continue
            r, c = divmod(cell, 4)
            out = game.act(f"place r{r + 1}c{c + 1} {digit}")
            if variable in singles:
                assert out.verdict == "follows"
            assert out.verdict in ("follows", "guess")


def test_false_moves_are_told_and_not_made():
    game = Sudoku(layout="4x4")
    before = game.reset(puzzle=PUZZLE)
    for cell in range(16):
        for digit in range(1, 5):
            r, c = divmod(cell, 4)
            right = GRID[cell] == str(digit)
            out = game.act(f"{'deny' if right else 'place'} r{r + 1}c{c + 1} {digit}")
            assert out.verdict == "false", (cell, digit, out)
            assert out.reward == -1
    assert game.observe() == before


def test_a_named_technique_must_give_the_move():
    found = satdoku.available(PUZZLE, technique="hidden single in a box")
    for name, verdict in (("last digit", "guess"), ("hidden single in a box", "follows")):
        game = Sudoku(layout="4x4")
        game.reset(puzzle=PUZZLE)
        r, c, d = found.position.theory.coordinates(found.steps[0].asserted[0])
        assert game.act(f"place r{r}c{c} {d} by {name}").verdict == verdict
    assert game.act("place r9c9 1").verdict == "unreadable"
    assert game.act("place r1c4 1 by magic").verdict == "unreadable"


def test_undone_moves_earn_once():
    game = Sudoku(layout="4x4")
    begun = game.reset(puzzle=PUZZLE)
    hint = game.act("hint")
    place = f"place {hint.reason.replace('=', ' ')}"
    assert hint.reward < 0
    first = game.act(place)
    assert (first.verdict, first.reward) == ("follows", 1)
    game.act("undo")
    assert game.observe() == begun
    again = game.act(place)
    assert (again.verdict, again.reward) == ("known", 0)
    assert again.observation == first.observation, "it is made all the same"


def test_budgets_and_ends():
    game = Sudoku(layout="4x4", budget=2, rewards=Rewards(unreadable=-3))
    game.reset(seed=1)
    assert game.act("?").reward == -3
    assert game.observe().left == 1
    assert game.act("undo").over
    with pytest.raises(PuzzleError, match="reset"):
        game.act("undo")
    game.reset(seed=1)
    assert game.act("stop").over
    for bad in ({}, {"seed": 1, "puzzle": PUZZLE}):
        with pytest.raises(PuzzleError, match="either"):
            game.reset(**bad)
    with pytest.raises(PuzzleError, match="exactly one"):
        game.reset(puzzle="." * 16)
    with pytest.raises(PuzzleError, match="magic"):
        Sudoku(techniques="magic")
    with pytest.raises(PuzzleError, match="no episode"):
        Sudoku().observe()


def test_episodes_are_reproducible_and_splits_never_meet():
    grids = {"train": set(), "test": set()}
    for split, met in grids.items():
        for seed in range(4):
            game, again = Sudoku(split=split), Sudoku(split=split)
            assert game.reset(seed=seed) == again.reset(seed=seed)
            assert split_of(game.puzzle) == split
            met.add(satdoku.canonical(satdoku.solution(game.puzzle)).puzzle.line)
            rows = [game.puzzle.line[i : i + 9] for i in (9, 0, 18, *range(27, 81, 9))]
            isomorph = "".join(rows).translate(str.maketrans("123456789", "912345678"))
            assert split_of(isomorph) == split
    assert not grids["train"] & grids["test"]
    assert {"train", "test"} == {split_of(p) for p in satdoku.generate(60, seed=5)}


def test_arrays_judge_as_one_board_does():
    puzzles = list(satdoku.generate(20, seed=4))
    game, rng = Sudokus(puzzles), np.random.default_rng(2)
    for _ in range(10):
        cells, digits = rng.integers(0, 81, 20), rng.integers(1, 10, 20)
        before = game.boards.copy()
        verdicts = game.place(cells, digits)
        right = satdoku.score_placements(before, cells, digits)
        for i in range(20):
            if before[i, cells[i]]:
                assert verdicts[i] == -1
            elif game.solutions[i, cells[i]] != digits[i]:
                assert verdicts[i] == 0 and not right.right[i]
            else:
                assert verdicts[i] == 1 + right.follows[i]
                assert game.boards[i, cells[i]] == digits[i]
    assert ((game.boards == 0) | (game.boards == game.solutions)).all()
    with pytest.raises(PuzzleError, match="exactly one"):
        Sudokus(["." * 81])


def test_gymnasium_accepts_the_adapter(monkeypatch):
    pytest.importorskip("gymnasium", reason="gymnasium is not installed")
    from gymnasium.utils.env_checker import check_env

    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "examples"))
    import gymnasium_env

    check_env(gymnasium_env.SudokuEnv(layout="4x4"), skip_render_check=True)
    sys.modules.pop("gymnasium_env")
