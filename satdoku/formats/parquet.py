"""Puzzles in Parquet files, read in blocks of records as those of other `tables`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..errors import EngineError, ParseError
from .tables import ROWS, Keep, Record, other_columns, puzzle_column, text_of_field

#: Parquet's types of text.
TEXT_TYPES = ("string", "large_string", "binary", "large_binary")
#: Bytes of a Parquet column that are read at a time.
PARQUET_LIMIT = 1 << 29


def read_parquet(path: str, column: str | None, keep: Keep | None = None) -> Iterator[list[Record]]:
    """The records of a Parquet file, a block at a time; their lines are rows from 1."""
    parquet = import_parquet()
    with parquet.ParquetFile(path) as table:
        names = table.schema_arrow.names
        name = puzzle_column(names, column)
        columns = [name, *({"layout"} & {*names} - {name})]
        start, others = len(columns), list[str]()
        if keep:
            columns += _kept_columns(table.schema_arrow, column)
            others = [keep(other) for other in columns[start:]]
        texts = [c for c in columns if str(table.schema_arrow.field(c).type) in TEXT_TYPES]
    # As a dictionary a text that is repeated a million times takes the room of one, until it is
    # told how much room it will take.
    with parquet.ParquetFile(path, read_dictionary=texts) as table:
        row = 1
        for batch in table.iter_batches(ROWS, columns=columns):
            if sum(map(_room, batch.columns)) > PARQUET_LIMIT:
                raise ParseError(f"over {PARQUET_LIMIT:,} bytes in {len(batch):,} rows", row)
            lists = [_plain(batch.column(column)).to_pylist() for column in columns]
            values = zip(*lists, strict=True)
            yield [
                (
                    text_of_field(line, *value[:start]),
                    line,
                    dict(zip(others, value[start:], strict=True)) if keep else None,
                )
                for line, value in enumerate(values, row)
            ]
            row += len(batch)


def parquet_columns(path: str, column: str | None) -> dict[str, Any]:
    """The names of the other columns of a Parquet file, and their types."""
    with import_parquet().ParquetFile(path) as table:
        schema = table.schema_arrow
    return {name: _kept_type(schema.field(name).type) for name in _kept_columns(schema, column)}


def _kept_columns(schema: Any, column: str | None) -> list[str]:
    """The other columns with names of their own; no nanoseconds in lists: Python has none."""
    from pyarrow.types import is_nested

    names = [n for n in other_columns(schema.names, column) if schema.names.count(n) == 1]
    kinds = {name: schema.field(name).type for name in names}
    return [name for name, kind in kinds.items() if not (is_nested(kind) and "[ns" in str(kind))]


def _kept_type(kind: Any) -> Any:
    """The type in which a column is kept: nanoseconds as text."""
    import pyarrow
    from pyarrow.types import is_dictionary

    if "[ns" in str(kind):
        return pyarrow.string()
    return kind.value_type if is_dictionary(kind) else kind


def _room(column: Any) -> int:
    """About how many bytes the column takes, each text counted as often as it is there."""
    from pyarrow import compute
    from pyarrow.types import is_dictionary

    if not is_dictionary(column.type):
        return int(column.nbytes)
    lengths = compute.binary_length(column.dictionary).cast("int64")
    return int(compute.sum(lengths.take(column.indices)).as_py() or 0)


def _plain(column: Any) -> Any:
    return column.cast("string") if "[ns" in str(column.type) else column


def import_parquet() -> Any:
    """pyarrow.parquet; `EngineError` where it is not installed."""
    try:
        from pyarrow import parquet
    except ImportError:
        raise EngineError("Parquet and zstd files need pyarrow: pip install pyarrow") from None
    return parquet
