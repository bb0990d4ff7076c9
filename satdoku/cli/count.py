"""`satdoku count`: how many solutions?"""

from __future__ import annotations

from functools import partial
from typing import Any

import click

from ..errors import TimeLimitReached
from ..layout import Layout
from . import options
from .answers import Line, Output, shaped
from .feed import Block, Feed, respond
from .files import Entry

COLUMNS = ("puzzle", "count", "exact")


@click.command("count")
@options.inputs
@click.option(
    "--limit",
    type=click.IntRange(1),
    default=1_000_000,
    show_default=True,
    help="Count no further than this.",
)
@options.puzzle_format("text", "json", "csv", "parquet")
@options.engine
@options.layout
@options.jobs
@options.stream
@options.output
def command(
    inputs: tuple[str, ...],
    limit: int,
    form: str,
    engine: options.Choice,
    layout: Layout | None,
    jobs: int,
    on_error: str,
    column: str | None,
    resume: bool,
    output: str | None,
) -> int:
    """Count solutions: a number a line, with '+' where the limit ended the count.

    Exit status 1 if a puzzle took longer than --time-limit ('?' stands for its number).
    """
    feed = Feed(inputs, layout, on_error == "skip", column)
    each = partial(count_entry, limit=limit, form=form, engine=engine)
    many = partial(count_block, limit=limit, form=form) if engine.is_default else None
    return respond(feed, Output(output, form, COLUMNS, resume), each, many, jobs, "counting")


def count_entry(entry: Entry, limit: int, form: str, engine: options.Choice) -> Line:
    """The number of solutions of one puzzle."""
    from ..operations.solving import count

    name, layout = entry.puzzle.line, entry.puzzle.layout.name
    with engine.asked(entry.puzzle.layout) as (backend, extra):
        try:
            found = count(
                entry.puzzle, limit=limit + 1, engine=backend, time_limit=engine.time_limit
            )
        except TimeLimitReached as error:
            problem = f"{entry.where}: {error}"
            return _line(name, layout, None, limit, form, {"problem": str(error)}, problem)
    return _line(name, layout, found, limit, form, extra)


def count_block(block: Block, limit: int, form: str) -> list[Line]:
    """The numbers of solutions of a block of boards."""
    from .. import batch

    boards = block.boards
    solved = batch.solve(boards.cells, limit=limit + 1, solutions=False, layout=boards.layout)
    return [
        _line(text, boards.layout.name, found, limit, form, {})
        for text, found in zip(boards.texts, solved.counts.tolist(), strict=True)
    ]


def _line(
    puzzle: str,
    layout: str,
    found: int | None,
    limit: int,
    form: str,
    extra: dict[str, Any],
    problem: str = "",
) -> Line:
    """found: limit + 1 for any number above the limit; None if time ran out."""
    if form == "text":
        shown = "?" if found is None else f"{limit}+" if found > limit else str(found)
        return Line(shown, problem, ok=not problem)
    number = None if found is None else min(found, limit)
    exact = found is not None and found <= limit
    record = {"puzzle": puzzle, "layout": layout, "count": number, "exact": exact} | extra
    text, row = shaped(record, form, COLUMNS)
    return Line(text, problem, ok=not problem, record=row)
