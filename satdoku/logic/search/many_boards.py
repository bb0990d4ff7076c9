"""Explaining many boards: the compiled search takes them together, and its log is read board by
board. The steps are those of `explain`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ...batch.solving import solve
from ...board import Puzzle
from ...kernels.logic import found
from ...kernels.logic.state import SOLVED, UNFINISHED
from ...layout import Layout
from ...theory import Theory
from ..difficulty.rating import rate
from ..difficulty.scales import SATDOKU, Scale
from ..explain import explain
from ..explanation import Explanation
from ..position import Position
from ..steps import LogicStep
from .following import paths_of
from .from_log import steps_of

#: Boards at a time, and the size of the log of their steps.
BLOCK, LOG = 128, 1 << 20
#: A rating in tenths above all others.
TOO_HARD = 1000


class Way(NamedTuple):
    """The solution path of a proper board: its solution (digits), and its steps as logged by the
    search, or as an explanation if the search did not reach the end."""

    puzzle: Puzzle
    solution: tuple[int, ...]
    log: list[int]
    explained: Explanation | None
    scale: Scale

    def steps(self) -> Iterator[tuple[Position, LogicStep]]:
        """Yield each step with the position where it is taken; the position changes on the next
        iteration."""
        if self.explained:
            yield from self.explained.positions()
            return
        position = Position.of(self.puzzle)
        yield from ((position, step) for step in steps_of(self.log, position, self.scale))


def ways(
    boards: np.ndarray, layout: Layout, scale: Scale, uniqueness: bool | None = None
) -> Iterator[Way | None]:
    """Yield the path of each of N × cells digits; None for a board that is not proper."""
    for start in range(0, len(boards), BLOCK):
        yield from _ways(boards[start : start + BLOCK], layout, scale, uniqueness)


def _ways(
    boards: np.ndarray, layout: Layout, scale: Scale, uniqueness: bool | None
) -> Iterator[Way | None]:
    solved = solve(boards, layout=layout)
    logs = _logs(boards, solved.counts == 1, layout, scale, uniqueness)
    answers = zip(boards.tolist(), solved.counts.tolist(), solved.solutions.tolist(), strict=True)
    for board, count, solution in answers:
        if count != 1:
            yield None
            continue
        puzzle = Puzzle(tuple(board), layout)
        log = next(logs)
        explained = None
        if log is None:
            explained = explain(puzzle, verify=False, scale=scale.name, uniqueness=uniqueness)
        yield Way(puzzle, tuple(solution), log or [], explained, scale)


def _logs(
    boards: np.ndarray, proper: np.ndarray, layout: Layout, scale: Scale, uniqueness: bool | None
) -> Iterator[list[int] | None]:
    """Yield the log of each proper board; None if it did not lead to the solution, or was too
    long."""
    theory = Theory.of(layout)
    left = boards[proper]
    allowed = scale.all_rules
    if uniqueness is False:
        allowed &= ~scale.unique_rules
    if theory.rules or (scale is SATDOKU and uniqueness):  # needs more than the search
        yield from [None] * len(left)
        return
    while len(left):
        paths, log = paths_of(theory, scale).follow(left, allowed=allowed, log_size=LOG)
        steps = np.asarray(paths.uses).reshape(len(left), -1).sum(1)
        numbers = np.asarray(log).tolist()
        place = 0
        for i, status in enumerate(paths.status):
            # The log is full: continue with the remaining boards. A board that fills it alone is
            # given up, so that each round makes progress.
            if status == UNFINISHED and i:
                left = left[i:]
                break
            end = _end(numbers, place, int(steps[i]))
            yield numbers[place:end] if status == SOLVED else None
            place = end
        else:
            return


def hardest(boards: np.ndarray, layout: Layout, scale: Scale, most: int) -> np.ndarray:
    """Return the rating of the hardest step of each of N × cells digits, in tenths; `TOO_HARD` for
    boards that need a rule rated above `most`, 0 for those not proper.

    Rules after the last one rated at most `most` are not tried at all.
    """

    def tenths(board: list[int]) -> int:
        return round(10 * rate(Puzzle(tuple(board), layout), scale=scale.name).rating)

    places = [place for place, row in enumerate(scale.rows) if row.tenths <= most]
    # All up to the last of these: rules come in their order, so a harder one between them may have
    # its turn.
    allowed = (2 << max(places, default=-1)) - 1
    numbers = np.zeros(len(boards), np.int64)
    proper = np.flatnonzero(solve(boards, layout=layout, solutions=False).counts == 1)
    if layout.constraints:
        for i in proper.tolist():
            puzzle = Puzzle(tuple(boards[i].tolist()), layout)
            way = explain(puzzle, rules=allowed, scale=scale.name, verify=False)
            last = way.hardest
            own = last.tenths if last else 0
            numbers[i] = own if way.outcome == "solved" else TOO_HARD
        return numbers
    paths, _ = paths_of(Theory.of(layout), scale).follow(boards[proper], allowed=allowed)
    numbers[proper] = paths.hardest
    left = proper[np.asarray(paths.status) != SOLVED]
    numbers[left] = TOO_HARD
    if allowed == scale.all_rules:  # these are beyond the depth of the search
        for i in left.tolist():
            numbers[i] = tenths(boards[i].tolist())
    return numbers


def _end(log: list[int], place: int, steps: int) -> int:
    """Return where the first `steps` steps of a log end."""
    for _ in range(steps):
        lengths = log[place + found.ASSERTIONS : place + found.NUMBERS]
        place += found.NUMBERS + sum(lengths)
    return place
