"""`satdoku check FOLDER/`: one line per file."""

import json

import pytest
from click.testing import CliRunner

from satdoku.cli.main import cli
from satdoku.cli.solve.summary import files_in

PROPER, SEVERAL, NONE = "12..34..........", "1...............", "11.............."
PROPER_4 = "1234341221434321"


@pytest.fixture
def folder(tmp_path):
    """Files of all kinds, one below and one hidden."""
    (tmp_path / "below").mkdir()
    for name, text in {
        "a.txt": PROPER_4,
        "b.txt": SEVERAL,
        "c.txt": NONE,
        "d.txt": f"{PROPER_4}\n{SEVERAL}\n",
        "e.txt": "this is no puzzle",
        "below/f.iss": ".Shape~4x4.\nSum~2\n~R1C1~R1C2",
        ".g": PROPER_4,
    }.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def run(*arguments):
    words = ["check", *map(str, arguments)]
    result = CliRunner().invoke(cli, words, standalone_mode=False)
    return result.exit_code or result.return_value, result.stdout.splitlines(), result.stderr


def test_a_folder_without_a_file_is_refused(tmp_path):
    result = CliRunner().invoke(cli, ["check", str(tmp_path)])
    assert result.exit_code == 2
    assert f"{tmp_path}: no puzzle found: the folder holds no file" in result.output


def answers(lines, folder):
    return {line.removeprefix(f"{folder}/").split(": ")[0]: line.split(": ")[1] for line in lines}


@pytest.mark.parametrize("jobs", [1, 2])
def test_each_file_has_its_line(folder, jobs):
    status, lines, said = run(folder, "--jobs", jobs)
    assert status == 2
    assert answers(lines, folder) == {
        "a.txt": "proper",
        "b.txt": "several solutions",
        "c.txt": "no solution",
        "d.txt": "refused",
        "e.txt": "refused",
        "below/f.iss": "no solution",
    }
    assert "several puzzles in it" in lines[3]
    assert lines[4].count("e.txt") == 1
    assert "6 files: 2 no solution, 1 proper, 2 refused, 1 several solutions" in said


def test_the_exit_status_tells_whether_all_are_what_is_required(folder):
    assert run(folder / "a.txt", folder / "below", "--on-error", "skip")[0] == 1
    for name in ("b.txt", "c.txt", "d.txt", "e.txt", "below/f.iss"):
        (folder / name).unlink()
    assert run(folder)[0] == 0
    status, lines, _ = run(folder, "--require", "minimal", "--format", "json")
    assert status == 1
    assert [json.loads(line)["missing"] for line in lines] == [["minimal"]]


def test_a_run_that_was_cut_off_is_taken_up(folder, tmp_path_factory):
    whole = tmp_path_factory.mktemp("out") / "whole.txt"
    assert run(folder, "-o", whole)[0] == 2
    part = whole.with_name("part.txt")
    part.write_text("".join(whole.read_text().splitlines(keepends=True)[:3]) + str(folder)[:5])
    assert run(folder, "-o", part, "--resume")[0] == 2
    assert part.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize(
    "others",
    [
        ["-"],
        [PROPER_4],
        ["--format", "csv"],
        ["--stats", "--format", "json"],
        ["--format", "json", "--add", "canonical"],
        ["--summary", "-"],
        ["--summary", "--format", "csv"],
        ["--summary", "--stats", "--format", "json"],
    ],
)
def test_what_a_folder_does_not_go_with_is_refused(folder, others):
    result = CliRunner().invoke(cli, ["check", str(folder), *others])
    assert result.exit_code == 2
    assert not result.stdout


def test_the_old_form_gives_the_new_command(folder):
    status, lines, said = run(folder, "--summary", "--require", "minimal")
    assert (status, lines) == run(folder, "--require", "minimal")[:2]
    assert said.splitlines()[0] == (
        "satdoku check: --summary with a folder is deprecated; "
        f"use: satdoku check --require minimal {folder}"
    )


def test_files_come_by_name(folder):
    named = [name.removeprefix(f"{folder}/") for name in files_in([str(folder)])]
    assert named == ["a.txt", "b.txt", "c.txt", "d.txt", "e.txt", "below/f.iss"]
