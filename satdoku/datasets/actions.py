"""Steps as action tokens in the format of Sudoku-CTC-Reasoning, and their effect on a board.

Source: the grammar in the README of that set's processing. A place is <r3><c7> (or <r3c7>), a value
<value5>. <vl> places a value; <cd><+>, <cd><-> write and remove a candidate, <pm> a corner mark;
<cl><value0> clears the value of a cell, 1 its marks, 2 its candidates, 5 everything. Colours and
selections do not change the board. A board is one line per cell, place:value/candidates/marks:

>>> notes = played("<vl><value3><r1><c2> <cd><+><value1><r1c1>", Layout.of_size(4))
>>> notes.tokens().splitlines()[:3]
['<board>', '<r1><c1>:<value.>/<value1>/', '<r1><c2>:<value3>//']
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ..errors import ParseError
from ..formats.text.reader import parse
from ..layout import Layout
from ..logic.position import Position
from ..phrases import phrase
from ..record_types import Record

#: An action, or a cell of a board.
WRITTEN = re.compile(
    r"<(?P<kind>vl|cd|pm|cl)>(?:<(?P<sign>[+-])>)?<value(?P<mark>[^<>])>"
    r"<r(?P<r>\d{1,2})(?:><)?c(?P<c>\d{1,2})>"
    r"|<r(?P<row>\d{1,2})(?:><)?c(?P<column>\d{1,2})>:<value(?P<value>[^<>])>"
    r"/(?P<cd>(?:<value[^<>]>)*)/(?P<pm>(?:<value[^<>]>)*)"
)
VALUE = re.compile(r"<value([^<>])>")


@dataclass
class Notes:
    """A board with notes: per cell its digit (0 for none), its candidates, its corner marks."""

    layout: Layout
    values: list[int]
    candidates: list[set[int]]
    marks: list[set[int]]

    @classmethod
    def empty(cls, layout: Layout) -> Notes:
        """Return a blank board without notes."""
        count = layout.cell_count
        candidates = [set[int]() for _ in range(count)]
        marks = [set[int]() for _ in range(count)]
        return cls(layout, [0] * count, candidates, marks)

    def tokens(self) -> str:
        """Return the board, one line per cell, between <board> and </board>."""
        lines = (
            f"{_place(self.layout, cell)}:<value{self.layout.symbol(value) if value else '.'}>"
            f"/{self._in_symbols(self.candidates[cell])}/{self._in_symbols(self.marks[cell])}"
            for cell, value in enumerate(self.values)
        )
        return "\n".join(["<board>", *lines, "</board>"])

    def _in_symbols(self, digits: set[int]) -> str:
        return "".join(f"<value{self.layout.symbol(digit)}>" for digit in sorted(digits))


def played(text: str, layout: Layout) -> Notes:
    """Return the board and notes after applying all boards and actions in a text in order; other
    words are ignored. Raises `ParseError` for a place or value outside the layout."""
    notes = Notes.empty(layout)
    for found in WRITTEN.finditer(text):
        at = _cell(int(found["r"] or found["row"]), int(found["c"] or found["column"]), layout)
        if found["kind"]:
            _act(notes, at, found["kind"], found["sign"], found["mark"])
            continue
        notes.values[at] = _digit(found["value"], layout)
        notes.candidates[at] = _digits(found["cd"], layout)
        notes.marks[at] = _digits(found["pm"], layout)
    return notes


def _act(notes: Notes, at: int, kind: str, sign: str | None, mark: str) -> None:
    if kind == "cl":
        if mark in "05":
            notes.values[at] = 0
        if mark in "15":
            notes.marks[at].clear()
        if mark in "25":
            notes.candidates[at].clear()
        return
    digit = _digit(mark, notes.layout)
    if kind == "vl":
        notes.values[at] = digit
        return
    written = notes.candidates[at] if kind == "cd" else notes.marks[at]
    (written.discard if sign == "-" else written.add)(digit)


def _cell(r: int, c: int, layout: Layout) -> int:
    cell = layout.places.cell_at(r - 1, c - 1)
    if cell is None:
        raise ParseError(
            phrase(
                "r{r!s}c{c!s} is not on a board of {size!s} × {size!s}", r=r, c=c, size=layout.size
            )
        )
    return cell


def _digit(mark: str, layout: Layout) -> int:
    digit = ("." + layout.symbols).find(mark)
    if digit < 0:
        raise ParseError(
            phrase("{mark!r} is not a digit of {layout!s}", mark=mark, layout=layout.name)
        )
    return digit


def _digits(text: str, layout: Layout) -> set[int]:
    return {_digit(mark, layout) for mark in VALUE.findall(text)}


def _place(layout: Layout, cell: int) -> str:
    r, c = layout.places.place(cell)
    return f"<r{r + 1}><c{c + 1}>"


def ctc_record(row: Mapping[str, Any], number: int) -> Record:
    """Return the record of a traced row: the board with its candidates, and the steps, one per
    line: the sentence, then its actions. A placed digit also removes the candidates that it
    excludes."""
    layout = Layout.named(row["layout"])
    position = Position.of(parse(row["puzzle"], layout))
    notes = _notes(position)
    board = notes.tokens()
    lines = list[str]()
    for step in row["steps"]:
        position.take(step["asserted"], step["denied"])
        after = _notes(position)
        actions = "".join(_changes(notes, after))
        lines.append(f"{step['text']} {actions}".rstrip())
        notes = after
    return {
        "puzzle_id": f"satdoku-{number}",
        "initial_board": row["puzzle"],
        "solution": row["solution"],
        "start": board,
        "trace": "\n".join(lines),
    }


def _notes(position: Position) -> Notes:
    """Return a position as notes: digits where placed, candidates elsewhere."""
    notes = Notes.empty(position.layout)
    for cell in position.layout.all_cells:
        digits = position.candidates_in(cell)
        if position.digit_in(cell):
            notes.values[cell] = digits[0]
        else:
            notes.candidates[cell] = set(digits)
    return notes


def _changes(before: Notes, after: Notes) -> Iterator[str]:
    """Yield the actions between two boards: placed digits, then removed candidates."""
    layout = after.layout
    for cell, value in enumerate(after.values):
        if value != before.values[cell]:
            yield f"<vl><value{layout.symbol(value)}>{_place(layout, cell)}"
    for cell, value in enumerate(after.values):
        if not value:
            for digit in sorted(before.candidates[cell] - after.candidates[cell]):
                yield f"<cd><-><value{layout.symbol(digit)}>{_place(layout, cell)}"
