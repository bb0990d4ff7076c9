"""How FILE.part holds the answers so far: as `Lines`, or as the `AnswerTable` of a Parquet file.

Both can be cut off anywhere (a full disk, a killed process) and say what is complete: a line by its
end, a block of rows by the length before it. Invariant of both: what is complete stays as it is,
and only what comes after it is cut off and written anew.

A Parquet file's directory is at its end, so a truncated one is unreadable, and appending to a
complete one would mean to write it again. Hence FILE.part holds rows as length-prefixed Arrow
blocks: a killed run loses at most the rows in memory. At the end they become the file, with rows
regrouped, so that its bytes do not depend on where runs were interrupted.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BufferedReader, TextIOWrapper
from shutil import copyfileobj
from time import monotonic
from typing import Any, BinaryIO, NamedTuple

from ...errors import ParseError
from ...formats.format_table import Format, packing_of
from ...formats.opening import PieceStream, opened, whole_pieces
from ...frozen import frozen
from ...phrases import phrase
from ...record_types import Record
from ..messages import complain
from .writing import LineWriter, WrittenAnswer, lines_onto, open_output, whole_file

#: Number of rows per row group of the file, and maximum number held in memory.
ROWS = 50_000
#: Seconds after which rows are written even if there are few.
SECONDS = 10.0
#: The first bytes of FILE.part, and of Parquet.
HEAD, PARQUET = b"satdoku blocks of Arrow 1\n", b"PAR1"
#: Number of bytes of a block's length.
LENGTH = 8


class Done(NamedTuple):
    """The number of answers, the last of them, and the beginning of a truncated one."""

    number: int = 0
    last: Any = ""
    cut: str = ""


@frozen
class Lines:
    """Answers as lines. header: of a table, "" for none. frame: the format's header and footer."""

    header: str
    frame: Format

    def count(self, path: str) -> Done:
        """Return what exists; raise `ValueError` if the file is something else."""
        done = 0
        last = ""
        cut = ""
        problems = list[ParseError]()
        with _whole(path, problems.append) as stream:
            begun = TextIOWrapper(stream, "utf-8", "replace", "\n")
            if self.header and not f"{self.header}\n".startswith(begun.readline()):
                raise ValueError("its header is another one")
            for line in begun:
                if line.endswith("\n"):
                    done += 1
                    last = line[:-1]
                else:  # a character may be cut off, too
                    cut = line.rstrip("\ufffd")
        if problems:
            # Without an answer, only the record of the run says that the file is one of ours.
            if not done and not os.path.exists(f"{path}.run"):
                raise problems[0]
            complain(
                phrase(
                    "{path!s}: cut off; what is missing after its whole lines is made again",
                    path=path,
                )
            )
        return Done(done, last, cut)

    def is_last(self, line: WrittenAnswer, last: str) -> bool:
        """Whether the line equals the last existing one."""
        return line.text == last

    def take(self, begun: str, part: str) -> None:
        """Create FILE.part from what exists, which may be compressed."""
        if not packing_of(begun):
            os.replace(begun, part)
            return
        with _whole(begun, lambda _: None) as whole, whole_file(part) as file:
            copyfileobj(whole, file)

    @contextmanager
    def opened(self, part: str) -> Iterator[LineWriter]:
        """Open FILE.part for appending."""
        goes_on = os.path.getsize(part) > 0
        with open(part, "a", encoding="utf-8") as stream:
            yield lines_onto(stream, self.header, self.frame, goes_on)

    def keep_whole(self, part: str) -> bool:
        """Truncate FILE.part to complete lines; return whether anything is left."""
        keep_whole_lines(part)
        return os.path.getsize(part) > 0

    def become(self, part: str, target: str) -> None:
        """Rename FILE.part to the file, or compress it if the file's name says so."""
        if packing_of(target):
            with open(part, encoding="utf-8", newline="\n") as lines, open_output(target) as file:
                copyfileobj(lines, file)
            os.unlink(part)
            return
        if os.path.exists(target):
            os.chmod(part, os.stat(target).st_mode)
        os.replace(part, target)


@contextmanager
def _whole(path: str, tell: Callable[[ParseError], object]) -> Iterator[Any]:
    """Open a file that a run began; a compressed one may be cut off, and ends there."""
    if packing_of(path):
        yield BufferedReader(PieceStream(whole_pieces(path, tell)))
        return
    with opened(path) as (_, stream):
        yield stream


def keep_whole_lines(path: str) -> None:
    """Truncate a file after its last line end."""
    with open(path, "r+b") as file:
        end = file.seek(0, os.SEEK_END)
        while end:
            start = max(0, end - 65_536)
            file.seek(start)
            place = file.read(end - start).rfind(b"\n")
            if place >= 0:
                file.truncate(start + place + 1)
                return
            end = start
        file.truncate(0)


class AnswerTable:
    """Answers as rows of a table with these columns; same interface as `Lines`.

    Raises `EngineError` without pyarrow.
    """

    def __init__(self, columns: Record) -> None:
        from ...formats.parquet import import_parquet

        import_parquet()
        import pyarrow

        self.schema = pyarrow.schema([(name, _arrow_type(kind)) for name, kind in columns.items()])

    def table(self, rows: list[Record]) -> Any:
        """Return records as a table."""
        import pyarrow

        data = {name: [row.get(name) for row in rows] for name in self.schema.names}
        return pyarrow.table(data, schema=self.schema)

    def count(self, path: str) -> Done:
        """Return what exists; raise `ValueError` if the file is something else."""
        count = 0
        last = None
        for table in tables_in(path):
            if not table.schema.equals(self.schema):
                raise ValueError("it has other columns")
            if len(table):
                count += len(table)
                last = table.slice(len(table) - 1)
        return Done(count, last)

    def is_last(self, line: WrittenAnswer, last: Any) -> bool:
        """Whether the line equals the last existing row."""
        return bool(self.table([line.record]).equals(last))

    def take(self, begun: str, part: str) -> None:
        """Create FILE.part from what exists: a copy of a complete file."""
        if begun != part:
            with self.opened(part) as copy:
                for table in tables_in(begun):
                    copy.add(table)

    @contextmanager
    def opened(self, part: str) -> Iterator[RowWriter]:
        """Open FILE.part for appending; the rows in memory are written at the end."""
        with open(part, "ab") as file:
            rows = RowWriter(file, self)
            try:
                yield rows
            finally:
                rows.flush()

    def keep_whole(self, part: str) -> bool:
        """Truncate FILE.part to complete blocks; return whether anything is left."""
        with open(part, "r+b") as file:
            end = len(HEAD) if file.read(len(HEAD)) == HEAD else 0
            while end and _block(file):
                end = file.tell()
            file.truncate(end)
        return end > len(HEAD)

    def become(self, part: str, target: str) -> None:
        """Convert the rows of FILE.part to the final file."""
        from pyarrow import concat_tables, parquet

        with whole_file(target) as raw, parquet.ParquetWriter(raw, self.schema) as writer:
            waiting = self.schema.empty_table()
            groups = 0
            for table in tables_in(part):
                waiting = concat_tables([waiting, table])
                while len(waiting) >= ROWS:
                    writer.write_table(waiting.slice(0, ROWS).combine_chunks())
                    waiting = waiting.slice(ROWS)
                    groups += 1
            if len(waiting) or not groups:
                writer.write_table(waiting.combine_chunks())
        os.unlink(part)


class RowWriter:
    """An open FILE.part. waiting: the rows that are not written yet."""

    def __init__(self, file: BinaryIO, rows: AnswerTable) -> None:
        self.file = file
        self.rows = rows
        self.waiting: list[Record] = []
        self.last = monotonic()
        if not file.tell():
            file.write(HEAD)
            file.flush()

    def write(self, line: WrittenAnswer) -> None:
        """Add a row."""
        self.waiting.append(line.record)
        if len(self.waiting) == ROWS or monotonic() - self.last > SECONDS:
            self.flush()

    def flush(self) -> None:
        """Write the rows in memory as a block. An interrupt here loses them, but never duplicates
        them."""
        # Taken away first: an interrupt between writing and clearing would write them twice.
        waiting, self.waiting = self.waiting, []
        if waiting:
            self.add(self.rows.table(waiting))
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

    if not isinstance(name, str):  # the type of a kept column
        return name
    return pyarrow.bool_() if name == "bool" else getattr(pyarrow, name)()


def tables_in(path: str) -> Iterator[Any]:
    """Yield the rows of FILE.part or FILE, in blocks; raise `ValueError` for other files."""
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
            raise ValueError("it is not a Parquet file")
        while data := _block(file):
            with ipc.open_stream(data) as stream:
                yield stream.read_all()


def _block(file: BinaryIO) -> bytes | None:
    """Return the next block if it is complete."""
    length = int.from_bytes(file.read(LENGTH), "little")
    left = os.fstat(file.fileno()).st_size - file.tell()
    return file.read(length) if length <= left else None
