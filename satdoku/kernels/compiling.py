"""Which functions are kernels or their parts, and where their machine code is kept.

A kernel's source is plain Python. `part` marks a function that kernels call; `kernel` makes a
function that is compiled when it is first called. Machine code is kept beside the package or,
where that is read-only, in the user's cache folder; it is made anew when any file of this folder
changes (Numba alone looks at the kernel's own file only).
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
from collections.abc import Callable
from functools import lru_cache, update_wrapper
from pathlib import Path
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

FOLDER = Path(__file__).parent
#: Parts that Numba has not been told of, and whether it shall inline them.
_parts: list[tuple[Callable[..., Any], bool]] = []
#: All kernels by name, in the order in which their files were imported.
KERNELS: dict[str, Kernel] = {}


def part(function: Function, inline: bool = True) -> Function:
    """Mark a function that kernels call. It stays what it is for the interpreter."""
    _parts.append((function, inline))
    return function


class Kernel:
    """A function that is compiled when it is first called; `plain` is the function itself."""

    def __init__(self, function: Callable[..., Any]) -> None:
        update_wrapper(self, function)
        self.plain = function
        self._compiled: Callable[..., Any] | None = None
        KERNELS[function.__name__] = self

    def __call__(self, *arguments: Any) -> Any:
        """Run the kernel."""
        if self._compiled is None:
            self._compiled = _with_cache(self.plain)
            if not self.is_ready:
                print(
                    f"satdoku: compiling the kernel {self.plain.__name__}, "
                    "once: this may take a minute",
                    file=sys.stderr,
                    flush=True,
                )
        return self._compiled(*arguments)

    @property
    def is_loaded(self) -> bool:
        """It ran already."""
        return self._compiled is not None

    @property
    def is_ready(self) -> bool:
        """Its machine code is at hand, so that a first call is quick."""
        folder = cache_folder()
        name = f"*.{self.plain.__name__}-*.nbc"
        return folder is not None and any((folder / stamp()).glob(name))


def kernel(function: Callable[..., Any]) -> Kernel:
    """Make a function a kernel."""
    return Kernel(function)


@lru_cache(maxsize=1)
def stamp() -> str:
    """What identifies the source of all kernels."""
    digest = hashlib.sha256()
    for path in sorted(FOLDER.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@lru_cache(maxsize=1)
def cache_folder() -> Path | None:
    """Where machine code is kept; None where nothing can be written."""
    if sys.platform == "win32":
        caches = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData/Local"))
    elif sys.platform == "darwin":
        caches = Path.home() / "Library/Caches"
    else:
        caches = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    wanted = os.environ.get("NUMBA_CACHE_DIR")
    for place in [Path(wanted)] if wanted else [FOLDER / "__pycache__", caches / "satdoku"]:
        try:
            place.mkdir(parents=True, exist_ok=True)
            probe = place / f".probe-{os.getpid()}"
            probe.touch()
            probe.unlink()
        except OSError:
            continue
        return place
    return None


def _register() -> None:
    """Tell Numba of the vectors, and of the parts of all files imported since the last time."""
    from numba.extending import register_jitable

    from . import compiled_vectors  # noqa: F401 - importing it tells Numba

    while _parts:
        function, inline = _parts.pop()
        register_jitable(forceinline=inline)(function)


def _with_cache(function: Callable[..., Any]) -> Any:
    from numba import njit
    from numba.core import caching

    _register()
    # No kernel makes arrays: counting references to those it is given would be most of its time.
    compiled = njit(nogil=True, error_model="numpy", _nrt=False)(function)
    folder = cache_folder()
    if folder is None:
        return compiled
    own = folder / stamp()

    class Locator:
        """Tells Numba where the code is, and what it depends on."""

        def ensure_cache_path(self) -> None:
            own.mkdir(exist_ok=True)
            if own.parent.parent == FOLDER:  # what earlier versions of these files left
                for old in own.parent.glob("[0-9a-f]" * 16):
                    if old != own:
                        shutil.rmtree(old, ignore_errors=True)

        def get_cache_path(self) -> str:
            return str(own)

        def get_source_stamp(self) -> str:
            return stamp()

        def get_disambiguator(self) -> str:
            return "satdoku"

        @classmethod
        def from_function(cls, *_: Any) -> Locator:
            return cls()

    class Implementation(caching.CompileResultCacheImpl):
        _locator_classes = [Locator]  # noqa: RUF012 - Numba wants a list

    class Cache(caching.FunctionCache):
        _impl_class = Implementation

    compiled._cache = Cache(function)
    return compiled
