"""Parquet files of answers: whole or not there, and gone on with wherever a run was cut off."""

import os
from itertools import chain

import pytest

from satdoku.cli.stream import resuming
from satdoku.cli.stream.output import Output
from satdoku.cli.stream.writing import WrittenAnswer
from satdoku.errors import OutputError

parquet = pytest.importorskip("pyarrow.parquet")

COLUMNS = {"puzzle": "string", "clues": "int64", "rating": "float64", "minimal": "bool"}
ROWS = [
    {"puzzle": f"p{i}", "clues": i, "rating": None if i % 3 else i / 10, "minimal": i % 2 == 0}
    for i in range(11)
]


@pytest.fixture(autouse=True)
def _small_blocks(monkeypatch):
    monkeypatch.setattr(resuming, "ROWS", 4)


def write(path, rows, resume=False, columns=COLUMNS):
    output = Output(str(path), "parquet", columns, resume)
    lines = (WrittenAnswer("", record=row) if isinstance(row, dict) else row for row in rows)
    return output.write(iter(list(lines)[output.skip :]), "testing")


def killed(path, rows, monkeypatch):
    """FILE.part of a run that was killed after these rows, each of them in a block."""
    monkeypatch.setattr(resuming, "SECONDS", -1.0)
    rows_of = resuming.AnswerTable(COLUMNS)
    with rows_of.opened(f"{path}.part") as part:
        for row in rows:
            part.write(WrittenAnswer("", record=row))
    return (path.parent / f"{path.name}.part").read_bytes()


def test_a_run_that_was_killed_anywhere_is_gone_on_with(tmp_path, monkeypatch):
    whole, out = tmp_path / "whole.parquet", tmp_path / "out.parquet"
    write(whole, ROWS)
    part = tmp_path / "out.parquet.part"
    left = killed(out, ROWS[:7], monkeypatch)
    for cut in [*range(0, len(left), 97), 3, 26, 30, 35, len(left) - 1, len(left)]:
        part.write_bytes(left[:cut])
        write(out, ROWS, resume=True)
        assert out.read_bytes() == whole.read_bytes(), cut
        assert sorted(os.listdir(tmp_path)) == ["out.parquet", "whole.parquet"]
        out.unlink()
    assert parquet.read_table(whole).to_pylist() == ROWS
    groups = parquet.ParquetFile(whole).metadata
    assert [groups.row_group(i).num_rows for i in range(groups.num_row_groups)] == [4, 4, 3]


@pytest.mark.parametrize("stop", [KeyboardInterrupt(), OutputError("full")])
def test_what_is_done_before_a_stop_can_be_read(tmp_path, stop, capsys):
    out = tmp_path / "out.parquet"

    def until_stopped():
        yield from (WrittenAnswer("", record=row) for row in ROWS[:6])
        raise stop

    with pytest.raises(type(stop)):
        Output(str(out), "parquet", COLUMNS).write(until_stopped(), "testing")
    assert parquet.read_table(out).to_pylist() == ROWS[:6]
    assert f"progress is saved in {out}; --resume continues" in capsys.readouterr().err
    assert not (tmp_path / "out.parquet.part").exists()
    write(out, ROWS, resume=True)
    write(tmp_path / "whole.parquet", ROWS)
    assert out.read_bytes() == (tmp_path / "whole.parquet").read_bytes()


def test_a_stop_leaves_a_file_of_that_name_alone(tmp_path):
    out = tmp_path / "out.parquet"
    write(out, ROWS[:2])
    before = out.read_bytes()
    bad = WrittenAnswer("", error=OutputError("bad line"))
    with pytest.raises(OutputError, match="bad line"):
        write(out, [*ROWS[:6], bad])
    assert out.read_bytes() == before
    with pytest.raises(OutputError, match="continue it with --resume, or delete it"):
        write(out, ROWS)
    write(out, ROWS, resume=True)
    assert parquet.read_table(out).to_pylist() == ROWS


@pytest.mark.parametrize("first", [0, 5])
def test_a_stop_before_the_first_answer_leaves_nothing(tmp_path, first):
    out = tmp_path / "out.parquet"
    bad = WrittenAnswer("", error=OutputError("bad line"))
    with pytest.raises(OutputError, match="bad line"):
        write(out, chain([bad], ROWS[:first]))
    assert os.listdir(tmp_path) == []


def test_no_answer_at_all_is_a_table_without_rows(tmp_path):
    out = tmp_path / "out.parquet"
    for _ in range(2):
        write(out, [], resume=True)
        table = parquet.read_table(out)
        assert (table.num_rows, table.column_names) == (0, [*COLUMNS])


def test_other_rows_or_columns_are_not_gone_on_with(tmp_path):
    out = tmp_path / "out.parquet"
    write(out, ROWS[:6])
    before = out.read_bytes()
    changed = [*ROWS[:5], ROWS[5] | {"clues": 7}, *ROWS[6:]]
    for rows, columns, why in (
        (changed, COLUMNS, "number 6 is another one"),
        (ROWS, COLUMNS | {"label": "string"}, "it has other columns"),
        (ROWS[:4], COLUMNS, "more than there are puzzles"),
    ):
        with pytest.raises(OutputError, match=why):
            write(out, rows, True, columns)
        assert out.read_bytes() == before
        assert os.listdir(tmp_path) == ["out.parquet"]
    out.write_bytes(before[:-9])
    with pytest.raises(OutputError, match="it is damaged"):
        write(out, ROWS, resume=True)
