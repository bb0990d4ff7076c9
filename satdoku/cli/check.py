"""`satdoku check`: is it proper, minimal, solvable by the base rules?"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from ..errors import TimeLimitReached
from ..layout import Layout
from . import options
from .stream.answering import respond
from .stream.answers import Output
from .stream.columns import columns_for
from .stream.feed import Block, Feed
from .stream.files import Entry
from .stream.shapes import Measured, Unanswered
from .summary import summarise

if TYPE_CHECKING:
    from ..operations.checking import Report

COLUMNS = {
    "puzzle": "string",
    "clue_count": "int64",
    "solution_count": "int64",
    "minimal": "bool",
    "logic_solvable": "bool",
    "logic_minimal": "bool",
}


@click.command("check")
@options.inputs
@click.option(
    "--require",
    multiple=True,
    type=click.Choice(["proper", "minimal", "logic"]),
    help="What a puzzle must be for exit status 0 (default: proper).",
)
@click.option(
    "--summary", is_flag=True, help="Only how many are what --require asks for: for millions."
)
@options.add
@options.puzzle_format("text", "json", "csv", "parquet")
@options.engine
@options.layout
@options.jobs
@options.stream
@options.output
def command(
    inputs: tuple[str, ...],
    require: tuple[str, ...],
    summary: bool,
    add: tuple[str, ...],
    form: str,
    engine: options.Choice,
    layout: Layout | None,
    jobs: int,
    on_error: str,
    column: str | None,
    resume: bool,
    output: str | None,
) -> int:
    """Check puzzles: clue count, proper, minimal, solvable by the base rules.

    Exit status 1 if one of them is not what --require asks for.
    """
    feed = Feed(inputs, layout, on_error == "skip", column)
    wanted = require or ("proper",)
    if summary:
        if resume or form not in ("text", "json"):
            raise click.UsageError("--summary is one answer: no --resume, --format text or json")
        if engine.stats:
            raise click.UsageError("--stats tells of each puzzle: not with --summary")
        options.refuse("--summary is one answer", "add")
        return summarise(feed, wanted, form, engine, jobs, output)
    engine.needs_json(form)
    out = Output(output, form, columns_for(feed, form, COLUMNS, add, ("proper",)), resume)
    each = partial(check_entry, engine=engine)
    many = check_block if engine.is_default else None
    does = partial(is_what_is_wanted, require=wanted)
    return respond(feed, out, each, many, jobs, "checking", named="where", does=does, add=add)


def is_what_is_wanted(report: Report | Measured, require: tuple[str, ...]) -> bool:
    """The puzzle is all that is required."""
    if isinstance(report, Unanswered):
        return False
    holds = {
        "proper": report.proper,
        "minimal": bool(report.minimal),
        "logic": report.logic_solvable,
    }
    return all(holds[name] for name in require)


def check_entry(entry: Entry, engine: options.Choice) -> Report | Measured | Unanswered:
    """The report on one puzzle."""
    from ..operations.checking import check

    with engine.asked(entry.puzzle.layout) as (backend, did):
        try:
            report = check(entry.puzzle, engine=backend, time_limit=engine.time_limit)
        except TimeLimitReached as error:
            return Unanswered(str(error))
    return Measured(report, did) if did else report


def check_block(block: Block) -> list[Report | None]:
    """The reports on a block of boards; boards that may be hard are left to the plain way."""
    from .. import batch
    from ..batch.sharing import is_easy
    from ..operations.checking import Report
    from ..operations.solving import why_unsolvable

    boards, layout = block.boards, block.boards.layout
    if not is_easy(layout):
        return [None] * len(block)
    checked = batch.check(boards.cells, layout=layout)
    known = {-1: None, 0: False, 1: True}
    return [
        Report(
            clues, count, known[minimal], logic, known[logic_minimal],
            "" if count else str(why_unsolvable(block.entry(i).puzzle)),
        )
        for i, (clues, count, minimal, logic, logic_minimal) in enumerate(
            zip(*(array.tolist() for array in checked), strict=True)
        )
    ]  # fmt: skip
