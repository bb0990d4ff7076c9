"""What comes from outside is never printed raw."""

import json
import os
import subprocess
import sys

import pytest

from satdoku import LayoutError, ParseError, parse
from satdoku.formats.converting import TEXT_FORMATS, convert
from satdoku.formats.metadata import ABOUT, with_about
from satdoku.sanitize import shown
from tests.cli.test_cli import assert_complains, satdoku
from tests.oracle import EASY

CLEAR = "\x1b[2J"


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("r4c7=5 — schön ·", "r4c7=5 — schön ·"),
        (f"a{CLEAR}b", r"a\x1b[2Jb"),
        ("one\nsatdoku: all right\r", r"one\nsatdoku: all right\r"),
        ("\u202egnp.exe", r"\u202egnp.exe"),
        ("\ud800", r"\ud800"),
        ("\x9b31m\x7f", r"\x9b31m\x7f"),
        ("a\u2028b", r"a\u2028b"),
    ],
)
def test_only_printable_characters_are_left(text, safe):
    assert shown(text) == safe
    assert shown(text).isprintable()


@pytest.mark.parametrize("text", ["x" * 500, "\x1b" * 500])
def test_what_is_long_is_cut(text):
    assert len(shown(text)) <= 400
    assert shown(text).endswith("…")
    assert shown(text[:3], limit=400).count("…") == 0


def test_errors_show_no_foreign_text_raw():
    error = ParseError(f"no column {CLEAR}", 3, source=f"{CLEAR}.csv")
    assert str(error) == r"\x1b[2J.csv, line 3: no column \x1b[2J"


def test_names_of_files_and_columns_cannot_write_to_the_terminal(tmp_path):
    path = tmp_path / f"a{CLEAR}\nsatdoku: right.csv"
    path.write_text(f"id,{CLEAR}\n1,2\n")
    done = satdoku("solve", str(path))
    assert_complains(done, 2, r"a\x1b[2J")
    assert "\x1b" not in done.stderr
    assert done.stderr.count("\n") == 1


def test_names_of_files_in_answers_cannot_either(tmp_path):
    path = tmp_path / f"a{CLEAR}\nb.txt"
    path.write_text(EASY)
    done = satdoku("check", str(path))
    assert "\x1b" not in done.stdout
    assert done.stdout.count("\n") == 1


@pytest.mark.room("research")
def test_what_never_ends_is_not_read_on(tmp_path):
    path = tmp_path / "steps.txt"
    path.write_text("Naked Single: r1c1 => r1c1=1\n" * 1_200_000)
    done = satdoku("verify-steps", str(path), "--puzzle", EASY)
    assert_complains(done, 2, "steps.txt: it is larger than any input")
    path.write_bytes(b"\xff")
    for command in (["verify-steps"], ["decode"], ["explain", "--from-state"]):
        done = satdoku(*command, str(path))
        assert_complains(done, 2, "steps.txt, line 1: byte 0xFF is not UTF-8 text")
        assert done.stderr.count("steps.txt") == 1


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "ascii:strict"])
@pytest.mark.parametrize(
    "arguments",
    [
        ["check", EASY],
        ["solve", "π" + "." * 80],
        ["solve", "--symbols", "ΑΒΓΔ", "Α" + "." * 15],
        ["solve", "--symbols", "ΑΒΓΔ", "--format", "json", "Α" + "." * 15],
    ],
)
def test_terminals_that_know_few_characters(encoding, arguments):
    done = subprocess.run(
        [sys.executable, "-m", "satdoku", *arguments],
        capture_output=True,
        check=False,
        env=os.environ | {"PYTHONIOENCODING": encoding},
    )
    assert b"Traceback" not in done.stderr
    assert done.returncode in (0, 1, 2)
    assert done.stdout or done.stderr
    (done.stdout + done.stderr).decode(encoding.partition(":")[0])


def test_pictures_escape_symbols():
    from xml.etree import ElementTree

    drawn = satdoku("explain", "--format", "svg", "--symbols", "&234", "&" + "." * 15)
    ElementTree.fromstring(drawn.stdout)
    assert json.dumps(drawn.stdout)


@pytest.mark.parametrize(
    ("name", "data", "what"),
    [
        ("photo.png", b"\x89PNG\r\n\x1a\n", "a picture (PNG)"),
        ("photo.txt", b"\xff\xd8\xff\xe0\x00\x10JFIF", "a picture (JPEG)"),
        ("page.pdf", b"%PDF-1.7\n%\xe2\xe3", "a PDF document"),
        ("set.sqlite", b"SQLite format 3\0", "a database (SQLite)"),
        ("all.zip", b"PK\x03\x04\x14\0", "a ZIP archive"),
    ],
)
def test_files_that_hold_no_text_are_named(tmp_path, name, data, what):
    path, data = tmp_path / name, data + bytes(100)
    path.write_bytes(data)
    says = f"this is {what}"
    for command in ("solve", "explain", "verify", "convert"):
        assert_complains(satdoku(command, str(path)), 2, f"{name}: {says}")
        assert_complains(satdoku(command, "-", stdin=data), 2, says)


@pytest.mark.parametrize("form", TEXT_FORMATS)
def test_no_format_writes_what_a_terminal_would_obey(form):
    said = {name: f"{name}\x1b[31m\x9b2K\x07\u202e\nmore" for name in ABOUT}
    puzzle = with_about(parse(EASY), said)
    try:
        text = convert(puzzle, form)
    except LayoutError:
        return
    obeyed = [c for c in text if c not in "\n\t\r" and (c < " " or "\x7f" <= c <= "\x9f")]
    assert (obeyed, "\u202e" in text) == ([], False)
