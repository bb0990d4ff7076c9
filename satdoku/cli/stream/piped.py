"""Detect the format of standard input by its first bytes, since it has no name."""

from __future__ import annotations

import csv
import io
import json
import re
from typing import Any

from ...formats.opening import BUFFER
from ...formats.tables import ABOVE_HEADER, COLUMNS, delimiter_of


class _Begun(io.RawIOBase):
    """A stream whose first bytes have already been read."""

    def __init__(self, start: bytes, rest: io.BufferedReader) -> None:
        self.start, self.rest = start, rest

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if not self.start:
            return self.rest.readinto1(buffer)
        size = min(len(buffer), len(self.start))
        buffer[:size], self.start = self.start[:size], self.start[size:]
        return size


def first_lines(stream: io.BufferedReader) -> tuple[bytes, io.BufferedReader]:
    """Return the complete lines among a stream's first bytes (at least one, unless it is very
    long), and the stream with nothing consumed."""
    start = stream.peek()[:BUFFER]
    if b"\n" not in start and len(start) < BUFFER:
        start = stream.readline(BUFFER)
        stream = io.BufferedReader(_Begun(start, stream), BUFFER)
    return start[: start.rfind(b"\n") + 1] or start, stream


def kind_of_content(start: bytes) -> str:
    """Return the kind of content: "csv", "jsonl" or "parquet", or "" if it is not a table."""
    if start.startswith(b"PAR1"):
        return "parquet"
    try:
        text = start.decode("utf-8-sig").lstrip()
    except UnicodeDecodeError:
        return ""
    line = text.partition("\n")[0].rstrip("\r")
    if re.match(r"\[\s*\{", text):
        return "jsonl"
    if ABOVE_HEADER.fullmatch(line):
        return "csv"
    try:
        if line.startswith("{"):
            names = json.loads(line)
        else:
            names = next(csv.reader([line], delimiter=delimiter_of(line)), [])
            names = names if len(names) > 1 and all(map(_may_be_header, names)) else ()
    except (ValueError, RecursionError, csv.Error):
        return ""
    is_table = any(isinstance(name, str) and name.lower() in COLUMNS for name in names)
    return ("jsonl" if line.startswith("{") else "csv") if is_table else ""


def _may_be_header(name: str) -> bool:
    return name == name.strip() and len(name) < 60
