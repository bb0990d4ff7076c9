"""A Parquet file for answers, and what is there of it before it is whole.

The directory of a Parquet file comes last, so one that was cut off is none. The answers so far
stand in FILE.part as blocks of Arrow, each after its length: a run that is killed loses at most
what it held. When all is done they become the file, its rows grouped anew, so that it has the same
bytes wherever runs were cut off.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, Any, BinaryIO

from .files import whole_file
from .unfinished import Done

if TYPE_CHECKING:
    from .writers import Line

#: Rows of a group in the file, and the most that are held before they are written.
ROWS = 50_000
#: Seconds after which they are written however few they are.
SECONDS = 10.0
#: What FILE.part begins with, and Parquet does.
HEAD, PARQUET = b"satdoku blocks of Arrow 1\n", b"PAR1"
#: Bytes of a block's length.
LENGTH = 8


class Rows:
    """Answers as rows of a table with these columns; the methods of `unfinished.Lines`.

    Raises `EngineError` without pyarrow.
    """

    def __init__(self, columns: dict[str, Any]) -> None:
        from ...formats.parquet import import_parquet

        import_parquet()
        import pyarrow

        self.schema = pyarrow.schema([(name, _arrow_type(kind)) for name, kind in columns.items()])

    def table(self, rows: list[dict[str, Any]]) -> Any:
        """Records as a table."""
        import pyarrow

        data = {name: [row.get(name) for row in rows] for name in self.schema.names}
        return pyarrow.table(data, schema=self.schema)

    def count(self, path: str) -> Done:
        """What is there; `ValueError` says why it is something else."""
        count, last = 0, None
        for table in tables_in(path):
            if not table.schema.equals(self.schema):
                raise ValueError("it has other columns")
            if len(table):
                count += len(table)
                last = table.slice(len(table) - 1)
        return Done(count, last)

    def is_last(self, line: Line, last: Any) -> bool:
        """The line is the last of what is there."""
        return bool(self.table([line.record]).equals(last))

    def take(self, begun: str, part: str) -> None:
        """Make FILE.part of what is there: of a file that was whole, a copy."""
        if begun != part:
            with self.opened(part) as copy:
                for table in tables_in(begun):
                    copy.add(table)

    @contextmanager
    def opened(self, part: str) -> Iterator[Part]:
        """What writes rows to the end of FILE.part; at its end, those that are held."""
        with open(part, "ab") as file:
            rows = Part(file, self)
            try:
                yield rows
            finally:
                rows.flush()

    def keep_whole(self, part: str) -> bool:
        """Cut FILE.part off where it is not whole; whether anything is left."""
        with open(part, "r+b") as file:
            end = len(HEAD) if file.read(len(HEAD)) == HEAD else 0
            while end and _block(file):
                end = file.tell()
            file.truncate(end)
        return end > len(HEAD)

    def become(self, part: str, target: str) -> None:
        """The rows of FILE.part become the file."""
        from pyarrow import concat_tables, parquet

        with whole_file(target) as raw, parquet.ParquetWriter(raw, self.schema) as writer:
            held, groups = self.schema.empty_table(), 0
            for table in tables_in(part):
                held = concat_tables([held, table])
                while len(held) >= ROWS:
                    writer.write_table(held.slice(0, ROWS).combine_chunks())
                    held, groups = held.slice(ROWS), groups + 1
            if len(held) or not groups:
                writer.write_table(held.combine_chunks())
        os.unlink(part)


class Part:
    """An open FILE.part. held: the rows that are not in it yet."""

    def __init__(self, file: BinaryIO, rows: Rows) -> None:
        self.file, self.rows = file, rows
        self.held: list[dict[str, Any]] = []
        self.last = monotonic()
        if not file.tell():
            file.write(HEAD)
            file.flush()

    def write(self, line: Line) -> None:
        """Take a row."""
        self.held.append(line.record)
        if len(self.held) == ROWS or monotonic() - self.last > SECONDS:
            self.flush()

    def flush(self) -> None:
        """Write the rows that are held as a block. Who is interrupted here loses them, but never
        has them twice."""
        held, self.held = self.held, []
        if held:
            self.add(self.rows.table(held))
        self.last = monotonic()

    def add(self, table: Any) -> None:
        """Write a block."""
        from pyarrow import BufferOutputStream, ipc

        sink = BufferOutputStream()
        with ipc.new_stream(sink, self.rows.schema) as stream:
            stream.write_table(table)
        data = sink.getvalue()
        self.file.write(len(data).to_bytes(LENGTH, "little"))
        self.file.write(data)
        self.file.flush()


def _arrow_type(name: Any) -> Any:
    import pyarrow

    if not isinstance(name, str):  # that of a column that is kept
        return name
    return pyarrow.bool_() if name == "bool" else getattr(pyarrow, name)()


def tables_in(path: str) -> Iterator[Any]:
    """The rows of FILE.part, or of FILE, a block at a time; `ValueError` if it is neither."""
    from pyarrow import Table, ipc, lib, parquet

    with open(path, "rb") as file:
        head = file.read(len(HEAD))
        if head.startswith(PARQUET):
            try:
                with parquet.ParquetFile(path) as whole:
                    for batch in whole.iter_batches(ROWS):
                        yield Table.from_batches([batch])
            except lib.ArrowException:
                raise ValueError("it is damaged") from None
            return
        if head != HEAD[: len(head)]:
            raise ValueError("it is no Parquet")
        while data := _block(file):
            with ipc.open_stream(data) as stream:
                yield stream.read_all()


def _block(file: BinaryIO) -> bytes | None:
    """The next block, if it is whole."""
    length = int.from_bytes(file.read(LENGTH), "little")
    left = os.fstat(file.fileno()).st_size - file.tell()
    return file.read(length) if length <= left else None
