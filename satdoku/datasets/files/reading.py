"""Read published data sets as rows, whatever their file format.

CSV (with a header, or bare `puzzle,solution` as in RRN), JSON Lines, Parquet, lines of text, and
arrays (see `arrays.py`); text may be compressed by gzip or zstd.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import Any

import numpy as np

from ...board import STANDARD
from ...errors import LayoutError, ParseError
from ...formats.endings import kind_of
from ...formats.opening import opened
from ...formats.parquet import import_parquet
from ...formats.programs.sudoku_bench import read_bench
from ...formats.tables import COLUMNS, csv_rows, json_values, puzzle_column
from ...formats.text.line_blocks import Boards, gathered, read_part, usual_layout
from ...formats.text.lines import line_parts
from ...formats.text.reader import Reader, read_field
from ...layout import Layout
from .arrays import is_arrays, read_arrays
from .rows import Extras, Rows, Text, none_readable, rows_of_texts

#: Column names: of puzzles (in addition to those of all tables) and of answers.
PUZZLES = (*COLUMNS, "starting_cells", "initial_board", "quizes")
ANSWERS = ("solution", "solutions", "answer", "answers", "solved")
BLOCK = 1 << 16
#: The board column of Sudoku-Bench, whose records contain rules; rows of them per block.
BENCH, BENCH_ROWS = "initial_board", 256
#: The index of a missing column.
NONE = 1 << 30

#: Columns that an audit compares, with their alternative names.
SAID = {
    "layout": ("layout",), "clues": ("clues", "clue_count", "num_clues", "givens", "num_givens"),
    "rating": ("rating", "hardest"), "label": ("label",),
}  # fmt: skip


def read_set(
    name: str, layout: Layout | None = None, column: str | None = None, answer: str | None = None
) -> Iterator[Rows]:
    """Yield the rows of a file (or folder) of a data set, in blocks.

    layout: of all boards; None to detect it from the rows. column, answer: the columns of a table;
    None for the known names. Raises `ParseError` for a file that cannot be read.
    """
    path = Path(name)
    kind = kind_of(path.name)
    try:
        if is_arrays(path):
            yield from read_arrays(path, layout)
        elif kind == "pt":
            raise ParseError("tensors of torch: save them as .npz (numpy.savez) first")
        elif kind == "parquet":
            yield from _as_rows(_parquet(path, column, answer), layout)
        else:
            with opened(name if name != "-" else "./-") as (_, stream):
                if kind in ("csv", "tsv"):
                    yield from _as_rows(_csv(stream, column, answer), layout)
                elif kind in ("json", "jsonl", "ndjson"):
                    yield from _as_rows(_json(stream, column, answer), layout)
                else:
                    yield from _lines(stream, layout)
    except ParseError as error:
        raise ParseError(error.problem, error.line, error.column, error.source or name) from None
    except FileNotFoundError:
        raise ParseError("no such file", source=name) from None
    except OSError as error:
        raise ParseError(error.strerror or f"damaged: {error}", source=name) from None


def _as_rows(rows: Iterator[Text], given: Layout | None) -> Iterator[Rows]:
    """Yield the rows in blocks, grouped by board: the given layout, the one that a row names, or
    the one that fits the length of its text. Rows that are not boards are reported with the layout
    seen before."""
    usual: Layout | None = given
    while block := list(islice(rows, BLOCK)):
        groups: dict[Any, list[Text]] = {}
        for text in block:
            groups.setdefault(None if given else _board_of(text), []).append(text)
        for kind, texts in groups.items():
            layout = given
            if isinstance(kind, str):
                try:
                    layout = Layout.named(kind)
                except LayoutError as error:
                    yield none_readable({text.number: str(error) for text in texts})
                    continue
            elif not given:
                found = _layout_of([t.puzzle for t in texts if isinstance(t.puzzle, str)])
                layout = found or usual
            usual = usual or layout
            yield rows_of_texts(texts, layout or STANDARD)


def _board_of(text: Text) -> str | int:
    """Return what identifies the board of a row: the layout that it names, or its length."""
    named = text.extras.get("layout")
    if isinstance(named, str) and named:
        return named
    return 0 if isinstance(text.puzzle, ParseError) else len(text.puzzle.strip())


def _layout_of(texts: list[str]) -> Layout | None:
    """Return the layout of most texts, or of the first one that is a board; None if none is."""
    look = "".join(f"{text}\n" for text in texts[:99])
    if found := usual_layout(look.encode(errors="surrogatepass"), None):
        return found
    boards = (read_field(text, None) for text in texts[:99])
    return next((board.layout for board in boards if not isinstance(board, ParseError)), None)


def _extras(names: Sequence[str]) -> dict[str, str]:
    """Return the compared columns among these names, keyed by their name in `SAID`."""
    found = {what: [name for name in known if name in names] for what, known in SAID.items()}
    return {what: name[0] for what, name in found.items() if name}


def _places(names: Sequence[str], column: str | None, answer: str | None) -> tuple[str, str | None]:
    """Return the names of the puzzle column and of the answer column (None if there is none)."""
    known = [name for name in PUZZLES if name in names]
    puzzle = puzzle_column(list(names), column or (known[0] if known else None))
    if answer:
        return puzzle, puzzle_column(list(names), answer)
    return puzzle, next((name for name in names if name.strip().lower() in ANSWERS), None)


def _csv(stream: Any, column: str | None, answer: str | None) -> Iterator[Text]:
    rows = csv_rows(stream)
    header, _ = next(rows, ([], 1))
    if isinstance(header, ParseError):
        raise header
    place, other, extras = 0, 1, dict[str, int]()
    if usual_layout(f"{header[0] if header else ''}\n".encode(), None) and not (column or answer):
        rows = chain([(header, 1)], rows)  # no header: the puzzle, then its solution
    else:
        puzzle, given = _places(header, column, answer)
        place, other = header.index(puzzle), header.index(given) if given else NONE
        extras = {what: header.index(name) for what, name in _extras(header).items()}
    for number, (row, line) in enumerate(rows, 1):
        if isinstance(row, ParseError):
            yield Text(number, row, None)
        elif place >= len(row):
            yield Text(number, ParseError("no puzzle: its field is missing", line), None)
        else:
            values_by_name = {what: row[i] for what, i in extras.items() if i < len(row)}
            yield Text(number, row[place], row[other] if other < len(row) else None, values_by_name)


def _json(stream: Any, column: str | None, answer: str | None) -> Iterator[Text]:
    names: tuple[str, str | None] | None = None
    for number, (value, line) in enumerate(json_values(stream), 1):
        if isinstance(value, str | ParseError):
            yield Text(number, value, None)
            continue
        if not isinstance(value, dict):
            yield Text(number, ParseError("a JSON object is expected in each line", line), None)
            continue
        record = {**value["metadata"], **value} if _nested(value) else value
        names = names or _places([*record], column, answer)
        text = record.get(names[0])
        puzzle = ParseError(f"no key {names[0]!r}", line) if text is None else _flat(text)
        extras: Extras = {what: record[name] for what, name in _extras([*record]).items()}
        if names[0] == BENCH:
            puzzle, extras = _bench(record)
        given = record.get(names[1]) if names[1] else None
        yield Text(number, puzzle, None if given is None else _flat(given), extras)


def _nested(value: dict[str, Any]) -> bool:
    """Whether this is a reasoning-gym record: puzzle and solution are in its metadata."""
    record = value.get("metadata")
    return isinstance(record, dict) and "puzzle" in record


def _flat(value: Any) -> str:
    """Return text, or a (nested) list of digits, as text."""
    if isinstance(value, list | tuple):
        rows = [_flat(item) if isinstance(item, list | tuple) else str(item) for item in value]
        return "".join("." if item == "0" else item for item in rows)
    return str(value)


def _parquet(path: Path, column: str | None, answer: str | None) -> Iterator[Text]:
    parquet = import_parquet()
    with parquet.ParquetFile(path) as table:
        names = [name for name in _places(table.schema_arrow.names, column, answer) if name]
        extras = _extras(table.schema_arrow.names)
        number = 0
        if names[0] == BENCH and "rules" in table.schema_arrow.names:
            for number, record in enumerate(_records(table), 1):
                given = record.get(names[1]) if len(names) > 1 else None
                puzzle, values_by_name = _bench(record)
                yield Text(number, puzzle, _flat(given) if given else None, values_by_name)
            return
        for batch in table.iter_batches(
            BLOCK, columns=list(dict.fromkeys([*names, *extras.values()]))
        ):
            puzzles, *rest = [batch.column(name).to_pylist() for name in names]
            answers = rest[0] if rest else [None] * len(puzzles)
            columns = [batch.column(name).to_pylist() for name in extras.values()]
            others = zip(*columns, strict=True) if columns else [()] * len(puzzles)
            for puzzle, given, values in zip(puzzles, answers, others, strict=True):
                number += 1
                text = _flat(puzzle) if puzzle else ParseError("no puzzle: its field is empty")
                values_by_name = dict(zip(extras, values, strict=True))
                yield Text(number, text, _flat(given) if given else None, values_by_name)


def _records(table: Any) -> Iterator[dict[str, Any]]:
    for batch in table.iter_batches(BENCH_ROWS):
        yield from batch.to_pylist()


def _bench(record: dict[str, Any]) -> tuple[str | ParseError, Extras]:
    """Return the board of a Sudoku-Bench record, and its layout with the rules."""
    if "rows" not in record:
        return _flat(record[BENCH]), {}
    try:
        puzzle = read_bench(record)
    except ParseError as error:
        return error, {}
    return puzzle.line, {"layout": puzzle.layout.name}


def _lines(stream: Any, layout: Layout | None) -> Iterator[Rows]:
    """Yield puzzles from text of any shape."""
    reader, number = Reader(layout), 1
    for first, part in line_parts(stream):
        items = [part] if isinstance(part, ParseError) else read_part(reader, first, part)
        for rows in _found(items, number):
            number += len(rows.numbers) + len(rows.wrong)
            yield rows
    yield from _found(gathered(reader.end()), number)


def _found(items: Iterable[Boards | ParseError], number: int) -> Iterator[Rows]:
    """Yield rows numbered from `number` on; a line without a puzzle counts as a row, too."""
    for item in items:
        if isinstance(item, ParseError):
            if not item.line:  # of all the text
                raise item
            why = f"line {item.line}: {item.problem}"
            yield none_readable({number: why})
            number += 1
            continue
        numbers = np.arange(number, number + len(item.cells))
        number += len(numbers)
        blank, answered = np.zeros_like(item.cells), np.zeros(len(numbers), bool)
        yield Rows(item.layout, numbers, item.cells, blank, answered, {}, {})
