"""The smallest work for each kernel, of the types of real work: what has it compiled or loaded."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from ..layout import Layout
from ..theory import Theory
from .any_theory import AnyTheory
from .canonical_tasks import least_forms, shape_of
from .lockstep import Lockstep
from .logic_tasks import all_finders, compile_finder, compile_path
from .tasks import Groups, Tasks

SMALL = Layout.of_size(4)


def _lockstep() -> tuple[Tasks, int]:
    return Lockstep(), 81


def _any_theory() -> tuple[Tasks, int]:
    return AnyTheory(Theory.of(SMALL)), SMALL.cell_count


def _no_boards(cells: int) -> np.ndarray:
    return np.zeros((0, cells), np.uint8)


def _solve(tasks: Tasks, cells: int) -> None:
    tasks.solve(_no_boards(cells), 1, True)


def _base_rules(tasks: Tasks, cells: int) -> None:
    tasks.base_rules(_no_boards(cells))


def _random_grids(tasks: Tasks, cells: int) -> None:
    tasks.random_grids(np.zeros(0, np.uint64), 1)


def _minimize(tasks: Tasks, cells: int, keep: str) -> None:
    boards, groups = _no_boards(cells), Groups(np.zeros(0, np.int32), np.zeros(1, np.int32))
    states, at_least = np.zeros(0, np.uint64), np.zeros(0, np.int64)
    tasks.minimize(boards, boards.copy(), keep, groups, states, at_least, only_look=False)


def _least_forms() -> None:
    shape = shape_of(SMALL)
    assert shape
    least_forms(_no_boards(SMALL.cell_count), shape, compiled=True)


#: By name of the kernel.
EXAMPLES: dict[str, Callable[[], None]] = {
    "solve_boards": lambda: _solve(*_lockstep()),
    "decide_boards": lambda: _base_rules(*_lockstep()),
    "minimize_logic": lambda: _minimize(*_lockstep(), "logic"),
    "minimize_proper": lambda: _minimize(*_lockstep(), "proper"),
    "draw_grids": lambda: _random_grids(*_lockstep()),
    "flat_solve": lambda: _solve(*_any_theory()),
    "flat_base_rules": lambda: _base_rules(*_any_theory()),
    "flat_minimize": lambda: _minimize(*_any_theory(), "logic"),
    "flat_grids": lambda: _random_grids(*_any_theory()),
    "canonical_boards": _least_forms,
    "follow_path": compile_path,
    **{name: partial(compile_finder, name) for name in all_finders()},
}
