"""The kernels as contenders of a comparison: a block of boards, its time divided equally.

A kernel is loaded before it is timed. A single board would mostly measure how arrays are created;
kernels are made for blocks.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..board import STANDARD, Puzzle
from ..cancellation import Stop, Stopped, run_under
from ..layout import Layout
from ..theory import Theory

if TYPE_CHECKING:
    from ..kernels.tasks import Tasks

#: The kernels' names in a comparison.
KERNELS = ("lockstep", "any-theory")


@dataclass(frozen=True, slots=True)
class Answer:
    """A kernel's answer: "none", "several", the only solution, or "" with a problem."""

    answer: str
    seconds: float
    guesses: int = 0
    problem: str = ""


def ask_kernel(name: str, boards: Sequence[Puzzle], time_limit: float) -> list[Answer]:
    """Return the answer for each board, all of one layout; the block gets the sum of the limits."""
    import numpy as np

    layout = boards[0].layout
    kernel = _kernel(name, layout)
    if isinstance(kernel, str):
        return [Answer("", 0.0, 0, kernel) for _ in boards]
    block = np.array([board.cells for board in boards], np.uint8)
    kernel.solve(block[:1].copy(), 2, True)
    stop = Stop()
    timer = threading.Timer(time_limit * len(boards), stop.set)
    timer.start()
    start = time.perf_counter()
    try:
        solved = run_under(stop, kernel.solve, block, 2, True)
    except Stopped:
        problem = f"over {time_limit:g} s a board"
        return [Answer("", time_limit, 0, problem) for _ in boards]
    finally:
        timer.cancel()
    seconds = (time.perf_counter() - start) / len(boards)
    answers = []
    for index, count in enumerate(solved.counts):
        solution = Puzzle(tuple(map(int, solved.solutions[index])), layout).line
        answer = solution if count == 1 else "several" if count > 1 else "none"
        answers.append(Answer(answer, seconds, int(solved.guesses[index])))
    return answers


def _kernel(name: str, layout: Layout) -> Tasks | str:
    """Return the kernel for a layout, or the reason why there is none."""
    if layout.constraints:
        return "no kernel knows auxiliary variables"
    if name == "lockstep":
        if layout.regions != STANDARD.regions or layout.extra_houses or not layout.is_regular:
            return "lockstep is for plain 9x9 boards"
        from ..kernels.lockstep.arrays import Lockstep

        return Lockstep()
    from ..kernels.any_theory.arrays import AnyTheory

    return AnyTheory(Theory.of(layout))
