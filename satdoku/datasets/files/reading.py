"""Read published data sets as rows, whatever their file format.

CSV (with a header, or bare `puzzle,solution` as in RRN), JSON Lines, Parquet, SQLite, folders of
`save_to_disk`, lines of text, and arrays (see `trainer_arrays.py`); conversations, and tables with
a column for each cell; text may be compressed by gzip or zstd.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from ...batch.boards import as_boards
from ...board import STANDARD
from ...errors import LayoutError, ParseError, PuzzleError, library
from ...formats.format_table import kind_of
from ...formats.metadata import REFUSED
from ...formats.opening import naming_damage, opened
from ...formats.parquet import import_parquet
from ...formats.programs.sudoku_bench import read_bench
from ...formats.tables import COLUMNS, csv_rows, json_values, puzzle_column
from ...formats.text.line_blocks import Boards, gathered, read_part, usual_layout
from ...formats.text.lines import line_parts
from ...formats.text.reader import TextReader, read_field
from ...frozen import frozen
from ...grouping import grouped, in_blocks
from ...layout import Layout
from ...layout_names import OWN_SYMBOLS
from ...phrases import phrase
from ...record_types import Record
from .answer_columns import column_of_answers
from .cell_columns import are_cells, cell_columns, joined_cells
from .conversations import ASKED, boards_in, question_of
from .databases import SQLITE, is_saved_folder, saved_files, sqlite_rows
from .rows import Rows, TextRow, flat, none_readable, rows_of_boards, rows_of_texts, unanswered
from .trainer_arrays import is_arrays, read_arrays

#: Column names: of puzzles (in addition to those of all tables) and of answers.
PUZZLES = (*COLUMNS, "starting_cells", "initial_board", "quizes")
ANSWERS = ("solution", "solutions", "answer", "answers", "solved")
BLOCK = 1 << 16
#: The board column of Sudoku-Bench, whose records contain rules; rows of them per block.
BENCH, BENCH_ROWS = "initial_board", 256

#: Columns that an audit compares, with their alternative names.
SAID = {
    "layout": ("layout",), "clues": ("clues", "clue_count", "num_clues", "givens", "num_givens"),
    "rating": ("rating", "hardest"), "label": ("label",), "group": ("group",),
}  # fmt: skip


@frozen
class NamedColumns:
    """The columns of a table that hold the puzzles and the answers; None for the known names."""

    puzzle: str | None = None
    answer: str | None = None

    def are_in(self, names: Sequence[str]) -> bool:
        """Whether a column of a table with these names holds puzzles."""
        known = (self.puzzle.lower(),) if self.puzzle else PUZZLES
        return any(name is not None and name.strip().lower() in known for name in names)

    def among(self, names: Sequence[str]) -> tuple[str, str | None]:
        """Return both columns of a table with these names; the latter is None if it has none."""
        known = [name for name in PUZZLES if name in names]
        first = known[0] if known else None
        puzzle = puzzle_column(list(names), self.puzzle or first)
        if self.answer:
            return puzzle, puzzle_column(list(names), self.answer)
        for name in names:
            if name.strip().lower() in ANSWERS:
                return puzzle, name
        return puzzle, None


USUAL = NamedColumns()


def read_set(
    name: Any, layout: Layout | None = None, columns: NamedColumns = USUAL
) -> Iterator[Rows]:
    """Yield the rows of a file (or folder) of a data set, in blocks; or of a table or array in
    memory.

    layout: of all boards; None to detect it from the rows. Raises `ParseError` for a file that
    cannot be read.
    """
    if not isinstance(name, str):
        yield from _in_memory(name, layout, columns)
        return
    path = Path(name)
    kind = kind_of(path.name)
    if name != "-" and not path.exists():
        raise ParseError("no such file", source=name)
    with naming_damage(name):
        if is_arrays(path):
            yield from read_arrays(path, layout)
        elif kind == "pt":
            raise ParseError("tensors of torch: save them as .npz (numpy.savez) first")
        elif kind in SQLITE:
            found = sqlite_rows(path, (columns.puzzle,) if columns.puzzle else (*PUZZLES, *ASKED))
            yield from _as_rows(_texts(found, columns), layout)
        elif is_saved_folder(path):
            files = saved_files(path)
            saved = chain.from_iterable(map(_arrow, files))
            yield from _as_rows(_texts(saved, columns), layout)
        elif path.is_dir():
            raise ParseError("no data set is in this folder: name its files")
        elif kind in ("pkl", "xlsx"):
            raise ParseError(
                phrase(
                    ".{kind!s} is not read: write it as CSV, JSON Lines or Parquet first", kind=kind
                )
            )
        elif kind in ("parquet", "arrow", "feather"):
            rows = _parquet(path, columns) if kind == "parquet" else _arrow(path)
            yield from _as_rows(_texts(rows, columns), layout)
        else:
            with opened(name if name != "-" else "./-") as (_, stream):
                if kind in ("csv", "tsv"):
                    names, items = _csv(stream, columns)
                    yield from _as_rows(_texts(items, columns, names), layout)
                elif kind in ("json", "jsonl", "ndjson"):
                    values = (value for value, _ in json_values(stream))
                    yield from _as_rows(_texts(values, columns), layout)
                else:
                    yield from _lines(stream, layout)


def _in_memory(table: Any, layout: Layout | None, columns: NamedColumns) -> Iterator[Rows]:
    """Yield the rows of a table of Arrow or pandas, of an iterable of records such as a data set of
    Hugging Face, or of an array of boards."""
    if isinstance(table, np.ndarray):
        boards, board = as_boards(table, layout or STANDARD)
        yield rows_of_boards(1, boards, None, board)
        return
    rows = table
    if hasattr(rows, "to_pylist"):
        rows = rows.to_pylist()
    if hasattr(rows, "itertuples"):
        rows = rows.to_dict("records")
    if not isinstance(rows, Iterable):
        raise PuzzleError(
            phrase("a {name!s} is no table, array or list of records", name=type(table).__name__)
        )
    yield from _as_rows(_texts(rows, columns), layout)


def _as_rows(rows: Iterator[TextRow], given: Layout | None) -> Iterator[Rows]:
    """Yield the rows in blocks, grouped by board: the given layout, the one that a row names, or
    the one that fits the length of its text. Rows that are not boards are reported with the layout
    seen before."""
    usual = given
    for block in in_blocks(rows, BLOCK):
        boards = ((None if given else _board_of(text), text) for text in block)
        for kind, texts in grouped(boards).items():
            layout = given
            if isinstance(kind, str):
                try:
                    layout = Layout.named(kind)
                except LayoutError as error:
                    why = str(error)
                    yield none_readable({text.number: why for text in texts})
                    continue
            elif not given:
                layout = _layout_of(texts) or usual
            usual = usual or layout
            yield rows_of_texts(texts, layout or STANDARD)


def _board_of(text: TextRow) -> str | int:
    """Return what identifies the board of a row: the layout that it names, or its length."""
    named = text.extras.get("layout")
    if isinstance(named, str) and named:
        return named
    return 0 if isinstance(text.puzzle, ParseError) else len(text.puzzle.strip())


def _layout_of(rows: Sequence[TextRow]) -> Layout | None:
    """Return the layout of most texts, or of the first one that is a board; None if none is."""
    texts = [row.puzzle for row in rows if isinstance(row.puzzle, str)]
    looked_at = texts[:99]
    lines = "".join(f"{text}\n" for text in looked_at)
    found = usual_layout(lines.encode(errors="surrogatepass"), None)
    if found:
        return found
    for text in looked_at:
        board = read_field(text, None)
        if not isinstance(board, ParseError):
            return board.layout
    return None


@lru_cache(64)
def _extras(names: tuple[str, ...]) -> dict[str, str]:
    """Return the compared columns among these names, keyed by their name in `SAID`."""
    found = dict[str, str]()
    for what, known in SAID.items():
        for name in known:
            if name in names:
                found.setdefault(what, name)
    return found


def _texts(
    rows: Iterable[Any], columns: NamedColumns, names: list[str] | None = None
) -> Iterator[TextRow]:
    """Yield the rows of a table. rows: the fields of each by column, a puzzle alone, or an error.
    names: of the columns; None to take them from the first row."""
    places = None
    if names is not None and (columns.are_in(names) or not _may_be_joined(names)):
        places = columns.among(names)
    is_joined = False
    is_known = False  # whether a row was looked at for a column of answers
    for number, row in enumerate(rows, 1):
        if isinstance(row, str | ParseError):
            yield TextRow(number, row, None)
            continue
        if not isinstance(row, dict):
            wrong = ParseError("a JSON object is expected in each line")
            yield TextRow(number, wrong, None)
            continue
        record = {**row["metadata"], **row} if _nested(row) else row
        if is_joined or (places is None and not columns.are_in([*record])):
            record = joined_cells(record)
            is_joined = "puzzle" in record
            if question_of(record):
                yield _of_conversation(number, record)
                continue
        places = places or columns.among([*record])
        column, answer = places
        if not is_known and not answer and record.get(column):
            answer = column_of_answers(record, column)
            places = column, answer
            is_known = True
        text = record.get(column)
        puzzle: str | ParseError = flat(text)
        if not text:
            puzzle = ParseError(phrase("no puzzle: {column!r} is missing or empty", column=column))
        extras = {what: record[name] for what, name in _extras(tuple(record)).items()}
        layout = extras.get("layout")
        symbols = record.get("symbols")
        if layout and symbols:
            extras["layout"] = f"{layout}+{OWN_SYMBOLS}{symbols}"
        if column == BENCH and "rows" in record:
            puzzle, extras = _bench(record)
        given = record.get(answer or "")
        yield TextRow(number, puzzle, flat(given) if given else None, extras)


def _may_be_joined(names: Sequence[str]) -> bool:
    """Whether columns are those of cells, or of a conversation."""
    return bool(cell_columns(names)) or not {*ASKED}.isdisjoint(names)


def _of_conversation(number: int, record: Record) -> TextRow:
    """Return the row of a record of a conversation."""
    try:
        puzzle, answer = boards_in(record)
    except (ParseError, PuzzleError, LayoutError) as error:
        return TextRow(number, ParseError(str(error)), None)
    extras = {what: record[name] for what, name in _extras(tuple(record)).items()}
    return TextRow(number, puzzle.line, answer, {**extras, "layout": puzzle.layout.name})


def _csv(stream: Any, columns: NamedColumns) -> tuple[list[str], Iterator[Any]]:
    """Return (the names of the columns, the rows). If columns are asked for, there is a header."""
    rows = csv_rows(stream)
    header, _ = next(rows, ([], 1))
    if isinstance(header, ParseError):
        raise header
    first = header[0] if header else ""
    is_puzzle = usual_layout(f"{first}\n".encode(), None)
    if is_puzzle and not (columns.puzzle or columns.answer):
        rows = chain([(header, 1)], rows)
        header = ["puzzle", "solution"]
    elif are_cells(header):
        rows = chain([(header, 1)], rows)
        header = [f"cell {number}" for number in range(len(header))]
    return header, _by_column(header, rows)


def _by_column(names: list[str], rows: Iterator[Any]) -> Iterator[Any]:
    for row, _ in rows:
        if isinstance(row, ParseError):
            yield row
        else:
            yield dict(zip(names, row, strict=False))


def _parquet(path: Path, columns: NamedColumns) -> Iterator[Record]:
    with import_parquet().ParquetFile(path) as table:
        names = table.schema_arrow.names
        size = BLOCK
        if columns.are_in(names):
            puzzle, given = columns.among(names)
            if not given:
                first = next(table.iter_batches(1), None)
                for row in first.to_pylist() if first else []:
                    given = column_of_answers(row, puzzle)
            needed = {puzzle, given, *_extras(tuple(names)).values()}
            if puzzle == BENCH and "rules" in names:
                needed.update(names)
                size = BENCH_ROWS
        else:  # conversations, or a column for each cell
            needed = {*names}
        read = [name for name in names if name in needed]
        for batch in table.iter_batches(size, columns=read):
            yield from batch.to_pylist()


def _arrow(path: Path) -> Iterator[Record]:
    """Yield the rows of an Arrow file: of feather, or a stream as data sets are kept in caches."""
    ipc = library("pyarrow", "Arrow files need pyarrow").ipc
    with open(path, "rb") as file:
        is_file = file.read(6) == b"ARROW1"
        file.seek(0)
        opening = ipc.open_file if is_file else ipc.open_stream
        with opening(file) as table:
            parts = table
            if is_file:
                parts = map(table.get_batch, range(table.num_record_batches))
            for batch in parts:
                yield from batch.to_pylist()


def _nested(value: Record) -> bool:
    """Whether this is a reasoning-gym record: puzzle and solution are in its metadata."""
    record = value.get("metadata")
    return isinstance(record, dict) and "puzzle" in record


def _bench(record: Record) -> tuple[str | ParseError, Record]:
    """Return the board of a Sudoku-Bench record, and its layout with the rules."""
    try:
        puzzle = read_bench(record, [REFUSED])
    except ParseError as error:
        return error, {}
    return puzzle.line, {"layout": puzzle.layout.name}


def _lines(stream: Any, layout: Layout | None) -> Iterator[Rows]:
    """Yield puzzles from text of any shape."""
    reader = TextReader(layout)
    number = 1
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
        yield unanswered(item.layout, numbers, item.cells)
