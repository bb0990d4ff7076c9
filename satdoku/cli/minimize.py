"""`satdoku minimize`: take away every given that is not essential."""

from __future__ import annotations

from functools import partial

import click

from ..errors import PuzzleError
from ..formats.reader import parse
from ..layout import Layout
from . import options
from .stream.answers import Line, Output, shaped
from .stream.feed import Block, Feed, respond
from .stream.files import Entry

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
    each = partial(minimize_entry, keep=keep, symmetry=symmetry, seed=seed, form=form)
    many = partial(minimize_block, keep=keep, symmetry=symmetry, seed=seed, form=form)
    return respond(feed, Output(output, form, COLUMNS, resume), each, many, jobs, "minimising")


def minimize_entry(entry: Entry, keep: str, symmetry: str, seed: int, form: str) -> Line:
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
        record = {"puzzle": None, "layout": puzzle.layout.name, "from": puzzle.line}
        text, row = shaped(record | {"problem": str(error)}, form, COLUMNS)
        return Line(text or f"# {error}", f"{entry.where}: {error}", ok=False, record=row)
    clues, before = small.clue_count, puzzle.line
    return _line(entry.number, small.line, clues, before, puzzle.layout, form)


def minimize_block(block: Block, keep: str, symmetry: str, seed: int, form: str) -> list[Line]:
    """A block of boards, minimised."""
    from .. import batch
    from ..batch.sharing import is_easy
    from ..formats.line_blocks import texts

    boards, layout = block.boards, block.boards.layout
    each = partial(minimize_entry, keep=keep, symmetry=symmetry, seed=seed, form=form)
    if not is_easy(layout, keep):
        return [each(block.entry(i)) for i in range(len(block)) if not block.stop.is_set()]
    small = batch.minimize(
        boards.cells,
        keep=keep,  # type: ignore[arg-type]
        symmetry=symmetry,
        seed=seed,
        start=block.first - 1,
        layout=layout,
        lacking="blank",
    )
    clues = [int(n) for n in (small > 0).sum(1)]
    return [
        _line(block.first + i, text, clues[i], before, layout, form)
        if clues[i]
        else each(block.entry(i))
        for i, (text, before) in enumerate(zip(texts(small, layout), boards.texts, strict=True))
    ]


def _line(number: int, small: str, clues: int, before: str, layout: Layout, form: str) -> Line:
    if form == "line":
        return Line(small)
    if form == "grid":
        grid = str(parse(small, layout))
        return Line(f"\n{grid}" if number > 1 else grid)
    record = {"puzzle": small, "layout": layout.name, "clues": clues, "from": before}
    text, row = shaped(record, form, COLUMNS)
    return Line(text, record=row)
