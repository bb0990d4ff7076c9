"""The environment: verdicts against the solution and the finders, returns that depend on the board
alone, agents that try to earn without reasoning, splits that cannot meet."""

import random

import numpy as np
import pytest

import satdoku
from satdoku.environment import Rewards, Sudoku, Sudokus, split_of
from satdoku.errors import PuzzleError
from satdoku.theory import Theory

PUZZLE, GRID = "....43..1.....4.", "2134431214233241"


def played(game, solution):
    """Place the solution's digits in reading order until the episode ends; return the outcomes."""
    found = []
    for cell, digit in enumerate(solution.cells):
        if not game.observe().board.cells[cell]:
            name, symbol = solution.layout.cell_name(cell), solution.layout.symbol(digit)
            found.append(game.act(f"place {name} {symbol}"))
    return found


def test_an_agent_is_told_the_rules_in_words():
    seen = Sudoku(layout="4x4+killer:3:r1c1,r1c2").reset(seed=2)
    assert seen.rules[-1] == "Rules and their cells: killer:3:r1c1,r1c2."
    assert not Sudoku(layout="4x4").reset(seed=2).rules


@pytest.mark.parametrize("layout", ["4x4", "6x6", "9x9", "9x9+diagonal", "9x9+killer:3:r1c1,r1c2"])
def test_true_moves_are_made_and_named(layout):
    game = Sudoku(layout=layout, hardest=3.0)
    game.reset(seed=2)
    solution = satdoku.solution(game.puzzle, engine="dlx")
    found = played(game, solution)
    assert found[-1].solved and found[-1].over
    assert {one.verdict for one in found} <= {"follows", "later", "guess"}
    for one in found:
        assert bool(one.technique) == (one.verdict == "follows")
        assert one.rating <= 3.0
        assert one.reward == pytest.approx(1)
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
            assert (out.verdict == "follows") == (variable in singles)
            assert out.verdict in ("follows", "later", "guess")


def test_false_moves_are_told_and_not_made():
    game = Sudoku(layout="4x4")
    before = game.reset(puzzle=PUZZLE)
    wrong = 0
    for cell in range(16):
        for digit in range(1, 5):
            r, c = divmod(cell, 4)
            right = GRID[cell] == str(digit)
            out = game.act(f"{'deny' if right else 'place'} r{r + 1}c{c + 1} {digit}")
            assert out.verdict == "false", (cell, digit, out)
            wrong += 1
            assert out.reward == -min(wrong, 4), wrong
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


def test_a_move_that_only_follows_from_the_step_after_is_no_step_of_its_own():
    puzzle = ".64273.............5.....43..7.1.56..8...9......8..1.96.5...9.......2.8.1....7..2"
    game = Sudoku(techniques="hidden single, naked single")
    game.reset(puzzle=puzzle)
    out = game.act("place r1c1 9")
    assert (out.verdict, out.technique) == ("later", "")
    assert out.text.startswith("follows in 2 steps: first naked single: r1c7=8")
    cell, digit = np.array([0]), np.array([9])
    assert not satdoku.score_placements([puzzle], cell, digit).follows[0]
    assert Sudokus([puzzle]).place(cell, digit)[0] == 1


def test_what_was_disclosed_has_no_worth():
    game = Sudoku(layout="4x4")
    begun = game.reset(puzzle=PUZZLE)
    hint = game.act("hint")
    assert hint.reason in hint.text
    assert hint.reward == -0.5
    place = f"place {hint.reason.replace('=', ' ')}"
    first = game.act(place)
    assert (first.verdict, first.reward) == ("follows", 0)
    assert game.act("undo").reward == 0
    assert game.observe() == begun
    assert game.act(place).observation == first.observation, "it is made all the same"
    # A wrong claim tells as much about its cell as a hint.
    game.reset(puzzle=PUZZLE)
    assert game.act("deny r1c1 2").verdict == "false"
    assert game.act("place r1c1 2").reward == 0
    assert game.act("place r1c2 1").reward == 1


def test_undone_moves_earn_nothing():
    game = Sudoku(layout="4x4")
    game.reset(puzzle=PUZZLE)
    rewards = [game.act(act).reward for act in ("place r1c1 2", "undo", "place r1c1 2", "undo")]
    assert rewards == [1, -1, 1, -1]
    assert game.act("undo").reward == 0, "there is nothing to undo"


def test_right_names_earn_once_a_cell_and_wrong_ones_cost():
    game = Sudoku(layout="4x4")
    game.reset(puzzle=PUZZLE)
    step = satdoku.available(PUZZLE, technique="singles").steps[0]
    r, c, d = Theory.of("4x4").coordinates(step.asserted[0])
    named = f"place r{r}c{c} {d} by {step.name}"
    assert game.act(named).reward == pytest.approx(1.1)
    game.act("undo")
    assert game.act(named).reward == pytest.approx(1)
    game.reset(puzzle=PUZZLE)
    assert game.act(f"place r{r}c{c} {d} by X-wing").reward == pytest.approx(0.5)


def actions(puzzle):
    """The moves of an explanation, in its order."""
    way = satdoku.explain(puzzle, scale="satdoku")
    theory = way.start.theory
    for step in way.steps:
        for literal in step.literals:
            r, c, d = theory.coordinates(abs(literal))
            symbol = theory.layout.symbol(d)
            yield f"{'place' if literal > 0 else 'deny'} r{r}c{c} {symbol}"


def test_denials_earn_what_steps_show_until_the_cell_is_filled():
    level = satdoku.Level(lowest=26, highest=30)
    (puzzle,) = satdoku.generate(1, seed=3, level=level)
    game = Sudoku(hardest=9)
    game.reset(puzzle=puzzle)
    moves = [(act, game.act(act)) for act in actions(puzzle)]
    gains = [out.reward for act, out in moves if act.startswith("deny")]
    assert gains and all(0 < gain <= 0.5 for gain in gains)
    assert moves[-1][1].solved
    assert sum(out.reward for _, out in moves) == pytest.approx(puzzle.cells.count(0))


# -- Agents ---------------------------------------------------------------------------------------


def honest(game, seen, chance):
    """Makes the moves of an explanation."""
    yield from actions(seen.board)


def knowing(game, seen, chance):
    """Knows the solution: denies and places in any order, takes back some of it."""
    layout = seen.board.layout
    grid = satdoku.solution(seen.board)
    while game.observe().board.line != grid.line:
        now = game.observe()
        cell = chance.choice([c for c, digit in enumerate(now.board.cells) if not digit])
        name = layout.cell_name(cell)
        digits = [d for d in layout.digit_numbers if now.candidates[cell] >> (d - 1) & 1]
        digit = chance.choice(digits)
        if digit != grid.cells[cell]:
            yield f"deny {name} {layout.symbol(digit)}"
        elif chance.random() < 0.7:
            yield f"place {name} {layout.symbol(digit)}"
        else:
            yield "undo"


def hint_copier(game, seen, chance):
    """Asks for a hint and does what it says."""
    while True:
        reason = (yield "hint").reason
        if "=" in reason:
            cells, digit = reason.split(", ")[0].split("=")
            yield f"place {cells} {digit}"
        elif "<>" in reason:
            theory = Theory.of(seen.board.layout)
            for literal in satdoku.logic.moves.literals_of(reason.replace(", ", ","), "", theory):
                r, c, d = theory.coordinates(-literal)
                yield f"deny r{r}c{c} {theory.layout.symbol(d)}"
        else:
            return


def denier(game, seen, chance):
    """Denies candidates, each once, in a random order."""
    layout = seen.board.layout
    pairs = [
        (cell, d)
        for cell in layout.all_cells
        for d in layout.digit_numbers
        if not seen.board.cells[cell] and seen.candidates[cell] >> (d - 1) & 1
    ]
    chance.shuffle(pairs)
    for cell, d in pairs:
        yield f"deny {layout.cell_name(cell)} {layout.symbol(d)}"


def in_circles(game, seen, chance):
    """Knows the solution; makes each move and takes it back."""
    grid = satdoku.solution(seen.board)
    for cell, digit in enumerate(grid.cells):
        if not seen.board.cells[cell]:
            yield f"place {grid.layout.cell_name(cell)} {grid.layout.symbol(digit)}"
            yield "undo"


def constant(game, seen, chance):
    """Says one thing always."""
    said = chance.choice(["place r1c1 1", "deny r1c2 2", "undo", "hint", seen.text])
    for _ in range(30):
        yield said


def earned(game, agent, seed):
    """Return what an agent earns in the episode of the seed, and whether it solved the puzzle."""
    seen = game.reset(seed=seed)
    acting = agent(game, seen, random.Random(seed))
    total, out = 0.0, None
    for _ in range(2000):
        try:
            act = acting.send(out)
        except StopIteration:
            break
        out = game.act(act)
        total += out.reward
        if out.over:
            break
    return total, bool(out and out.solved)


LAYOUTS = ["9x9", "6x6", "9x9+diagonal", "9x9+anti-knight", "6x6+thermometer:r1c1,r1c2,r2c2"]


@pytest.mark.parametrize(
    ("layout", "count"),
    [("9x9", 1), ("6x6", 2)]
    + [pytest.param(layout, 3, marks=pytest.mark.nightly) for layout in LAYOUTS]
    + [pytest.param(LAYOUTS[3], 1, marks=pytest.mark.slow)],
)
def test_no_order_earns_more_than_logic_and_no_agent_earns_without_it(layout, count):
    game = Sudoku(layout=layout)
    for seed in range(count):
        best, solved = earned(game, honest, seed)
        assert best == pytest.approx(game.puzzle.cells.count(0)) or not solved
        total, is_solved = earned(game, knowing, seed)
        assert is_solved
        assert total == pytest.approx(game.puzzle.cells.count(0))
        for agent in (hint_copier, denier, in_circles, constant):
            total, _ = earned(game, agent, seed)
            assert total <= 1e-9, (agent.__name__, seed)


@pytest.mark.parametrize(
    "text",
    ["deny r56c5 8", "place r12c1 5", "place r0c0 1", "place r1c1 10", "place r99999c1 1", "",
     "\n" * 30_000, "place r1c1" + " " * 100_000 + "!", "place r1c1 \ud800", "deny r1c12 3",
     "hint hint", "place r1c1 1 by nothing", "place r" + "9" * 5000 + "c1 1"],
)  # fmt: skip
def test_no_text_ends_an_episode(text):
    game = Sudoku(layout="4x4")
    before = game.reset(puzzle=PUZZLE)
    out = game.act(text)
    assert (out.verdict, out.reward, out.observation) == ("unreadable", -1, before)


@pytest.mark.parametrize("layout", ["4x4", "2x2", "4x4+diagonal"])
def test_a_board_with_too_few_grids_has_no_split(layout):
    splits = []
    for split in ("train", "test"):
        try:
            Sudoku(layout=layout, split=split).reset(seed=1)
        except PuzzleError as error:
            assert f"{layout} has too few classes of solved grids" in str(error)
        else:
            splits.append(split)
    assert splits in (["train"], ["test"])


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


def test_gymnasium_accepts_the_adapter():
    pytest.importorskip("gymnasium", reason="gymnasium is not installed")
    from gymnasium.utils.env_checker import check_env

    from satdoku.environment.adapters.gymnasium_sudoku import SudokuEnv

    check_env(SudokuEnv(layout="4x4"), skip_render_check=True)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"hardest": -1}, "hardest -1: give a rating from 1.0 on"),
        ({"hardest": float("nan")}, "hardest nan"),
        ({"hardest": "3"}, "hardest '3'"),
        ({"budget": 2.5}, "a budget of 2.5 actions"),
        ({"techniques": 3}, "techniques 3"),
    ],
)
def test_options_that_no_episode_can_have_are_refused(options, says):
    with pytest.raises(PuzzleError, match=says):
        Sudoku(**options)


def test_a_reward_is_a_number():
    with pytest.raises(PuzzleError, match="reward filled nan"):
        Rewards(filled=float("nan"))
