"""Titles, authors and the like cannot break what holds them, nor become puzzles."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

import satdoku
from satdoku.cli.main import cli
from satdoku.formats.converting import TEXT_FORMATS, convert
from satdoku.formats.format_table import FORMATS
from satdoku.formats.metadata import ABOUT, about, with_about

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
NASTY = {
    "link of f-puzzles": "see https://f-puzzles.com/?load=N4",
    "link of SudokuPad": "https://sudokupad.app/scfxxxxxxxxxxxxxM",
    "link of puzz.link": "a https://puzz.link/p?sudoku/4/4/1k2h3k4 b",
    "layout and board": "9x9+diagonal " + "." * 81,
    "board": EASY,
    "rule": "killer:3:r1c1,r1c2",
    "another rule": "+diagonal",
    "section": "[Puzzle]",
    "end of XML": '</name></opensudoku> <game data="1"/> &amp; <!--',
    "braces": '{"puzzle": "' + "1" + "." * 15 + '"}',
    "stars": "*x*tAnother*aSomebody **",
    "game of Solo": "2x2:1e2b3e4",
    "line of SumoCue": "SumoCueV1=6+0=10+2+0=6+2=5=8+5+2+7+8+8=5+14",
    "constraint string": ".Cage~10~R1C1~R1C2",
    "cages": "[[3, [[1, 1], [1, 2]]], [7, [[9, 9], [9, 8]]]]",
    "header": "#AMe",
    "percent": "100%25 %7B%22 + = & ? #puzzle=%7B",
}
HOLDING = [name for name, row in FORMATS.items() if name in TEXT_FORMATS and {*ABOUT} & row.carries]


@pytest.mark.parametrize("name", NASTY)
@pytest.mark.parametrize("form", HOLDING)
def test_a_title_breaks_nothing(form, name):
    carried = [key for key in ABOUT if key in FORMATS[form].carries - {"rating", "ruleset"}]
    said = dict.fromkeys(carried, NASTY[name])
    puzzle = with_about(satdoku.parse(EASY), said)
    text = convert(puzzle, form)
    (found,) = satdoku.parse_all(text)
    assert found == puzzle, text
    known = about(found)
    assert {key: known.get(key) for key in said} == said, text


def test_a_title_with_a_percent_sign_is_kept_in_short_codes():
    puzzle = with_about(satdoku.parse(EASY), {"title": "50%25 & more"})
    for form in ("scf", "sudokupad-link"):
        assert about(satdoku.parse(convert(puzzle, form)))["title"] == "50%25 & more"


DRAWN = {
    "size": 4,
    "grid": [
        [{"value": 1, "given": True} if not r + c else {} for c in range(4)] for r in range(4)
    ],
    "line": [{"lines": [["R1C1", "R2C2", "R3C3"]]}],
    "ruleset": "The blue one is odd.",
}


def test_what_was_left_out_goes_along_in_records(tmp_path):
    puzzle = satdoku.parse(DRAWN)
    assert puzzle.record()["left_out"] == ["drawn: line"]
    again = satdoku.parse(puzzle.record())
    assert "drawings" in satdoku.check(again).text()
    file = tmp_path / "puzzle.json"
    file.write_text(convert(puzzle, "json"), encoding="utf-8")
    done = CliRunner().invoke(cli, ["check", str(file)])
    assert "without the drawings" in done.stdout and "line" in done.stderr


def test_what_cannot_be_written_is_told():
    puzzle = with_about(satdoku.parse(EASY), {"title": "Mine", "level": "Easy"})
    assert convert(puzzle, "puzzlink").left_out == ("level", "title")
    assert convert(puzzle, "json").left_out == ()
    ruled = satdoku.parse("." * 16, "4x4+anti-knight")
    assert convert(ruled, "puzzlink", lossy=True).left_out == ("the rule anti-knight",)
    from satdoku.serving.operations import OPERATIONS

    record = {"puzzle": EASY, "layout": "9x9", "title": "Mine"}
    answer = OPERATIONS["convert"].run({"puzzle": record, "to": "puzzlink"})
    assert answer["left_out"] == ["title"]
    assert not satdoku.parse(answer).record().get("left_out")


def test_drawings_that_a_format_does_not_hold_are_told():
    grid = [[{} for _ in range(9)] for _ in range(9)]
    drawn = {
        "size": 9,
        "grid": grid,
        "ruleset": "The green line has a secret.",
        "line": [{"lines": [["R1C1", "R2C2"]], "outlineC": "#00ff00", "width": 0.3}],
        "foglight": ["R1C1"],
    }
    puzzle = satdoku.parse(json.dumps(drawn))
    for name in ("fpuzzles", "fpuzzles-link", "sudokupad-link"):
        assert not {"drawings", "fog"} & {*satdoku.convert(puzzle, name).left_out}
    assert satdoku.convert(puzzle, "json").left_out == ("drawings",)
    for name in ("line", "iss", "scl", "scf"):
        assert {"drawings", "fog"} <= {*satdoku.convert(puzzle, name).left_out}
    plain = satdoku.parse(json.dumps(drawn | {"line": [], "foglight": []}))
    assert satdoku.convert(plain, "scl").left_out == ()


#: What a solver left in cells, by the keys of f-puzzles and of SudokuPad.
MARKED = {"value": 3}, {"centerPencilMarks": [1, 2], "c": "#ff0"}, {"cornerPencilMarks": [4]}
TOLD = ("centre marks", "colours", "corner marks", "placed digits")


def test_what_a_solver_left_in_cells_is_written_back_or_told(tmp_path):
    grid = [[{} for _ in range(9)] for _ in range(9)]
    grid[0][:4] = [{"value": 5, "given": True}, *MARKED]
    puzzle = satdoku.parse(json.dumps({"size": 9, "grid": grid}))
    for name in ("line", "json", "iss", "scl", "scf", "candidates"):
        assert satdoku.convert(puzzle, name).left_out == TOLD
    for name in ("fpuzzles", "fpuzzles-link", "sudokupad-link"):
        text = satdoku.convert(puzzle, name)
        assert text.left_out == ()
        assert json.loads(satdoku.convert(satdoku.parse(text), "fpuzzles"))["grid"] == grid
    file = tmp_path / "marked.json"
    file.write_text(json.dumps({"size": 9, "grid": grid}))
    for arguments in (["--to", "json"], ["-o", str(tmp_path / "marked.csv")]):
        printed = CliRunner().invoke(cli, ["convert", str(file), *arguments]).stderr
        assert all(f"cannot hold {name}" in printed for name in TOLD)


def test_marks_of_sudokupad_are_written_back_or_told():
    cells = [[{} for _ in range(4)] for _ in range(4)]
    cells[0] = [{"value": 1}, {"centremarks": [2, 3]}, {"pencilMarks": [4]}, {}]
    regions = [[[r + i, c + j] for i in (0, 1) for j in (0, 1)] for r in (0, 2) for c in (0, 2)]
    data = {"cells": cells, "regions": regions, "cages": []}
    puzzle = satdoku.parse(json.dumps(data))
    for name in ("scl", "sudokupad-link"):
        text = satdoku.convert(puzzle, name)
        assert text.left_out == ()
        assert json.loads(satdoku.convert(satdoku.parse(text), "scl"))["cells"] == cells
    for name in ("json", "fpuzzles"):
        assert satdoku.convert(puzzle, name).left_out == ("centre marks", "corner marks")


def test_decoration_is_told_though_it_changes_no_answer():
    """Drawings beside a text that says "normal rules" are no rules, and players still see them."""
    grid = [[{} for _ in range(9)] for _ in range(9)]
    line = [{"lines": [["R1C1", "R2C2"]], "outlineC": "#00ff00"}]
    data = {"size": 9, "grid": grid, "ruleset": "Normal sudoku rules apply.", "line": line}
    puzzle = satdoku.parse(json.dumps(data))
    assert satdoku.convert(puzzle, "iss").left_out == ("drawings", "ruleset")
    assert satdoku.convert(puzzle, "fpuzzles").left_out == ()
