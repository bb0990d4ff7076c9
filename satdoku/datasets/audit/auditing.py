"""Auditing puzzle sets: judge each row, and find rows that are isomorphic.

Training and test sets are only as good as their rows: puzzles with several solutions, wrong
answers, and test puzzles that are isomorphs of training puzzles are common.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from ...errors import OutputError, ParseError
from ...layout import Layout, as_layout
from ...workers.parallel import map_ordered
from ..files.reading import read_set
from ..files.rows import Rows
from .digests import Blocks, digests_of
from .judging import RowJudge
from .report import Audit, Findings, Pair

#: Minimum number of rows in a block; what rows without a file are called.
MANY, IN_MEMORY = 1 << 14, "rows in memory"


def audit(
    files: Any,
    *,
    against: Any = (),
    layout: Layout | str | None = None,
    column: str | None = None,
    answer: str | None = None,
    ratings: bool = True,
    scale: str | None = None,
    minimal: bool = True,
    near: bool = True,
    jobs: int = 1,
    keep: str | Path | None = None,
    resume: bool = True,
    progress: Callable[[str, int], object] | None = None,
) -> Audit:
    """Judge each row of the files, and find rows that are equal up to the symmetries of the board
    and relabelling of digits: within the files, and between them and `against`.

    files, against: names, or one table of Arrow or pandas, array of boards, or list of records.
    layout: of all boards; None to detect it from the first rows. column, answer: the table columns
    of puzzles and answers; None for the usual names. ratings, minimal: whether to rate the rows and
    to find the minimal ones. near: whether rows and rows of `against` that are different puzzles
    are compared too: by solved grid, and by a clue more, less, or moved. scale: of the ratings, as
    for `rate`. jobs: number of workers. keep: a folder in which results are stored if the audit is
    stopped; an audit with the same parameters continues from it (unless `resume` is false).
    progress: called with a file and its number of rows so far. Raises `ParseError` for a file that
    cannot be read, `OutputError` for a folder that cannot be resumed, `EngineError` if pyarrow is
    needed and missing.

    >>> import satdoku
    >>> found = satdoku.audit([{"puzzle": "..1..23..4......"}, {"puzzle": "4..1..23........"}])
    >>> found.duplicates, found.leaks
    ([], [])
    """
    files = _names(files)
    against = _names(against)
    board = as_layout(layout)
    options = {
        "files": keep and _states(files),
        "against": keep and _states(against),
        "layout": board and board.name,
        "column": column,
        "answer": answer,
        "ratings": ratings,
        "minimal": minimal,
        "scale": scale,
        "near": near,
    }
    near = near and bool(against)
    judge = RowJudge(jobs, ratings, minimal, scale)
    found = Findings()
    sizes: tuple[list[tuple[str, int]], ...] = ([], [])
    with Blocks.stored(keep, options, resume) as blocks:
        for side, names in enumerate((files, against)):
            before = 0
            for name in names:
                told = name if isinstance(name, str) else IN_MEMORY
                parts = _gathered(read_set(name, board, column, answer))
                work = partial(_judged, judge, side, before, near)
                rows = 0
                for count, saved in _each(blocks, parts, work):
                    rows += count
                    found.take(saved)
                    if progress:
                        progress(told, rows)
                if not rows:
                    raise ParseError("no puzzle found", source=told)
                sizes[side].append((told, rows))
                before += rows
        duplicates, leaks = blocks.same()
        grids = blocks.alike("grid") if near else None
        neighbours = blocks.alike("near") if near else None
    if not minimal:
        found.minimal = None
    return Audit(
        files=sizes[0],
        against=sizes[1],
        duplicates=[pair for pair in duplicates if not _are_of_a_group(pair, found)],
        leaks=leaks,
        grid_leaks=grids,
        neighbours=neighbours,
        **found.in_order(),
    )


def _are_of_a_group(pair: Pair, found: Findings) -> bool:
    """Whether two rows say that they are isomorphs of one puzzle, as data sets of ours do."""
    group = found.groups.get(pair.first)
    return group is not None and group == found.groups.get(pair.second)


#: The number of rows of a block, its result, its digests.
Judged = tuple[int, dict[str, Any], list[np.ndarray]]


def _each(
    blocks: Blocks, parts: Iterator[list[Rows]], judge: Callable[[list[Rows]], Judged]
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield (number of rows, result) of each block; stored results come first."""
    for block in parts:
        known = blocks.record()
        if known is None:
            parts = chain([block], parts)
            break
        yield sum(map(len, block)), known
    for count, saved, columns in map_ordered(judge, parts, threads=True):
        blocks.add(columns, saved)
        yield count, saved


def _judged(judge: RowJudge, side: int, before: int, near: bool, parts: list[Rows]) -> Judged:
    """Judge a block: a pure function that any worker can run. Of the other side only the digests
    matter."""
    own = Findings()
    if side == 0:
        for part in parts:
            own.take(judge(part, before).saved())
    keyed = [(before + part.numbers, part.boards, part.layout) for part in parts]
    digests, own.gridless = digests_of(side, keyed, judge.jobs, near)
    return sum(map(len, parts)), own.saved(), digests


def _gathered(parts: Iterator[Rows]) -> Iterator[list[Rows]]:
    """Merge consecutive small parts into blocks of at least `MANY` rows."""
    block = list[Rows]()
    size = 0
    for part in parts:
        block.append(part)
        size += len(part)
        if size >= MANY:
            yield block
            block = []
            size = 0
    if block:
        yield block


def _states(names: Sequence[str]) -> list[list[Any]]:
    """Return the paths, sizes and modification times of files."""
    found = []
    for name in names:
        if not isinstance(name, str):
            raise OutputError("an audit of rows in memory cannot be stored: leave out keep")
        try:
            saved = os.stat(name)
            found.append([os.path.abspath(name), saved.st_size, saved.st_mtime_ns])
        except OSError:
            found.append([name])
    return found


def _names(files: Any) -> list[Any]:
    """Return the names of files, or what is in memory as the only one."""
    if isinstance(files, str | os.PathLike):
        return [str(files)]
    if not isinstance(files, list | tuple):
        return [files]
    if files and isinstance(files[0], dict):  # records
        return [files]
    return [str(name) for name in files]
