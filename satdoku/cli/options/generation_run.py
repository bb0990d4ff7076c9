"""A run of `satdoku generate`, for that command and for others that take newly generated
puzzles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING

import click

from ...board import Puzzle
from ...errors import GenerationError
from ...layout import Layout
from ...workers.parallel import map_ordered
from ..stream.generated import Generated
from ..stream.progress import Watch
from . import common as options
from .generation import Wanted, options_of_kind, refuse_what_is_ignored

if TYPE_CHECKING:
    from ...logic.difficulty.level_generation import Level


@dataclass
class Run:
    """A number of puzzles of a kind from number `start` on; `looked_at` counts the puzzles tried
    for a level. seed: None if none is given."""

    wanted: Wanted
    count: int = 1
    seed: int | None = None
    start: int = 0
    puzzles: int = 0
    looked_at: int = 0

    @property
    def last(self) -> int:
        """The number after the last puzzle's."""
        return self.start + self.count

    def seeded(self, show_seed: bool = True) -> Run:
        """Return the run with a seed: a random one, which is reported, if none is given."""
        if self.seed is not None:
            return self
        import secrets

        seed = secrets.randbelow(2**32)
        if show_seed:
            click.echo(f"seed {seed}", err=True)
        return replace(self, seed=seed)

    def made(self, layout: Layout, jobs: int, skip: int = 0) -> Iterator[Generated]:
        """Yield the puzzles after the first `skip`."""
        from ...batch.puzzles import grids, puzzles

        seed = self.seed
        assert seed is not None
        numbers = range(self.start + skip, self.last)
        with_kind = self.wanted.kind is not None
        if self.wanted.is_of_level:
            return self._of_level(self.wanted.of_level(layout), seed, numbers, jobs)
        if self.wanted.grid:
            boards = grids(layout, seed, numbers.start, len(numbers), jobs)
        else:
            recipe = self.wanted.recipe(layout)
            boards = puzzles(recipe, seed, numbers.start, len(numbers), jobs)
        pairs = zip(boards, numbers, strict=True)
        return (Generated(puzzle, seed, number, with_kind) for puzzle, number in pairs)

    def _of_level(self, level: Level, seed: int, numbers: range, jobs: int) -> Iterator[Generated]:
        from ...logic.difficulty.level_generation import generate_at

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
            self.puzzles += 1
            self.looked_at += looked_at
            yield Generated(puzzle, seed, index, self.wanted.kind is not None)


#: --count, --seed, --start and the options for the kind of puzzles, passed on as `run`.
options_of_run = options.bundle(
    Run,
    "run",
    click.option(
        "-n", "--count", type=click.IntRange(0, 10**15), default=1, help="Number of puzzles."
    ),
    options.seed("The same seed gives the same puzzles.", default=None),
    click.option(
        "--start", type=click.IntRange(0, 10**15), default=0,
        help="Number of the first puzzle of the run.",
    ),
    options_of_kind,
)  # fmt: skip
#: The options of a run, by parameter name.
ASKED = ("count", "seed", "start", *(field.name for field in fields(Wanted)))


def requested_run(run: Run, inputs: tuple[str, ...]) -> Run | None:
    """Return the run that a command on puzzles uses instead of `inputs`; None if there is none.

    A run is requested if any of its options is given; in combination with inputs these are refused.
    """
    if inputs:
        options.refuse("INPUTS give the puzzles, and this option is for generated ones", *ASKED)
        return None
    if not options.given(*ASKED):
        return None
    refuse_what_is_ignored(run.wanted)
    options.refuse("generated puzzles do not come from a link", "ignore_rules", "drawings")
    return run.seeded()
