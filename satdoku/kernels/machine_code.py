"""Where the machine code of kernels is kept: made once for an installation and a machine.

It lies beside the package or, where that is read-only, in the user's cache folder; in a folder
named by a digest of all files of `kernels/` (Numba alone looks at the kernel's own file only) and
one of the machine, so that nothing old or foreign is run.

A file holds a digest and what it is the digest of. It is written aside and renamed. What is cut,
changed or unreadable counts as not there and is made anew; what cannot be written is done without.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import platform
import shutil
import sys
from functools import lru_cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
SUFFIX = ".code"
#: Length of a digest at the start of a file.
DIGEST = 32


@lru_cache(maxsize=1)
def folder() -> Path | None:
    """Where machine code is kept; None where nothing can be written."""
    if sys.platform == "win32":
        caches = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local")
    elif sys.platform == "darwin":
        caches = Path.home() / "Library/Caches"
    else:
        caches = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    wanted = os.environ.get("NUMBA_CACHE_DIR")
    for place in [Path(wanted)] if wanted else [FOLDER / "__pycache__", caches / "satdoku"]:
        own = place / f"{_source()}-{_machine()}"
        try:
            own.mkdir(parents=True, exist_ok=True)
            probe = own / f".probe-{os.getpid()}"
            probe.write_bytes(b"?")
            probe.unlink()
        except OSError:
            continue
        if place.parent == FOLDER:
            _sweep(place)
        return own
    return None


def has(kernel: str) -> bool:
    """Machine code of the kernel is at hand."""
    here = folder()
    return here is not None and any(here.glob(f"{kernel}-*{SUFFIX}"))


class Store:
    """Keeps a kernel's machine code; Numba's dispatcher asks it, in place of its own cache."""

    def __init__(self, kernel: str) -> None:
        self.kernel = kernel
        self.cache_path = str(folder() or "")

    def load_overload(self, types: Any, context: Any) -> Any:
        """The compiled kernel for these types of arguments; None where there is none."""
        from numba.core.compiler import CompileResult

        context.refresh()
        path = self._path(types, context.codegen())
        try:
            assert path
            content = path.read_bytes()
            if hashlib.sha256(content[DIGEST:]).digest() != content[:DIGEST]:
                return None
            return CompileResult._rebuild(context, *pickle.loads(content[DIGEST:]))
        except Exception:  # whatever is the matter with it, it can be made anew
            return None

    def save_overload(self, types: Any, result: Any) -> None:
        """Keep a compiled kernel, if possible."""
        from numba.core.serialize import dumps

        path = self._path(types, result.codegen)
        if path is None or result.library.has_dynamic_globals:
            return
        content = dumps(result._reduce())
        aside = path.with_name(f".{path.name}-{os.getpid()}")
        try:
            aside.write_bytes(hashlib.sha256(content).digest() + content)
            aside.replace(path)
        except OSError:
            with contextlib.suppress(OSError):
                aside.unlink()

    def flush(self) -> None:
        """Forget all: nothing is, since whatever is kept here is right for its types."""

    def _path(self, types: Any, codegen: Any) -> Path | None:
        here = folder()
        key = hashlib.sha256(repr((types, codegen.magic_tuple())).encode()).hexdigest()[:16]
        return here / f"{self.kernel}-{key}{SUFFIX}" if here else None


def _sweep(place: Path) -> None:
    """Remove what earlier versions of the files left."""
    digits = "[0-9a-f]" * 16
    for old in (*place.glob(digits), *place.glob(f"{digits}-*")):
        if not old.name.startswith(_source()):
            shutil.rmtree(old, ignore_errors=True)


@lru_cache(maxsize=1)
def _source() -> str:
    """What identifies the source of all kernels."""
    digest = hashlib.sha256()
    for path in sorted(FOLDER.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@lru_cache(maxsize=1)
def _machine() -> str:
    """What identifies the processor, Python, and Numba with what it is told.

    Asked of the system, since LLVM takes long to load.
    """
    from importlib.metadata import PackageNotFoundError, version

    words = [platform.machine(), str(sys.implementation.cache_tag)]
    for package in ("numba", "llvmlite"):
        with contextlib.suppress(PackageNotFoundError):
            words.append(version(package))
    told = ("NUMBA_CPU", "NUMBA_OPT", "NUMBA_LOOP", "NUMBA_SLP")
    words += [f"{k}={v}" for k, v in sorted(os.environ.items()) if k.startswith(told)]
    with contextlib.suppress(OSError), open("/proc/cpuinfo") as about:
        words += [line for line in about.read(8192).splitlines()[:40] if "lags" in line[:8]]
    return hashlib.sha256("\n".join(words).encode()).hexdigest()[:8]
