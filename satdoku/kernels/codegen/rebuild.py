"""Rebuild the libraries of a source tree in place: the levels that are there, or this machine's."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ..levels import FOLDER, LEVELS, MISSING, installed, path_of
from .build import WrongChoice, build, levels_wanted, target_wanted
from .changed import is_current, times, write_stamp
from .linking import PREFIX
from .sources import digest_of_sources
from .targets import this_platform

#: Where object files are kept, for any platform.
OBJECTS = FOLDER / "objects"


def rebuild() -> list[Path]:
    """Build the libraries that are there, or this machine's, in place.

    Raises `CannotBuild`, and `OSError` where the tree cannot be written to.
    """
    with _alone():
        now, digest = times(), digest_of_sources()
        target, levels = target_wanted(), set(installed())
        if target != this_platform():
            raise WrongChoice("SATDOKU_BUILD_PLATFORM: a source tree is built for this machine")
        if os.environ.get("SATDOKU_BUILD_LEVELS") or not levels:
            levels |= set(levels_wanted(target, OBJECTS))
        stale = [level for level in LEVELS if level in levels]
        stale = [level for level in stale if not is_current(path_of(level), digest)]
        made = build(FOLDER, target, stale, OBJECTS) if stale else []
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
