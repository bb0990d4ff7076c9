"""True candidates: those of all solutions that another engine lists."""

import json
from importlib import import_module

import pytest
from click.testing import CliRunner

import satdoku
from satdoku import Layout
from satdoku.backends.base import Clock
from satdoku.cli.main import cli
from satdoku.kernels import library

# the function has the module's name
true_candidates_module = import_module("satdoku.operations.true_candidates")

BOARDS = [
    ("12..34..........", "4x4"), ("." * 16, "4x4+killer:3:r1c1,r1c2+thermometer:r2c1-r2c3"),
    ("1" + "." * 24, "5x5/jigsaw:1112211222333443354455554"), ("1" + "." * 27, "4x4@r1c1,r3c3"),
    ("." * 16, "4x4+from-0+killer:6:r1c1-r1c3"), ("123456456123" + "." * 12, "4x6+digits:6"),
]  # fmt: skip


@pytest.mark.parametrize(("cells", "layout"), BOARDS)
def test_they_are_the_digits_of_all_solutions(cells, layout):
    puzzle = satdoku.parse(cells, Layout.named(layout))
    counts = [[0] * len(puzzle.layout.symbols) for _ in puzzle.cells]
    for found in satdoku.solutions(puzzle, engine="dlx", limit=3000):
        for cell, digit in enumerate(found.cells):
            counts[cell][digit - 1] += 1
    if sum(counts[0]) == 3000:
        pytest.fail("choose a board of fewer solutions")
    for cap in (1, 3):
        found = satdoku.true_candidates(puzzle, cap=cap)
        assert [list(cell) for cell in found.counts] == [[min(cap, n) for n in c] for c in counts]


def test_a_puzzle_without_solution_has_none():
    found = satdoku.true_candidates("11" + "." * 14)
    assert not found.has_solution and not any(found.digits)
    done = CliRunner().invoke(
        cli, ["show", "11" + "." * 14, "--true-candidates"], standalone_mode=False
    )
    assert done.return_value == 1
    assert done.stderr == "satdoku: argument, line 1: no solution\n"


def test_they_are_shown_and_passed_on():
    done = CliRunner().invoke(cli, ["show", BOARDS[0][0], "--true-candidates", "--format", "json"])
    found = satdoku.true_candidates(BOARDS[0][0])
    assert json.loads(done.stdout)["candidates"] == found.record()["candidates"]
    assert found.text().splitlines()[:2] == ["r1c3 34", "r1c4 34"]
    assert ["".join(map(str, d)) for d in found.digits] == found.record()["candidates"]
    assert "| 1     2     | 34    34    |" in satdoku.convert(found.marked, "candidates")


def test_bad_requests_are_refused():
    with pytest.raises(satdoku.PuzzleError, match="cap 0: choose a whole number from 1"):
        satdoku.true_candidates("." * 16, cap=0)
    with pytest.raises(satdoku.TimeLimitReached):
        satdoku.true_candidates("." * 625, time_limit=0.0001)
    done = CliRunner().invoke(cli, ["show", "." * 16, "--time-limit", "1"])
    assert "--time-limit is for --true-candidates" in done.stderr


@pytest.mark.parametrize(
    ("cells", "layout"),
    [
        ("." * 81, "9x9+killer:20:r1c1,r1c2,r2c1"),
        ("." * 81, "9x9+anti-knight"),
        ("." * 36, "6x6+renban:r1c1,r2c2,r3c3+non-consecutive"),
        ("12" + "." * 34, "6x6+anti-knight+killer:9:r3c3,r3c4,r4c3"),
        ("." * 16, "4x4+killer:3:r1c1,r1c2+killer:4:r1c1,r2c2"),
        *BOARDS,
    ],
)
def test_masks_and_a_solver_count_the_same(cells, layout, monkeypatch):
    if library.current() is None:
        pytest.skip("without compiled kernels, only the solver counts")
    boards = []
    for has_kernels in (True, False):
        if not has_kernels:
            monkeypatch.setattr(library, "current", lambda: None)
        boards.append([satdoku.true_candidates(cells, layout=layout, cap=cap) for cap in (1, 5)])
    assert boards[0] == boards[1]


def test_masks_leave_to_the_solver_what_takes_too_long(monkeypatch):
    puzzle = satdoku.parse("." * 81, Layout.named("9x9+anti-knight"))
    usual = satdoku.true_candidates(puzzle)
    monkeypatch.setattr(true_candidates_module, "PATIENCE", 0)
    monkeypatch.setattr(true_candidates_module, "EACH", 0)
    assert satdoku.true_candidates(puzzle) == usual


def test_masks_know_when_all_solutions_are_seen():
    if library.current() is None:
        pytest.skip("without compiled kernels, only the solver counts")
    puzzle = satdoku.parse("12..34..........")
    tally = true_candidates_module.MaskTally(puzzle, Clock(None))
    assert tally.solutions == satdoku.count(puzzle) == 12
    assert tally.is_settled(1, 0) and tally.is_settled(64, 0) and tally.questions == 1
    assert tally.reach(1000) and tally.questions == 1
