"""New puzzles: the kind that is wanted, a run of them, for `satdoku generate` and others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from ...board import Puzzle
from ...errors import GenerationError
from ...formats.converting import written
from ...formats.metadata import about
from ...formats.text.reader import parse
from ...formats.write import cells_line
from ...frozen import frozen
from ...layout import Layout
from ...layout_data import BLANKS
from ...logic.generating import Difficulty, level_of
from ...phrases import phrase
from ...record_types import Record
from ...workers.parallel import map_ordered
from ..messages import SPEECH, complain, tell
from ..stream.inputs import open_input
from ..stream.progress import Watch

if TYPE_CHECKING:
    from ...logic.difficulty.level_generation import Level, LevelPuzzle
    from ...operations.generating import Recipe

MASK_BLANKS = ".0_-"


@frozen
class GenerationOptions:
    """The requested kind of puzzles, as given on the command line; None or () if not given."""

    kind: str | None = None
    constraints: str | None = None
    crossing: bool = False
    sides: str = ""
    total: int | None = None
    keep: str | None = None
    difficulty: Difficulty = field(default_factory=Difficulty)
    symmetry: str = "none"
    mask: str | None = None
    clues: tuple[int, int] | None = None
    minimal: bool = True
    tries: int | None = None
    time_limit: float | None = None
    grid: bool = False
    near: str | None = None

    @property
    def is_of_level(self) -> bool:
        """Whether difficulty for a person matters."""
        return self.difficulty.matters or bool(self.difficulty.only or self.near)

    def recipe(self, layout: Layout) -> Recipe:
        """Return the recipe if no level is requested."""
        from ...operations.generating import TRIES, Recipe, usual_keep

        return Recipe(
            keep=self.keep or usual_keep(self.kind, self.clues),  # type: ignore[arg-type]
            tries=self.tries or TRIES,
            **self._shared(layout),
        )

    def _shared(self, layout: Layout) -> Record:
        """Return what both recipes contain."""
        kinds: tuple[str, ...] = ()
        like = None
        mask = read_mask(self.mask, layout) if self.mask else None
        if self.kind is not None:
            from ...operations.variant_generation import Arrangement, with_kinds

            layout, kinds = with_kinds(layout, self.kind)
            sides = tuple(side.strip().lower() for side in self.sides.split(",") if side.strip())
            like = Arrangement(
                self.constraints or "", self.symmetry, self.crossing, sides, self.total, mask
            )
        elif mask and (self.clues or self.symmetry != "none"):
            raise click.UsageError("--mask fixes the givens: leave out --clues and --symmetry")
        return {
            "layout": layout,
            "kinds": kinds,
            "like": like,
            "symmetry": self.symmetry,
            "mask": None if like else mask,
            "clues": self.clues,
            "minimal": self.minimal,
            "time_limit": self.time_limit,
        }

    def rated_by(self, layout: Layout) -> Record:
        """Return the arguments of `rate` with which the puzzles were rated."""
        if not self.is_of_level:
            return {}
        filters = {"only": self.difficulty.only, "without": ",".join(self.difficulty.forbids)}
        how = {name: value for name, value in filters.items() if value}
        return {"scale": self.of_level(layout).scale.name} | how

    def of_level(self, layout: Layout) -> Level:
        """Return the level recipe if a level is requested."""
        from ...logic.difficulty.scales import scale_named

        shared = self._shared(layout)
        if self.near:
            shared["near"] = read_near(self.near, shared["layout"])
        found = level_of(self.difficulty, tries=self.tries, **shared)
        usual = scale_named(None, shared["layout"])
        if self.difficulty.scale is None and self.kind is None and found.scale is not usual:
            said = "ratings are on --scale {scale!s}, which has these techniques"
            complain(phrase(said, scale=found.scale.name))
        return found


class Generated(NamedTuple):
    """Puzzle `number` of the run with this seed."""

    puzzle: Puzzle
    seed: int
    number: int

    def record(self) -> Record:
        """Return the puzzle with its number of clues, its origin and its metadata."""
        origin = {"clues": self.puzzle.clues, "seed": self.seed, "index": self.number}
        return origin | about(self.puzzle)

    def line(self) -> str:
        """Return the puzzle as a line, with its rules."""
        return cells_line(self.puzzle)

    def written(self, form: str, first: bool, fields: Mapping[str, Any]) -> str:
        """Return the puzzle in a format."""
        return written(self.puzzle, form, first)

    def svg(self) -> str:
        """Return a picture."""
        from ...render.picture.svg import puzzle_picture

        return puzzle_picture(self.puzzle, language=SPEECH.language)

    def grid(self, first: bool = True) -> str:
        """Return the puzzle as a grid."""
        return written(self.puzzle, "grid", first)


@dataclass
class GenerationRun:
    """A number of puzzles of a kind from number `start` on; `looked_at` counts the puzzles tried
    for a level. seed: None if none is given."""

    wanted: GenerationOptions
    count: int = 1
    seed: int | None = None
    start: int = 0
    puzzles: int = field(default=0, init=False)
    looked_at: int = field(default=0, init=False)

    def seeded(self, show_seed: bool = True) -> GenerationRun:
        """Return the run with a seed: a random one, which is reported, if none is given."""
        if self.seed is not None:
            return self
        import secrets

        seed = secrets.randbelow(2**32)
        if show_seed:
            click.echo(tell(phrase("seed {number}", number=seed)), err=True)
        return replace(self, seed=seed)

    def made(self, layout: Layout, jobs: int, skip: int = 0) -> Iterator[Generated]:
        """Yield the puzzles after the first `skip`."""
        from ...batch.puzzles import grids, puzzles

        seed = self.seed or 0
        numbers = range(self.start + skip, self.start + self.count)
        found: Iterator[Puzzle]
        if self.wanted.is_of_level:
            found = self._of_level(self.wanted.of_level(layout), seed, numbers, jobs)
        elif self.wanted.grid:
            found = grids(layout, seed, numbers.start, len(numbers), jobs)
        else:
            recipe = self.wanted.recipe(layout)
            found = puzzles(recipe, seed, numbers.start, len(numbers), jobs)
        return (
            Generated(puzzle, seed, number) for puzzle, number in zip(found, numbers, strict=True)
        )

    def _of_level(self, level: Level, seed: int, numbers: range, jobs: int) -> Iterator[Puzzle]:
        from ...logic.difficulty.level_generation import generate_at

        watch = Watch()

        def work(index: int) -> LevelPuzzle | GenerationError:
            try:
                return generate_at(level, seed, index, watch)
            except GenerationError as error:
                return error

        for found in map_ordered(work, numbers, jobs, threads=True):
            watch.clear()
            if isinstance(found, GenerationError):
                raise found
            self.puzzles += 1
            self.looked_at += found.looked_at
            yield found.puzzle


def read_near(text: str, layout: Layout) -> Puzzle:
    """Return the puzzle of --near: a file, or text."""
    with open_input(text) as (_, lines):
        return parse("\n".join(lines), layout)


def read_mask(text: str, layout: Layout) -> frozenset[int]:
    """Return the cells of a mask: a mark for each given, a blank elsewhere, white space ignored.

    Blanks are `.`, `0`, `_` and `-`; anything else is a mark (x, *, X, #, digits), or 0 and 1.
    """
    with open_input(text) as (source, lines):
        marks = "".join("".join(line.split()) for line in lines)
    problem = ""
    kinds = set(marks)
    if len(marks) != layout.cell_count:
        problem = phrase(
            "{number} marks, expected {cell_count} for {name!s}",
            number=len(marks),
            cell_count=layout.cell_count,
            name=layout.name,
        )
        if source == "argument":
            problem = phrase(
                "{text!r} is not a file, and as a mask it has {problem}", text=text, problem=problem
            )
    elif len(kinds & set(MASK_BLANKS)) > 1:
        problem = phrase(
            "both {names} are blanks: use only one of them",
            names=" and ".join(sorted(kinds & set(MASK_BLANKS))),
        )
    elif kinds and not kinds & set(MASK_BLANKS) and kinds & set(BLANKS):
        problem = phrase(
            "is {names} a given? Write . for no given",
            names=" or ".join(sorted(kinds & set(BLANKS))),
        )
    if problem:
        raise click.BadParameter(problem, param_hint="--mask")
    return frozenset(cell for cell, mark in enumerate(marks) if mark not in MASK_BLANKS)
