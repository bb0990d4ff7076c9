"""`satdoku canon`: the canonical form of each puzzle, and collections without isomorphs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from hashlib import blake2b
from typing import Any, NamedTuple

import click

from ...formats.write import with_head
from ...layout import Layout
from ...plurals import plural
from ..command import Command
from ..messages import complain
from ..options.streams import Stream, streaming
from ..stream.decorated import Unanswered
from ..stream.entries import Piece
from ..stream.writers import Line

COLUMNS = {"puzzle": "string", "layout": "string", "form": "string", "automorphisms": "int64"}


@click.command("canon", cls=Command)
@click.option(
    "--dedupe", is_flag=True,
    help="Print the puzzles themselves, without isomorphs of earlier ones.",
)  # fmt: skip
@streaming("line", "json", "csv", "parquet")
def command(stream: Stream, dedupe: bool) -> int:
    """Find canonical forms: equal for all isomorphs of a puzzle.

    Digits may be renamed, rows and columns moved and the board transposed, as the layout allows.
    Exit status 1 if a board has no form (a digit twice in a house).
    \f
    satdoku canon puzzles.txt
    satdoku canon puzzles.txt --dedupe --format line -o distinct.txt
    satdoku canon 12..34.......... --format json
    """
    if dedupe and stream.resume:
        raise click.UsageError("--dedupe compares all puzzles: leave out --resume")
    find = partial(canonical_forms, itself=dedupe)
    through = _first_of_each if dedupe else None
    return stream.answer(find, "comparing", COLUMNS, through=through)


def _first_of_each(lines: Iterator[Line]) -> Iterator[Line]:
    """Yield the lines whose form is new, and those without a form; report how many are left out."""
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
    complain(f"{plural(count, 'puzzle')}, {count - kept:,} isomorphic to an earlier one")


class Least(NamedTuple):
    """A puzzle and its canonical form, as lines. itself: print the puzzle as a line, not the
    form."""

    puzzle: str
    form: str
    automorphisms: int
    layout: Layout
    itself: bool = False

    def record(self) -> dict[str, Any]:
        """Return the form and its number of automorphisms."""
        return {"form": self.form, "automorphisms": self.automorphisms}

    def line(self) -> str:
        """Return the form, or the puzzle itself."""
        return with_head(self.puzzle if self.itself else self.form, self.layout)


def canonical_forms(piece: Piece, itself: bool) -> Iterator[Least | Unanswered]:
    """Yield the canonical form of each puzzle."""
    from ...batch.canonical_forms import canonical_boards
    from ...errors import PuzzleError
    from ...formats.text.line_blocks import texts

    try:
        found = canonical_boards(piece.cells, piece.layout)
    except PuzzleError as error:
        if len(piece) == 1:
            yield Unanswered(str(error).removeprefix("board 0 (counting from 0) "))
        else:  # name the puzzle
            for entry in piece.entries():
                yield from canonical_forms(entry, itself)
        return
    forms = texts(found.forms, piece.layout)
    for text, form, count in zip(piece.texts, forms, found.automorphisms.tolist(), strict=True):
        yield Least(text, form, count, piece.layout, itself)
