"""`satdoku canon`: the least form of each puzzle, and collections without the same one twice."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from hashlib import blake2b
from typing import Any, NamedTuple

import click

from ..board import Puzzle
from .messages import complain
from .stream.entries import Block, Entry
from .stream.shapes import Line
from .stream.wrapped import Unanswered
from .streaming import Stream, streaming

COLUMNS = {"puzzle": "string", "layout": "string", "form": "string", "automorphisms": "int64"}


@click.command("canon")
@click.option(
    "--dedupe",
    is_flag=True,
    help="The puzzles themselves, but none that is an earlier one in disguise.",
)
@streaming("line", "json", "csv", "parquet")
def command(stream: Stream, dedupe: bool) -> int:
    """Find the least form of puzzles and grids: equal for all that are the same in disguise.

    Digits may be renamed, rows and columns moved and the board transposed, as the layout allows.
    Exit status 1 if a board has no form (a digit twice in a house).
    """
    if dedupe and stream.resume:
        raise click.UsageError("--dedupe looks at all puzzles anew: leave out --resume")
    each = partial(canon_entry, itself=dedupe)
    many = partial(canon_block, itself=dedupe)
    through = _first_of_each if dedupe else None
    return stream.answer(each, many, "comparing", COLUMNS, through=through)


def _first_of_each(lines: Iterator[Line]) -> Iterator[Line]:
    """The lines whose form did not come before, and those without a form; and how many are not."""
    seen, count, kept = set[bytes](), 0, 0
    for line in lines:
        count += 1
        if isinstance(line.answer, Least):
            key = blake2b(line.answer.form.encode(), digest_size=16).digest()
            if key in seen:
                continue
            seen.add(key)
        kept += 1
        yield line
    complain(f"{count:,} puzzles, {count - kept:,} of them an earlier one in disguise")


class Least(NamedTuple):
    """A puzzle and its least form, as lines; where cells alone do not tell the rules, as our own
    records. itself: the puzzle is what is printed as a line."""

    puzzle: str
    form: str
    automorphisms: int
    itself: bool = False
    told: str = ""

    def record(self) -> dict[str, Any]:
        """The form and its automorphisms."""
        return {"form": self.form, "automorphisms": self.automorphisms}

    def line(self) -> str:
        """The form, or the puzzle itself."""
        return self.puzzle if self.itself else self.told or self.form

    def text(self) -> str:
        """As a line."""
        return self.line()


def _told(puzzle: Puzzle) -> str:
    """A line that tells the puzzle with its rules."""
    from ..errors import LayoutError
    from ..formats.write import cells_line, record

    try:
        return cells_line(puzzle)
    except LayoutError:
        return record(Puzzle(puzzle.cells, puzzle.layout))


def canon_entry(entry: Entry, itself: bool) -> Least | Unanswered:
    """The form of one puzzle."""
    from ..batch.least_forms import canonical
    from ..errors import PuzzleError

    try:
        found = canonical(entry.puzzle)
    except PuzzleError as error:
        return Unanswered(str(error).removeprefix("board 0 (counting from 0) "))
    puzzle, form = entry.puzzle, found.puzzle
    return Least(_told(puzzle), form.line, found.automorphisms, itself, _told(form))


def canon_block(block: Block, itself: bool) -> list[Least | None]:
    """The forms of a block of boards."""
    from ..batch.least_forms import canonical_boards
    from ..errors import PuzzleError
    from ..formats.line_blocks import texts

    boards, layout = block.boards, block.boards.layout
    try:
        found = canonical_boards(boards.cells, layout)
    except PuzzleError:  # say of which
        return [None] * len(block)
    return [
        Least(text, least, count, itself)
        for text, least, count in zip(
            boards.texts, texts(found.forms, layout), found.automorphisms.tolist(), strict=True
        )
    ]
