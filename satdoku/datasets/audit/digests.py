"""Find equal rows: digests are stored on disk and sorted one share at a time, to save memory.

Each judged block of rows is a file, so a stopped audit continues after the last block.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from ...batch.canonical_forms import canonical_boards, contradicts_itself
from ...batch.sharing import spread
from ...batch.solving import solve
from ...errors import PuzzleError
from ...layout import Layout
from ..unfinished import unfinished, whole
from .report import Pair

#: Number of shares of the digests, by their first six bits; each share is sorted separately.
SHARES = 64
COLUMNS = ("high", "low", "plain", "side", "row")

#: Number of boards with a clue removed that are canonicalised at once, to save memory.
AT_ONCE = 1 << 15

#: The levels at which rows are compared: the same puzzle; another puzzle of the same solved
#: grid; one with a clue more, less, or moved. `plain` is the digest of the board itself
#: at the first level, of its canonical form at the others, where the same puzzle is no finding.
LEVELS = ("puzzle", "grid", "near")


class Blocks:
    """Blocks of rows and the results for each: digests of canonical forms, with side (0: the
    audited files, 1: the files to compare against) and row number, and any other data."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.count = folder, 0

    @classmethod
    @contextmanager
    def stored(
        cls, folder: str | Path | None, options: dict[str, Any], resume: bool
    ) -> Iterator[Blocks]:
        """Store blocks in a folder, which is deleted when the run succeeds; None for a temporary
        one. options, resume: as for `unfinished`."""
        if not folder:
            with TemporaryDirectory(prefix="satdoku-", ignore_cleanup_errors=True) as name:
                yield cls(Path(name))
            return
        with unfinished(Path(folder), options, resume):
            yield cls(Path(folder))
        shutil.rmtree(folder, ignore_errors=True)

    def record(self) -> dict[str, Any] | None:
        """Return the stored result of the next block and skip it; None if there is none."""
        try:
            record: dict[str, Any] = json.loads(self._path(".json").read_text())
        except (OSError, ValueError):
            return None
        self.count += 1
        return record

    def add(self, digests: Sequence[np.ndarray], record: dict[str, Any]) -> None:
        """Add a block: the `digests_of` its boards for each level, and its result."""
        for level, table in zip(LEVELS, digests, strict=False):
            np.save(self._path(f"-{level}.npy"), table)
        with whole(self._path(".json")) as done:  # marks the block as done
            done.write_text(json.dumps(record))
        self.count += 1

    def same(self) -> tuple[list[Pair], list[Pair]]:
        """Return (duplicates, leaks), sorted.

        A duplicate pairs the first row of a canonical form on side 0 with a later one there; a leak
        pairs a row of side 0 with the first row of the same form on side 1.
        """
        found = zip(*map(pairs_in, self._shares("puzzle")), strict=True)
        duplicates, leaks = (list(chain.from_iterable(pairs)) for pairs in found)
        return sorted(duplicates, key=lambda pair: pair.second), sorted(leaks)

    def alike(self, level: str) -> list[Pair]:
        """Return the rows of side 0 that share a key of the level with a row of side 1 which is
        another puzzle, each with the first such row."""
        first = dict[int, int]()
        for share in self._shares(level):
            for ours, theirs in others_in(share):
                first[ours] = min(theirs, first.get(ours, theirs))
        return sorted(Pair(ours, theirs, False) for ours, theirs in first.items())

    def _shares(self, level: str) -> Iterator[np.ndarray]:
        """Yield the digests of a level, one share at a time."""
        paths = sorted(self.folder.glob(f"*-{level}.npy"))[: self.count]
        tables = [np.load(path, "r") for path in paths]
        shares = np.arange(SHARES + 1, dtype=np.uint64)
        ends = [np.searchsorted(_share(table[:, 0]), shares).tolist() for table in tables]
        for share in range(SHARES):
            yield np.concatenate(
                [
                    table[end[share] : end[share + 1]]
                    for table, end in zip(tables, ends, strict=True)
                ]
            )

    def _path(self, end: str) -> Path:
        return self.folder / f"{self.count:06}{end}"


def digests_of(
    side: int, parts: Sequence[tuple[np.ndarray, np.ndarray, Layout]], jobs: int, near: bool
) -> tuple[list[np.ndarray], int]:
    """Return the digests of a block for each level (if not `near`, only the first), one row per
    board or key, with the columns of `COLUMNS`, sorted by share; and the number of rows
    without one solution, whose grids cannot be compared.

    parts: (row numbers, boards as N × cells, layout) each.
    """
    levels: list[list[np.ndarray]] = [[] for _ in LEVELS]
    gridless = 0
    for rows, boards, layout in parts:
        forms = least_digests(boards, layout, jobs)
        levels[0].append(_columns(side, rows, forms, _digests(boards)[:, 0], layout))
        if near:
            one, grids = grid_digests(boards, layout, jobs)
            gridless += len(rows) - len(one)
            levels[1].append(_columns(side, rows[one], grids, forms[one, 0], layout))
            # Puzzles that differ by a clue share the key of one of them with a clue removed.
            of, cell = np.nonzero(boards)
            keys = [forms]
            for part in np.array_split(np.arange(len(of)), len(of) // AT_ONCE + 1):
                fewer = boards[of[part]]
                fewer[np.arange(len(part)), cell[part]] = 0
                keys.append(least_digests(fewer, layout, jobs))
            of = np.concatenate([np.arange(len(rows)), of])
            levels[2].append(_columns(side, rows[of], np.concatenate(keys), forms[of, 0], layout))
    tables = [np.concatenate(level) for level in levels if level]
    return [t[np.argsort(_share(t[:, 0]), kind="stable")] for t in tables], gridless


def _columns(
    side: int, rows: np.ndarray, keys: np.ndarray, plain: np.ndarray, layout: Layout
) -> np.ndarray:
    """Return one row per key, with the columns of `COLUMNS`; digests differ between layouts."""
    own = np.frombuffer(blake2b(layout.name.encode(), digest_size=16).digest(), np.uint64)
    columns = np.empty((len(rows), len(COLUMNS)), np.uint64)
    columns[:, :2] = keys ^ own
    columns[:, 2] = plain ^ own[0]
    columns[:, 3], columns[:, 4] = side, rows
    return columns


def _share(high: np.ndarray) -> np.ndarray:
    share: np.ndarray = high >> np.uint64(58)
    return share


def pairs_in(columns: np.ndarray) -> tuple[list[Pair], list[Pair]]:
    """Return (duplicates, leaks) among digests: one row each, with the columns of `COLUMNS`."""
    columns, begins, group, start, ours = _grouped(columns)
    _, _, plain, side, row = columns.T
    size = np.bincount(group)

    def pairs(first: np.ndarray, second: np.ndarray) -> list[Pair]:
        exact = (plain[first] == plain[second]).tolist()
        return list(map(Pair, row[first].tolist(), row[second].tolist(), exact))

    later = np.flatnonzero((side == 0) & ~begins)
    leaked = np.flatnonzero((side == 0) & (size > ours)[group])
    return pairs(start[group[later]], later), pairs(leaked, (start + ours)[group[leaked]])


def others_in(columns: np.ndarray) -> Iterator[tuple[int, int]]:
    """Yield (row of side 0, first row of side 1 with the same key and another `plain`)."""
    columns, _, group, start, ours = _grouped(columns)
    if not len(columns):
        return
    _, _, plain, side, row = columns.T
    first = np.minimum(start + ours, len(row) - 1)  # of side 1, in each group that has one
    most = len(row)
    at = np.arange(most)
    other = np.where((side == 1) & (plain != plain[first][group]), at, most)
    second = np.minimum.reduceat(other, start)
    found = np.where(plain != plain[first][group], first[group], second[group])
    has = np.bincount(group) > ours
    good = np.flatnonzero((side == 0) & has[group] & (found < most))
    yield from zip(row[good].tolist(), row[found[good]].tolist(), strict=True)


def _grouped(columns: np.ndarray) -> tuple[np.ndarray, ...]:
    """Return (rows in order, whether each begins a key, its key's number, the first row of each
    key, each key's rows of side 0, which come first)."""
    columns = columns[np.lexsort(columns.T[[4, 3, 1, 0]])]
    begins = np.ones(len(columns), bool)
    begins[1:] = (columns[1:, :2] != columns[:-1, :2]).any(1)
    group = np.cumsum(begins) - 1
    ours = np.bincount(group, columns[:, 3] == 0).astype(np.int64)
    return columns, begins, group, np.flatnonzero(begins), ours


def least_digests(boards: np.ndarray, layout: Layout, jobs: int = 1) -> np.ndarray:
    """Return N × 2 words of 64 bits that are equal for isomorphic boards.

    Boards without a canonical form (a digit twice in a house, too many symmetries) equal only their
    exact copies.
    """
    unformed = contradicts_itself(boards, layout)
    forms = boards.copy()
    at = np.flatnonzero(~unformed)

    def work(part: slice) -> list[int]:
        """Canonicalise a part; return the boards that turn out to have no canonical form."""
        some, late = at[part], list[int]()
        try:
            forms[some] = canonical_boards(boards[some], layout).forms
        except PuzzleError:
            for i in some.tolist():
                try:
                    forms[i] = canonical_boards(boards[i : i + 1], layout).forms[0]
                except PuzzleError:
                    late.append(i)
        return late

    if len(at):
        unformed[[i for late in spread(work, len(at), jobs) for i in late]] = True
    keys = _digests(forms)
    keys[unformed] = ~keys[unformed]  # must not equal the digest of a canonical form
    return keys


def grid_digests(
    boards: np.ndarray, layout: Layout, jobs: int = 1
) -> tuple[np.ndarray, np.ndarray]:
    """Return (the indexes of the boards with one solution; the digests of their solved grids, as
    `least_digests`)."""
    solved = solve(boards, layout=layout, jobs=jobs)
    one = np.flatnonzero(solved.counts == 1)
    return one, least_digests(solved.solutions[one].astype(boards.dtype), layout, jobs)


def _digests(boards: np.ndarray) -> np.ndarray:
    data = b"".join([blake2b(row.data, digest_size=16).digest() for row in boards])
    return np.frombuffer(data, np.uint64).reshape(-1, 2).copy()
