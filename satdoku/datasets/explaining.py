"""Explain many boards into a table: `satdoku.batch.explain`."""

from __future__ import annotations

from functools import partial
from typing import Any

from ..batch.boards import Boards, as_boards, check_number
from ..board import STANDARD
from ..layout import Layout
from ..workers.parallel import map_ordered
from .files.writing import table_of
from .make.tracing import trace_boards

#: Number of boards that a process explains at a time.
BLOCK = 64


def explain(
    puzzles: Boards,
    *,
    scale: str | None = None,
    traces: bool = True,
    jobs: int = 1,
    layout: Layout | str = STANDARD,
) -> Any:
    """Return the solution, the rating and every step of many boards as an Arrow table.

    Columns: `puzzle, solution, clues, layout, group, rating, label, hardest_rule`, and `steps`, a
    list of structs, unless `traces` is false; see `files.card.COLUMNS` for their meaning. A
    board that is not proper has no solution, rating 0 and no steps. scale: as for `explain`; jobs:
    number of processes. The steps are those of `satdoku.explain`. Raises `PuzzleError` for an
    invalid board, `EngineError` without pyarrow.
    """
    check_number("jobs", jobs, 1, 1024)
    array, board = as_boards(puzzles, layout)
    parts = (array[start : start + BLOCK] for start in range(0, len(array), BLOCK))
    traced = map_ordered(
        partial(trace_boards, layout=board, traces=traces, scale=scale), parts, jobs
    )
    rows = [row for part in traced for row in part]
    for number, row in enumerate(rows):
        row["group"] = number
    return table_of(rows, traces, False)
