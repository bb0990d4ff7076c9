"""`satdoku generate`: new puzzles."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

import click
from click.core import ParameterSource

from ..batch.sharing import BLOCK, MANY
from ..board import Puzzle
from ..errors import GenerationError
from ..layout import BLANKS, Layout
from ..parallel import map_ordered
from . import options
from .stream.answers import Output
from .stream.columns import added, added_to_boards, with_added
from .stream.files import open_input
from .stream.shapes import Line, Shape

if TYPE_CHECKING:
    from ..logic.leveling import Level

COLUMNS = {"puzzle": "string", "clues": "int64", "seed": "uint64", "index": "int64"}
MASK_BLANKS = ".0_-"


@click.command("generate")
@click.option(
    "-n",
    "--count",
    type=click.IntRange(0, 10**15),
    default=1,
    show_default=True,
    help="How many puzzles.",
)
@click.option(
    "--seed", type=click.IntRange(0, 2**64 - 1), help="The same seed gives the same puzzles."
)
@click.option(
    "--start",
    type=click.IntRange(0, 10**15),
    default=0,
    show_default=True,
    help="The number of the run's first puzzle.",
)
@options.keep
@click.option("--level", metavar="LABEL", help="beginner, easy, … diabolic (see docs/logic.md).")
@click.option("--rating", metavar="LOW..HIGH", help="Of the hardest step, as 3.0..4.5 or 4.2.")
@click.option(
    "--needs",
    multiple=True,
    metavar="RULE",
    help="Of `satdoku rules`: no simpler one will do.",
)
@click.option("--forbids", multiple=True, metavar="RULE", help="The others suffice without it.")
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
    help="Tries for each puzzle, before giving up.  [default: 1000; for levels of boards other "
    "than 9x9, 25, or 3 where no such puzzle was in a sample]",
)
@click.option("--time-limit", type=options.SECONDS, metavar="SECONDS", help="For each puzzle.")
@click.option("--grid", is_flag=True, help="Full grids, not puzzles.")
@options.add
@options.puzzle_format("grid", "line", "json", "csv", "parquet")
@options.layout
@options.jobs
@click.option(
    "--resume", is_flag=True, help="Go on after the puzzles that the output file holds already."
)
@options.output
def command(
    count: int,
    seed: int | None,
    start: int,
    keep: str,
    level: str | None,
    rating: str | None,
    needs: tuple[str, ...],
    forbids: tuple[str, ...],
    symmetry: str,
    mask: str | None,
    clues: str | None,
    minimal: bool,
    tries: int | None,
    time_limit: float | None,
    grid: bool,
    add: tuple[str, ...],
    form: str,
    layout: Layout | None,
    jobs: int,
    resume: bool,
    output: str | None,
) -> int:
    """Generate puzzles: a random grid, and then every given that can go, goes.

    Each is solvable by the base rules and irreducible in that sense, unless --keep or
    --no-minimal say otherwise. Puzzle number i of a run depends on the seed, i and the options
    alone. Exit status 1 if no puzzle of the wanted kind was found.
    """
    from ..batch.puzzles import grids, puzzles
    from ..operations.generating import TRIES, Recipe

    layout = layout or Layout.boxes(3, 3)
    of_level = bool(level or rating or needs or forbids)
    refuse_what_is_ignored(grid, of_level, bool(mask))
    if resume and seed is None:
        raise click.UsageError("--resume needs the --seed of the run")
    if seed is None:
        import secrets

        seed = secrets.randbelow(2**32)
        if output or sys.stdout.isatty():
            click.echo(f"seed {seed}", err=True)
    file = Output(output, form, with_added(form, COLUMNS, add), resume)
    shape = Shape(form, file.columns, add=add)
    numbers = range(start + file.skip, start + count)
    cells = read_mask(mask, layout) if mask else None
    if of_level:
        wanted = level_of(
            level, rating, needs, forbids, symmetry, clues, minimal, layout, tries, cells,
            time_limit,
        )  # fmt: skip
        total = Yield()
        status = file.write(
            shape_all(_of_level(wanted, seed, numbers, jobs, total), shape, start, jobs),
            "generating",
            count,
        )
        if output or sys.stdout.isatty():
            click.echo(f"{total.puzzles:,} puzzles of {total.looked_at:,} looked at", err=True)
        return status
    recipe = Recipe(
        layout,
        keep,  # type: ignore[arg-type]
        symmetry,
        cells,
        clue_range(clues) if clues else None,
        minimal,
        tries or TRIES,
        time_limit,
    )
    boards = grids(layout, seed, numbers, jobs) if grid else puzzles(recipe, seed, numbers, jobs)
    made = zip(boards, numbers, strict=True)
    answers = (Generated(puzzle, seed, index) for puzzle, index in made)
    return file.write(shape_all(answers, shape, start, jobs), "generating", count)


def shape_all(answers: Iterator[Generated], shape: Shape, start: int, jobs: int) -> Iterator[Line]:
    """The puzzles as lines; start: the number of the run's first."""
    for made, more in added_to_puzzles(answers, shape.add, jobs) if shape.add else bare(answers):
        line, name = made.puzzle.line, made.puzzle.layout.name
        yield shape.line(made, line, name, ("", 0), made.number == start, more)


def bare(answers: Iterator[Generated]) -> Iterator[tuple[Generated, dict[str, Any]]]:
    """The puzzles, with nothing added."""
    return ((made, {}) for made in answers)


def added_to_puzzles(
    answers: Iterator[Generated], names: tuple[str, ...], jobs: int
) -> Iterator[tuple[Generated, dict[str, Any]]]:
    """The puzzles with what is added: one by one first, then more and more at a time."""
    size, failed = 1, None
    while failed is None:
        waiting = list[Generated]()
        try:
            waiting.extend(islice(answers, size))
        except GenerationError as error:
            failed = error
        if not waiting and not failed:
            return
        if size < MANY:
            yield from ((made, added(made.puzzle, names)) for made in waiting)
        elif waiting:
            import numpy as np

            boards = np.array([made.puzzle.cells for made in waiting], np.uint8)
            layout = waiting[0].puzzle.layout
            yield from zip(waiting, added_to_boards(boards, layout, names, jobs), strict=True)
        size = min(BLOCK, 2 * size)
    raise failed


class Generated(NamedTuple):
    """Puzzle `number` of the run with this seed."""

    puzzle: Puzzle
    seed: int
    number: int

    def record(self) -> dict[str, Any]:
        """The number of its clues, and where it is from."""
        return {"clues": self.puzzle.clue_count, "seed": self.seed, "index": self.number}

    def line(self) -> str:
        """The puzzle as a line."""
        return self.puzzle.line

    def grid(self, first: bool = True) -> str:
        """The puzzle as a grid."""
        return ("" if first else "\n") + str(self.puzzle)

    def text(self) -> str:
        """As a grid."""
        return self.grid()


@dataclass
class Yield:
    """How many puzzles were made, of how many looked at."""

    puzzles: int = 0
    looked_at: int = 0


def level_of(
    level: str | None,
    rating: str | None,
    needs: tuple[str, ...],
    forbids: tuple[str, ...],
    symmetry: str,
    clues: str | None,
    minimal: bool,
    layout: Layout,
    tries: int | None,
    mask: frozenset[int] | None,
    time_limit: float | None,
) -> Level:
    """What is wanted, from the command line's words."""
    from ..logic.leveling import FAR, Level
    from ..logic.names import form_of, is_asked_for, known_name, rule_of
    from ..logic.rules import label_range

    if level and rating:
        raise click.UsageError("--level is a range of ratings: give one of --level and --rating")
    lowest, highest = label_range(level) if level else rating_range(rating) if rating else (0, FAR)
    wanted, avoided = (list(map(known_name, names)) for names in (needs, forbids))
    by_name = {name for name in (*wanted, *avoided) if form_of(name) or is_asked_for(name)}
    return Level(
        lowest,
        highest,
        needs=tuple(rule_of(name) for name in wanted if not is_asked_for(name)),
        forbids=tuple(rule_of(name) for name in avoided if name not in by_name),
        named=tuple(name for name in wanted if name in by_name),
        unnamed=tuple(name for name in avoided if name in by_name),
        layout=layout,
        symmetry=symmetry,
        clues=clue_range(clues) if clues else None,
        minimal=minimal,
        tries=tries,
        mask=mask,
        time_limit=time_limit,
    )


def _of_level(
    level: Level, seed: int, numbers: range, jobs: int, made: Yield
) -> Iterator[Generated]:
    from ..logic.leveling import generate_at

    watch = Watch()

    def work(index: int) -> tuple[Puzzle | GenerationError, int, int]:
        try:
            found = generate_at(level, seed, index, watch)
        except GenerationError as error:
            return error, 0, index
        return found.puzzle, found.looked_at, index

    for puzzle, looked_at, index in map_ordered(work, numbers, jobs, threads=True):
        watch.clear()
        if isinstance(puzzle, GenerationError):
            raise puzzle
        made.puzzles += 1
        made.looked_at += looked_at
        yield Generated(puzzle, seed, index)


def rating_range(text: str) -> tuple[int, int]:
    """(lowest, highest) in tenths of '4.2' or '3.0..4.5'."""
    match = re.fullmatch(r"(\d{1,2}(?:\.\d)?)(?:\.\.(\d{1,2}(?:\.\d)?))?", text, re.ASCII)
    if not match:
        raise click.BadParameter(f"{text!r}: write 4.2 or 3.0..4.5", param_hint="--rating")
    low, high = match[1], match[2] or match[1]
    return round(10 * float(low)), round(10 * float(high))


def clue_range(text: str) -> tuple[int, int]:
    """(least, most) of '24' or '22..26'."""
    match = re.fullmatch(r"(\d{1,4})(?:\.\.(\d{1,4}))?", text, re.ASCII)
    if not match:
        raise click.BadParameter(f"{text!r}: write 24 or 22..26", param_hint="--clues")
    return int(match[1]), int(match[2] or match[1])


def read_mask(text: str, layout: Layout) -> frozenset[int]:
    """The cells of a mask: a mark for each given, a blank elsewhere, white space ignored.

    Blanks are `.`, `0`, `_` and `-`; anything else is a mark (x, *, X, #, digits), or 0 and 1.
    """
    with open_input(text) as (_, lines):
        marks = "".join("".join(line.split()) for line in lines)
    problem = ""
    kinds = set(marks)
    if len(marks) != layout.cell_count:
        problem = f"{len(marks)} marks, expected {layout.cell_count} for {layout.name}"
    elif len(kinds & set(MASK_BLANKS)) > 1:
        problem = f"both {' and '.join(sorted(kinds & set(MASK_BLANKS)))} are blanks: use one"
    elif kinds and not kinds & set(MASK_BLANKS) and kinds & set(BLANKS):
        problem = f"is {' or '.join(sorted(kinds & set(BLANKS)))} a given? write . where none is"
    if problem:
        raise click.BadParameter(problem, param_hint="--mask")
    return frozenset(cell for cell, mark in enumerate(marks) if mark not in MASK_BLANKS)


def refuse_what_is_ignored(grid: bool, of_level: bool, mask: bool) -> None:
    """Options that would change nothing beside these are refused."""
    context = click.get_current_context()
    given = {
        f"--{name}"
        for name in context.params
        if context.get_parameter_source(name) == ParameterSource.COMMANDLINE
    }
    idle: dict[str, tuple[str, ...]] = {}
    if grid:
        idle["--grid is of full grids"] = (
            "--keep", "--level", "--rating", "--needs", "--forbids", "--symmetry", "--mask",
            "--clues", "--minimal", "--tries", "--time_limit",
        )  # fmt: skip
    if mask:
        idle["--mask fixes the givens"] = ("--minimal", "--clues", "--symmetry")
    if of_level:
        idle["a level says what a puzzle keeps"] = ("--keep",)
    for why, names in idle.items():
        for name in names:
            if name in given:
                raise click.UsageError(f"{why}: leave out {name.replace('_', '-')}")


class Watch:
    """Tells on a terminal how a long search is going."""

    def __init__(self) -> None:
        self.shows = sys.stderr.isatty()
        self.last = time.monotonic()
        self.width = 0

    def __call__(self, looked_at: int, near: str) -> None:
        """So many puzzles were looked at, and the closest is so near."""
        if self.shows and time.monotonic() - self.last > 1:
            self.last = time.monotonic()
            said = f"{looked_at:,} puzzles looked at, {near}"
            sys.stderr.write("\r" + said.ljust(self.width))
            sys.stderr.flush()
            self.width = len(said)

    def clear(self) -> None:
        """Take away what was told."""
        if self.width:
            sys.stderr.write("\r" + " " * self.width + "\r")
            sys.stderr.flush()
            self.width = 0
