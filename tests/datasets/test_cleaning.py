"""What an audit finds nothing about is written again, with all columns of a table."""

from __future__ import annotations

import csv
import gzip
import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import satdoku
from satdoku.cli.main import cli

GOOD, OTHER = (puzzle.line for puzzle in satdoku.generate(2, seed=3))
MOVED = satdoku.shuffled(satdoku.parse(GOOD), seed=1).line
SEVERAL = "." * 81
#: A given more: a neighbour with the same solved grid.
NEAR = GOOD.replace(".", "*", 1).replace("*", satdoku.solution(GOOD).line[GOOD.index(".")])
LEAKED = satdoku.shuffled(satdoku.parse(OTHER), seed=2).line
#: Each row, and whether it stays.
ROWS = [(GOOD, True), (SEVERAL, False), (MOVED, False), (OTHER, False), ("12", False)]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("old.txt").write_text(f"{LEAKED}\n")


def audit(*arguments: str):
    return CliRunner().invoke(
        cli, ["dataset", "audit", *arguments, "--no-ratings"], standalone_mode=False
    )


def written(name: str, rows) -> None:
    if name.endswith("csv"):
        with open(name, "w", newline="") as file:
            out = csv.writer(file)
            out.writerow(["id", "puzzle", "note"])
            out.writerows([(n, puzzle, "a, b") for n, (puzzle, _) in enumerate(rows, 1)])
    elif name.endswith("jsonl"):
        lines = [json.dumps({"puzzle": puzzle, "id": n}) for n, (puzzle, _) in enumerate(rows, 1)]
        Path(name).write_text("\n".join(lines) + "\n")
    else:
        Path(name).write_text("".join(f"{puzzle}\n" for puzzle, _ in rows))


@pytest.mark.parametrize("form", ["csv", "jsonl", "txt"])
def test_rows_without_findings_stay_with_their_columns(form):
    written(f"new.{form}", ROWS)
    result = audit(f"new.{form}", "--against", "old.txt", "--clean", f"out.{form}")
    assert result.return_value == 1
    assert re.search(rf"1 of \d rows are written to out\.{form}", result.stderr)
    text = Path(f"out.{form}").read_text()
    if form == "csv":
        assert text == f'id,puzzle,note\n1,{GOOD},"a, b"\n'
    elif form == "jsonl":
        assert json.loads(text) == {"puzzle": GOOD, "id": 1}
    else:
        assert text == f"{GOOD}\n"
    assert audit(f"out.{form}", "--against", "old.txt").return_value == 0


def test_neighbours_and_shared_grids_go_too():
    written("new.csv", [(NEAR, False), (OTHER, True)])
    Path("old.txt").write_text(f"{GOOD}\n")
    audit("new.csv", "--against", "old.txt", "--clean", "out.csv")
    assert [row["puzzle"] for row in csv.DictReader(Path("out.csv").read_text().splitlines())] == [
        OTHER
    ]


def test_rows_of_several_files_are_counted_on_and_have_one_header():
    written("a.csv", ROWS[:2])
    written("b.csv", [(MOVED, False), (OTHER, True)])
    assert "2 of 4 rows" in audit("a.csv", "b.csv", "--clean", "out.csv").stderr
    assert [row["puzzle"] for row in csv.DictReader(Path("out.csv").read_text().splitlines())] == [
        GOOD,
        OTHER,
    ]


def test_a_parquet_file_keeps_its_types():
    arrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    puzzles = [puzzle for puzzle, _ in ROWS]
    table = arrow.table({"puzzle": puzzles, "tier": arrow.array(range(5), arrow.int16())})
    parquet.write_table(table, "new.parquet")
    audit("new.parquet", "--against", "old.txt", "--clean", "out.parquet")
    kept = parquet.read_table("out.parquet")
    assert kept.to_pylist() == [{"puzzle": GOOD, "tier": 0}]
    assert kept.schema == table.schema
    error = audit("new.parquet", "new.parquet", "--clean", "out.parquet").exception
    assert "audit each alone" in str(error)


def test_a_name_that_implies_another_form_is_refused_before_the_work():
    written("new.csv", ROWS)
    for name in ("out.txt", "out.parquet", "out"):
        assert "rows are written as they were: .csv" in str(
            audit("new.csv", "--clean", name).exception
        )
        assert not Path(name).exists()


def test_a_packed_file_is_read_and_its_rows_are_written_plainly():
    with gzip.open("new.txt.gz", "wt") as file:
        file.write(f"{GOOD}\n{MOVED}\n")
    audit("new.txt.gz", "--clean", "out.txt")
    assert Path("out.txt").read_text() == f"{GOOD}\n"
