"""Puzzles on a given pattern: clues on exactly these cells, by hill climbing.

A random grid supplies the digits on the pattern. While the property fails, a few of the clues are
dropped, a random grid is drawn that agrees with the others, and its clues replace the old ones
unless the base rules then leave more candidates than before.
"""

from __future__ import annotations

from ..backends.base import Clock
from ..board import Puzzle
from ..errors import GenerationError, GenerationTimeLimit, TimeLimitReached
from ..inference.deduction import Deduction
from ..inference.search import Search
from ..layout import Layout
from ..phrases import phrase
from ..random_stream import RandomStream
from ..theory import Theory
from .minimizing import Keep, property_named
from .random_grids import draw_grid, shuffled_smallest

#: Conflicts allowed when a grid is drawn that agrees with some clues.
REDRAW_CONFLICTS = 200


def in_time(clock: Clock) -> None:
    """Raise `GenerationError` if no time is left."""
    try:
        clock.check()
    except TimeLimitReached:
        raise late(clock) from None


def late(clock: Clock) -> GenerationTimeLimit:
    """Return the error for running out of time."""
    return GenerationTimeLimit(
        phrase(
            "no such puzzle was found within {asked:g} s: allow more time, or relax the options",
            asked=clock.asked,
        )
    )


def puzzle_on_pattern(
    layout: Layout,
    mask: frozenset[int],
    keep: Keep,
    stream: RandomStream,
    tries: int,
    clock: Clock | None = None,
) -> Puzzle:
    """Return a puzzle with the property whose givens are on exactly the cells of `mask`.

    Raises `GenerationError` if none is found within `tries` changes.
    """
    holds = property_named(keep)
    blank = [cell for cell in layout.all_cells if cell not in mask]
    puzzle = draw_grid(layout, stream).without(blank)
    score = candidates_left(puzzle)
    for _ in range(tries):
        if clock:
            in_time(clock)
        # With candidates left, the base rules do not solve the puzzle: no need to ask.
        if (keep == "proper" or score == 0) and holds(puzzle):
            return puzzle
        changed = _redraw(puzzle, sorted(mask), stream).without(blank)
        # A step to an equal score is taken: plateaus are wide, and otherwise nothing moves on them.
        new_score = candidates_left(changed)
        if new_score <= score:
            puzzle, score = changed, new_score
    raise GenerationError(
        phrase(
            "no puzzle on this pattern of {number} clues within {tries} tries: allow more tries, "
            "try another seed, or add cells to the pattern",
            number=len(mask),
            tries=tries,
        )
    )


def candidates_left(puzzle: Puzzle) -> int:
    """Return the number of candidates after the base rules."""
    deduction = Deduction(Theory.of(puzzle.layout))
    deduction.extend(puzzle.givens)
    return puzzle.layout.cell_count * puzzle.layout.size - len(deduction.trail)


def _redraw(puzzle: Puzzle, mask: list[int], stream: RandomStream) -> Puzzle:
    """Return a random grid that agrees with all but a few of the puzzle's clues."""
    count = 1 + stream.below(4) if mask else 0
    forgotten = {mask[stream.below(len(mask))] for _ in range(count)}
    deduction = Deduction(Theory.of(puzzle.layout))
    deduction.extend(puzzle.without(forgotten).givens)
    # A few conflicts only: if no grid is found quickly, other clues are forgotten next time.
    search = Search(deduction, shuffled_smallest(deduction, stream), REDRAW_CONFLICTS)
    found = next(search.completions(), None)
    return Puzzle.from_variables(found, puzzle.layout) if found else puzzle
