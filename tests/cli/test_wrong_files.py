"""Files of another kind than a command reads, and words that it does not take: one line that says
what it is and what to do."""

from random import Random

import pytest

from tests.cli.test_cli import LECTURE, assert_complains
from tests.processes import command as satdoku


def test_clauses_are_neither_a_certificate_nor_a_puzzle(tmp_path):
    file = tmp_path / "puzzle.cnf"
    satdoku("export", LECTURE, "-o", str(file))
    done = satdoku("verify", str(file))
    assert_complains(done, 2, "a DIMACS file, which is not a", f"verify --dimacs {file}` checks")
    done = satdoku("solve", str(file))
    assert_complains(done, 2, "a DIMACS file holds clauses, not a puzzle")


@pytest.mark.parametrize("content", [b"1 2 0\n3 d 1 0\n", b"\n\nA text.\nAnother line.\n", b"[]\n"])
def test_a_file_without_a_certificate_is_told_once(tmp_path, content):
    file = tmp_path / "other"
    file.write_bytes(content)
    assert_complains(satdoku("verify", str(file)), 2, "no certificate found")


@pytest.mark.parametrize("words", ["solve", "convert --to line", "dataset audit"])
@pytest.mark.parametrize("name", ["a.csv", "a.tsv"])
def test_bytes_under_the_name_of_a_table_are_refused(tmp_path, words, name):
    file = tmp_path / name
    file.write_bytes(Random(1).randbytes(3000))
    assert_complains(satdoku(*words.split(), str(file)), 2, "this is a binary file")


def test_a_table_in_another_encoding_is_no_binary_file(tmp_path):
    file = tmp_path / "a.csv"
    file.write_bytes("puzzle;Lösung\n....43..1.....4.;x\n".encode("latin-1"))
    assert satdoku("solve", "--format", "line", str(file)).stdout == "2134431214233241\n"


def test_what_a_command_does_not_take_is_named():
    done = satdoku("layouts", "nope")
    assert_complains(done, 2, "layouts takes no argument", "'nope'", "satdoku help nope")
    done = satdoku("completion", "nope")
    assert_complains(done, 2, "'nope' is not one of 'bash', 'zsh', 'fish', 'powershell'")
    done = satdoku("completion")
    assert_complains(done, 2, "Missing argument 'SHELL': choose bash, zsh, fish, powershell")
