"""Minimal puzzles near a proper one, of the same grid: first the minimal puzzles below it, those
with the most givens removed first; then those that exchange one given of the first for another."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice

from ..board import Puzzle
from ..errors import TimeLimitReached
from .grid import Givens, Grid
from .spare import REDUNDANT, Parts


def minimal_puzzles_near(puzzle: Puzzle, grid: Grid, limit: int) -> tuple[tuple[Puzzle, ...], bool]:
    """Return (at most `limit` minimal puzzles near a proper one, whether the time limit cut it
    short)."""
    found: list[Puzzle] = []
    with suppress(TimeLimitReached):
        for givens in islice(_all_near(puzzle, grid), limit):
            found.append(Puzzle.from_variables(givens, puzzle.layout))
        return tuple(found), False
    return tuple(found), True


def _all_near(puzzle: Puzzle, grid: Grid) -> Iterator[Givens]:
    parts, first = Parts(puzzle, "proper", grid), None
    redundant = [v for v in puzzle.givens if parts.missed(parts.givens - {v}) is None]
    if len(redundant) > REDUNDANT:
        first = minimal_below(grid, parts.givens)
        yield first
    elif redundant:
        for stay in parts.minimal(redundant):
            near = parts.givens.difference(redundant).union(stay)
            first = first or near
            yield near
    for exchanged in exchanges(grid, first or parts.givens):
        if is_minimal(grid, exchanged):
            yield exchanged


def exchanges(grid: Grid, givens: Givens) -> Iterator[Givens]:
    """Yield the proper puzzles with one of these givens exchanged for another."""
    for out in sorted(givens):
        rest = givens - {out}
        # The new given must hit every difference that the remaining givens do not hit.
        into = grid.variables - givens
        for difference in grid.differences:
            if difference.isdisjoint(rest):
                into &= difference
        while into:
            chosen = rest | {min(into)}
            missed = grid.another(chosen)
            if missed is None:
                into -= chosen
                yield chosen
            else:
                into &= missed


def is_minimal(grid: Grid, givens: Givens) -> bool:
    """Whether a proper puzzle is minimal: no given can be removed."""
    return all(grid.another(givens - {given}) for given in givens)


def minimal_below(grid: Grid, givens: Givens) -> Givens:
    """Return a minimal puzzle below a proper one: remove each given in turn if it is redundant."""
    for given in sorted(givens):
        if grid.another(givens - {given}) is None:
            givens -= {given}
    return givens
