"""Convert answers to output, the only place that depends on the format; and open files for them.

An answer is a value with `record()` (printed as json) and a method for each other form that its
command offers: `text()` (for people), `line()` (puzzles as lines), `grid(first)` (as grids; `first`
is False if something is printed before it), `written(form, first)` (formats of other programs),
`svg()`, `html()`; and `row()` if tables differ from json. `complaint` is the message on standard
error for an unsatisfactory answer, `advice` what to do then; `is_open` means that there was no time
for an answer.
"""

from __future__ import annotations

import csv
import io
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import repeat
from typing import Any, BinaryIO, NamedTuple, Protocol, TextIO

from click import UsageError

from ...board import Puzzle
from ...formats.format_table import Format, loaded, packing_of
from ...formats.opening import naming_file
from ...frozen import frozen
from ...languages import telling
from ...layout import Layout
from ...phrases import Name, is_put_together, phrase
from ...record_types import Record
from ...sanitize import shown, without_controls
from .. import messages
from ..signals import incomplete_files
from .columns import TABULAR, added_to, columns_of, plain_values
from .entries import Piece

#: Forms without columns and metadata.
FOR_PEOPLE = ("text", "grid")


class Answer(Protocol):
    """The result of an operation."""

    def record(self) -> Mapping[str, Any]:
        """Return the data for json and tables."""


class Measured(NamedTuple):
    """An answer with the engine's statistics (`--stats`), which only json holds."""

    answer: Any
    did: Record

    def record(self) -> Record:
        """Return the answer's record and the statistics."""
        return self.answer.record() | self.did  # type: ignore[no-any-return]


#: (what cannot hold something, the name of that)
Loss = tuple[str, str]


@dataclass(slots=True)
class WrittenAnswer:
    """The answer to one puzzle, as written.

    text: for the output. problem: for standard error. ok: False makes the exit status 1. is_open:
    there was no time for an answer; makes the exit status 2. record: the row of a Parquet file.
    answer: the value itself. now: flush it before the next answer is computed. lost: what the
    puzzle had and the text does not, each with the name of what cannot hold it.
    """

    text: str
    problem: str = ""
    ok: bool = True
    is_open: bool = False
    record: Record = field(default_factory=dict)
    error: Exception | None = None
    answer: Any = None
    now: bool = False
    lost: tuple[Loss, ...] = ()


def no_complaint(answer: Any) -> bool:
    """Accept every answer."""
    return not getattr(answer, "complaint", "")


@frozen
class Shape:
    """How the answers of a command are written.

    form: text, json, csv, parquet, line or grid. columns: of tables. named: the heading of an
    answer's text: "where" the puzzle is, the "puzzle" itself, or "" for none; apart: a blank line
    between texts. accepts: whether an answer is satisfactory; if not, the exit status is 1 and its
    complaint is printed. add: columns added for each puzzle; of_answer: those of them that the
    answer, a rating, already contains. how: arguments of the answer's `text`. language: of the
    text.
    """

    form: str
    columns: Record = field(default_factory=dict)
    named: str = ""
    apart: bool = False
    accepts: Callable[[Any], bool] = no_complaint
    add: tuple[str, ...] = ()
    of_answer: frozenset[str] = frozenset()
    how: Record = field(default_factory=dict)
    language: str = "en"

    def line(
        self,
        answer: Answer,
        puzzle: str,
        layout: Layout,
        place: tuple[str, int],
        first: bool = True,
        others: Record | None = None,
    ) -> WrittenAnswer:
        """Return the line for the answer to a puzzle; place: the source and the line there; others:
        additional fields of its record."""
        if self.form in TABULAR:
            record = self._record(answer, puzzle, layout, others)
            text, row = shaped(record, self.form, self.columns)
            if others and not text.isascii():  # a lone surrogate cannot be encoded
                text = text.encode(errors="backslashreplace").decode()
            line = WrittenAnswer(text, record=row, answer=answer)
        else:
            text = self._text(answer, puzzle, place, first, others)
            lost = [(self.form, name) for name in getattr(text, "left_out", ())]
            line = WrittenAnswer(str(text), answer=answer, lost=tuple(lost))
        line.lost += getattr(answer, "lost", ())
        plain = answer.answer if isinstance(answer, Measured) else answer
        if not self.accepts(plain):
            line.ok = False
            line.is_open = getattr(plain, "is_open", False)
            line.problem = _problem(plain, place)
        return line

    def _text(
        self,
        answer: Any,
        puzzle: str,
        place: tuple[str, int],
        first: bool,
        others: Record | None,
    ) -> str:
        """Return the answer in a form without columns."""
        tell = telling(self.language)
        match self.form:
            case "text":
                text = tell(answer.text(**self.how))
                if self.named == "where":
                    told = "{where}: {problem}"
                    text = tell(phrase(told, where=_where(place), problem=Name(text)))
                elif self.named == "puzzle":
                    text = f"{puzzle}  {text}"
                return f"\n{text}" if self.apart and not first else text
            case "grid" | "line" as form:
                text = answer.grid(first) if form == "grid" else answer.line()
                return tell(text) if is_put_together(text) else text
            case "svg":
                return _drawn(answer, first)
            case form:
                written: str = answer.written(form, first, others or {})
                return written

    def _record(self, answer: Answer, puzzle: str, layout: Layout, others: Record | None) -> Record:
        """Return the answer's record, with its puzzle and the additional columns."""
        tell = answer.record if self.form == "json" else getattr(answer, "row", answer.record)
        record = {"puzzle": puzzle, **layout.record(), **tell()}
        if self.form != "json":  # tables have one column for all of it
            record["layout"] = layout.text()
        if others:
            record |= plain_values(others, self.form, self.columns)
        return record


def _problem(answer: Any, place: tuple[str, int]) -> str:
    """Return the message for an unsatisfactory answer, "" if it has none."""
    complaint = getattr(answer, "complaint", "")
    if not complaint:
        return ""
    advice = getattr(answer, "advice", "")
    message = complaint
    if advice:
        message = phrase("{problem} ({advice})", problem=complaint, advice=advice)
    return phrase("{where}: {problem}", where=_where(place), problem=message)


def _drawn(answer: Any, first: bool) -> str:
    """Return the answer's own picture; for solved puzzles, the puzzle with its first solution."""
    if hasattr(answer, "svg"):
        return str(answer.svg())
    if not first:
        raise UsageError("an SVG picture shows one puzzle: give one, or choose another --format")
    from ...formats.text.reader import parse
    from ...render.picture.svg import puzzle_picture

    puzzle = parse(answer.puzzle, answer.layout)
    solved = next(iter(answer.solutions), None)
    return puzzle_picture(puzzle, solved, language=messages.SPEECH.language)


def _where(place: tuple[str, int]) -> str:
    return phrase("{source}, line {number}", source=Name(shown(place[0])), number=place[1])


def shape_piece(
    piece: Piece, answer: Callable[[Piece], Iterable[Any]], shape: Shape
) -> Iterator[WrittenAnswer]:
    """Yield the lines for the puzzles of a piece; fewer if the work is stopped."""
    answers = answer(piece)
    new_columns = [name for name in shape.add if name not in shape.of_answer]
    added = added_to(piece, tuple(new_columns)) if new_columns else repeat({})
    known = [name for name in shape.add if name in shape.of_answer]
    rows = zip(answers, piece.rows, added, strict=False)
    for i, (found, (puzzle, line, kept), new) in enumerate(rows):
        if isinstance(found, WrittenAnswer):
            yield found
            continue
        others = dict(new)
        if known:
            rated = columns_of(found)
            others |= {name: rated.get(name) for name in known}
        yield shape.line(
            found,
            puzzle,
            piece.layout,
            place=(piece.source, line),
            first=piece.number + i == 1,
            others=others | kept | getattr(found, "fields", {}),
        )


def rendered(answer: Answer, form: str) -> str:
    """Return a single answer as text: json prints its record, other forms the method of that
    name."""
    if form == "json":
        return json.dumps(answer.record(), ensure_ascii=False)
    text = getattr(answer, form)()
    return messages.tell(text) if form == "text" else str(text)


def listed(rows: Iterable[Any], text: Callable[[], str], form: str) -> Iterator[str]:
    """Yield a list line by line: a JSON object or a CSV line per row, or the text."""
    if form not in ("json", "csv"):
        yield messages.tell(text())
        return
    records = [row if isinstance(row, dict) else row.record() for row in rows]
    if form == "csv" and records:
        yield csv_line(records[0])
    yield from (shaped(record, form, record)[0] for record in records)


def shaped(record: Record, form: str, columns: Record) -> tuple[str, Record]:
    """Return (text, row) of a record as json, csv or parquet; tables have exactly these columns."""
    if form == "json":
        return json.dumps(record, ensure_ascii=False, default=str), {}
    row = {name: record.get(name) for name in columns}
    if form == "csv":
        return csv_line(row.values()), {}
    return "", row


class LineWriter:
    """Writes lines to a text stream."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.flushes = stream.isatty()

    def write(self, line: WrittenAnswer) -> None:
        """Write the line, if it has any text."""
        if line.text:
            self.stream.write(line.text + "\n")
            if self.flushes or line.now:
                self.stream.flush()


def lines_onto(stream: TextIO, header: str, frame: Format, goes_on: bool = False) -> LineWriter:
    """Return what writes lines to a stream, after the header of a table and the head of a format.

    header: "" for none. goes_on: the stream has a header already.
    """
    if header and not goes_on:
        print(header, file=stream)
    if frame.head:
        print(loaded(frame.head)(Puzzle((0,) * 81)), file=stream)
    return LineWriter(stream)


def csv_line(values: Any) -> str:
    """Return values as a line of CSV, without control characters that a terminal would obey."""
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow(map(without_controls, values))
    return line.getvalue()


@contextmanager
def open_output(name: str | None) -> Iterator[TextIO]:
    """Open standard output, or a file that appears under its name only when it is complete."""
    if name is None or name == "-":
        yield sys.stdout
        return
    if os.path.exists(name) and not os.path.isfile(name):  # a device or a pipe
        with naming_file(name), open(name, "w", encoding="utf-8") as stream:
            yield stream
        return
    with whole_file(name) as raw, _text(raw, os.path.realpath(name)) as stream:
        yield stream


@contextmanager
def whole_file(name: str) -> Iterator[BinaryIO]:
    """Open a binary file that appears under its name only when it is complete."""
    target = os.path.realpath(name)
    # Named before it is made, so that an interrupt at any point finds what to remove.
    partial = os.path.join(os.path.dirname(target), f".satdoku-{os.urandom(8).hex()}")
    incomplete_files.add(partial)
    with naming_file(name):
        try:
            with open(partial, "xb") as raw:
                yield raw
            if os.path.exists(target):
                os.chmod(partial, os.stat(target).st_mode)
            os.replace(partial, target)
        except BaseException:
            with suppress(FileNotFoundError):
                os.unlink(partial)
            raise
        finally:
            incomplete_files.discard(partial)


@contextmanager
def _text(raw: BinaryIO, target: str) -> Iterator[TextIO]:
    """Open a text file, compressed if its name says so."""
    packed: Any = raw
    if packing_of(target) == ".gz":
        import gzip

        packed = gzip.GzipFile("", "wb", fileobj=raw, mtime=0)  # reproducible bytes
    elif packing_of(target) == ".zst":
        from ...formats.parquet import import_parquet

        import_parquet()
        import pyarrow

        packed = pyarrow.CompressedOutputStream(raw, "zstd")
    with packed, io.TextIOWrapper(packed, "utf-8") as stream:
        yield stream
