"""satdoku: a Sudoku workbench on one idea: a puzzle is a theory of exactly-one clauses.

>>> import satdoku
>>> puzzle = satdoku.parse("12..34..........", satdoku.Layout.of_size(4))
>>> satdoku.count(puzzle)
12
>>> [puzzle.clue_count for puzzle in satdoku.generate(3, seed=7)]
[24, 25, 25]

Only the names in `__all__` are promised. Each is loaded when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import batch
    from .batch.least_forms import canonical
    from .board import Puzzle
    from .certificates.certifying import certify
    from .diagnosis.diagnosing import diagnose
    from .errors import (
        DecodeError,
        EncodingError,
        EngineError,
        GenerationError,
        Inconsistency,
        LayoutError,
        OutputError,
        ParseError,
        PuzzleError,
        SatdokuError,
        TheoryError,
        TimeLimitReached,
    )
    from .formats.reader import parse, parse_all
    from .layout import Layout
    from .logic.explaining import explain
    from .logic.rating import rate
    from .operations.generating import generate
    from .operations.minimizing import minimize
    from .operations.random_grids import random_grid
    from .operations.solving import count, is_proper, solutions, solve
    from .theory import Theory

__version__ = "0.1.0"

_HOMES = {
    "board": ("Puzzle",),
    "errors": (
        "DecodeError",
        "EncodingError",
        "EngineError",
        "GenerationError",
        "Inconsistency",
        "LayoutError",
        "OutputError",
        "ParseError",
        "PuzzleError",
        "SatdokuError",
        "TheoryError",
        "TimeLimitReached",
    ),
    "formats.reader": ("parse", "parse_all"),
    "layout": ("Layout",),
    "batch.least_forms": ("canonical",),
    "certificates.certifying": ("certify",),
    "diagnosis.diagnosing": ("diagnose",),
    "logic.explaining": ("explain",),
    "operations.generating": ("generate",),
    "operations.minimizing": ("minimize",),
    "operations.random_grids": ("random_grid",),
    "logic.rating": ("rate",),
    "operations.solving": ("count", "is_proper", "solutions", "solve"),
    "theory": ("Theory",),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [
    "DecodeError",
    "EncodingError",
    "EngineError",
    "GenerationError",
    "Inconsistency",
    "Layout",
    "LayoutError",
    "OutputError",
    "ParseError",
    "Puzzle",
    "PuzzleError",
    "SatdokuError",
    "Theory",
    "TheoryError",
    "TimeLimitReached",
    "batch",
    "canonical",
    "certify",
    "count",
    "diagnose",
    "explain",
    "generate",
    "is_proper",
    "minimize",
    "parse",
    "parse_all",
    "random_grid",
    "rate",
    "solutions",
    "solve",
]


def __getattr__(name: str) -> Any:
    if name == "batch":
        return import_module(".batch", __name__)
    if name not in _HOME:
        raise AttributeError(f"module 'satdoku' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f".{_HOME[name]}", __name__), name)
    return value


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
