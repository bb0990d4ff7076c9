"""Puzzles in tables, CSV (as on Kaggle) and JSON Lines, read in blocks of records; see `parquet`.

The puzzle column is the first of `COLUMNS` that the table has, or a named one. A record is the text
of its puzzle (or the error), its line, and its other fields if they are to be kept.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterator, Mapping
from itertools import chain, islice
from math import isqrt
from typing import Any

from ..errors import ParseError
from ..grouping import in_blocks
from ..layout_data import MAX_SIZE
from ..phrases import phrase
from .programs.cages import are_cages
from .rules_in_text import TITLE, WORDS, states_rules, words_of
from .text.json_text import DOCUMENT_LIMIT, load_json
from .text.lines import ByteStream, line_parts, no_text, not_utf8
from .variants import is_record, names_rules

#: The text of a puzzle, or the error; its line; its other fields, if kept.
Record = tuple[str | ParseError, int, dict[str, Any] | None]
#: Maps a column name to the name under which it is kept.
Keep = Callable[[str], str]
#: Column names for puzzles; the first two are used on Kaggle.
COLUMNS = ("puzzle", "quizzes", "quiz", "puzzles", "board", "question")
#: Other columns that are part of the puzzle.
OF_PUZZLE = ("layout", "symbols", "left_out")
#: Other columns that may state rules in words.
IN_WORDS = (*WORDS, TITLE)
#: What Excel writes above the header to declare the delimiter.
ABOVE_HEADER = re.compile(r"sep=.\s*")
#: Bytes that are in no text.
CONTROLS = bytes({*range(32), 127}.difference(b"\t\n\r\f\x1a\x1b"))
ROWS = 4096


def puzzle_column(names: list[str], column_name: str | None) -> str:
    """Return the column with the puzzles; raise `ParseError` if there is none, or several of its
    name."""
    wanted = (column_name,) if column_name else COLUMNS
    for name in wanted:
        small = str(name).lower()
        alike = [c for c in names if c is not None and c.strip().lower() == small]
        found = [c for c in alike if c == name] or alike
        if len(found) > 1:
            raise ParseError(
                phrase(
                    "{number} columns are named {name!s}: rename all but one",
                    number=len(found),
                    name=name,
                ),
                1,
            )
        if found:
            return found[0]
    columns = ", ".join(names)[:300] or "none"
    said = "no column named {name!s}: it has {columns!s}; name one with --column"
    if column_name:
        said = "no column {name!r}: it has {columns!s}; name one with --column"
    asked = column_name or COLUMNS[0]
    raise ParseError(phrase(said, name=asked, columns=columns), 1)


def other_columns(names: list[str], column: str | None) -> list[str]:
    """Return the columns that are not part of the puzzle; raise `ParseError` without a puzzle."""
    column_name = puzzle_column(names, column)
    return [name for name in dict.fromkeys(names) if name not in (column_name, *OF_PUZZLE)]


def read_csv(
    stream: ByteStream, column: str | None, keep: Keep | None = None
) -> Iterator[list[Record]]:
    """Yield the records of a CSV file with a header, in blocks."""
    rows = csv_rows(stream)
    header, _ = next(rows, ([], 1))
    if isinstance(header, ParseError):
        raise header
    place = header.index(puzzle_column(header, column))
    parts = {name: header.index(name) for name in (*OF_PUZZLE, *IN_WORDS) if name in header}
    others = [(header.index(name), keep(name)) for name in other_columns(header, column) if keep]

    def fields(row: list[str] | ParseError) -> dict[str, Any] | None:
        if not others or isinstance(row, ParseError):
            return None
        return {name: row[at] if at < len(row) else None for at, name in others}

    for block in in_blocks(rows, ROWS):
        yield [(_field(row, place, parts, line), line, fields(row)) for row, line in block]


def csv_columns(stream: ByteStream, column: str | None) -> list[str]:
    """Return the names of the other columns of a CSV file."""
    header, _ = next(csv_rows(stream), ([], 1))
    return [] if isinstance(header, ParseError) else other_columns(header, column)


def delimiter_of(header: str) -> str:
    """Return the delimiter of a table with this header: a comma, or one that spreadsheets use if
    there is no comma."""
    return next((mark for mark in ",;\t" if mark in header), ",")


def has_header(line: str) -> bool:
    """Whether the first line of a CSV file is a header; otherwise it holds cells or boards."""
    return not line.strip() or any(c.isalpha() and c not in "xX" for c in line)


def is_binary(start: bytes) -> bool:
    """Whether the first bytes of a file are no text: one in fifty or more is a control character,
    of which text has none but tabs and line ends. (Some letters may be in another encoding.)

    >>> is_binary(bytes(9) + b"PK"), is_binary("puzzle;Lösung".encode("latin-1"))
    (True, False)
    """
    controls = len(start) - len(start.translate(None, CONTROLS))
    return controls * 50 > len(start)


def csv_rows(stream: ByteStream) -> Iterator[tuple[list[str] | ParseError, int]]:
    """Yield (fields, first line) of each row that is not empty; an error in place of a bad row."""
    wrong: list[ParseError] = []

    def lines() -> Iterator[str]:
        for number, part in line_parts(stream):
            if isinstance(part, ParseError):
                wrong.append(part)
                yield "\n"
                continue
            if number == 1 and is_binary(part):
                raise ParseError("this is a binary file, whatever its name: satdoku reads text")
            # Invalid bytes become lone surrogates: they only matter in the puzzle's column.
            text = part.decode(errors="surrogateescape")
            text = text.removeprefix("\ufeff") if number == 1 else text
            yield from (line + "\n" for line in text.split("\n")[:-1])

    parts = lines()
    first = next(parts, "")
    mark = delimiter_of(first)
    if ABOVE_HEADER.fullmatch(first):
        mark = first[4]
        first = "\n"
    rows = csv.reader(chain([first], parts), delimiter=mark)
    start = 1
    while True:
        try:
            row: list[str] | ParseError | None = next(rows, None)
        except csv.Error as error:
            row = ParseError(phrase("no row of a table: {error}", error=error), start)
        # Errors are told where they stand, since the reader of rows got an empty line instead.
        while wrong:
            yield wrong[0], wrong.pop(0).line or start
        if row is None:
            return
        if row:
            yield row, start
        start = rows.line_num + 1


def _field(
    row: list[str] | ParseError, place: int, parts: dict[str, int], line: int
) -> str | ParseError:
    if isinstance(row, ParseError):
        return row
    text = row[place] if place < len(row) else ""
    if byte := re.search("[\udc80-\udcff]", text):
        return not_utf8(ord(byte[0]) - 0xDC00, line)
    if not text.strip():
        return ParseError("no puzzle: its field is empty", line)
    own = {name: row[at] for name, at in parts.items() if at < len(row)}
    return with_rules(text, **own)


def read_json_lines(
    stream: ByteStream, column: str | None, keep: Keep | None = None
) -> Iterator[list[Record]]:
    """Yield the records of a file of JSON objects, one per line, or of lists of objects or
    strings."""
    name = ""

    def record(value: Any, line: int) -> Record:
        nonlocal name
        if isinstance(value, str | ParseError):
            return value, line, None
        if not isinstance(value, dict):
            problem = "a JSON object is expected in each line, or a string"
            return ParseError(problem, line), line, None
        # A record of ours is read whole: its rules are beside its cells.
        is_whole = is_record(value) or value.get("constraints") or value.get("left_out")
        if is_whole and not column:
            others = {} if is_record(value) else value
            return (
                json.dumps(value),
                line,
                keep and kept_of(others, (COLUMNS[0], "constraints"), keep),
            )
        name = name or puzzle_column(list(value), column)
        if name not in value:
            keys = ", ".join(map(str, value))[:100] or "none"
            return (
                ParseError(
                    phrase("no key {name!r} in this record: it has {keys}", name=name, keys=keys),
                    line,
                ),
                line,
                None,
            )
        if value[name] in (None, ""):
            return ParseError("no puzzle: its field is empty", line), line, None
        text = with_rules(str(value[name]), **parts_of(value))
        return text, line, keep and kept_of(value, (name,), keep)

    records = (record(value, line) for value, line in json_values(stream))
    yield from in_blocks(records, ROWS)


def kept_of(record: dict[str, Any], own: tuple[str, ...], keep: Keep) -> dict[str, Any]:
    """Return the fields of a record under the names that they are kept by, without those of its
    puzzle."""
    kept = {}
    for key, field in record.items():
        if key not in (*own, *OF_PUZZLE):
            kept[keep(key)] = field
    return kept


def json_columns(stream: ByteStream, column: str | None) -> list[str]:
    """Return the other columns of JSON Lines: the keys of the first record."""
    first = (value for value, _ in islice(json_values(stream), ROWS) if isinstance(value, dict))
    return other_columns(list(next(first, {})), column)


def json_values(stream: ByteStream) -> Iterator[tuple[Any, int]]:
    """Yield (value, line) for each line; a list, even over several lines, counts as its items.

    A bad line yields a `ParseError` as its value.
    """
    parts = line_parts(stream)
    begun = False
    for first, part in parts:
        if isinstance(part, ParseError):
            yield part, first
            continue
        lines = part.removeprefix(b"\xef\xbb\xbf" if first == 1 else b"").split(b"\n")
        for line, text in enumerate(lines, first):
            if not text.strip():
                continue
            try:
                value = load_json(text.decode(), line)
            except UnicodeDecodeError as error:
                value = no_text(error, line)
            except ParseError as error:
                if not begun and (text.lstrip().startswith(b"[") or opens(text)):
                    rest = b"\n".join(lines[line - first :])
                    yield from _whole_boards(_items(rest, parts, line))
                    return
                value = error
            begun = True
            items = value if isinstance(value, list) else [value]
            yield from _whole_boards((item, line) for item in items)


def _whole_boards(items: Iterator[tuple[Any, int]]) -> Iterator[tuple[Any, int]]:
    """Yield the items of a list; boards that are lists of cells or rows, and lists of cages or of
    placements, become text."""
    first = list(islice(items, MAX_SIZE**2 + 1))
    listed = [item for item, _ in first]
    if first and (are_cages(listed) or _are_placements(listed)):
        yield json.dumps(listed), first[0][1]
        return
    if text := board_text(listed):
        yield text, first[0][1]
        return
    for item, line in chain(first, items):
        yield (isinstance(item, list) and board_text(item)) or item, line


def _are_placements(items: list[Any]) -> bool:
    """Whether these are records of row, column and digit."""
    from .text.placements import placed_in

    are_triples = all(isinstance(item, dict) and len(item) == 3 for item in items)
    return are_triples and placed_in(json.dumps(items), None) is not None


def board_text(items: list[Any]) -> str:
    """Return the text of n lists of n cells, n texts of n characters or n² cells; "" for other
    lists.

    >>> board_text([[1, None, "", 4]] * 4)[:9], board_text(["1  4"] * 4)[:14]
    ('1 . . 4 1', '["1  4", "1  4')
    """
    size = len(items)
    may_be_rows = 4 <= size <= MAX_SIZE
    if may_be_rows and all(isinstance(row, str) and len(row) == size for row in items):
        return json.dumps(items, ensure_ascii=False)
    if all(isinstance(row, list) and len(row) == size for row in items):
        items = [cell for row in items for cell in row]
    if len(items) < 16 or isqrt(len(items)) ** 2 != len(items):
        return ""
    texts = ["." if cell in (None, "", " ") else str(cell) for cell in items]
    are_cells = all(len(text) < 3 and text.strip() for text in texts)
    return " ".join(texts) if are_cells else ""


def opens(text: bytes) -> bool:
    """Whether a JSON object begins on this line and continues on the next."""
    return text.lstrip().startswith(b"{") and text.rstrip()[-1:] in b"{[,"


def _items(
    start: bytes, parts: Iterator[tuple[int, bytes | ParseError]], line: int
) -> Iterator[tuple[Any, int]]:
    """Yield (value, line) for each item of a list that spans several lines."""
    document = bytearray(start)
    for number, part in parts:
        if isinstance(part, ParseError) or len(document) > DOCUMENT_LIMIT:
            raise ParseError(
                phrase(
                    "a list of over {most:,} bytes: write one object per line",
                    most=DOCUMENT_LIMIT,
                ),
                number,
            )
        document += part
    try:
        text = document.decode()
    except UnicodeDecodeError as error:
        raise no_text(error, line) from None
    if text.lstrip().startswith("{"):
        try:
            yield load_json(text), line
        except ParseError as error:
            yield error, line
        return
    decoder = json.JSONDecoder()
    place = text.index("[") + 1
    line += text.count("\n", 0, place)
    while True:
        end = re.compile(r"[\s,]*").match(text, place).end()  # type: ignore[union-attr]
        line += text.count("\n", place, end)
        if text.startswith("]", end):
            return
        try:
            value, place = decoder.raw_decode(text, end)
        except (ValueError, RecursionError):
            yield ParseError("not valid JSON: the list ends or breaks off here", line), line
            return
        yield value, line
        line += text.count("\n", end, place)


def text_of_field(line: int, value: Any, parts: dict[str, object]) -> str | ParseError:
    """Return the text of a puzzle field with the other columns of the puzzle, or the error."""
    if value in (None, "", b""):
        return ParseError("no puzzle: its field is empty", line)
    text = value.decode(errors="replace") if isinstance(value, bytes) else str(value)
    return with_rules(text, **parts)


def parts_of(record: Mapping[str, Any]) -> dict[str, object]:
    """Return the other fields of a record that are part of its puzzle, or may state its rules."""
    return {name: record.get(name) for name in (*OF_PUZZLE, *IN_WORDS)}


def with_rules(
    puzzle: str,
    layout: object = None,
    symbols: object = None,
    left_out: object = None,
    **said: object,
) -> str:
    """Return the puzzle as text, with its layout if that says more than a size, its symbols, the
    rules that it omits, and its words and title if these state rules. said: other fields of its
    record, by name."""
    in_words = "{" not in puzzle and states_rules(said)
    says_more = in_words or left_out or names_rules(layout) or (layout and symbols)
    if "{" in puzzle or not says_more:
        return puzzle
    record = {"puzzle": puzzle, "layout": layout or None, "symbols": symbols, "left_out": left_out}
    if in_words:
        record |= {"ruleset": words_of(said), TITLE: said.get(TITLE)}
    return json.dumps(record)
