"""Source trees and editable installs: kernels whose sources have changed are built again.

Beside the libraries lies `sources.json`: when each source file was changed, as far as the libraries
know. Where a time differs, the digest of all sources is compared with the one in the library; where
that differs too, the changed kernels are compiled and the libraries linked anew, in a process of
its own. Installed packages have no such file, and nothing is compared.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path

from ..library import FOLDER, LEVELS, STAMP, SUFFIX, Level, installed
from .sources import digest_of_sources, source_files, sources_of

#: Of the process that builds.
COMMAND = (sys.executable, "-P", "-m", "satdoku.kernels.codegen")
_OBJECTS = FOLDER / "objects"


def rebuild_if_changed() -> None:
    """Build what has changed, and say so in a line; or say how to, where llvmlite is missing."""
    now = _times()
    with suppress(OSError, ValueError):
        if json.loads(STAMP.read_text()) == now:
            return
    digest = digest_of_sources()
    stale = [level for level in installed() if sources_of(_path_of(level)) != digest]
    if installed() and not stale:
        with suppress(OSError):
            _write_stamp(now)
        return
    if find_spec("llvmlite") is None:
        _say("the sources of kernels have changed: `pip install llvmlite`, and they are rebuilt")
        return
    _say("the sources of kernels have changed: rebuilding them")
    root = str(Path(__file__).parents[3])
    path = os.pathsep.join([root, *filter(None, sys.path)])
    done = subprocess.run(
        COMMAND, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        _say(f"kernels could not be rebuilt, older ones answer: {done.stderr.strip()[-2000:]}")


def rebuild() -> list[Path]:
    """Build the libraries that are there, or this machine's, in place. Raises `CannotBuild`."""
    from .build import build, levels_wanted, target_wanted

    with _alone():
        times, digest = _times(), digest_of_sources()
        target, levels = target_wanted(), set(installed())
        if os.environ.get("SATDOKU_BUILD_LEVELS") or not levels:
            levels |= set(levels_wanted(target, _OBJECTS))
        stale = [level for level in LEVELS if level in levels]
        stale = [level for level in stale if sources_of(_path_of(level)) != digest]
        made = build(FOLDER, target, stale, _OBJECTS) if stale else []
        _write_stamp(times)
    return made


def _times() -> dict[str, list[int]]:
    root = FOLDER.parent
    found = {}
    for path in source_files():
        state = path.stat()
        found[str(path.relative_to(root))] = [state.st_mtime_ns, state.st_size]
    return found


def _path_of(level: Level) -> Path:
    return FOLDER / f"{level.name}{SUFFIX}"


def _write_stamp(times: dict[str, list[int]]) -> None:
    aside = STAMP.with_name(f".{os.getpid()}{STAMP.name}")
    aside.write_text(json.dumps(times, indent=1))
    aside.replace(STAMP)


@contextmanager
def _alone() -> Iterator[None]:
    """One process at a time builds in a folder; the next one finds all built."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with open(FOLDER / "build.lock", "w") as file:
        with suppress(ImportError):
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _say(line: str) -> None:
    print(f"satdoku: {line}", file=sys.stderr, flush=True)
