"""Open puzzle files, compressed or not; a damaged one raises a `ParseError` that names it, and one
that cannot be written an `OutputError`."""

from __future__ import annotations

import io
import os
import zlib
from codecs import BOM_UTF16_BE, BOM_UTF16_LE, getincrementaldecoder
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ..errors import OutputError, ParseError
from ..phrases import phrase
from .format_table import packing_of

#: Buffer size in bytes; file types are detected within it.
BUFFER = 65_536
#: First bytes of compressed files.
PACKED = {b"\x1f\x8b": ".gz", b"\x28\xb5\x2f\xfd": ".zst"}

CUT_OFF = "the compressed file is cut off: download it again"

#: First bytes of files that contain no text, with their type.
OTHERS = {
    b"\x89PNG": "a picture (PNG)", b"\xff\xd8\xff": "a picture (JPEG)", b"GIF8": "a picture (GIF)",
    b"RIFF": "a picture (WebP) or sound", b"%PDF-": "a PDF document",
    b"PK\x03\x04": "a ZIP archive, or a document in one (.xlsx, .docx)",
    b"7z\xbc\xaf": "a 7-Zip archive", b"Rar!\x1a": "a RAR archive",
    b"SQLite format 3": "a database (SQLite)",
    b"BZh": "a file compressed by bzip2", b"\xfd7zXZ": "a file compressed by xz",
}  # fmt: skip


class PieceStream(io.RawIOBase):
    """A stream of pieces of bytes; an empty one ends it."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self.pieces, self.rest = pieces, b""

    def readable(self) -> bool:
        """Whether the stream can be read."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Read into the buffer what has arrived; return its length."""
        self.rest = self.rest or next(self.pieces, b"")
        size = min(len(buffer), len(self.rest))
        buffer[:size], self.rest = self.rest[:size], self.rest[size:]
        return size


def _from_utf16(stream: Any) -> Iterator[bytes]:
    """Yield a UTF-16 text stream (as written by Windows) as UTF-8."""
    decoder = getincrementaldecoder("utf-16")()
    while data := stream.read1(BUFFER):
        if text := decoder.decode(data):
            yield text.encode()
    yield decoder.decode(b"", final=True).encode()


@contextmanager
def opened(name: str, standard_input: Any = None) -> Iterator[tuple[str, Any]]:
    """Yield (display name, open byte stream); a damaged file raises `ParseError`.

    name: a file, or - for standard_input, an open stream.
    """
    source = source_of(name)
    with naming_damage(source):
        packing = _packing_of_start(standard_input) if name == "-" else packing_of(name)
        if name == "-" and not packing:
            yield source, _as_utf8(standard_input)
        elif packing == ".gz":
            import gzip

            with gzip.open(standard_input if name == "-" else name) as packed:
                yield source, io.BufferedReader(packed, BUFFER)
        elif packing == ".zst":
            from .parquet import import_parquet

            import_parquet()
            import pyarrow

            raw = pyarrow.PythonFile(standard_input) if name == "-" else name
            with pyarrow.input_stream(raw, compression="zstd") as packed:
                yield source, io.BufferedReader(packed, BUFFER)
        else:
            with open(name, "rb", BUFFER) as stream:
                yield source, _as_utf8(stream)


def whole_pieces(name: str, tell: Callable[[ParseError], object]) -> Iterator[bytes]:
    """Yield the bytes of a compressed file, of one that is cut off those before the cut, which is
    told.

    A piece in which the file ends is lost as a whole, so it is read once more, byte by byte.
    """
    done = 0
    for size in (BUFFER, 1):
        try:
            with opened(name) as (_, stream):
                packed = stream.raw
                ahead = done
                while ahead:
                    ahead -= len(packed.read(min(ahead, BUFFER)))
                while piece := packed.read(size):
                    done += len(piece)
                    yield piece
                return
        except ParseError as error:
            if error.problem != CUT_OFF:
                raise
            if size == 1:
                tell(error)


@contextmanager
def naming_damage(source: str) -> Iterator[None]:
    """Convert the errors of readers, of text and of tables, to a `ParseError` that names the
    file."""
    try:
        yield
    except ParseError as error:
        known = error.source or source
        raise ParseError(error.problem, error.line, error.column, known) from None
    except EOFError:
        raise ParseError(CUT_OFF, source=source) from None
    except zlib.error as error:
        raise ParseError(
            phrase("damaged, or not compressed: {error}", error=error), source=source
        ) from None
    except OSError as error:
        if error.errno is None:  # raised by pyarrow
            if "Truncated" in str(error):
                raise ParseError(CUT_OFF, source=source) from None
            raise ParseError(
                phrase("damaged, or not compressed: {error}", error=error), source=source
            ) from None
        raise
    except UnicodeDecodeError as error:
        byte = error.object[error.start]
        what = error.encoding.upper()
        raise ParseError(
            phrase("byte 0x{byte:02X} is not {what} text", byte=byte, what=what), source=source
        ) from None
    except Exception as error:  # pyarrow raises many types of errors
        if type(error).__module__.startswith("pyarrow"):
            raise ParseError(phrase("no table: {error}", error=error), source=source) from None
        raise


@contextmanager
def naming_file(name: str) -> Iterator[None]:
    """Convert a write failure to an error that names the file."""
    try:
        yield
    except OSError as error:
        if isinstance(error, OutputError):
            raise
        raise OutputError(
            phrase("cannot write {name!s}: {why}", name=name, why=error.strerror or error)
        ) from None


def source_of(name: str) -> str:
    """Return the display name of an input."""
    if name == "-":
        return "standard input"
    return name if os.path.exists(name) else "argument"


def _start(stream: Any) -> bytes:
    """Return the first bytes of a stream without consuming them."""
    return stream.peek() if hasattr(stream, "peek") else b""


def _packing_of_start(stream: Any) -> str:
    """Return the compression of a stream, detected by its first bytes."""
    start = _start(stream)
    return next((packing for mark, packing in PACKED.items() if start.startswith(mark)), "")


def _as_utf8(stream: Any) -> Any:
    """Return the stream, converted from UTF-16 if it starts with a BOM; raise `ParseError` for
    pictures and other file types that contain no text."""
    start = _start(stream)
    for mark, what in OTHERS.items():
        if start.startswith(mark):
            instead = "satdoku reads text"
            if what.startswith("a picture"):
                instead = "`satdoku read` reads boards from it"
            elif what.startswith("a database"):
                instead = "`satdoku dataset audit` reads puzzles from it"
            raise ParseError(phrase("this is {what}; {instead}", what=what, instead=instead))
    is_wide = start.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
    return io.BufferedReader(PieceStream(_from_utf16(stream)), BUFFER) if is_wide else stream
