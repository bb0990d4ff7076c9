"""How an answer becomes what is written: the one place that looks at the format.

An answer is a value with `record()` (what json prints) and a method for each other form that its
command offers: `text()` (what people are shown), `line()` (puzzles as lines), `grid(first)` (as
grids; `first` is False where something is printed before it), `written(form, first)` (in formats of
other programs), `svg()`, `html()`; and where tables hold something else than json, `row()`.
`complaint` is what standard error is told if the answer does not do, and `advice` what to do then;
`is_open` that there was no time for an answer.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from click import UsageError

from ...sanitize import shown
from .columns import TABULAR, added_to, plain_values

if TYPE_CHECKING:
    from ...layout import Layout
    from .entries import Piece


class Answer(Protocol):
    """What an operation returns."""

    def record(self) -> dict[str, Any]:
        """For json and tables."""

    def text(self) -> str:
        """For people, without a final line end."""


@dataclass(slots=True)
class Line:
    """The answer to one puzzle, as it is written.

    text: what is printed. problem: what is said on standard error. ok: False makes the exit status
    1. is_open: there was no time for an answer, which makes it 2. record: the row of a Parquet
    file. answer: the value itself. now: whoever reads along has it before the next is looked for.
    """

    text: str
    problem: str = ""
    ok: bool = True
    is_open: bool = False
    record: dict[str, Any] = field(default_factory=dict)
    error: Exception | None = None
    answer: Any = None
    now: bool = False


def no_complaint(answer: Any) -> bool:
    """The answer does."""
    return not getattr(answer, "complaint", "")


@dataclass(frozen=True, slots=True)
class Shape:
    """How the answers of a command are written.

    form: text, json, csv, parquet, line or grid. columns: of tables. named: what stands before the
    text of an answer: "where" the puzzle is, the "puzzle" itself, or "" for nothing; apart: a blank
    line between texts. does: whether an answer does; else the exit status is 1, and its complaint
    is said. add: columns that are found for each puzzle.
    """

    form: str
    columns: dict[str, Any] = field(default_factory=dict)
    named: str = ""
    apart: bool = False
    does: Callable[[Any], bool] = no_complaint
    add: tuple[str, ...] = ()

    def line(
        self,
        answer: Answer,
        puzzle: str,
        layout: Layout,
        place: tuple[str, int],
        first: bool = True,
        others: dict[str, Any] | None = None,
    ) -> Line:
        """The line for the answer to a puzzle; place: the source and the line there; others: what
        its record holds besides."""
        form, row = self.form, dict[str, Any]()
        if form == "text":
            before = {"where": f"{_where(place)}: ", "puzzle": f"{puzzle}  "}.get(self.named, "")
            text = "\n" * (self.apart and not first) + before + answer.text()
        elif form == "grid":
            text = answer.grid(first)  # type: ignore[attr-defined]
        elif form == "line":
            text = answer.line()  # type: ignore[attr-defined]
        elif form == "svg":
            text = _drawn(answer, first)
        elif form not in TABULAR:
            text = answer.written(form, first)  # type: ignore[attr-defined]
        else:
            tell = answer.record if form == "json" else getattr(answer, "row", answer.record)
            record = {"puzzle": puzzle} | layout.record() | tell()
            if others:
                record |= plain_values(others, form, self.columns)
            text, row = shaped(record, form, self.columns)
            if others and not text.isascii():  # a lone surrogate cannot be written
                text = text.encode(errors="backslashreplace").decode()
        line = Line(text, record=row, answer=answer)
        if not self.does(answer):
            line.ok, line.is_open = False, getattr(answer, "is_open", False)
            complaint, advice = (getattr(answer, name, "") for name in ("complaint", "advice"))
            said = f"{complaint} ({advice})" if advice else complaint
            line.problem = complaint and f"{_where(place)}: {said}"
        return line


def _drawn(answer: Any, first: bool) -> str:
    """Its own picture; of what solving gave, the puzzle with its first solution."""
    if hasattr(answer, "svg"):
        return str(answer.svg())
    if not first:
        raise UsageError("svg is a picture of one puzzle: give one, or ask for another --format")
    from ...formats.text.reader import parse
    from ...render.svg import puzzle_picture

    return puzzle_picture(parse(answer.puzzle, answer.layout), *answer.solutions[:1])


def _where(place: tuple[str, int]) -> str:
    return f"{shown(place[0])}, line {place[1]}"


def shape_piece(
    piece: Piece, answer: Callable[[Piece], Iterable[Any]], shape: Shape
) -> Iterator[Line]:
    """The lines for the puzzles of a piece; fewer where the work is stopped."""
    answers, more = answer(piece), added_to(piece, shape.add)
    for i, (found, (puzzle, line, kept), new) in enumerate(
        zip(answers, piece.rows, more, strict=False)
    ):
        if isinstance(found, Line):
            yield found
        else:
            place, others = (piece.source, line), new | kept
            yield shape.line(found, puzzle, piece.layout, place, piece.number + i == 1, others)


def told(answer: Answer, form: str) -> str:
    """An answer that is the only one: json is its record, another form its method of that name."""
    if form == "json":
        return json.dumps(answer.record(), ensure_ascii=False)
    return getattr(answer, form)()  # type: ignore[no-any-return]


def listed(rows: Iterable[Any], text: Callable[[], str], form: str) -> Iterator[str]:
    """A list, line by line: an object of JSON or a line of CSV for each row's record, or its
    text."""
    if form not in ("json", "csv"):
        yield text()
        return
    records = [row if isinstance(row, dict) else row.record() for row in rows]
    if form == "csv" and records:
        yield csv_line(records[0])
    yield from (shaped(record, form, record)[0] for record in records)


def shaped(
    record: dict[str, Any], form: str, columns: dict[str, Any]
) -> tuple[str, dict[str, Any]]:
    """(text, row) of a record as json, csv or parquet; tables have just these columns.

    Nothing for other forms.
    """
    if form not in ("json", "csv", "parquet"):
        return "", {}
    if form == "json":
        return json.dumps(record, ensure_ascii=False, default=str), {}
    row = {name: record.get(name) for name in columns}
    return (csv_line(row.values()), {}) if form == "csv" else ("", row)


def csv_line(values: Any) -> str:
    """Values as a line of CSV."""
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow(values)
    return line.getvalue()
