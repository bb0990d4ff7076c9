"""Old forms of commands: each works, and says on standard error what gives the same now."""

import shlex
import subprocess
import sys

import pytest

from satdoku.rooms import lacks
from tests.marks import slow_but
from tests.processes import command

PUZZLE = "12..3......4...."
#: Commands that made puzzles themselves.
MAKING = {
    "sheet": "print --count 3 --seed 1 --layout 4x4 --title 'A  title' -o a.svg",
    "symbols": "print -n2 --seed=1 --layout 4x4+diagonal --symbols ABCD -o a.svg",
    "kind": "print --seed 1 --layout 4x4 --kind killer --label rating -o a.svg",
    "needs": "print -n 1 --seed 3 --needs 'naked pair' --layout 6x6 --label both -o 'a b.pdf'",
    "several kinds": "print -n1 --seed 5 --layout 4x4 --kind killer,renban --symbols ABCD -o a.svg",
    "grids": "print --grid --seed 2 --layout 16x16 -o a.svg",
    "book": "book --level beginner:2,easy:1 --seed 3 --layout 6x6 --no-numbers -o a.pdf",
    "pattern": "book --level easy:1 --symbols ABCDEF --symmetry half-turn --no-minimal -o a.pdf",
}


def new_form(errors: str, what: str) -> str:
    """The new command in the one line that was printed on standard error."""
    before, found, line = errors.rstrip().partition(" is deprecated; use: ")
    assert found and before.endswith(what) and "\n" not in line
    return line


@pytest.mark.room("printing")
@pytest.mark.parametrize("name", slow_but(MAKING, "grids", "pattern"))
def test_new_puzzles_come_through_a_pipe_or_a_recipe_and_the_pages_stay(
    name, tmp_path, monkeypatch
):
    pytest.importorskip("typst")
    old = MAKING[name]
    if lacks(old.split()[0]):
        pytest.skip("the command lacks a room")
    monkeypatch.chdir(tmp_path)
    done = command(*shlex.split(old))
    assert done.returncode == 0, done.stderr
    pages = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert pages
    for path in tmp_path.iterdir():
        path.unlink()
    (tmp_path / "satdoku").write_text(f'#!/bin/sh\nexec {sys.executable} -m satdoku "$@"\n')
    (tmp_path / "satdoku").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    line = new_form(done.stderr, "making puzzles here")
    again = subprocess.run(["bash", "-c", line], check=True, capture_output=True, text=True)
    assert again.stderr == ""
    assert {name: (tmp_path / name).read_bytes() for name in pages} == pages


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (["--only", "singles"], ["--technique", "singles"]),
        (["--only=singles,pairs", "--format=json"], ["--format", "json", "--technique", "…"]),
        (["--no-uniqueness", "--verbosity", "terse"], ["--verbosity", "terse"]),
    ],
    ids=["only", "json", "terse"],
)
def test_explain_all_is_steps(old, new):
    done = command("explain", "--all", *old, PUZZLE)
    words = shlex.split(new_form(done.stderr, "satdoku explain: --all"))
    assert words[:2] == ["satdoku", "steps"] and words[-1] == PUZZLE
    assert {word for word in new if word != "…"} <= {*words}
    again = command(*words[1:])
    assert (again.returncode, again.stdout) == (done.returncode, done.stdout)


def test_a_puzzle_that_begins_with_a_hyphen_is_no_option():
    done = command("explain", "--all", "--", "--12--3------4--")
    line = new_form(done.stderr, "--all")
    assert line == "satdoku steps -- --12--3------4--"
    assert command(*shlex.split(line)[1:]).stdout == done.stdout


@pytest.mark.parametrize(
    "options",
    [
        ["--require", "minimal", "--require", "logic", "--format", "json"],
        ["--on-error", "skip", "--layout", "4x4", "--jobs=2"],
        ["-o", "answers.txt"],
    ],
    ids=["json", "skip", "file"],
)
def test_the_summary_of_a_folder_is_a_line_for_each_file(options, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "the folder"
    folder.mkdir()
    for name, text in {"several": PUZZLE, "solved": "1234341221434321", "none": "?"}.items():
        (folder / f"{name}.txt").write_text(text)
    answers = tmp_path / "answers.txt"
    done = command("check", "--summary", "the folder", *options)
    written = answers.read_bytes() if answers.exists() else b""
    told, counts = done.stderr.splitlines()
    answers.unlink(missing_ok=True)
    line = new_form(told, "--summary with a folder")
    again = command(*shlex.split(line)[1:])
    assert done.stdout or written
    assert (again.returncode, again.stdout) == (done.returncode, done.stdout)
    assert again.stderr.splitlines() == [counts]
    assert (answers.read_bytes() if answers.exists() else b"") == written
