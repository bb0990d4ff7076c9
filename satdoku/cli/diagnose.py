"""`satdoku diagnose`: what is the matter with a puzzle?"""

from __future__ import annotations

import json
from functools import partial

import click

from ..layout import Layout
from ..nearest import meant
from . import options
from .stream.answering import respond
from .stream.answers import Line, Output
from .stream.feed import Feed
from .stream.files import Entry


@click.command("diagnose")
@options.inputs
@click.option(
    "--keep",
    metavar="PROPERTY",
    default="proper",
    show_default=True,
    help="What no given may cost: proper, logic (the base rules), or a set of rules as in explain.",
)
@click.option(
    "--limit", type=click.IntRange(1), default=1000, show_default=True,
    help="Count solutions up to so many; then estimate.",
)  # fmt: skip
@click.option(
    "--sets", type=click.IntRange(1), default=10, show_default=True,
    help="At most so many conflicts, unavoidable sets and near puzzles.",
)  # fmt: skip
@click.option(
    "--unavoidable", type=click.IntRange(4), default=6, show_default=True, metavar="CELLS",
    help="Unavoidable sets of up to so many cells.",
)  # fmt: skip
@click.option("--pairs", is_flag=True, help="Also pairs of cells forced equal or different.")
@click.option(
    "--time-limit", type=options.SECONDS, default=10.0, show_default=True, metavar="SECONDS",
    help="For each question that may take long.",
)  # fmt: skip
@options.puzzle_format("text", "json")
@options.layout
@options.jobs
@options.stream
@options.output
def command(
    inputs: tuple[str, ...],
    keep: str,
    limit: int,
    sets: int,
    unavoidable: int,
    pairs: bool,
    time_limit: float,
    form: str,
    layout: Layout | None,
    jobs: int,
    on_error: str,
    column: str | None,
    resume: bool,
    output: str | None,
) -> int:
    """Diagnose puzzles: why there is no solution, or several, or what is to spare.

    What was cut short by the time limit says so. Exit status 1 if a puzzle is not proper.
    """
    if keep != "proper":
        from ..diagnosis.spare import KEPT

        keep = meant(keep, KEPT, "property")
    feed = Feed(inputs, layout, on_error == "skip", column)
    each = partial(
        diagnose_entry, form=form, keep=keep, limit=limit, sets=sets, unavoidable=unavoidable,
        pairs=pairs, time_limit=time_limit,
    )  # fmt: skip
    if resume and form == "text":
        raise click.UsageError("--resume needs --format json: a diagnosis in words has many lines")
    return respond(feed, Output(output, form, {}, resume), each, None, jobs, "diagnosing")


def diagnose_entry(
    entry: Entry,
    form: str,
    keep: str,
    limit: int,
    sets: int,
    unavoidable: int,
    pairs: bool,
    time_limit: float,
) -> Line:
    """The diagnosis of one puzzle."""
    from ..diagnosis.diagnosing import diagnose
    from ..errors import PuzzleError, TimeLimitReached

    try:
        found = diagnose(
            entry.puzzle, keep=keep, limit=limit, sets=sets, unavoidable=unavoidable, pairs=pairs,
            time_limit=time_limit,
        )  # fmt: skip
    except (PuzzleError, TimeLimitReached) as error:
        record = {"puzzle": entry.puzzle.line, "problem": str(error)}
        text = json.dumps(record, ensure_ascii=False) if form == "json" else f"# {error}"
        return Line(text, f"{entry.where}: {error}", ok=False)
    ok = found.outcome == "proper"
    if form == "json":
        return Line(json.dumps(found.record(), ensure_ascii=False), ok=ok)
    gap = "\n" if entry.number > 1 else ""
    return Line(gap + found.text(entry.where, sets), ok=ok)
