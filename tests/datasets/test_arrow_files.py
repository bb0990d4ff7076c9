"""Arrow files, as feather and as streams in caches of data sets; and files that are not read."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import satdoku
from satdoku.errors import ParseError

PUZZLES = [puzzle.line for puzzle in satdoku.generate(3, seed=3)]


@pytest.mark.parametrize("form", ["feather", "stream", "file"])
def test_arrow_files_are_audited(form, tmp_path):
    arrow = pytest.importorskip("pyarrow")
    ipc, feather = pytest.importorskip("pyarrow.ipc"), pytest.importorskip("pyarrow.feather")
    answers = [satdoku.solution(puzzle).line for puzzle in PUZZLES]
    answers[1] = answers[0]
    table = arrow.table({"question": PUZZLES, "answer": answers})
    name = str(tmp_path / ("a.feather" if form == "feather" else "a.arrow"))
    if form == "feather":
        feather.write_feather(table, name)
    else:
        opened = ipc.new_stream if form == "stream" else ipc.new_file
        with opened(name, table.schema) as out:
            out.write_table(table, max_chunksize=2)
    found = satdoku.audit(name)
    assert (found.rows, found.proper, [*found.wrong_answers]) == (3, 3, [2])


class Tensor:
    """What tensors of torch, jax and tensorflow have in common."""

    def __init__(self, array):
        self.array, self.shape = array, array.shape

    def __array__(self, dtype=None, copy=None):
        return self.array


BOARDS = np.array([satdoku.parse(line).cells for line in PUZZLES], np.int64)


@pytest.mark.parametrize(
    "boards",
    [
        BOARDS.reshape(-1, 9, 9),
        BOARDS.reshape(-1, 9, 9, 1),
        BOARDS.astype(float),
        Tensor(BOARDS),
        Tensor(BOARDS.reshape(-1, 9, 9).astype(np.float32)),
    ],
    ids=["squares", "channel", "floats", "tensor", "squares of a tensor"],
)
def test_arrays_and_tensors_of_boards_are_answered(boards):
    assert satdoku.batch.solve(boards).counts.tolist() == [1, 1, 1]
    assert [board.tolist() for board in satdoku.batch.solve(boards).solutions] == [
        list(satdoku.solution(line).cells) for line in PUZZLES
    ]


@pytest.mark.parametrize(
    "boards", [BOARDS / 9 - 0.5, BOARDS * np.nan, BOARDS.reshape(-1, 3, 27), BOARDS[0]]
)
def test_arrays_that_are_no_boards_say_what_is_wanted(boards):
    with pytest.raises(satdoku.PuzzleError, match=r"N × 81 whole numbers, or N × rows × columns"):
        satdoku.batch.solve(boards)


def test_rows_in_memory_are_audited_as_those_of_files(tmp_path):
    arrow = pytest.importorskip("pyarrow")
    records = [{"puzzle": line, "solution": satdoku.solution(line).line} for line in PUZZLES]
    records[2]["solution"] = records[0]["solution"]
    named = tmp_path / "a.csv"
    named.write_text("puzzle,solution\n" + "".join(f"{','.join(r.values())}\n" for r in records))
    wanted = satdoku.audit(str(named), against=str(named)).record()
    for rows in (records, arrow.Table.from_pylist(records), (record for record in records)):
        again = list(rows) if not hasattr(rows, "to_pylist") else rows
        found = satdoku.audit(again, against=records).record()
        assert found["files"] == [{"file": "rows in memory", "rows": 3}]
        assert {**found, "files": 0, "against": 0} == {**wanted, "files": 0, "against": 0}
    assert satdoku.audit(BOARDS.reshape(-1, 9, 9)).proper == 3
    with pytest.raises(satdoku.SatdokuError, match="leave out keep"):
        satdoku.audit(records, keep=str(tmp_path / "kept"))
    with pytest.raises(satdoku.PuzzleError, match="int is no table"):
        satdoku.audit(3)


@pytest.mark.parametrize("end", ["pkl", "xlsx"])
def test_files_that_are_not_read_say_what_to_do(end, tmp_path):
    path = Path(tmp_path / f"a.{end}")
    path.write_bytes(np.arange(99, dtype=np.uint8).tobytes())
    with pytest.raises(ParseError, match=rf"\.{end} is not read: write it as CSV, JSON Lines"):
        satdoku.audit(str(path))
