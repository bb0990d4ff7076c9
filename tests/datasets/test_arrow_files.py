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


@pytest.mark.parametrize("end", ["db", "sqlite", "pkl", "xlsx"])
def test_files_that_are_not_read_say_what_to_do(end, tmp_path):
    path = Path(tmp_path / f"a.{end}")
    path.write_bytes(np.arange(99, dtype=np.uint8).tobytes())
    with pytest.raises(ParseError, match=rf"\.{end} is not read: write it as CSV, JSON Lines"):
        satdoku.audit(str(path))
