"""Opening files of puzzles, compressed or not; a damaged one is a `ParseError` that names it."""

from __future__ import annotations

import io
import os
import zlib
from codecs import BOM_UTF16_BE, BOM_UTF16_LE, getincrementaldecoder
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ..errors import ParseError
from .endings import packing_of

#: Bytes that are looked at to tell what a file holds.
BUFFER = 65_536
#: How compressed files begin.
PACKED = {b"\x1f\x8b": ".gz", b"\x28\xb5\x2f\xfd": ".zst"}

#: How files begin that hold no text: what they are.
OTHERS = {
    b"\x89PNG": "a picture (PNG)",
    b"\xff\xd8\xff": "a picture (JPEG)",
    b"GIF8": "a picture (GIF)",
    b"RIFF": "a picture (WebP) or sound",
    b"%PDF-": "a PDF document",
    b"PK\x03\x04": "a ZIP archive, or a document in one (.xlsx, .docx)",
    b"7z\xbc\xaf": "a 7-Zip archive",
    b"Rar!\x1a": "a RAR archive",
    b"BZh": "a file compressed by bzip2",
    b"\xfd7zXZ": "a file compressed by xz",
}


class _FromUtf16(io.RawIOBase):
    """A stream of text in UTF-16, as Windows writes it, in UTF-8."""

    def __init__(self, stream: Any) -> None:
        self.stream, self.decoder, self.rest = stream, getincrementaldecoder("utf-16")(), b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data = b" "
        while data and not self.rest:
            data = self.stream.read1(BUFFER)
            self.rest = self.decoder.decode(data, final=not data).encode()
        size = min(len(buffer), len(self.rest))
        buffer[:size], self.rest = self.rest[:size], self.rest[size:]
        return size


@contextmanager
def opened(name: str, standard_input: Any = None) -> Iterator[tuple[str, Any]]:
    """(name for people, open stream of bytes); a damaged file is a `ParseError`.

    name: a file, or - for standard_input, an open stream.
    """
    source = source_of(name)
    try:
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
    except ParseError as error:
        known = error.source or source
        raise ParseError(error.problem, error.line, error.column, known) from None
    except EOFError:
        raise ParseError("the compressed file is cut off: get it anew", source=source) from None
    except zlib.error as error:
        raise ParseError(f"damaged, or not compressed: {error}", source=source) from None
    except OSError as error:
        if error.errno is None:  # pyarrow's
            raise ParseError(f"damaged, or not compressed: {error}", source=source) from None
        raise
    except UnicodeDecodeError as error:
        byte = error.object[error.start]
        what = error.encoding.upper()
        raise ParseError(f"byte 0x{byte:02X} is not {what} text", source=source) from None
    except Exception as error:  # pyarrow's errors are of many kinds
        if type(error).__module__.startswith("pyarrow"):
            raise ParseError(f"no table: {error}", source=source) from None
        raise


def source_of(name: str) -> str:
    """The name of an input, for people."""
    if name == "-":
        return "standard input"
    return name if os.path.exists(name) else "argument"


def _start(stream: Any) -> bytes:
    """The first bytes of a stream, which are not taken from it."""
    return stream.peek() if hasattr(stream, "peek") else b""


def _packing_of_start(stream: Any) -> str:
    """How a stream is compressed, told by its first bytes."""
    start = _start(stream)
    return next((packing for mark, packing in PACKED.items() if start.startswith(mark)), "")


def _as_utf8(stream: Any) -> Any:
    """The stream, in UTF-8 where it begins as text in UTF-16 does; `ParseError` for pictures and
    other files that are known to hold no text."""
    start = _start(stream)
    for mark, what in OTHERS.items():
        if start.startswith(mark):
            raise ParseError(f"this is {what}; satdoku reads text")
    is_wide = start.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
    return io.BufferedReader(_FromUtf16(stream), BUFFER) if is_wide else stream
