"""The puzzles of a data set while they are chosen, and afterwards: boards are in files, and what is
in memory takes a few bytes per puzzle, so that a hundred million puzzles fit into 2 GB.

>>> known = KnownKeys()
>>> known.add(keys_of([b"a", b"b"]))
>>> known.have(keys_of([b"b", b"c"])).tolist()
[True, False]
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from itertools import chain
from pathlib import Path
from typing import BinaryIO

import numpy as np

from ...board import Puzzle
from ...errors import GenerationError
from ...frozen import frozen
from ...kernels.stream import GAMMA, mixed
from ...layout import Layout
from ...random_stream import RandomStream
from ...record_types import Natural
from ..run_folder import whole

#: Shares of the keys, by their first bits.
SHARE_BITS = 6
#: Puzzles that are read at a time; that are put in order; and of which these are taken.
BLOCK, PART, TAKEN = 4096, 1 << 22, 1 << 20
#: The stream whose numbers decide the order of the puzzles.
ORDER = 2**63


def keys_of(names: Iterable[bytes]) -> np.ndarray:
    """Return the keys of names: 64 bits of a digest. (Two of 10⁸ names have the same key with a
    probability of 0.0003; then one puzzle is left out.)"""
    digests = []
    for name in names:
        digest = blake2b(name, digest_size=8)
        digests.append(digest.digest())
    joined = b"".join(digests)
    return np.frombuffer(joined, np.uint64)


class KnownKeys:
    """A set of keys, which takes 8 bytes for each.

    Invariant: the keys of a share are in its runs, each of which is sorted, and at most half as
    long as the one before. So there are few, and a key is moved as many times at most.
    """

    def __init__(self) -> None:
        self.shares: list[list[np.ndarray]] = [[] for _ in range(1 << SHARE_BITS)]

    def add(self, keys: np.ndarray) -> None:
        """Add keys."""
        for share, some in _by_share(keys):
            runs = self.shares[share]
            run = keys[some]
            while runs and 2 * len(run) > len(runs[-1]):
                run = np.concatenate([runs.pop(), run])
            run.sort()
            runs.append(run)

    def have(self, keys: np.ndarray) -> np.ndarray:
        """Return which of some keys are in the set."""
        found = np.zeros(len(keys), bool)
        for share, some in _by_share(keys):
            asked = keys[some]
            for run in self.shares[share]:
                places = np.searchsorted(run, asked)
                places[places == len(run)] = 0
                found[some] |= run[places] == asked
        return found


def _by_share(keys: np.ndarray) -> Iterator[tuple[int, np.ndarray]]:
    """Yield each share that has keys, and the indexes of these."""
    shares = keys >> np.uint64(64 - SHARE_BITS)
    order = np.argsort(shares, kind="stable")
    there, starts = np.unique(shares[order], return_index=True)
    _nothing, *parts = np.split(order, starts)
    yield from zip(there.tolist(), parts, strict=True)


@frozen
class Selection:
    """The chosen puzzles in a file of one byte per cell, in random order. layouts: one per puzzle,
    or one shared by all. left_out: how many rows of files were not taken, by the reason."""

    file: Path
    count: int
    layouts: list[Layout]
    left_out: dict[str, Natural]

    def boards(self, start: int, stop: int) -> np.ndarray:
        """Return boards from one index to another (N × cells digits)."""
        count = min(stop, self.count) - start
        return _boards_of(self.file, start, count, self.layouts[0].cell_count)

    def part(self, start: int, stop: int) -> Iterator[tuple[int, np.ndarray, Layout]]:
        """Yield the index, the board and the layout of puzzles from one index to another."""
        is_shared = len(self.layouts) == 1
        for first in range(start, stop, BLOCK):
            last = min(first + BLOCK, stop)
            for i, board in enumerate(self.boards(first, last), first):
                which = 0 if is_shared else i
                yield i, board, self.layouts[which]

    def puzzles(self) -> Iterator[Puzzle]:
        """Yield the puzzles, in order."""
        for _, board, layout in self.part(0, self.count):
            cells = tuple(board.tolist())
            yield Puzzle(cells, layout)

    def store(self) -> None:
        """Write beside the boards what else is known of them."""
        names = [layout.name for layout in self.layouts]
        record = {"count": self.count, "layouts": names, "left_out": self.left_out}
        text = json.dumps(record)
        with whole(self.file.with_suffix(".json")) as path:
            path.write_text(text)

    @classmethod
    def stored(cls, file: Path) -> Selection | None:
        """Return the puzzles of a file; None if they are not all there."""
        beside = file.with_suffix(".json")
        if not beside.exists():
            return None
        text = beside.read_text()
        record = json.loads(text)
        layouts = [Layout.named(name) for name in record["layouts"]]
        return cls(file, record["count"], layouts, record["left_out"])


class PuzzleFiles:
    """Puzzles in the order in which they were taken: boards, and the keys of their solved grids, in
    files in a folder."""

    def __init__(self, folder: Path) -> None:
        self.names = (folder / "taken_boards.bin", folder / "taken_grids.bin")
        self.files: list[BinaryIO] = [name.open("wb") for name in self.names]
        self.count = 0

    def add(self, boards: np.ndarray, grids: np.ndarray) -> None:
        """Add puzzles: N × cells digits, and N keys of grids."""
        boards_file, grids_file = self.files
        boards_file.write(boards.tobytes())
        grids_file.write(grids.tobytes())
        self.count += len(boards)

    def close(self) -> None:
        """Remove the files."""
        for file, name in zip(self.files, self.names, strict=True):
            file.close()
            name.unlink(missing_ok=True)

    def in_order(self, target: Path, order: np.ndarray, cells: int) -> None:
        """Write the boards to a file in an order (N indexes)."""
        self.files[0].flush()
        with whole(target) as path, path.open("wb") as file:
            for start in range(0, self.count, PART):
                some = self._some(order[start : start + PART], cells)
                some.tofile(file)
                del some  # else two parts are in memory while the next one is made

    def _some(self, wanted: np.ndarray, cells: int) -> np.ndarray:
        """Return boards by index. The file is read in its order, whatever that of the indexes."""
        found = np.empty((len(wanted), cells), np.uint8)
        ranks = np.argsort(wanted)
        items = wanted[ranks]
        for first in range(0, self.count, TAKEN):
            start, stop = np.searchsorted(items, [first, first + TAKEN])
            boards = _boards_of(self.names[0], first, TAKEN, cells)
            targets = ranks[start:stop]
            sources = items[start:stop] - first
            found[targets] = boards[sources]
        return found

    def grids(self) -> np.ndarray:
        """Return the keys of the grids."""
        self.files[1].flush()
        return np.fromfile(self.names[1], np.uint64)


def _boards_of(file: Path, start: int, count: int, cells: int) -> np.ndarray:
    """Return boards of a file, from one index on (as many as there are, `count` at most)."""
    offset = start * cells
    digits = np.fromfile(file, np.uint8, count * cells, offset=offset)
    return digits.reshape(-1, cells)


def random_order(count: int, seed: int) -> np.ndarray:
    """Return the numbers 0 … count-1 in random order: that of the next numbers of a stream, no two
    of which are equal."""
    state = np.uint64(RandomStream(seed, ORDER).state)
    numbers = np.empty(count, np.uint64)
    for start in range(0, count, TAKEN):
        stop = min(start + TAKEN, count)
        steps = np.arange(start + 1, stop + 1, dtype=np.uint64)
        states = state + steps * GAMMA
        numbers[start:stop] = mixed(states)
    order = np.argsort(numbers)
    del numbers  # eight bytes for each: large
    return order.astype(np.min_scalar_type(count))


def keep_together(order: np.ndarray, grids: np.ndarray, sizes: Sequence[int]) -> None:
    """Change an order, which is cut into splits of these sizes, so that items of one grid are in
    one split: that of the first of them; items of grids of their own take their places."""
    is_shared = _shared(grids)
    ends = np.cumsum(sizes)
    parts = list(_places_of(order, is_shared))
    places = np.concatenate(parts)
    splits = np.searchsorted(ends, places, side="right").tolist()
    spare = list(map(_SparePlaces, ends - sizes, ends))
    home = dict[int, int]()
    for place, split in zip(places.tolist(), splits, strict=True):
        item = order[place]
        grid = int(grids[item])
        wanted = home.setdefault(grid, split)
        if wanted == split:
            continue
        alone = (place for place in spare[wanted] if not is_shared[order[place]])
        other = next(alone, None)
        if other is None:
            raise GenerationError(
                "the puzzles have too few different grids for splits that share none: write "
                'split_by = "puzzle", or ask for fewer'
            )
        order[place], order[other] = order[other], item
        spare[split].again.append(place)


def _places_of(order: np.ndarray, is_wanted: np.ndarray) -> Iterator[np.ndarray]:
    """Yield the places of wanted items in an order, some at a time: indexes take memory."""
    yield np.zeros(0, np.int64)
    for start in range(0, len(order), TAKEN):
        some = order[start : start + TAKEN]
        yield start + np.flatnonzero(is_wanted[some])


class _SparePlaces:
    """The places of a split, each once, and then those that are told to come again."""

    def __init__(self, start: int, stop: int) -> None:
        self.again = list[int]()
        self.all = chain(range(start, stop), self.again)

    def __iter__(self) -> Iterator[int]:
        return self.all


def _shared(grids: np.ndarray) -> np.ndarray:
    """Return which keys are there several times."""
    found = np.zeros(len(grids), bool)
    first_bytes = grids.view(np.uint8)[::8]
    shares = first_bytes >> (8 - SHARE_BITS)
    for share in range(1 << SHARE_BITS):
        some = np.flatnonzero(shares == share)
        _, inverse, counts = np.unique(grids[some], return_inverse=True, return_counts=True)
        found[some] = counts[inverse] > 1
    return found
