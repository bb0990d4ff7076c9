"""Count all solutions, with progress: a count so far and an estimate.

A puzzle with more than a few solutions is counted without finding them one by one, if that is
possible in a few seconds (see `exact_counts`). Otherwise it is split into parts by its open cells.
Each part is counted up to a limit; parts that reach it are counted again with a larger one. So
there is progress after every part and little work is done twice.

The estimate is the mean of random dives (see `kernels.propagation.diving`): D. Knuth, "Estimating
the efficiency of backtrack programs" (1975).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import islice
from math import sqrt

import numpy as np

from ..backends.auto import Auto, patience_for
from ..backends.base import Backend, Clock
from ..backends.masks import mask_board
from ..board import Puzzle
from ..cancellation import stop_if_cancelled
from ..errors import EngineError, TimeLimitReached
from ..inference.deduction import Deduction
from ..kernels.any_theory.csr import ENDLESS
from ..layout import Layout
from ..operations import solving
from ..operations.outcomes import Estimation
from ..record_types import TypedDict
from ..theory import Theory
from .exact_counts import exact_count

#: Initial number of parts; initial limit for the solutions of a part (lower on a board with rules,
#: where each takes longer), and the growth factor of that limit.
PARTS, FIRST, FIRST_RULED, GROWTH = 24, 5_000, 100, 8
#: Solutions that are found one by one before other ways are tried (on a board with rules, where
#: each takes longer, and without).
FEW, FEW_RULED = 10_000, 1_000
#: Limits up to which solutions of a board without rules are counted by a brief search first; its
#: work, a millisecond or two.
BRIEF, BRIEF_WORK = (1, 2), 1_000_000
#: With rules and no time limit: if the search on masks has found `RARE` solutions or more in this
#: work (some seconds), but not yet `FEW_RULED`, these are enough, and an estimate says more.
RARE, RARE_WORK = 10, 1_500_000_000
#: Dives for the estimate of a count that was cut short, and per report of `estimates`; the work
#: that they take at most (some seconds), and the fewest that say how much they vary.
DIVES, REPORTED = 400, 100
WORK, FEWEST_DIVES = 4_000_000_000, 10
#: The solutions up to which a branch of a dive is counted, and the most work for that (some
#: milliseconds). Measured on empty 6×6 and 9×9 boards, 400 dives: with 2, 8, 32, 128 the standard
#: error is 3.2, 1.8, 1.2, 0.7 % and 7.8, 4.9, 5.3, 4.5 %, the time of a dive 0.4, 0.6, 1.5, 4.5 ms
#: and 6, 8, 14, 35 ms.
BRANCH, BRANCH_WORK = 8, 3_000_000
#: Seconds for that estimate.
AFTERWARDS = 0.25
#: Half-width of a 95% confidence interval in standard errors, of many dives and of `DIVES`: their
#: weights are skewed, and `benchmarks/counting.py` prints how many intervals hold the number.
Z95, WIDE = 1.96, 3.0

#: Hears the number of solutions found so far.
Progress = Callable[[int], object]


def usual_limit(layout: Layout) -> int:
    """Return a limit for counts that takes about a second to reach, found by measurement."""
    if layout.size > 25:
        return 10
    if layout.size > 16 or layout.constraints or layout.extra_houses:
        return 1_000
    return 1_000_000 if layout.size <= 9 and layout.is_regular else 10_000


def few(layout: Layout) -> int:
    """Return how many solutions are found one by one before other ways are tried."""
    return FEW_RULED if layout.constraints else FEW


def counted(
    puzzle: Puzzle,
    limit: int | None,
    clock: Clock,
    progress: Progress | None = None,
    engine: str | Backend = "auto",
    enough: int | None = None,
) -> tuple[int, bool]:
    """Return the number of solutions found in time, `limit` at most, and whether these are all.

    progress: called with the number found so far. enough: the number at which to stop if the
    solutions have to be found one by one. An engine other than "auto" finds all of them so; without
    time or progress to report, or if only few are wanted, so does "auto" where there is no exact
    way.
    """
    name = engine if isinstance(engine, str) else engine.name
    most = min((n for n in (limit, enough) if n is not None), default=None)
    top = few(puzzle.layout)
    # a command asks for one more than its limit, to tell whether there are more
    if name == "auto" and (limit is None or limit > top + 1):
        known = None
        if puzzle.layout.constraints and clock.limit is None:
            known = _on_masks(puzzle, top + 1, RARE_WORK)
            if known and not known[1]:
                # not to be searched again: solvers begin
                engine = solving.engine_for(puzzle, engine)
                if isinstance(engine, Auto):
                    engine.gave_up = True
        is_all = True
        if known and (known[1] or known[0] >= RARE):
            found, is_all = known
        else:
            try:
                found = count_at_once(puzzle, top + 1, engine, clock)
            except TimeLimitReached as error:
                return error.found or 0, False
        if is_all and found <= top:
            return found, True
        if progress:
            progress(found)
        with suppress(TimeLimitReached):
            if (exact := exact_count(puzzle, clock.part())) is not None:
                return (exact, True) if limit is None else (min(exact, limit), exact < limit)
        if not is_all and limit is None:
            return found, False
        if most is not None and most <= found:
            return most, False
    is_few = most is not None and most <= top + 1
    if name != "auto" or is_few or (clock.limit is None and progress is None):
        try:
            found = count_at_once(puzzle, most, engine, clock)
        except TimeLimitReached as error:
            return error.found or 0, False
        return found, most is None or found < most
    backend = solving.engine_for(puzzle, engine)
    total, per_part = 0, FIRST_RULED if puzzle.layout.constraints else FIRST
    parts = [(puzzle, 0)]
    with suppress(TimeLimitReached):
        parts = [(part, 0) for part in clock.within(lambda: split(puzzle, PARTS))]
        while parts and (most is None or total < most):
            over = []
            while parts and (most is None or total < most):
                part, before = parts[-1]
                room = per_part if most is None else min(per_part, most - total + before)
                found = count_at_once(part, room, backend, clock)
                parts.pop()
                total += found - before
                if found == room:
                    over.append((part, found))
                if progress:
                    progress(total)
            parts, per_part = parts + over, per_part * GROWTH
    return total, not parts


def count_at_once(puzzle: Puzzle, limit: int | None, engine: str | Backend, clock: Clock) -> int:
    """Return the number of solutions, `limit` at most: kernels count if the engine is "auto" and
    they decide it soon, or the board has no rules but its houses. Raises `TimeLimitReached`."""
    clock.check()
    if engine == "auto" and limit in BRIEF and not puzzle.layout.constraints:
        brief = _on_masks(puzzle, limit, BRIEF_WORK)
        if brief and brief[1]:
            return brief[0]
    name = engine if isinstance(engine, str) else engine.name
    if name == "auto" and not puzzle.layout.constraints:
        from .solving import solve

        most, layout = ENDLESS if limit is None else limit, puzzle.layout
        patience = patience_for(layout, most)
        solved = clock.within(
            lambda: solve([puzzle], limit=most, solutions=False, patience=patience, layout=layout),
        )
        if (found := int(solved.counts[0])) >= 0:
            return found
    left = clock.left
    try:
        return solving.count(puzzle, limit=limit, engine=engine, time_limit=left)
    except TimeLimitReached as error:
        over = clock.over()
        over.found = error.found
        raise over from None


def _on_masks(puzzle: Puzzle, limit: int, work: int) -> tuple[int, bool] | None:
    """Return (the number of solutions that the search on masks finds within this work, `limit` at
    most; whether that decides it); None for a board that is not searched so. For little work that
    is sooner than an engine is opened, and a thread started for a search without such a limit."""
    board = mask_board(puzzle.layout, compiled=True)
    if board is None:
        return None
    search = board.search(board.masks_of(puzzle.givens))
    found = search.count(limit, work, is_brief=work <= BRIEF_WORK)
    return found, search.is_over or found == limit


def split(puzzle: Puzzle, wanted: int) -> list[Puzzle]:
    """Return about `wanted` puzzles whose solutions partition those of this one."""
    deduction = Deduction(Theory.of(puzzle.layout))
    parts = [puzzle]
    while 0 < len(parts) < wanted:
        more = []
        for part in parts:
            stop_if_cancelled()
            mark = deduction.mark()
            if deduction.extend(part.givens) and (clause := deduction.smallest_clause()):
                board = deduction.theory.on_board(clause)
                # A clause with auxiliary variables does not partition the boards by givens.
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
    cells = list(puzzle.cells)
    cells[cell] = digit
    return Puzzle(tuple(cells), puzzle.layout)


def dives(puzzle: Puzzle, clock: Clock, most_work: int = ENDLESS) -> Iterator[float]:
    """Yield random samples whose mean converges to the number of solutions, until the work is used
    up. Raises `EngineError` for a board that is not searched on masks."""
    from ..backends.masks import board_of
    from ..kernels.stream import streams

    board = board_of(Theory.of(puzzle.layout))
    search = board.search(board.masks_of(puzzle.givens))
    stream = streams(0, np.arange(1))
    dive = partial(search.dive, stream, BRANCH, most_work, BRANCH_WORK)
    while (found := clock.within(dive)) is not None:
        yield found


def mean_of(weights: list[float]) -> tuple[float, float]:
    """Return (mean, standard error of the mean)."""
    n = len(weights)
    mean = sum(weights) / max(1, n)
    spread = sum((weight - mean) ** 2 for weight in weights) / max(1, n - 1)
    return mean, sqrt(spread / max(1, n))


class Estimate(TypedDict):
    """The mean of random dives, its standard error and a 95% confidence interval."""

    estimate: float
    stderr: float
    iterations: int
    ci95_lower: float
    ci95_upper: float
    relErrPercent: float  # noqa: N815 - the name in the protocol


def estimates(puzzle: Puzzle, clock: Clock) -> Iterator[Estimate]:
    """Yield increasingly precise estimates until the time is over."""
    weights = []
    with suppress(TimeLimitReached):
        for weight in dives(puzzle, clock):
            weights.append(weight)
            if len(weights) % REPORTED == 0:
                mean, error = mean_of(weights)
                margin = Z95 * error
                yield {
                    "estimate": mean,
                    "stderr": error,
                    "iterations": len(weights),
                    "ci95_lower": mean - margin,
                    "ci95_upper": mean + margin,
                    "relErrPercent": 100 * Z95 * error / mean if mean else 0.0,
                }


def before_estimate(clock: Clock) -> Clock:
    """Return a clock for a count that leaves some of the time for an estimate."""
    limit = clock.limit
    return Clock(limit and limit - min(AFTERWARDS, limit / 4))


def quick_estimate(puzzle: Puzzle, found: int, clock: Clock) -> Estimation:
    """Return an estimate by `DIVES` dives, or by those made in the time of the clock and
    with the work of `WORK`, but no less than the number already found."""
    weights: list[float] = []
    try:
        weights.extend(islice(dives(puzzle, clock, WORK), DIVES))
    except TimeLimitReached:
        pass  # with those made so far
    except EngineError as refusal:
        return Estimation(missing=str(refusal))
    if len(weights) < FEWEST_DIVES:
        return Estimation(missing="the board is too hard for samples in this time")
    mean, error = mean_of(weights)
    least = float(found)
    low = max(least, mean - WIDE * error)
    high = max(least, mean + WIDE * error)
    return Estimation(max(least, mean), (low, high))
