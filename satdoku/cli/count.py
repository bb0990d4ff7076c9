"""`satdoku count`: how many solutions?"""

from __future__ import annotations

import json
from functools import partial

import click

from ..layout import Layout
from . import options
from .files import Entry, open_output, read_entries
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
    engine: str,
    layout: Layout | None,
    jobs: int,
    output: str | None,
) -> int:
    """Count solutions: a number a line, with '+' where the limit ended the count."""
    from ..parallel import map_ordered

    with open_output(output) as stream:
        work = partial(count_entry, limit=limit, engine=engine)
        results = map_ordered(work, read_entries(inputs, layout), jobs)
        for entry, found in show_progress(results, "counting", output=output):
            at_least = found > limit
            number = min(found, limit)
            if form == "json":
                record = {
                    "puzzle": entry.puzzle.line,
                    "layout": entry.puzzle.layout.name,
                    "count": number,
                    "exact": not at_least,
                }
                print(json.dumps(record, ensure_ascii=False), file=stream)
            else:
                print(f"{number}{'+' if at_least else ''}", file=stream)
    return 0


def count_entry(entry: Entry, limit: int, engine: str) -> tuple[Entry, int]:
    """The number of solutions, limit + 1 for any number above."""
    from ..operations.solving import count

    return entry, count(entry.puzzle, limit=limit + 1, engine=engine)
