"""Auditing puzzle sets: judge each row, and find rows that are isomorphic.

Training and test sets are only as good as their rows: puzzles with several solutions, wrong
answers, and test puzzles that are isomorphs of training puzzles are common.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, Unpack

from ...errors import OutputError, ParseError, PuzzleError
from ...layout import Layout
from ...phrases import phrase
from ...record_types import Record, TypedDict, require_known
from ...workers.parallel import map_ordered
from ..files.reading import NamedColumns, read_set
from ..files.rows import Rows
from .digests import BlockDigests, Blocks, digests_of
from .judging import AuditOptions, RowJudge
from .report import Audit, Counts, Findings, Pair

#: Minimum number of rows in a block; what rows without a file are called.
MANY, IN_MEMORY = 1 << 14, "rows in memory"


class AuditKeywords(TypedDict, total=False):
    """The fields of `AuditOptions`, as keywords of `audit`."""

    layout: Layout | str | None
    column: str | None
    answer: str | None
    ratings: bool
    minimal: bool
    scale: str | None
    near: bool


def audit(
    files: Any,
    *,
    against: Any = (),
    options: AuditOptions | None = None,
    jobs: int = 1,
    keep: str | Path | None = None,
    resume: bool = True,
    progress: Callable[[str, int], object] | None = None,
    **named: Unpack[AuditKeywords],
) -> Audit:
    """Judge each row of the files, and find rows that are equal up to the symmetries of the board
    and relabelling of digits: within the files, and between them and `against`.

    files, against: names, or one table of Arrow or pandas, array of boards, or list of records.
    options: how rows are read and what is judged; instead of the record, its fields may be given as
    keywords. jobs: number of workers. keep: a folder in which results are stored if the audit is
    stopped; an audit with the same parameters continues from it (unless `resume` is false).
    progress: called with a file and its number of rows so far. Raises `ParseError` for a file that
    cannot be read, `OutputError` for a folder that cannot be resumed, `EngineError` if pyarrow is
    needed and missing, `PuzzleError` for keywords beside a record.

    >>> import satdoku
    >>> found = satdoku.audit([{"puzzle": "..1..23..4......"}, {"puzzle": "4..1..23........"}])
    >>> found.duplicates, found.leaks
    ([], [])
    """
    if named and options:
        raise PuzzleError(
            phrase("AuditOptions already decide {names!s}: set it there", names=", ".join(named))
        )
    require_known(named, AuditKeywords, "audit")
    asked = options or AuditOptions(**named)
    ours = _names(files)
    theirs = _names(against)
    stored = {
        "files": keep and file_states(ours),
        "against": keep and file_states(theirs),
        **asked.stored(),
    }
    asked = replace(asked, near=asked.near and bool(theirs))
    found = Findings()
    grids = None
    neighbours = None
    with Blocks.stored(keep, stored, resume) as blocks:
        run = _AuditRun(blocks, RowJudge(jobs, asked), found, progress)
        our_sizes = run.take(0, ours)
        their_sizes = run.take(1, theirs)
        duplicates, leaks = blocks.same()
        if asked.near:
            grids = blocks.of_grids()
            neighbours = blocks.neighbours(jobs)
    if not asked.minimal:
        found.minimal = None
    return Audit(
        files=our_sizes,
        against=their_sizes,
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
Judged = tuple[int, Record, BlockDigests]


@dataclass
class _AuditRun:
    """An audit on its way. found: the findings so far."""

    blocks: Blocks
    judge: RowJudge
    found: Findings
    progress: Callable[[str, int], object] | None

    def take(self, side: int, names: list[Any]) -> Counts:
        """Add the findings of the files of a side; return their names and numbers of rows."""
        sizes = []
        before = 0
        for name in names:
            told = name if isinstance(name, str) else IN_MEMORY
            asked = self.judge.asked
            parts = _gathered(read_set(name, asked.board, NamedColumns(asked.column, asked.answer)))
            rows = 0
            for count, saved in self._each(parts, partial(_judged, self.judge, side, before)):
                rows += count
                self.found.take(saved)
                if self.progress:
                    self.progress(told, rows)
            if not rows:
                raise ParseError("no puzzle found", source=told)
            sizes.append((told, rows))
            before += rows
        return sizes

    def _each(
        self, parts: Iterator[list[Rows]], judge: Callable[[list[Rows]], Judged]
    ) -> Iterator[tuple[int, Record]]:
        """Yield (number of rows, result) of each block; stored results come first."""
        for block in parts:
            known = self.blocks.record()
            if known is None:
                parts = chain([block], parts)
                break
            yield sum(map(len, block)), known
        for count, saved, columns in map_ordered(judge, parts, threads=True):
            self.blocks.add(columns, saved)
            yield count, saved


def _judged(judge: RowJudge, side: int, before: int, parts: list[Rows]) -> Judged:
    """Judge a block: a pure function that any worker can run. Of the other side only the digests
    matter."""
    own = Findings()
    if side == 0:
        for part in parts:
            own.take(judge(part, before).saved())
    keyed = [(before + part.numbers, part.boards, part.layout) for part in parts]
    digests = digests_of(side, keyed, judge.jobs, judge.asked.near)
    own.gridless = digests.gridless
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


def file_states(names: Sequence[str]) -> list[list[Any]]:
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
