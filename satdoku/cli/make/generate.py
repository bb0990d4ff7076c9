"""`satdoku generate`: new puzzles."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import islice

import click

from ...batch.sharing import BLOCK
from ...errors import GenerationError
from ...formats.format_table import FORMATS
from ...formats.metadata import with_about
from ...layout import Layout
from ...phrases import phrase
from ...plurals import plural
from ...record_types import Record
from ..command import from_table
from ..messages import tell
from ..refusals import given
from ..stream.columns import PuzzleCredits, added, added_to_boards, with_added
from ..stream.output import Output
from ..stream.writing import Shape, WrittenAnswer
from .generation import Generated, GenerationOptions, GenerationRun

#: The table columns of generated puzzles.
COLUMNS = {"puzzle": "string", "clues": "int64", "seed": "uint64", "index": "int64"}


@from_table("generate", "grid", "line", "json", "csv", "parquet", "svg", others=True)
def command(
    run: GenerationRun,
    named: PuzzleCredits,
    add: tuple[str, ...],
    form: str,
    layout: Layout | None,
    jobs: int,
    resume: bool,
    output: str | None,
) -> int:
    """Generate puzzles, with no given more than they need.

    Each is solvable with singles alone, with no given more than that needs, unless --keep or
    --no-minimal say otherwise. Puzzle number i of a run depends on the seed, i and the options
    alone. Exit status 1 if no puzzle of the wanted kind was found.
    \f
    satdoku generate --count 3 --seed 7 --format line
    satdoku generate --level tricky --symmetry half-turn
    satdoku generate --layout 6x6 --kind killer --seed 1
    """
    form = _able_form(form, run.wanted, run.count)
    if resume and run.seed is None:
        raise click.UsageError("--resume needs the --seed of the run")
    reports = bool(output) or sys.stdout.isatty()
    run = run.seeded(reports)
    about = _about(run.wanted, form, named)
    columns = with_added(form, COLUMNS | dict.fromkeys(about, "string"), add)
    file = Output(output, form, columns, resume)
    shape = Shape(form, columns, add=add)
    board = layout or Layout.boxes(3, 3)
    made = run.made(board, jobs, file.skip)
    if about:
        made = (found._replace(puzzle=with_about(found.puzzle, about)) for found in made)
    how = run.wanted.rated_by(board) if add else {}
    status = file.write(shape_all(made, shape, run.start, jobs, how), "generating", run.count)
    if run.wanted.is_of_level and reports:
        number = plural(run.puzzles, "puzzle")
        tries = plural(run.looked_at, "try", "tries")
        found = phrase("found {puzzles} in {tries}", puzzles=number, tries=tries)
        click.echo(tell(found), err=True)
    return status


def _about(wanted: GenerationOptions, form: str, named: PuzzleCredits) -> dict[str, str]:
    """Return the metadata of the puzzles; raise a usage error if the form cannot hold it."""
    about = named.about
    carried = FORMATS[form].carries if form in FORMATS else frozenset[str]()
    for name in about.keys() - carried:
        raise click.UsageError(
            phrase(
                "--format {form!s} cannot hold the {name!s}: take json or csv", form=form, name=name
            )
        )
    level = wanted.difficulty.level
    return about | ({"level": level} if level and "level" in carried else {})


def _able_form(form: str, wanted: GenerationOptions, count: int) -> str:
    """Return the form; by default, puzzles with their own rules use lines that include them."""
    if form == "svg" and count > 1:
        raise click.UsageError("an SVG picture shows one puzzle: leave out --count")
    return form if wanted.kind is None or form != "grid" or given("--format") else "line"


def shape_all(
    answers: Iterator[Generated], shape: Shape, start: int, jobs: int, how: Record
) -> Iterator[WrittenAnswer]:
    """Yield the puzzles as lines; start: the number of the first puzzle. how: the arguments of
    `rate` for the columns of a rating."""
    for made, more in added_to_puzzles(answers, shape.add, jobs, how):
        puzzle = made.puzzle
        yield shape.line(made, puzzle.line, puzzle.layout, ("", 0), made.number == start, more)


def added_to_puzzles(
    answers: Iterator[Generated], names: tuple[str, ...], jobs: int, how: Record
) -> Iterator[tuple[Generated, Record]]:
    """Yield the puzzles with additional columns: first one by one, then in growing batches."""
    if not names:
        yield from ((made, {}) for made in answers)
        return
    size, failed = 1, None
    while failed is None:
        waiting = list[Generated]()
        try:
            waiting.extend(islice(answers, size))
        except GenerationError as error:
            failed = error
        if not waiting and not failed:
            return
        one_by_one = len({made.puzzle.layout for made in waiting}) != 1 or how.keys() - {"scale"}
        if one_by_one:  # each has its own rules, or only some techniques may be used
            yield from ((made, added(made.puzzle, names, **how)) for made in waiting)
        else:
            import numpy as np

            boards = np.array([made.puzzle.cells for made in waiting], np.uint8)
            layout = waiting[0].puzzle.layout
            more = added_to_boards(boards, layout, names, jobs, **how)
            yield from zip(waiting, more, strict=True)
        size = min(BLOCK, 2 * size)
    raise failed
