"""A worker: a process that answers one question after another and can abandon one on request.

Questions and answers are JSON text, which the server passes on unchanged. An abandoned question
stops where the engines check for cancellation (between slices of a solver, every few milliseconds
in a kernel); if nothing checks, the server kills the process.

Messages to a worker: ("ask", number, operation, arguments), ("leave", number). From it: ("ready",),
("say", number, text), ("answer", number, text), ("error", number, text), ("left", number); the last
three also carry its memory use in bytes.
"""

from __future__ import annotations

import json
import os
import sys
import time
from multiprocessing.connection import Connection
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any

from ..cancellation import Stop, Stopped, run_under
from ..errors import SatdokuError
from ..sanitize import MESSAGE_LIMIT, shown
from ..workers import begin_as_worker

#: Minimum number of seconds between two progress reports.
PAUSE = 0.1


def answer(name: str, arguments: str, say: Any = lambda _: None) -> tuple[str, str]:
    """Return ("answer", text) or ("error", one line); raise `Stopped`."""
    from .operations import ASKED
    from .tools import PREFIX, TOOLS

    is_tool = name.startswith(PREFIX)
    try:
        operation = TOOLS[name.removeprefix(PREFIX)] if is_tool else ASKED[name]
        found = operation.run(json.loads(arguments), say)
        return "answer", json.dumps(found, ensure_ascii=False)
    except SatdokuError as error:
        return "error", str(error)
    except (RecursionError, MemoryError):
        return "error", "the puzzle is too large for this"
    except Exception as error:  # a bug of ours: reported without a traceback
        return "error", shown(f"internal error: {type(error).__name__}: {error}", MESSAGE_LIMIT)


def memory() -> int:
    """Return the resident memory of this process in bytes; 0 if unknown."""
    return memory_of(os.getpid())


def memory_of(process: int) -> int:
    """Return the resident memory of any process in bytes; 0 if unknown."""
    try:
        with open(f"/proc/{process}/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0


def seconds_of(process: int) -> float | None:
    """Return the CPU seconds that a process has used; None if unknown."""
    try:
        with open(f"/proc/{process}/stat", encoding="ascii") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError):
        return None


def work(channel: Connection, warm: bool) -> None:
    """Answer questions until the other end closes. warm: first load what most questions need."""
    begin_as_worker()
    sys.setrecursionlimit(3000)
    if warm:
        from .warming import warm_up

        warm_up()
    Worker(channel).run()


class Worker:
    """The state of a worker. number: the question in progress, 0 for none; stop: cancels it."""

    def __init__(self, channel: Connection) -> None:
        self.channel = channel
        self.questions: SimpleQueue[tuple[int, str, str] | None] = SimpleQueue()
        self.lock = Lock()
        self.left = set[int]()
        self.number, self.stop = 0, Stop()

    def run(self) -> None:
        """Answer questions; the process exits when the server closes the channel."""
        Thread(target=self._hear, daemon=True).start()
        self.channel.send(("ready",))
        while question := self.questions.get():
            self._answer(*question)

    def _hear(self) -> None:
        """Receive messages from the server while the main thread works."""
        try:
            while True:
                what, number, *more = self.channel.recv()
                if what == "ask":
                    self.questions.put((number, *more))
                    continue
                with self.lock:
                    self.left.add(number)
                    if number == self.number:
                        self.stop.set()
        except (EOFError, OSError):
            os._exit(0)  # the server is gone

    def _answer(self, number: int, name: str, arguments: str) -> None:
        with self.lock:
            self.number, self.stop = number, Stop()
            if number in self.left:
                self.stop.set()

        sent_at = 0.0

        def say(progress: dict[str, Any]) -> None:
            nonlocal sent_at
            now = time.monotonic()
            if now - sent_at >= PAUSE:
                sent_at = now
                self.channel.send(("say", number, json.dumps(progress)))

        try:
            if self.stop.is_set():
                raise Stopped
            what, text = run_under(self.stop, answer, name, arguments, say)
            message = (what, number, text, memory())
        except Stopped:
            message = ("left", number, "", memory())
        with self.lock:
            self.number = 0
            self.left.discard(number)
        self.channel.send(message)
