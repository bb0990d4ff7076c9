"""`satdoku count`: how many solutions?"""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import click

from ..errors import TimeLimitReached
from ..layout import Layout
from . import options
from .files import Entry, open_output, read_entries
from .messages import complain
from .progress import show_progress


@click.command("count")
@options.inputs
@click.option(
    "--limit",
    type=click.IntRange(1),
    default=1_000_000,
    show_default=True,
    help="Count no further than this.",
)
@options.puzzle_format("text", "json")
@options.engine
@options.layout
@options.jobs
@options.output
def command(
    inputs: tuple[str, ...],
    limit: int,
    form: str,
    engine: options.Choice,
    layout: Layout | None,
    jobs: int,
    output: str | None,
) -> int:
    """Count solutions: a number a line, with '+' where the limit ended the count.

    Exit status 1 if a puzzle took longer than --time-limit.
    """
    from ..parallel import map_ordered

    status = 0
    with open_output(output) as stream:
        work = partial(count_entry, limit=limit, engine=engine)
        results = map_ordered(work, read_entries(inputs, layout), jobs)
        for entry, found, problem, extra in show_progress(results, "counting", output=output):
            if problem:
                status = 1
                complain(f"{entry.where}: {problem}")
                continue
            at_least = found > limit
            number = min(found, limit)
            if form == "json":
                record = {
                    "puzzle": entry.puzzle.line,
                    "layout": entry.puzzle.layout.name,
                    "count": number,
                    "exact": not at_least,
                    **extra,
                }
                print(json.dumps(record, ensure_ascii=False), file=stream)
            else:
                print(f"{number}{'+' if at_least else ''}", file=stream)
    return status


def count_entry(
    entry: Entry, limit: int, engine: options.Choice
) -> tuple[Entry, int, str, dict[str, Any]]:
    """(entry, number of solutions, problem, statistics); limit + 1 for any number above."""
    from ..operations.solving import count

    with engine.asked(entry.puzzle.layout) as (backend, extra):
        try:
            found = count(
                entry.puzzle, limit=limit + 1, engine=backend, time_limit=engine.time_limit
            )
        except TimeLimitReached as error:
            return entry, 0, str(error), extra
    return entry, found, "", extra
