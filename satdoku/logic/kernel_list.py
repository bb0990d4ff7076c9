"""What a build of the kernels takes from logic: the techniques' kernels, and the scales.

`kernels/` is below this layer and names nothing of it. So whoever builds the kernels (the programs
`python -m satdoku.kernels.codegen` and `satdoku.kernels.codegen.webassembly`, the hook of
hatchling, an exported site) takes the list of all kernels from here and hands it down.

>>> sorted(name for name in all_signatures() if "fish" in name)
['find_fish', 'find_general_fish']
"""

from __future__ import annotations

from pathlib import Path
from typing import Any


def all_signatures() -> dict[str, tuple[Any, ...]]:
    """Return the types of each kernel's arguments, by its name, with those of the techniques."""
    from ..kernels.signatures import signatures
    from . import techniques

    return signatures(techniques)


def write_package(folder: Path) -> Path:
    """Write the npm package of all kernels, and return its folder. Raises `CannotBuild`."""
    from ..kernels.codegen import webassembly
    from ..kernels.steps.paths import RatedFinder
    from .catalog.rules import LABELS
    from .difficulty.scales import SCALES

    scales = {
        name: {
            row.name: RatedFinder(row.finder, row.mode, row.tenths, row.estimated)
            for row in scale.rows
        }
        for name, scale in SCALES.items()
    }
    return webassembly.write_package(folder, all_signatures(), scales, dict(LABELS))
