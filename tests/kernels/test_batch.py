"""`satdoku.batch`: one door, the same answers whatever is behind it."""

import os
import subprocess
import sys
from itertools import islice

import numpy as np
import pytest

import satdoku
from satdoku import GenerationError, Layout, PuzzleError, batch, generate, random_grid
from satdoku.batch import puzzles
from satdoku.board import STANDARD, Puzzle
from satdoku.kernels.library import current
from satdoku.operations.checking import check
from tests.boards import grids, mixed_boards
from tests.kernel_builds import run_by
from tests.oracle import LECTURE, puzzle


@pytest.fixture(params=["compiled", "interpreted"])
def runner(request):
    """Who runs kernels."""
    with run_by(current() if request.param == "compiled" else None):
        yield


@pytest.mark.slow
@pytest.mark.parametrize("name", ["9x9", "6x6"])
def test_answers_are_those_of_the_interpreter_for_any_jobs(name):
    layout = Layout.named(name)
    boards, full = mixed_boards(layout, 80, seed=8), grids(layout, 8, seed=8)

    def everything(jobs):
        yield from batch.solve(boards, limit=3, jobs=jobs, layout=layout)
        yield from batch.base_rules(boards, jobs=jobs, layout=layout)
        yield from batch.check(boards[:20], jobs=jobs, layout=layout)
        yield batch.random_grids(8, seed=3, start=5, jobs=jobs, layout=layout)
        for keep in ("logic", "proper"):
            yield batch.minimize(full, keep=keep, symmetry="half-turn", jobs=jobs, layout=layout)
            yield batch.generate(8, seed=3, keep=keep, jobs=jobs, layout=layout)

    once = list(everything(1))
    with run_by(None):
        interpreted = list(everything(1))
    for answers in (everything(3), interpreted):
        for one, other in zip(answers, once, strict=True):
            np.testing.assert_array_equal(one, other)


@pytest.mark.slow_cases("interpreted-options1", "interpreted-options3")
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"keep": "proper"},
        {"symmetry": "diagonal"},
        {"clues": (24, 25)},
        {"clues": (30, 34), "minimal": False},
    ],
)
def test_generate_gives_the_bytes_of_plain_generate(runner, options):
    made = batch.generate(6, seed=2026, start=3, **options)
    plain = generate(6, seed=2026, start=3, **options)
    assert made.tolist() == [list(p.cells) for p in plain]


def test_the_promised_first_puzzle(runner):
    line = "3.92..........8...18....65.5.2....8..1...........79.6.....9.7.....1..8..8.6...3.."
    assert Puzzle(tuple(batch.generate(1, seed=2026)[0].tolist())).line == line


@pytest.mark.slow_cases("interpreted")
def test_random_grids_and_minimize_are_those_of_the_library(runner):
    full = batch.random_grids(5, seed=4, start=2)
    assert full.tolist() == [list(random_grid(seed=4, index=i).cells) for i in range(2, 7)]
    small = batch.minimize(full, keep="proper", seed=9, start=11)
    for i, board in enumerate(full.tolist()):
        plain = satdoku.minimize(Puzzle(tuple(board)), keep="proper", seed=9, index=11 + i)
        assert small[i].tolist() == list(plain.cells)


@pytest.mark.slow_cases("interpreted")
def test_check_reports_what_plain_check_does(runner):
    boards = np.concatenate([mixed_boards(STANDARD, 12, seed=1), batch.generate(3)])
    checked = batch.check(boards)
    known = {None: -1, False: 0, True: 1}
    for i, board in enumerate(boards.tolist()):
        report = check(Puzzle(tuple(board)))
        assert tuple(int(array[i]) for array in checked) == (
            report.clues,
            report.count,
            known[report.minimal],
            report.logic_solvable,
            known[report.logic_minimal],
        )


def test_boards_with_many_solutions_are_counted():
    empty = puzzle("." * 81)
    assert satdoku.count(empty, limit=5000) == 5000
    assert batch.solve([empty, puzzle(LECTURE)], limit=5000).counts.tolist() == [5000, 1]
    small = Puzzle((0,) * 16, Layout.of_size(4))
    assert satdoku.count(small) == satdoku.count(small, engine="dlx") == 288


def test_many_puzzles_are_made_in_blocks(monkeypatch):
    whole = batch.generate(60, seed=3)
    alone = []
    one = puzzles.generate_one
    monkeypatch.setattr(puzzles, "generate_one", lambda *a: alone.append(a) or one(*a))
    made = list(generate(60, seed=3))
    assert [list(p.cells) for p in made] == whole.tolist()
    assert len(alone) == 1
    assert [p.cells for p in islice(generate(None, seed=3), 60)] == [p.cells for p in made]


def test_puzzles_before_one_that_is_not_found_are_made():
    made = generate(60, seed=1, clues=(22, 26), tries=1)
    with pytest.raises(GenerationError) as error:
        for _ in range(60):
            found = next(made)
    assert found.clues in range(22, 27)
    assert "within 1 try" in str(error.value)


def test_large_layouts_draw_grids_the_plain_way():
    layout = Layout.named("25x25")
    grid = batch.random_grids(1, seed=1, layout=layout)
    assert grid[0].tolist() == list(random_grid(layout, seed=1).cells)


def test_puzzles_may_come_one_by_one():
    puzzles = (puzzle(LECTURE) for _ in range(3))
    assert batch.solve(puzzles).counts.tolist() == [1, 1, 1]
    assert batch.solve([]).solutions.shape == (0, 81)
    small = Puzzle((1, 0, 0, 0) + (0,) * 12, Layout.of_size(4))
    assert batch.solve([small], limit=100).counts.tolist() == [72]


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: batch.solve(np.zeros((2, 80), np.uint8)), r"shape \(2, 80\).*N × 81"),
        (lambda: batch.solve(np.zeros(81, np.uint8)), r"shape \(81,\)"),
        (lambda: batch.solve(np.full((1, 81), 0.5)), "float64"),
        (lambda: batch.solve(np.full((1, 81), 10)), "board 0.*r1c1 holds 10"),
        (lambda: batch.solve(np.full((1, 81), -1)), "r1c1 holds -1"),
        (lambda: batch.solve(np.zeros((1, 81), np.uint8), limit=0), "limit 0"),
        (lambda: batch.solve(np.zeros((1, 81), np.uint8), limit=2**63), "limit 9223"),
        (lambda: batch.solve(np.zeros((1, 81), np.uint8), limit=2.5), "limit 2.5"),
        (lambda: batch.solve(np.zeros((1, 81), np.uint8), jobs=0), "jobs 0"),
        (lambda: batch.solve([[0] * 80]), "item 0.*80 cells"),
        (lambda: batch.solve([12]), "item 0.*int"),
        (lambda: batch.solve([], layout=None), "layout None"),
        (lambda: batch.generate(-1), "count -1"),
        (lambda: batch.random_grids(1, seed=-1), "seed -1"),
        (lambda: batch.random_grids(1, seed=2**64), "seed 1844"),
        (lambda: batch.generate(1, start=-1), "start -1"),
        (lambda: batch.minimize(np.zeros((1, 81), np.uint8), lacking="x"), "lacking 'x'"),
        (lambda: batch.minimize(np.zeros((1, 81), np.uint8), symmetry="x"), "symmetry 'x'"),
        (lambda: batch.minimize(np.zeros((1, 81), np.uint8)), "board 0.*not solvable"),
        (lambda: batch.minimize(np.zeros((1, 81), np.uint8), keep="x"), "unknown property 'x'"),
        (
            lambda: batch.solve([puzzle(LECTURE), Puzzle((0,) * 16, Layout.of_size(4))]),
            "board 1.*4x4.*9x9",
        ),
    ],
)
def test_bad_boards_are_refused_with_their_place(call, says):
    with pytest.raises(PuzzleError, match=says):
        call()


def test_a_board_without_the_property_is_left_blank_on_request():
    boards = np.concatenate([np.zeros((1, 81), np.uint8), batch.random_grids(1)])
    small = batch.minimize(boards, lacking="blank")
    assert not small[0].any()
    assert small[1].any()


def test_generating_gives_up_honestly(runner):
    with pytest.raises(GenerationError) as plain:
        next(generate(1, clues=(17, 17), tries=2))
    with pytest.raises(GenerationError) as many:
        batch.generate(3, clues=(17, 17), tries=2)
    assert str(many.value) == str(plain.value)


def test_arrays_that_may_not_be_written_are_taken():
    boards = batch.random_grids(500)
    boards.flags.writeable = False
    assert batch.solve(boards[::2]).counts.tolist() == [1] * 250


def test_hard_boards_are_given_up_on_request(runner):
    layout = Layout.of_size(16)
    empty = np.zeros((1, 256), np.uint8)
    empty[0, :16] = 5  # one digit all over the first row: a contradiction at once
    assert batch.solve(empty, patience=1, layout=layout).counts.tolist() == [0]
    board = mixed_boards(layout, 1, seed=2, ways=(0.3,))
    assert batch.solve(board, patience=1, layout=layout).counts.tolist() == [-1]


# -- Compiling --------------------------------------------------------------------------------

TWO_LAYOUTS = (
    "import numpy; from satdoku import batch; batch.random_grids(5000, layout='6x6');"
    "print(batch.random_grids(500).shape)"
)


def run_python(program, **environment):
    return subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )


def test_one_kernel_after_the_other_is_compiled(tmp_path):
    assert run_python(TWO_LAYOUTS, SATDOKU_CACHE_DIR=str(tmp_path)).stdout == "(500, 81)\n"


def test_tables_and_missing_values_are_said():
    arrow = pytest.importorskip("pyarrow")
    line = "....43..1.....4."
    with pytest.raises(PuzzleError, match="pass its column of puzzles"):
        batch.solve(arrow.table({"puzzle": [line]}), layout="4x4")
    for missing in (None, float("nan")):
        with pytest.raises(PuzzleError, match=r"item 1 .counting from 0. is None or NaN"):
            batch.solve([line, missing], layout="4x4")
