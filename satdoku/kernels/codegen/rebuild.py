"""Building the libraries of a source tree again, in place: the levels that are there, or this
machine's."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ..levels import FOLDER, LEVELS, installed, path_of
from .build import build, levels_wanted, target_wanted
from .changed import times, write_stamp
from .sources import digest_of_sources, sources_of

_OBJECTS = FOLDER / "objects"


def rebuild() -> list[Path]:
    """Build the libraries that are there, or this machine's, in place. Raises `CannotBuild`."""
    with _alone():
        now, digest = times(), digest_of_sources()
        target, levels = target_wanted(), set(installed())
        if os.environ.get("SATDOKU_BUILD_LEVELS") or not levels:
            levels |= set(levels_wanted(target, _OBJECTS))
        stale = [level for level in LEVELS if level in levels]
        stale = [level for level in stale if sources_of(path_of(level)) != digest]
        made = build(FOLDER, target, stale, _OBJECTS) if stale else []
        write_stamp(now)
    return made


@contextmanager
def _alone() -> Iterator[None]:
    """One process at a time builds in a folder; the next one finds all built."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with open(FOLDER / "build.lock", "w") as file:
        with suppress(ImportError):
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield
