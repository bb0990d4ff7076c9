"""Compiling beside other work: what asks is answered by the interpreter meanwhile.

A request is a file `NAME.wanted` beside the machine code. A process of its own, of the lowest
priority and tied to no terminal, compiles what is wanted and ends; there is one for each folder,
and one at a time of them compiles on a machine: both by locks, which end with their process. It
adds a byte to the request before it begins, so that what fails again and again is left.
"""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from . import machine_code

SUFFIX = ".wanted"
#: What the shell does with the command: leaves it behind.
SHELL = '"$@" &'
#: How often compiling a kernel is begun.
TRIES = 3
#: The longest that the process may take for a kernel, in seconds of processor time.
LONGEST = 600


def request(kernel: str) -> None:
    """Have a kernel compiled beside; nothing happens where that is not possible."""
    here = machine_code.folder()
    if here is None or sys.platform == "win32" or not sys.executable:
        return
    wanted = here / f"{kernel}{SUFFIX}"
    with contextlib.suppress(OSError):
        wanted.touch()
        if wanted.stat().st_size < TRIES:
            with _locked(here / "compiling.lock", wait=False) as is_free:
                pass
            if is_free:
                _start()


def _start() -> None:
    """Start the process. A shell in between, which ends at once, leaves it without a parent."""
    import subprocess

    where = [path or os.getcwd() for path in sys.path]
    program = "from satdoku.kernels.beside import work; work()"
    subprocess.run(
        ["/bin/sh", "-c", SHELL, "sh", sys.executable, "-P", "-c", program],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(where)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        check=False,
    )


def work() -> None:
    """Compile what is wanted, until nothing is; what the process does."""
    here = machine_code.folder()
    if here is None or sys.platform == "win32":
        return
    os.nice(19)
    with _locked(here / "compiling.lock", wait=False) as is_mine:
        while is_mine and (wanted := _next(here)):
            with _locked(_of_machine(), wait=True):
                _compile(here, wanted)


def _next(here: Path) -> Path | None:
    """The oldest request that was not given up."""
    open_ = [path for path in here.glob(f"*{SUFFIX}") if path.stat().st_size < TRIES]
    return min(open_, key=lambda path: path.stat().st_mtime, default=None)


def _compile(here: Path, wanted: Path) -> None:
    import resource

    from .examples import EXAMPLES

    if not machine_code.has(wanted.stem):
        with wanted.open("ab") as tries:
            tries.write(b".")
        used = int(resource.getrusage(resource.RUSAGE_SELF).ru_utime)
        resource.setrlimit(resource.RLIMIT_CPU, (used + LONGEST, -1))
        EXAMPLES[wanted.stem]()
        if not machine_code.has(wanted.stem):
            raise SystemExit  # nothing can be kept: all of it would be for nothing
    wanted.unlink(missing_ok=True)


def _of_machine() -> Path:
    """The lock that all installations of this user share."""
    return Path(tempfile.gettempdir()) / f"satdoku-compiling-{os.getuid()}.lock"


@contextlib.contextmanager
def _locked(path: Path, wait: bool) -> Iterator[bool]:
    """Hold a lock; False where another process holds it and is not waited for."""
    import fcntl

    def opened(name: str, flags: int) -> int:
        return os.open(name, flags | os.O_NOFOLLOW, 0o600)

    file: IO[str]
    with open(path, "a", opener=opened) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except OSError:
            yield False
        else:
            yield True
