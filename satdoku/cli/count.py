"""`satdoku count`: how many solutions?"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import click

from ..errors import TimeLimitReached
from ..layout import Layout
from . import options
from .stream.answers import Line, Output, shaped
from .stream.feed import Block, Feed, respond
from .stream.files import Entry

COLUMNS = {"puzzle": "string", "count": "int64", "exact": "bool"}


@click.command("count")
@options.inputs
@click.option(
    "--limit",
    type=click.IntRange(1, 10**15),
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
    many = partial(count_block, limit=limit, form=form, each=each) if engine.is_default else None
    return respond(feed, Output(output, form, COLUMNS, resume), each, many, jobs, "counting")


def count_entry(entry: Entry, limit: int, form: str, engine: options.Choice) -> Line:
    """The number of solutions of one puzzle."""
    from ..batch import puzzles
    from ..operations import solving

    name, layout = entry.puzzle.line, entry.puzzle.layout.name
    if engine.is_default:
        return _line(name, layout, puzzles.count(entry.puzzle, limit=limit + 1), limit, form, {})
    with engine.asked(entry.puzzle.layout) as (backend, extra):
        try:
            found = solving.count(
                entry.puzzle, limit=limit + 1, engine=backend, time_limit=engine.time_limit
            )
        except TimeLimitReached as error:
            problem = f"{entry.where}: {error}"
            return _line(name, layout, None, limit, form, {"problem": str(error)}, problem)
    return _line(name, layout, found, limit, form, extra)


def count_block(block: Block, limit: int, form: str, each: Callable[[Entry], Line]) -> list[Line]:
    """The numbers of solutions of a block of boards; what is hard is left to the plain way."""
    from .. import batch
    from ..backends.auto import patience_for
    from ..batch.sharing import FIRST_LIMIT

    boards, layout = block.boards.cells, block.boards.layout
    count = partial(batch.solve, solutions=False, patience=patience_for(layout), layout=layout)
    # Those with many are counted one by one, so that Ctrl-C is not kept waiting.
    counts = count(boards, limit=min(FIRST_LIMIT, limit + 1)).counts
    lines = []
    for i, text in enumerate(block.boards.texts):
        if block.stop.is_set():
            break
        if counts[i] == FIRST_LIMIT <= limit:
            counts[i] = count(boards[i : i + 1], limit=limit + 1).counts[0]
        if counts[i] < 0:
            lines.append(each(block.entry(i)))
        else:
            lines.append(_line(text, layout.name, int(counts[i]), limit, form, {}))
    return lines


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
