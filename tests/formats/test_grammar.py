"""Boards as people, programs and files write them: the product of the dimensions of a text."""

import json
from textwrap import wrap

import pytest

from satdoku import ParseError, parse, parse_all
from satdoku.formats.rules_in_text import unread_rules
from satdoku.formats.text.reader import read_found, text_lines
from satdoku.render.terminal import drawing
from tests.cli.test_cli import satdoku as satdoku_command
from tests.formats.written_boards import verdict, written
from tests.marks import SLOW

#: Texts of the product that are tried (more: `benchmarks/board_texts.py`).
COUNT = 1_500 if SLOW else 400
FOUR = "1.....2..3.....4"
ROWS = ["1...", "..2.", ".3..", "...4"]


def test_the_product_of_all_dimensions_is_read_as_meant_and_nothing_is_misread():
    verdicts = {seed: verdict(written(seed)) for seed in range(COUNT)}
    read = [seed for seed, found in verdicts.items() if found == "read"]
    misread = [seed for seed, found in verdicts.items() if found == "misread"]
    assert misread == []
    assert len(read) >= 0.97 * COUNT


SECTIONS = "[Puzzle]\n1...\n..2.\n.3..\n...4\n[State]\n1...\n..2.\n.3..\n...4\n"


@pytest.mark.parametrize(
    "text",
    [
        SECTIONS,
        SECTIONS + "[Colours]\n....\n.11.\n....\n....\n",
        SECTIONS + "[Notes]\n1111\n1111\n1111\n1111\n",
        SECTIONS + "[PencilMarks]\n,234,34,23\n34,4,,13\n24,,14,12\n23,12,13,\n",
        "1...\n..2.\n.3..\n...4\n\nSolution:\n1423\n3421\n2314\n4132\n",
        "1... 1423\n..2. 3421\n.3.. 2314\n...4 4132\n",
        "#A 4x4+diagonal ................\n1...\n..2.\n.3..\n...4\n",
    ],
)
def test_what_a_line_is_for_decides_before_what_it_looks_like(text):
    assert [found.line for found in parse_all(text)] == [FOUR]


def test_numbers_at_the_top_and_at_the_left_are_margins():
    rows = [f"{number}{' 0' * 8}" for number in range(1, 9)]
    assert parse("\n".join(["0 1 2 3 4 5 6 7 8", *rows])).line == "." * 64


@pytest.mark.parametrize(
    "text",
    [
        "|1 |  |\n|  |2 |\n| 3|  |\n|  | 4|",
        "| 1 |   |   |   |\n|---|---|---|---|\n"
        "|   |   | 2 |   |\n|   | 3 |   |   |\n|   |   |   | 4 |",
        "1\t\t\t\n\t\t2\t\n\t3\t\t\n\t\t\t4",
        "[1] [ ] [ ] [ ]\n[ ] [ ] [2] [ ]\n[ ] [3] [ ] [ ]\n[ ] [ ] [ ] [4]",
        "1* . . .\n. . 2* .\n. 3* . .\n. . . 4*",
        "   0  1  2  3\n0  1  0  0  0\n1  0  0  2  0\n2  0  3  0  0\n3  0  0  0  4",
        "     [,1] [,2] [,3] [,4]\n[1,]    1   NA   NA   NA\n[2,]   NA   NA    2   NA\n"
        "[3,]   NA    3   NA   NA\n[4,]   NA   NA   NA    4",
        "0,1,2,3\n1.0,,,\n,,2.0,\n,3.0,,\n,,,4.0",
        ",0,1,2,3\n0,1.0,,,\n1,,,2.0,\n2,,3.0,,\n3,,,,4.0",
        '{"board":[["1","","",""],["","","2",""],["","3","",""],["","","","4"]]}',
        "/*\n * 1...\n * ..2.\n * .3..\n * ...4\n */",
        "r1c1=1 r2c3=2 r3c2=3 r4c4=4",
        "(1,1)=1 (2,3)=2 (3,2)=3 (4,4)=4",
        "R1C1 1\nR2C3 2\nR3C2 3\nR4C4 4",
        "b[0][0] = 1;\nb[1][2] = 2;\nb[2][1] = 3;\nb[3][3] = 4;",
        '{"A1":1,"B3":2,"C2":3,"D4":4}',
        "{(0, 0): 1, (1, 2): 2, (2, 1): 3, (3, 3): 4}",
        "cell(1,1,1).\ncell(2,3,2).\ncell(3,2,3).\ncell(4,4,4).",
        "1 1 1\n2 3 2\n3 2 3\n4 4 4",
    ],
)
def test_boards_of_programs_and_people(text):
    assert [found.line for found in parse_all(text)] == [FOUR]


SPACERS = "1,,,,\n,,,2,\n,,,,\n,3,,,\n,,,,4"
WIKI = "\n|-\n".join("| " + " || ".join(row.replace(".", " ")) for row in ROWS)
PACKAGE = "\n".join("|" + "|".join(row.replace(".", " ")) + "|." for row in ROWS)
LOG = "\n".join(f"[2024-05-01 12:00:0{n}] DEBUG {row}" for n, row in enumerate(ROWS))


@pytest.mark.parametrize(
    "text",
    [
        f"[2024-05-01 12:00:01] INFO  loading puzzle 17 of 100\n{LOG}\n"
        "[2024-05-01 12:00:02] INFO  solved in 3 ms",
        SPACERS,
        f'{{| class="wikitable"\n|-\n{WIKI}\n|}}',
        f"\\begin{{sudoku}}\n{PACKAGE}\n\\end{{sudoku}}",
        "# A tibble: 4 x 4\n     V1    V2    V3    V4\n  <dbl> <dbl> <dbl> <dbl>\n"
        "1     1    NA    NA    NA\n2    NA    NA     2    NA\n"
        "3    NA     3    NA    NA\n4    NA    NA    NA     4",
        "(assert (= x11 1))\n(assert (= x23 2))\n(assert (= x32 3))\n(assert (= x44 4))",
        "(assert (= x11 1))(assert (= x23 2))\n(assert (= x32 3))(assert (= x44 4))",
        "B = [1,1,1;\n     2,3,2;\n     3,2,3;\n     4,4,4;\n];",
        "play https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/solo.html#2x2:1e2b3e4",
    ],
)
def test_logs_spreadsheets_and_markup_are_taken_off(text):
    assert [found.line for found in parse_all(text)] == [FOUR]


def test_of_three_numbers_the_digit_may_stand_first():
    text = "input_data = [\n    (1, 1, 1),\n    (2, 2, 1),\n    (4, 3, 4),\n    (3, 4, 2),\n]"
    assert parse(text).line == "1...2......4.3.."
    by_column = "cell(2, 1, 4), cell(1, 2, 1), cell(4, 3, 2), cell(3, 4, 1)"
    assert parse(by_column).line == ".1..4......1..2."


def test_a_small_dictionary_in_code_is_no_board():
    for text in ("return {'a1': 3, 'b2': 4}", "{'A1': 0.5, 'B2': 0.7, 'C3': 0.1, 'D4': 1}"):
        assert all(isinstance(item, ParseError) for item in read_found([text]))


def test_columns_of_blanks_are_no_spaces_between_boxes():
    rows = ["1,,,2", ",,,1", "2,,,", ",,,"]
    assert parse("\n".join(rows)).line == "1..2...12......."


def test_a_board_with_labels_that_lacks_a_row_is_refused():
    rows = ["5 3 . . 7 . . . ."] * 8
    lines = [f"{letter} {row}" for letter, row in zip("ABCDEFGH", rows, strict=True)]
    for layout in (None, "9x9"):
        with pytest.raises(ParseError):
            parse("\n".join(["  1 2 3 4 5 6 7 8 9", *lines]), layout)


def test_a_picture_of_candidates_is_no_large_board():
    picture = str(drawing(parse("1.....2..3.....4"), True))
    nine = str(drawing(parse("53..7....6..195....98....6.8...6...3" + "." * 45), True))
    for text in (picture, nine):
        for found in read_found(text_lines(text)):
            assert isinstance(found, ParseError) or found[1].layout.size < 10


def test_placements_that_leave_open_where_they_count_from_are_asked_about():
    with pytest.raises(ParseError, match="counted from 0 or from 1"):
        parse("(1,1)=9 (2,3)=2 (3,2)=3 (4,4)=4")


def test_letters_alone_are_the_symbols_of_a_large_board():
    letters = "ABCDEFGHIJKLMNOP"
    rows = [".".join((letters[i:] + letters[:i])[::2]) + "." for i in range(16)]
    for text in ("\n".join(rows), "\n".join(rows).lower()):
        assert parse(text).cells[:4] == (1, 0, 3, 0)


@pytest.mark.parametrize(
    "text",
    [
        "1 2 3\n4 5 6\n7 8 9",
        "2024-01-02 10:33 17 4\n2024-01-03 11:20 16 3\n2024-01-04 9:10 12 1\n2024-01-05 8:15 11 9",
        "x = [0, 1, 2, 3]\ny = [4, 5, 6, 7]",
        "for i in range(9):\n    a[i] = 0\n    b[i] = 1\n    c[i] = 2\n    d[i] = 3",
        "12 3 44\n5 61 7\n8 9 10\n11 12 13\n1 2 3",
        "a b c d\nto be or not",
    ],
)
def test_prose_code_and_data_hold_no_board(text):
    found = list(read_found(text_lines(text)))
    assert all(isinstance(item, ParseError) for item in found)


def _framed(size, high, broad, has_bars=True, rule="-+-"):
    """A board with its first digits on the diagonal, and borders between boxes of this shape."""
    lines = []
    for row in range(size):
        cells = ["."] * size
        cells[row] = str(row + 1)
        parts = [" ".join(cells[start : start + broad]) for start in range(0, size, broad)]
        if row and row % high == 0:
            lines.append(rule)
        lines.append((" | " if has_bars else " ").join(parts))
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("size", "high", "broad"),
    [(6, 3, 2), (8, 4, 2), (10, 5, 2), (12, 4, 3), (12, 2, 6), (16, 2, 8), (15, 5, 3)],
)
def test_the_borders_that_are_drawn_decide_the_boxes(size, high, broad):
    both = _framed(size, high, broad)
    bands = _framed(size, high, broad, has_bars=False, rule="")
    stacks = both.replace("-+-\n", "")
    for text in (both, bands, stacks):
        found = parse(text)
        assert found.layout.name == f"{size}x{size}/{high}x{broad}"
        assert found.cells[:: size + 1] == tuple(range(1, size + 1))
        usual = f"{size}x{size}"
        assert parse(text, usual).layout.name == usual


@pytest.mark.parametrize(
    "text",
    [
        _framed(6, 2, 3),
        _framed(6, 1, 1),  # a border behind each cell draws no boxes
        _framed(6, 3, 3),  # nor do quarters
        _framed(12, 3, 4),
    ],
)
def test_other_borders_leave_the_usual_boxes(text):
    layout = parse(text).layout
    assert layout.name == f"{layout.size}x{layout.size}"


def test_spaces_for_blanks_leave_the_drawn_boxes():
    rows = ["|1 |  |  |", "| 2|  |  |", "|  |3 |  |", "|  | 4|  |", "|  |  |5 |", "|  |  | 6|"]
    rule = "+--+--+--+"
    found = parse("\n".join([rule, *rows[:3], rule, *rows[3:], rule]))
    assert found.layout.name == "6x6/3x2"


def test_small_letters_are_hexadecimal_digits_from_0():
    found = parse("\n".join(["0123456789abcdef", *["." * 16] * 15]))
    assert found.layout.name == "16x16+from-0"
    assert found.cells[:16] == tuple(range(1, 17))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[[1,0,2],[0,0,3,0,0],[0,4,0,0],[0,0,0,0]]", "line 1: row 1 has 3 cells, the list 4 rows"),
        ("[[1,0,2,0],\n[0,0,3,0,0],\n[0,4,0],\n[0,0,0,0]]", "line 2: row 2 has 5 cells"),
        ('["12..","..3","4....","1..."]', "row 2 has 3 cells"),
        ("{{1,0,0,2},{0,0,3,0},{0,4,0,0},{0,0,0}}", "row 4 has 3 cells"),
        (
            "int b[4][4]={\n{1,0,0,2},\n{0,0,3,0},\n{0,4,0,0},\n{0,0,0,0},\n{1,0,0,2}};",
            "line 6: 5 rows of 4 cells: one is too many",
        ),
        (str([[1] + [0] * 8] + [[0] * 9] * 9), "10 rows of 9 cells"),
        ("12 0 0 2\n0 0 3 0\n0 4 0 0\n0 0 0 0", "line 1: r1c1 holds 12: a 4x4 board"),
        ("1 0 0 2\n0 0 3 0\n0 24 0 0\n0 0 0 0", "r3c2 holds 24"),
        ("\n".join([" ".join(["0"] * 12)] * 11 + [" ".join(["12", "13", *["0"] * 10])]), "13"),
    ],
)
def test_rows_and_numbers_that_do_not_fit_are_named_not_read_over(text, says):
    with pytest.raises(ParseError, match=says):
        parse(text)


def test_several_cells_of_several_digits_are_candidates():
    found = parse("12 34 34 2\n34 12 1 3\n23 1 24 4\n4 23 23 1")
    assert found.layout.name.startswith("4x4+candidates")
    assert parse("{1,2} . . 3\n. . 1 .\n. . . .\n. . . .").cells[3] == 3


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        (["9" + "." * 15, "." * 15, *["." * 16] * 14], "line 2: a row of 15 cells"),
        (["1" + "." * 15, *["." * 16] * 14], "15 rows of 16 cells: one is missing"),
        (["1" + "." * 35, *["." * 36] * 34, "." * 37], "line 36: a row of 37 cells"),
        (["1" + "." * 15, "Z" + "." * 15, *["." * 16] * 14], "line 2: 'Z' is not a symbol"),
    ],
)
def test_one_wrong_row_leaves_the_others_rows_of_one_board(rows, says):
    with pytest.raises(ParseError, match=says):
        list(parse_all("\n".join(rows)))


LINK = "https://sudokupad.app/scf5NlQ19j9mGca3OIN1bWGk2m41TjS79"
EIGHTY_ONE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def _each(shape: str) -> str:
    """The four rows, each in this shape: row, its cells apart, its number, its letter."""
    lines = []
    for number, row in enumerate(ROWS, 1):
        cells = {"row": row, "apart": " ".join(row), "n": number, "letter": "ABCDE"[number - 1]}
        lines.append(shape.format(**cells))
    return "\n".join(lines)


@pytest.mark.parametrize(
    "text",
    [
        _each("Row {n} - {row}"),
        _each("Fila {n}: {apart}"),
        _each("2024-01-01 12:0{n} INFO {row}"),
        _each("- {row}"),
        _each("**{n}** | {apart}"),
        _each("{letter} {apart} {letter}") + "\n  1 2 3 4",
        _each("{apart} {letter}"),
        _each("{row}<br>"),
        "<p>" + "<br>".join(ROWS) + "</p>",
        "<pre>" + "\n".join(ROWS) + "</pre>",
        r"\begin{bmatrix} " + r" \\ ".join(" & ".join(row) for row in ROWS) + r" \end{bmatrix}",
        "M = [1 0 0 0; ...\n0 0 2 0; ...\n0 3 0 0; ...\n0 0 0 4];",
        "[[Some(1),None,None,None],[None,None,Some(2),None],"
        "[None,Some(3),None,None],[None,None,None,Some(4)]]",
        "1 -1 -1 -1\n-1 -1 2 -1\n-1 3 -1 -1\n-1 -1 -1 4",
        "[[1,,,],[,,2,],[,3,,],[,,,4]]",
        "r1c1 is 1\nr2c3 is 2\nr3c2 is 3\nr4c4 is 4",
        "s.add(x[0][0] == 1)\ns.add(x[1][2] == 2)\ns.add(x[2][1] == 3)\ns.add(x[3][3] == 4)",
        "Row 1, column 1: 1\nRow 2, column 3: 2\nRow 3, column 2: 3\nRow 4, column 4: 4",
        '[[{"value":1},{},{},{}],[{},{},{"value":2},{}],[{},{"value":3},{},{}],[{},{},{},{"value":4}]]',
        '{"row1":"1...","row2":"..2.","row3":".3..","row4":"...4"}',
        "try 2x2:1e2b3e4, please".replace(",", "."),
        "rows: " + "/".join(ROWS),
        "1...\n..2.\n.3..\n...4?",
    ],
)
def test_words_markup_and_calls_around_cells_are_taken_off(text):
    assert [found.line for found in parse_all(text)] == [FOUR]


def test_spaces_for_blanks_need_no_outer_frame():
    rows = [EIGHTY_ONE[start : start + 9].replace(".", " ") for start in range(0, 81, 9)]
    for apart in (" ", ""):
        bar = f"{apart}|{apart}"
        lines = [bar.join(apart.join(row[c : c + 3]) for c in (0, 3, 6)) for row in rows]
        assert parse("\n".join(lines)).line == EIGHTY_ONE


@pytest.mark.parametrize("end", [".", "?", "!"])
def test_the_end_of_a_sentence_is_no_cell(end):
    assert parse(f"Is it hard: {EIGHTY_ONE}{end}").line == EIGHTY_ONE
    assert parse(EIGHTY_ONE.replace(".", "0") + end).line == EIGHTY_ONE
    with pytest.raises(ParseError, match="82 cells"):
        parse(EIGHTY_ONE + ".")  # it may be a cell too many


def test_letters_and_hexadecimal_digits_may_stand_in_one_line():
    letters = "ABCDEFGHIJKLMNOP"
    line = "".join(".".join((letters[i:] + letters[:i])[::2]) + "." for i in range(16))
    hexadecimal = line.translate(str.maketrans(letters, "0123456789ABCDEF"))
    for text in (line, line.lower(), hexadecimal, hexadecimal.lower()):
        assert parse(text).cells[:4] == (1, 0, 3, 0)


@pytest.mark.parametrize(
    "text",
    [
        "Chapter 1 " + "." * 81 + " 17",
        "Name: " + "_" * 81,
        "Call 4213 1324 2431 3142 now",
        "x" * 81,
        "The adjacency matrix:\n0 1 0 1\n1 0 1 0\n0 1 0 1\n1 0 1 0",
        "0 1 1 1\n1 0 1 0\n1 1 0 1\n1 0 1 0",
        "Team  1 2 3 4\nLions 0 1 0 2\nBears 3 0 1 0\nFoxes 0 2 0 1\nOwls  1 0 0 3",
        "name,a,b,c,d\nPerson 0,1,2,3,1\nPerson 1,2,3,4,2\nPerson 2,3,4,1,3\nPerson 3,4,1,2,4",
        _each("Column {n}: {apart}"),
        "Boxes:\n" + "\n".join(ROWS),
        "6 r1c1 r1c2 r2c1\n10 r1c3 r1c4 r2c3 r3c3\n6 r2c2 r3c2 r1c1\n5 r2c4 r3c4\n"
        "8 r3c1 r4c1 r4c2\n5 r4c3 r4c4",
        '{"puzzle":[["1","?!","",""],["","","2",""],["","3","",""],["","","","4"]],'
        '"cages":[[5,["r1c2","r1c3"]]]}',
    ],
)
def test_what_only_looks_like_a_board_is_none(text):
    assert all(isinstance(item, ParseError) for item in read_found(text_lines(text)))


def test_a_board_beside_a_link_is_the_puzzle():
    board = "1" + "." * 80
    for text in (f"{board} from {LINK}", f"name,puzzle,link\na,{board},{LINK}", f"{LINK} {board}"):
        assert [found.line for found in parse_all(text)] == [board]
    assert parse(f"{EIGHTY_ONE} as {LINK}").line == EIGHTY_ONE
    assert parse(f"#S {LINK}\n" + "\n".join(ROWS)).line == FOUR


def test_cages_below_a_board_are_its_own():
    board = "\n".join(ROWS)
    for text in (f"{board}\n5 r1c2 r1c3\n3 r2c1 r2c2", f"{board}\n\nCages:\nr1c2 + r1c3 = 5\n"):
        assert parse(text).layout.name.startswith("4x4+killer:5:r1c2,r1c3")
    with pytest.raises(ParseError, match="r1c2 is in two cages"):
        list(parse_all(f"{board}\n5 r1c2 r1c3\n3 r1c2 r2c2"))
    pair = '{"puzzle":"1.....2..3.....4","cages":[[5,[[%d,2],[%d,3]]]]}'
    assert parse(pair % (0, 0)).layout.name == "4x4+killer:5:r1c3,r1c4"
    with pytest.raises(ParseError, match="counted from 0 or from 1"):
        parse(pair % (1, 1))


def test_rules_in_the_prose_around_a_board_are_compared():
    board = "\n".join(ROWS)
    rule = "Cells a knight's move apart\ncannot hold the same digit."
    for text in (f"{rule}\n\n{board}", f"{board}\n{rule}", f"{board}\n\n{rule}\nThanks!"):
        assert unread_rules(parse(text)) == ["anti-knight"]
    ruled = parse(f"{rule}\n\n{board}", rules_from_text=True)
    assert ruled.layout.name == "4x4+anti-knight"
    below, other = parse_all(f"{board}\n{rule}\n\n{EIGHTY_ONE}")
    assert unread_rules(below) == ["anti-knight"]
    assert unread_rules(other) == []
    killer = parse(f"Killer sudoku: digits in cages sum to the given total.\n{board}")
    assert "killer" in unread_rules(killer)
    talk = "There is a naked quad in row 3, so both 5s of the box are gone. No guessing!"
    assert unread_rules(parse(f"{talk}\n\n{board}\n\n{talk}")) == []


def test_only_the_faulty_list_of_several_is_refused():
    right = "[[1,0,0,0],[0,0,2,0],[0,3,0,0],[0,0,0,4]]"
    wrong = right.replace("[0,3,0,0]", "[0,3,0]")
    found = list(read_found(text_lines(f"a = {right}\nb = {wrong}\nc = {right}")))
    assert [isinstance(item, ParseError) for item in found] == [False, True, False]
    assert str(found[1]) == "line 2: row 3 has 3 cells, the list 4 rows"


def test_lists_of_candidates_are_candidates():
    rows = "[[[1,2],[3],[4],[1,2]],[[4],[1,2],[3],[1,2]],[[2],[4],[1],[3]],[[3],[1],[2],[4]]]"
    found = parse(rows)
    assert found.line == ".34.4.3.24133124"
    assert parse(rows.replace("[1,2]", "{1,2}")).line == found.line


def test_27_placements_on_a_line_are_no_81_cells():
    givens = [(place // 9, place % 9, mark) for place, mark in enumerate(EIGHTY_ONE) if mark != "."]
    kept = [*givens[:26], givens[-1]]
    cells = ["."] * 81
    for row, column, mark in kept:
        cells[9 * row + column] = mark
    for shape in ("({}, {}): {}", "b[{}][{}] = {};", "cell({},{},{})."):
        text = " ".join(shape.format(*one) for one in kept)
        assert parse(text).line == "".join(cells)


def test_a_quoted_border_of_64_dashes_is_no_board():
    border = "+".join(["-" * 16] * 4)
    assert all(
        isinstance(item, ParseError) for item in read_found([f"> {border}", f"say {border}"])
    )


def test_labels_below_are_no_row_where_dashes_are_one():
    text = "| 3 | - | 1 | - |\n| - | - | 2 | - |\n| - | - | - | - |\n| - | 4 | - | 1 |\n1 2 3 4"
    assert parse(text).line == "3.1...2......4.1"


#: The candidates of each cell of `FOUR`, each at its place.
PLACES = ["1....2.4..34..3.", "..34...4.2..1.3.", ".2.4..3.1...12..", ".2..12..1.3....4"]


@pytest.mark.parametrize("between", ["", "|", " "])
def test_rows_of_candidates_by_places_are_one_board(between):
    rows = []
    for line in PLACES:
        cells = [line[start : start + 4] for start in range(0, 16, 4)]
        rows.append(between.join(cells))
    assert parse("\n".join(rows)).line == "1..3.42..31.2..4"
    with pytest.raises(ParseError, match="3 rows of candidates: a 4x4 board has 4"):
        parse("\n".join(rows[:3]))


@pytest.mark.parametrize(
    "text",
    [
        "4111 1111 1111 1111",
        "Card:\n4111 1111 1111 1111\n5500 0000 0000 0004",
        "IBAN: DE89 3704 0044 0532 0130 00",
        f"The key is {'12345678' * 8} in decimal.",
        "n: 6582018229284824168619876730229402019930943462534319453394436096",
        f"The bits are {'01' * 32}.",
    ],
)
def test_numbers_as_long_as_boards_are_none(text):
    assert _errors(text) == ["no puzzle found: expected 81 cells in a line or 9 rows of 9, with "
                             "digits and one of . 0 _ * - x for blanks"]  # fmt: skip


def test_digits_that_are_no_number_are_boards():
    assert parse("1234 3412 2143 4321").line == "1234341221434321"
    wrong = "12345678" * 8
    assert parse(f"the puzzle {wrong}").line == wrong


OTHER = "2.....1..4.....3"
SIDES = [f"{OTHER[start : start + 4]}" for start in range(0, 16, 4)]


@pytest.mark.parametrize(
    "lines",
    [
        [f"{left}      {right}" for left, right in zip(ROWS, SIDES, strict=True)],
        [f"{left} | {right}" for left, right in zip(ROWS, SIDES, strict=True)],
        [f"{' '.join(left)}    {' '.join(right)}" for left, right in zip(ROWS, SIDES, strict=True)],
    ],
)
def test_boards_side_by_side_are_several(lines):
    assert [one.line for one in parse_all("\n".join(lines))] == [FOUR, OTHER]


@pytest.mark.parametrize(
    "text",
    [
        "puzzle: 1.....2..3.....4",
        'grid = "1.....2..3.....4"',
        "{|\n|-\n" + "\n|-\n".join("\n".join(f"|{c}" for c in row) for row in ROWS) + "\n|}",
        "I  1 . . .\nII . . 2 .\nIII . 3 . .\nIV . . . 4",
        "1 [b]2[/b] . .\n. . . .\n. . . .\n. . . .",
        "******\n" + "\n".join(f"*{row}*" for row in ROWS) + "\n******",
        "#######\n" + "\n".join(f"#{row[:2]}#{row[2:]}#" for row in ROWS) + "\n#######",
        "1...\n..2.\n~~~~\n.3..\n...4",
        "- - 1\n  - null\n  - null\n  - null\n"
        + "\n".join(f"- - {row[0]}\n" + "\n".join(f"  - {c}" for c in row[1:]) for row in ROWS[1:]),
        "<board>\n"
        + "\n".join(
            "<row>" + "".join(f"<c>{c}</c>" for c in row) + "</row>" for row in ROWS
        ).replace(".", "")
        + "\n</board>",
        '{"cells": [1, 0, 0, 0, 0, 0, 2, 0, 0, 3, 0, 0, 0, 0, 0, 4]}',
        '[{"row": 1, "col": 1, "value": 1}, {"row": 2, "col": 3, "value": 2}, '
        '{"row": 3, "col": 2, "value": 3}, {"row": 4, "col": 4, "value": 4}]',
    ],
)
def test_labels_and_markup_of_other_kinds_are_taken_off(text):
    assert parse(text).line in (FOUR, "12" + "." * 14)


def test_a_table_whose_first_column_counts_is_no_smaller_board():
    rows = ["14..", "2.14", "324.", "41.."]
    lines = [f"| {' | '.join(row.replace('.', ' '))} |" for row in rows]
    assert parse("\n".join(lines)).line == "".join(rows)


def test_placed_digits_of_sdx_and_cages_by_letters():
    rows = ["1 24 34 u3", "34 4 2 13", "24 3 1 12", "2 12 13 4"]
    assert parse("\n".join(rows)).line[:4] == "1..3"
    cages = "\n".join(f"10 {row}1 {row}2 {row}3 {row}4" for row in "ABCD")
    assert len(parse(cages).layout.constraints) == 4
    below = parse(f"{'.' * 16}\n3 A1 A2\n7 A3+A4")
    assert below.layout.name == "4x4+killer:3:r1c1,r1c2+killer:7:r1c3,r1c4"


def _errors(text):
    return [one.problem for one in read_found(text_lines(text)) if isinstance(one, ParseError)]


@pytest.mark.parametrize(
    "text",
    [
        "   2010 Fridrich\n   2012 Lopez\n   2011 Karel\n   2014 Someone",
        "Copyright\n   2000, 2001, 2002, 2003, 2004, 2005, 2006, 2007, 2008",
        "-" * 75,
        "Name:\n" + "_" * 36,
        "Name:\n" + "-" * 16,
        "LZMA_VERSION = 63\n_CD_LOCAL_HEADER_OFFSET = 18\n_FH_CRC = 7",
        "    1.3720238095238095",
        "    from _decimal import *\n\n    from _x import *\n    a.b\n    c d e",
    ],
)
def test_code_years_borders_and_decimals_are_no_boards(text):
    assert [one.partition(":")[0] for one in _errors(text)] == ["no puzzle found"]
    assert not [one for one in read_found(text_lines(text)) if not isinstance(one, ParseError)]


NINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
GIVENS = [(at // 9, at % 9, int(cell)) for at, cell in enumerate(NINE) if cell != "."]


@pytest.mark.parametrize(
    "one",
    [
        lambda r, c, d: f"x_{r + 1}_{c + 1}_{d}",
        lambda r, c, d: f"x_{r}_{c}_{d - 1}",
        lambda r, c, d: f"model.Add(x[{r}][{c}][{d - 1}] == 1)",
        lambda r, c, d: f"constraint x[{r + 1}, {c + 1}] = {d};",
        lambda r, c, d: f"- Row {r + 1} Col {c + 1} -> {d}",
        lambda r, c, d: f"place {d} at r{r + 1}c{c + 1}",
        lambda r, c, d: f"x={c}, y={r}: {d}",
        lambda r, c, d: f'"{r},{c}": {d},',
    ],
)
def test_placements_are_read_from_the_variables_and_words_of_programs(one):
    assert parse("\n".join(one(*place) for place in GIVENS)).line == NINE


def test_records_of_placements_in_a_json_file_are_a_board():
    records = [{"row": r, "col": c, "value": d} for r, c, d in GIVENS]
    done = satdoku_command("convert", "--to", "line", "-", stdin=json.dumps(records))
    assert done.stdout == f"{NINE}\n"


def test_what_denies_or_is_too_little_for_a_board_holds_no_placements():
    denied = "\n".join(f"-x_{r + 1}_{c + 1}_{d}" for r, c, d in GIVENS)
    corners = "v(2, 3, 5)\nv(9, 5, 6)\nv(8, 1, 1)\nv(7, 4, 3)"
    for text in (denied, corners):
        assert not [one for one in read_found(text_lines(text)) if isinstance(one, tuple)]


def test_three_rows_may_stand_on_each_line():
    rows = [NINE[at : at + 9] for at in range(0, 81, 9)]
    bands = [" ".join(rows[at : at + 3]) for at in (0, 3, 6)]
    assert parse("\n".join(bands)).line == NINE
    assert parse("From Sunday:\n" + "\n".join(bands).replace(" ", "")).line == NINE


@pytest.mark.parametrize("label", ["Mini: ", "Mini 4x4: ", "4x4: "])
def test_a_small_board_may_stand_behind_its_size(label):
    assert parse(label + FOUR).line == FOUR


@pytest.mark.parametrize(
    "text",
    [
        "Cut here\n8X--------8X--------8X--------8X--------",
        "------------------------8X---------",
        'pi = "3.14159265358979323846264338327950288419716939937510582097494459230781640628620899"',
        '"141592653589793238462643383279502884197169399375105820974944592307816406286208998"',
        "if (x)\n    regex(NULL);",
        "regex(NULL);",
        "3 4 1\n\nwindow(3, 4)\ndistinct(a, b)",
    ],
)
def test_lines_to_cut_at_decimals_and_calls_are_no_boards_or_rules(text):
    assert [one.partition(":")[0] for one in _errors(text)] == ["no puzzle found"]
    assert [puzzle.line for puzzle in parse_all(f"{text}\n\n{NINE}\n")] == [NINE]


@pytest.mark.parametrize(
    "text",
    [
        "1010\n0011\n0000\n1000",
        "x = [[1, 1, 2, 1], [3, 3, 3, 3], [1, 1, 4, 4], [2, 1, 2, 2]]",
        "\n".join(f"1{at}:04:05 7{at}2 ms" for at in range(9)),
    ],
)
def test_tables_whose_digits_repeat_everywhere_are_no_puzzles(text):
    assert all("a table of numbers" in error for error in _errors(text))
    assert not [one for one in read_found(text_lines(text)) if isinstance(one, tuple)]
    assert parse("111.............", "4x4").clues == 3


def test_an_expected_output_and_what_was_placed_belong_to_the_puzzle():
    solution = "1243\n3421\n4312\n2134"
    puzzle = "1...\n..2.\n.3..\n...4"
    placed = "...3\n....\n....\n2..."
    for text in (
        f"Expected output\n{solution}\n\nInput\n{puzzle}",
        f"Output:\n{solution}\nSample input:\n{puzzle}",
        f"Givens:\n{puzzle}\nPlaced so far:\n{placed}",
    ):
        assert [one.line for one in parse_all(text)] == [FOUR]


@pytest.mark.parametrize("width", [10, 30, 40, 50, 72, 80])
@pytest.mark.parametrize("between", ["", ", "])
def test_cells_may_fill_lines_of_any_length(width, between):
    text = between.join(NINE.replace(".", "0"))
    lines = wrap(text, width)
    assert parse("\n".join(lines)).line == NINE
    twice = "\n".join(["From a log:", *lines, "", *lines])
    assert [one.line for one in parse_all(twice)] == [NINE, NINE]
    shorter = [lines[0][:-4], *lines[1:]]
    assert not [one for one in read_found(shorter) if isinstance(one, tuple)]


def test_digits_may_stand_in_circles():
    circled = NINE.translate({ord(str(digit)): 0x245F + digit for digit in range(1, 10)})
    assert parse(circled).line == NINE
    assert parse("\n".join(wrap(circled, 9))).line == NINE


@pytest.mark.parametrize("between", [" ", "\n"])
def test_a_variable_may_have_three_digits_without_separators(between):
    names = [f"x{at // 9 + 1}{at % 9 + 1}{digit}" for at, digit in enumerate(NINE) if digit != "."]
    assert parse(between.join(names)).line == NINE
    assert not [one for one in read_found(["-" + between.join(names)]) if isinstance(one, tuple)]


def test_any_label_may_stand_before_a_small_board_that_can_be_a_puzzle():
    assert parse(f"easy: {FOUR}").line == FOUR
    for text in ("code: 1234341221434321", "key: 1..............1", "card: 4000300020001000"):
        assert not [one for one in read_found([text]) if isinstance(one, tuple)]


def test_a_drawn_solution_may_stand_above_its_puzzle():
    solution = "1243\n3421\n4312\n2134"
    puzzle = "1...\n..2.\n.3..\n...4"
    for text in (f"{solution}\n\n{puzzle}", f"{solution}\n{FOUR}"):
        assert [one.line for one in parse_all(text)] == [FOUR]
    other = solution.replace("1", "5").replace("2", "1").replace("5", "2")
    assert len(list(parse_all(f"{other}\n\n{puzzle}"))) == 2
