"""Programs that tests start: they hear signals as from a terminal, and end whatever happens."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

COMMAND = [sys.executable, "-m", "satdoku"]
#: Seconds after which something is taken never to happen: no test judges how quick it is.
NEVER = 240


def as_from_a_terminal() -> None:
    """Undo what whoever runs the tests ignores or blocks: started with & they ignore Ctrl-C."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())


@contextmanager
def running(command: list[str], **options) -> Iterator[subprocess.Popen]:
    """A program in a process group of its own, all of which is ended at the end."""
    process = subprocess.Popen(
        command,
        start_new_session=True,
        preexec_fn=as_from_a_terminal,  # noqa: PLW1509 - in tests alone
        **options,
    )
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def until(holds: Callable[[], object]) -> None:
    """Wait until it holds."""
    end = time.monotonic() + NEVER
    while not holds():
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.01)


def is_alive(process: int) -> bool:
    """The process runs: it is not gone, and no zombie."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def hears_signals(process: subprocess.Popen) -> bool:
    """The program is past Python's own start: it has a handler for SIGTERM."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    caught = next(line for line in status.splitlines() if line.startswith("SigCgt"))
    return bool(int(caught.split()[1], 16) >> (signal.SIGTERM - 1) & 1)
