"""`satdoku rate`: how hard is it for a person?"""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from ..layout import Layout
from . import options
from .stream.answers import Line, Output, shaped
from .stream.feed import Block, Feed, respond
from .stream.files import Entry

if TYPE_CHECKING:
    from ..logic.rating import Rating

COLUMNS = {
    "puzzle": "string", "outcome": "string", "label": "string", "hardest": "float64",
    "total": "float64", "first": "float64", "until_placed": "float64", "steps": "int64",
    "size": "int64", "depth": "int64", "decisions": "int64",
}  # fmt: skip


@click.command("rate")
@options.inputs
@options.puzzle_format("text", "json", "csv", "parquet")
@options.layout
@options.jobs
@options.stream
@options.output
def command(
    inputs: tuple[str, ...],
    form: str,
    layout: Layout | None,
    jobs: int,
    on_error: str,
    column: str | None,
    resume: bool,
    output: str | None,
) -> int:
    """Rate puzzles: the hardest step on the way that takes the simplest first.

    The text is ER/EP/ED (the hardest step, the hardest up to the first digit placed, the first
    step), the label, and the hardest rule. Exit status 1 if a puzzle is not proper.
    """
    feed = Feed(inputs, layout, on_error == "skip", column)
    each, many = partial(rate_entry, form=form), partial(rate_block, form=form)
    return respond(feed, Output(output, form, COLUMNS, resume), each, many, jobs, "rating")


def rate_entry(entry: Entry, form: str) -> Line:
    """The rating of one puzzle."""
    from ..errors import Inconsistency
    from ..logic.rating import Rating, rate

    try:
        rating = rate(entry.puzzle)
    except Inconsistency:
        rating = Rating("no solution")
    return _line(entry, rating, form)


def rate_block(block: Block, form: str) -> list[Line]:
    """The ratings of a block of boards."""
    from ..logic.rating import rate_boards

    ratings = rate_boards(block.boards.cells, block.boards.layout)
    return [_line(block.entry(i), rating, form) for i, rating in enumerate(ratings)]


def _line(entry: Entry, rating: Rating, form: str) -> Line:
    ok = rating.outcome == "solved"
    problem = "" if ok else f"{entry.where}: not rated: {rating.outcome}"
    if form == "text":
        return Line(text_of(entry.puzzle.line, rating), problem, ok)
    record: dict[str, Any] = {"puzzle": entry.puzzle.line, "layout": entry.puzzle.layout.name}
    record |= asdict(rating)
    record["steps"] = dict(rating.steps) if form == "json" else sum(n for _, n in rating.steps)
    text, row = shaped(record, form, COLUMNS)
    return Line(text, problem, ok, row)


def text_of(line: str, rating: Rating) -> str:
    """'PUZZLE  4.2/1.2/1.2  hard  XY-wing'."""
    if rating.outcome != "solved":
        return f"{line}  not rated: {rating.outcome}"
    last = rating.steps[-1][0] if rating.steps else "solved"
    return (
        f"{line}  {rating.hardest:.1f}/{rating.until_placed:.1f}/{rating.first:.1f}"
        f"  {rating.label}  {last}"
    )
