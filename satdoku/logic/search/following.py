"""The compiled search for steps by a scale's rules, as paths."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from ...theory import Theory
from ..catalog.rules import TABLE, row_named
from ..difficulty.scales import SATDOKU, Scale
from ..position import Position
from .reports import arrays_of

if TYPE_CHECKING:
    from ...kernels.steps.paths import Paths

#: Size of the log of a path, in numbers.
LOG = 1 << 17
#: No limit to the number of steps.
ENDLESS = 1 << 40


@lru_cache(maxsize=8)
def paths_of(theory: Theory, scale: Scale = SATDOKU) -> Paths:
    """Return the object that follows paths by the scale's rules; it may be used from several
    threads."""
    from ...kernels.steps.paths import Paths, RatedFinder

    rows = tuple(RatedFinder(row.finder, row.mode, row.tenths) for row in scale.rows)
    return Paths(theory, rows)


@lru_cache(maxsize=8)
def paths_with(theory: Theory, rules: tuple[int, ...], asked: tuple[int, ...]) -> Paths | None:
    """Return the object that follows paths by rules of our own scale, and by others that are used
    only on request (each before rules of the same rating); None if one of those is no kernel."""
    from ...kernels.steps.paths import Paths, RatedFinder

    if not all(row_named(TABLE[rule].name).is_kernel for rule in asked):
        return None

    def turn(rule: int) -> tuple[int, bool]:
        return TABLE[rule].tenths, rule not in asked

    rows = [TABLE[rule] for rule in sorted((*asked, *rules), key=turn)]
    finders = [RatedFinder(row.finder, row.mode, row.tenths) for row in rows]
    return Paths(theory, finders, keeps_best=True)


def follow(
    position: Position, allowed: int, limit: int = ENDLESS, scale: Scale = SATDOKU
) -> tuple[int, list[int]]:
    """Return (status, log) of a path of at most this many steps from the position.

    allowed: a bit for each rule. status: SOLVED, STUCK, BROKEN, or UNFINISHED if the limit or the
    end of the log was reached.
    """
    board, marks = arrays_of(position)
    paths, log = paths_of(position.theory, scale).follow(
        board, marks, allowed=allowed, step_limit=limit, log_size=LOG
    )
    return int(paths.status[0]), [int(number) for number in log]
