"""Formats: each carries what the table says, from any to any; what is lost is said, or refused."""

import json
import random
import re
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

import satdoku
from satdoku import Layout, ParseError, Puzzle
from satdoku.cli.main import cli
from satdoku.cli.values import WRITTEN
from satdoku.constraints.rules_text import rules_of
from satdoku.errors import LayoutError
from satdoku.formats.converting import TEXT_FORMATS, Writing, convert, puzzle_formats
from satdoku.formats.format_table import FORMATS, PARTS, format_of_name
from satdoku.formats.metadata import ABOUT, about, state, unread, with_about, with_state
from tests.formats.test_links import some_puzzle
from tests.meaning import said as said_of
from tests.oracle import EASY, JIGSAW_9, LECTURE

#: Formats from which the usual 9×9 board comes back.
BOTH_WAYS = [
    name for name in TEXT_FORMATS if name != "candidates" and not name.startswith("killer")
]
RULES = ["json", "fpuzzles", "fpuzzles-link", "sudokupad-link"]
SAID = {
    "title": 'Stars & "stripes" <script>', "author": "Zoë", "source": "a book", "level": "Hard",
    "description": "two\nlines", "comment": "none", "date": "2026-01-02", "url": "https://x.org/?a=b",
    "rating": "7.1", "ruleset": "Normal rules",
}  # fmt: skip


def random_puzzles(count, seed=1):
    """Random digits, from few to all, not meant to be solved."""
    chance = random.Random(seed)
    for _ in range(count):
        share = chance.choice((0.1, 0.3, 0.6, 1.0))
        cells = [chance.randint(1, 9) if chance.random() < share else 0 for _ in range(80)]
        yield Puzzle((*cells, chance.randint(1, 9)))


def round_trips(count, seed=1):
    for puzzle in random_puzzles(count, seed):
        texts = {name: convert(puzzle, name) for name in BOTH_WAYS}
        for name, text in texts.items():
            again = satdoku.parse(text)
            assert again == puzzle, name
            if not again.kept:  # then what is written of it is known
                continue
            for other in BOTH_WAYS:
                assert satdoku.parse(convert(again, other)) == puzzle, (name, other)


def test_every_pair_of_formats_gives_the_puzzle_back():
    round_trips(20)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 6))
def test_every_pair_of_formats_gives_a_hundred_puzzles_back(seed):
    round_trips(25, seed)


@pytest.mark.parametrize("first", RULES)
def test_rules_go_from_any_format_that_has_them_to_any_other(first):
    for seed in range(3):
        puzzle = some_puzzle(seed)
        again = satdoku.parse(convert(puzzle, first))
        for second in RULES:
            assert said_of(satdoku.parse(convert(again, second))) == said_of(puzzle), second


@pytest.mark.parametrize("name", BOTH_WAYS)
def test_what_is_said_of_a_puzzle_goes_along_where_the_table_says_so(name):
    puzzle = with_about(satdoku.parse(EASY), SAID)
    writing = Writing(TEXT_FORMATS[name])
    text = "\n".join(filter(None, [writing.text(puzzle) and writing.head, convert(puzzle, name)]))
    known = about(satdoku.parse(convert(puzzle, name)))
    carried = FORMATS[name].carries & {*SAID}
    if name == "sudokupad-link" and len(carried) > 2:
        assert {"title", "author", "source"} <= known.keys()
    assert {key: value for key, value in known.items() if key in carried} == {
        key: value for key, value in SAID.items() if key in carried
    }, text
    assert {*writing.lost} == {*SAID} - carried


@pytest.mark.parametrize("name", ["json", "hodoku", "susser"])
def test_where_a_solver_is_goes_along(name):
    puzzle = with_state(satdoku.parse(EASY), [0, 4], [[2, 4], [3, 6]])
    assert state(satdoku.parse(convert(puzzle, name))) == ([0, 4], [(2, 4), (3, 6)])
    lost = Writing(TEXT_FORMATS["line"])
    lost.text(puzzle)
    assert lost.lost == {"which digits are placed, not given": 1, "candidates that are gone": 1}


class TestReaders:
    """Texts as other programs write them."""

    def test_a_line_of_hodoku(self):
        text = f":0300:2:+5{EASY[1:]}:411 622:211::"
        puzzle = satdoku.parse(text)
        assert puzzle.line == EASY and state(puzzle) == ([0], [(0, 4), (10, 6)])
        assert convert(puzzle, "hodoku") == f":0000:x:+5{EASY[1:]}:411 622:::"
        assert satdoku.parse(text, Layout.named("9x9+diagonal")).layout.name == "9x9+diagonal"

    def test_lines_of_susser(self):
        puzzle = satdoku.parse(f"5+3{EASY[2:]}:213 413")
        assert puzzle.line == EASY and state(puzzle) == ([1], [(2, 2), (2, 4)])
        rows = [EASY[i : i + 9] for i in range(0, 81, 9)]
        short = ",".join(row.rstrip(".") + "*" for row in rows[:-1]) + "," + rows[-1]
        assert satdoku.parse(short).line == EASY
        inline = "[12]" + "[123456789]" * 7 + "9" + "." * 72
        assert satdoku.parse(inline).line == "." * 8 + "9" + "." * 72
        assert state(satdoku.parse(inline))[1] == [(0, d) for d in range(3, 9)]

    def test_heads_of_sdk_files_belong_to_the_board_below(self):
        rows = "\n".join(EASY[i : i + 9] for i in range(0, 81, 9))
        text = f"#ARuud\n#DA random\n#Dpuzzle\n#LEasy\n{rows}\n\n#ASue\n[Puzzle]\n{rows}\n{rows}\n"
        found = list(satdoku.parse_all(text))
        assert [about(puzzle) for puzzle in found] == [
            {"author": "Ruud", "level": "Easy", "description": "A random\npuzzle"},
            {"author": "Sue"},
            {},
        ]
        assert not about(satdoku.parse(f"#ASue\nand prose\n{rows}"))
        assert not about(satdoku.parse(f"#About this\n{EASY}"))

    def test_frames_of_simple_sudoku(self):
        assert satdoku.parse(convert(EASY, "ss")).line == EASY

    def test_the_bank_of_sudoku_exchange(self):
        digits = EASY.replace(".", "0")
        [puzzle] = satdoku.parse_all(f"bbab350d8ae7 {digits}  1.2\n")
        assert puzzle.line == EASY and about(puzzle) == {"rating": "1.2"}
        assert convert(puzzle, "bank") == f"bbab350d8ae7 {digits}  1.2"

    def test_both_versions_of_opensudoku(self):
        digits = EASY.replace(".", "0")
        first = f"""<?xml version='1.0'?>
            <opensudoku><name>Easy &lt;ones</name><author>Me</author><level>easy</level>
            <game data="{digits}"/><game
              data="{digits}" /></opensudoku>
            {EASY}"""
        found = list(satdoku.parse_all(first))
        assert [puzzle.line for puzzle in found] == [EASY] * 3
        assert about(found[1]) == {"title": "Easy <ones", "author": "Me", "level": "easy"}
        assert not about(found[2])
        cells = "|".join(f"{c}|0|{int(c == '0')}" for c in digits)
        second = f"""<opensudoku version="2"><folder name="A" created="1">
            <game created="1" state="1" time="0" data="{digits}" note="nice" />
            </folder><folder name="B"><game data="version: 2&#10;{cells}|"/></folder>
            </opensudoku>"""
        found = list(satdoku.parse_all(second))
        assert [puzzle.line for puzzle in found] == [EASY] * 2
        assert [about(p) for p in found] == [{"title": "A", "comment": "nice"}, {"title": "B"}]

    @pytest.mark.parametrize(
        "text",
        [
            '<!DOCTYPE opensudoku [<!ENTITY a "b">]>\n<opensudoku>&a;</opensudoku>',
            '<?xml version="1.0"?>\n<!DOCTYPE opensudoku SYSTEM "file:///etc/passwd">\n<opensudoku/>',
            "<opensudoku>" + "<a>" * 30,
            "<opensudoku><game",
            "<opensudoku><game data='12'/></opensudoku>",
            "<opensudoku></opensudoku>",
            f"<opensudoku>\n{EASY}\n</opensudoku>",
            "<opensudoku></a>",
            "<opensudoku>&a;</opensudoku>",
            "<opensudoku>\x01</opensudoku>",
        ],
    )
    def test_xml_that_is_no_good_is_refused_in_a_line(self, text):
        with pytest.raises(ParseError):
            satdoku.parse(text)

    @pytest.mark.parametrize("start", ["<opensudoku><!--", "<opensudoku><a b='"])
    def test_a_piece_of_xml_that_never_ends_is_refused(self, start):
        lines = [start, *["x" * 1000] * 200]
        with pytest.raises(ParseError, match="over 100,000 characters"):
            list(satdoku.parse_all("\n".join(lines)))

    def test_other_xml_is_text(self):
        text = f'<?xml version="1.0"?>\n<!DOCTYPE svg>\n<svg>\n<text>{EASY}</text>\n</svg>'
        assert satdoku.parse(text).line == EASY
        assert satdoku.parse(f"<?xml version='1.0'?>\n{EASY}").line == EASY

    def test_links(self):
        for link in (
            "https://www.sudokuwiki.org/sudoku.htm?bd=" + EASY.replace(".", "0"),
            "https://sudokuexchange.com/play/?s=" + EASY.replace(".", "0"),
            "see http://pzv.jp/p.html?sudoku/9/9/53h7j6h195j98j6g8i6i34h8g3h17i2i6g6j28j419h5j8h79",
        ):
            assert satdoku.parse(link).line == EASY
        sixteen = satdoku.parse("https://puzz.link/p?sudoku/16/16/a-10gf")
        assert sixteen.line[:4] == "AG.F" and sixteen.layout.name == "16x16"
        for bad in (
            "sudoku/9/9/1~",
            "sudoku/9/9/a",
            "nurikabe/9/9/1",
            "sudoku/9/8/1",
            "sudoku",
            "sudoku/4/4/zz",
        ):
            with pytest.raises(ParseError):
                satdoku.parse("https://puzz.link/p?" + bad)
        with pytest.raises(ParseError, match="package"):
            satdoku.parse("https://www.sudokuwiki.org/sudoku.htm?bd=S9B0123456789abcdef")

    def test_records_of_sudoku_bench(self):
        record = {
            "puzzle_id": "x",
            "title": "T",
            "author": "A",
            "rules": "Normal sudoku rules apply.",
            "initial_board": EASY,
            "rows": 9,
            "cols": 9,
            "visual_elements": "[]",
        }
        puzzle = satdoku.parse(json.dumps(record))
        assert puzzle.line == EASY
        assert about(puzzle) == {"title": "T", "author": "A", "ruleset": record["rules"]}
        for more in (
            {"rules": "Normal rules. Cells a knight's move apart differ."},
            {"initial_board": "12"},
            {"rows": "x"},
        ):
            with pytest.raises(ParseError):
                satdoku.parse(json.dumps(record | more))
        drawn = record | {"visual_elements": '[{"type": "cage"}]'}
        assert unread(satdoku.parse(json.dumps(drawn))) == ["visual_elements"]


def penpa(number, more=None, head="square,9,9,38,0,1,1,380,380,264,264,0,0,0,0,Title: T,Author: A"):
    import base64
    import zlib

    drawn = json.dumps({"zN": number} | (more or {}), separators=(",", ":"))
    text = "\n".join([head, "[0,0,0,0]", "{}", drawn.replace('"zN"', "zN"), "{}"])
    packer = zlib.compressobj(wbits=-15)
    data = base64.b64encode(packer.compress(text.encode()) + packer.flush()).decode()
    return "https://swaroopg92.github.io/penpa-edit/#m=edit&p=" + data


def test_drawings_of_penpa():
    number = {
        str((r + 2) * 13 + c + 2): [EASY[r * 9 + c], 1, "1"]
        for r in range(9)
        for c in range(9)
        if EASY[r * 9 + c] != "."
    }
    puzzle = satdoku.parse(penpa(number))
    assert puzzle.line == EASY and about(puzzle) == {"title": "T", "author": "A"}
    assert unread(satdoku.parse(penpa(number, {"killercages": [[1]]}))) == ["killercages"]
    assert (
        satdoku.parse(penpa(number, {"killercages": [1]}), ignore_rules=["killercages"]) == puzzle
    )
    for bad in (
        penpa(number, head="hex,9,9"),
        penpa(number)[:-40],
        penpa({"0": ["1", 1, "1"]}),
        penpa({"28": ["A", 1, "1"]}),
    ):
        with pytest.raises(ParseError):
            satdoku.parse(bad)
    corner = lambda r, c: (r + 1) * 8 + c + 1 + 64  # noqa: E731
    rows = {f"{corner(r, c)},{corner(r, c + 1)}": 2 for r in (1, 2, 3) for c in range(4)}
    square = penpa({"18": ["1", 1, "1"]}, {"lineE": rows}, "square,4,4,38")
    assert satdoku.parse(square).layout.name.startswith("4x4")


class TestRules:
    def test_no_rule_is_lost_unless_it_may_be(self):
        puzzle = some_puzzle(1)
        for name in BOTH_WAYS:
            try:
                text = convert(puzzle, name)
            except LayoutError as error:
                assert "--lossy" in str(error)
                text = convert(puzzle, name, lossy=True)
                assert satdoku.parse(text).cells == puzzle.cells
            else:
                assert said_of(satdoku.parse(text)) == said_of(puzzle), name

    def test_regions_and_houses_are_rules(self):
        diagonal = Puzzle(satdoku.parse(EASY).cells, Layout.named("9x9+diagonal"))
        jigsaw = satdoku.parse(EASY + JIGSAW_9[-81:])
        for puzzle in (diagonal, jigsaw):
            for name in ("line", "grid"):
                assert satdoku.parse(convert(puzzle, name)) == puzzle
            for name in ("sdk", "opensudoku", "bank", "susser", "puzzlink"):
                with pytest.raises(LayoutError):
                    convert(puzzle, name)
        assert satdoku.parse(convert(jigsaw, "jigsaw")) == jigsaw
        assert satdoku.parse(convert(jigsaw, "bank", lossy=True)).cells == jigsaw.cells
        writing = Writing(TEXT_FORMATS["scl"], lossy=True)
        writing.text(some_puzzle(1))
        assert writing.lost and "the rule killer" not in writing.lost

    def test_symbols_of_ones_own_go_along(self):
        puzzle = Puzzle((1, 2, 0, 0) * 4, Layout.of_size(4, "ABCD"))
        assert satdoku.parse(convert(puzzle, "json")) == puzzle


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return lambda *arguments: CliRunner().invoke(cli, [str(a) for a in arguments])


class TestCommand:
    def test_names_of_files_say_the_formats(self, run, tmp_path):
        (tmp_path / "in.sdk").write_text("#AMe\n#LEasy\n" + convert(EASY, "grid"))
        chain = ["in.sdk", "a.opensudoku", "b.json", "c.csv", "d.jsonl", "e.sdk"]
        for before, after in pairwise(chain):
            done = run("convert", before, after)
            assert (done.exit_code, done.output) == (0, "")
        assert (tmp_path / "e.sdk").read_text() == "#AMe\n#LEasy\n" + convert(EASY, "sdk") + "\n"

    def test_what_is_lost_is_said_once(self, run, tmp_path):
        (tmp_path / "in.jsonl").write_text(
            "".join(json.dumps({"puzzle": EASY, "author": "Me", "n": n}) + "\n" for n in range(3))
        )
        done = run("convert", "in.jsonl", "--to", "line")
        assert done.stdout == f"{EASY}\n" * 3 and done.exit_code == 0
        assert "line cannot hold author of 3 puzzles: left out" in done.stderr
        assert "the column 'n'" in done.stderr and "author'" not in done.stderr
        done = run("convert", "in.jsonl", "out.csv")
        assert (tmp_path / "out.csv").read_text().splitlines()[:2] == [
            "puzzle,layout,author,n",
            f"{EASY},9x9,Me,0",
        ]

    def test_a_file_that_is_there_is_not_taken_for_an_output(self, run, tmp_path):
        for name in ("a.sdm", "b.sdm"):
            (tmp_path / name).write_text(EASY + "\n")
        done = run("convert", "a.sdm", "b.sdm")
        assert done.exit_code == 2 and "already exists" in done.output
        assert run("convert", "a.sdm", "b.sdm", "--to", "line").output == f"{EASY}\n" * 2
        assert run("convert", EASY, LECTURE, "--to", "line").output.count("\n") == 2
        assert run("convert", "a.sdm", "x.sdk", "--to", "bank").exit_code == 2
        assert "has no known ending" in run("convert", "a.sdm", "x.xyz").output
        assert run("convert", "a.sdm", "x.xyz", "--to", "bank").output == ""
        assert "did you mean scf" in run("convert", "a.sdm", "--to", "scff").output
        assert "can be read, not written" in run("convert", "a.sdm", "--to", "penpa").output

    @pytest.mark.slow
    def test_many_boards_take_the_way_of_blocks_to_the_same_text(self, run, tmp_path):
        boards = [puzzle.line for puzzle in random_puzzles(300)]
        (tmp_path / "many.sdm").write_text("\n".join(boards) + "\n")
        for name in [
            name for name in WRITTEN if name not in ("parquet", *TEXT_FORMATS)
        ] + BOTH_WAYS:
            if name in ("iss", "fpuzzles", "scl", "sudoku-bench", "sukaku"):
                continue  # slow, and as any other
            whole = run("convert", "many.sdm", "--to", name).stdout
            (tmp_path / "whole.jsonl" if name == "json" else tmp_path / "whole.txt").write_text(
                whole
            )
            if name == "csv":
                assert whole.splitlines()[1:] == [f"{board},9x9" for board in boards]
            else:
                assert [p.line for p in satdoku.parse_all(whole)] == boards, name

    def test_a_rule_is_lost_only_if_it_may_be(self, run):
        text = json.dumps({"puzzle": EASY, "layout": "9x9+anti-knight+diagonal"})
        done = run("convert", text, "--to", "sdk")
        assert done.exit_code != 0 and "--lossy leaves out anti-knight, diagonal" in str(
            done.exception
        )
        done = run("convert", text, "--to", "sdk", "--lossy")
        assert (
            satdoku.parse(done.stdout).line == EASY
            and "cannot hold the rule anti-knight" in done.stderr
        )


def test_commands_that_make_puzzles_write_every_format(run, tmp_path):
    makes = ["generate", "--layout", "4x4", "--seed", "1", "-n", "2"]
    plain = run(*makes, "--format", "line").stdout.split()
    for name in ("fpuzzles-link", "iss", "hodoku", "puzzlink", "json"):
        made = run(*makes, "--format", name)
        assert [p.line for p in satdoku.parse_all(made.stdout)] == plain, made.output
    (tmp_path / "in.sdk").write_text(convert(LECTURE, "sdk"))
    for command in (["shuffle"], ["minimize", "--keep", "proper"]):
        wanted = run(*command, "in.sdk", "--format", "line").stdout
        for name in ("sdk", "opensudoku", "opensudoku-2"):
            made = run(*command, "in.sdk", "--format", name).stdout
            assert satdoku.parse(made).line + "\n" == wanted and made.startswith(
                ("<", ".", *"123456789")
            )
        assert run(*command, "in.sdk", "-o", "out.opensudoku").exit_code == 0
        assert satdoku.parse((tmp_path / "out.opensudoku").read_text()).line + "\n" == wanted


def test_the_table_is_whole():
    assert {row["name"] for row in puzzle_formats()} == {*FORMATS}
    assert format_of_name("x.SDK.gz") == "sdk" and not format_of_name("sdk")
    for row in FORMATS.values():
        assert row.title and len(row.title) < 70


def rows_of_the_document():
    """The table of docs/formats.md."""
    for row in FORMATS.values():
        ends = ", ".join(f".{end}" for end in row.ends)
        boards = ", ".join(part for part in PARTS[:5] if part in row.carries) or "9x9"
        solver = ", ".join(part for part in PARTS[5:] if part in row.carries)
        words = [name for name in ABOUT if name in row.carries]
        says = "all" if len(words) == len(ABOUT) else ", ".join(words)
        yield f"| `{row.name}` | {row.title} | {ends} | {boards} | {solver} | {says} |"


def test_the_document_tells_the_table():
    text = (Path(__file__).parents[2] / "docs" / "formats.md").read_text()
    shown = [line for line in text.splitlines() if line.startswith("| `")]
    assert shown == list(rows_of_the_document())


if __name__ == "__main__":
    print("\n".join(rows_of_the_document()))


def test_steps_say_what_a_name_is_not(run):
    done = run("steps", "nofile.txt")
    told = "'nofile.txt': no such file (and the text is not a puzzle): check its name and folder"
    assert told in str(done.exception)


@pytest.mark.parametrize("form", ["svg", "html"])
def test_what_comes_from_outside_is_escaped(run, form):
    record = {"puzzle": "&" + "." * 14 + "4", "layout": "4x4", "symbols": "&234"}
    record |= {"title": "<script>alert(1)</script>", "author": '"><img src=x onerror=alert(1)>'}
    made = run("explain", json.dumps(record), "--format", form).stdout
    assert made and "<script>alert" not in made and "<img" not in made
    assert "&amp;" in made and not re.search(r"&(?!#|\w+;)", made)
    if form == "svg":
        ElementTree.fromstring(made)


def test_xml_is_escaped():
    said = {"title": '"><game data="', "author": "<script>", "comment": "&a;\x01\ud800"}
    for name in ("opensudoku", "opensudoku-2"):
        text = convert(with_about(satdoku.parse(EASY), said), name)
        ElementTree.fromstring(text)
        assert about(satdoku.parse(text))["title"] == said["title"]


def test_a_rule_is_left_out_only_if_the_format_cannot_hold_it_beside_the_others() -> None:
    rules = ("anti-king", "non-consecutive", "killer:15:r1c1-r1c3", "difference:2:r9c1,r9c2")
    puzzle = satdoku.Puzzle((0,) * 81, satdoku.Layout.of_size(9).with_constraints(*rules))
    with pytest.raises(satdoku.LayoutError, match=r"leaves out difference$"):
        satdoku.convert(puzzle, "fpuzzles")
    fewer = json.loads(satdoku.convert(puzzle, "fpuzzles", lossy=True))
    rest = ["antiking", "grid", "killercage", "nonconsecutive", "ruleset", "size"]
    assert sorted(fewer) == rest


@pytest.mark.parametrize("form", ["fpuzzles", "fpuzzles-link", "scl", "sudokupad-link"])
def test_links_of_other_editors_say_the_rules_unless_the_puzzle_brings_its_own_text(form) -> None:
    line = "" if form == "scl" else "+thermometer:r2c1,r3c1"
    board = satdoku.Layout.named(f"4x4+killer:3:r1c1,r1c2{line}")
    puzzle = satdoku.Puzzle((0,) * 16, board)
    again = satdoku.parse(satdoku.convert(puzzle, form))
    assert again == puzzle
    assert about(again)["ruleset"].splitlines() == rules_of(board)
    own = with_about(puzzle, {"ruleset": "As I say."})
    assert about(satdoku.parse(satdoku.convert(own, form)))["ruleset"] == "As I say."
    plain = satdoku.parse(
        satdoku.convert(satdoku.Puzzle((0,) * 16, board.without_constraints()), form)
    )
    assert "ruleset" not in about(plain)


def test_large_jigsaws_on_one_line_are_read():
    places = [divmod(cell, 16) for cell in range(256)]
    marks = "".join("abcdefghijklmnop"[row // 2 * 2 + column // 8] for row, column in places)
    grid = satdoku.random_grid(f"16x16/jigsaw:{marks}", seed=1)
    text = grid.line[:40] + "." * 216
    puzzle = satdoku.parse(text + marks)
    assert puzzle.cells[:40] == grid.cells[:40] and puzzle.clues == 40
    assert puzzle.layout.regions == grid.layout.regions
