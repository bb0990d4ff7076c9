"""The rows of data sets that an audit found nothing about, in the form of their files: tables keep
all columns, text and arrays become one puzzle per line."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from typing import Any

from ...board import Puzzle
from ...errors import OutputError, ParseError
from ...formats.format_table import kind_of
from ...formats.opening import opened
from ...formats.parquet import import_parquet
from ...formats.tables import csv_rows, json_values
from ...formats.text.line_blocks import usual_layout
from ...formats.write import cells_line
from ...phrases import joined, phrase, verbatim
from ..files.reading import read_set
from .report import Audit

#: Forms that keep the columns; JSON Lines are written for any JSON.
KEPT = ("csv", "tsv", "json", "jsonl", "ndjson", "parquet")


def form_of(files: tuple[str, ...], out: str) -> str:
    """Return the form in which rows of the files are written; raise `OutputError` if it is not the
    one that the name of the output implies, or if there are several."""
    forms = {_written_as(kind_of(name)) for name in files}
    own = kind_of(out).replace("ndjson", "jsonl")
    if own == "parquet" and len(files) > 1:
        raise OutputError("--clean writes the rows of one Parquet file: audit each alone")
    if forms != {own}:
        raise OutputError(
            phrase(
                "--clean {out!s}: rows are written as they were: {forms}",
                out=out,
                forms=joined([verbatim(f".{form}") for form in forms], "{one} or {next}"),
            )
        )
    return own


def _written_as(kind: str) -> str:
    """Return the form in which rows of a kind of file are written."""
    if "json" in kind:
        return "jsonl"
    return kind if kind in KEPT else "txt"


def clean_rows(found: Audit, form: str, stream: Any) -> int:
    """Write the rows without findings to a binary stream; return how many. Of isomorphic rows the
    first one stays."""
    bad = {*found.unreadable, *found.several, *found.none}
    bad.update(found.wrong_answers, found.wrong_claims)
    bad.update(pair.second for pair in found.duplicates)
    for pairs in (found.leaks, found.grid_leaks, found.neighbours):
        bad.update(pair.first for pair in pairs or ())
    before = 0
    for number, (name, rows) in enumerate(found.files):
        good = {row for row in range(1, rows + 1) if before + row not in bad}
        if form == "parquet":
            table = import_parquet().read_table(name).take([row - 1 for row in sorted(good)])
            import_parquet().write_table(table, stream)
        else:
            for line in _lines(name, form, good, number == 0):
                stream.write(f"{line}\n".encode(errors="surrogateescape"))
        before += rows
    return before - len(bad)


def _lines(name: str, form: str, good: set[int], is_first: bool) -> Iterator[str]:
    """Yield the good rows of a file, after its header if it is the first one."""
    if form == "txt":
        for part in read_set(name):
            for row, board in zip(part.numbers.tolist(), part.boards, strict=True):
                if row in good:
                    yield cells_line(Puzzle(tuple(board.tolist()), part.layout))
        return
    with opened(name) as (_, stream):
        if form == "jsonl":
            for row, (value, _) in enumerate(json_values(stream), 1):
                if row in good:
                    yield json.dumps(value, ensure_ascii=False)
            return
        row = 0
        for k, (fields, _) in enumerate(csv_rows(stream)):
            if isinstance(fields, ParseError):
                row += 1
                continue
            is_header = not k and not usual_layout(f"{fields[0]}\n".encode(), None)
            row += not is_header
            if (row in good and not is_header) or (is_header and is_first):
                out = io.StringIO()
                csv.writer(out, delimiter="\t" if form == "tsv" else ",").writerow(fields)
                yield out.getvalue().rstrip("\r\n")
