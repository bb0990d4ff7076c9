"""The levels of processor that libraries of kernels are built for, and where the libraries are."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent / "compiled"
SUFFIX = {"darwin": ".dylib", "win32": ".dll"}.get(sys.platform, ".so")
#: In a source tree: of which files, and when they were changed; see `codegen.changed`.
STAMP = FOLDER / "sources.json"


class Level(NamedTuple):
    """What a library needs of the processor, and how many boards a vector of it holds.

    number: what a library's `satdoku_processor` returns at least where it can run.
    """

    name: str
    number: int
    lanes: int


#: Best first.
LEVELS = (
    Level("x86-64-v4", 4, 16),
    Level("x86-64-v3", 3, 8),
    Level("x86-64", 1, 8),
    Level("arm64", 1, 8),
)


def path_of(level: Level) -> Path:
    """Where the library of a level is, if there is one."""
    return FOLDER / f"{level.name}{SUFFIX}"


def installed() -> list[Level]:
    """The levels that the package has a library for, best first."""
    return [level for level in LEVELS if path_of(level).exists()]
