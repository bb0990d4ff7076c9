"""The library of compiled kernels: which one this machine takes, and calls into it.

The package holds a library for each level of processor that it was built for, as
`compiled/LEVEL.so`. The best one that the processor can run is loaded when a kernel is first
called; the library itself asks the processor (the instruction CPUID), so nothing is guessed.

`SATDOKU_LEVEL` in the environment names another level, or `none` for the interpreter.

In a source tree the library knows which sources it was built from: see `codegen.changed`.
"""

from __future__ import annotations

import ctypes
import os
import sys
from functools import lru_cache
from pathlib import Path
from typing import Any

from ..errors import EngineError
from .levels import FOLDER, STAMP, Level, installed, path_of
from .struct_views import passed, symbol_of


class Library:
    """A loaded library; it stays loaded for the life of the process."""

    def __init__(self, level: Level, path: Path | None = None) -> None:
        self.level, self.path = level, path or path_of(level)
        self._library = ctypes.CDLL(str(self.path))
        self._functions: dict[tuple[Any, ...], Any] = {}

    @property
    def processor(self) -> int:
        """The number of the best level that the processor can run."""
        return int(self._library.satdoku_processor())

    def function(self, name: str, signature: tuple[Any, ...], words: int) -> Any:
        """A kernel for arguments of these types, which takes so many words and returns one.

        The interpreter's lock is released while it runs. Raises `EngineError` where the library
        has no kernel of this name for such arguments.
        """
        found = self._functions.get((name, signature))
        if found is None:
            try:
                found = getattr(self._library, symbol_of(name, signature))
            except AttributeError:
                raise EngineError(
                    f"{self.path.name} has no kernel {name} for these arguments: it was built from "
                    "other sources; `python -m satdoku.kernels.codegen` builds it again"
                ) from None
            found.restype, found.argtypes = ctypes.c_int64, [ctypes.c_int64] * words
            self._functions[name, signature] = found
        return found

    def run(self, name: str, arguments: tuple[Any, ...]) -> int:
        """Call a kernel."""
        signature, words, kept = passed(arguments)
        result: int = self.function(name, signature, len(words))(*words)
        del kept  # until now
        return result

    def address(self, name: str, *arguments: Any) -> int:
        """Where the kernel for such arguments is, for other kernels."""
        signature, words, _ = passed(arguments)
        function = self.function(name, signature, len(words))
        return ctypes.cast(function, ctypes.c_void_p).value or 0


@lru_cache(maxsize=1)
def current() -> Library | None:
    """The library that answers; None where the interpreter does.

    Raises `EngineError` for a level in `SATDOKU_LEVEL` that is not there or cannot run here.
    """
    if STAMP.exists() or _is_in_clone():
        from .codegen.changed import rebuild_if_changed

        rebuild_if_changed()
    wanted = os.environ.get("SATDOKU_LEVEL", "")
    if wanted == "none":
        return None
    for level in installed():
        if wanted in ("", level.name):
            library = Library(level)
            if library.processor >= level.number:
                return library
            if wanted:
                raise EngineError(f"SATDOKU_LEVEL={wanted}: this processor cannot run that level")
    if wanted:
        names = ", ".join([*(level.name for level in installed()), "none"])
        raise EngineError(f"SATDOKU_LEVEL={wanted}: choose one of {names}")
    _say_slow()
    return None


def lanes() -> int:
    """Boards that a vector of the library holds; 1 for the interpreter."""
    library = current()
    return library.level.lanes if library else 1


def about() -> str:
    """In words, who runs kernels."""
    library = current()
    return f"compiled for {library.level.name}" if library else "run by the interpreter: slow"


def _is_in_clone() -> bool:
    """The package is used from a clone that was not installed."""
    return not FOLDER.exists() and (FOLDER.parents[2] / "pyproject.toml").exists()


@lru_cache(maxsize=1)
def _say_slow() -> None:
    print(
        "satdoku: no compiled kernels for this machine, so large work is slow "
        "(`satdoku engines` says why)",
        file=sys.stderr, flush=True,
    )  # fmt: skip
