"""Rows of a data set: puzzles and the answers given with them, as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..errors import ParseError
from ..formats.line_blocks import usual_lines
from ..formats.reader import read_field
from ..layout import Layout


@dataclass(frozen=True, slots=True)
class Rows:
    """A stretch of rows.

    numbers: of the rows (from 1, a header not counted; of plain text, the lines). boards, answers:
    N × cells digits, 0 for blank. answered: whether the row brings an answer at all. wrong: by
    number, why a row (not among the N) cannot be read. ill_answered: by number, why its answer
    cannot.
    """

    numbers: np.ndarray
    boards: np.ndarray
    answers: np.ndarray
    answered: np.ndarray
    wrong: dict[int, str]
    ill_answered: dict[int, str]


def rows_of_texts(
    numbers: Sequence[int],
    puzzles: Sequence[str | ParseError],
    answers: Sequence[str | None],
    layout: Layout,
) -> Rows:
    """Rows of text: of each its number, its puzzle (or why there is none) and its answer."""
    boards, bad = boards_of_texts(puzzles, layout)
    filled, ill = boards_of_texts([text or "." * layout.cell_count for text in answers], layout)
    good = np.ones(len(numbers), bool)
    good[list(bad)] = False
    return Rows(
        numbers=np.array(numbers, np.int64)[good],
        boards=boards[good],
        answers=filled[good],
        answered=np.array([bool(text) for text in answers], bool)[good],
        wrong={numbers[i]: why for i, why in bad.items()},
        ill_answered={numbers[i]: why for i, why in ill.items() if i not in bad},
    )


def rows_of_boards(
    first: int, boards: np.ndarray, answers: np.ndarray | None, layout: Layout
) -> Rows:
    """Rows of arrays (N × cells; answers of zeros are none); digits out of range are said."""
    numbers = np.arange(first, first + len(boards))
    given = np.zeros_like(boards) if answers is None else answers
    bad, ill = ((part < 0) | (part > layout.size) for part in (boards, given))

    def why(at: int, part: np.ndarray, out: np.ndarray) -> str:
        cell = int(out[at].argmax())
        return f"{layout.cell_name(cell)} holds {part[at, cell]}: digits are 1 to {layout.size}"

    good = ~bad.any(1)
    out_of_range = np.flatnonzero(ill.any(1) & good)
    return Rows(
        numbers=numbers[good],
        boards=boards[good].astype(np.uint8),
        answers=np.where(ill, 0, given)[good].astype(np.uint8),
        answered=np.asarray(given[good].any(1)),
        wrong={int(numbers[i]): why(i, boards, bad) for i in np.flatnonzero(~good).tolist()},
        ill_answered={int(numbers[i]): why(i, given, ill) for i in out_of_range.tolist()},
    )


def boards_of_texts(
    texts: Sequence[str | ParseError], layout: Layout
) -> tuple[np.ndarray, dict[int, str]]:
    """(N × cells digits, by place why a text is no board of the layout; its digits are zeros).

    Lines of one character a cell are read by NumPy, all others by the one reader of text.
    """
    plain = ["" if isinstance(text, ParseError) or "\n" in text else text for text in texts]
    data = "".join(f"{line}\n" for line in plain).encode(errors="surrogatepass")
    boards, wrong = np.zeros((len(texts), layout.cell_count), np.uint8), dict[int, str]()
    usual = np.zeros(len(texts), bool)
    if texts and data.count(b"\n") == len(texts) and b"\r" not in data:
        _, usual, digits, _ = usual_lines(data, layout, layout)
        boards[usual] = digits
    for i in np.flatnonzero(~usual).tolist():
        text = texts[i]
        found = text if isinstance(text, ParseError) else read_field(text, layout)
        if isinstance(found, ParseError):
            wrong[i] = found.problem
        elif found.layout.cell_count != layout.cell_count:
            wrong[i] = f"a board of {found.layout.cell_count} cells, not {layout.cell_count}"
        else:
            boards[i] = found.cells
    return boards, wrong
