"""Who answers for a block of boards, and how threads share the blocks.

Kernels answer (compiled, or run by the interpreter where there is no library: see
`kernels.library`), but for boards whose rules need auxiliary variables: those are searched by the
engines for rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from ..board import STANDARD
from ..cancellation import Stop, run_under
from ..layout import Layout
from ..theory import Theory

if TYPE_CHECKING:
    import numpy as np

    from ..kernels.tasks import Tasks

Part = TypeVar("Part")

#: Boards in a block, at most; and where a single thread answers. (Each block takes a start, and its
#: answers are copied if it is not the only one.)
BLOCK, ALONE = 4096, 1 << 16
#: Size of boards up to which no puzzle takes a kernel's search long.
EASY = 9


def tasks_for(task: str, layout: Layout, lockstep: bool = True) -> Tasks:
    """What answers a task ("solve", "base_rules", "minimize", "random_grids") on a layout.

    lockstep: 9×9 boards may go to the kernels for them alone, which search in another order.
    """
    theory = Theory.of(layout)
    if theory.has_helpers and task != "base_rules":
        from .ruled import RuledTasks

        return RuledTasks(theory)
    standard = layout.is_regular and layout.regions == STANDARD.regions
    if lockstep and standard and not (layout.extra_houses or layout.constraints):
        from ..kernels.lockstep import Lockstep

        return Lockstep()
    from ..kernels.any_theory import AnyTheory

    return AnyTheory(theory)


def is_easy(layout: Layout, keep: str = "proper") -> bool:
    """No board of the layout takes a kernel long: it need not be looked at one by one.

    keep: what is asked; the base rules are quick on any board.
    """
    return keep == "logic" or (layout.size <= EASY and not layout.constraints)


def _blocks(count: int, jobs: int) -> Iterator[slice]:
    size = min(BLOCK, max(64, -(-count // (4 * jobs)))) if jobs > 1 else ALONE
    return (slice(i, min(i + size, count)) for i in range(0, max(1, count), size))


def spread(work: Callable[[slice], Part], count: int, jobs: int) -> list[Part]:
    """work(block) for the blocks of so many boards, by threads, in order; one block at least."""
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
    """The arrays of all parts, one after the other."""
    import numpy as np

    if len(parts) == 1:
        return list(parts[0])
    return [np.concatenate(arrays) for arrays in zip(*parts, strict=True)]
