"""Arrays in the formats of trainers (NumPy files), read row by row.

- an HRM or TRM folder: `all__inputs.npy`, `all__labels.npy`, N × cells of digit + 1, 0 for padding
- one-hot tensors as in SATNet: `features`, `labels` in an .npz, N × n × n × n, all zeros for blank
- solving orders (Shah et al. 2024): N × (1 + 4 cells): the number of givens, then row, column,
  value and strategy per cell, the givens first
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
from .rows import Rows, rows_of_boards

#: Maximum number of rows, and of array elements, read at a time.
BLOCK, NUMBERS = 1 << 16, 1 << 21
PUZZLES = ("puzzles", "quizzes", "questions", "inputs", "features")
ANSWERS = ("solutions", "answers", "labels")
INPUTS, LABELS = "inputs.npy", "labels.npy"


def read_arrays(path: Path, given: Layout | None) -> Iterator[Rows]:
    """Yield the rows of a folder or file of arrays; raise `ParseError` for other shapes."""
    puzzles, answers, shift = _arrays(path)
    if answers is not None and len(answers) != len(puzzles):
        raise ParseError(f"{len(puzzles):,} puzzles but {len(answers):,} answers", source=str(path))
    cells = _width(puzzles, path)
    layout = given or Layout.of_size(isqrt(cells))
    if layout.cell_count != cells:
        raise ParseError(
            f"boards of {cells} cells, and the layout {layout.name} has {layout.cell_count}",
            source=str(path),
        )
    size = max(1, min(BLOCK, NUMBERS // max(1, int(np.prod(puzzles.shape[1:])))))
    for start in range(0, len(puzzles), size):
        part = slice(start, start + size)
        with _naming(path):
            inputs = puzzles[part]
            labels = None if answers is None else answers[part]
        boards, filled = _boards(inputs, shift), None
        if labels is not None:
            filled = _boards(labels, shift)
        elif _is_order(puzzles):
            boards, filled = _in_order(inputs)
        if shift and filled is not None:
            filled[filled < 0] = 0  # a label that marks "ignore"
        yield rows_of_boards(start + 1, boards, filled, layout)


def is_arrays(path: Path) -> bool:
    """Whether this is a folder of arrays or a NumPy file."""
    return path.suffix in (".npy", ".npz") or (path.is_dir() and any(path.glob(f"*{INPUTS}")))


def _arrays(path: Path) -> tuple[Any, Any, int]:
    """Return (puzzles, answers or None, the offset added to each digit)."""
    with _naming(path):
        if path.suffix == ".npz":
            return (*_packed(path), 0)
        if path.is_dir() or path.name.endswith(INPUTS):
            inputs = next(path.glob(f"*{INPUTS}")) if path.is_dir() else path
            labels = inputs.with_name(inputs.name.replace(INPUTS, LABELS))
            answers = np.load(labels, "r") if labels.exists() else None
            return np.load(inputs, "r"), answers, 1
        return np.load(path, "r"), None, 0


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
        problem = str(error).partition("\n")[0][:200] or type(error).__name__
        raise ParseError(f"not an array of numbers: {problem}", source=str(path)) from None


def _packed(path: Path) -> tuple[_Member, _Member | None]:
    archive = ZipFile(path)
    there = [name.removesuffix(".npy") for name in archive.namelist()]
    names = [next((n for n in known if n in there), None) for known in (PUZZLES, ANSWERS)]
    if names[0] is None:
        problem = f"no array named {' or '.join(PUZZLES[:2])}: it has {', '.join(there)[:300]}"
        raise ParseError(problem, source=str(path))
    return _Member(archive, names[0]), _Member(archive, names[1]) if names[1] else None


class _Member:
    """An array in an .npz, read in consecutive blocks of rows, so it is never in memory as a whole.
    Its header must declare exactly as many bytes as follow."""

    def __init__(self, archive: ZipFile, name: str) -> None:
        file = f"{name}.npy" if f"{name}.npy" in archive.namelist() else name
        self.stream = archive.open(file)
        formats: Any = np.lib.format
        first = formats.read_magic(self.stream) == (1, 0)
        read = formats.read_array_header_1_0 if first else formats.read_array_header_2_0
        self.shape, is_by_columns, self.dtype = read(self.stream)
        self.ndim, self.row = len(self.shape), 0
        size = prod(self.shape) * self.dtype.itemsize
        there = archive.getinfo(file).file_size - self.stream.tell()
        if self.dtype.hasobject or not self.shape or min(self.shape) < 0 or size != there:
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
        count = (self.row - part.start) * prod(self.shape[1:])
        data = self.stream.read(count * self.dtype.itemsize)
        return np.frombuffer(data, self.dtype, count).reshape(-1, *self.shape[1:])


def _width(array: Any, path: Path) -> int:
    """Return the number of cells of a board; raise `ParseError` if the shape fits no board."""
    cells = 0
    if array.dtype.kind in "uifb" and array.ndim in (2, 3, 4):
        cells = int(np.prod(array.shape[1:3]))
        if array.ndim == 2 and _is_order(array):
            cells = (array.shape[1] - 1) // 4
    if not cells or isqrt(cells) ** 2 != cells:
        shape = " × ".join(map(str, array.shape))
        problem = f"an array of {shape} {array.dtype}: boards are N × cells, N × n × n or one-hot"
        raise ParseError(problem, source=str(path))
    return cells


def _is_order(array: Any) -> bool:
    width = array.shape[1] if array.ndim == 2 else 0
    return width % 4 == 1 and width > 5 and isqrt(width // 4) ** 2 == width // 4


def _boards(array: Any, shift: int) -> np.ndarray:
    """Return part of an array as N × cells digits; -1 for padding."""
    part = np.asarray(array)
    if part.ndim == 4:  # one-hot
        part = np.where(part.any(3), part.argmax(3) + 1, 0)
    return part.reshape(len(part), -1).astype(np.int64) - shift


def _in_order(array: Any) -> tuple[np.ndarray, np.ndarray]:
    """Return (boards, solutions) of solving orders."""
    part = np.asarray(array).astype(np.int64)
    count, steps = part[:, :1], part[:, 1:].reshape(len(part), -1, 4)
    n = isqrt(steps.shape[1])
    rows, columns = (steps[..., k] - steps[..., k].min(1, keepdims=True) for k in (0, 1))
    boards, grids = np.zeros((2, len(part), n * n), np.int64)
    at = np.clip(rows * n + columns, 0, n * n - 1)
    np.put_along_axis(grids, at, steps[..., 2], 1)
    np.put_along_axis(boards, at, np.where(np.arange(n * n) < count, steps[..., 2], 0), 1)
    return boards, grids
