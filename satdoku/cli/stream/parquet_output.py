"""A Parquet file for answers."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from .files import said
from .runs import lock

if TYPE_CHECKING:
    from .answers import Line

#: Rows written at a time.
ROWS = 50_000


@contextmanager
def open_parquet(name: str, columns: dict[str, Any]) -> Iterator[Any]:
    """A Parquet file that appears when all is written."""
    from ...formats.parquet import import_parquet

    parquet = import_parquet()
    import pyarrow

    class Table:
        def __init__(self) -> None:
            self.rows: list[dict[str, Any]] = []
            self.writer: Any = None

        def write(self, line: Line) -> None:
            self.rows.append(line.record)
            if len(self.rows) == ROWS:
                self.flush()

        def flush(self) -> None:
            data = {name: [row.get(name) for row in self.rows] for name in columns}
            self.writer = self.writer or parquet.ParquetWriter(part, schema)
            self.writer.write_table(pyarrow.table(data, schema=schema))
            self.rows.clear()

    schema = pyarrow.schema([(name, _arrow_type(kind)) for name, kind in columns.items()])
    part = os.path.realpath(name) + ".part"
    table = Table()
    with said(name):
        held = open(part, "ab")  # noqa: SIM115 - says plainly what is wrong with the place
        lock(held, name)
    try:
        with said(name), held:
            yield table
            if table.rows or not table.writer:
                table.flush()
            table.writer.close()
            os.replace(part, os.path.realpath(name))
    except BaseException:
        with suppress(OSError):
            os.unlink(part)
        raise


def _arrow_type(name: Any) -> Any:
    import pyarrow

    if not isinstance(name, str):  # that of a column that is kept
        return name
    return pyarrow.bool_() if name == "bool" else getattr(pyarrow, name)()
