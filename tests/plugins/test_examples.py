"""The pages of docs/plugins: their examples run, are right by their judges, and load once."""

import json
import re
import shlex

import pytest

import satdoku
from satdoku.kernels import library
from tests.plugins.examples import LINE, NAMES, PAGES, code_of, run, run_here, write_examples

pytestmark = pytest.mark.room("certificates", "research", "selfchecking")


@pytest.mark.parametrize("page", NAMES)
def test_an_example_is_short_and_the_commands_of_its_page_run(page, tmp_path):
    library.current()  # built before several processes would build it
    write_examples(tmp_path)
    _, code = code_of(page)
    assert sum(bool(line.strip()) for line in code.splitlines()) <= 25
    text = (PAGES / f"{page}.md").read_text()
    commands = re.findall(r"^satdoku (.*)$", text, re.MULTILINE)
    assert len(commands) >= 3
    for command in commands:
        words, _, output = command.partition(" > ")
        done = run_here(tmp_path, *shlex.split(words))
        assert done.returncode in (0, 1), done.stderr
        assert "Traceback" not in done.stderr
        assert done.stderr.splitlines()[0].startswith("satdoku: loaded the ")
        assert len(re.findall("loaded the", done.stderr)) == 1
        assert done.stdout
        if "--judge" in words or "selfcheck" in words:
            assert " is right in " in done.stdout
            assert done.returncode == 0
        if output:
            (tmp_path / output).write_text(done.stdout)


@pytest.mark.slow
def test_a_puzzle_that_names_the_kind_is_read_once_the_kind_is_loaded(tmp_path):
    write_examples(tmp_path)
    refused = run_here(tmp_path, "count", LINE)
    assert refused.returncode == 2
    assert "unknown extra house or rule 'mountain'" in refused.stderr
    kind = ["--kind", "mountain.py:mountain"]
    for command, *more in (
        ["solve"], ["count"], ["check"], ["explain"], ["hint"], ["steps"], ["rate"], ["diagnose"],
        ["show"], ["convert"], ["minimize"], ["certify"], ["export", "--to", "opb"],
    ):  # fmt: skip
        done = run_here(tmp_path, command, *kind, LINE, *more)
        assert done.returncode in (0, 1), (command, done.stderr)
        assert done.stderr.startswith("satdoku: loaded the kind mountain from mountain.py\n")
        assert "internal error" not in done.stderr
    found = run_here(tmp_path, "convert", *kind, LINE, "--to", "json").stdout
    assert json.loads(found)["layout"].count("mountain") == 4


@pytest.mark.parametrize("command", ["explain", "steps", "hint", "rate"])
def test_a_technique_takes_part(command, tmp_path):
    write_examples(tmp_path)
    hard = "637.5.....41.2........34.......1...7.5.....2.....7964.........35....3.6.8....6.9."
    more = {"explain": ["--until", "1"], "hint": ["--show", "what"]}.get(command, [])
    easier = (tmp_path / "twins.py").read_text().replace("2.9, find", "1.0, find")
    (tmp_path / "twins.py").write_text(easier)
    with_twins = run_here(tmp_path, command, hard, "--technique", "twins.py:twins", *more)
    assert with_twins.returncode in (0, 1), with_twins.stderr
    if command == "rate":
        record = run_here(
            tmp_path, command, hard, "--technique", "twins.py:twins", "--format", "json"
        ).stdout
        assert json.loads(record)["steps"]["naked twins"] >= 1
    else:
        assert "naked twins" in with_twins.stdout


@pytest.mark.slow
def test_verify_steps_knows_a_technique_of_the_users(tmp_path):
    write_examples(tmp_path)
    hard = "637.5.....41.2........34.......1...7.5.....2.....7964.........35....3.6.8....6.9."
    position = satdoku.position(hard)
    solution = satdoku.solve(hard).cells
    cell = next(cell for cell in range(40, 81) if len(position.candidates_in(cell)) > 3)
    false = next(digit for digit in position.candidates_in(cell) if digit != solution[cell])
    for steps, says in (
        ("naked twins: r1c4<>1", "1 step is right, 0 wrong"),
        (f"naked twins: {position.layout.cell_name(cell)}<>{false}", "no such step exists"),
    ):
        done = run_here(
            tmp_path, "verify-steps", steps, "--puzzle", hard, "--technique", "twins.py:twins"
        )
        assert says in done.stdout


@pytest.mark.slow_cases("certify", "count", "minimize", "rate")
@pytest.mark.parametrize(
    "command",
    ["solve --engine native", "count", "minimize", "certify", "rate --technique twins.py:twins"],
)
def test_worker_processes_load_the_same_files(command, tmp_path):
    write_examples(tmp_path)
    (tmp_path / "ruled.txt").write_text(f"{LINE}\n" * 6)
    asked = ["--kind", "mountain.py:mountain"]
    word, *more = command.split()
    alone = run(tmp_path, word, "ruled.txt", *more, *asked)
    together = run(tmp_path, word, "ruled.txt", *more, *asked, "--jobs", "2")
    assert alone.stdout.count("\n") >= 6
    assert together.stdout == alone.stdout
    assert together.stderr == alone.stderr


def test_a_summary_of_files_reads_their_format_in_worker_processes(tmp_path):
    write_examples(tmp_path)
    made = run(tmp_path, "generate", "-n", "4", "--seed", "1", "--format", "cages.py:cages").stdout
    for name in ("one.txt", "two.txt"):
        (tmp_path / name).write_text(made)
    asked = ["check", "--summary", "--from", "cages.py:cages", "one.txt", "two.txt", "-j", "2"]
    assert "8 puzzles, 8 proper" in run(tmp_path, *asked).stdout


@pytest.mark.slow
@pytest.mark.room("printing")
def test_sheets_and_books_read_a_format_of_the_users(tmp_path):
    pytest.importorskip("typst")
    write_examples(tmp_path)
    made = run_here(
        tmp_path, "generate", "--kind", "killer", "--seed", "1", "--format", "cages.py:cages"
    )
    (tmp_path / "new.txt").write_text(made.stdout)
    for command in ("print", "book"):
        done = run_here(tmp_path, command, "new.txt", "--from", "cages.py:cages", "-o", "out.pdf")
        assert done.returncode == 0, done.stderr
        assert (tmp_path / "out.pdf").read_bytes().startswith(b"%PDF")
        (tmp_path / "out.pdf").unlink()
    (tmp_path / "ruled.txt").write_text(f"{LINE}\n")
    done = run_here(
        tmp_path, "print", "ruled.txt", "--kind", "mountain.py:mountain", "-o", "out.svg"
    )
    assert done.returncode == 0, done.stderr


def test_a_format_may_hold_several_puzzles_in_a_whole_file(tmp_path):
    (tmp_path / "blocks.py").write_text(BLOCKS)
    (tmp_path / "puzzles.txt").write_text("1...............\n..1..23..4......\n")
    written = run(tmp_path, "convert", "puzzles.txt", "--to", "blocks.py:blocks", "-o", "b.txt")
    assert written.returncode == 0, written.stderr
    assert (tmp_path / "b.txt").read_text().count("--\n") == 1
    read = run(tmp_path, "convert", "b.txt", "--from", "blocks.py:blocks", "--to", "line")
    assert read.stdout == (tmp_path / "puzzles.txt").read_text()
    piped = run(
        tmp_path, "count", "-", "--from", "blocks.py:blocks", typed=(tmp_path / "b.txt").read_text()
    )
    assert piped.stdout.split() == ["72", "1"]
    judged = run(tmp_path, "formats", "--judge", "blocks.py:blocks")
    assert " is right in " in judged.stdout


BLOCKS = """
from satdoku import Layout, Puzzle
from satdoku.extensions import OwnFormat

def write(puzzle):
    n = puzzle.layout.size
    rows = [puzzle.cells[n * r : n * (r + 1)] for r in range(n)]
    return "\\n".join(" ".join(map(str, row)) for row in rows)

def read(text):
    for block in text.split("--\\n"):
        rows = [line.split() for line in block.strip().splitlines()]
        cells = tuple(int(digit) for row in rows for digit in row)
        yield Puzzle(cells, Layout.of_size(len(rows)))

blocks = OwnFormat("blocks", "rows of numbers", write, read, "sizes", whole=True, apart="--\\n")
"""
