"""Source trees and editable installs: kernels whose sources have changed are built again.

Beside the libraries, `sources.json` holds the time at which each source file was last changed when
the libraries were built. If a time differs, the digest of all sources is compared with the one in
each library; if that differs too, the changed kernels are compiled and the libraries linked, in a
process of their own. Installed packages have no such file, and nothing is compared.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

from ...errors import EngineError
from ..levels import FOLDER, STAMP, ProcessorLevel, checksum_path, installed, is_intact, path_of

#: The folders that hold the sources.
FOLDERS = (Path(__file__).parents[1], Path(__file__).parents[2] / "logic" / "techniques")
#: Stands before the digest of the sources in a library; the length of the digest.
MARK, DIGITS = "satdoku sources ", 16
#: The process that builds, as it is run and as it is shown; its status where nothing can be built.
# (-P: a file in the current folder may have the name of a module.)
COMMAND = (sys.executable, "-P", "-m", "satdoku.kernels.codegen")
SHOWN = "python -m satdoku.kernels.codegen"
#: Has it end with its standard input.
ENDING = "--end-with-input"
CANNOT = 2


def rebuild_if_changed() -> None:
    """Build what has changed, and say so in a line; or say why that is not possible.

    Raises `EngineError` if a kernel has an error: older kernels would hide it.
    """
    now = times()
    levels = installed()
    with suppress(OSError, ValueError):
        if levels and json.loads(STAMP.read_text()) == now and all(map(_has_checksum, levels)):
            return
    digest = digest_of_sources()
    if levels and all(is_current(path_of(level), digest) for level in levels):
        with suppress(OSError):
            write_stamp(now)
        return
    what = "the sources of kernels have changed" if levels else "kernels are not built yet"
    # Without any library nothing is said here: `library.current` says why kernels are slow.
    if find_spec("llvmlite") is None:
        if levels:
            _say(f"{what}, but older ones are used: `pip install llvmlite` lets them be rebuilt")
        return
    _say(f"{what}: building them")
    root = str(Path(__file__).parents[3])
    path = os.pathsep.join([root, *filter(None, sys.path)])
    ends, held = os.pipe()  # the build's standard input ends when this process does
    try:
        done = subprocess.run(
            [*COMMAND, ENDING],
            stdin=ends,
            env={**os.environ, "PYTHONPATH": path},
            capture_output=True,
            text=True,
            check=False,
        )
    finally:
        os.close(ends)
        os.close(held)
    if done.returncode == CANNOT:
        why = done.stderr.strip().removeprefix("satdoku: ")
        # Where nothing can be built, older kernels or the interpreter still answer; an error in a
        # kernel must not be hidden in this way.
        _say(why + (": older ones are used" if levels else ""))
    elif done.returncode:
        lines = done.stderr.strip().splitlines() or [f"status {done.returncode}"]
        raise EngineError(f"kernels cannot be built (`{SHOWN}` shows more): {lines[-1]}")


def sources_of(library: Path) -> str:
    """The digest of the sources that a library was built from; "" if there is none.

    It is read from the file: a library that is loaded stays in the process as it is, even if it is
    built again.
    """
    content = library.read_bytes() if library.exists() else b""
    _, mark, rest = content.partition(MARK.encode())
    return rest[:DIGITS].decode() if mark else ""


def source_files() -> list[Path]:
    """The files that kernels are written in."""
    return sorted(
        path for folder in FOLDERS for path in folder.rglob("*") if path.suffix in (".py", ".ll")
    )


def digest_of_sources() -> str:
    """What identifies their contents: hexadecimal digits."""
    digest = hashlib.sha256()
    for path in source_files():
        # A checkout with Windows line ends has the same digest.
        content = path.read_bytes().replace(b"\r\n", b"\n")
        # The length says where a file ends, so text that moves from one to the next changes the
        # digest.
        digest.update(b"%s\0%d\0" % (path.name.encode(), len(content)) + content)
    return digest.hexdigest()[:DIGITS]


def is_current(library: Path, digest: str) -> bool:
    """Whether a library is intact and built from the sources with this digest."""
    return sources_of(library) == digest and is_intact(library)


def _has_checksum(level: ProcessorLevel) -> bool:
    return checksum_path(path_of(level)).exists()


def times() -> dict[str, list[int]]:
    """By source file: when it was last changed (in nanoseconds), and its size in bytes."""
    root = FOLDER.parents[1]
    found = {}
    for path in source_files():
        state = path.stat()
        found[str(path.relative_to(root))] = [state.st_mtime_ns, state.st_size]
    return found


def write_stamp(now: dict[str, list[int]]) -> None:
    """Note that the libraries are built from sources that were changed at these times."""
    write_whole(STAMP, json.dumps(now, indent=1).encode())


def write_whole(path: Path, content: bytes) -> None:
    """Write a file that others never see in part, even if this process is killed."""
    aside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        aside.write_bytes(content)
        aside.replace(path)
    finally:
        aside.unlink(missing_ok=True)


def _say(line: str) -> None:
    print(f"satdoku: {line}", file=sys.stderr, flush=True)
