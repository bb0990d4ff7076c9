r"""Split a byte stream into lines, one bounded part at a time.

Line ends of any system are recognised: \n, \r\n or \r. Data in a pipe is passed on at once; memory
use is bounded, whatever the length of the stream or of a line.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from ...errors import ParseError
from ...phrases import phrase

#: Maximum number of characters (and bytes) of a line.
LINE_LIMIT = 1_000_000
#: Number of bytes read at a time.
CHUNK = 1 << 20


class ByteStream(Protocol):
    """A source of bytes."""

    def read1(self, size: int, /) -> bytes:
        """Return the available bytes, up to `size`; nothing at the end."""
        ...


def too_long(number: int, limit: int = LINE_LIMIT) -> ParseError:
    """Return the error for a line that exceeds the limit."""
    what = " is no puzzle" if limit == LINE_LIMIT else ""
    return ParseError(
        phrase("a line of over {limit:,} characters{what}", limit=limit, what=what), number
    )


def no_text(error: UnicodeDecodeError, number: int) -> ParseError:
    """The error for bytes that are no text."""
    return not_utf8(error.object[error.start], number)


def not_utf8(byte: int, number: int) -> ParseError:
    """Return the error for a byte that is not part of any text."""
    return ParseError(
        phrase("byte 0x{byte:02X} is not UTF-8 text: save the text as UTF-8", byte=byte), number
    )


def line_parts(
    stream: ByteStream, size: int = CHUNK, limit: int = LINE_LIMIT
) -> Iterator[tuple[int, bytes | ParseError]]:
    """Yield (number of the first line, complete lines, each ending in a line feed), part by part.

    A line above the limit yields an error instead. The numbers count from 1.
    """
    number, rest, skipping = 1, b"", False
    while True:
        chunk = stream.read1(size)
        data = rest + chunk
        if b"\r" in data:
            held = data.endswith(b"\r") and bool(chunk)  # a line feed may follow
            data, tail = (data[:-1], b"\r") if held else (data, b"")
            data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n") + tail
        if not chunk and data and not data.endswith(b"\n"):
            data += b"\n"
        if skipping:
            start = data.find(b"\n") + 1
            if start or not chunk:
                data = data[start:]
                skipping = False
                number = number + 1
            else:
                data = data[-1:] if data.endswith(b"\r") else b""
        end = data.rfind(b"\n") + 1
        whole, rest = data[:end], data[end:]
        yield from _bounded(number, whole, limit)
        number += whole.count(b"\n")
        if not chunk:
            return
        if len(rest) > limit:
            yield number, too_long(number, limit)
            rest, skipping = rest[-1:] if rest.endswith(b"\r") else b"", True


def _bounded(number: int, data: bytes, limit: int) -> Iterator[tuple[int, bytes | ParseError]]:
    """Yield complete lines, with errors for those above the limit."""
    if not data:
        return
    start = 0
    while len(data) - start > limit and (end := data.rfind(b"\n", start, start + limit + 1) + 1):
        start = end
    if len(data) - start <= limit + 1:
        yield number, data
        return
    lengths = [len(line) for line in data.split(b"\n")]
    start = end = 0
    for line, length in enumerate(lengths[:-1], number):
        if length > limit:
            yield from _bounded(number, data[start:end], limit)
            yield line, too_long(line, limit)
            start, number = end + length + 1, line + 1
        end += length + 1
    yield from _bounded(number, data[start:], limit)
