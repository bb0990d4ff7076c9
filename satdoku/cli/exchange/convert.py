"""`satdoku convert`: write puzzles in the formats and links of other programs."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

import click

from ...errors import LayoutError
from ...formats.format_table import ENDS, FORMATS, SYNONYMS, TABLES, format_of_name, kind_of
from ...formats.metadata import ABOUT, IN_TABLES, with_about, with_state
from ...formats.text.candidates import groups_in
from ...formats.text.states import are_candidates
from ...formats.write import record_of
from ...layout import Layout
from ...phrases import phrase
from ...record_types import Record
from ..command import from_table
from ..stream.answering import say_left_out, say_losses
from ..stream.columns import (
    PuzzleCredits,
    columns_for,
    columns_left_out,
    names_of_columns,
    plain_values,
)
from ..stream.entries import Block, Entry, Piece, after
from ..stream.output import Output
from ..stream.reading import Feed, Inputs
from ..stream.writing import WrittenAnswer, csv_line, shaped

if TYPE_CHECKING:
    from ...formats.converting import Writing

#: Matches names of files rather than puzzles.
FILE = re.compile(r"(?!.*\.\.\w)[^\n{<]{0,99}\.[A-Za-z][A-Za-z0-9-]{0,11}(\.gz|\.zst)?")
#: Table columns of the puzzles themselves.
OWN = {"puzzle": "string", "layout": "string"}


@from_table("convert")
def command(
    source: Inputs,
    form: str | None,
    lossy: bool,
    named: PuzzleCredits,
    resume: bool,
    output: str | None,
) -> int:
    """Write puzzles in another format: text, links, files.

    The name of OUT decides the format; `satdoku formats` lists what each can hold. A message names
    what a format cannot hold. A rule is lost only with --lossy.
    \f
    satdoku convert puzzle.txt --to sudokuwiki-link
    satdoku convert puzzles.txt puzzles.csv
    satdoku convert links.txt --to json
    """
    inputs, output = in_and_out(source.inputs, output, form, resume)
    click.get_current_context().params["inputs"] = inputs  # identify the run
    form = SYNONYMS.get(form or "", form or "") or format_of_name(output or "") or "json"
    refuse_other_names(output, form)
    feed = replace(source, inputs=inputs).feed()
    from ...formats.converting import Writing

    writing = Writing(FORMATS[form], lossy)
    others = names_of_columns(feed)
    about = named.about
    if form in TABLES:
        written, lines = as_table(feed, output, writing, resume, about)
    else:
        if form == "json" or {*map(str.lower, others)} & {*ABOUT}:
            feed.keep = str
        written = Output(output, form, resume=resume, framed=True)
        has_candidates = "candidates" in FORMATS[form].carries
        grids = candidate_grids(feed, source.layout) if has_candidates else None
        pieces = feed.pieces() if grids is None else grids
        lines = texts(rest(pieces, written), writing, about)
    status = written.write(lines, "converting")
    lost = dict(writing.lost)
    if form not in (*TABLES, "json"):
        lost |= dict.fromkeys(columns_left_out(feed, ABOUT), 0)
    say_losses({(form, name): count for name, count in lost.items()})
    return max(status, say_left_out(feed))


def as_table(
    feed: Feed, output: str | None, writing: Writing, resume: bool, about: dict[str, str]
) -> tuple[Output, Iterator[WrittenAnswer]]:
    """Return the output as a table, and its rows; the first puzzles tell its columns."""
    form = writing.target.name
    columns = columns_for(feed, form, OWN)
    pieces = feed.pieces()
    first = next(pieces, None)
    said = dict.fromkeys([*about, *names_said(first)], "string")
    columns = OWN | said | columns
    written = Output(output, form, columns, resume)
    if first is not None:
        pieces = chain([first], pieces)
    return written, rows(rest(pieces, written), writing, columns, about)


def candidate_grids(feed: Feed, layout: Layout | None) -> Iterator[Piece] | None:
    """Return the inputs as boards with candidates removed, if they are grids of candidates; None if
    not."""
    for text in map(feed.beginning, feed.inputs):
        is_spaced = any(len(groups_in(line)) > 3 for line in text.splitlines())
        if not (is_spaced and are_candidates(text, layout)):
            return None

    def entries() -> Iterator[Piece]:
        from ...logic.mistakes import state_of
        from ...logic.position import Position

        for number, name in enumerate(feed.inputs, 1):
            state = state_of(feed.whole(name), layout=layout)
            board = state.placed
            placed = [cell for cell, digit in enumerate(board.cells) if digit]
            every = Position.of(board)
            gone = [
                (cell, d)
                for cell, left in enumerate(state.cells)
                if not board.cells[cell]
                for d in every.candidates_in(cell)
                if d not in left
            ]
            yield Entry(with_state(board, placed, gone), number, feed.source(name, number), 1)

    return entries()


def rest(pieces: Iterator[Piece], written: Output) -> Iterator[Piece]:
    """Yield the puzzles not written yet; those to compare with existing output come one by one."""
    return after(pieces, written.skip, 2) if written.resume else pieces


def in_and_out(
    inputs: tuple[str, ...], output: str | None, form: str | None, resume: bool = False
) -> tuple[tuple[str, ...], str | None]:
    """Return the inputs and the output, which may be the last of them."""
    if output or len(inputs) < 2:
        return inputs, output
    *first, last = inputs
    is_there = os.path.exists(last)
    is_input = is_there and not format_of_name(last)
    if form and is_there and not resume:
        is_input = True
    if is_input or not FILE.fullmatch(last):
        return inputs, output
    if is_there and not resume:
        raise click.UsageError(
            phrase(
                "{last!s} already exists: --output {last!s} overwrites it, --to FORMAT reads it "
                "as input",
                last=last,
            )
        )
    if not form and not format_of_name(last):
        raise click.UsageError(
            phrase(
                "the name {last!s} has no known ending (`satdoku formats` lists them): give --to",
                last=last,
            )
        )
    return tuple(first), last


def refuse_other_names(output: str | None, form: str) -> None:
    """Raise a usage error for a file whose name implies another format."""
    promised = format_of_name(output or "")
    end = kind_of(output or "")
    if promised not in ("", form) and end != "txt":
        raise click.BadParameter(
            phrase(
                "a file .{end!s} is {promised!s}, not {form!s}: leave out --to, or name the file "
                "otherwise",
                end=end,
                promised=promised,
                form=form,
            ),
            param_hint="--output",
        )
    if output and not promised and end in ("pdf", "svg", "png", "html"):
        known = ", ".join(f".{end}" for end in ENDS)
        raise click.BadParameter(
            phrase("no .{end!s} is written here, but {known!s}", end=end, known=known),
            param_hint="--output",
        )


def texts(
    pieces: Iterator[Piece], writing: Writing, about: dict[str, str]
) -> Iterator[WrittenAnswer]:
    """Yield the puzzles as texts of a format other than tables, with its header and footer."""
    form = writing.target
    has_written = False
    for piece in pieces:
        whole = writing.block(piece.boards) if isinstance(piece, Block) and not about else None
        found = each_text(piece, writing, about) if whole is None else iter([whole])
        for text in found:
            if not has_written and writing.head:
                yield WrittenAnswer(writing.head)
            yield WrittenAnswer(form.apart + text if has_written else text)
            has_written = True
    if form.foot and has_written:
        yield WrittenAnswer(form.foot)


def each_text(piece: Piece, writing: Writing, about: dict[str, str]) -> Iterator[str]:
    """Yield the puzzles of a piece as texts."""
    for entry in piece.entries():
        try:
            text = writing.text(with_about(entry.puzzle, (entry.others or {}) | about))
        except LayoutError as error:
            raise LayoutError(
                phrase("{where}: {problem}", where=entry.where, problem=error)
            ) from None
        if writing.target.name == "json" and entry.others:
            text = json.dumps(entry.others | json.loads(text), ensure_ascii=False, default=str)
        yield text


def names_said(piece: Piece | None) -> list[str]:
    """Return the metadata keys of the first puzzles, which become table columns."""
    if piece is None:
        return []
    names = {name for entry in piece.entries() for name in record_of(entry.puzzle)}
    return [name for name in (*ABOUT, "placed", "gone", "left_out") if name in names]


def rows(
    pieces: Iterator[Piece], writing: Writing, columns: Record, about: dict[str, str]
) -> Iterator[WrittenAnswer]:
    """Yield the puzzles as table rows, with metadata in columns of its own."""
    form = writing.target.name
    for piece in pieces:
        if isinstance(piece, Block):
            boards = piece.boards
            if form == "csv" and boards.kept is None and boards.others is None and not about:
                empty = dict.fromkeys(columns, None)
                rest_of_row = csv_line((empty | {"layout": boards.layout.text()}).values())
                yield WrittenAnswer("\n".join([text + rest_of_row for text in boards.texts]))
                continue
        for entry in piece.entries():
            puzzle = with_about(entry.puzzle, about)
            writing.notice(puzzle)
            record = plain_values(entry.others or {}, form, columns) | record_of(puzzle)
            record["left_out"] = IN_TABLES.join(record.get("left_out", ()))
            record["layout"] = piece.layout.text()
            text, row = shaped(record, form, columns)
            yield WrittenAnswer(text, record=row)
