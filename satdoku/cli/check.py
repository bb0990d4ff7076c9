"""`satdoku check`: is it proper, minimal, solvable by the base rules?"""

from __future__ import annotations

import json
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from ..errors import TimeLimitReached
from ..layout import Layout
from . import options
from .files import Entry, open_output, read_entries
from .messages import complain
from .progress import show_progress

if TYPE_CHECKING:
    from ..operations.checking import Report


@click.command("check")
@options.inputs
@click.option(
    "--require",
    multiple=True,
    type=click.Choice(["proper", "minimal", "logic"]),
    help="What a puzzle must be for exit status 0 (default: proper).",
)
@options.puzzle_format("text", "json")
@options.engine
@options.layout
@options.jobs
@options.output
def command(
    inputs: tuple[str, ...],
    require: tuple[str, ...],
    form: str,
    engine: options.Choice,
    layout: Layout | None,
    jobs: int,
    output: str | None,
) -> int:
    """Check puzzles: clue count, proper, minimal, solvable by the base rules.

    Exit status 1 if one of them is not what --require asks for.
    """
    from ..parallel import map_ordered

    status = 0
    with open_output(output) as stream:
        work = partial(check_entry, engine=engine)
        results = map_ordered(work, read_entries(inputs, layout), jobs)
        for entry, report, problem, extra in show_progress(results, "checking", output=output):
            if report is None:
                status = 1
                complain(f"{entry.where}: {problem}")
                continue
            holds = {
                "proper": report.proper,
                "minimal": bool(report.minimal),
                "logic": report.logic_solvable,
            }
            status |= not all(holds[name] for name in require or ("proper",))
            if form == "json":
                record = {"puzzle": entry.puzzle.line, "layout": entry.puzzle.layout.name}
                record |= asdict(report) | {"proper": report.proper} | extra
                text = json.dumps(record, ensure_ascii=False)
            else:
                text = f"{entry.where}: {describe(report)}"
            print(text, file=stream)
    return status


def check_entry(
    entry: Entry, engine: options.Choice
) -> tuple[Entry, Report | None, str, dict[str, Any]]:
    """(entry, report or None, problem, statistics)."""
    from ..operations.checking import check

    with engine.asked(entry.puzzle.layout) as (backend, extra):
        try:
            report = check(entry.puzzle, engine=backend, time_limit=engine.time_limit)
        except TimeLimitReached as error:
            return entry, None, str(error), extra
    return entry, report, "", extra


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
