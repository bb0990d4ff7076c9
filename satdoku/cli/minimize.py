"""`satdoku minimize`: take away every given that is not essential."""

from __future__ import annotations

import json
from functools import partial

import click

from ..board import Puzzle
from ..errors import PuzzleError
from ..layout import Layout
from . import options
from .files import Entry, open_output, read_entries
from .messages import complain
from .progress import show_progress


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
@options.puzzle_format("grid", "line", "json")
@options.layout
@options.jobs
@options.output
def command(
    inputs: tuple[str, ...],
    keep: str,
    symmetry: str,
    seed: int,
    form: str,
    layout: Layout | None,
    jobs: int,
    output: str | None,
) -> int:
    """Minimise puzzles or full grids: no given that is left can go.

    With a symmetry, no orbit of givens can go. Exit status 1 if a puzzle is not solvable by the
    base rules (or, with --keep proper, not proper) to begin with; it is left out.
    """
    from ..parallel import map_ordered

    status, printed = 0, 0
    work = partial(minimize_entry, keep=keep, symmetry=symmetry, seed=seed)
    with open_output(output) as stream:
        results = map_ordered(work, read_entries(inputs, layout), jobs)
        for entry, small, problem in show_progress(results, "minimising", output=output):
            if small is None:
                status = 1
                complain(f"{entry.where}: {problem}")
                continue
            if form == "json":
                record = {"puzzle": small.line, "layout": small.layout.name}
                record |= {"clues": small.clue_count, "from": entry.puzzle.line}  # type: ignore[dict-item]
                print(json.dumps(record, ensure_ascii=False), file=stream)
            elif form == "line":
                print(small.line, file=stream)
            else:
                print(f"\n{small}" if printed else small, file=stream)
            printed += 1
    return status


def minimize_entry(
    entry: Entry, keep: str, symmetry: str, seed: int
) -> tuple[Entry, Puzzle | None, str]:
    """(entry, minimised puzzle or None, what is wrong)."""
    from ..operations.minimizing import minimize

    try:
        small = minimize(
            entry.puzzle,
            keep=keep,  # type: ignore[arg-type]
            symmetry=symmetry,
            seed=seed,
            index=entry.number - 1,
        )
    except PuzzleError as error:
        return entry, None, str(error)
    return entry, small, ""
