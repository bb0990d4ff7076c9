"""Locks on open files: held until the file is closed, however its process ends."""

from __future__ import annotations

from typing import IO, Any


def hold(file: IO[Any]) -> bool:
    """Lock an open file; return False if another process holds the lock.

    If the system (Windows) or the file system has no such locks, return True without locking.
    """
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True
