"""Who answers: the plain engine or a kernel, by what is done first; and how threads share the work.

All estimates of how long something takes are here; whoever has a choice asks here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from ..board import STANDARD
from ..layout import Layout
from ..stopping import Stop, run_under
from ..theory import Theory

if TYPE_CHECKING:
    import numpy as np

    from ..kernels.compiling import Kernel
    from ..kernels.tasks import Tasks

Part = TypeVar("Part")

#: About how long the plain engine takes for a 9×9 board, in milliseconds.
PLAIN_MS = {
    "solve": 3.0, "base_rules": 0.4, "minimize_logic": 12.0, "minimize_proper": 40.0,
    "random_grids": 4.0, "least_forms": 0.6,
}  # fmt: skip
#: About how long it takes to start a kernel that was used before, is compiled, is not compiled.
LOADED_MS, READY_MS, COMPILE_MS = 2.0, 120.0, 1500.0
#: Boards a block, at most.
BLOCK = 4096
#: Solutions of one board that the plain engine finds in the time that it takes for a board.
SOLUTIONS_A_BOARD = 5
#: So many solutions of a board are looked for first; who has more is asked again, and by whom
#: depends on how many more there may be: each time so many times as many.
FIRST_LIMIT, MORE = 200, 16
#: Size of boards up to which no puzzle takes a kernel's search long.
EASY = 9
#: So many puzzles to generate are worth blocks; fewer are made one by one, in processes.
MANY = 50


def tasks_for(task: str, layout: Layout, work: float, lockstep: bool = True) -> Tasks:
    """What answers a task on so many boards (or so many boards' worth of work)."""
    from .interpreter import PlainTasks

    theory = Theory.of(layout)
    if theory.has_helpers and task != "base_rules":  # search takes other engines, or too long
        return PlainTasks(theory, False)
    lockstep = lockstep and layout.is_regular and layout.regions == STANDARD.regions
    lockstep = lockstep and not (layout.extra_houses or layout.constraints)
    plain_ms = work * PLAIN_MS[task] * theory.occurrence_count / 2916
    if plain_ms > LOADED_MS:
        kernels = _compiled_tasks(theory, lockstep)
        if worth_kernels(plain_ms, *kernels.kernels(task)):
            return kernels
    return PlainTasks(theory, lockstep)


def worth_kernels(plain_ms: float, *kernels: Kernel) -> bool:
    """What takes the plain engine so long takes longer than to start these kernels.

    If it would once they are compiled, they are compiled beside from now on: ask again later.
    """
    from ..kernels.compiling import can_compile

    if plain_ms <= sum(min(READY_MS, start_ms(kernel)) for kernel in kernels):
        return False
    ready = [kernel.ready() for kernel in kernels]
    return (all(ready) or plain_ms > sum(map(start_ms, kernels))) and can_compile()


def start_ms(kernel: Kernel) -> float:
    """About how long it takes until the kernel runs, in milliseconds."""
    return LOADED_MS if kernel.is_loaded else READY_MS if kernel.is_ready else COMPILE_MS


def is_easy(layout: Layout, keep: str = "proper") -> bool:
    """No board of the layout takes a kernel long: it need not be looked at one by one.

    keep: what is asked; the base rules are quick on any board.
    """
    return keep == "logic" or (layout.size <= EASY and not layout.constraints)


def _compiled_tasks(theory: Theory, lockstep: bool) -> Tasks:
    if lockstep:
        from ..kernels.lockstep import Lockstep

        return Lockstep()
    from ..kernels.any_theory import AnyTheory

    return AnyTheory(theory)


def _blocks(count: int, jobs: int) -> Iterator[slice]:
    size = min(BLOCK, max(64, -(-count // (4 * jobs)))) if jobs > 1 else BLOCK
    return (slice(i, min(i + size, count)) for i in range(0, max(1, count), size))


def spread(work: Callable[[slice], Part], count: int, jobs: int) -> list[Part]:
    """work(block) for the blocks of so many boards, by threads, in order; one block at least."""
    from .boards import check_number

    check_number("jobs", jobs, 1, 1024)
    blocks = list(_blocks(count, jobs))
    if jobs == 1 or len(blocks) < 2:
        return [work(block) for block in blocks]
    from concurrent.futures import ThreadPoolExecutor

    first = work(blocks[0])  # loads or compiles the kernel, once
    stop = Stop()
    with ThreadPoolExecutor(jobs) as pool:
        try:
            return [first, *pool.map(partial(run_under, stop, work), blocks[1:])]
        finally:
            stop.set()


def joined(parts: Sequence[tuple[np.ndarray, ...]]) -> list[np.ndarray]:
    """The arrays of all parts, one after the other."""
    import numpy as np

    return [np.concatenate(arrays) for arrays in zip(*parts, strict=True)]
