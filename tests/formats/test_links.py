"""Links and forms of other programs: round trips, what is kept, what is left out, bombs, prose."""

import json
import random
import re
import subprocess
from pathlib import Path

import pytest

import satdoku
from satdoku import Layout, ParseError, Puzzle
from satdoku.errors import LayoutError
from satdoku.formats.converting import TEXT_FORMATS, convert
from satdoku.formats.links.payloads import pack, unpack
from satdoku.formats.links.scf import read_scf, scf_code
from satdoku.formats.links.sudokupad import unzipped
from satdoku.formats.links.sudokupad_writing import sudokupad_json, sudokupad_link
from satdoku.formats.metadata import about, keeping, kept, left_out, with_about
from satdoku.formats.programs.killers import killer_line, read_killer
from satdoku.formats.programs.sukaku import read_sukaku, sukaku_line
from tests.meaning import said
from tests.oracle import LECTURE
from tests.processes import command, node_with

ROOT = Path(__file__).parents[1]
#: What npm's lz-string 1.5.0 makes of texts (compressToBase64).
PACKED = {
    '{"size":4,"title":"Größe Ω","grid":[]}':
        "N4IgzglgXgpiBcAWANCALhNAbO8QHEAnAN4H2YACQSuARUBzQiAEwQG0BdAXyA==",
    "a" * 40: "IY18ZVkA",
    '{"a":[1,2,3,1,2,3]}': "N4IghiBcDaCMA0AmeBmeDkoLoF8g",
    "naïve 数独": "HYQw9wbgpgBIDqaBunIA",
}  # fmt: skip
LINES = ("thermometer", "palindrome", "renban", "whisper:4", "region-sum-line", "between")
BOARD = ("anti-knight", "anti-king", "no-other-xv", "no-other-ratio")


def walk(chance, n, length):
    """A line of neighbouring cells, none twice."""
    cells = [chance.randrange(n * n)]
    while len(cells) < length:
        r, c = divmod(cells[-1], n)
        near = [
            (r + i) * n + c + j
            for i in (-1, 0, 1)
            for j in (-1, 0, 1)
            if 0 <= r + i < n and 0 <= c + j < n
        ]
        near = [cell for cell in near if cell not in cells]
        if not near:
            return walk(chance, n, length)
        cells.append(chance.choice(near))
    return cells


def some_puzzle(seed, kinds=LINES, n=9):
    """Random rules and givens, not meant to be solved."""
    chance = random.Random(seed)
    layout = Layout.of_size(n)
    name = lambda cells: ",".join(map(layout.cell_name, cells))  # noqa: E731
    rules = {
        f"{chance.choice(kinds)}:{name(walk(chance, n, chance.randint(3, 5)))}" for _ in range(5)
    }
    rules |= {f"killer:{chance.randint(6, 24)}:{name(walk(chance, n, 3))}" for _ in range(3)}
    rules |= {
        f"pair-sum:{chance.choice((5, 10))}:{name(walk(chance, n, 2))}",
        f"arrow:{name(walk(chance, n, 4))}",
        f"odd:{name(walk(chance, n, 1))}",
    }
    layout = layout.with_constraints(*sorted(rules), *chance.sample(BOARD, 2))
    cells = [chance.randint(1, n) if chance.random() < 0.2 else 0 for _ in range(n * n)]
    return Puzzle(tuple(cells), layout)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(
    "form", ["json", "iss-link", "fpuzzles", "fpuzzles-link", "sudokupad-link"]
)
def test_random_puzzles_come_back_as_they_went(form, seed):
    puzzle = some_puzzle(seed)
    text = convert(puzzle, form)
    assert said(satdoku.parse(text)) == said(puzzle)
    if "link" in form:
        assert said(satdoku.parse(f"Have fun with this: {text}!")) == said(puzzle)


@pytest.mark.parametrize("seed", range(8))
def test_killers_in_a_line_come_back(seed):
    chance, free = random.Random(seed), set(range(81))
    layout, rules = Layout.of_size(9), []
    while len(rules) < 9:
        cells = walk(chance, 9, chance.randint(2, 5))
        if free.issuperset(cells):
            free -= set(cells)
            name = ",".join(map(layout.cell_name, cells))
            rules.append(f"killer:{chance.randint(10, 30)}:{name}")
    puzzle = Puzzle((0,) * 81, layout.with_constraints(*rules))
    for long in (False, True):
        again = satdoku.parse(killer_line(puzzle, long))
        wanted = {(frozenset(rule.cells), rule.values) for rule in puzzle.constraints}
        assert {(frozenset(rule.cells), rule.values) for rule in again.constraints} == wanted
    assert read_killer("0" * 63 + "a<<<<<<<<" * 2).constraints[0].values == (36,)


def test_classic_puzzles_go_into_a_short_code():
    for puzzle in satdoku.generate(5, seed=1):
        link = sudokupad_link(puzzle)
        assert satdoku.parse(link) == puzzle and len(link) < 60
    puzzle = satdoku.parse("scf" + scf_code(satdoku.parse(LECTURE)) + "*xw*tA ** and more*aMe")
    assert puzzle.layout.name == "9x9+diagonal+window"
    titled = read_scf("x" * 13 + "M*x*tStars ** and stripes*aMe")
    assert kept(titled, "scf") == {"title": "Stars * and stripes", "author": "Me"}
    assert read_scf(scf_code(titled)).kept == titled.kept
    for title in ("a b ‹c› (d)", "50% & more? #1 / ü**x", "%41", "‹"):
        puzzle = keeping(satdoku.parse(LECTURE), "scf", {"title": title, "author": "Me, too."})
        link = sudokupad_link(puzzle)
        assert re.fullmatch(r"https://sudokupad\.app/(?:[\w~*-]|%[0-9A-F]{2})+", link, re.ASCII)
        assert kept(satdoku.parse(link), "scf") == {"title": title, "author": "Me, too."}
    for title, author in (("Ends *", "A*"), ("**", "*"), ("a*b**", "**x")):
        starred = with_about(satdoku.parse(LECTURE), {"title": title, "author": author})
        assert about(read_scf(scf_code(starred))) == {"title": title, "author": author}
    for bad in ("scf", "scfx", "scf" + "x" * 14, "scf" + "~" * 20, "scf" + "x" * 13 + "M*q"):
        with pytest.raises(ParseError):
            satdoku.parse("https://sudokupad.app/" + bad)


def test_candidates_in_a_line_are_a_puzzle():
    full = satdoku.random_grid("9x9", seed=2).cells
    chance = random.Random(3)
    marks = "".join(
        str(d) if d == digit or chance.random() < 0.2 else "."
        for digit in full
        for d in range(1, 10)
    )
    puzzle = satdoku.parse(marks)
    assert sukaku_line(puzzle) == marks and sukaku_line(read_sukaku(marks)) == marks
    grids = {grid.cells for grid in satdoku.solutions(puzzle, limit=100)}
    assert full in grids and all(
        marks[9 * cell + digit - 1] != "." for grid in grids for cell, digit in enumerate(grid)
    )
    assert len(grids) == satdoku.count(puzzle, limit=100, engine="cpsat-integers")
    with pytest.raises(LayoutError, match="cannot hold the"):
        sukaku_line(some_puzzle(1))


DATA = {
    "size": 4, "title": "Näme", "author": "Somebody", "solution": "1234" * 4,
    "grid": [[{"c": "#ff0000", "value": 3}] + [{}] * 3] + [[{}] * 4] * 3,
    "line": [{"lines": [["R1C1", "R2C2"]], "outlineC": "#00ff00"}],
    "text": [{"cells": ["R0C1"], "value": "?"}], "antiking": True,
}  # fmt: skip

#: A text of rules by which drawings mean nothing.
RULES = "Normal sudoku rules apply."


class TestFPuzzles:
    data = DATA

    def test_what_is_only_drawn_is_kept_on_a_round_trip(self):
        puzzle = satdoku.parse(json.dumps(self.data), ignore_rules=["drawings"])
        assert puzzle.clues == 0
        link = satdoku.parse(convert(puzzle, "fpuzzles-link"), ignore_rules=["drawings"])
        again = json.loads(convert(link, "fpuzzles"))
        assert "touch diagonally" in again.pop("ruleset")
        assert again == json.loads(json.dumps(self.data))

    def test_a_rule_is_left_out_only_if_it_is_named(self):
        text = json.dumps(self.data | {"chaos": [{"cells": ["R1C1"]}]})
        with pytest.raises(ParseError, match="--ignore-rules"):
            satdoku.parse(text)
        puzzle = satdoku.parse(text, ignore_rules=["chaos", "drawings"])
        assert left_out(puzzle) == ("chaos", "drawings")
        assert json.loads(convert(puzzle, "fpuzzles"))["chaos"] == [{"cells": ["R1C1"]}]

    def test_cells_in_no_region(self):
        grid = [[{"region": None if r == c else r} for c in range(4)] for r in range(4)]
        puzzle = satdoku.parse(json.dumps({"size": 4, "grid": grid} | {"antiknight": True}))
        assert puzzle.layout.regions.count(-1) == 4 and not puzzle.layout.is_regular
        assert satdoku.parse(convert(puzzle, "fpuzzles")) == puzzle

    @pytest.mark.parametrize(
        "spoil",
        [
            lambda data: data.replace("/", "%2F").replace("+", "%2B").replace("=", "%3D"),
            lambda data: data.replace("//", "/"),
            lambda data: data.replace("/", "-"),
        ],
    )
    def test_data_that_servers_changed_is_mended(self, spoil):
        for seed in range(200):
            data = pack(json.dumps(self.data | {"title": f"puzzle {seed}", "ruleset": RULES}))
            if "//" in data or (seed < 20 and "+" in data):
                assert satdoku.parse(f"https://f-puzzles.com/?load={spoil(data)}").constraints


def test_links_are_found_in_prose():
    link = convert(some_puzzle(1), "fpuzzles-link")
    for text in (f"Hi! My puzzle ({link}), enjoy.", f"<{link}>", f'see "{link}".'):
        assert said(satdoku.parse(text)) == said(some_puzzle(1))
    with pytest.raises(ParseError, match="2 links"):
        satdoku.parse(f"{link} or {link}")
    assert satdoku.parse(f"As seen on https://example.org/sudoku\n{LECTURE}") == satdoku.parse(
        LECTURE
    )


BOARD_DRAWN = {
    "cells": [[{}, {"value": 2}, {}, {}], *([{}] * 4 for _ in range(3))],
    "regions": [[[r + i, c + j] for i in (0, 1) for j in (0, 1)] for r in (0, 2) for c in (0, 2)],
    "cages": [{"cells": [[0, 0], [1, 0]], "value": "5", "unique": True}, {"value": "title: x"}],
    "metadata": {"antiknight": True, "author": "It's me"},
    "lines": [{"wayPoints": [[0.5, 0.5], [1.5, 1.5]], "color": "#FFFFFF"}],
}


class TestSudokuPad:
    board = BOARD_DRAWN
    zipped = (
        "{ce:[[,{v:2},,],[,,,],[,,,],[,,,]],"
        "re:[[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]],"
        "[[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]],ca:[{ce:[[0,0],[1,0]],v:'5',unique:t},"
        "{v:'title: x'}],metadata:{antiknight:t,author:'It\\'s me'},"
        "l:[{wp:[[0.5,0.5],[1.5,1.5]],c:#F}]}"
    )

    def test_the_shortened_form_is_the_same(self):
        assert unzipped(self.zipped) == self.board
        plain = satdoku.parse("scl" + pack(json.dumps(self.board)), ignore_rules=["lines"])
        assert satdoku.parse("ctc" + pack(self.zipped), ignore_rules=["lines"]) == plain
        assert plain.layout.name == "4x4+anti-knight+killer:5:r1c1,r2c1"
        assert left_out(plain) == ("lines",)

    def test_drawings_are_kept_on_a_round_trip(self):
        puzzle = satdoku.parse(json.dumps(self.board), ignore_rules=["lines"])
        again = satdoku.parse(sudokupad_link(puzzle), ignore_rules=["lines"])
        assert again == puzzle
        assert sudokupad_json(again)["lines"] == self.board["lines"]
        assert {"value": "title: x"} in sudokupad_json(again)["cages"]

    def test_rectangles_and_hidden_cages(self):
        board = {
            "cells": [[{}] * 6] * 4,
            "cages": [{"cells": [[0, 0], [1, 1], [2, 2]], "unique": True, "hidden": True}],
        }
        puzzle = satdoku.parse(json.dumps(board))
        assert puzzle.layout.name == "4x6/latin+killer:r1c1-r3c3"
        assert satdoku.parse(convert(puzzle, "scl")) == puzzle

    @pytest.mark.parametrize(
        "text",
        ["{ce:[[", "{ce", "{:1}", "['a", "{ce:[[{v:2}]]}x", "[" * 10_000, "{ce:{}}", "1", "{}"],
    )
    def test_damage_is_told_in_a_line(self, text):
        with pytest.raises(ParseError):
            satdoku.parse("scl" + pack(text))


@pytest.mark.slow_cases("bomb0")
@pytest.mark.parametrize("bomb", ["a" * 2_000_001, "[" * 100_000, '{"size":' + "9" * 5000 + "}"])
def test_bombs_are_refused(bomb):
    packed = pack(bomb)
    for front in ("scl", "fpuz", "https://f-puzzles.com/?load="):
        with pytest.raises(ParseError):
            satdoku.parse(front + packed)


def test_cells_are_written_with_the_rules_of_their_board():
    for form in ("line", "grid"):
        assert satdoku.parse(convert(some_puzzle(1), form)) == some_puzzle(1)


@pytest.mark.parametrize("form", TEXT_FORMATS)
def test_classic_puzzles_come_back_from_every_form(form):
    puzzle = satdoku.parse(LECTURE)
    if form == "candidates":
        pytest.skip("it is no puzzle to the reader: --from-state reads it")
    if form.startswith("killer"):
        with pytest.raises(LayoutError, match="without givens"):
            convert(puzzle, form)
    else:
        assert satdoku.parse(convert(puzzle, form)) == puzzle


@pytest.mark.parametrize(("text", "packed"), PACKED.items())
def test_lz_string_is_that_of_its_author(text, packed):
    assert pack(text) == packed and unpack(packed) == text


@pytest.mark.slow
def test_lz_string_agrees_with_npms():
    """Needs node and, where it finds packages (NODE_PATH), lz-string."""
    node = node_with("lz-string")
    chance, marks = random.Random(5), "abé€数"
    texts = [*PACKED, *(convert(some_puzzle(seed), "fpuzzles") for seed in range(5))]
    texts += ["".join(chance.choices(marks, k=k)) for k in range(1, 200)]
    lines = "".join(json.dumps([text, pack(text)]) + "\n" for text in texts)
    script = [node, ROOT / "lzstring.mjs"]
    done = subprocess.run(script, input=lines, capture_output=True, text=True, check=True)
    for text, line in zip(texts, done.stdout.splitlines(), strict=True):
        assert json.loads(line) == [text, pack(text), text]


@pytest.mark.parametrize("form", ["json", "fpuzzles-link", "sudokupad-link", "scf", "scl"])
def test_half_a_character_in_a_title_does_no_harm(form):
    cells = "[" + ",".join(["[{},{},{},{}]"] * 4) + "]"
    for title in ("Half \\ud800 *", "Half \udfff *"):
        sources = [f'{{"size":4,"title":"{title}","grid":{cells}}}']
        if title.isascii():  # a link is packed from whole characters
            sources.append(f"https://f-puzzles.com/?load={pack(sources[0])}")
        for source in sources:
            try:
                assert "\ufffd" in about(satdoku.parse(source))["title"]
                convert(source, form, lossy=True).encode()
            except LayoutError:
                assert form == "scf"


@pytest.mark.room("serving")
@pytest.mark.parametrize("name", ["puzzle", "play"])
def test_links_to_the_desk_are_read_with_rules_and_title(name):
    from satdoku.serving.static_site import address

    board = Layout.named("4x4+killer:5:r1c3,r1c4+thermometer:r4c1-r4c3")
    puzzle = satdoku.parse({**Puzzle((1, *15 * (0,)), board).record(), "title": "Small, & mine"})
    link = f"https://example.org/play/index.html{address(puzzle)}".replace("#puzzle=", f"#{name}=")
    for text in (link, f"Try this: {link}\n", link.partition("/play/")[2]):
        found = satdoku.parse(text)
        assert found == puzzle and about(found) == about(puzzle) == {"title": "Small, & mine"}


def test_a_damaged_link_to_the_desk_is_refused():
    with pytest.raises(ParseError):
        satdoku.parse("https://example.org/#puzzle=%7B%22puzzle%22%3A%2212..34..")


def test_a_code_in_the_address_of_any_host_is_read():
    puzzle = satdoku.parse("1.....2..3.....4", "4x4+anti-king")
    code = satdoku.convert(puzzle, "fpuzzles-link").partition("load=")[2]
    for address in (
        f"https://example.org/play/fpuzzles{code}",
        f"https://example.org/x?a=1&puzzle=fpuzzles{code}&b=2",
        f"https://example.org/#{code}",
        f"see https://example.org/play/fpuzzles{code}, and tell me",
    ):
        assert satdoku.parse(address) == puzzle


def test_a_link_within_the_address_of_another_is_the_puzzle():
    inner = "https://puzz.link/p?sudoku/4/4/1k2h3k4"
    outer = f"https://swaroopg92.github.io/penpa-edit/?m=solve&p={inner}"
    assert satdoku.parse(outer) == satdoku.parse(inner)
    with pytest.raises(satdoku.ParseError, match="2 links of puzzles in one line"):
        satdoku.parse(f"{inner} {inner}")


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("https://tinyurl.com/abc123", "a short link holds no puzzle: open it"),
        ("https://example.org/puzzle/42", "no puzzle in this address, and nothing is fetched"),
        ("https://sudokupad.app/abcd", "a short link of SudokuPad"),
    ],
)
def test_an_address_is_never_a_file_name(address, says):
    told = command("check", address)
    assert told.returncode == 2
    assert says in told.stderr and "no such file" not in told.stderr
