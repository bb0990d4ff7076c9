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
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

from ..levels import FOLDER, STAMP, installed, path_of
from .sources import digest_of_sources, source_files, sources_of

#: Of the process that builds.
COMMAND = (sys.executable, "-P", "-m", "satdoku.kernels.codegen")


def rebuild_if_changed() -> None:
    """Build what has changed, and say so in a line; or say how to, where llvmlite is missing."""
    now = times()
    with suppress(OSError, ValueError):
        if json.loads(STAMP.read_text()) == now:
            return
    digest = digest_of_sources()
    stale = [level for level in installed() if sources_of(path_of(level)) != digest]
    if installed() and not stale:
        with suppress(OSError):
            write_stamp(now)
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


def times() -> dict[str, list[int]]:
    """By source file: when it was changed, and its size."""
    root = FOLDER.parents[1]
    found = {}
    for path in source_files():
        state = path.stat()
        found[str(path.relative_to(root))] = [state.st_mtime_ns, state.st_size]
    return found


def write_stamp(now: dict[str, list[int]]) -> None:
    """Note that the libraries hold what the sources say at these times."""
    aside = STAMP.with_name(f".{os.getpid()}{STAMP.name}")
    aside.write_text(json.dumps(now, indent=1))
    aside.replace(STAMP)


def _say(line: str) -> None:
    print(f"satdoku: {line}", file=sys.stderr, flush=True)
