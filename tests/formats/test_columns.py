"""Columns of tables: others stay with their rows, `--add` finds more, none is overwritten."""

import csv
import io
import json

import pyarrow
import pytest
from pyarrow import parquet

import satdoku as door
from satdoku.cli.stream.columns import kept_name
from tests.cli.test_cli import satdoku
from tests.marks import slow_but
from tests.oracle import EASY, NEFARIOUS

SEVERAL = ".3..7....6..195....98....6.8...6...3...8.3..1....2...6.6....28....419..5....8..79"
BROKEN = "11" + "." * 79
MADE = [puzzle.line for puzzle in door.generate(40, seed=5)]
TEN = [*MADE[:6], EASY, SEVERAL, BROKEN, NEFARIOUS]
TABULAR = ["csv", "json", "parquet"]


def rows_of(text):
    return list(csv.DictReader(io.StringIO(text)))


def table(path, puzzles, **columns):
    """A table, of the kind that its name says, with the number of each row and other columns."""
    rows = [
        {"id": i, "quizzes": puzzle} | {name: value(i) for name, value in columns.items()}
        for i, puzzle in enumerate(puzzles)
    ]
    if path.suffix == ".parquet":
        parquet.write_table(pyarrow.Table.from_pylist(rows), path)
    elif path.suffix == ".csv":
        with path.open("w", newline="") as file:
            writer = csv.DictWriter(file, rows[0])
            writer.writeheader()
            writer.writerows(rows)
    else:
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return str(path)


def answered(path, form, *command):
    """The rows of what a command writes about a table."""
    out = path.parent / f"out.{form}"
    done = satdoku(command[0], str(path), *command[1:], "-o", str(out))
    assert done.returncode in (0, 1), done.stderr
    if form == "parquet":
        return parquet.read_table(out).to_pylist()
    if form == "json":
        return [json.loads(line) for line in out.read_text().splitlines()]
    return rows_of(out.read_text())


@pytest.mark.parametrize("form", TABULAR)
@pytest.mark.parametrize("suffix", ["csv", "jsonl", "parquet"])
def test_other_columns_stay_with_their_rows(tmp_path, suffix, form):
    path = tmp_path / f"in.{suffix}"
    table(path, TEN, note=lambda i: f"n {i},\u00fc")
    rows = answered(path, form, "count", "--limit", "2")
    assert [row["puzzle"] for row in rows] == TEN
    assert [int(row["id"]) for row in rows] == list(range(len(TEN)))
    assert [row["note"] for row in rows] == [f"n {i},\u00fc" for i in range(len(TEN))]
    assert "quizzes" not in rows[0]


@pytest.mark.parametrize(
    "command",
    slow_but(
        [
            "solve",
            "solve --logic",
            "solve --all",
            "check",
            "count",
            "rate",
            "minimize",
            "shuffle",
            "canon",
            "solve --stats",
        ],
        "solve",
        "rate",
    ),
)
def test_no_column_takes_the_place_of_another(tmp_path, command):
    """Each name that a record of the command has, as a column of its input."""
    first, *rest = command.split()
    for form in ("json",) if "--stats" in rest else ("json", "csv"):
        path = tmp_path / f"in.{'jsonl' if form == 'json' else 'csv'}"
        table(path, TEN)
        rows = answered(path, form, first, *rest)
        names = list(dict.fromkeys(name for row in rows for name in row if name != "id"))
        table(path, TEN, **{name: lambda i: f"mine {i}" for name in names if name != "layout"})
        again = answered(path, form, first, *rest, "--column", "quizzes")
        for i, (plain, row) in enumerate(zip(rows, again, strict=True)):
            for name, value in plain.items():
                assert row[name] == value or "statistics" in rest or name == "statistics"
            mine = [name for name, value in row.items() if value == f"mine {i}"]
            assert len(mine) == len(names) - 1


def test_what_is_renamed_is_said_and_stays_apart(tmp_path):
    path = table(tmp_path / "in.csv", [EASY], solution=str, input_solution=lambda i: "older")
    done = satdoku("solve", path, "--format", "csv")
    (row,) = rows_of(done.stdout)
    assert (row["input_solution"], row["input_input_solution"]) == ("0", "older")
    assert row["solution"] == door.solve(EASY).line
    first = done.stderr.splitlines()[0]
    assert "'solution'" in first
    assert "'input_solution'" in first


def test_new_names_are_never_the_same():
    names = [prefix + name for prefix in ("", "input_", "input_input_") for name in "abc"]
    assert len({kept_name(frozenset("ab"), name) for name in names}) == len(names)


def test_types_of_parquet_are_kept(tmp_path):
    path = tmp_path / "in.parquet"
    columns = {
        "puzzle": pyarrow.array([EASY, SEVERAL]),
        "when": pyarrow.array([1, None], pyarrow.timestamp("us")),
        "fine": pyarrow.array([1, 2], pyarrow.timestamp("ns")),
        "score": pyarrow.array([0.5, float("nan")]),
        "tags": pyarrow.array([["a"], []]),
        "kind": pyarrow.array(["x", "x"]).dictionary_encode(),
        "raw": pyarrow.array([b"\xff", None]),
    }
    parquet.write_table(pyarrow.table(columns), path)
    answered(path, "parquet", "count", "--limit", "2")
    schema = parquet.read_schema(tmp_path / "out.parquet")
    for name in ("when", "score", "tags", "raw"):
        assert schema.field(name).type == columns[name].type
    assert (str(schema.field("fine").type), str(schema.field("kind").type)) == ("string", "string")
    first, second = answered(path, "json", "count", "--limit", "2")
    assert (first["score"], second["score"], first["tags"]) == (0.5, None, ["a"])
    assert answered(path, "csv", "count", "--limit", "2")[0]["tags"] == '["a"]'


def test_values_that_are_meant_to_hurt(tmp_path):
    path = tmp_path / "in.jsonl"
    record = {"puzzle": EASY, "a": "x\r\ny", "b": "\ud800", "c\n\ud800": {"d": [None, "\ud800"]}}
    path.write_text(json.dumps(record) + "\n" + json.dumps({"puzzle": EASY, "late": 1}) + "\n")
    kept = answered(path, "json", "count")
    assert (kept[0]["a"], kept[0]["b"], kept[1]["late"]) == ("x\r\ny", "\ufffd", 1)
    rows = answered(path, "csv", "count")
    assert len((tmp_path / "out.csv").read_text().splitlines()) == 3
    assert (rows[0]["a"], rows[1]["a"]) == ("x y", "")
    assert [row["a"] for row in answered(path, "parquet", "count")] == ["x\r\ny", None]
    path = tmp_path / "in.csv"
    path.write_bytes(b"\xef\xbb\xbfname,puzzle,name\nM\xfcller," + EASY.encode() + b",z,more\n")
    assert answered(path, "csv", "count")[0]["name"] == "M\\udcfcller"


ADDED = "solution,rating,hardest_rule,label,steps,clues,decisions"


@pytest.mark.parametrize("form", TABULAR)
def test_added_columns_say_what_other_commands_do(tmp_path, form):
    path = tmp_path / "in.csv"
    table(path, TEN)
    for puzzle, row in zip(
        TEN, answered(path, form, "count", "--limit", "2", "--add", ADDED), strict=True
    ):
        assert int(row["clues"]) == 81 - puzzle.count(".")
        if int(row["count"]) != 1:
            assert not any(row[name] for name in ADDED.split(",") if name != "clues")
            continue
        rating = door.rate(puzzle)
        assert row["solution"] == door.solve(puzzle).line
        assert (float(row["rating"]), row["label"]) == (rating.hardest, rating.label)
        assert row["hardest_rule"] == rating.hardest_rule
        assert int(row["steps"]) == sum(dict(rating.steps).values())
        assert int(row["decisions"]) == rating.decisions


@pytest.mark.parametrize("count", [3, 60])
def test_generated_puzzles_with_what_is_added(count):
    command = ["generate", "--layout", "4x4", "--seed", "3", "-n", str(count), "--format"]
    plain = rows_of(satdoku(*command, "csv").stdout)
    added = rows_of(satdoku(*command, "csv", "--add", "solution,rating").stdout)
    assert [{name: row[name] for name in plain[0]} for row in added] == plain
    for row in added:
        puzzle = door.parse(row["puzzle"])
        assert row["solution"] == door.solve(puzzle).line
        assert float(row["rating"]) == door.rate(puzzle).hardest


@pytest.mark.slow
def test_both_ways_any_number_of_workers_and_resumed_the_same_bytes(tmp_path):
    """Few lines are answered one by one; many in blocks."""
    puzzles = [*TEN, "bad", *MADE] * 5
    assert sum(map(len, puzzles)) > 16_384
    path = table(tmp_path / "in.csv", puzzles, note=lambda i: f"x,{i}\ny")
    options = ["--on-error", "skip", "--add", "solution,rating,clues", "--limit", "2"]
    blocks = satdoku("count", path, *options, "--format", "csv")
    one_by_one = []
    for start in range(0, len(puzzles), 51):
        part = table(tmp_path / "part.csv", puzzles[start : start + 51], note=lambda i: "")
        one_by_one += rows_of(satdoku("count", part, *options, "--format", "csv").stdout)
    found = rows_of(blocks.stdout)
    same = ("puzzle", "count", "solution", "rating", "clues")
    assert [[row[n] for n in same] for row in found] == [
        [row[n] for n in same] for row in one_by_one
    ]
    assert [row["note"] for row in found] == [
        f"x,{i} y" for i, puzzle in enumerate(puzzles) if puzzle != "bad"
    ]
    assert satdoku("count", path, *options, "--format", "csv", "-j", "2").stdout == blocks.stdout
    out = tmp_path / "out.csv"
    out.write_text(blocks.stdout[: len(blocks.stdout) // 2])
    done = satdoku("count", path, *options, "-o", str(out), "--resume")
    assert done.returncode == 1
    assert out.read_text() == blocks.stdout


def test_rules_are_not_lost_in_tables(tmp_path):
    layout = "4x4+diagonal+killer:5:r1c1,r1c2"
    for command in ("solve", "check", "count", "rate", "minimize"):
        out = tmp_path / f"{command}.csv"
        satdoku(command, "1" + "." * 15, "--layout", layout, "-o", str(out))
        (row,) = rows_of(out.read_text())
        assert door.Layout.named(row["layout"]) == door.Layout.named(layout)
    (again,) = rows_of(satdoku("count", str(out.parent / "solve.csv"), "--format", "csv").stdout)
    assert again["layout"] == row["layout"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["solve", EASY, "--add", "clues"], "--format json, csv or parquet"),
        (["solve", EASY, "--format", "csv", "--add", "solution"], "leave it out of --add"),
        (["solve", EASY, "--format", "csv", "--add", "soluton"], "did you mean solution?"),
        (["solve", EASY, "--format", "csv", "--add", "hardest"], "did you mean hardest_rule?"),
        (["check", EASY, "--summary", "--add", "clues"], "leave out --add"),
    ],
)
def test_what_cannot_be_added_is_refused_in_one_line(arguments, said):
    done = satdoku(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1
