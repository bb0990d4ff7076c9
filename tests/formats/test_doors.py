"""One puzzle, one record, at every door: what a command writes, every other reads as the same
puzzle, with its rules, or refuses. The tables are made of the commands and layouts themselves."""

import json
from dataclasses import replace
from importlib import import_module

import pytest
from click.testing import CliRunner

import satdoku
from satdoku import Layout, ParseError, Puzzle
from satdoku.cli.main import cli
from satdoku.formats.metadata import about, unread
from satdoku.formats.write import is_implied
from tests.marks import slow_but
from tests.meaning import said
from tests.rooms import lacking

OPERATIONS = (
    {} if "serving" in lacking() else import_module("satdoku.serving.operations").OPERATIONS
)
#: Ways in: of Python, of the command line, of the API.
DOORS = ("python", "argument", "file", "api") if OPERATIONS else ("python", "argument", "file")
#: Layouts with rules, symbols or shapes that cells alone do not imply.
LAYOUTS = (
    ("6x6+killer:7:r1c1,r1c2,r2c1", ""), ("4x4+diagonal", "ABCD"), ("7x7", ""), ("4x4+from-0", ""),
    ("4x4+thermometer:r1c1,r1c2+anti-knight", ""), ("4x4/jigsaw:1112132233243444", ""),
    ("4x6", ""), ("4x4@r1c1,r3c3", ""), ("4x4+formula:'r1c1 + r1c2 = 3'", ""),
    ("4x4+house:r1c1,r2c2,r3c3,r4c4", ""), ("6x6+digits:9+renban:r1c1-r1c3", ""),
)  # fmt: skip
#: Commands that write puzzles, with what they take: nothing, or a puzzle.
WRITERS = ("generate", "minimize", "shuffle", "canon", "convert")
FORMS = ("grid", "line", "json", "csv", "iss", "scl", "fpuzzles-link", "sudokupad-link")


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    runner = CliRunner()
    return lambda *arguments, stdin=None: runner.invoke(cli, [*arguments], input=stdin)


def some_puzzle(name, symbols):
    layout = Layout.named(name, symbols)
    grid = next(iter(satdoku.solutions(Puzzle((0,) * layout.board_cells, layout), limit=1)))
    return satdoku.minimize(grid, keep="proper")


def read_by(door, text, tmp_path, run):
    """The puzzles that a door reads."""
    if door == "python":
        return list(satdoku.parse_all(text))
    if door == "api":
        record = OPERATIONS["parse"].run({"puzzle": text})
        return [satdoku.parse(OPERATIONS["convert"].run({"puzzle": record})["text"])]
    if door == "argument":
        done = run("convert", "--to", "json", text)
    else:
        (tmp_path / "p.txt").write_text(text)
        done = run("convert", "--to", "json", "p.txt")
    assert done.exit_code == 0, done.output
    return list(satdoku.parse_all(done.stdout))


@pytest.mark.parametrize("writer", WRITERS)
@pytest.mark.parametrize(("name", "symbols"), slow_but(LAYOUTS, *LAYOUTS[::2]))
def test_what_a_command_writes_is_read_as_the_same_puzzle(name, symbols, writer, run, tmp_path):
    puzzle = some_puzzle(name, symbols)
    source = json.dumps(puzzle.record())
    carried = 0
    for form in FORMS:
        how = ["--to" if writer == "convert" else "--format", form]
        if writer == "generate":
            board = ["--layout", name, *(["--symbols", symbols] if symbols else [])]
            done = run("generate", *board, "--keep", "proper", "--seed", "4", *how)
            wanted = list(satdoku.generate(1, seed=4, layout=puzzle.layout, keep="proper"))
        elif writer == "canon":
            if form != "line":
                continue
            done = run("canon", source, *how)
            wanted = done.exit_code == 0 and [satdoku.canonical(puzzle).puzzle]
        else:
            more = ["--keep", "proper"] if writer == "minimize" else []
            done = run(writer, source, *more, *how)
            wanted = done.exit_code == 0 and [
                satdoku.minimize(puzzle, keep="proper")
                if writer == "minimize"
                else satdoku.shuffled(puzzle)
                if writer == "shuffle"
                else puzzle
            ]
        if done.exit_code:  # refused, with a reason in one line
            assert str(done.exception) and "\n" not in str(done.exception)
            continue
        carried += 1
        for door in DOORS:
            if form == "csv" and door != "file":
                continue
            if form == "csv":
                (tmp_path / "p.csv").write_text(done.stdout)
                read = run("convert", "p.csv", "--to", "json")
                found = list(satdoku.parse_all(read.stdout))
            else:
                found = read_by(door, done.stdout, tmp_path, run)
            assert list(map(said, found)) == list(map(said, wanted)), (form, door)
    assert carried or writer in ("shuffle", "canon", "minimize")


@pytest.mark.parametrize("form", ["json", "csv", "scl", "sudokupad-link", "fpuzzles-link"])
def test_titles_and_authors_go_along(form, run, tmp_path):
    how = ["--title", "Of stars", "--author", "Zoë"]
    ending = "csv" if form == "csv" else "txt"
    made = run("generate", "--layout", "6x6+diagonal", "--seed", "3", *how, "--format", form)
    (tmp_path / f"made.{ending}").write_text(made.stdout)
    again = run("convert", f"made.{ending}", "--to", form)
    (tmp_path / f"again.{ending}").write_text(again.stdout)
    puzzle = satdoku.parse(run("convert", f"again.{ending}", "--to", "json").stdout)
    assert about(puzzle)["title"] == "Of stars" and about(puzzle)["author"] == "Zoë"
    small = run("minimize", f"again.{ending}", "--keep", "proper", "--format", "sudokupad-link")
    assert about(satdoku.parse(small.stdout))["title"] == "Of stars"


@pytest.mark.parametrize(
    ("name", "symbols"),
    [
        *LAYOUTS,
        ("samurai", ""),
        ("9x9+diagonal+window", ""),
    ],
)
def test_what_is_shown_is_read_again(name, symbols):
    layout = Layout.named(name, symbols)
    puzzle = Puzzle((1, *(0,) * (layout.board_cells - 1)), layout)
    shown = satdoku.drawing(puzzle).text()
    if is_implied(layout.layered or replace(layout, extra_houses=(), constraints=())):
        assert satdoku.parse(shown) == puzzle
    else:  # the name of the board below keeps it from being taken for another
        with pytest.raises(ParseError):
            satdoku.parse(shown)


E81 = "." * 81
NOTES = {
    f"9x9+killer:17:r1c1,r1c2 {E81}": "9x9+killer:17:r1c1,r1c2",
    f"killer:17:r1c1,r1c2 {E81}": "9x9+killer:17:r1c1,r1c2",
    f"killer:17:r1c1,r1c2\n{E81}": "9x9+killer:17:r1c1,r1c2",
    f"{E81}\nkiller:17:r1c1,r1c2": "9x9+killer:17:r1c1,r1c2",
    f"a comment\n+diagonal\ncage:17:R1C1,R1C2\n\n{E81}\n": "9x9+diagonal+killer:17:r1c1,r1c2",
    "anti-knight\n" + "\n".join(["." * 9] * 9) + "\nthermo:r1c1-r1c3":
        None,  # rules above and below: those below are of the next board
    "\n".join(["." * 9] * 9) + "\nthermo:r1c1-r1c3\nanti-king":
        "9x9+thermometer:r1c1-r1c3+anti-king",
    "6x6+diagonal+symbols:ABCDEF\n" + "\n".join(["A....."] * 6): "6x6+diagonal",
    "5x5\n" + "\n".join(["1...."] * 5): "5x5",
    f"9x9+formula:'r1c1 + r1c2 = 7' {E81}": "9x9+formula:'r1c1 + r1c2 = 7'",
}  # fmt: skip


@pytest.mark.parametrize("text", NOTES)
def test_rules_are_read_as_they_are_printed(text, run, tmp_path):
    if NOTES[text] is None:
        with pytest.raises(ParseError, match="rules without a board"):
            satdoku.parse(text)
        return
    for door in DOORS:
        [puzzle] = read_by(door, text, tmp_path, run)
        assert puzzle.layout.name == NOTES[text], door


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (f"kiler:17:r1c1,r1c2\n{E81}", "line 1: unknown extra house or rule 'kiler': did you mean"),
        (f"{E81}\n+antiknigth", "line 2: unknown extra house or rule"),
        (f"anti-knigth\n{E81}", "line 1: unknown extra house or rule 'anti-knigth': did you mean"),
        (f"killer:17:r1c1,r9c99\n{E81}", "'r9c99' is not a cell of the board"),
        (f"9x9+killer:17:r1c1,r1c2 {E81[1:]}", "80 cells in a line, expected 81"),
        ("9x9+killer:17:r1c1,r1c2", "no puzzle found"),
        (f"killer:3:r1c1,r1c2\n\n4x4+diagonal\n9x9+diagonal\n{E81}", "a second layout before"),
        (f"{E81}\nkiller:3:r1c1,r1c2\n{E81}", "line 3: the rules above this line may belong to"),
    ],
)
def test_a_rule_that_is_not_understood_is_an_error(text, says):
    with pytest.raises(ParseError) as error:
        list(satdoku.parse_all(text))
    assert says in str(error.value)


@pytest.mark.parametrize(
    "text",
    [
        f"def f(x):\n    return x  # killer: 17\n{E81}",
        f"note: r1c1 is 5\n{E81}",
        f"killer\n{E81}",
        f"puzzle:{E81}",
        f"rows: 9\n9x9 puzzles\n{E81}",
        f"https://x.org/killer:17:r1c1\n{E81}",
    ],
)
def test_prose_and_program_text_are_skipped(text):
    assert satdoku.parse(text) == Puzzle((0,) * 81)


def test_rules_apply_to_one_board_each_in_files_of_many(run, tmp_path):
    boards = "\n".join([E81] * 30)
    rule = "killer:17:r1c1,r1c2"
    for text, ruled in (
        (f"{boards}\n{rule}\n\n{boards}", [29]),
        (f"{boards}\n\n{rule}\n{boards}", [30]),
    ):
        (tmp_path / "p.txt").write_text(text)
        done = run("convert", "p.txt", "--to", "json")
        found = [bool(p.constraints) for p in satdoku.parse_all(done.stdout)]
        assert [i for i, has in enumerate(found) if has] == ruled and len(found) == 60


FUNCTIONS = (
    "check", "rate", "explain", "hint", "outcome", "diagnose", "certify", "canonical",
    "true_candidates", "available", "drawing", "export",
)  # fmt: skip


@pytest.mark.parametrize(("name", "symbols"), [("4x4", ""), ("4x4+diagonal", "ABCD")])
@pytest.mark.parametrize("function", FUNCTIONS)
def test_the_record_of_an_answer_is_its_puzzle(name, symbols, function):
    layout = Layout.named(name, symbols)
    solved = next(satdoku.solutions(Puzzle((0,) * 16, layout), limit=1))
    puzzle = solved.without(range(5))  # few steps are available
    record = json.loads(json.dumps(getattr(satdoku, function)(puzzle).record()))
    for other in FUNCTIONS:
        assert getattr(satdoku, other)(record).record()["puzzle"] == puzzle.line
    assert satdoku.parse(satdoku.convert(record)) == puzzle
    assert satdoku.parse(json.dumps(record)) == puzzle


@pytest.mark.parametrize("name", [n for n, row in OPERATIONS.items() if row.needs_puzzle])
def test_the_record_of_an_operation_is_accepted_by_every_operation(name):
    cells = {"additions": "1..............2", "repairs": "12.............."}.get(name)
    puzzle = some_puzzle("4x4+killer:5:r1c1,r1c2", "")
    puzzle = satdoku.parse(cells, puzzle.layout) if cells else puzzle
    more = {"entries": list(puzzle.cells)} if name == "check-entries" else {}
    record = OPERATIONS[name].run({"puzzle": puzzle.record(), **more})
    again = OPERATIONS["parse"].run({"puzzle": json.loads(json.dumps(record))})
    if name not in ("proper", "minimal", "harder", "easier"):  # those answer another puzzle
        assert again["puzzle"] == puzzle.line
        assert [rule["text"] for rule in again["constraints"]] == ["killer:5:r1c1,r1c2"]


def fpuzzles(**more):
    return json.dumps({"size": 4, "grid": [[{} for _ in range(4)] for _ in range(4)], **more})


def test_drawings_that_repeat_a_rule_are_silent(run):
    text = fpuzzles(
        renban=[{"lines": [["R1C1", "R1C2"]]}],
        clone=[{"cells": ["R4C1"], "cloneCells": ["R3C3"]}],
        line=[
            {"lines": [["R1C2", "R1C1"]]},
            {"lines": [["R2C1", "R2C2"]], "fromConstraint": "Renban"},
        ],
        text=[{"cells": ["R0C1"], "value": "5", "isNewConstraint": True}],
        rectangle=[{"cells": ["R4C1"]}],
    )
    assert unread(satdoku.parse(text)) == []
    done = run("check", text)
    assert done.stderr == "" and "not proper" in done.stdout


UNIQUE = {
    "grid": [
        [{"value": v, "given": True} if v else {} for v in row]
        for row in ((1, 2, 3, 4), (3, 4, 1, 2), (2, 1, 4, 3), (4, 3, 0, 0))
    ],
    "line": [{"lines": [["R1C1", "R2C2"]]}],
}


def test_drawings_that_were_not_understood_limit_what_is_claimed(run):
    text = fpuzzles(**UNIQUE)
    claim = "at most one solution, and this is it if the drawings are rules"
    assert unread(satdoku.parse(text)) == ["line"]
    assert claim in satdoku.check(text).text() and satdoku.outcome(text).caveat == claim
    for command in (["check"], ["solve"], ["count"]):
        done = run(*command, text)
        assert done.exit_code == 0 and claim in done.stdout
        assert done.stderr.count("\n") == 1 and "not understood (line)" in done.stderr
        assert json.loads(run(*command, text, "--format", "json").stdout)["caveat"] == claim
        assert claim not in run(*command, text, "--drawings", "ignore").output
        refused = run(*command, text, "--drawings", "refuse")
        assert "has drawings (line)" in str(refused.exception)
    wrong = json.loads(text)
    wrong["grid"][0][1] = {"value": 1, "given": True}
    assert "caveat" not in satdoku.outcome(json.dumps(wrong)).record()  # none stays none
