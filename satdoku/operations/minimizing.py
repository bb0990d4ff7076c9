"""Minimising: remove givens in random order as long as a property is kept.

The property is "logic" (solvable by the base rules: the lecture's) or "proper" (exactly one
solution). A clue set is a set of assumptions, and a minimal puzzle is a minimal unsatisfiable
subset of {theory, "not this solution", the givens}.

Idea: both properties are monotone: more givens of the same solution never lose them. So a given
that could not be removed stays essential, and one pass over the givens, in random order, gives an
irreducible puzzle.

Invariant of `removable`: the property holds without all that has gone, and every item passed over
was essential then, so it still is. Hence several items may be tried at once without changing the
outcome: half of them first (a full grid loses its first forty givens in one question), then fewer.
Of a group that cannot go as a whole, halves are tried until the single item to blame is found.

Source: the lecture "Generating Sudoku" (minimize, essential entries).

>>> from satdoku.operations.random_grids import random_grid
>>> puzzle = minimize(random_grid(seed=1), seed=1)
>>> puzzle.clues, any(property_named("logic")(puzzle.without([k])) for k in givens_of(puzzle))
(24, False)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Literal, TypeVar

from ..backends.base import Clock
from ..board import Puzzle
from ..errors import PuzzleError
from ..formats.text.reader import PuzzleLike, parse
from ..inference.deduction import Deduction
from ..layout import Layout
from ..phrases import phrase
from ..random_stream import RandomStream
from ..theory import Theory
from .solving import is_proper
from .symmetry import orbits

Removed = TypeVar("Removed")

#: A property that minimising keeps.
Keep = Literal["logic", "proper"]


def is_logic_solvable(puzzle: Puzzle) -> bool:
    """Return whether the base rules alone assert a whole solution."""
    deduction = Deduction(Theory.of(puzzle.layout))
    return deduction.extend(puzzle.givens) and deduction.is_complete


PROPERTIES: dict[str, Callable[[Puzzle], bool]] = {"logic": is_logic_solvable, "proper": is_proper}

IN_WORDS = {"logic": "solvable with singles alone", "proper": "proper"}
#: What is said of a puzzle without the property; whole sentences, for other languages.
MISSED = {
    keep: f"the puzzle is not {words}, so it cannot be minimised"
    for keep, words in IN_WORDS.items()
}


def property_named(keep: str) -> Callable[[Puzzle], bool]:
    """Return the test for a property; raise `PuzzleError` for an unknown one."""
    if keep not in PROPERTIES:
        raise PuzzleError(
            phrase(
                "unknown property {keep!r}: known are {names!s}",
                keep=keep,
                names=", ".join(PROPERTIES),
            )
        )
    return PROPERTIES[keep]


def kept_in_time(keep: str, clock: Clock | None) -> Callable[[Puzzle], bool]:
    """Return the test for a property, which raises `TimeLimitReached` once the clock is over."""
    holds = property_named(keep)
    if clock is None or clock.limit is None:
        return holds
    return lambda puzzle: clock.within(lambda: holds(puzzle))


def givens_of(puzzle: Puzzle) -> list[int]:
    """Return the cells that hold a digit."""
    return [cell for cell, digit in enumerate(puzzle.cells) if digit]


def minimize(
    puzzle: PuzzleLike,
    *,
    keep: Keep = "logic",
    symmetry: str = "none",
    seed: int = 0,
    index: int = 0,
    rules: bool = False,
    layout: Layout | str | None = None,
    time_limit: float | None = None,
) -> Puzzle:
    """Return an irreducible puzzle below this one: removing any given loses the property.

    With a symmetry, givens are removed by whole orbits, and no orbit can be removed. rules: after
    the givens, also remove rules of the variant until each is essential. The same (seed, index)
    gives the same puzzle. Raises `PuzzleError` if the property does not hold, `TimeLimitReached`
    if there is no answer within `time_limit` seconds.

    layout: of a puzzle that is text, as for `parse`.

    >>> minimize("1234341221434321", keep="proper", seed=1).line
    '....34...1.3..2.'
    """
    puzzle = parse(puzzle, layout)
    clock = Clock(time_limit)
    if not kept_in_time(keep, clock)(puzzle):
        raise PuzzleError(MISSED[keep])
    stream = RandomStream(seed, index)
    small = remove_inessential(puzzle, keep, symmetry, stream, clock=clock)
    return remove_rules(small, keep, stream, clock) if rules else small


def remove_rules(
    puzzle: Puzzle, keep: Keep, stream: RandomStream, clock: Clock | None = None
) -> Puzzle:
    """Remove rules of the variant in random order while the property holds; it must hold before."""
    constraints = puzzle.constraints
    holds = kept_in_time(keep, clock)
    order = [i for i, rule in enumerate(constraints) if rule.kind != "layer"]  # part of the board
    stream.shuffle(order)

    def without(gone: Sequence[int]) -> Puzzle:
        rest = tuple([rule for i, rule in enumerate(constraints) if i not in gone])
        layout = replace(puzzle.layout, constraints=rest)
        return replace(puzzle, layout=layout)

    def can_go(gone: Sequence[int]) -> bool:
        return holds(without(gone))

    return without(removable(order, can_go))


def remove_inessential(
    puzzle: Puzzle,
    keep: Keep,
    symmetry: str,
    stream: RandomStream,
    at_least: int = 0,
    clock: Clock | None = None,
) -> Puzzle:
    """Remove orbits of givens in random order while the property holds.

    It must hold for the puzzle. Stops early rather than go below `at_least` givens. Raises
    `TimeLimitReached` when the clock has no time left.
    """
    groups = []
    for orbit in orbits(symmetry, puzzle.layout.places):
        group = [cell for cell in orbit if puzzle.cells[cell]]
        if group:
            groups.append(group)
    return remove_groups(puzzle, groups, kept_in_time(keep, clock), stream, at_least)


def remove_groups(
    puzzle: Puzzle,
    groups: list[list[int]],
    holds: Callable[[Puzzle], bool],
    stream: RandomStream,
    at_least: int = 0,
) -> Puzzle:
    """Remove these groups of givens in random order while the property holds."""
    stream.shuffle(groups)

    # The number of givens is cheaper to check than the property, so it is checked first.
    def can_go(gone: Sequence[Sequence[int]]) -> bool:
        fewer = puzzle.without(_flat(gone))
        return fewer.clues >= at_least and holds(fewer)

    return puzzle.without(_flat(removable(groups, can_go)))


def removable(
    items: Sequence[Removed], can_go: Callable[[Sequence[Removed]], bool]
) -> list[Removed]:
    """Return a maximal list of items that can be removed together, preferring earlier ones.

    can_go: whether exactly these can be removed; monotone, so an item that once failed always will.
    """
    gone = list[Removed]()
    start = 0
    step = max(1, len(items) // 2)
    while start < len(items):
        some = list(items[start : start + step])
        if can_go(gone + some):
            gone += some
            start += step
        elif step > 1:
            step //= 2
        else:  # essential now, and so for good
            start += 1
    return gone


def _flat(groups: Sequence[Sequence[int]]) -> list[int]:
    return [cell for group in groups for cell in group]
