"""The types of every kernel's arguments, recorded from the smallest call of each.

A kernel is compiled for the types that callers pass: lists of certain items, records of certain
fields. They are not written down: each kernel is called here as in real work, but without boards,
and the call is recorded instead of run.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any
from unittest.mock import patch

import numpy as np

from ..layout import Layout
from ..theory import Theory
from . import library
from .any_theory.theory_tasks import AnyTheory
from .canonical.form_kernel import canonical_forms, shape_of
from .hitting_sets import HittingSearch, hitting_sets
from .kernel import KERNELS
from .levels import LEVELS
from .lockstep.lockstep_tasks import Lockstep
from .propagation.mask_search import MaskBoard
from .steps.paths import Paths, RatedFinder, all_finders, new_search
from .struct_views import passed
from .table_sums import sum_of_products
from .tasks import Groups, Removals, Tasks

SMALL = Layout.of_size(4)


def _lockstep() -> tuple[Tasks, int]:
    return Lockstep(), 81


def _any_theory() -> tuple[Tasks, int]:
    return AnyTheory(Theory.of(SMALL)), SMALL.cell_count


def _no_boards(cells: int) -> np.ndarray:
    return np.zeros((0, cells), np.uint8)


def _solve(tasks: Tasks, cells: int) -> None:
    tasks.solve(_no_boards(cells), 1, want_solutions=True)


def _base_rules(tasks: Tasks, cells: int) -> None:
    tasks.base_rules(_no_boards(cells))


def _random_grids(tasks: Tasks, cells: int) -> None:
    tasks.random_grids(np.zeros(0, np.uint64), 1)


def _minimize(tasks: Tasks, cells: int, keep: str) -> None:
    boards = _no_boards(cells)
    groups = Groups(np.zeros(0, np.int32), np.zeros(1, np.int32))
    states = np.zeros(0, np.uint64)
    at_least = np.zeros(0, np.int64)
    tasks.minimize(boards, boards.copy(), Removals(keep, groups, states, at_least))


def _canonical_forms() -> None:
    shape = shape_of(SMALL)
    assert shape
    canonical_forms(_no_boards(SMALL.cell_count), shape)


def _follow_path() -> None:
    Paths(Theory.of(SMALL), ()).follow(_no_boards(SMALL.cell_count))


def _list_steps() -> None:
    board = np.zeros((1, SMALL.cell_count), np.uint8)
    [finder, *_] = all_finders()
    rule = RatedFinder(f"{KERNELS[finder].function.__module__}:{finder}", 0, 0)
    Paths(Theory.of(SMALL), ()).list_all(board, board, rule)


def _search_masks() -> None:
    board = MaskBoard.of(SMALL)
    board.search(board.all_masks()).count(1)


def _dive() -> None:
    board = MaskBoard.of(SMALL)
    board.search(board.all_masks()).dive(np.zeros(1, np.uint64), 1, 1, 1)


def _sum_of_products() -> None:
    table = np.zeros(1, np.int32)
    place = np.zeros(1, np.int64)
    sum_of_products(table, table, table, place, place, place, place, place)


def _hitting_sets() -> None:
    hitting_sets(HittingSearch.of([[0]], [0], 1, 1), 0)


#: An example call by kernel name; finders are handled separately.
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
    "canonical_boards": _canonical_forms,
    "follow_path": _follow_path,
    "list_steps": _list_steps,
    "search_masks": _search_masks,
    "dive": _dive,
    "sum_of_products": _sum_of_products,
    "hitting_sets": _hitting_sets,
}


def signatures(*packages: ModuleType) -> dict[str, tuple[Any, ...]]:
    """Return the types of each kernel's arguments, by its name; see `struct_views.passed`.

    packages: those of higher layers that have finders, too (see `logic.kernel_list`). Raises
    `AssertionError` if a kernel has no example.
    """
    recorder = _SignatureRecorder()
    with patch.object(library, "current", lambda: recorder):
        for example in EXAMPLES.values():
            example()
        view = new_search(Theory.of(SMALL))
        for name in all_finders(*packages):
            recorder.address(name, view, 0)
    assert set(recorder.found) == set(KERNELS), "a kernel without an example in EXAMPLES"
    return recorder.found


class _SignatureRecorder:
    """A stand-in for a library: it runs nothing and records the types of arguments."""

    level = LEVELS[0]

    def __init__(self) -> None:
        self.found: dict[str, tuple[Any, ...]] = {}

    def run(self, name: str, arguments: Sequence[Any]) -> int:
        self.found[name] = passed(arguments)[0]
        return 0

    def address(self, name: str, *arguments: Any) -> int:
        return self.run(name, arguments)
