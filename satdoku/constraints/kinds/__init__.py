"""The kinds of rules that are built in: each file adds its rows to `constraints.table`.

All are imported here, so that their order in the table does not depend on which is needed first.
"""

from . import cells  # isort: split

from . import (
    cell_values,
    full_rank,
    galaxies,
    global_rules,
    layers,
    lines,
    outside,
    pairings,
    regions_found,
    shadings,
)

__all__ = [
    "cell_values",
    "cells",
    "full_rank",
    "galaxies",
    "global_rules",
    "layers",
    "lines",
    "outside",
    "pairings",
    "regions_found",
    "shadings",
]
