"""`satdoku minimize`: take away every given that is not essential."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import click

from ..errors import PuzzleError
from ..formats.reader import parse
from ..layout import Layout
from . import options
from .stream.answering import respond
from .stream.answers import Output
from .stream.feed import Block, Feed
from .stream.files import Entry
from .stream.shapes import Unanswered

COLUMNS = {"puzzle": "string", "clues": "int64", "from": "string"}


@click.command("minimize")
@options.inputs
@options.keep
@options.symmetry
@click.option(
    "--seed",
    type=click.IntRange(0, 2**64 - 1),
    default=0,
    show_default=True,
    help="Fixes the random order of removal.",
)
@options.puzzle_format("grid", "line", "json", "csv", "parquet")
@options.layout
@options.jobs
@options.stream
@options.output
def command(
    inputs: tuple[str, ...],
    keep: str,
    symmetry: str,
    seed: int,
    form: str,
    layout: Layout | None,
    jobs: int,
    on_error: str,
    column: str | None,
    resume: bool,
    output: str | None,
) -> int:
    """Minimise puzzles or full grids: no given that is left can go.

    With a symmetry, no orbit of givens can go. Exit status 1 if a puzzle is not solvable by the
    base rules (or, with --keep proper, not proper) to begin with; a comment stands in its place.
    """
    feed = Feed(inputs, layout, on_error == "skip", column)
    each = partial(minimize_entry, keep=keep, symmetry=symmetry, seed=seed)
    many = partial(minimize_block, keep=keep, symmetry=symmetry, seed=seed)
    return respond(feed, Output(output, form, COLUMNS, resume), each, many, jobs, "minimising")


class Minimized(NamedTuple):
    """A puzzle from which givens were taken, before and now; lines of one character a cell."""

    puzzle: str
    layout: Layout
    clues: int
    before: str

    def record(self) -> dict[str, Any]:
        """The puzzle, its layout, its number of clues, and what it was."""
        record = {"puzzle": self.puzzle, "layout": self.layout.name}
        return record | {"clues": self.clues, "from": self.before}

    def line(self) -> str:
        """The puzzle as a line."""
        return self.puzzle

    def grid(self, first: bool = True) -> str:
        """The puzzle as a grid."""
        return ("" if first else "\n") + str(parse(self.puzzle, self.layout))

    def text(self) -> str:
        """As a grid."""
        return self.grid()


def minimize_entry(entry: Entry, keep: str, symmetry: str, seed: int) -> Minimized | Unanswered:
    """One puzzle, minimised."""
    from ..operations.minimizing import minimize

    puzzle = entry.puzzle
    try:
        small = minimize(
            puzzle,
            keep=keep,  # type: ignore[arg-type]
            symmetry=symmetry,
            seed=seed,
            index=entry.number - 1,
        )
    except PuzzleError as error:
        known = {"puzzle": None, "layout": puzzle.layout.name, "from": puzzle.line}
        return Unanswered(str(error), known)
    return Minimized(small.line, puzzle.layout, small.clue_count, puzzle.line)


def minimize_block(block: Block, keep: str, symmetry: str, seed: int) -> list[Minimized | None]:
    """A block of boards, minimised."""
    from .. import batch
    from ..batch.sharing import is_easy
    from ..formats.line_blocks import texts

    boards, layout = block.boards, block.boards.layout
    if not is_easy(layout, keep):
        return [None] * len(block)
    small = batch.minimize(
        boards.cells,
        keep=keep,  # type: ignore[arg-type]
        symmetry=symmetry,
        seed=seed,
        start=block.first - 1,
        layout=layout,
        lacking="blank",
    )
    clues = (small > 0).sum(1).tolist()
    return [
        Minimized(text, layout, n, before) if n else None
        for text, n, before in zip(texts(small, layout), clues, boards.texts, strict=True)
    ]
