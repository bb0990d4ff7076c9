"""Arrays in the formats of trainers (NumPy files), read row by row.

- an HRM or TRM folder: `all__inputs.npy`, `all__labels.npy`, N × cells of digit + 1, 0 for padding
- one-hot tensors as in SATNet: `features`, `labels` in an .npz, N × n × n × n, all zeros for blank
- solving orders (Shah et al. 2024): N × (1 + 4 cells): the number of givens, then row, column,
  value and strategy per cell, the givens first
- digits as floats, digit / size - 0.5; puzzles and answers as N × 2 × cells
- plain boards: N × cells or N × n × n digits, 0 for blank; in an .npz `puzzles` and
  `solutions` (or `quizzes`, `inputs`, `questions`; `answers`)
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import isqrt, prod
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import numpy as np

from ...errors import ParseError
from ...layout import Layout
from ...phrases import joined, phrase, verbatim
from .rows import Rows, rows_of_boards

#: Maximum number of rows, and of array elements, read at a time.
BLOCK, NUMBERS = 1 << 16, 1 << 21
PUZZLES = ("puzzles", "quizzes", "questions", "inputs", "features")
ANSWERS = ("solutions", "answers", "labels")
INPUTS, LABELS = "inputs.npy", "labels.npy"
#: How far shifted digits are from whole ones at most.
SHIFTED = 0.01
#: The kinds of types of NumPy that are numbers: unsigned, signed, floating, truth values.
NUMERIC = "uifb"


def read_arrays(path: Path, given: Layout | None) -> Iterator[Rows]:
    """Yield the rows of a folder or file of arrays; raise `ParseError` for other shapes."""
    puzzles, answers, shift = _arrays(path)
    with _naming(path):  # an array of no dimension has no length
        count = len(puzzles)
    groups = _groups(path, count)
    if answers is None and puzzles.ndim == 3 and puzzles.shape[1] == 2:  # N × 2 × cells
        answers = puzzles[:, 1]
        puzzles = puzzles[:, 0]
    if answers is not None and len(answers) != count:
        told = "{puzzles:,} puzzles but {answers:,} answers"
        problem = phrase(told, puzzles=count, answers=len(answers))
        raise ParseError(problem, source=str(path))
    cells = _width(puzzles, path)
    layout = given or Layout.of_size(isqrt(cells))
    own = layout.cell_count
    if own != cells:
        told = "boards of {cells} cells, and the layout {layout!s} has {own}"
        problem = phrase(told, cells=cells, layout=layout.name, own=own)
        raise ParseError(problem, source=str(path))
    row = max(1, prod(puzzles.shape[1:]))
    size = max(1, min(BLOCK, NUMBERS // row))
    are_orders = answers is None and _is_order(puzzles)
    for start in range(0, count, size):
        part = slice(start, start + size)
        labels = None
        with _naming(path):
            inputs = puzzles[part]
            if answers is not None:
                labels = answers[part]
        filled = None
        if are_orders:
            boards, filled = _in_order(inputs)
        else:
            boards = _boards(inputs, shift)
        if labels is not None:
            filled = _boards(labels, shift)
        if shift and filled is not None:
            filled[filled < 0] = 0  # a label that marks "ignore"
        # Without a name, so that the block is not kept while the next one is read.
        yield _with_groups(rows_of_boards(start + 1, boards, filled, layout), path, groups)


def _with_groups(rows: Rows, path: Path, groups: np.ndarray | None) -> Rows:
    """Return rows with the groups of a folder (by row from 1), if it tells any."""
    if groups is not None:
        rows.extras.extend({"group": f"{path}: {groups[row - 1]}"} for row in rows.numbers)
    return rows


def _groups(path: Path, count: int) -> np.ndarray | None:
    """Return the group of each row of a folder of HRM or TRM; None if it tells none."""
    if not path.is_dir():
        return None
    with _naming(path):
        inputs = next(path.glob(f"*{INPUTS}"))
        files = [
            inputs.with_name(inputs.name.replace(INPUTS, name))
            for name in ("group_indices.npy", "puzzle_indices.npy")
        ]
        if not all(file.exists() for file in files):
            return None
        of_groups, of_puzzles = map(np.load, files)
        starts = of_puzzles[of_groups]
        return np.searchsorted(starts, np.arange(count), side="right") - 1


def is_arrays(path: Path) -> bool:
    """Whether this is a folder of arrays or a NumPy file."""
    return path.suffix in (".npy", ".npz") or (path.is_dir() and any(path.glob(f"*{INPUTS}")))


def _arrays(path: Path) -> tuple[Any, Any, int]:
    """Return (puzzles, answers or None, the offset added to each digit)."""
    with _naming(path):
        if path.suffix == ".npz":
            return (*_packed(path), 0)
        inputs = path
        if path.is_dir():
            inputs = next(path.glob(f"*{INPUTS}"))
        puzzles = np.load(inputs, "r")
        if not inputs.name.endswith(INPUTS):
            return puzzles, None, 0
        labels = inputs.with_name(inputs.name.replace(INPUTS, LABELS))
        answers = None
        if labels.exists():
            answers = np.load(labels, "r")
        return puzzles, answers, 1


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Turn any error into a `ParseError` that names the file. Objects are never unpickled."""
    try:
        yield
    except ParseError:
        raise
    except (MemoryError, RecursionError):
        raise ParseError("an array that is larger than memory", source=str(path)) from None
    except Exception as error:  # NumPy and zipfile raise various errors for damaged files
        if isinstance(error, OSError) and error.filename:
            raise  # an I/O error on the file itself
        first_line = str(error).partition("\n")[0]
        problem = first_line[:200] or type(error).__name__
        raise ParseError(
            phrase("not an array of numbers: {problem!s}", problem=problem), source=str(path)
        ) from None


def _packed(path: Path) -> tuple[_Member, _Member | None]:
    archive = ZipFile(path)
    there = [name.removesuffix(".npy") for name in archive.namelist()]
    puzzles = [name for name in PUZZLES if name in there]
    answers = [name for name in ANSWERS if name in there]
    if not puzzles:
        usual = joined(map(verbatim, PUZZLES[:2]), "{one} or {next}")
        found = ", ".join(there)
        problem = phrase("no array named {usual}: it has {found!s}", usual=usual, found=found[:300])
        raise ParseError(problem, source=str(path))
    member = _Member(archive, puzzles[0])
    if not answers:
        return member, None
    return member, _Member(archive, answers[0])


class _Member:
    """An array in an .npz, read in consecutive blocks of rows, so it is never in memory as a whole.
    Its header must declare exactly as many bytes as follow."""

    def __init__(self, archive: ZipFile, name: str) -> None:
        file = f"{name}.npy"
        if file not in archive.namelist():
            file = name
        self.stream = archive.open(file)
        formats: Any = np.lib.format
        read = formats.read_array_header_2_0
        if formats.read_magic(self.stream) == (1, 0):
            read = formats.read_array_header_1_0
        self.shape, is_by_columns, self.dtype = read(self.stream)
        self.ndim = len(self.shape)
        self.row = 0
        size = prod(self.shape) * self.dtype.itemsize
        whole = archive.getinfo(file).file_size
        there = whole - self.stream.tell()
        is_numbers = bool(self.shape) and not self.dtype.hasobject
        if not is_numbers or min(self.shape) < 0 or size != there:
            raise ValueError(f"the header of {name} announces {size:,} bytes, but {there:,} follow")
        self.whole: Any = None
        if is_by_columns and self.ndim > 1:  # rows are not contiguous: read the entire array
            with np.load(str(archive.filename)) as arrays:
                self.whole = arrays[name]

    def __len__(self) -> int:
        return int(self.shape[0])

    def __getitem__(self, part: slice) -> np.ndarray:
        """Return the next rows; slices must be consecutive."""
        if self.whole is not None:
            return np.asarray(self.whole[part])
        assert part.start == self.row
        self.row = min(part.stop, len(self))
        own_shape = self.shape[1:]
        count = (self.row - part.start) * prod(own_shape)
        data = self.stream.read(count * self.dtype.itemsize)
        numbers = np.frombuffer(data, self.dtype, count)
        return numbers.reshape(-1, *own_shape)


def _width(array: Any, path: Path) -> int:
    """Return the number of cells of a board; raise `ParseError` if the shape fits no board."""
    cells = 0
    if _is_order(array):
        cells = array.shape[1] // 4
    elif array.dtype.kind in NUMERIC and array.ndim in (2, 3, 4):
        cells = prod(array.shape[1:3])
    if not _is_square(cells):
        shape = " × ".join(map(str, array.shape))
        told = "an array of {shape!s} {type!s}: boards are N × cells, N × n × n or one-hot"
        problem = phrase(told, shape=shape, type=array.dtype)
        raise ParseError(problem, source=str(path))
    return cells


def _is_order(array: Any) -> bool:
    if array.ndim != 2 or array.dtype.kind not in NUMERIC:
        return False
    cells, rest = divmod(array.shape[1], 4)
    return rest == 1 and cells > 1 and _is_square(cells)


def _is_square(cells: int) -> bool:
    return cells > 0 and isqrt(cells) ** 2 == cells


def _boards(array: Any, shift: int) -> np.ndarray:
    """Return part of an array as N × cells digits; -1 for padding."""
    part = np.asarray(array)
    if part.ndim == 4 and part.shape[3] == 1:
        part = part[..., 0]
    if part.dtype.kind == "f":
        if not np.isfinite(part).all():
            raise ParseError("numbers that are not finite (NaN or infinite)")
        part = _whole(part)
    if part.ndim == 4:  # one-hot
        part = np.where(part.any(3), part.argmax(3) + 1, 0)
    flat = part.reshape(len(part), -1)
    return flat.astype(np.int64) - shift


def _whole(part: np.ndarray) -> np.ndarray:
    """Return numbers as digits: as they are, or p / n - 0.5 as networks are given them, for boards
    of n digits."""
    if not len(part) or (part == np.rint(part)).all():
        return part
    n = isqrt(prod(part.shape[1:]))
    digits = (part.astype(np.float64) + 0.5) * n
    if np.abs(digits - np.rint(digits)).max() > SHIFTED:
        raise ParseError("numbers that are not whole, and not digit / size - 0.5")
    return np.rint(digits)


def _in_order(array: Any) -> tuple[np.ndarray, np.ndarray]:
    """Return (boards, solutions) of solving orders."""
    part = np.asarray(array).astype(np.int64)
    count = part[:, :1]
    steps = part[:, 1:].reshape(len(part), -1, 4)
    cells = steps.shape[1]
    n = isqrt(cells)
    places = steps[..., :2]
    places = places - places.min(1, keepdims=True)  # from 0, whether they count from 0 or 1
    rows = places[..., 0]
    columns = places[..., 1]
    values = steps[..., 2]
    at = np.clip(rows * n + columns, 0, cells - 1)
    grids = np.zeros((len(part), cells), np.int64)
    np.put_along_axis(grids, at, values, 1)
    boards = np.zeros_like(grids)
    is_given = np.arange(cells) < count
    givens = np.where(is_given, values, 0)
    np.put_along_axis(boards, at, givens, 1)
    return boards, grids
