"""Build the libraries: write each kernel as LLVM code, compile it, link the object files.

Object files are kept under a digest of their LLVM code, so only changed kernels are compiled again.

`SATDOKU_BUILD_LEVELS` in the environment lists levels, separated by commas, or is `all` or `none`;
the default is this machine's level. `SATDOKU_BUILD_PLATFORM` names another platform to build for.
`rebuild` builds in place, in a source tree: the levels that are there, or this machine's.

The system's linker links, or else `ziglang` (PyPI, MIT).
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ...workers.parallel import map_ordered
from ..kernel import KERNELS
from ..levels import (
    FOLDER,
    LEVELS,
    MISSING,
    ProcessorLevel,
    checksum,
    checksum_path,
    installed,
    path_of,
)
from ..library import Library
from ..struct_views import symbol_of
from .changed import digest_of_sources, is_current, times, write_stamp, write_whole
from .linking import PREFIX, Source, link, object_file
from .module import Module
from .runtime import runtime
from .targets import PLATFORMS, CannotBuild, Platform, WrongChoice, this_platform
from .types import kernel_type

#: By the name of each kernel, the types of its arguments (see `signatures`).
Signatures = Mapping[str, tuple[Any, ...]]
#: Where object files are kept, for any platform.
OBJECTS = FOLDER / "objects"


def llvm_code(
    kernels: Signatures, target: Platform, lanes: int, checked: bool = False
) -> dict[str, str]:
    """LLVM's code of each kernel, by name; checked: an access outside a list ends the process."""
    texts = {}
    for name, signature in sorted(kernels.items()):
        module = Module(target, lanes, checked)
        kinds = tuple(map(kernel_type, signature))
        module.entry(symbol_of(name, signature), KERNELS[name].function, kinds)
        texts[name] = module.text()
    return texts


def build(
    kernels: Signatures,
    folder: Path,
    target: Platform,
    levels: Sequence[ProcessorLevel],
    objects: Path = OBJECTS,
    checked: bool = False,
) -> list[Path]:
    """Write a library of these kernels for each level to the folder, and return their paths.

    objects: the folder where object files are kept. checked: see `llvm_code`. Raises `CannotBuild`.
    """
    try:
        import llvmlite  # noqa: F401
    except ImportError as error:
        raise CannotBuild(f"llvmlite is missing: {error}") from None
    digest = digest_of_sources()
    objects.mkdir(parents=True, exist_ok=True)
    parts: dict[ProcessorLevel, list[Path]] = {}
    wanted = {}
    for level in levels:
        texts = llvm_code(kernels, target, level.lanes, checked)
        for name, text in {"runtime": runtime(target, digest), **texts}.items():
            # The same LLVM code becomes other machine code on another platform or level.
            key = hashlib.sha256(f"{target.name} {level.name}\n{text}".encode()).hexdigest()[:20]
            path = objects / f"{name}-{key}.o"
            parts.setdefault(level, []).append(path)
            wanted[path] = text, target, level
    _compile({path: what for path, what in wanted.items() if not path.exists()})
    made = []
    folder.mkdir(parents=True, exist_ok=True)
    for level in levels:
        library = folder / f"{level.name}{target.suffix}"
        link(parts[level], library, target)
        write_whole(checksum_path(library), checksum(library).encode())
        made.append(library)
    _remove_old(objects, set(wanted))
    return made


def _remove_old(objects: Path, wanted: set[Path]) -> None:
    """Remove files of builds a day older than these, also what killed ones left."""
    oldest = min(path.stat().st_mtime for path in wanted) - 86400
    for path in set(objects.iterdir()) - wanted:
        with suppress(OSError):
            if path.stat().st_mtime < oldest:
                path.unlink()


def _compile(wanted: dict[Path, Source]) -> None:
    """Write these object files, in as many processes as there are cores."""
    # A long one that began last would be waited for by itself.
    largest_first = sorted(wanted, key=lambda path: -len(wanted[path][0]))
    jobs = min(os.cpu_count() or 1, len(wanted))
    sources = (wanted[path] for path in largest_first)
    codes = map_ordered(object_file, sources, jobs, chunk=1)
    for path, code in zip(largest_first, codes, strict=True):
        write_whole(path, code)


def target_wanted() -> Platform:
    """The platform to build for. Raises `CannotBuild`."""
    name = os.environ.get("SATDOKU_BUILD_PLATFORM", "")
    if name and name not in PLATFORMS:
        choice = ", ".join(PLATFORMS)
        raise WrongChoice(f"SATDOKU_BUILD_PLATFORM={name}: choose one of {choice}")
    target = PLATFORMS[name] if name else this_platform()
    if target is None:
        raise CannotBuild("kernels are not built for this kind of machine")
    return target


def levels_wanted(target: Platform) -> list[ProcessorLevel]:
    """The levels to build. Raises `CannotBuild`."""
    text = os.environ.get("SATDOKU_BUILD_LEVELS", "")
    if text == "none":
        raise CannotBuild("SATDOKU_BUILD_LEVELS=none")
    if text == "all" or (not text and target != this_platform()):
        return list(target.levels)
    if not text:
        return [best_level(target)]
    by_name = {level.name: level for level in target.levels}
    if not set(text.split(",")) <= by_name.keys():
        choice = ", ".join([*by_name, "all", "none"])
        raise WrongChoice(f"SATDOKU_BUILD_LEVELS={text}: choose among {choice}")
    return [by_name[name] for name in text.split(",")]


def best_level(target: Platform) -> ProcessorLevel:
    """The best level that this machine's processor can run."""
    lowest = target.levels[-1]
    with TemporaryDirectory() as folder:
        # The library's own code is asked, as it will be at run time, from a library that any
        # machine of this platform can run.
        part, library = Path(folder) / "runtime.o", Path(folder) / f"runtime{target.suffix}"
        part.write_bytes(object_file((runtime(target, ""), target, lowest)))
        link([part], library, target)
        number = Library(lowest, library).processor
    return next(level for level in target.levels if level.number <= number)


def rebuild(kernels: Callable[[], Signatures]) -> list[Path]:
    """Build the libraries that are there, or this machine's, in place.

    kernels: returns all kernels; it is called only if there is something to build.

    Raises `CannotBuild`, and `OSError` where the tree cannot be written to.
    """
    with _alone():
        # Before the build: a file that changes meanwhile then has another time than noted, and is
        # built again.
        now = times()
        digest = digest_of_sources()
        target = target_wanted()
        levels = set(installed())
        if target != this_platform():
            raise WrongChoice("SATDOKU_BUILD_PLATFORM: a source tree is built for this machine")
        if os.environ.get("SATDOKU_BUILD_LEVELS") or not levels:
            levels |= set(levels_wanted(target))
        stale = [level for level in LEVELS if level in levels]
        stale = [level for level in stale if not is_current(path_of(level), digest)]
        made = build(kernels(), FOLDER, target, stale) if stale else []
        write_stamp(now)
        MISSING.unlink(missing_ok=True)
    return made


@contextmanager
def _alone() -> Iterator[None]:
    """One process at a time builds in a folder; the next one finds everything built."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with open(FOLDER / "build.lock", "w") as file:
        with suppress(ImportError):
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
            for left in FOLDER.glob(f"{PREFIX}*"):  # by a build that was killed
                shutil.rmtree(left, ignore_errors=True)
        yield
