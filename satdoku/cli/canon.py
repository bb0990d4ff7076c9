"""`satdoku canon`: the least form of each puzzle, and collections without the same one twice."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from hashlib import blake2b

import click

from ..layout import Layout
from . import options
from .messages import complain
from .stream.answers import Line, Output, shaped
from .stream.feed import Block, Feed, answers, say_left_out
from .stream.files import Entry

COLUMNS = {"puzzle": "string", "layout": "string", "form": "string", "automorphisms": "int64"}


@click.command("canon")
@options.inputs
@click.option(
    "--dedupe",
    is_flag=True,
    help="The puzzles themselves, but none that is an earlier one in disguise.",
)
@options.puzzle_format("line", "json", "csv", "parquet")
@options.layout
@options.jobs
@options.stream
@options.output
def command(
    inputs: tuple[str, ...],
    dedupe: bool,
    form: str,
    layout: Layout | None,
    jobs: int,
    on_error: str,
    column: str | None,
    resume: bool,
    output: str | None,
) -> int:
    """Find the least form of puzzles and grids: equal for all that are the same in disguise.

    Digits may be renamed, rows and columns moved and the board transposed, as the layout allows.
    Exit status 1 if a board has no form (a digit twice in a house).
    """
    if dedupe and resume:
        raise click.UsageError("--dedupe looks at all puzzles anew: leave out --resume")
    feed = Feed(inputs, layout, on_error == "skip", column)
    out = Output(output, form, COLUMNS, resume)
    each = partial(canon_entry, form=form, itself=dedupe)
    many = partial(canon_block, form=form, itself=dedupe)
    lines = answers(feed, each, many, jobs, out.skip)
    status = out.write(_first_of_each(lines) if dedupe else lines, "comparing")
    return say_left_out(feed) or status


def _first_of_each(lines: Iterator[Line]) -> Iterator[Line]:
    """The lines whose form did not come before; and how many are left out."""
    seen, count = set[bytes](), 0
    for line in lines:
        key = blake2b(str(line.record.get("form", count)).encode(), digest_size=16).digest()
        count += 1
        if key not in seen:
            seen.add(key)
            yield line
    complain(f"{count:,} puzzles, {count - len(seen):,} of them an earlier one in disguise")


def canon_entry(entry: Entry, form: str, itself: bool) -> Line:
    """The form of one puzzle."""
    from ..batch.least_forms import canonical
    from ..errors import PuzzleError

    puzzle = entry.puzzle
    try:
        found = canonical(puzzle)
    except PuzzleError as error:
        problem = str(error).removeprefix("board 0 (from 0) ")
        record = {"puzzle": puzzle.line, "layout": puzzle.layout.name, "problem": problem}
        text, row = shaped(record, form, COLUMNS)
        return Line(text or f"# {problem}", f"{entry.where}: {problem}", ok=False, record=row)
    return _line(puzzle.line, puzzle.layout, found.puzzle.line, found.automorphisms, form, itself)


def canon_block(block: Block, form: str, itself: bool) -> list[Line]:
    """The forms of a block of boards."""
    from ..batch.least_forms import canonical_boards
    from ..errors import PuzzleError
    from ..formats.line_blocks import texts

    boards, layout = block.boards, block.boards.layout
    try:
        found = canonical_boards(boards.cells, layout)
    except PuzzleError:  # say of which
        return [canon_entry(block.entry(i), form, itself) for i in range(len(block))]
    return [
        _line(text, layout, least, count, form, itself)
        for text, least, count in zip(
            boards.texts, texts(found.forms, layout), found.automorphisms.tolist(), strict=True
        )
    ]


def _line(puzzle: str, layout: Layout, least: str, count: int, form: str, itself: bool) -> Line:
    record = {"puzzle": puzzle, "layout": layout.name, "form": least, "automorphisms": count}
    text, _ = shaped(record, form, COLUMNS)
    plain = "" if form == "parquet" else puzzle if itself else least
    return Line(text or plain, record=record)
