"""`satdoku canon`: the canonical form of each puzzle, and collections without isomorphs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from hashlib import blake2b
from typing import NamedTuple

from ...errors import PuzzleError
from ...formats.write import with_head
from ...layout import Layout
from ...phrases import phrase
from ...plurals import plural
from ...record_types import Record
from ..command import from_table
from ..messages import complain
from ..stream.answering import PuzzleStream, Unanswered
from ..stream.entries import Block, Entry
from ..stream.writing import WrittenAnswer

COLUMNS = {"puzzle": "string", "layout": "string", "form": "string", "automorphisms": "int64"}


@from_table("canon", "line", "json", "csv", "parquet")
def command(stream: PuzzleStream, dedupe: bool) -> int:
    """Find canonical forms: equal for all isomorphs of a puzzle.

    Digits may be renamed, rows and columns moved and the board transposed, as the layout allows.
    Exit status 1 if a board has no form (a digit twice in a house).
    \f
    satdoku canon puzzles.txt
    satdoku canon puzzles.txt --dedupe --format line -o distinct.txt
    satdoku canon 12..34.......... --format json
    """
    return stream.answer(
        partial(canonical_form, itself=dedupe),
        "comparing",
        COLUMNS,
        partial(canonical_forms, itself=dedupe),
        through=_first_of_each if dedupe else None,
    )


def _first_of_each(lines: Iterator[WrittenAnswer]) -> Iterator[WrittenAnswer]:
    """Yield the lines whose form is new, and those without a form; report how many are left out."""
    seen = set()
    count = 0
    kept = 0
    for line in lines:
        count += 1
        if isinstance(line.answer, Least):
            key = blake2b(line.answer.form.encode(), digest_size=16).digest()
            if key in seen:
                continue
            seen.add(key)
        kept += 1
        yield line
    complain(
        phrase(
            "{puzzles}, {number:,} isomorphic to an earlier one",
            puzzles=plural(count, "puzzle"),
            number=count - kept,
        )
    )


class Least(NamedTuple):
    """A puzzle and its canonical form, as lines. itself: print the puzzle as a line, not the
    form."""

    puzzle: str
    form: str
    automorphisms: int
    layout: Layout
    itself: bool = False

    def record(self) -> Record:
        """Return the form and its number of automorphisms."""
        return {"form": self.form, "automorphisms": self.automorphisms}

    def line(self) -> str:
        """Return the form, or the puzzle itself."""
        return with_head(self.puzzle if self.itself else self.form, self.layout)


def canonical_form(entry: Entry, itself: bool) -> Least | Unanswered:
    """Return the canonical form of a puzzle."""
    from ...batch.canonical_forms import canonical

    try:
        found = canonical(entry.puzzle)
    except PuzzleError as error:
        return Unanswered(str(error))
    line = entry.puzzle.line
    return Least(line, found.puzzle.line, found.automorphisms, entry.layout, itself)


def canonical_forms(block: Block, itself: bool) -> list[Least] | list[None]:
    """Return the canonical form of each puzzle; None for all if one has no form."""
    from ...batch.canonical_forms import canonical_boards
    from ...formats.text.line_blocks import texts

    layout = block.layout
    try:
        found = canonical_boards(block.cells, layout)
    except PuzzleError:
        return [None] * len(block)
    counts = found.automorphisms.tolist()
    rows = zip(block.texts, texts(found.forms, layout), counts, strict=True)
    return [Least(text, form, count, layout, itself) for text, form, count in rows]
