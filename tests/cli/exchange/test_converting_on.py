"""A conversion that was cut off is gone on with, and gives the same bytes."""

import json

import pytest
from click.testing import CliRunner

from satdoku import generate
from satdoku.cli.main import cli
from satdoku.errors import OutputError
from satdoku.logic.explain import explain
from satdoku.logic.mistakes import state_of
from satdoku.logic.starting import read_candidates, write_candidates
from tests.marks import slow_but

MADE = [puzzle.line for puzzle in generate(9, seed=1)]
FORMS = ["line", "json", "csv", "scf", "bank", "fpuzzles-link", "hodoku"]


def run(*arguments):
    return CliRunner().invoke(cli, ["convert", *map(str, arguments)])


@pytest.mark.parametrize("count", [9, 300])  # one by one, and in blocks
@pytest.mark.parametrize("form", slow_but(FORMS, "line", "csv", "scf"))
def test_an_output_cut_off_anywhere_is_gone_on_with(form, count, tmp_path):
    source, out = tmp_path / "in.txt", tmp_path / "out"
    source.write_text("".join(f"{line}\n" for line in (MADE * 40)[:count]))
    assert run(source, "-o", out, "--to", form).exit_code == 0
    expected = out.read_bytes()
    line = expected.index(b"\n", len(expected) // 2) + 1
    for cut in (0, 1, 40, line - 1, line, line + 1, len(expected) - 1, len(expected)):
        out.write_bytes(expected[:cut])
        result = run(source, "-o", out, "--to", form, "--resume")
        assert result.exit_code == 0, result
        assert out.read_bytes() == expected, cut
    assert len(list(tmp_path.iterdir())) == 2


def test_a_conversion_that_stopped_at_a_bad_line_goes_on_when_it_is_mended(tmp_path):
    source, out = tmp_path / "in.txt", tmp_path / "out.jsonl"
    source.write_text("".join(f"{line}\n" for line in MADE[:4]) + MADE[4][:50] + "\n")
    assert run(source, out).exception
    assert out.read_text().count("\n") == 4
    source.write_text("".join(f"{line}\n" for line in MADE))
    (tmp_path / "out.jsonl.run").unlink()  # which knows that the input is another one
    assert run(source, out, "--resume").exit_code == 0
    assert out.read_text().count("\n") == 9


@pytest.mark.parametrize("more", [["--to", "grid"], ["--to", "opensudoku"]])
def test_a_format_of_several_lines_is_not_gone_on_with(more, tmp_path):
    result = run(MADE[0], "-o", tmp_path / "out.txt", *more, "--resume")
    assert result.exit_code == 2
    assert "--resume needs" in result.output


def test_another_file_stays_as_it_is(tmp_path):
    out = tmp_path / "out.json"
    out.write_text("precious\n")
    assert isinstance(run(MADE[0], out, "--resume").exception, OutputError)
    assert out.read_text() == "precious\n"


def test_a_table_holds_no_escapes_of_terminals(tmp_path):
    path = tmp_path / "in.jsonl"
    path.write_text(json.dumps({"puzzle": MADE[0], "title": "a\x1b[31mred\x07"}) + "\n")
    done = run("--to", "csv", path)
    assert done.stdout.splitlines()[1].endswith(",a\ufffd[31mred\ufffd")


@pytest.mark.parametrize("form", ["hodoku", "susser"])
def test_a_grid_of_candidates_becomes_a_line_that_restores_it(form, tmp_path):
    puzzle = "...3....656...9......6..8...5.1437...71........2.......9.....1...7.583..3..2.4.7."
    grid = explain(puzzle, until="XY-wing").end
    text = write_candidates(grid)
    (tmp_path / "grid.txt").write_text(text + "\n")
    line = run(tmp_path / "grid.txt", "--to", form).stdout
    assert line.count("\n") == 1
    if form == "hodoku":
        state = state_of(line).position
        assert state.masks() == read_candidates(text).masks()
