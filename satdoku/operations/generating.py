"""Generating: first the answer, then the question.

A random grid loses givens in random order until each of the rest is essential (`minimizing`). Its
solution is known from the start, so no puzzle is drawn that has none.

Puzzle number i of a run depends only on (seed, i, options): never on batch size or threads. So each
has a stream of random numbers of its own, and a grid whose puzzle has too many or too few clues
is replaced by the next one from the same stream.

Source: the lecture "Generating Sudoku".

>>> [generate_one(Recipe(), seed=7, index=i).clues for i in range(3)]
[24, 25, 25]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ..backends.base import Clock
from ..board import STANDARD, Puzzle
from ..errors import GenerationError, PuzzleError, TimeLimitReached
from ..frozen import frozen
from ..layout import Layout
from ..phrases import phrase
from ..plurals import plural
from ..random_stream import RandomStream
from .fewest_givens import fewest_known, why_so_many
from .minimizing import Keep, property_named, remove_inessential
from .pattern import in_time, late, puzzle_on_pattern
from .random_grids import draw_grid
from .symmetry import orbits

if TYPE_CHECKING:
    from .variant_generation import Arrangement

#: The default number of tries for a puzzle.
TRIES = 1000
#: Numbers of tries after which no more are made if it is unlikely that they fit.
LOOKS = (3, 10, 30, 100, 300)
#: It is unlikely if this many of the tries left are expected to fit, or fewer.
UNLIKELY = 0.1
#: The least standard deviation of clue counts that is supposed.
LEAST_SPREAD = 0.5
#: What is said when tries end without a puzzle that has as many clues as wanted.
TOO_FEW = (
    "no puzzle with {wanted} clues within {tries} (they had {had}): widen the range, allow more "
    "tries{or_else}"
)
TOO_FAR = (
    "no puzzle with {wanted} clues within {tries} (they had {had}), and the tries that are left "
    "would hardly make one: widen the range{or_else}"
)


@frozen
class Recipe:
    """The kind of puzzle to generate.

    keep: "logic" (solvable by the base rules) or "proper". minimal: irreducible in that sense
    (by orbits, under a symmetry); otherwise the target is a random clue count within `clues`.
    clues: (least, most) number of givens. mask: the cells that hold the givens, exactly; then
    the puzzle need not be irreducible. tries: grids (with a mask: changes) tried per puzzle;
    time_limit: seconds per puzzle. kinds: constraints of these kinds are generated, as `like` says
    (an `Arrangement`; `with_kinds` separates them from rules of the whole board).

    >>> import satdoku
    >>> recipe = satdoku.Recipe(satdoku.Layout.of_size(4), clues=(6, 6), minimal=False)
    >>> [puzzle.clues for puzzle in satdoku.generate(2, of=recipe)]
    [6, 6]
    """

    layout: Layout = STANDARD
    keep: Keep = "logic"
    symmetry: str = "none"
    mask: frozenset[int] | None = None
    clues: tuple[int, int] | None = None
    minimal: bool = True
    tries: int = TRIES
    time_limit: float | None = None
    kinds: tuple[str, ...] = ()
    like: Arrangement | None = None

    def __post_init__(self) -> None:
        property_named(self.keep)
        orbits(self.symmetry, self.layout.places)
        if self.clues:
            check_clue_counts(self.clues, self.layout, has_kinds=bool(self.kinds))
            self._check_minimal(self.clues[0])
        cells = self.layout.cell_count
        if self.mask is not None and (self.clues or self.symmetry != "none"):
            raise PuzzleError("a mask fixes the clues: leave out the clue count and the symmetry")
        if self.mask and not self.mask <= set(range(cells)):
            raise PuzzleError(
                phrase("the mask has a cell outside the {name!s} board", name=self.layout.name)
            )
        if self.kinds and (self.mask is not None or not self.minimal):
            raise PuzzleError("variant puzzles are always irreducible, their givens anywhere")

    def _check_minimal(self, least: int) -> None:
        """Raise `GenerationError` if so many givens cannot all be needed: of a house with all its
        digits given, the last one follows from the others."""
        if not self.minimal or self.kinds or self.symmetry != "none":
            return
        taken = set[int]()
        most = self.layout.cell_count
        for house in self.layout.houses:
            if len(house.cells) == self.layout.size and taken.isdisjoint(house.cells):
                taken.update(house.cells)
                most -= 1
        if least > most:
            raise GenerationError(
                phrase(
                    "no such puzzle: of {least} givens some are not needed, since a house has at "
                    "most all but one, and the board so at most {most}: leave out minimality "
                    "(--no-minimal), or widen the range",
                    least=least,
                    most=most,
                )
            )

    def target(self, stream: RandomStream) -> int:
        """Return the minimum number of givens, drawn from the puzzle's stream unless minimal."""
        if self.minimal:
            return 0
        least, most = self.clues or (0, self.layout.cell_count)
        return least + stream.below(most - least + 1)


def check_clue_counts(clues: tuple[int, int], layout: Layout, has_kinds: bool) -> None:
    """Raise `PuzzleError` for numbers of givens that the board cannot have, `GenerationError` for
    those that no proper puzzle has. has_kinds: whether it gets variant rules."""
    least, most = clues
    cells = layout.cell_count
    if not 0 <= least <= cells or not 0 <= most <= cells:
        raise PuzzleError(
            phrase(
                "clue counts {least}..{most}: choose 0 to {cells}",
                least=least,
                most=most,
                cells=cells,
            )
        )
    if least > most:
        raise PuzzleError(
            phrase(
                "clue counts {least}..{most}: the first is larger than the second",
                least=least,
                most=most,
            )
        )
    if most < fewest_known(layout) and not has_kinds:
        raise GenerationError(phrase("no such puzzle: {text}", text=why_so_many()))


def usual_keep(kind: str | None, clues: tuple[int, int] | None) -> Keep:
    """Return the property that puzzles have if none is chosen: few givens are enough for variants
    that need not be solvable by the base rules."""
    return "proper" if kind and clues else "logic"


def generate_one(recipe: Recipe, seed: int, index: int) -> Puzzle:
    """Generate puzzle number `index` of the run with this seed."""
    clock = Clock(recipe.time_limit)
    try:
        # Boards, rules and their clauses are made by code that looks at no clock.
        return clock.within(lambda: _generated(recipe, RandomStream(seed, index), clock))
    except TimeLimitReached:
        raise late(clock) from None


def _generated(recipe: Recipe, stream: RandomStream, clock: Clock) -> Puzzle:
    """Generate the puzzle of a stream; raise `GenerationError` or `TimeLimitReached` when the clock
    is over."""
    if recipe.kinds:
        return _variant(recipe, stream, clock)
    if recipe.mask is not None:
        return puzzle_on_pattern(
            recipe.layout,
            recipe.mask,
            recipe.keep,
            stream=stream,
            tries=recipe.tries,
            clock=clock,
        )
    made: list[Puzzle] = []

    def attempt(_: list[int]) -> list[int]:
        # The stream goes on from try to try, so each draws another grid.
        grid = draw_grid(recipe.layout, stream)
        least = recipe.target(stream)
        try:
            puzzle = remove_inessential(
                grid,
                recipe.keep,
                recipe.symmetry,
                stream=stream,
                at_least=least,
                clock=clock,
            )
        except TimeLimitReached:
            raise late(clock) from None
        made[:] = [puzzle]
        return [puzzle.clues]

    try_until_it_fits(recipe, 1, attempt)
    return made[0]


def _variant(recipe: Recipe, stream: RandomStream, clock: Clock) -> Puzzle:
    from .variant_generation import Arrangement
    from .variant_puzzles import generate_variant

    has_no_givens = recipe.clues is not None and recipe.clues[1] == 0
    like = replace(
        recipe.like or Arrangement(),
        symmetry=recipe.symmetry,
        tight=has_no_givens and recipe.keep == "logic",
    )
    return generate_variant(recipe, like, stream, clock)


def try_until_it_fits(
    recipe: Recipe, count: int, attempt: Callable[[list[int]], list[int]]
) -> None:
    """Attempt puzzles number 0 … count - 1 until each has a clue count within the recipe's range.

    attempt: generates the puzzles with these numbers anew, and returns their clue counts. Raises
    `GenerationError` after the recipe's tries, and sooner if the first ones show that the others
    are no use (`are_hopeless`).
    """
    least, most = recipe.clues or (0, recipe.layout.cell_count)
    open_ = list(range(count))
    seen = []
    clock = Clock(recipe.time_limit)
    for done in range(1, recipe.tries + 1):
        in_time(clock)
        made = zip(open_, attempt(open_), strict=True)
        missed = [(i, clues) for i, clues in made if not least <= clues <= most]
        if not missed:
            return
        seen += missed
        open_ = [i for i, _ in missed]
        if done in LOOKS:
            _stop_if_hopeless(recipe, done, open_, seen)
    # The message is about one puzzle, so that it does not depend on the size of the batch.
    counts = [clues for i, clues in seen if i == open_[0]] or [0]
    raise _none_within(recipe, TOO_FEW, recipe.tries, counts)


def _stop_if_hopeless(
    recipe: Recipe, done: int, numbers: Sequence[int], seen: Sequence[tuple[int, int]]
) -> None:
    """Raise `GenerationError` if one of the puzzles with these numbers, of which so many tries are
    done, would hardly be made. seen: number and clue count of each try."""
    if recipe.clues is None:
        return
    counts: dict[int, list[int]] = {number: [] for number in numbers}
    for number, clues in seen:
        if number in counts:
            counts[number].append(clues)
    # Each is judged by its own tries, so that the result does not depend on the size of the batch.
    for own in counts.values():
        if are_hopeless(own, *recipe.clues, recipe.tries - done):
            raise _none_within(recipe, TOO_FAR, done, own)


def _none_within(recipe: Recipe, why: str, tries: int, counts: Sequence[int]) -> GenerationError:
    """Return the error that so many tries, with these clue counts, made no puzzle of the recipe."""
    assert recipe.clues
    least, most = recipe.clues
    wanted = phrase("{least} to {most}", least=least, most=most)
    had = phrase("{least} to {most}", least=min(counts), most=max(counts))
    return GenerationError(
        phrase(
            why,
            wanted=wanted if least < most else str(most),
            tries=plural(tries, "try", "tries"),
            had=had if min(counts) < max(counts) else str(max(counts)),
            or_else=", or leave out minimality" if recipe.minimal else "",
        )
    )


def are_hopeless(counts: Sequence[int], least: int, most: int, tries: int) -> bool:
    """Return whether it is unlikely that one of so many tries has a clue count within a range.
    counts: those of the tries before, of which none is within it.

    Counts of random puzzles are close to normally distributed (of 60,000 minimal ones on 9x9, 15
    have 29 clues or more, where 19 are expected). What few tries say of their spread may be far
    off, so it is enlarged: by half after 20, by a tenth after 100.

    >>> first = [22, 23, 23, 24, 24, 24, 25, 25, 25, 25, 26, 26, 26, 27]
    >>> are_hopeless(first, 35, 40, 1000), are_hopeless(first, 29, 40, 1000)
    (True, False)
    """
    from statistics import NormalDist, fmean, pstdev  # only if no try fits: it loads slowly

    spread = max(pstdev(counts), LEAST_SPREAD) * (1 + 10 / len(counts))
    supposed = NormalDist(fmean(counts), spread)
    fitting = supposed.cdf(most + 0.5) - supposed.cdf(least - 0.5)
    return tries * fitting <= UNLIKELY
