"""Find equal rows: digests are stored on disk and sorted one share at a time, to save memory.

Each judged block of rows is a file, so a stopped audit continues after the last block.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from ...batch.canonical_forms import canonical_boards, contradicts_itself
from ...batch.sharing import spread
from ...errors import PuzzleError
from ...layout import Layout
from ..unfinished import unfinished, whole
from .report import Pair

#: Number of shares of the digests, by their first six bits; each share is sorted separately.
SHARES = 64
COLUMNS = ("high", "low", "plain", "side", "row")


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

    def add(self, digests: np.ndarray, record: dict[str, Any]) -> None:
        """Add a block: the `digests_of` its boards, and its result."""
        np.save(self._path(".npy"), digests)
        with whole(self._path(".json")) as done:  # marks the block as done
            done.write_text(json.dumps(record))
        self.count += 1

    def same(self) -> tuple[list[Pair], list[Pair]]:
        """Return (duplicates, leaks), sorted.

        A duplicate pairs the first row of a canonical form on side 0 with a later one there; a leak
        pairs a row of side 0 with the first row of the same form on side 1.
        """
        tables = [np.load(path, "r") for path in sorted(self.folder.glob("*.npy"))[: self.count]]
        shares = np.arange(SHARES + 1, dtype=np.uint64)
        ends = [np.searchsorted(_share(table[:, 0]), shares).tolist() for table in tables]
        duplicates, leaks = list[Pair](), list[Pair]()
        for share in range(SHARES):
            parts = [
                table[end[share] : end[share + 1]] for table, end in zip(tables, ends, strict=True)
            ]
            found = pairs_in(np.concatenate(parts))
            duplicates += found[0]
            leaks += found[1]
        return sorted(duplicates, key=lambda pair: pair.second), sorted(leaks)

    def _path(self, end: str) -> Path:
        return self.folder / f"{self.count:06}{end}"


def digests_of(
    side: int, parts: Sequence[tuple[np.ndarray, np.ndarray, Layout]], jobs: int
) -> np.ndarray:
    """Return the digests of a block as one row per board, with the columns of `COLUMNS`, sorted by
    share. parts: (row numbers, boards as N × cells, layout) each."""
    columns = np.concatenate([_columns(side, *part, jobs) for part in parts])
    order = np.argsort(_share(columns[:, 0]), kind="stable")
    return np.asarray(columns[order])


def _columns(
    side: int, rows: np.ndarray, boards: np.ndarray, layout: Layout, jobs: int
) -> np.ndarray:
    """Return one row per board, with the columns of `COLUMNS`; digests differ between layouts."""
    own = np.frombuffer(blake2b(layout.name.encode(), digest_size=16).digest(), np.uint64)
    columns = np.empty((len(rows), len(COLUMNS)), np.uint64)
    columns[:, :2] = least_digests(boards, layout, jobs) ^ own
    columns[:, 2] = _digests(boards)[:, 0] ^ own[0]
    columns[:, 3], columns[:, 4] = side, rows
    return columns


def _share(high: np.ndarray) -> np.ndarray:
    share: np.ndarray = high >> np.uint64(58)
    return share


def pairs_in(columns: np.ndarray) -> tuple[list[Pair], list[Pair]]:
    """Return (duplicates, leaks) among digests: one row each, with the columns of `COLUMNS`."""
    high, low, plain, side, row = columns[np.lexsort(columns.T[[4, 3, 1, 0]])].T
    begins = np.ones(len(row), bool)
    begins[1:] = (high[1:] != high[:-1]) | (low[1:] != low[:-1])
    group, start = np.cumsum(begins) - 1, np.flatnonzero(begins)
    ours = np.bincount(group, side == 0).astype(np.int64)
    size = np.bincount(group)

    def pairs(first: np.ndarray, second: np.ndarray) -> list[Pair]:
        exact = (plain[first] == plain[second]).tolist()
        return list(map(Pair, row[first].tolist(), row[second].tolist(), exact))

    later = np.flatnonzero((side == 0) & ~begins)
    leaked = np.flatnonzero((side == 0) & (size > ours)[group])
    return pairs(start[group[later]], later), pairs(leaked, (start + ours)[group[leaked]])


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


def _digests(boards: np.ndarray) -> np.ndarray:
    data = b"".join([blake2b(row.data, digest_size=16).digest() for row in boards])
    return np.frombuffer(data, np.uint64).reshape(-1, 2).copy()
