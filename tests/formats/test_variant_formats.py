"""Formats in which setters exchange variants: read, written, refused where a rule is unknown."""

import io
import json

import pytest
from click.testing import CliRunner

import satdoku
from satdoku import Layout, ParseError, Puzzle
from satdoku.cli.main import cli
from satdoku.constraints.kind_table import forms_of
from satdoku.errors import LayoutError
from satdoku.formats.converting import convert
from satdoku.formats.iss.bits import automaton_text
from satdoku.formats.iss.board_writing import iss_link, iss_text
from satdoku.formats.iss.reader import read_iss
from satdoku.formats.links.fpuzzles import read_fpuzzles
from satdoku.formats.links.fpuzzles_writing import fpuzzles, fpuzzles_link
from satdoku.formats.links.payloads import pack, unpack
from satdoku.formats.metadata import REFUSED, left_out, unread
from satdoku.formats.variants import read_variant
from satdoku.formats.write import fogged, record_of
from satdoku.render.picture.svg import SHADES, puzzle_picture
from tests import meaning
from tests.constraints.test_constraints import holds

#: from Interactive Sudoku Solver's examples (MIT)
PALINDROME = (
    ".Palindrome~R7C1~R6C2~R5C1~R4C2~R3C3~R2C4~R1C5~R2C6~R1C7.Palindrome~R9C3~R8C4~R9C5~R8C6~R7C7~"
    "R6C8~R5C9~R4C8~R3C9.Palindrome~R7C4~R7C5~R7C6~R6C7~R5C7~R4C7.Palindrome~R3C6~R3C5~R3C4~R4C3~"
    "R5C3~R6C3.~R1C1_6~R1C9_5~R2C3_8~R2C5_5~R2C7_9~R4C1_8~R4C5_1~R4C9_3~R5C5_4~R6C5_2~R8C1_9~"
    "R8C3_7~R8C7_8~R8C9_2~R9C2_5~R9C8_6"
)
SOLUTION = "694178235128453976375296481842619753719345628536827149283761594967534812451982367"
ODD_EVEN = ".Pair~UFVQFUAFQAE~_Odd-Even%20Thermo~r1c2~r1c3~r1c4~r1c5~~r1c8~r1c9~r2c9~r3c9"


def empty(name):
    layout = Layout.named(name)
    return Puzzle((0,) * layout.cell_count, layout)


def test_a_constraint_string_is_recognised_solved_and_proved():
    puzzle = satdoku.parse(PALINDROME)
    assert len(puzzle.constraints) == 4 and puzzle.clues == 16
    assert satdoku.solve(puzzle).line == SOLUTION
    assert satdoku.count(puzzle, limit=2, engine="dlx") == 1


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        (".AntiKnight.Cage~10~R1C1~R1C2", ["anti-knight", "killer:10:r1c1,r1c2"]),
        (".Whisper~R1C1~R1C2.Whisper~4~R1C1~R1C2", ["whisper:r1c1,r1c2", "whisper:4:r1c1,r1c2"]),
        (".Skyscraper~C5~5~3", ["skyscraper:5:r1c5-r9c5", "skyscraper:3:r9c5-r1c5"]),
        (".LittleKiller~22~R1C1", ["little-killer:22:r1c1-r9c9"]),
        (".LittleKiller~21~R9C7", ["little-killer:21:r9c7-r7c9"]),
        (".Sandwich~8~C1", ["sandwich:8:r1c1-r9c1"]),
        (".Quad~R1C1~3~5", ["quadruple:3,5:r1c1,r1c2,r2c1,r2c2"]),
        (".PillArrow~2~R1C2~R1C1~R2C1", ["arrow:2:r1c1,r1c2,r2c1"]),
        (".Indexing~C~R1C1", ["column-indexer:r1c1"]),
        (".Indexing~B~R1C1", ["column-indexer:r1c1"]),  # not rows, so columns, as at ISS
        (".~R2C3_2_4", ["candidates:2,4:r2c3"]),
        (".Or.~R1C1_1.AllDifferent~R3C8~R4C7.End", ["or(candidates:1:r1c1|distinct:r3c8,r4c7)"]),
        (
            ".Or.~R1C1_1.And.~R1C1_5.X~R3C8~R4C8.End.End",
            ["or(candidates:1:r1c1|candidates:5:r1c1&pair-sum:10:r3c8,r4c8)"],
        ),
        (
            ".Regex~LiooMTJ8MjQpLio~R1C1~R2C1~~R1C2~R2C2",
            ["regex:'.%2A%2812%7C24%29.%2A':r1c1,r2c1", "regex:'.%2A%2812%7C24%29.%2A':r1c2,r2c2"],
        ),
    ],
)
def test_what_constraint_strings_mean(text, rules):
    puzzle = read_iss(text)
    assert [str(rule.on(9)) for rule in puzzle.constraints] == rules


def test_boards_of_constraint_strings():
    zero = read_iss(".Shape~6x6~0-5.~R1C1_0")
    assert zero.layout.name == "6x6+from-0" and zero.line[0] == "0"
    assert read_iss(".NoBoxes.AntiKing").layout.name == "9x9/latin+anti-king"
    assert read_iss(".Diagonal~1.Diagonal~-1.Windoku").layout.extra_houses[2].kind == "window"
    link = "https://sigh.github.io/Interactive-Sudoku-Solver/?q=.AntiKnight.~R1C1_5"
    assert satdoku.parse(link).constraints[0].kind == "anti-knight"


def test_cells_beside_the_board_stand_below_it():
    text = ".Shape~4x4.Var~A~~2.Sum~0_=_1_1_1_-10_-1~R1C1~R1C2~R1C3~VA1~VA2.LittleKiller~9~R4C1"
    puzzle = read_iss(text)
    assert puzzle.layout.cell_count == 18 and puzzle.layout.cell_name(17) == "r6c2"
    assert Layout.named(puzzle.layout.name) == puzzle.layout
    assert puzzle.constraints[1].cells == (12, 9, 6, 3)
    grids = {grid.cells for grid in satdoku.solutions(puzzle, limit=2000)}
    assert not grids  # three digits of four add up to 9 at most, and no digit is 0
    zero = read_iss(text.replace("Shape~4x4", "Shape~4x4~0-4").replace("-10_", "-2_"))
    grids = [grid.cells for grid in satdoku.solutions(zero, limit=50)]
    assert grids and all(sum(g[:3]) - 3 == 2 * (g[16] - 1) + g[17] - 1 for g in grids)


def test_groups_stand_where_their_bits_say():
    puzzle = read_iss(".Shape~4x4.Replicate~BE.X~R1C1~R1C2.And.V~R2C1~R2C2.End.End")
    assert [str(rule.on(4)) for rule in puzzle.constraints] == [
        "pair-sum:10:r1c1,r1c2",
        "pair-sum:5:r2c1,r2c2",
        "pair-sum:10:r3c1,r3c2",
        "pair-sum:5:r4c1,r4c2",
    ]


def test_tables_of_pairs_have_the_lowest_bit_first():
    (rule,) = {r.values for r in read_iss(ODD_EVEN).constraints}
    pairs = set(zip(rule[::2], rule[1::2], strict=True))
    assert pairs == {(a, b) for a in range(1, 10) for b in range(a + 2, 10, 2)}


def test_an_automaton_of_bits_is_read():
    """Packed, one bit a state, two digits; state 0 starts, 1 accepts; 1 leads on, 2 stays."""
    bits = "010000000111011010000"
    data = int(bits.ljust(24, "0"), 2).to_bytes(3, "big")
    assert automaton_text(data, 1).split(",")[:2] == [">0", "0 1 0"]


def test_an_automaton_whose_counts_take_no_bits_has_no_moves():
    """One digit, one state, counts of no bits: nothing that follows can be read."""
    assert automaton_text(bytes([0, 0x20, 0]), 1) == ">0"


@pytest.mark.parametrize(
    "text",
    [
        ".ChaosArrow~R1C1",
        ".Foo~R1C1",
        ".Cage~x~R1C1",
        ".Thermo~R1C10~R1C9",
        ".Shape~6x8~5",
        ".Shape~9x9~0-7",
        ".Shape~0x9",
        ".RegionSize~x",
        ".Doppelganger",
        ".Replicate~_.Cage~3~R9C9~R9C8.End",
        ".Jigsaw~123",
        ".Cage~10~R1C1~R0C0",
        ".Regex~!!~R1C1~R1C2",
        ".NFA~A~_x~R1C1~R1C2",
        ".SumLine~10~LOOP~R1C1~R1C2",
        ".Quad~R1C1~1_2",
        ".Cage~3e-1~R1C1",
        ".Var~A~~9900",
        ".Var~a~~2",
        ".Var~A~~2.Thermo~VB1~R1C1",
        ".LittleKiller~22",
        ".Skyscraper~C5",
        ".SameValues~",
        ".Cage",
        "~" * 100 + ".Cage~1",
        ".And" * 5000 + ".Cage~3~R1C1~R1C2",
    ],
)
def test_what_is_not_known_is_refused_with_its_name(text):
    with pytest.raises(ParseError):
        satdoku.parse(text)


WRITABLE = (
    "9x9+killer:13:r1c1,r1c2+distinct:r5c5,r5c6+thermometer:r2c1-r2c4+whisper:4:r3c1-r3c4"
    "+arrow:r4c1-r4c4+arrow:2:r5c1,r5c2,r6c3,r6c4+odd:r9c9+even:r9c8+minimum:r7c7"
    "+sandwich:12:r1c1-r1c9+x-sum:20:r9c1-r1c1+skyscraper:3:r1c9-r1c1+little-killer:20:r1c6-r4c9"
    "+pair-sum:10:r1c4,r1c5+pair-sum:5:r1c7,r1c8+difference:1:r2c5,r2c6+ratio:2:r2c7,r2c8"
    "+clone:r6c6,r8c8+quadruple:1,2:r8c1,r8c2,r9c1,r9c2+palindrome:r7c1-r7c4+anti-knight+anti-king"
    "+no-other-xv+renban:r8c4-r8c6+column-indexer:r3c8+candidates:1,2,3:r9c5"
)


def test_f_puzzles_are_written_and_read_back():
    layout = Layout.named(WRITABLE)
    puzzle = Puzzle((*[0] * 40, 7, *[0] * 40), layout)
    again = read_fpuzzles(json.loads(json.dumps(fpuzzles(puzzle))))
    assert again.cells == puzzle.cells
    assert set(again.constraints) == set(puzzle.constraints)
    assert satdoku.parse(fpuzzles_link(puzzle)).layout == again.layout


def test_f_puzzles_boards_are_written_and_read_back():
    marks = "111222333" * 3 + "444555666" * 3 + "777888999" * 3
    jigsaw = "112" + marks[3:27] + marks[27:]
    for name in ("9x9+diagonal", "6x6+anti-king", "9x9+disjoint"):
        puzzle = empty(name)
        again = read_fpuzzles(fpuzzles(puzzle))
        assert satdoku.Theory.of(again.layout).members == satdoku.Theory.of(puzzle.layout).members
    assert len(jigsaw) == 81
    with pytest.raises(LayoutError):
        fpuzzles(empty("9x9+from-0"))
    with pytest.raises(LayoutError, match="f-puzzles has no rule 'hidden-skyscraper'"):
        fpuzzles(empty("9x9+hidden-skyscraper:5:r1c1-r1c9"))


def f_puzzle(**more):
    return {"size": 4, "grid": [[{} for _ in range(4)] for _ in range(4)], **more}


def test_f_puzzles_json_on_several_lines_is_recognised():
    data = f_puzzle(antiknight=True, killercage=[{"cells": ["R1C1", "R1C2"], "value": "3"}])
    data["grid"][3][3] = {"value": 4, "given": True}
    data["grid"][2][3] = {"value": 1}
    puzzle = satdoku.parse(json.dumps(data, indent=2))
    assert puzzle.line == "." * 15 + "4"
    assert [c.kind for c in puzzle.constraints] == ["anti-knight", "killer"]
    assert satdoku.parse(json.dumps(data)) == puzzle


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"chaos": [{"cells": ["R1C1"]}]}, "'chaos' is not known"),
        ({"killercage": [{"cells": ["R1C9"], "value": "3"}]}, "not a cell"),
        ({"killercage": [{"cells": ["R1C1"], "value": "prime"}]}, "not a number"),
        ({"xv": [{"cells": ["R1C1", "R1C2"], "value": "Q"}]}, "Roman numerals"),
        ({"grid": []}, "not a board"),
        ({"thermometer": 5}, "damaged"),
        ({"thermometer": [{"lines": [["R1C1"]]}]}, "takes 2 or more cells"),
    ],
)
def test_a_bad_rule_of_f_puzzles_is_named(more, said):
    with pytest.raises(ParseError, match=said):
        satdoku.parse(json.dumps(f_puzzle(**more)))


@pytest.mark.parametrize(
    ("more", "rule"),
    [
        ({"numberedroom": [{"cell": "R0C2", "value": "3"}]}, "numbered-room:3:r1c2-r4c2"),
        ({"sumline": [{"lines": [["R1C1", "R1C2"]], "value": "5"}]}, "sum-line:5:r1c1,r1c2"),
        ({"sumline": [{"lines": [["R1C1", "R1C2"]]}]}, "sum-line:10:r1c1,r1c2"),
        ({"selftaxicab": True}, "anti-taxicab"),
        ({"sum": [{"cells": ["R1C1", "R1C2"], "value": "7"}]}, "sum:7:r1c1,r1c2"),
        ({"xv": [{"cells": ["R1C1", "R1C2"], "value": "xv"}]}, "pair-sum:15:r1c1,r1c2"),
        ({"xv": [{"cells": ["R1C1", "R1C2"], "value": "IV"}]}, "pair-sum:4:r1c1,r1c2"),
    ],
)
def test_rules_beyond_the_usual_ones_of_f_puzzles(more, rule):
    puzzle = satdoku.parse(json.dumps(f_puzzle(**more)))
    assert [str(one.on(4)) for one in puzzle.constraints] == [rule]
    if rule != "pair-sum:4:r1c1,r1c2":
        assert satdoku.parse(json.dumps(fpuzzles(puzzle))) == puzzle


def pad(**more):
    """SudokuPad's JSON of an empty 4x4 board."""
    regions = [[[r, c] for r in (a, a + 1) for c in (b, b + 1)] for a in (0, 2) for b in (0, 2)]
    return {"cells": [[{} for _ in range(4)] for _ in range(4)], "regions": regions, **more}


@pytest.mark.parametrize(
    "fog", [{"cage": [{"value": "FOW", "cells": ["R1C1"]}]}, {"foglight": [{"cells": ["R1C1"]}]}]
)
def test_fog_restricts_no_digit_and_is_named(fog):
    for text in (f_puzzle(**fog), pad(foglight=[[0, 0]])):
        puzzle = satdoku.parse(json.dumps(text))
        assert puzzle.constraints == () and left_out(puzzle) == ("fog",)
    assert json.loads(json.dumps(fpuzzles(satdoku.parse(json.dumps(f_puzzle(**fog)))))).items() >= (
        fog.items()
    )


@pytest.mark.parametrize(
    ("text", "lit"),
    [
        (f_puzzle(fogofwar=["R1C1"], foglight=["R4C4"]), {0, 1, 4, 5, 15}),
        (f_puzzle(foglight=[{"cells": ["R2C1", "R9C9", "no cell"]}]), {4}),
        (pad(foglight=[[0, 0], [3, 1]]), {0, 13}),
        (f_puzzle(), set(range(16))),
    ],
)
def test_pictures_show_the_cells_in_fog(text, lit):
    puzzle = satdoku.parse(json.dumps(text))
    assert fogged(puzzle) == set(range(16)) - lit
    assert puzzle_picture(puzzle).count(SHADES["fog"]) == 16 - len(lit)
    solution = next(satdoku.solutions(puzzle))
    assert SHADES["fog"] not in puzzle_picture(puzzle, solution)
    again = satdoku.parse(json.dumps(record_of(puzzle)))
    assert fogged(again) == fogged(puzzle)
    assert fogged(satdoku.parse(json.dumps(fpuzzles(again)))) == fogged(puzzle)


def test_global_rules_of_sudokupad_are_read_or_named():
    puzzle = satdoku.parse(json.dumps(pad(**{"global": ["antiknight"]})))
    assert [rule.kind for rule in puzzle.constraints] == ["anti-knight"]
    text = json.dumps(pad(**{"global": ["antirook"]}))
    with pytest.raises(ParseError, match="'antirook' is not known"):
        satdoku.parse(text)
    assert left_out(satdoku.parse(text, ignore_rules=["antirook"])) == ("antirook",)


def test_a_rule_can_be_left_out_by_name():
    data = f_puzzle(chaos=[{"cells": ["R1C1"]}], antiking=True)
    puzzle = read_variant(json.dumps(data), ignore=["chaos"])
    assert [c.kind for c in puzzle.constraints] == ["anti-king"]


def test_sudokupad_links_that_carry_f_puzzles():
    packed = pack(json.dumps(f_puzzle(antiking=True)))
    puzzle = satdoku.parse(f"https://sudokupad.app/fpuz{packed}")
    assert puzzle.constraints[0].kind == "anti-king"
    assert satdoku.parse(f"https://sudokupad.app/fpuzzles{packed}") == puzzle
    with pytest.raises(ParseError, match="short link"):
        satdoku.parse("https://sudokupad.app/abc123")


def test_sudokupads_own_json():
    board = {
        "cells": [[{}, {"value": 2}, {}, {}], *([{}] * 4 for _ in range(3))],
        "regions": [
            [[r + i, c + j] for i in (0, 1) for j in (0, 1)] for r in (0, 2) for c in (0, 2)
        ],
        "cages": [{"cells": [[0, 0], [1, 0]], "value": 5}, {"value": "title: x"}],
        "metadata": {"antiknight": True},
    }
    puzzle = satdoku.parse("scl" + pack(json.dumps(board)))
    assert puzzle.layout.name == "4x4+anti-knight+killer:5:r1c1,r2c1"
    assert puzzle.line.startswith(".2..")
    drawn = "scl" + pack(json.dumps(board | {"lines": [{"wayPoints": []}]}))
    assert unread(satdoku.parse(drawn)) == ["lines"]


@pytest.mark.slow
def test_links_that_unpack_to_too_much_are_refused():
    """One character, repeated: each code makes the text longer than the last."""
    packed = pack("a" * 2_000_001)
    assert len(packed) < 10_000
    with pytest.raises(ParseError, match="over 2,000,000"):
        unpack(packed)
    text = "häufig 数独 😀" * 50
    assert unpack(pack(text)) == text
    assert unpack(pack("abcabcabc" * 100)) == "abcabcabc" * 100
    for damaged in ("", "A", "!!!", pack("hello")[:4]):
        with pytest.raises(ParseError):
            unpack(damaged)


def test_records_as_commands_print_them_keep_their_rules():
    record = {"puzzle": "1" + "." * 15, "layout": "4x4+anti-king+killer:5:r1c1,r1c2"}
    puzzle = satdoku.parse(json.dumps(record))
    assert puzzle.layout.name == record["layout"]
    from satdoku.formats.tables import read_csv, read_json_lines

    ((text, *_),) = next(read_json_lines(io.BytesIO(json.dumps(record).encode()), None))
    assert satdoku.parse(text) == puzzle
    row = f'puzzle,layout\n{record["puzzle"]},"{record["layout"]}"\n'
    ((text, *_),) = next(read_csv(io.BytesIO(row.encode()), None))
    assert satdoku.parse(text) == puzzle
    with pytest.raises(ParseError, match="own layout"):
        satdoku.parse(json.dumps(record), Layout.of_size(4))


def test_variants_and_plain_puzzles_in_one_file():
    text = f"{'.' * 80}1\n{PALINDROME}\n{'.' * 80}2\n"
    assert [len(p.constraints) for p in satdoku.parse_all(text)] == [0, 4, 0]
    with pytest.raises(ParseError) as error:
        list(satdoku.parse_all(f"{'.' * 80}1\n.Foo~R1C1\n"))
    assert error.value.line == 2


ISS_WRITABLE = (
    "9x9+diagonal+window+killer:13:r1c1,r1c2+killer:r3c3,r3c4+sum:12:r5c5,r6c6+sum:3,1,-1:r5c5,r6c6"
    "+thermometer:r2c1-r2c4+whisper:4:r3c1-r3c4+arrow:r4c1-r4c4+arrow:2:r5c1,r5c2,r6c3,r6c4"
    "+sandwich:12:r1c1-r1c9+x-sum:20:r9c1-r1c1+skyscraper:3:r1c9-r1c1+little-killer:20:r1c6-r6c1"
    "+pair-sum:10:r1c4,r1c5+pair-sum:5:r1c7,r1c8+difference:r2c5,r2c6+ratio:r2c7,r2c8"
    "+quadruple:1,2:r8c1,r8c2,r9c1,r9c2+palindrome:r7c1-r7c4+anti-knight+anti-king+no-other-xv"
    "+renban:r8c4-r8c6+column-indexer:r3c8+candidates:1,2,3:r9c5+look-and-say:2,3:r1c1,r2c2"
    "+same-values:2:r1c1,r9c9+or(candidates:1,2:r1c1|even:r9c9&pair-sum:5:r5c5,r5c6)"
)


def test_constraint_strings_are_written_and_read_back():
    puzzle = Puzzle((*[0] * 40, 7, *[0] * 40), Layout.named(ISS_WRITABLE))
    again = read_iss(iss_text(puzzle))
    assert again.cells == puzzle.cells and again.layout.extra_houses != ()
    even = "even:r9c9"
    assert again.layout.name.replace("candidates:2,4,6,8:r9c9", even) == name_with_houses(puzzle)
    assert satdoku.parse(iss_link(puzzle)) == again
    with pytest.raises(LayoutError, match="does not support"):
        iss_text(empty("6x6+global-entropy"))


def name_with_houses(puzzle):
    """The name, with the diagonals as the houses that constraint strings make of them."""
    layout = puzzle.layout
    houses = [h for h in layout.extra_houses if h.kind == "window"]
    down = "+house:" + ",".join(f"r{i}c{i}" for i in range(1, 10))
    up = "+house:" + ",".join(f"r{i}c{10 - i}" for i in range(1, 10))
    assert len(houses) == 4
    return layout.name.replace("9x9+diagonal", f"9x9{down}{up}")


def test_boards_are_written_as_constraint_strings():
    for name in ("6x6+from-0", "9x9/latin", "16x16+anti-king", "9x9+disjoint"):
        puzzle = empty(name)
        assert read_iss(iss_text(puzzle)) == puzzle


#: a killer without givens: the whole board in cages of one row each but two
ROWS = "".join(f"{i}<<<<<<<<" for i in "jjjjjjjjj")


def test_killers_in_a_line():
    short = satdoku.parse(ROWS)
    assert [str(c.on(9)) for c in short.constraints][:1] == ["killer:45:r1c1-r1c9"]
    mixed = "3<" + ROWS[2:9] + ROWS[9:]
    assert len(satdoku.parse(mixed.replace("3<<", "3<g", 1)).constraints) == 10
    numbers = [1 + r + (256 * 45 if c == 0 else 0) for r in range(9) for c in range(9)]
    long = "3x3::k:" + ":".join(map(str, numbers))
    assert satdoku.parse(long) == short
    assert satdoku.parse(long.replace("::k:", ":d:k:")).layout.extra_houses
    with pytest.raises(ParseError, match="points to no sum"):
        satdoku.parse("<" + ROWS[1:])
    with pytest.raises(ParseError, match="points to no sum"):
        satdoku.parse("><" + ROWS[2:])


@pytest.mark.parametrize(
    "rule",
    [
        "sandwich:2:r1c3,r2c3,r4c1,r3c3",
        "x-sum:6:r2c1,r4c2,r4c4,r3c1",
        "skyscraper:2:r3c1-r1c1",
        "skyscraper:2:r1c1-r1c3",
        "little-killer:6:r1c2,r2c3,r4c4",
        "little-killer:6:r1c1-r3c3",
    ],
)
def test_a_clue_outside_that_sees_other_cells_than_f_puzzles_would_is_refused(rule):
    puzzle = Puzzle((0,) * 16, Layout.of_size(4).with_constraints(rule))
    with pytest.raises(LayoutError, match="on such cells"):
        fpuzzles(puzzle)


STRING = ".~R1C1_5.Cage~10~R1C2~R1C3.AntiKnight.Thermo~R2C1~R2C2~R2C3"
SPACED = [
    STRING,
    STRING.replace(".", "\n.").strip(),
    STRING.replace("~", " ~ "),
    STRING.replace("~R", "~\n R").replace(".A", "\r\n\n\t.A"),
    "\n".join(STRING[i : i + 20] for i in range(0, len(STRING), 20)),
]


@pytest.mark.parametrize("text", SPACED)
def test_white_space_says_nothing_in_a_constraint_string(text):
    assert satdoku.parse(text) == read_iss(STRING)
    assert next(satdoku.parse_all(text + "\n" + "." * 80 + "1\n")) == read_iss(STRING)


def test_a_second_shape_begins_another_puzzle():
    puzzles = [satdoku.parse(STRING), satdoku.parse(".AntiKing"), satdoku.parse(".Shape~4x4")]
    text = "\n".join(convert(puzzle, "iss") for puzzle in puzzles)
    assert list(satdoku.parse_all(text)) == puzzles
    assert satdoku.parse(".Windoku").layout.name == "9x9+window"


@pytest.mark.parametrize(
    ("text", "houses"),
    [
        (
            ".Jigsaw~"
            + "1" * 9
            + "2" * 9
            + "3" * 9
            + "4" * 9
            + "5" * 9
            + "6" * 9
            + "7" * 9
            + "8" * 9
            + "9" * 9,
            36,
        ),
        (".NoBoxes.Jigsaw~" + "".join(str(c) for c in range(1, 10)) * 9, 27),
    ],
)
def test_a_jigsaw_keeps_the_boxes_unless_there_are_none(text, houses):
    layout = satdoku.parse(text).layout
    assert len(layout.houses) == houses
    puzzle = satdoku.parse(text)
    assert meaning.said(satdoku.parse(convert(puzzle, "iss"))) == meaning.said(puzzle)


@pytest.mark.parametrize("rule", ["skyscraper:3:r1c1-r1c9", "column-indexer:r1c4"])
def test_digits_from_0_count_as_iss_counts_them(rule):
    layout = Layout.named(f"9x9+from-0+{rule}")
    grid = dict(enumerate([0, 1, 2, 4, 8, 3, 5, 6, 7]))
    if rule.startswith("skyscraper"):  # 1 2 4 8: the 0 is not seen
        assert not all(holds(form, grid) for form in forms_of(layout.constraints[0], layout))
        grid |= {2: 4, 3: 2}
        assert all(holds(form, grid) for form in forms_of(layout.constraints[0], layout))
    else:  # column 4 holds 4, so column 4 holds 4
        assert all(holds(form, grid) for form in forms_of(layout.constraints[0], layout))
        broken = grid | {3: 0}
        assert not all(holds(form, broken) for form in forms_of(layout.constraints[0], layout))


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("9x9+box-indexer:r1c2", None),
        ("9x9+slow-thermometer:r1c1-r1c4", "Pair"),
        ("6x6+whisper:r1c1-r1c3", "Whisper~3~"),
        ("6x6+lockout:r1c1-r1c4", "Lockout~2~"),
        ("9x9+modular:r1c1-r1c4", "Modular~3~"),
        ("9x9+arrow:2:r5c2,r5c1,r6c3,r6c4", None),
        ("9x9+arrow:2:r5c1,r5c2,r6c3,r6c4", "PillArrow~2~"),
    ],
)
def test_what_means_another_thing_at_iss_is_not_written_so(name, said):
    puzzle = empty(name)
    if said is None and "arrow" in name:
        with pytest.raises(LayoutError):
            iss_text(puzzle)
        return
    text = iss_text(puzzle)
    assert "SlowThermo" not in text and "Indexing~B" not in text and (said or "Pair") in text
    assert meaning.said(satdoku.parse(text)) == meaning.said(puzzle)


def test_sums_of_sudocue_stand_in_every_cell():
    marks = ["0"] * 81
    for cell in (0, 1, 9):
        marks[cell] = str(1 + 256 * 20)
    puzzle = satdoku.parse("3x3::k:" + ":".join(marks))
    assert [str(rule.on(9)) for rule in puzzle.constraints] == ["killer:20:r1c1,r1c2,r2c1"]
    assert convert(puzzle, "killer-long") == "3x3::k:" + ":".join(marks)
    marks[9] = str(1 + 256 * 21)
    with pytest.raises(ParseError, match="several sums"):
        satdoku.parse("3x3::k:" + ":".join(marks))


def test_regions_of_prime_boards_are_read():
    layout = Layout.named("5x5/jigsaw:1112211222333443354455554")
    puzzle = Puzzle((0,) * 25, layout)
    assert satdoku.parse(json.dumps(fpuzzles(puzzle))).layout == layout


@pytest.mark.parametrize("number", [2, 3])
def test_the_negative_of_ratios_is_of_those_that_are_marked(number):
    name = f"9x9+ratio:{number}:r1c1,r1c2+no-other-ratio" + (f":{number}" if number > 2 else "")
    puzzle = empty(name)
    again = satdoku.parse(json.dumps(fpuzzles(puzzle)))
    assert meaning.said(again) == meaning.said(puzzle)
    with pytest.raises(LayoutError, match="ratios"):
        fpuzzles(empty(f"9x9+ratio:{number}:r1c1,r1c2+no-other-ratio:4"))


def test_negatives_that_are_not_known_are_refused():
    with pytest.raises(ParseError, match="quotient"):
        satdoku.parse(json.dumps(f_puzzle(negative=["quotient"])))


@pytest.mark.parametrize(
    "drawn",
    [
        {"line": [{"lines": [["R1C1", "R1C2"]]}]},
        {"text": [{"cells": ["R0C1"], "value": "7"}]},
        {"circle": [{"cells": ["R1C1"]}]},
        {"rectangle": [{"cells": ["R1C1", "R1C2"]}]},
        {"cage": [{"cells": ["R1C1", "R1C2"], "value": "8"}]},
    ],
)
def test_drawings_that_may_be_rules_are_kept_and_named_unless_they_are_to_be_ignored(drawn):
    data = f_puzzle(**drawn)
    assert unread(satdoku.parse(json.dumps(data))) == [next(iter(drawn))]
    with pytest.raises(ParseError, match=f"drawings .{next(iter(drawn))}.*--drawings keep"):
        satdoku.parse(json.dumps(data), ignore_rules=[REFUSED])
    for ignored in ("drawings", next(iter(drawn))):
        puzzle = satdoku.parse(json.dumps(data), ignore_rules=[ignored])
        assert left_out(puzzle) == (ignored,)
    for rules, is_read in (("Normal sudoku rules apply.", True), ("The line is a renban.", False)):
        text = json.dumps(data | {"ruleset": rules})
        assert bool(left_out(satdoku.parse(text))) != is_read


@pytest.mark.parametrize("name", ["samurai", "butterfly", "4x4@r1c1,r3c3", "5x5", "4x6"])
def test_records_keep_layouts_without_a_plus(name, tmp_path):
    path, puzzle = tmp_path / "p.jsonl", empty(name)
    path.write_text(convert(puzzle, "json") + "\n")
    found = CliRunner().invoke(cli, ["convert", "--to", "json", str(path)])
    assert satdoku.parse(found.stdout) == puzzle


def test_canon_and_candidates_heed_rules():
    text = convert(empty("4x4+thermometer:r1c1-r1c4"), "json")
    found = CliRunner().invoke(cli, ["canon", text])
    assert satdoku.parse(found.stdout).constraints[0].kind == "thermometer"
    found = CliRunner().invoke(cli, ["show", "--candidates", "--format", "json", text])
    assert json.loads(found.stdout)["candidates"][:4] == ["1", "2", "3", "4"]


@pytest.mark.parametrize("name", ["Thermo", "Whisper~5", "AllDifferent", "Zipper", "RegionSumLine"])
def test_a_line_of_one_cell_says_nothing_as_at_iss(name):
    puzzle = satdoku.parse(f".{name}~R1C1.~R1C1_4")
    assert [c.kind for c in puzzle.layout.constraints if c.kind != "candidates"] == []


def test_comments_stand_within_a_constraint_string_as_at_iss():
    text = "# one\n.Shape~4x4\n# more ~ text.\n\n.Thermo~R1C1~R1C2\n# the end\n"
    (puzzle,) = satdoku.parse_all(text)
    assert puzzle.layout.name == "4x4+thermometer:r1c1,r1c2"
    first, second = satdoku.parse_all(".Shape~4x4.AntiKing\n#A Ann\n" + "." * 80 + "1\n")
    assert first.constraints and second.line.endswith("1")
