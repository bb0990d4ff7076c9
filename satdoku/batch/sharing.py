"""The choice of kernel for a block of boards, and the distribution of blocks to threads.

Kernels do the work (compiled, or in the interpreter if there is no library: see `kernels.library`),
except for boards whose rules need auxiliary variables: those are searched by the engines for rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from ..board import is_standard
from ..cancellation import Stop, run_under
from ..layout import Layout
from ..theory import Theory

if TYPE_CHECKING:
    import numpy as np

    from ..kernels.tasks import Tasks

Part = TypeVar("Part")

#: The maximum number of boards in a block; and with a single thread. (Each block has a start-up
#: cost, and its results are copied if it is not the only one.)
BLOCK, ALONE = 4096, 1 << 16
#: The largest size of boards on which no puzzle takes a kernel's search long.
EASY = 9


def tasks_for(task: str, layout: Layout, lockstep: bool = True) -> Tasks:
    """Return the tasks object for "solve", "base_rules", "minimize" or "random_grids" on a layout.

    lockstep: 9×9 boards may go to their own kernels, which search in another order.
    """
    theory = Theory.of(layout)
    if theory.has_helpers and task != "base_rules":
        from .ruled import RuledTasks

        return RuledTasks(theory)
    if lockstep and is_standard(layout):
        from ..kernels.lockstep.lockstep_tasks import Lockstep

        return Lockstep()
    from ..kernels.any_theory.theory_tasks import AnyTheory

    return AnyTheory(theory)


def is_easy(layout: Layout, keep: str = "proper") -> bool:
    """Return whether no board of the layout takes a kernel long, so that blocks are safe.

    keep: the property to check; the base rules are quick on any board.
    """
    return keep == "logic" or (layout.size <= EASY and not layout.constraints)


def _blocks(count: int, jobs: int) -> Iterator[slice]:
    size = min(BLOCK, max(64, -(-count // (4 * jobs)))) if jobs > 1 else ALONE
    # (At least one block, even if it is empty: the arrays of its answer have the right types.)
    return (slice(i, min(i + size, count)) for i in range(0, max(1, count), size))


def spread(work: Callable[[slice], Part], count: int, jobs: int) -> list[Part]:
    """Return work(block) for the blocks of `count` boards, by threads, in order; at least one."""
    from .boards import check_number

    check_number("jobs", jobs, 1, 1024)
    blocks = list(_blocks(count, jobs))
    if jobs == 1 or len(blocks) < 2:
        return [work(block) for block in blocks]
    from concurrent.futures import ThreadPoolExecutor

    stop = Stop()
    with ThreadPoolExecutor(jobs) as pool:
        try:
            return list(pool.map(partial(run_under, stop, work), blocks))
        finally:
            stop.set()


def joined(parts: Sequence[tuple[np.ndarray, ...]]) -> list[np.ndarray]:
    """Concatenate the arrays of all parts."""
    import numpy as np

    if len(parts) == 1:
        return list(parts[0])
    return [np.concatenate(arrays) for arrays in zip(*parts, strict=True)]
