"""`satdoku generate`: new puzzles."""

from __future__ import annotations

import json
import re
import sys
from functools import partial
from itertools import count as count_from

import click

from ..layout import BLANKS, Layout
from . import options
from .files import open_input, open_output
from .progress import show_progress


@click.command("generate")
@click.option(
    "-n", "--count", type=click.IntRange(0), default=1, show_default=True, help="How many puzzles."
)
@click.option(
    "--seed", type=click.IntRange(0, 2**64 - 1), help="The same seed gives the same puzzles."
)
@click.option(
    "--start",
    type=click.IntRange(0),
    default=0,
    show_default=True,
    help="The number of the run's first puzzle.",
)
@options.keep
@options.symmetry
@click.option(
    "--mask",
    metavar="FILE|TEXT",
    help="Givens on just these cells: a board, blanks where there is no given.",
)
@click.option("--clues", metavar="N|LEAST..MOST", help="The number of givens.")
@click.option(
    "--minimal/--no-minimal",
    default=True,
    show_default=True,
    help="Irreducible: every given (or orbit) is essential.",
)
@click.option(
    "--tries",
    type=click.IntRange(1),
    default=1000,
    show_default=True,
    help="Tries for each puzzle, before giving up.",
)
@options.puzzle_format("grid", "line", "json")
@options.layout
@options.jobs
@options.output
def command(
    count: int,
    seed: int | None,
    start: int,
    keep: str,
    symmetry: str,
    mask: str | None,
    clues: str | None,
    minimal: bool,
    tries: int,
    form: str,
    layout: Layout | None,
    jobs: int,
    output: str | None,
) -> int:
    """Generate puzzles: a random grid, and then every given that can go, goes.

    Each is solvable by the base rules and irreducible in that sense, unless --keep or
    --no-minimal say otherwise. Puzzle number i of a run depends on the seed, i and the options
    alone. Exit status 1 if no puzzle of the wanted kind was found.
    """
    from ..operations.generating import Recipe, generate_one
    from ..parallel import map_ordered

    layout = layout or Layout.boxes(3, 3)
    if seed is None:
        import secrets

        seed = secrets.randbelow(2**32)
        if output or sys.stdout.isatty():
            click.echo(f"seed {seed}", err=True)
    recipe = Recipe(
        layout,
        keep,  # type: ignore[arg-type]
        symmetry,
        read_mask(mask, layout) if mask else None,
        clue_range(clues) if clues else None,
        minimal,
        tries,
    )
    numbers = range(start, start + count)
    with open_output(output) as stream:
        puzzles = map_ordered(partial(generate_one, recipe, seed), numbers, jobs)
        puzzles = show_progress(puzzles, "generating", count, output)
        for index, puzzle in zip(count_from(start), puzzles, strict=False):
            if form == "json":
                record = {"puzzle": puzzle.line, "layout": layout.name, "clues": puzzle.clue_count}
                text = json.dumps(record | {"seed": seed, "index": index}, ensure_ascii=False)
            else:
                gap = "\n" if form == "grid" and index > start else ""
                text = gap + (puzzle.line if form == "line" else str(puzzle))
            print(text, file=stream, flush=stream.isatty())
    return 0


def clue_range(text: str) -> tuple[int, int]:
    """(least, most) of '24' or '22..26'."""
    match = re.fullmatch(r"(\d{1,4})(?:\.\.(\d{1,4}))?", text, re.ASCII)
    if not match:
        raise click.BadParameter(f"{text!r}: write 24 or 22..26", param_hint="--clues")
    return int(match[1]), int(match[2] or match[1])


def read_mask(text: str, layout: Layout) -> frozenset[int]:
    """The cells of a mask: any characters, blanks for no given, white space ignored."""
    with open_input(text) as (_, lines):
        marks = "".join("".join(line.split()) for line in lines)
    if len(marks) != layout.cell_count:
        raise click.BadParameter(
            f"{len(marks)} marks, expected {layout.cell_count} for {layout.name}",
            param_hint="--mask",
        )
    return frozenset(cell for cell, mark in enumerate(marks) if mark not in BLANKS)
