"""`satdoku check`: is it proper, minimal, solvable by the base rules?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from ..errors import TimeLimitReached
from ..layout import Layout
from . import options
from .stream.answers import Line, Output, shaped
from .stream.feed import Block, Feed, respond
from .stream.files import Entry
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
        return summarise(feed, wanted, form, jobs, output)
    look = partial(check_entry, form=form, require=wanted, engine=engine)
    many = None
    if engine.is_default:
        many = partial(check_block, form=form, require=wanted, each=look)
    return respond(feed, Output(output, form, COLUMNS, resume), look, many, jobs, "checking")


def check_entry(entry: Entry, form: str, require: tuple[str, ...], engine: options.Choice) -> Line:
    """The report on one puzzle."""
    from ..operations.checking import check

    with engine.asked(entry.puzzle.layout) as (backend, extra):
        try:
            report = check(entry.puzzle, engine=backend, time_limit=engine.time_limit)
        except TimeLimitReached as error:
            return unanswered(entry, form, str(error))
    layout = entry.puzzle.layout.name
    return _line(entry.where, entry.puzzle.line, layout, report, form, require, extra)


def unanswered(entry: Entry, form: str, problem: str) -> Line:
    """The line of a puzzle for which time ran out."""
    record = {"puzzle": entry.puzzle.line, "layout": entry.puzzle.layout.name, "problem": problem}
    text, row = shaped(record, form, COLUMNS)
    said = f"{entry.where}: {problem}"
    return Line(text or said, said, ok=False, record=row)


def check_block(
    block: Block, form: str, require: tuple[str, ...], each: Callable[[Entry], Line]
) -> list[Line]:
    """The reports on a block of boards; boards that may be hard are left to the plain way."""
    from .. import batch
    from ..batch.sharing import is_easy
    from ..operations.checking import Report
    from ..operations.solving import why_unsolvable

    boards, layout = block.boards, block.boards.layout
    if not is_easy(layout):
        return [each(block.entry(i)) for i in range(len(block)) if not block.stop.is_set()]
    checked = batch.check(boards.cells, layout=layout)
    known = {-1: None, 0: False, 1: True}
    lines = []
    for i, (text, number, clues, count, minimal, logic, logic_minimal) in enumerate(
        zip(boards.texts, boards.lines.tolist(), *(a.tolist() for a in checked), strict=True)
    ):
        problem = "" if count else str(why_unsolvable(block.entry(i).puzzle))
        report = Report(clues, count, known[minimal], logic, known[logic_minimal], problem)
        where = f"{block.source}, line {number}"
        lines.append(_line(where, text, layout.name, report, form, require, {}))
    return lines


def _line(
    where: str,
    puzzle: str,
    layout: str,
    report: Report,
    form: str,
    require: tuple[str, ...],
    extra: dict[str, Any],
) -> Line:
    holds = {
        "proper": report.proper,
        "minimal": bool(report.minimal),
        "logic": report.logic_solvable,
    }
    ok = all(holds[name] for name in require)
    if form == "text":
        return Line(f"{where}: {describe(report)}", ok=ok)
    record = {"puzzle": puzzle, "layout": layout}
    record |= asdict(report) | {"proper": report.proper} | extra
    text, row = shaped(record, form, COLUMNS)
    return Line(text, ok=ok, record=row)


def describe(report: Report) -> str:
    """A report in words."""
    clues = f"{report.clue_count} clue{'' if report.clue_count == 1 else 's'}"
    if not report.solution_count:
        return f"{clues}, {report.problem}"
    if not report.proper:
        return f"{clues}, not proper: more than one solution"
    minimal = "minimal" if report.minimal else "not minimal"
    if not report.logic_solvable:
        return f"{clues}, proper, {minimal}, not solvable by the base rules"
    logic = "irreducibly so" if report.logic_minimal else "with givens to spare"
    return f"{clues}, proper, {minimal}, solvable by the base rules ({logic})"
