"""Rows of a data set: puzzles and their published answers, as arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any, NamedTuple

import numpy as np

from ...board import STANDARD
from ...errors import ParseError
from ...formats.text.line_blocks import usual_lines
from ...formats.text.reader import read_field
from ...frozen import frozen
from ...layout import Layout

#: Other columns of a row that an audit compares: layout, number of givens, rating, label.
Extras = Mapping[str, Any]
#: Why rows, or items of a list, cannot be read, by number.
Problems = dict[int, str]

NOTHING: Extras = {}


class TextRow(NamedTuple):
    """A row as text: its number, its puzzle (or the error), its answer, and its other columns."""

    number: int
    puzzle: str | ParseError
    answer: str | None
    extras: Extras = NOTHING


@frozen
class Rows:
    """A block of rows on boards of one layout.

    numbers: row numbers (from 1, without the header; line numbers in plain text). boards, answers:
    N × cells digits, 0 for blank. answered: whether the row has an answer. wrong: why a row cannot
    be read, by number (such rows are not among the N). ill_answered: why an answer cannot be read,
    by number. extras: the other columns of each of the N rows; empty if there are none.
    """

    layout: Layout
    numbers: np.ndarray
    boards: np.ndarray
    answers: np.ndarray
    answered: np.ndarray
    wrong: Problems = field(default_factory=dict)
    ill_answered: Problems = field(default_factory=dict)
    extras: list[Extras] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.numbers) + len(self.wrong)

    def part(self, start: int, stop: int) -> Rows:
        """Return some of the N rows; the first part has the rows that cannot be read."""
        part = slice(start, stop)
        numbers = self.numbers[part].tolist()
        ill = {row: self.ill_answered[row] for row in numbers if row in self.ill_answered}
        return Rows(
            layout=self.layout,
            numbers=self.numbers[part],
            boards=self.boards[part],
            answers=self.answers[part],
            answered=self.answered[part],
            wrong={} if start else self.wrong,
            ill_answered=ill,
            extras=self.extras[part],
        )


def rows_of_texts(texts: Sequence[TextRow], layout: Layout) -> Rows:
    """Return rows of text, all on one layout."""
    boards, bad = boards_of_texts([text.puzzle for text in texts], layout)
    blank = "." * layout.cell_count
    filled, ill = boards_of_texts([text.answer or blank for text in texts], layout)
    good = np.ones(len(texts), bool)
    good[list(bad)] = False
    numbers = np.array([text.number for text in texts], np.int64)
    answered = np.array([bool(text.answer) for text in texts], bool)
    extras = list[Extras]()
    if any(text.extras for text in texts):
        extras = [text.extras for i, text in enumerate(texts) if i not in bad]
    wrong = {texts[i].number: why for i, why in bad.items()}
    ill_answered = {texts[i].number: why for i, why in ill.items() if i not in bad}
    return Rows(
        layout=layout,
        numbers=numbers[good],
        boards=boards[good],
        answers=filled[good],
        answered=answered[good],
        wrong=wrong,
        ill_answered=ill_answered,
        extras=extras,
    )


def none_readable(wrong: Problems) -> Rows:
    """Return a block in which no row can be read."""
    numbers = np.zeros(0, np.int64)
    none = np.zeros((0, STANDARD.cell_count), np.uint8)
    found = unanswered(STANDARD, numbers, none)
    found.wrong.update(wrong)
    return found


def unanswered(layout: Layout, numbers: np.ndarray, boards: np.ndarray) -> Rows:
    """Return rows without answers."""
    blank = np.zeros_like(boards)
    answered = np.zeros(len(boards), bool)
    return Rows(layout, numbers, boards, blank, answered)


def rows_of_boards(
    first: int, boards: np.ndarray, answers: np.ndarray | None, layout: Layout
) -> Rows:
    """Return rows from arrays (N × cells; an all-zero answer is none); digits out of range are
    reported."""
    numbers = np.arange(first, first + len(boards))
    given = np.zeros_like(boards) if answers is None else answers
    bad = (boards < 0) | (boards > layout.size)
    ill = (given < 0) | (given > layout.size)

    def problems(rows: np.ndarray, part: np.ndarray, out: np.ndarray) -> Problems:
        """Return why these rows are wrong. out: the cells with a digit out of range."""
        found = {}
        for i in np.flatnonzero(rows).tolist():
            cell = int(out[i].argmax())
            held = f"{layout.cell_name(cell)} holds {part[i, cell]}"
            found[int(numbers[i])] = f"{held}: digits are 1 to {layout.size}"
        return found

    is_bad = np.asarray(bad.any(1))
    good = np.logical_not(is_bad)
    is_ill = np.logical_and(good, ill.any(1))
    answers_in_range = np.where(ill, 0, given)
    return Rows(
        layout=layout,
        numbers=numbers[good],
        boards=boards[good].astype(np.uint8),
        answers=answers_in_range[good].astype(np.uint8),
        answered=np.asarray(given[good].any(1)),
        wrong=problems(is_bad, boards, bad),
        ill_answered=problems(is_ill, given, ill),
    )


def boards_of_texts(
    texts: Sequence[str | ParseError], layout: Layout
) -> tuple[np.ndarray, Problems]:
    """Return (N × cells digits, why a text is not a board of the layout, by index).

    Boards that cannot be read are all zeros. NumPy reads lines of one character per cell; the
    general text reader reads all others.
    """
    lines = []
    for text in texts:
        is_line = not isinstance(text, ParseError) and "\n" not in text
        lines.append(f"{text}\n" if is_line else "\n")
    data = "".join(lines).encode(errors="surrogatepass")
    boards = np.zeros((len(texts), layout.cell_count), np.uint8)
    wrong = Problems()
    usual = np.zeros(len(texts), bool)
    if texts and layout.is_regular and data.count(b"\n") == len(texts) and b"\r" not in data:
        _, usual, digits, _ = usual_lines(data, layout, layout)
        boards[usual] = digits
    for i in np.flatnonzero(~usual).tolist():
        text = texts[i]
        found = text if isinstance(text, ParseError) else read_field(text, layout)
        if isinstance(found, ParseError):
            wrong[i] = found.problem
            line = str(text)
            if line.isdigit() and 0 < layout.cell_count - len(line) < layout.size:
                lost = f"{len(line)} digits of {layout.cell_count}"
                wrong[i] = f"{lost}: were zeros at the start lost?"
        elif found.layout.cell_count != layout.cell_count:
            wrong[i] = f"a board of {found.layout.cell_count} cells, not {layout.cell_count}"
        else:
            boards[i] = found.cells
    return boards, wrong


def flat(value: Any) -> str:
    """Return text, or a (nested) list of digits (0 or None for blank), as text."""
    if not isinstance(value, list | tuple):
        return str(value)
    marks = ["." if item in (0, "0", None) else flat(item) for item in value]
    return "".join(marks)
