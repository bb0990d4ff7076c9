"""Every shape in which puzzles are written, and everything that must not be misread."""

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satdoku import Layout, LayoutError, ParseError, parse, parse_all, random_grid
from satdoku.formats.text.lines import LINE_LIMIT
from satdoku.formats.text.reader import (
    board_in_line,
    bounded_lines,
    read_found,
    read_puzzles,
    text_lines,
)
from satdoku.formats.text.states import candidates_in_text
from satdoku.formats.write import session
from satdoku.random_stream import RandomStream
from satdoku.sanitize import columns
from tests.conftest import DATA
from tests.marks import examples
from tests.oracle import EASY, JIGSAW_9, LECTURE, puzzle

ROWS = [EASY[i : i + 9] for i in range(0, 81, 9)]
SPACED = [row.replace(".", " ") for row in ROWS]
BARS = [f"{r[:3]} | {r[3:6]} | {r[6:]}" for r in ROWS]


def banded(rows: list[str], border: str) -> str:
    return "\n".join([*rows[:3], border, *rows[3:6], border, *rows[6:]])


def html(rows: list[str], cell: str, head: str = "") -> str:
    """A page with the rows in a table, empty for blank."""
    body = "\n".join(
        f"<tr>{head}{''.join(cell.format(c.replace('.', '')) for c in row)}</tr>" for row in rows
    )
    return f"<html><p>Easy</p>\n<table class='sudoku'>\n{body}\n</table></html>"


SHAPES = {
    "line": EASY,
    "line with zeros": EASY.replace(".", "0"),
    "line with underscores": EASY.replace(".", "_"),
    "line with stars": EASY.replace(".", "*"),
    "line with dashes": EASY.replace(".", "-"),
    "line with x": EASY.replace(".", "x"),
    "line with spaces": EASY.replace(".", " "),
    "line, comment after a blank": EASY + " from a blog, rated 3.5",
    "line, comment after a tab": EASY + "\t5",
    "line, solution after a comma": EASY + "," + "1" * 81,
    "line, comment after a semicolon": EASY + ";12",
    "line, comment after a hash": EASY + "#12",
    "line, indented": "   " + EASY,
    "line, Windows ending": EASY + "\r",
    "quoted in code": f'main=print$f[] "{EASY}"',
    "numbers in one line": " ".join(EASY.replace(".", "0")),
    "list in code": "let easy = [ " + ";".join(EASY.replace(".", "0")) + ";]let s = new Solver()",
    "rows by backslash": "\\ " + " \\ ".join(r.replace(".", "-") for r in ROWS),
    "rows": "\n".join(ROWS),
    "rows apart": "\n".join(" ".join(r) for r in ROWS),
    "rows of dashes for blanks": "\n".join(ROWS).replace(".", "-"),
    "rows of spaces for blanks": "\n".join(ROWS).replace(".", " "),
    "rows with semicolons": "\n".join(";".join(r.replace(".", "0")) + ";" for r in ROWS),
    "rows with commas, empty for blank": "\n".join(",".join(r).replace(".", "") for r in ROWS),
    "rows with tabs, empty for blank": "\n".join("\t".join(r).replace(".", "") for r in ROWS),
    "table, empty for blank": "\n".join(
        "| " + " | ".join(r).replace(".", " ") + " |" for r in ROWS
    ),
    "quoted rows": "[\n" + "\n".join(f'"{r}",' for r in ROWS) + "\n]",
    "rows with comments": "\n".join(f"{r} # row" for r in ROWS),
    "bands by empty lines": banded(ROWS, ""),
    "Norvig's": banded([" ".join(r) for r in BARS], "------+-------+------"),
    "framed by stars": "*-----------*\n" + banded([f"|{b.replace(' ', '')}|" for b in BARS],
                                                  "|---+---+---|") + "\n*-----------*",
    "framed by plus": "+---+---+---+\n" + banded([f"|{b}|" for b in BARS], "+---+---+---+"),
    "framed by equals": "===========\n" + banded(BARS, "===+===+===") + "\n==========",
    "framed by dashes": "---------\n" + "\n".join(ROWS) + "\n---------",
    "box drawing": "┌───┬───┐\n" + banded([b.replace("|", "│") for b in BARS], "├───┼───┤"),
    "parallel bars": "-----------\n" + "\n".join(f"|{r}|" for r in ROWS) + "\n-----------",
    "prose around": "Rated: Hard, 2007\n\n" + "\n".join(ROWS) + "\n\nWow!\nListening:\n",
    "sdk": "#ARuud\n#DNice\n#L3\n" + "\n".join(ROWS),
    "sdk with sections": "[Puzzle]\n" + "\n".join(ROWS) + "\n[State]\n" + "\n".join(ROWS),
    "ss with candidates": "\n".join(ROWS) + "\nI425\nE4251\n",
    "byte order mark": "\ufeff" + EASY,
    "label in front": "Puzzle 1: " + EASY,
    "number in front": "1. " + EASY,
    "CSV with id": "17," + EASY + "," + "1" * 81 + ",30",
    "date above": "2024-01-02\n" + EASY,
    "quoted rows with spaces": "\n".join(f'"{r}"' for r in SPACED),
    "list in Python with spaces": "board = [\n" + "\n".join(f"    '{r}'," for r in SPACED) + "\n]",
    "list on a line with spaces": f"solve({SPACED})",
    "list that begins at its name": "g = [" + ",\n".join(f'"{r}"' for r in SPACED) + "]  # easy",
    "strings in C": "\n".join(f'  "{r}\\n"' for r in SPACED) + ";",
    "rows between backticks": "\n".join(f"`{r}`" for r in SPACED),
    "named rows": "\n".join(f"Row {i}: {' '.join(r)}" for i, r in enumerate(ROWS, 1)),
    "named rows with spaces": "\n".join(f"Row {i}: {r}" for i, r in enumerate(SPACED, 1)),
    "named rows, short": "\n".join(f"R{i}: [{','.join(r)}]" for i, r in enumerate(ROWS, 1)),
    "numbered rows": "\n".join(f"{i}) {r}" for i, r in enumerate(ROWS, 1)),
    "rows 1., 2., …": "\n".join(f"{i}. {' '.join(r)}" for i, r in enumerate(ROWS, 1)),
    "rows 1., 2., … unspaced": "\n".join(f"{i}. {r}" for i, r in enumerate(ROWS, 1)),
    "rows 1., 2., … in boxes": "\n".join(f"{i}. {b}" for i, b in enumerate(BARS, 1)),
    "rows 1., 2., … in lists": "\n".join(f"{i}. {list(r)}" for i, r in enumerate(ROWS, 1)),
    "boxes apart": "\n".join(f"{r[:3]} {r[3:6]} {r[6:]}" for r in ROWS),
    "table of HTML": html(ROWS, "<td>{}</td>"),
    "table of HTML with fields": html(ROWS, '<td class="r1 c1"><input value="{}"></td>'),
    "table of HTML with heads": html(ROWS, "<td>&nbsp;{}\n</td>", head="<th>A</th>"),
    "table of HTML in a line": html(ROWS, "<TD>{}").replace("\n", ""),
}  # fmt: skip


@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_is_read(shape):
    assert parse(SHAPES[shape]).line == EASY
    assert parse(SHAPES[shape], Layout.of_size(9)).line == EASY


def test_rows_of_other_sizes_are_read_between_quotes_and_in_tables():
    for size in (4, 6, 16):
        board = random_grid(Layout.of_size(size), seed=1).without(range(0, size * size, 3))
        rows = [board.line[i : i + size] for i in range(0, size * size, size)]
        spaced = [row.replace(".", " ") for row in rows]
        for text in (f"x = {spaced}", "\n".join(f'"{r}",' for r in spaced), html(rows, "<td>{}")):
            assert parse(text) == board
            assert parse(text, board.layout) == board


def test_tables_that_are_no_board_are_text():
    inner = html(["1234", "3412", "2143", "4321"], "<td>{}</td>")
    outer = html(["...."] * 4, "<td>" + "<table><tr><td>5</td></tr></table>" + "{}</td>")
    assert [p.line for p in parse_all(outer + "\n" + inner)] == ["1234341221434321"]
    assert parse(f"<table><tr><td>5</td>\n{EASY}").line == EASY
    assert parse("<table>" * 3 + "\n" + "<td>" * 60_000 + "\n" + EASY).line == EASY


@pytest.mark.parametrize("separator", ["\n", "\n\n", "\n+++\n", "\n====\n", "\n\nGrid 02\n"])
@pytest.mark.parametrize(
    "shape", ["rows", "Norvig's", "framed by plus", "line", "bands by empty lines"]
)
def test_several_puzzles_in_a_text(shape, separator):
    text = separator.join([SHAPES[shape]] * 3)
    assert [found.line for found in parse_all(text)] == [EASY] * 3


def test_the_lectures_session_holds_a_puzzle_and_its_solution():
    grid = random_grid(seed=1)
    text = "=" * 19 + "\n" + session(puzzle(LECTURE), grid)
    assert list(parse_all(text)) == [puzzle(LECTURE), grid]


def test_a_stream_is_read_puzzle_by_puzzle():
    lines = iter([EASY + "\n", LECTURE + "\n", "broken" * 20])
    stream = parse_all(lines)
    assert next(stream).line == EASY
    assert next(stream).line == LECTURE
    with pytest.raises(ParseError):
        parse(LECTURE[:-1])


@pytest.mark.parametrize("size", [4, 6, 8, 9, 10, 12, 15, 16, 20, 25, 35])
def test_sizes_are_recognised(size):
    grid = random_grid(Layout.of_size(size), seed=1)
    board = grid.without(range(0, size * size, 3))
    assert parse(board.line) == board
    assert parse(str(board)) == board
    other = random_grid(board.layout, seed=2)
    assert list(parse_all(f"{other}\n\n{board}\n")) == [other, board]
    assert list(parse_all(f"{grid}\n\n{board}\n")) == [board]  # its solution


@pytest.mark.parametrize(
    "name", ["1x1", "2x2", "3x3", "7x7", "36x36", "49x49", JIGSAW_9, "9x9+diagonal"]
)
def test_other_boards_are_read_by_their_layout(name):
    layout = Layout.named(name)
    grid = random_grid(layout, seed=1)
    board = grid.without(range(0, layout.cell_count, 3)) if layout.size > 1 else grid
    assert parse(board.line, layout) == board
    assert parse(str(board), layout) == board


def test_rows_of_16_cells_are_no_lines_of_4x4_boards():
    four = [random_grid(Layout.of_size(4), index=i) for i in range(20)]
    assert list(parse_all("\n".join(board.line for board in four))) == four
    sixteen = random_grid(Layout.of_size(16))
    assert list(parse_all(str(sixteen))) == [sixteen]


def test_numbers_apart_may_have_two_digits():
    grid = random_grid(Layout.of_size(16), seed=2)
    text = "\n".join(" ".join(map(str, row)) for row in grid.without([0, 5]).rows)
    assert parse(text) == grid.without([0, 5])
    assert parse(text.replace("\n", " "), Layout.of_size(16)) == grid.without([0, 5])


def test_nested_lists_of_a_large_board():
    grid = random_grid(Layout.of_size(16), seed=2)
    text = "[" + ",\n".join(str(list(row)) for row in grid.rows) + "]"
    assert parse(text) == grid


def test_an_empty_16x16_board_is_no_sixteen_small_ones():
    empty = parse("." * 256)
    assert empty.layout.size == 16
    assert parse(str(empty)) == empty
    assert parse("\n".join("." * 16 for _ in range(16))) == empty


@pytest.mark.slow_cases("16")
@pytest.mark.parametrize("size", [16, 25])
def test_sparse_large_boards_with_x_for_blanks(size):
    for seed in range(20):
        grid = random_grid(Layout.of_size(size), seed=seed)
        cells = RandomStream(seed).permutation(size * size)[size * 2 :]
        board = grid.without(cells)
        for text in (board.line, str(board), "\n".join(str(board).replace(" ", "").split())):
            assert parse(text.replace(".", "x")) == board


def test_small_lines_before_a_grid_are_not_lost():
    lines, grid = "1234341221434321", "1...\n..2.\n.3..\n...4"
    for text in (f"{lines}\n\n{grid}", f"{lines}\n{lines}\n{grid}", f"{grid}\n\n{lines}\n{grid}"):
        found = [board.line for board in parse_all(text)]
        assert found.count(lines) == text.count(lines)
        assert found.count(grid.replace("\n", "")) == text.count(grid)


@pytest.mark.parametrize("gap", ["", "\n", "\nwords\n"])
def test_a_board_above_an_error_is_not_lost(gap):
    found = []
    with pytest.raises(ParseError, match="80 cells"):
        for board in parse_all("\n".join(ROWS) + "\n" + gap + EASY[:-1]):
            found.append(board.line)
    assert found == [EASY]


def test_numbers_are_refused_where_symbols_are_ones_own():
    layout = Layout.of_size(16, "0123456789ABCDEF")
    row = " ".join(map(str, range(16)))
    with pytest.raises(ParseError):
        parse("\n".join([row] * 16), layout)


def test_a_blank_row_of_dashes_where_zero_is_a_symbol():
    layout = Layout.of_size(4, "0123")
    assert parse("0-1-\n----\n-2--\n3---", layout).line == "0.1......2..3..."


def test_numbers_above_a_grid_are_a_margin_but_no_other_row_is():
    assert [board.line for board in parse_all("\n".join(["1 2 3 4 5 6 7 8 9", *ROWS]))] == [EASY]
    found = []
    with pytest.raises(ParseError, match=r"10 rows of 9 cells"):
        for board in parse_all("\n".join(["2 1 3 4 5 6 7 8 9", *ROWS])):
            found.append(board)
    assert found == []


def test_symbols_of_ones_own():
    layout = Layout.of_size(9, "#ABCDEFGH")
    grid = random_grid(layout, seed=1)
    assert parse(grid.line, layout) == grid
    letters = Layout.of_size(9, "abcdefghi")
    assert parse("a" + "." * 80, letters).cells[0] == 1
    zero = Layout.of_size(16, "0123456789ABCDEF")
    assert parse("0" + "." * 255, zero).cells[0] == 1
    assert parse("f" + "." * 255, zero).cells[0] == 16


@pytest.mark.parametrize(
    ("text", "line", "column", "says"),
    [
        (EASY[:-1], 1, 1, "80 cells"),
        (EASY + "1", 1, 1, "82 cells"),
        ("\n\n  " + EASY[:-1], 3, 3, "80 cells"),
        (EASY[:40] + "A" + EASY[41:], 1, 41, "'A' is not a symbol of a 9x9 board: it has 1 to 9"),
        (EASY[:40] + "0" + EASY[41:], 1, 41, "blanks are '.' before and '0' here"),
        (EASY.replace("8", "٨"), 1, 21, "a digit of another script"),
        ("\n".join(ROWS[:8]), 9, None, "9x9 board with only 8 rows"),
        ("\n".join([*ROWS[:8], "....8..7"]), 9, 1, "a row of 8 cells, where those above have 9"),
        ("\n".join([*ROWS[:3], "8...6...33", *ROWS[4:]]), 4, 1, "a row of 10 cells"),
        ("\n".join([*ROWS[:3], "8...A...3", *ROWS[4:]]), 4, 5, "this line is not a row of cells"),
        ("\n".join(["5A..7....", *ROWS[1:]]), 1, 2, "the line above them is not a row of cells"),
        (
            "\n".join([*ROWS[:4], "4..8_3..1", *ROWS[5:]]),
            5,
            5,
            "blanks are '.' before and '_' here",
        ),
        ("\n".join([*ROWS[:8], "", *ROWS]), 10, None, "a gap after 8 rows"),
        ("\n".join([*ROWS[:8], "---------", *ROWS]), 10, None, "a gap after 8 rows"),
        ("\n".join([*ROWS[:6], "", *ROWS]), 8, None, "a gap after 6 rows"),
        ("\n".join(["2 1 3 4 5 6 7 8 9", *ROWS]), 10, 1, "10 rows of 9 cells"),
        (
            "\n".join(f"*{r.replace('.', '*')}*" for r in ROWS),
            10,
            None,
            "an 11x11 board with only 9 rows: are the . around the rows formatting",
        ),
        (
            html([*ROWS[:8], "12345.78A"], "<td>{}</td>"),
            11,
            84,
            "'A' is not a symbol of a 9x9 board",
        ),
        (html(ROWS[:8], "<td>{}</td>"), None, None, "no puzzle found"),
        ("1 2 3 4\n3 4 1 2\n2 1 4 3\n", 4, None, "4x4 board with only 3 rows"),
        ("", None, None, "no puzzle found"),
        ("\n \n", None, None, "no puzzle found"),
        ("Dear sir,\nno digits here.", None, None, "no puzzle found"),
        ("7 7\n", None, None, "no puzzle found"),
        ("\0" + EASY, 1, 1, "NUL byte"),
        ("PK\x03\x04", 1, 3, "control character"),
        ("9" + "." * 63, 1, 1, "'9' is not a symbol of an 8x8 board: it has 1 to 8"),
    ],
)
def test_errors_say_where_and_what(text, line, column, says):
    with pytest.raises(ParseError, match=says) as caught:
        parse(text)
    assert (caught.value.line, caught.value.column) == (line, column)


def test_another_layout_than_the_texts_is_an_error():
    with pytest.raises(ParseError, match="no puzzle found: expected 16 cells"):
        parse(EASY[:9], Layout.of_size(4))
    with pytest.raises(ParseError, match="243 cells in a line, expected 256"):
        parse(EASY * 3, Layout.of_size(16))
    with pytest.raises(ParseError, match="'5' is not a symbol of a 4x4 board: it has 1 to 4"):
        parse("5" + "." * 15, Layout.of_size(4))


def test_prime_sizes_need_a_layout():
    grid = random_grid(Layout.of_size(7))
    with pytest.raises(ParseError, match="7x7/latin"):
        parse(str(grid))


def test_two_puzzles_are_not_one():
    with pytest.raises(ParseError, match="2 puzzles, expected one") as caught:
        parse(f"{EASY}\n{EASY}")
    assert caught.value.line == 2


def test_an_endless_line_is_refused_without_reading_it_all():
    stream = io.StringIO("1" * (3 * LINE_LIMIT))
    with pytest.raises(ParseError, match="over 1,000,000 characters"):
        next(bounded_lines(stream))
    assert stream.tell() == LINE_LIMIT


def test_bytes_that_are_no_utf8_are_refused():
    stream = io.TextIOWrapper(io.BytesIO(EASY.encode() + b"\n\xff\xfe"), "utf-8")
    with pytest.raises(ParseError, match="byte 0xFF is not UTF-8"):
        list(read_puzzles(bounded_lines(stream)))


@settings(max_examples=examples(300))
@given(st.text(max_size=400))
def test_any_text_is_read_or_refused(text):
    try:
        for board in parse_all(text):
            assert board.layout.size >= 4
    except ParseError as error:
        assert "\n" not in str(error)


@settings(max_examples=examples(200))
@given(
    st.lists(st.integers(0, 9), min_size=81, max_size=81),
    st.sampled_from(".0_*-x"),
    st.sampled_from(["line", "rows", "apart", "framed"]),
)
def test_every_board_is_read_back_in_every_shape(cells, blank, shape):
    board = "".join(map(str, cells)).replace("0", blank)
    if set(cells) <= {0, 1}:
        return  # nothing but borders, lines to write on or crosses; or a matrix
    rows = [board[i : i + 9] for i in range(0, 81, 9)]
    text = {
        "line": board,
        "rows": "\n".join(rows),
        "apart": "\n".join(" ".join(row) for row in rows),
        "framed": "+---+\n" + "\n".join(f"|{row}|" for row in rows) + "\n+---+",
    }[shape]
    assert parse(text).line == board.replace(blank, ".")


@settings(max_examples=examples(200))
@given(st.integers(0, 80), st.sampled_from(["drop", "double"]), st.sampled_from(["line", "rows"]))
def test_a_cell_too_few_or_too_many_is_never_misread(place, change, shape):
    changed = (
        EASY[:place] + EASY[place + 1 :] if change == "drop" else EASY[:place] + "5" + EASY[place:]
    )
    text = changed
    if shape == "rows":
        row = place // 9
        rows = ROWS.copy()
        i = place % 9
        rows[row] = rows[row][:i] + rows[row][i + 1 :] if change == "drop" else rows[row] + "5"
        text = "\n".join(rows)
    with pytest.raises(ParseError):
        list(parse_all(text))


# -- Shapes that people paste -----------------------------------------------------------------

TABLE = ["| " + " | ".join(row.replace(".", " ")) + " |" for row in ROWS]
HEAD = "|" + "---|" * 9
JIGSAW = "aaabbbcccaaabbbcccaaabbbcccdddeeefffdddeeefffdddeeefffggghhhiiiggghhhiiiggghhhiii"
LISTS = [f"[{', '.join(row.replace('.', '0'))}]" for row in ROWS]
PASTED = {
    "blanks ·": EASY.replace(".", "·"),
    "blanks ?": "\n".join(ROWS).replace(".", "?"),
    "blanks X": EASY.replace(".", "X"),
    "None in a list": "[" + ", ".join("None" if c == "." else c for c in EASY) + "]",
    "rows of null": ",\n".join(
        "[" + ",".join("null" if c == "." else c for c in row) + "]" for row in ROWS
    ),
    "string of a list": f'puzzles = ["{EASY}"]',
    "line of a list": f"    '{EASY}',",
    "digits of a player": EASY.replace("7", "+7"),
    "HoDoKu's library": f":0901:5:{EASY.replace('7', '+7')}:411 412:r1c3<>5::",
    "link": "https://www.sudokuwiki.org/sudoku.htm?bd=" + EASY.replace(".", "0"),
    "rows in a line of prose": "run tn1 \\ Old 3 \\ -#123456789 \\ " + " \\ ".join(ROWS),
    "trailing blanks lost": "\n".join(row.replace(".", " ").rstrip() for row in ROWS),
    "markdown, empty head": "\n".join(["|" + " |" * 9, HEAD, *TABLE]),
    "markdown, letters above": "\n".join(["| " + " | ".join("abcdefghi") + " |", HEAD, *TABLE]),
    "markdown, numbers above": "\n".join(["| " + " | ".join("123456789") + " |", HEAD, *TABLE]),
    "markdown, first row above": "\n".join([TABLE[0], HEAD.replace("---", ":-:"), *TABLE[1:]]),
    "borders above": "---------\n" * 3 + "\n".join(ROWS),
    "full-width forms": EASY.translate({ord(c): ord(c) + 0xFEE0 for c in ".123456789"}),
    "full-width forms among others": EASY.replace("8", "８"),
    "spaces that hold together": "\n".join("\u00a0".join(row) for row in ROWS),
    "blanks that hold together": "\n".join(row.replace(".", "\u00a0") for row in ROWS),
    "marks of no width": "\u200b".join(EASY),
    "an array as NumPy shows it": "array([" + ",\n       ".join(LISTS) + "])",
    "an array that a program makes": "grid = np.array([" + ",\n".join(LISTS) + "], dtype=np.uint8)",
    "borders above a line": "---------\n---------\n-----\n" + EASY,
}


@pytest.mark.parametrize("shape", PASTED)
def test_what_people_paste_is_read(shape):
    assert [found.line for found in parse_all(PASTED[shape])] == [EASY]


def test_every_string_of_a_list_is_a_puzzle_but_no_solution_beside_one():
    assert [p.line for p in parse_all(f"['{EASY}', '{LECTURE}']")] == [EASY, LECTURE]
    assert [p.line for p in parse_all(f'["{EASY}",\n "{LECTURE}"]')] == [EASY, LECTURE]
    assert [p.line for p in parse_all(f'"{EASY}","{LECTURE}"')] == [EASY]


def test_cells_and_regions_in_one_line():
    found = parse(EASY + JIGSAW)
    assert (found.line, found.layout) == (EASY, Layout.of_size(9))
    other = Layout.named(JIGSAW_9)
    grid = random_grid(other, seed=2)
    marks = "".join(map(str, other.regions))
    assert parse(grid.line + marks) == grid
    with pytest.raises(ParseError):
        parse(EASY + "b" + JIGSAW[1:])


def candidates() -> dict[str, str]:
    """The candidates of a puzzle in every shape, of which none is a puzzle."""
    cells = ["123456789" if c == "." else c for c in EASY]
    dense = "".join(d if d in cell else "." for cell in cells for d in "123456789")
    drawn = [
        "".join(dense[(r * 9 + c) * 9 + 3 * k :][:3] for c in range(9))
        for r in range(9)
        for k in range(3)
    ]
    rows = [cells[i : i + 9] for i in range(0, 81, 9)]
    frame = "*-----------*\n" + banded(["| " + " ".join(row) + " |" for row in rows], "|--+--|")
    return {
        "dense": dense,
        "dense with zeros": dense.replace(".", "0"),
        "drawn": "\n".join(drawn),
        "drawn in frames": "\n".join(
            " | ".join(row[i : i + 3] for i in range(0, 27, 3)) for row in drawn
        ),
        "groups": "\n".join(" ".join(cell.ljust(9) for cell in row) for row in rows),
        "braces": "\n".join(" ".join("{" + cell + "}" for cell in row) for row in rows),
        "SimpleSudoku's frame": frame + "\n*-----------*",
        "commas": "\n".join(",".join(row) for row in rows),
    }


@pytest.mark.parametrize("shape", candidates())
def test_candidates_are_read_as_what_they_are(shape):
    text = candidates()[shape]
    assert [found.line for found in parse_all(text)] == [EASY]
    assert [found.line for found in parse_all(f"My state:\n{text}\nWhat now?")] == [EASY]
    digits, layout = candidates_in_text(text)
    assert layout == Layout.of_size(9)
    assert [cells if len(cells) < 9 else 0 for cells in digits] == [
        [int(c)] if c != "." else 0 for c in EASY
    ]


def test_a_puzzle_given_as_candidates_says_so():
    with pytest.raises(ParseError, match="a puzzle goes without --from-state"):
        candidates_in_text(EASY)


def test_an_empty_27x27_board_is_a_board():
    assert parse("." * 729).layout.size == 27


# -- Nothing is left out in silence -----------------------------------------------------------


def found(text: str, layout: Layout | None = None) -> list:
    """Puzzles as lines, errors as messages."""
    items = read_found(text_lines(text), layout)
    return [str(item) if isinstance(item, ParseError) else item[1].line for item in items]


@pytest.mark.parametrize("layout", [None, Layout.of_size(9)])
@pytest.mark.parametrize("length", [*range(8, 81), 82, 90])
def test_a_line_cut_off_is_named(length, layout):
    cut = (EASY + "123456789")[:length]
    items = found("\n".join([EASY, cut, LECTURE]), layout)
    assert [items[0], items[2]] == [EASY, LECTURE]
    assert items[1].startswith("line 2, column 1")
    assert len(items) == 3


@pytest.mark.parametrize("cut", ["12..", "5..3", "..1", "53..7.."])
def test_a_line_cut_off_early_is_named(cut):
    items = found("\n".join([EASY, cut, LECTURE]))
    assert items[1] == f"line 2, column 1: {len(cut)} cells by themselves: " + (
        "a 9x9 board has 81 in a line, or 9 rows of 9"
    )
    assert found("\n".join([EASY, LECTURE, cut]))[2].startswith("line 3, column 1")


@pytest.mark.parametrize(
    "prose", ["17", "3.5", "...", "2000", "100", "1 2 3", "12..: a remark", "a..b"]
)
def test_short_lines_that_are_no_puzzles_are_prose(prose):
    assert found("\n".join([EASY, prose, LECTURE])) == [EASY, LECTURE]


def test_each_of_several_short_lines_is_named_and_no_good_one_is_lost():
    items = found("\n".join([EASY, EASY[:45], EASY, EASY[:45], EASY[:45], LECTURE]))
    assert [items[0], items[2], items[5]] == [EASY, EASY, LECTURE]
    assert [item[:6] for item in items if " " in item] == ["line 2", "line 4", "line 5"]


def test_a_good_board_below_a_broken_one_is_not_lost():
    assert found("\n".join([*ROWS[:8], "", *ROWS]))[1:] == [EASY]
    assert found("\n".join([*ROWS[:8], EASY]))[1:] == [EASY]
    assert found("\n".join([*ROWS[:7], "12 34", *ROWS]))[-1] == EASY


def test_only_the_state_of_a_collection_is_left_out():
    grid = "\n".join(ROWS)
    one = f"[Puzzle]\n{grid}\n[State]\n{grid.replace('.', '1')}\n"
    assert found(one) == [EASY]
    assert found(one + "\n" + EASY + "\n" + LECTURE) == [EASY, EASY, LECTURE]
    assert found(one * 3) == [EASY] * 3
    assert found(f"[State]\n{grid}") == [EASY]


@pytest.mark.parametrize(
    "prose",
    [
        "2024-01-02",
        "3.5",
        "17",
        "Grid 02",
        "cols = '123456789'",
        "# 1 2 3 4 5 6 7 8 9",
        "call +49 (0)30 1234 5678",
        '-- ["1 2 3 "," 4 5 6 ", ...]',
        "v1.2.3",
        "0 1 2 3 4 5 6 7 8 9 10 11 12 13",
        "pi = 3.14159265358979323846264338327950288419716939937510",
    ],
)
def test_prose_between_puzzles_stays_prose(prose):
    assert found("\n".join([EASY, prose, LECTURE])) == [EASY, LECTURE]


def test_the_seeds_boards_are_all_found():
    seeds = DATA.parent / "seeds"
    if not seeds.exists():
        pytest.skip("the seeds are not beside this checkout")
    counts = {}
    for path in sorted(seeds.iterdir()):
        items = found(path.read_text())
        # an error's message may have 81 characters as well
        counts[path.name[:3]] = sum(len(item) == 81 and " " not in item for item in items)
    # (The solutions of two of them, full boards below their puzzles, are no puzzles.)
    assert counts == {"000": 17, "001": 5, "002": 2, "003": 1, "004": 1}


@pytest.mark.slow_cases("--|--")
@pytest.mark.parametrize(
    "text",
    [
        "1" * 3_000_000,
        "1 " * 400_000,
        "[" * 100_000,
        "{" * 900_000,
        "|" * 900_000,
        " " * 900_000,
        "-" * 900_000,
        "12 " * 300_000,
        "a" * 900_000,
        "None " * 180_000,
        "--|" * 300_000,
    ],
    ids=lambda text: text[:5],
)
def test_what_is_huge_is_prose_or_an_error_soon(text):
    for item in found(f"{EASY}\n{text}\n{EASY}"):
        assert len(item) < 200


@pytest.mark.slow
def test_many_short_lines_take_no_longer_each():
    for text in ('{"a":\n' + " 1,\n" * 60_000, "12 3 4 1\n" + "\n" * 60_000, "1 2\n" * 60_000):
        assert found(f"{EASY}\n{text}\n{EASY}") == [EASY, EASY]


# -- Symbols of any characters ------------------------------------------------------------------


@pytest.mark.parametrize(
    "symbols", ["🍎🍋🍇🍓", "☀️🌙⭐🌍", "甲乙丙丁", "αβγδ", "&%$§", "♔♕♖♗", "🍎b🍇d", "x234"]
)
def test_symbols_may_be_any_characters_that_are_seen(symbols):
    layout = Layout.of_size(4, symbols)
    grid = random_grid(layout, seed=1)
    board = grid.without([0, 6, 9])
    for each in (grid, board):
        assert parse(each.line, layout) == each
        assert parse(str(each), layout) == each
        assert parse(session(each), layout) == each
        starts = {
            tuple(columns(row[:i]) for i, mark in enumerate(row) if mark != " ")
            for row in str(each).split("\n")
        }
        assert len(starts) == 1


@pytest.mark.parametrize(
    "symbols", [".234", "1 34", "12-4", "1\t34", "1\u030134", "1│34", "a\u200bcd", "12|4"]
)
def test_symbols_that_mean_something_else_are_refused(symbols):
    with pytest.raises(LayoutError, match="cannot stand for a digit"):
        Layout.of_size(4, symbols)


# -- Records ------------------------------------------------------------------------------------


def test_a_record_without_a_layout_is_read_by_its_size_or_on_the_layout_given():
    record = '{"puzzle": "....43..1.....4.", "author": "A. Setter", "solution": "2134431214233241"}'
    read = parse(record)
    assert (read.line, read.layout.name) == ("....43..1.....4.", "4x4")
    assert '"title": "T"' in parse('{"puzzle": "' + EASY + '", "title": "T"}').kept
    diagonal = Layout.named("4x4+diagonal")
    assert parse('{"puzzle": "................"}', diagonal).layout == diagonal
    assert parse('{"puzzle": "0000430010000040"}').line == "....43..1.....4."
    with pytest.raises(ParseError, match="15 cells"):
        parse('{"puzzle": "....43..1.....4"}')


def test_alphabets_of_program_text_are_no_rows() -> None:
    code = f'rows = "ABCDEFGHI"\ncols = "123456789"\ndigits = "123456789"\ngrid = "{EASY}"\n'
    assert [found.line for found in parse_all(code)] == [EASY]
    with pytest.raises(ParseError, match="only 2 rows"):
        list(parse_all(f"123456789\n456789123\n\n{EASY}"))


@pytest.mark.parametrize(
    "name",
    [
        None,
        "9x9",
        "9x9+diagonal",
        "9x9+killer:10:r1c1,r1c2",
        "9x9+symbols:ABCDEFGHI",
        "samurai",
        "9x9/jigsaw:" + JIGSAW_9[-81:],
    ],
)
@settings(max_examples=60)
@given(st.data())
def test_a_board_in_one_line_is_what_the_reader_finds_there(name, data):
    blanks = data.draw(st.sampled_from([".", "0", ".0", "_", "x", "²", ""]))
    alphabet = blanks * 9 + "123456789"
    length = data.draw(st.sampled_from([80, 81, 81, 81, 82]))
    text = data.draw(st.text(alphabet, min_size=length, max_size=length))
    layout = Layout.named(name) if name else None
    found = board_in_line(text, layout)
    if found is not None:
        assert list(read_found([text], layout)) == [(1, found)]
    elif name in (None, "9x9") and length == 81:
        assert {".", "0"} <= {*text} or not {*text} <= {*".0123456789"}


@pytest.mark.parametrize("layout", ["8x8+digits:9", "8x8+digits:0-8", "6x8", "16x4"])
def test_a_line_of_a_board_is_not_taken_for_another_format(layout):
    # 64 characters are also the candidates of a 4x4 board.
    board = Layout.named(layout)
    line = "." * (board.cell_count - 1) + board.symbols[0]
    assert parse(line, board).line == line
