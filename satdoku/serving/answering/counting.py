"""Count all solutions, with progress: a count so far and an estimate.

The puzzle is split into parts by its open cells. Each part is counted up to a limit; parts that
reach it are counted again with a larger one. So there is progress after every part and little work
is done twice.

The estimate is D. Knuth's, "Estimating the efficiency of backtrack programs" (1975): random dives,
each worth the product of its branching factors if it ends in a solution.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from math import sqrt

from ...backends.base import Clock
from ...backends.limits import within
from ...board import Puzzle
from ...cancellation import look
from ...errors import TimeLimitReached
from ...inference.deduction import Deduction
from ...random_stream import RandomStream
from ...theory import Theory
from .validation import Record, Say

#: Initial number of parts; initial limit for the solutions of a part (lower on a board with rules,
#: where each takes longer), and the growth factor of that limit.
PARTS, FIRST, FIRST_RULED, GROWTH = 24, 5_000, 100, 8
#: Dives for the estimate of a count that was cut short, and per report of `estimates`.
DIVES = 100
#: Half-width of a 95% confidence interval in standard errors.
Z95 = 1.96


def counted(puzzle: Puzzle, limit: int, clock: Clock, say: Say) -> Record:
    """Return {"count", "exact", "in_time"}, plus "estimate" if the limit or the clock cut it
    short."""
    from ...batch.puzzles import count

    parts = [(part, 0) for part in split(puzzle, PARTS)]
    total, per_part, in_time = 0, FIRST_RULED if puzzle.constraints else FIRST, True

    def count_record() -> Record:
        return {"count": total, "exact": not parts, "done": False}

    try:
        while parts and total < limit:
            over: list[tuple[Puzzle, int]] = []
            while parts:
                part, before = parts.pop()
                if total >= limit:
                    over.append((part, before))
                    continue
                try:
                    most = min(per_part, limit - total + before)
                    found = within(clock, lambda p=part, m=most: count(p, limit=m))  # type: ignore[misc]
                except TimeLimitReached:
                    over.append((part, before))
                    raise
                total += found - before
                if found == most:
                    over.append((part, found))
                say(count_record())
            parts, per_part = over, per_part * GROWTH
    except TimeLimitReached:
        in_time, parts = False, [*parts, (puzzle, 0)]
    record: Record = {"count": total, "exact": not parts, "in_time": in_time}
    if parts:
        mean, _ = mean_of([weight for weight, _ in zip(dives(puzzle), range(DIVES), strict=False)])
        record["estimate"] = max(float(total), mean)
    return record


def split(puzzle: Puzzle, wanted: int) -> list[Puzzle]:
    """Return about `wanted` puzzles whose solutions partition those of this one."""
    deduction = Deduction(Theory.of(puzzle.layout))
    parts = [puzzle]
    while 0 < len(parts) < wanted:
        more: list[Puzzle] = []
        for part in parts:
            mark = deduction.mark()
            if deduction.extend(list(part.givens)) and (clause := deduction.smallest_clause()):
                board = deduction.theory.on_board(clause)
                if len(board) == len(clause):
                    more += [_with(part, v) for v in clause]
                    deduction.undo(mark)
                    continue
            deduction.undo(mark)
            more.append(part)
        if len(more) == len(parts):
            break
        parts = more
    return parts


def _with(puzzle: Puzzle, variable: int) -> Puzzle:
    cell, digit = puzzle.layout.cell_and_digit(variable)
    return Puzzle((*puzzle.cells[:cell], digit, *puzzle.cells[cell + 1 :]), puzzle.layout)


def dives(puzzle: Puzzle) -> Iterator[float]:
    """Yield the weights of random dives without end; their mean converges to the count."""
    stream, deduction = RandomStream(0), Deduction(Theory.of(puzzle.layout))
    possible = deduction.extend(list(puzzle.givens))
    mark = deduction.mark()
    while True:
        weight = 1.0 if possible else 0.0
        while weight and (candidates := deduction.smallest_clause()):
            weight *= len(candidates)
            if not deduction.extend([candidates[stream.below(len(candidates))]]):
                weight = 0.0
        look()
        yield weight
        deduction.undo(mark)


def mean_of(weights: list[float]) -> tuple[float, float]:
    """Return (mean, standard error of the mean)."""
    n = len(weights)
    mean = sum(weights) / max(1, n)
    spread = sum((weight - mean) ** 2 for weight in weights) / max(1, n - 1)
    return mean, sqrt(spread / max(1, n))


def estimates(puzzle: Puzzle, clock: Clock) -> Iterator[Record]:
    """Yield increasingly precise estimates until the time is over."""
    weights: list[float] = []
    with suppress(TimeLimitReached):
        for weight in dives(puzzle):
            clock.check()
            weights.append(weight)
            if len(weights) % DIVES == 0:
                mean, error = mean_of(weights)
                yield {
                    "estimate": mean,
                    "stderr": error,
                    "iterations": len(weights),
                    "ci95_lower": mean - Z95 * error,
                    "ci95_upper": mean + Z95 * error,
                    "relErrPercent": 100 * Z95 * error / mean if mean else 0.0,
                }
