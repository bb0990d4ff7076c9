"""The command for tests, and programs that they start: these hear signals as from a terminal, and
end whatever happens."""

import gc
import io
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path

import pytest

import satdoku
from satdoku.workers.interrupts import ENDING

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


def node_with(*packages: str) -> str:
    """The node that finds these packages of npm (by NODE_PATH, for one); without it the test is
    left out."""
    node = shutil.which("node")
    if not node:
        pytest.skip("node is not installed")
    find = [node, "-e", f"for (const name of {list(packages)}) require.resolve(name)"]
    here = Path(__file__).parent
    if subprocess.run(find, cwd=here, capture_output=True, check=False).returncode:
        pytest.skip(f"npm's {' and '.join(packages)}: npm install {' '.join(packages)}")
    return node


def needs_webassembly() -> None:
    """Leave a test out where the kernels for browsers cannot be built."""
    if missing := [name for name in ("llvmlite", "ziglang") if not find_spec(name)]:
        pytest.skip(f"WebAssembly is built by {' and '.join(missing)}: pip install {missing[0]}")


def write_page_modules(folder: Path) -> None:
    """Write the page's modules for node, which tells modules by the end of the name."""
    for file in (Path(satdoku.__file__).parent / "serving" / "page").glob("*.js"):
        text = file.read_text(encoding="utf-8").replace('.js"', '.mjs"')
        (folder / file.with_suffix(".mjs").name).write_text(text, encoding="utf-8")


def typescript() -> list[str]:
    """A command that is TypeScript's compiler; without it the test is left out."""
    node = node_with("typescript")
    find = "process.stdout.write(require.resolve('typescript/package.json'))"
    here = Path(__file__).parent
    done = subprocess.run([node, "-e", find], check=True, capture_output=True, text=True, cwd=here)
    package = Path(done.stdout)
    return [node, str(package.parent / json.loads(package.read_text())["bin"]["tsc"])]


def hears_signals(process: subprocess.Popen) -> bool:
    """The program is past Python's own start: it has a handler for SIGTERM."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    caught = next(line for line in status.splitlines() if line.startswith("SigCgt"))
    return bool(int(caught.split()[1], 16) >> (signal.SIGTERM - 1) & 1)


def command(*arguments: str, stdin: str | bytes = "", **options) -> subprocess.CompletedProcess:
    """`satdoku` with these arguments: in this process, which is eight times as quick, unless there
    are options for a process of its own, or workers, which are not started from one with threads.
    """
    data = stdin.encode() if isinstance(stdin, str) else stdin
    if options or {"-j", "--jobs"} & set(arguments):
        done = subprocess.run(
            [*COMMAND, *arguments],
            input=data,
            capture_output=True,
            timeout=NEVER,
            check=False,
            **options,
        )
    else:
        done = _in_this_process(arguments, data)
    done.stdout, done.stderr = done.stdout.decode(), done.stderr.decode()
    assert "Traceback" not in done.stderr
    return done


def _in_this_process(arguments: tuple[str, ...], data: bytes) -> subprocess.CompletedProcess:
    from satdoku.cli.main import main
    from satdoku.cli.stream.answering import _open

    handlers = {number: signal.getsignal(number) for number in ENDING}
    kept = sys.argv, sys.stdin, sys.stdout, sys.stderr, sys.unraisablehook
    printed, said = (io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2))
    with tempfile.TemporaryFile() as file:
        file.write(data)
        file.seek(0)
        sys.argv = ["satdoku", *arguments]
        sys.stdin = io.TextIOWrapper(io.BufferedReader(io.FileIO(file.fileno(), closefd=False)))
        sys.stdout, sys.stderr = printed, said
        status = None
        try:
            main()
        except SystemExit as end:
            status = end.code
        finally:
            sys.argv, sys.stdin, sys.stdout, sys.stderr, sys.unraisablehook = kept
            for number, handler in handlers.items():
                signal.signal(number, handler)
            _open.cache_clear()  # what a program's end lets go of: engines, locks of files
            gc.collect(1)  # young cycles only: looking through all objects takes about 20 ms
    for stream in (printed, said):
        stream.flush()
    written = (stream.buffer.getvalue() for stream in (printed, said))
    return subprocess.CompletedProcess(arguments, status, *written)
