"""The library of compiled kernels: chooses the one for this machine, and calls its kernels.

The package holds one library per processor level that it was built for, `compiled/LEVEL.so`. The
best one that the processor can run is loaded when a kernel is first called; the library detects
the level itself (by the instruction CPUID). Libraries are loaded only from the package's own
folder, and only if their checksum is right.

`SATDOKU_LEVEL` in the environment selects another level, or `none` for the interpreter.

In a source tree, libraries are rebuilt when their sources change: see `codegen.changed`.
"""

from __future__ import annotations

import ctypes
import os
import sys
import sysconfig
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from ..errors import EngineError
from ..phrases import phrase
from .levels import FOLDER, MISSING, STAMP, ProcessorLevel, installed, is_intact, path_of
from .struct_views import passed, symbol_of


class Library:
    """A loaded library; it stays loaded for the life of the process."""

    def __init__(self, level: ProcessorLevel, path: Path | None = None) -> None:
        self.level, self.path = level, path or path_of(level)
        self._library = ctypes.CDLL(str(self.path))
        self._functions: dict[tuple[Any, ...], Any] = {}

    @property
    def processor(self) -> int:
        """The number of the best level that the processor can run."""
        found = self._library.satdoku_processor
        found.restype = ctypes.c_int64
        return int(found())

    def function(self, name: str, signature: tuple[Any, ...], words: int) -> Any:
        """Return the kernel compiled for these argument types; it takes `words` words, returns one.

        The GIL is released while it runs. Raises `EngineError` if the library has no kernel of this
        name for such arguments.
        """
        found = self._functions.get((name, signature))
        if found is None:
            try:
                found = getattr(self._library, symbol_of(name, signature))
            except AttributeError:
                raise EngineError(
                    f"{self.path.name} has no kernel {name} for these arguments: it was built from "
                    "other sources; `python -m satdoku.kernels.codegen` rebuilds it"
                ) from None
            found.restype, found.argtypes = ctypes.c_int64, [ctypes.c_int64] * words
            self._functions[name, signature] = found
        return found

    def run(self, name: str, arguments: tuple[Any, ...]) -> int:
        """Call a kernel."""
        signature, words, kept = passed(arguments)
        result: int = self.function(name, signature, len(words))(*words)
        del kept  # alive until the call has returned
        return result

    def address(self, name: str, *arguments: Any) -> int:
        """Return the address of the kernel for such arguments, for other kernels to call."""
        signature, words, _ = passed(arguments)
        function = self.function(name, signature, len(words))
        return ctypes.cast(function, ctypes.c_void_p).value or 0


@lru_cache(maxsize=1)
def current() -> Library | None:
    """Return the library in use; None if the interpreter runs the kernels.

    Raises `EngineError` if `SATDOKU_LEVEL` names a level that is missing or cannot run here, or if
    the kernels of a source tree have errors.
    """
    if STAMP.exists() or _is_clone():
        from .codegen.changed import rebuild_if_changed

        rebuild_if_changed()
    wanted = os.environ.get("SATDOKU_LEVEL", "")
    if wanted == "none":
        return None
    levels = installed()
    if wanted and wanted not in (level.name for level in levels):
        names = ", ".join([*(level.name for level in levels), "none"])
        raise EngineError(f"SATDOKU_LEVEL={wanted}: choose one of {names}")
    problems = []
    for level in levels:
        if wanted in ("", level.name):
            library, problem = _load(level)
            if library:
                return library
            problems.append(problem)
    if wanted:
        raise EngineError(f"SATDOKU_LEVEL={wanted}: {problems[0]}")
    _say_slow(problems[-1] if problems else why_none())
    return None


def lanes() -> int:
    """Return the number of boards in a vector of the library; 1 for the interpreter."""
    library = current()
    return library.level.lanes if library else 1


def about() -> str:
    """Describe in words what runs the kernels."""
    library = current()
    levels = installed()
    if library:
        names = ", ".join(level.name for level in levels)
        told = "compiled for {level!s} (of {names!s})"
        return phrase(told, level=library.level.name, names=names)
    if os.environ.get("SATDOKU_LEVEL"):
        why = "SATDOKU_LEVEL=none"
    else:
        why = _load(levels[-1])[1] if levels else why_none()
    return phrase("run by the interpreter, slowly: {why!s}", why=why)


def why_none() -> str:
    """Return the reason why the package has no library."""
    with suppress(OSError, ValueError):
        return MISSING.read_text(encoding="utf-8").strip()
    if _is_clone():
        return "they are not built: `pip install -e .` builds them"
    return f"the package has none for {sysconfig.get_platform()}"


def _load(level: ProcessorLevel) -> tuple[Library | None, str]:
    """Return the library of a level, or None and the reason why it cannot be used."""
    path = path_of(level)
    if not is_intact(path):
        return None, f"{path.name} is damaged: reinstall satdoku"
    try:
        library = Library(level)
        if library.processor >= level.number:
            return library, ""
    except (OSError, AttributeError) as error:
        return None, f"{path.name} cannot be loaded: {error}"
    return None, f"this processor cannot run {level.name}"


def _is_clone() -> bool:
    """Return whether the package runs from a source tree."""
    return (FOLDER.parents[2] / "pyproject.toml").exists()


@lru_cache(maxsize=1)
def _say_slow(why: str) -> None:
    print(
        f"satdoku: no compiled kernels, so large work is slow: {why}", file=sys.stderr, flush=True
    )
