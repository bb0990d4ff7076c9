"""The kinds of rules that are built in: each file adds its rows to `constraints.kind_table`.

All are imported here, so that their order in the table does not depend on which is needed first.
"""

from importlib import import_module

for _name in (
    "cells",
    "cell_values",
    "full_rank",
    "galaxies",
    "global_rules",
    "layers",
    "lines",
    "outside",
    "pairings",
    "leapers",
    "regions_found",
    "shadings",
):
    import_module(f"{__name__}.{_name}")
