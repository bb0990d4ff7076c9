"""What stands beside a puzzle that `shuffle` or `minimize` changed is true of it."""

from __future__ import annotations

import csv
import json

import pytest

import satdoku
from tests.processes import command as run

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
#: Cells of f-puzzles: a placed digit, a colour and a corner mark beside a given; all givens.
MARKED: list[dict] = [
    {"value": 5, "given": True},
    {"value": 3},
    {"c": "#fc0"},
    {"cornerPencilMarks": [1]},
]
GIVEN: list[dict] = [{"value": int(d), "given": True} for d in SOLUTION]


def fpuzzles(first: list[dict], others: list[dict]) -> str:
    """Return a board of f-puzzles with a title; first, others: its cells."""
    cells = first + others
    grid = [cells[k : k + 9] for k in range(0, 81, 9)]
    return json.dumps({"size": 9, "title": "Mine", "grid": grid})


@pytest.mark.parametrize("seed", ["1", "2", "3"])
@pytest.mark.parametrize("form", ["csv", "json"])
def test_a_solution_is_shuffled_with_its_puzzle(form, seed, tmp_path):
    table = tmp_path / "table.csv"
    table.write_text(f"id,puzzle,solution,code\n7,{PUZZLE},{SOLUTION},{SOLUTION[::-1]}\n")
    found = run("shuffle", str(table), "--seed", seed, "--format", form)
    assert found.returncode == 0
    if form == "csv":
        [row] = csv.DictReader(found.stdout.splitlines())
    else:
        row = json.loads(found.stdout)
    assert row["puzzle"] != PUZZLE
    [solution] = satdoku.solutions(row["puzzle"], limit=2)
    assert solution.line == row["solution"]
    # What has other digits than the puzzle is no board of it, and stays as it is.
    assert (row["id"], row["code"]) == ("7", SOLUTION[::-1])


def test_marks_of_cells_are_not_moved_and_that_is_told():
    found = run(
        "shuffle", "-", "--seed", "1", "--format", "fpuzzles", stdin=fpuzzles(MARKED, [{}] * 77)
    )
    cells = [cell for row in json.loads(found.stdout)["grid"] for cell in row if cell]
    assert [set(cell) for cell in cells] == [{"value", "given"}]
    for name in ("colours", "corner marks", "placed digits"):
        assert f"a shuffled puzzle cannot hold {name} of 1 puzzle: left out" in found.stderr
    assert "title" not in found.stderr


@pytest.mark.parametrize("words", ["shuffle", "minimize --keep proper"])
def test_what_a_format_cannot_hold_is_told(words):
    record = json.dumps({"puzzle": PUZZLE, "title": "Mine"})
    with_title = run(*words.split(), "-", "--format", "json", stdin=record)
    assert json.loads(with_title.stdout)["title"] == "Mine"
    assert not with_title.stderr
    for form in ("puzzlink", "line"):
        without = run(*words.split(), "-", "--format", form, stdin=fpuzzles([{}], GIVEN[1:]))
        assert f"{form} cannot hold title of 1 puzzle: left out" in without.stderr


def test_a_rating_is_not_told_of_the_minimal_puzzle(tmp_path):
    table = tmp_path / "table.csv"
    table.write_text(f"puzzle,rating,solution\n{SOLUTION[:-1]}.,1.0,{SOLUTION}\n")
    found = run("minimize", str(table), "--format", "csv")
    [row] = csv.DictReader(found.stdout.splitlines())
    assert row["input_rating"] == "1.0" and "rating" not in row
    assert row["solution"] == SOLUTION
    assert "it may not hold for the new puzzles" in found.stderr
    shuffled = run("shuffle", str(table), "--format", "csv")
    [row] = csv.DictReader(shuffled.stdout.splitlines())
    assert row["rating"] == "1.0"


@pytest.mark.parametrize("command", ["solve", "canon"])
def test_answers_about_puzzles_name_no_columns_of_theirs(command, tmp_path):
    table = tmp_path / "table.csv"
    table.write_text(f"puzzle,id\n{PUZZLE},7\n")
    assert not run(command, str(table), "--format", "line").stderr


@pytest.mark.parametrize("command", ["minimize --keep proper", "shuffle --seed 1"])
def test_columns_that_a_format_of_puzzles_has_no_place_for_are_named(command, tmp_path):
    table = tmp_path / "table.csv"
    table.write_text(f"puzzle,id,title\n{PUZZLE},7,Mine\n")
    told = run(*command.split(), str(table), "--format", "line")
    assert told.stderr.splitlines() == [
        "satdoku: line cannot hold the column 'id': left out",
        "satdoku: line cannot hold the column 'title': left out",
    ]
    for form in ("csv", "json"):
        held = run(*command.split(), str(table), "--format", form)
        assert "left out" not in held.stderr
