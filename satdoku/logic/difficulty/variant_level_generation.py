"""Variant puzzles of a level: constraints are generated on a grid, and then removed as far as the
level allows.

First the parts are found that can be removed while the puzzle stays proper, which takes only a
solver. Of these, as many are removed as still leave the puzzle solvable by the allowed steps (found
by bisection, since removals only make a puzzle harder); then every other part that can be removed
within the level.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ...backends.base import Clock
from ...errors import GenerationError
from ...kernels.logic.state import SOLVED
from ...operations.minimizing import removable
from ...operations.pattern import in_time
from ...operations.symmetry import orbits
from ...operations.variant_generation import Arrangement
from ...operations.variant_puzzles import RemovablePart, VariantDraft, drafts
from ...phrases import phrase
from ...random_stream import RandomStream
from ...theory import Theory
from ..explain import explain
from ..search.following import paths_of

if TYPE_CHECKING:
    from ...board import Puzzle
    from .level_generation import Level

#: Grids tried for a puzzle, if no number is given: usually, and where its givens are limited.
TRIES, MORE_TRIES = 25, 100
#: The lowest rating of a step, in tenths.
EASIEST = 10


def variant_at_level(
    level: Level, stream: RandomStream, watch: Callable[[int, str], object], clock: Clock
) -> tuple[Puzzle, int]:
    """Return an irreducible puzzle of the level's kinds, and the number of puzzles examined.

    Raises `GenerationError` if there is none within the level's tries.
    """
    looked_at = 0
    near = "none of them can be solved by these techniques"
    #: Of the current draft: what was removed, and whether the allowed steps then solved it. What
    #: is tried after a block that could not go is often the same again.
    known = dict[frozenset[RemovablePart], bool]()

    def is_solved(draft: VariantDraft, gone: Sequence[RemovablePart]) -> bool:
        nonlocal looked_at
        in_time(clock)
        looked_at += 1
        watch(looked_at, near)
        key = frozenset(gone)
        if key not in known:
            known[key] = _is_solved_within(level, draft.puzzle(gone))
        return known[key]

    like = replace(level.like or Arrangement(), symmetry=level.symmetry)
    tries = level.tries or (MORE_TRIES if level.clues else TRIES)
    most = level.clues[1] if level.clues else level.layout.cell_count
    made = drafts(
        level.kinds,
        level.layout,
        keep="proper",
        stream=stream,
        like=like,
        clock=clock,
        most=most,
        tries=tries,
    )
    for draft in made:
        in_time(clock)
        known.clear()
        cells = _first_givens(level, draft, is_solved)
        if cells is None:
            continue
        givens, rules = draft.parts(level.symmetry)
        gone: list[RemovablePart] = [group for group in givens if group[0] not in cells]
        rest = [part for part in [*list[RemovablePart](givens), *rules] if part not in set(gone)]
        gone = _as_many_as(level, draft, gone, rest, is_solved)
        puzzle = draft.puzzle(gone)
        off = _too_easy(puzzle, level)
        if off == 0:
            return puzzle, looked_at
        near = phrase("the last is {distance:.1f} too easy", distance=off / 10)
    raise GenerationError(
        phrase(
            "no such puzzle among {number:,} tried ({near}): widen the level, relax the "
            "options, or allow more tries",
            number=looked_at,
            near=near,
        )
    )


def _is_solved_within(level: Level, puzzle: Puzzle) -> bool:
    """Return whether the allowed steps solve a puzzle, none of them rated above the level."""
    paths = paths_of(Theory.of(puzzle.layout), level.scale)
    board = np.array([puzzle.cells], np.uint8)
    # A rule's steps may be rated higher than the rule: the first that is decides.
    rated, _ = paths.follow(board, allowed=level.allowed, highest=level.highest)
    return bool(rated.status[0] == SOLVED)


def _first_givens(
    level: Level,
    draft: VariantDraft,
    is_solved: Callable[[VariantDraft, Sequence[RemovablePart]], bool],
) -> Collection[int] | None:
    """Return the cells whose givens are there to begin with: all, or if their number is limited, as
    few as the allowed steps need; None if these steps do not solve the draft."""
    cells = range(draft.grid.layout.cell_count)
    if not level.clues:
        return cells
    most = level.clues[1]
    few = draft.telling_givens(level.symmetry, *level.clues)
    groups = orbits(level.symmetry, draft.grid.layout.places)
    draft.stream.shuffle(groups)
    while few is not None and len(few) <= most:
        blank = [group for group in groups if group[0] not in few]
        if is_solved(draft, list[RemovablePart](blank)):
            return few
        few += blank[-1]
    return None


def _as_many_as(
    level: Level,
    draft: VariantDraft,
    gone: list[RemovablePart],
    rest: list[RemovablePart],
    is_solved: Callable[[VariantDraft, Sequence[RemovablePart]], bool],
) -> list[RemovablePart]:
    """Return the parts to remove: those in `gone`, and as many of the rest that none can be
    added."""
    least = level.clues[0] if level.clues else 0

    def is_proper(some: Sequence[RemovablePart]) -> bool:
        without = [*gone, *some]
        if least and draft.puzzle(without).clues < least:
            return False
        return draft.can_go(without)

    def is_too_hard(k: int) -> bool:
        return not is_solved(draft, [*gone, *easily[: k + 1]])

    def can_go(some: Sequence[RemovablePart]) -> bool:
        return is_proper(some) and is_solved(draft, [*gone, *some])

    # `easily`: what a solver alone lets go. A removal only makes a puzzle harder, so the first one
    # that makes it too hard is found by bisection.
    easily = removable(rest, is_proper)
    enough = bisect_left(range(len(easily)), True, key=is_too_hard)
    gone = [*gone, *easily[:enough]]
    left = [part for part in rest if part not in set(gone)]
    return gone + removable(left, can_go)


def _too_easy(puzzle: Puzzle, level: Level) -> int:
    """Return 0 for a puzzle of the level, else by how many tenths it is too easy (1 also if it
    fails another condition).

    The allowed steps must solve the puzzle. Harder ones would not be tried, so the rating by these
    steps is the puzzle's. Explaining it takes longer than making it, and is only done where it
    decides: the compiled search has solved the puzzle within the level already.
    """
    if level.clues and not level.clues[0] <= puzzle.clues <= level.clues[1]:
        return 1
    asks_names = level.needs or level.named or level.unnamed or level.hardest
    if level.lowest <= EASIEST and not asks_names:
        return 0
    way = explain(puzzle, rules=level.allowed_by_name, verify=False, scale=level.scale.name)
    hardest = way.hardest.tenths if way.hardest else 0
    if hardest < level.lowest:
        return level.lowest - hardest
    if way.outcome != "solved" or hardest > level.highest:
        return 1
    for rule in level.needs:
        others = explain(puzzle, rules=level.without(rule), verify=False)
        if others.outcome == "solved" or all(step.rule != rule for step in way.steps):
            return 1
    return 0 if level.is_named_so(way) else 1
