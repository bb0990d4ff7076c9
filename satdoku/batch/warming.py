"""Compiling all kernels beforehand."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..board import STANDARD
from ..kernels.any_theory import AnyTheory
from ..kernels.canonical_tasks import least_forms, shape_of
from ..kernels.compiling import cache_folder
from ..kernels.lockstep import Lockstep
from ..kernels.logic_tasks import Paths
from ..kernels.stream import streams
from ..layout import Layout
from ..operations.random_grids import LEXICAL_CONFLICTS
from ..theory import Theory
from .boards import groups_of


def warm_up(say: Callable[[str], object] = print) -> None:
    """Compile all kernels now (for the boards of `layout` 9×9 and for any theory)."""
    small = Layout.of_size(4)
    for tasks, layout in ((Lockstep(), STANDARD), (AnyTheory(Theory.of(small)), small)):
        state = streams(0, np.arange(1))
        grid = tasks.random_grids(state, LEXICAL_CONFLICTS)
        tasks.solve(grid, 2, True)
        tasks.base_rules(grid)
        for keep in ("logic", "proper"):
            at_least = np.zeros(1, np.int64)
            tasks.minimize(
                grid.copy(), grid, keep, groups_of("none", layout), state, at_least, False
            )
    shape = shape_of(small)
    assert shape
    least_forms(np.zeros((1, small.cell_count), np.uint8), shape, compiled=True)
    Paths(Theory.of(small)).follow(np.zeros((1, small.cell_count), np.uint8), allowed=1)
    say(f"all kernels are ready, in {cache_folder() or 'memory only: no folder can be written'}")
