"""Build the libraries: write each kernel as LLVM code, compile it, link the object files.

Object files are kept under a digest of their LLVM code, so only changed kernels are compiled again.

`SATDOKU_BUILD_LEVELS` in the environment lists levels, separated by commas, or is `all` or `none`;
the default is this machine's level. `SATDOKU_BUILD_PLATFORM` names another platform to build for.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from ...workers.parallel import map_ordered
from ..kernel import INLINED, KERNELS
from ..levels import Level, checksum, checksum_path
from ..library import Library
from ..signatures import signatures
from ..struct_views import symbol_of
from .linking import CannotLink, link
from .runtime import runtime
from .sources import digest_of_sources
from .targets import PLATFORMS, Platform, this_platform
from .types import kind_of


class CannotBuild(Exception):
    """No library can be built here; why, in a line."""


class WrongChoice(CannotBuild):
    """A name in the environment that is no platform or level."""


def llvm_code(target: Platform, lanes: int, checked: bool = False) -> dict[str, str]:
    """LLVM's code of each kernel, by name; checked: an access outside a list ends the process."""
    from .intrinsics import INTRINSICS
    from .module import Module

    texts = {}
    for name, signature in signatures().items():
        module = Module(INTRINSICS, INLINED, target, lanes, checked)
        kinds = tuple(map(kind_of, signature))
        module.entry(symbol_of(name, signature), KERNELS[name].function, kinds)
        texts[name] = module.text()
    return texts


def build(
    folder: Path, target: Platform, levels: Sequence[Level], objects: Path, checked: bool = False
) -> list[Path]:
    """Write a library for each level to the folder, and return their paths.

    objects: the folder where object files are kept. checked: see `llvm_code`. Raises `CannotBuild`.
    """
    try:
        import llvmlite  # noqa: F401
    except ImportError as error:
        raise CannotBuild(f"llvmlite is missing: {error}") from None
    digest = digest_of_sources()
    objects.mkdir(parents=True, exist_ok=True)
    parts: dict[Level, list[Path]] = {}
    wanted: dict[Path, tuple[str, str, str]] = {}
    for level in levels:
        texts = llvm_code(target, level.lanes, checked)
        for name, text in {"runtime": runtime(target, digest), **texts}.items():
            key = hashlib.sha256(f"{target.name} {level.name}\n{text}".encode()).hexdigest()[:20]
            path = objects / f"{name}-{key}.o"
            parts.setdefault(level, []).append(path)
            wanted[path] = text, target.name, level.name
    _compile({path: what for path, what in wanted.items() if not path.exists()})
    made = []
    folder.mkdir(parents=True, exist_ok=True)
    for level in levels:
        library = folder / f"{level.name}{target.suffix}"
        try:
            link(parts[level], library, target)
        except CannotLink as error:
            raise CannotBuild(str(error)) from None
        write_whole(checksum_path(library), checksum(library).encode())
        made.append(library)
    _remove_old(objects, set(wanted))
    return made


def write_whole(path: Path, content: bytes) -> None:
    """Write a file that others never see in part, even if this process is killed."""
    aside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        aside.write_bytes(content)
        aside.replace(path)
    finally:
        aside.unlink(missing_ok=True)


def _remove_old(objects: Path, wanted: set[Path]) -> None:
    """Remove files of builds a day older than these, also what killed ones left."""
    oldest = min(path.stat().st_mtime for path in wanted) - 86400
    for path in set(objects.iterdir()) - wanted:
        with suppress(OSError):
            if path.stat().st_mtime < oldest:
                path.unlink()


def _compile(wanted: dict[Path, tuple[str, str, str]]) -> None:
    """Write these object files, in as many processes as there are cores."""
    largest_first = sorted(wanted, key=lambda path: -len(wanted[path][0]))
    jobs = min(os.cpu_count() or 1, len(wanted))
    sources = (wanted[path] for path in largest_first)
    codes = map_ordered(_object_file, sources, jobs, chunk=1)
    for path, code in zip(largest_first, codes, strict=True):
        write_whole(path, code)


def _object_file(source: tuple[str, str, str]) -> bytes:
    from .objects import object_file

    return object_file(*source)


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


def levels_wanted(target: Platform, objects: Path) -> list[Level]:
    """The levels to build. Raises `CannotBuild`."""
    text = os.environ.get("SATDOKU_BUILD_LEVELS", "")
    if text == "none":
        raise CannotBuild("SATDOKU_BUILD_LEVELS=none")
    if text == "all" or (not text and target != this_platform()):
        return list(target.levels)
    by_name = {level.name: level for level in target.levels}
    if text:
        unknown = [name for name in text.split(",") if name not in by_name]
        if unknown:
            choice = ", ".join([*by_name, "all", "none"])
            raise WrongChoice(f"SATDOKU_BUILD_LEVELS={text}: choose among {choice}")
        return [by_name[name] for name in text.split(",")]
    return [best_level(target, objects)]


def best_level(target: Platform, objects: Path) -> Level:
    """The best level that this machine's processor can run."""
    from .objects import object_file

    lowest = target.levels[-1]
    objects.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder:
        part, library = Path(folder) / "runtime.o", Path(folder) / f"runtime{target.suffix}"
        part.write_bytes(object_file(runtime(target, ""), target.name, lowest.name))
        try:
            link([part], library, target)
        except CannotLink as error:
            raise CannotBuild(str(error)) from None
        number = Library(lowest, library).processor
    return next(level for level in target.levels if level.number <= number)
