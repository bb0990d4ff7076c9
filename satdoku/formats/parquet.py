"""Read puzzles from Parquet files, in blocks of records like those of other `tables`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..errors import ParseError, library
from ..phrases import phrase
from .tables import (
    IN_WORDS,
    OF_PUZZLE,
    ROWS,
    Keep,
    Record,
    other_columns,
    puzzle_column,
    text_of_field,
)

#: The text types of Arrow.
TEXT_TYPES = ("string", "large_string", "binary", "large_binary")
#: Maximum number of bytes of a block of rows.
PARQUET_LIMIT = 1 << 29


def read_parquet(path: str, column: str | None, keep: Keep | None = None) -> Iterator[list[Record]]:
    """Yield the records of a Parquet file in blocks; their line numbers are row numbers from 1."""
    parquet = import_parquet()
    with parquet.ParquetFile(path) as table:
        names = table.schema_arrow.names
        name = puzzle_column(names, column)
        parts = [part for part in (*OF_PUZZLE, *IN_WORDS) if part in names and part != name]
        columns = [name, *parts]
        start = len(columns)
        others = []
        if keep:
            columns += _kept_columns(table.schema_arrow, column)
            others = [keep(other) for other in columns[start:]]
        texts = [c for c in columns if str(table.schema_arrow.field(c).type) in TEXT_TYPES]
    # Dictionary encoding keeps a text that is repeated a million times small until the room that it
    # would take has been checked.
    with parquet.ParquetFile(path, read_dictionary=texts) as table:
        row = 1
        for batch in table.iter_batches(ROWS, columns=list(dict.fromkeys(columns))):
            if sum(map(_room, batch.columns)) > PARQUET_LIMIT:
                raise ParseError(
                    phrase(
                        "over {most:,} bytes in {rows:,} rows", most=PARQUET_LIMIT, rows=len(batch)
                    ),
                    row,
                )
            lists = [_plain(batch.column(column)).to_pylist() for column in columns]
            block = []
            for line, value in enumerate(zip(*lists, strict=True), row):
                own = dict(zip(columns[1:start], value[1:start], strict=True))
                text = text_of_field(line, value[0], own)
                beside = dict(zip(others, value[start:], strict=True)) if keep else None
                block.append((text, line, beside))
            yield block
            row += len(batch)


def parquet_columns(path: str, column: str | None) -> dict[str, Any]:
    """Return the other columns of a Parquet file: their names and types."""
    with import_parquet().ParquetFile(path) as table:
        schema = table.schema_arrow
    return {name: _kept_type(schema.field(name).type) for name in _kept_columns(schema, column)}


def _kept_columns(schema: Any, column: str | None) -> list[str]:
    """Return the other columns with unique names, without nested nanoseconds: Python has no
    type."""
    from pyarrow.types import is_nested

    names = [n for n in other_columns(schema.names, column) if schema.names.count(n) == 1]
    kinds = {name: schema.field(name).type for name in names}
    return [name for name, kind in kinds.items() if not (is_nested(kind) and "[ns" in str(kind))]


def _kept_type(kind: Any) -> Any:
    """Return the type in which a column is stored: nanoseconds as text."""
    import pyarrow
    from pyarrow.types import is_dictionary

    if "[ns" in str(kind):
        return pyarrow.string()
    return kind.value_type if is_dictionary(kind) else kind


def _room(column: Any) -> int:
    """Return the approximate size of a column in bytes, counting every repetition of a text."""
    from pyarrow import compute
    from pyarrow.types import is_dictionary

    if not is_dictionary(column.type):
        return int(column.nbytes)
    lengths = compute.binary_length(column.dictionary).cast("int64")
    return int(compute.sum(lengths.take(column.indices)).as_py() or 0)


def _plain(column: Any) -> Any:
    return column.cast("string") if "[ns" in str(column.type) else column


def import_parquet() -> Any:
    """Import pyarrow.parquet; raise `EngineError` if it is not installed."""
    return library("pyarrow.parquet", "Parquet and zstd files need pyarrow", "pyarrow")
