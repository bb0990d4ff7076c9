"""Puzzles in tables: CSV (as on Kaggle), JSON Lines and Parquet, read in blocks.

The column is the first of `COLUMNS` that the table has, or one by name.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from itertools import islice
from typing import Any, TextIO

from ..errors import EngineError, ParseError
from .variants import names_rules

#: Names under which tables hold puzzles; the former two are Kaggle's.
COLUMNS = ("puzzle", "quizzes", "quiz", "puzzles", "board", "question")
ROWS = 4096


def puzzle_column(names: list[str], wanted: str | None) -> str:
    """The column that holds the puzzles; `ParseError` if there is none."""
    for name in [wanted] if wanted else COLUMNS:
        for column in names:
            if column is not None and column.strip().lower() == str(name).lower():
                return column
    known = f"no column {wanted!r}" if wanted else f"no column named {' or '.join(COLUMNS[:2])}"
    raise ParseError(f"{known}: it has {', '.join(names) or 'none'}; name one with --column", 1)


def read_csv(lines: TextIO, column: str | None) -> Iterator[tuple[list[str], list[int]]]:
    """(puzzles as text, their lines) of a CSV file with a header, a block at a time."""
    rows = csv.reader(lines)
    names = next(rows, [])
    place = names.index(puzzle_column(names, column))
    layout = names.index("layout") if "layout" in names else len(names)
    full = (
        (
            with_rules(row[place], *row[layout : layout + 1]) if place < len(row) else "",
            rows.line_num,
        )
        for row in rows
        if row
    )
    try:
        while block := list(islice(full, ROWS)):
            yield [text for text, _ in block], [number for _, number in block]
    except csv.Error as error:
        raise ParseError(str(error), rows.line_num) from None


def read_json_lines(lines: TextIO, column: str | None) -> Iterator[tuple[list[str], list[int]]]:
    """(puzzles as text, their lines) of a file of JSON objects, one a line, a block at a time.

    Objects without a puzzle (null) are left out.
    """
    rows = ((number, line) for number, line in enumerate(lines, 1) if line.strip())
    name = ""
    while block := list(islice(rows, ROWS)):
        texts, numbers = [], []
        for number, line in block:
            try:
                record = json.loads(line)
            except json.JSONDecodeError as error:
                raise ParseError(f"no JSON: {error.msg}", number, error.colno) from None
            if not isinstance(record, dict):
                raise ParseError("a JSON object is expected in each line", number)
            name = name or puzzle_column(list(record), column)
            if record.get(name) is not None:
                texts.append(with_rules(str(record[name]), record.get("layout")))
                numbers.append(number)
        yield texts, numbers


def read_parquet(path: str, column: str | None) -> Iterator[tuple[list[str], list[int]]]:
    """(puzzles as text, their rows from 1) of a Parquet file, a block at a time."""
    parquet = import_parquet()
    with parquet.ParquetFile(path) as table:
        name = puzzle_column(table.schema_arrow.names, column)
        row = 1
        columns = [name, *({"layout"} & {*table.schema_arrow.names} - {name})]
        for batch in table.iter_batches(ROWS, columns=columns):
            lists = [batch.column(column).to_pylist() for column in columns]
            texts = [with_rules(str(text or ""), *rest) for text, *rest in zip(*lists, strict=True)]
            yield texts, list(range(row, row + len(texts)))
            row += len(texts)


def with_rules(puzzle: str, layout: object = None) -> str:
    """The puzzle as text; with its layout where that says more than a size."""
    if not names_rules(layout) or "{" in puzzle:
        return puzzle
    return json.dumps({"puzzle": puzzle, "layout": layout})


def import_parquet() -> Any:
    """pyarrow.parquet; `EngineError` where it is not installed."""
    try:
        from pyarrow import parquet
    except ImportError:
        raise EngineError(
            "Parquet and zstd files need pyarrow: pip install 'satdoku[data]'"
        ) from None
    return parquet
