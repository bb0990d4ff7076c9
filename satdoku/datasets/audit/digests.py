"""Find equal rows: digests are stored on disk and sorted one share at a time, to save memory.

Each judged block of rows is a file, so a stopped audit continues after the last block.

Comparing every row with every other one would be quadratic. Instead each row gets keys, digests of
canonical forms, such that rows to be reported share a key:

- the same puzzle up to symmetry: the digest of its canonical form;
- the same solved grid: that of the canonical form of its solution;
- near misses, a clue more, less, or moved: its own key, and that of each board with one clue
  removed. If a puzzle has a clue more than another, one of its smaller boards is the other; if a
  clue is moved, both have the same smaller board. So each row has one key per clue, and the finds
  are rows with a common key, as at the other levels. Of these many boards only those get a
  canonical form whose rough keys are of rows of both sides (see `rough_keys.py`).

Invariant: tables are sorted by share, the first six bits of a key. Equal keys are in one share, so
a share at a time can be read from all tables, sorted and compared, while the rest is on disk.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import numpy as np

from ...batch.form_digests import exact_digests, grid_digests, least_digests
from ...layout import Layout
from ...record_types import Record
from ..run_folder import resumable, whole
from .report import Pair, Pairs
from .rough_keys import rough_keys

#: Number of shares of the digests, by their first six bits; each share is sorted separately.
SHARES = 64
COLUMNS = ("high", "low", "plain", "side", "row")

#: Where a rough key is from: the number of the part of its block above the index of the board in
#: it, above the cell that is removed (from 1, 0 for none), in this many bits.
INDEX, CELL = 44, 12

#: The levels at which rows are compared: the same puzzle; another puzzle of the same solved
#: grid; one with a clue more, less, or moved. `plain` is the digest of the board itself
#: at the first level, of its canonical form at the others, where the same puzzle is no finding.
LEVELS = ("puzzle", "grid", "near")


class Blocks:
    """Blocks of rows and the results for each: digests of canonical forms, with side (0: the
    audited files, 1: the files to compare against) and row number, and any other data."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.count = 0

    @classmethod
    @contextmanager
    def stored(cls, folder: str | Path | None, options: Record, resume: bool) -> Iterator[Blocks]:
        """Store blocks in a folder, which is deleted when the run succeeds; None for a temporary
        one. options, resume: as for `resumable`."""
        if not folder:
            with TemporaryDirectory(prefix="satdoku-", ignore_cleanup_errors=True) as name:
                yield cls(Path(name))
            return
        with resumable(Path(folder), options, resume):
            yield cls(Path(folder))
        shutil.rmtree(folder, ignore_errors=True)

    def record(self) -> Record | None:
        """Return the stored result of the next block and skip it; None if there is none."""
        try:
            record: Record = json.loads(self._path(".json").read_text())
        except (OSError, ValueError):
            return None
        self.count += 1
        return record

    def add(self, digests: BlockDigests, record: Record) -> None:
        """Add a block: the `digests_of` its boards, and its result."""
        for level, table in zip(LEVELS, digests.tables, strict=False):
            if level == "near":
                table[:, 2] = self.count
            np.save(self._path(f"-{level}.npy"), table)
        if digests.boards:
            np.savez(self._path("-boards.npz"), **digests.boards)  # type: ignore[arg-type]
        with whole(self._path(".json")) as done:  # marks the block as done
            done.write_text(json.dumps(record))
        self.count += 1

    def same(self) -> tuple[Pairs, Pairs]:
        """Return (duplicates, leaks), sorted.

        A duplicate pairs the first row of a canonical form on side 0 with a later one there; a leak
        pairs a row of side 0 with the first row of the same form on side 1.
        """
        duplicates = list[Pair]()
        leaks = list[Pair]()
        for share in self._shares("puzzle"):
            twins, leaked = pairs_in(share)
            duplicates += twins
            leaks += leaked
        return sorted(duplicates, key=lambda pair: pair.second), sorted(leaks)

    def of_grids(self) -> Pairs:
        """Return the rows of side 0 that share a solved grid with a row of side 1 which is another
        puzzle, each with the first such row."""
        return _first_pairs(map(others_in, self._shares("grid")))

    def neighbours(self, jobs: int) -> Pairs:
        """Return the same of rows with a clue more, less or moved."""
        shares = (self._exact(share, jobs) for share in self._shares("near"))
        return _first_pairs(map(others_in, shares))

    def _exact(self, rough: np.ndarray, jobs: int) -> np.ndarray:
        """Return the digests of the boards whose rough keys are on both sides."""
        sides = rough[:, 3]
        on_both = np.intersect1d(rough[sides == 0, 0], rough[sides == 1, 0])
        wanted = rough[np.isin(rough[:, 0], on_both)]
        found = [np.zeros((0, len(COLUMNS)), np.uint64)]
        parts = wanted[:, 2] << np.uint64(64 - INDEX) | wanted[:, 1] >> np.uint64(INDEX)
        for part in np.unique(parts).tolist():
            some = wanted[parts == part]
            block, number = divmod(part, 1 << (64 - INDEX))
            digests = self._exact_of_part(block, number, some[:, 1], jobs)
            digests[:, 3] = some[:, 3]
            found.append(digests)
        return np.concatenate(found)

    def _exact_of_part(self, block: int, part: int, places: np.ndarray, jobs: int) -> np.ndarray:
        """Return the digests of boards of a part of a block, without the cells to be removed."""
        with np.load(self.folder / f"{block:06}-boards.npz") as kept:
            layout = Layout.named(str(kept["layouts"][part]))
            boards = kept[f"boards{part}"]
            rows = kept[f"rows{part}"]
            plain = kept[f"plain{part}"]
        index = (places & np.uint64((1 << INDEX) - 1)) >> np.uint64(CELL)
        removed = (places & np.uint64((1 << CELL) - 1)).astype(np.int64)
        fewer = boards[index]
        less = np.flatnonzero(removed)
        fewer[less, removed[less] - 1] = 0
        return _columns(rows[index], least_digests(fewer, layout, jobs), plain[index], layout)

    def _shares(self, level: str) -> Iterator[np.ndarray]:
        """Yield the digests of a level, one share at a time."""
        paths = sorted(self.folder.glob(f"*-{level}.npy"))[: self.count]
        tables = [np.load(path, "r") for path in paths]
        if not tables:  # there were no rows at all
            return
        shares = np.arange(SHARES + 1, dtype=np.uint64)
        ends = [np.searchsorted(_share(table[:, 0]), shares).tolist() for table in tables]
        for share in range(SHARES):
            parts = []
            for table, end in zip(tables, ends, strict=True):
                parts.append(table[end[share] : end[share + 1]])
            yield np.concatenate(parts)

    def _path(self, end: str) -> Path:
        return self.folder / f"{self.count:06}{end}"


class BlockDigests(NamedTuple):
    """The tables of a block for each level (if no more was asked for, only the first), with the
    columns of `COLUMNS`, sorted by share; its boards, by name (none if no more was asked for); and
    the number of rows without one solution, whose grids cannot be compared."""

    tables: list[np.ndarray]
    boards: dict[str, np.ndarray]
    gridless: int


def digests_of(
    side: int, parts: Sequence[tuple[np.ndarray, np.ndarray, Layout]], jobs: int, near: bool
) -> BlockDigests:
    """Return the digests of a block, for more than the first level if `near`.

    parts: (row numbers, boards as N × cells, layout) each.
    """
    levels: tuple[list[np.ndarray], ...] = ([], [], [])
    same, of_grids, near_ones = levels
    kept = dict[str, np.ndarray]()
    gridless = 0
    for number, (rows, boards, layout) in enumerate(parts):
        forms = least_digests(boards, layout, jobs)
        same.append(_columns(rows, forms, exact_digests(boards)[:, 0], layout))
        if near:
            one, grids = grid_digests(boards, layout, jobs)
            gridless += len(rows) - len(one)
            plain = forms[:, 0]
            of_grids.append(_columns(rows[one], grids, plain[one], layout))
            near_ones.append(_rough_columns(boards, layout, number))
            own = {"boards": boards, "rows": rows, "plain": plain}
            kept |= {f"{name}{number}": array for name, array in own.items()}
    if near:
        kept["layouts"] = np.array([layout.name for _, _, layout in parts])
    sorted_tables = []
    for tables in levels:
        if tables:
            table = np.concatenate(tables)
            table[:, 3] = side
            order = np.argsort(_share(table[:, 0]), kind="stable")
            sorted_tables.append(table[order])
    return BlockDigests(sorted_tables, kept, gridless)


def _rough_columns(boards: np.ndarray, layout: Layout, part: int) -> np.ndarray:
    """Return one row per rough key: the key, where it is from, the number of its block (added
    later), the side (too)."""
    of, removed, keys = rough_keys(boards, layout)
    columns = np.zeros((len(keys), 4), np.uint64)
    columns[:, 0] = keys
    columns[:, 1] = part << INDEX | of << CELL | removed
    return columns


def _columns(rows: np.ndarray, keys: np.ndarray, plain: np.ndarray, layout: Layout) -> np.ndarray:
    """Return one row per key, with the columns of `COLUMNS` but the side; digests differ between
    layouts."""
    own = np.frombuffer(blake2b(layout.name.encode(), digest_size=16).digest(), np.uint64)
    columns = np.empty((len(rows), len(COLUMNS)), np.uint64)
    columns[:, :2] = keys ^ own
    columns[:, 2] = plain ^ own[0]
    columns[:, 4] = rows
    return columns


def _share(high: np.ndarray) -> np.ndarray:
    share: np.ndarray = high >> np.uint64(58)
    return share


def pairs_in(columns: np.ndarray) -> tuple[Pairs, Pairs]:
    """Return (duplicates, leaks) among digests: one row each, with the columns of `COLUMNS`."""
    columns, begins, group, start, ours = _grouped(columns)
    plain = columns[:, 2]
    is_ours = columns[:, 3] == 0
    row = columns[:, 4]
    has_theirs = np.bincount(group) > ours

    def pairs(first: np.ndarray, second: np.ndarray) -> Pairs:
        exact = (plain[first] == plain[second]).tolist()
        return list(map(Pair, row[first].tolist(), row[second].tolist(), exact))

    later = np.flatnonzero(is_ours & ~begins)
    leaked = np.flatnonzero(is_ours & has_theirs[group])
    first_of_theirs = start + ours
    duplicates = pairs(start[group[later]], later)
    leaks = pairs(leaked, first_of_theirs[group[leaked]])
    return duplicates, leaks


def others_in(columns: np.ndarray) -> Iterator[tuple[int, int]]:
    """Yield (row of side 0, first row of side 1 with the same key and another `plain`)."""
    columns, _, group, start, ours = _grouped(columns)
    if not len(columns):
        return
    plain = columns[:, 2]
    side = columns[:, 3]
    row = columns[:, 4]
    none = len(row)
    # The first row of side 1 in each group that has one; of the others any row, which is not used.
    first = np.minimum(start + ours, none - 1)
    differs = plain != plain[first][group]
    # A row that is the same puzzle as the first one of side 1 is paired with the next that is not.
    others = np.where((side == 1) & differs, np.arange(none), none)
    second = np.minimum.reduceat(others, start)
    found = np.where(differs, first[group], second[group])
    has_theirs = np.bincount(group) > ours
    good = np.flatnonzero((side == 0) & has_theirs[group] & (found < none))
    yield from zip(row[good].tolist(), row[found[good]].tolist(), strict=True)


def _first_pairs(found: Iterable[Iterable[tuple[int, int]]]) -> Pairs:
    """Return each first row with the least of its second ones, sorted."""
    first = dict[int, int]()
    for ours, theirs in chain.from_iterable(found):
        first[ours] = min(theirs, first.get(ours, theirs))
    return sorted(Pair(ours, theirs, exact=False) for ours, theirs in first.items())


def _grouped(columns: np.ndarray) -> tuple[np.ndarray, ...]:
    """Return (rows in order, whether each begins a key, its key's number, the first row of each
    key, each key's rows of side 0, which come first)."""
    columns = columns[np.lexsort(columns.T[[4, 3, 1, 0]])]
    begins = np.ones(len(columns), bool)
    begins[1:] = (columns[1:, :2] != columns[:-1, :2]).any(1)
    group = np.cumsum(begins) - 1
    ours = np.bincount(group, columns[:, 3] == 0).astype(np.int64)
    return columns, begins, group, np.flatnonzero(begins), ours
