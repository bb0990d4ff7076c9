"""Killers as data, SumoCue over several lines, saves of KSudoku and of GNOME Sudoku."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

import satdoku
from satdoku.cli.main import cli
from satdoku.formats.metadata import about, state, with_state
from tests.cli.test_cli import satdoku as satdoku_command

CAGES = [
    (6, [(1, 1), (1, 2), (2, 1)]), (10, [(1, 3), (1, 4), (2, 3), (3, 3)]), (6, [(2, 2), (3, 2)]),
    (5, [(2, 4), (3, 4)]), (8, [(3, 1), (4, 1), (4, 2)]), (5, [(4, 3), (4, 4)]),
]  # fmt: skip
KILLER = "2x2k:p,aa_____abaab_a_,6a10b6a5_8e5a"
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def moved(first):
    """The cages with rows and columns counted from another number than 1."""
    return [[s, [[r - 1 + first, c - 1 + first] for r, c in cells]] for s, cells in CAGES]


def listed(before, between, cell, after=""):
    """A line for each cage."""
    lines = []
    for total, cells in CAGES:
        names = between.join(cell.format(r=r, c=c) for r, c in cells)
        lines.append(before.format(total) + names + after.format(total))
    return "\n".join(lines)


OBJECTS = [{"sum": s, "cells": [f"r{r}c{c}" for r, c in cells]} for s, cells in CAGES]
KEYED = [{"total": s, "cells": [{"row": r - 1, "col": c - 1} for r, c in cells]}
         for s, cells in CAGES]  # fmt: skip
KILLERS = {
    "from 1": json.dumps(moved(1)),
    "from 0": json.dumps(moved(0)),
    "sum last": json.dumps([[cells, total] for total, cells in moved(1)]),
    "on several lines": json.dumps(moved(1), indent=1),
    "as Python writes it": "cages = " + repr(CAGES).replace("), (", "),\n  ("),
    "objects": json.dumps(OBJECTS),
    "objects on several lines": json.dumps(OBJECTS, indent=2),
    "cells with row and column": json.dumps(KEYED),
    "a record": json.dumps({"size": 4, "cages": OBJECTS}),
    "letters": "aabb\nacbd\necbd\neeff\n\na=6 b=10 c=6 d=5 e=8 f=5\n",
    "letters apart": "a a b b\na c b d\ne c b d\ne e f f\na6, b10, c6, d5, e8, f5",
    "letters, a sum a line": "aabb\nacbd\necbd\neeff\na: 6\nb: 10\nc: 6\nd: 5\ne: 8\nf: 5",
    "sum and cells": listed("{} ", " ", "r{r}c{c}"),
    "sum and pairs": listed("{}: ", ", ", "({r},{c})"),
    "cells and sum": listed("", " + ", "R{r}C{c}", " = {}"),
    "sums under a head": "aabb\nacbd\necbd\neeff\n\nSums:\na: 6\nb: 10\nc: 6\nd: 5\ne: 8\nf: 5",
    "letters, sums in JSON": 'aabb\nacbd\necbd\neeff\n{"a":6,"b":10,"c":6,"d":5,"e":8,"f":5}',
    "a list in words": listed("- cage of {}: ", ", ", "r{r}c{c}"),
    "a table": "sum,cells\n" + listed("{},", " ", "r{r}c{c}"),
    "constraints": listed("constraint ", " + ", "x[{r},{c}]", " == {};"),
    "a dictionary": "cages = {\n" + listed("  (", ", ", "({r}, {c})", "): {},") + "\n}",
    "a dictionary in a line": f"cages = { {tuple(cells): total for total, cells in CAGES} }",
    "a dictionary below its brace": "\n{\n" + listed("(", ", ", "({r}, {c})", "): {},") + "\n}",
    "calls": "\n".join(f"add_cage({total}, {cells})" for total, cells in CAGES),
    "calls, the sum last": "\n".join(f"p.addCage({cells}, {total});" for total, cells in CAGES),
    "facts": "\n".join(f"cage({total}, {cells})." for total, cells in CAGES),
    "sums above": "a=6 b=10 c=6\nd=5 e=8 f=5\n\naabb\nacbd\necbd\neeff",
    "sums above in JSON": 'sums: {"a":6,"b":10,"c":6,"d":5,"e":8,"f":5}\naabb\nacbd\necbd\neeff',
    "in prose": "Cages are here\n" + listed("{} ", " ", "r{r}c{c}") + "\nNow solve it.",
    "SumoCue on several lines": "SumoCueV1\n=6+0=10+2\n+0=6+2=5\n=8+5+2+7\n+8+8=5+14\n",
}


def cages_of(puzzle):
    return sorted(
        (rule.kind, rule.values, tuple(sorted(rule.cells))) for rule in puzzle.constraints
    )


@pytest.mark.parametrize("name", KILLERS)
def test_a_killer_as_data_is_the_killer(name):
    wanted = satdoku.parse(KILLER)
    found = satdoku.parse(KILLERS[name])
    assert found.layout.size == 4 and not found.clues
    assert cages_of(found) == cages_of(wanted)


@pytest.mark.parametrize("name", KILLERS)
def test_a_killer_as_data_comes_from_a_file(name, tmp_path):
    is_json = KILLERS[name][0] in "[{"
    file = tmp_path / ("killer.json" if is_json else "killer.txt")
    file.write_text(KILLERS[name], encoding="utf-8")
    done = CliRunner().invoke(cli, ["count", str(file)])
    assert (done.exit_code, done.stdout) == (0, "1\n"), done.output


@pytest.mark.parametrize("name", ["from 0", "objects on several lines", "letters"])
def test_a_killer_as_data_comes_by_a_pipe(name):
    done = satdoku_command("count", "-", stdin=KILLERS[name] + "\n")
    assert (done.returncode, done.stdout) == (0, "1\n"), done.stderr


def test_a_cage_may_have_one_cell():
    puzzle = satdoku.parse("r1c1+r1c2+r1c3 = 6\nr1c4 = 4\n" + "\n".join(
        f"r{r}c1+r{r}c2+r{r}c3+r{r}c4 = 10" for r in (2, 3, 4)))  # fmt: skip
    assert [rule.values for rule in puzzle.constraints] == [(6,), (4,), (10,), (10,), (10,)]


def test_cages_that_are_none_are_not_passed_over_in_silence():
    with pytest.raises(satdoku.ParseError, match="no puzzle found"):
        list(satdoku.parse_all("r1c1 + r1c2 = 3\n"))


def test_places_that_are_apart_are_no_cages():
    with pytest.raises(satdoku.ParseError, match="cells are apart"):
        satdoku.parse("5: (1,2), (3,4)\n6: (2,2), (9,9)\n7: (3,3), (4,1)")


def test_two_killers_in_a_file_are_two():
    text = "\n\n".join([KILLERS["sum and cells"], KILLERS["letters"], KILLERS["from 0"]])
    assert len(list(satdoku.parse_all(text))) == 3


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[3, [[0, 0], [0, 1]]], [7, [[3, 3], [3, 2]]]]", "cover no board"),
        ("aabb\nacbd\necbd\neeff\na=6 b=10 c=6 d=5 e=8 f=5 g=1", "'g', which is in none"),
        ("aabb\nacbd\necbd\neeff\na=6 b=10 c=6 d=5 e=8", "no sum is given for the cage 'f'"),
        ('{"cages": [{"sum": 5}]}', "each cage must have a sum and cells"),
    ],
)
def test_cages_on_no_board_say_what_is_wrong(text, message):
    with pytest.raises(satdoku.ParseError, match=message):
        satdoku.parse(text)


def test_cages_beside_a_board_of_givens():
    record = {"grid": [[1, 0, 0, 0], [0] * 4, [0] * 4, [0] * 4], "cages": OBJECTS}
    found = satdoku.parse(json.dumps(record))
    assert found.line == "1" + "." * 15 and len(found.constraints) == 6


@pytest.mark.parametrize(
    "text", ["Hello\nthis\nwill\nfool\nmany\n", "[\n[\n1\n]\n]\n", "a b c d\n"]
)
def test_words_and_brackets_are_no_cages(text):
    assert satdoku.parse(f"{text}\n1.....2..3.....4").clues == 4


def test_cages_are_written_as_they_are_read():
    puzzle = satdoku.parse(KILLER)
    assert json.loads(satdoku.convert(puzzle, "killer-cages"))[0] == [6, [[1, 1], [1, 2], [2, 1]]]
    for layout in ("4x4+killer:3:r1c1,r1c2", "4x4+anti-knight"):
        with pytest.raises(satdoku.LayoutError, match=r"of cages|cover no board"):
            satdoku.convert(satdoku.parse("." * 16, layout), "killer-cages")


KSUDOKU = """<!DOCTYPE ksudoku>
<ksudoku>
 <game had-help="0" msecs-elapsed="61000">
  <puzzle>
   <graph order="4" {shape}</graph>
   <values>{values}</values>
  </puzzle>
  <history>
   <simple-event index="1" value="4"/>
   <simple-event index="2" markers="0100"/>
  </history>
 </game>
</ksudoku>
"""
CUSTOM = 'type="custom" sizeX="4" sizeY="4" sizeZ="1" ncliques="12" name="Mine"{}>{}'
ONE = "b____d_____c____"
BLANK = "_" * 16


def ksudoku(kind="Plain", inside="", values=BLANK):
    shape = CUSTOM.format(f' specific-type="{kind}"', inside)
    return satdoku.parse(KSUDOKU.format(shape=shape, values=values))


def test_a_save_of_ksudoku_counts_down_the_columns():
    puzzle = satdoku.parse(KSUDOKU.format(shape='type="sudoku">', values=ONE))
    named = {puzzle.layout.cell_name(cell): d for cell, d in enumerate(puzzle.cells) if d}
    assert named == {"r1c1": 1, "r2c2": 3, "r4c3": 2, "r2c1": 4}
    assert list(state(puzzle)[0]) == [4]


def test_shapes_of_ksudoku():
    groups = '<sudokugroups at="0" withblocks="{}"/>'
    lines = '<clique size="4">0 5 10 15</clique><clique size="4">3 6 9 12</clique>'
    assert ksudoku("XSudoku", groups.format(1) + lines).layout.name == "4x4+diagonal"
    regions = "".join(
        f'<clique size="4">{cells}</clique>'
        for cells in ("0 4 1 5", "2 3 6 7", "8 12 9 13", "10 11 14 15")
    )
    assert ksudoku("Jigsaw", groups.format(0) + regions).layout == satdoku.Layout.of_size(4)
    cage = '<cage operator="4" value="5" size="2"> 0 1 </cage>'
    killer = ksudoku("KillerSudoku", groups.format(1) + cage).layout
    assert killer.name == "4x4+killer:5:r1c1,r2c1"
    with pytest.raises(satdoku.ParseError, match="Mathdoku"):
        ksudoku("Mathdoku", groups.format(0) + cage.replace("4", "3", 1))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (KSUDOKU.format(shape='type="roxdoku">', values=ONE), "kind 'roxdoku': only squares"),
        (KSUDOKU.format(shape='type="sudoku">', values="b_"), "only squares"),
        (KSUDOKU.format(shape='type="sudoku">', values=ONE).replace("</graph>", ""), "damaged XML"),
        (KSUDOKU.format(shape='type="sudoku">', values=ONE + "\udb59"), "not UTF-8"),
        (
            "<!DOCTYPE ksudoku-graph>\n<ksudoku-graph><graph/></ksudoku-graph>\n",
            "without a saved game",
        ),
        ("<!DOCTYPE ksudoku [<!ENTITY a 'b'>]>\n<ksudoku/>\n", "an entity in XML"),
    ],
)
def test_other_files_of_ksudoku_say_what_is_wrong(text, message):
    with pytest.raises(satdoku.ParseError, match=message):
        satdoku.parse(text)


@pytest.mark.parametrize(
    "layout",
    [
        "9x9",
        "9x9+diagonal",
        "16x16",
        "4x4+killer:5:r1c1,r1c2",
        "4x4/jigsaw:1122113244324433",
        "4x4/jigsaw:1122113244324433+diagonal",
        "9x9+window",
    ],
)
def test_ksudoku_reads_what_is_written(layout):
    board = satdoku.Layout.named(layout)
    cells = [1, 2, *[0] * (board.cell_count - 3), 3]
    puzzle = with_state(satdoku.Puzzle(tuple(cells), board), [1], [])
    again = satdoku.parse(satdoku.convert(puzzle, "ksudoku"))
    assert again.cells == puzzle.cells and list(state(again)[0]) == [1]
    assert {house.cells for house in again.layout.houses} == {h.cells for h in board.houses}
    assert again.constraints == puzzle.constraints


@pytest.mark.parametrize(
    ("layout", "message"),
    [
        ("6x6", "KSudoku saves squares"),
        ("4x4/latin", "KSudoku saves squares"),
        ("9x9+anti-king", "not the rule 'anti-king'"),
        ("16x16+killer:5:r1c1,r1c2", "cages on boards of 4 or 9"),
    ],
)
def test_what_ksudoku_cannot_hold_is_refused(layout, message):
    board = satdoku.Layout.named(layout)
    with pytest.raises(satdoku.LayoutError, match=message):
        satdoku.convert(satdoku.Puzzle((0,) * board.cell_count, board), "ksudoku")


GNOME = {
    "difficulty_category": "VERY_HARD",
    "time_elapsed": 12.5,
    "cells": [
        {"position": [0, 0], "value": 5, "fixed": True, "earmarks": []},
        {"position": [0, 1], "value": 3, "fixed": False, "earmarks": []},
        {"position": [1, 1], "value": 0, "fixed": False, "earmarks": [1, 2]},
    ],
}


@pytest.mark.parametrize("indent", [None, 2])
def test_a_save_of_gnome_sudoku(indent):
    puzzle = satdoku.parse(json.dumps(GNOME, indent=indent))
    assert puzzle.line == "53" + "." * 79
    placed, gone = state(puzzle)
    assert list(placed) == [1] and {d for cell, d in gone if cell == 10} == {3, 4, 5, 6, 7, 8, 9}
    assert about(puzzle)["level"] == "very hard"
    again = satdoku.parse(satdoku.convert(puzzle, "gnome"))
    assert again == puzzle and state(again) == state(puzzle)


@pytest.mark.parametrize("cell", [{"position": [9, 0], "value": 1}, {"value": 1}, {"position": 3}])
def test_a_damaged_save_of_gnome_sudoku(cell):
    with pytest.raises(satdoku.ParseError, match="GNOME Sudoku"):
        satdoku.parse(json.dumps(GNOME | {"cells": [cell]}))


#: As QQwing prints it, and other programs: the same board.
STYLES = {
    "readable": " 5 3 . | . 7 . | . . .\n 6 . . | 1 9 5 | . . .\n . 9 8 | . . . | . 6 .\n"
    "-------|-------|-------\n 8 . . | . 6 . | . . 3\n 4 . . | 8 . 3 | . . 1\n"
    " 7 . . | . 2 . | . . 6\n-------|-------|-------\n . 6 . | . . . | 2 8 .\n"
    " . . . | 4 1 9 | . . 5\n . . . | . 8 . | . 7 9\n\n",
    "compact": "\n".join(EASY[i : i + 9] for i in range(0, 81, 9)) + "\n\n",
    "one line": EASY + "\n",
    "csv": f"Puzzle,Difficulty,\n{EASY},Easy,\n",
    "sudoku 10000": f'<sudokus><sudoku data="{EASY.replace(".", "0")}"/></sudokus>',
}


@pytest.mark.parametrize("name", STYLES)
def test_the_styles_of_qqwing_are_one_board(name, tmp_path):
    file = tmp_path / ("puzzle.csv" if name == "csv" else "puzzle.txt")
    file.write_text(STYLES[name], encoding="utf-8")
    done = CliRunner().invoke(cli, ["convert", str(file), "--to", "line"])
    assert done.stdout == f"{EASY}\n", done.output
