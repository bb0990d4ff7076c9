"""satdoku: a Sudoku workbench on one idea: a puzzle is a theory of exactly-one clauses.

>>> import satdoku
>>> puzzle = satdoku.parse("12..34..........", satdoku.Layout.of_size(4))
>>> satdoku.count(puzzle)
12
>>> [puzzle.clue_count for puzzle in satdoku.generate(3, seed=7)]
[24, 25, 25]

Only the names in `__all__` are promised; `__init__.pyi` lists them. Each is loaded when it is first
used.
"""

from __future__ import annotations

import re
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

__version__ = "0.1.0"


@lru_cache(maxsize=1)
def _homes() -> dict[str, str]:
    """The module of each public name: lines `from .module import name as name` of the stub."""
    stub = Path(__file__).with_suffix(".pyi").read_text()
    found = re.findall(r"^from (\.\S*) import \w+ as (\w+)$", stub, re.MULTILINE)
    return {name: module for module, name in found}


def __getattr__(name: str) -> Any:
    if name == "__all__":
        return sorted(_homes())
    if name not in _homes():
        raise AttributeError(f"module 'satdoku' has no attribute {name!r}")
    home = _homes()[name]
    value = import_module(f".{name}" if home == "." else home, __name__)
    if home != ".":
        value = getattr(value, name)
        if getattr(value, "__module__", "").startswith("satdoku."):
            value.__module__ = "satdoku"  # what people meet is satdoku.Name
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*_homes(), "__version__"])
