"""Starts our own Python processes, so that none imports files of the current folder.

Python puts the current folder first on the path of `python -c` and `python -m`, which is how
multiprocessing starts its processes too: a `pickle.py` beside the user's puzzles would be run
instead of the library's. `PYTHONSAFEPATH` prevents that. It is set only while a process is started,
and to a value of our own, so that programs of the user's started later run as usual.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock

NAME = "PYTHONSAFEPATH"
#: The value that marks the variable as ours; any value works for Python.
OURS = "satdoku"

_lock = RLock()


def own_command(module: str, *arguments: str) -> list[str]:
    """Return the command that runs `main(*arguments)` of one of our modules, found on this
    process's path; its exit status is the result of `main`."""
    program = (
        f"import sys; sys.path[:] = {sys.path!r}; from {module} import main as run; "
        "sys.exit(run(*sys.argv[1:]))"
    )
    return [sys.executable, "-P", "-c", program, *arguments]


@contextmanager
def safe_path() -> Iterator[None]:
    """Keep the current folder off the path of processes that multiprocessing starts within."""
    with _lock:
        before = os.environ.get(NAME)
        os.environ[NAME] = before or OURS
        try:
            yield
        finally:
            if before is None:
                del os.environ[NAME]
            else:
                os.environ[NAME] = before


def usual_environment() -> dict[str, str]:
    """Return the environment for a program that is not ours."""
    return {key: value for key, value in os.environ.items() if (key, value) != (NAME, OURS)}
