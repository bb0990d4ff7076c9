"""The worker's side: a process that answers one question after another and can abandon one.

Messages to a worker: ("ask", number, arguments), ("leave", number). From it: ("ready",),
("say", number, progress), ("done", number, result), ("failed", number, error), ("left", number).
Arguments, results and errors are pickled on their own, so that what cannot be pickled or unpickled
fails its own question and not the channel.

An abandoned question stops where the engines check for cancellation (between slices of a solver,
every few milliseconds in a kernel); if nothing checks, the pool kills the process.
"""

from __future__ import annotations

import os
import pickle
import signal
import time
from collections.abc import Callable
from multiprocessing import parent_process
from multiprocessing.connection import Connection, wait
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any

from ..cancellation import Stop, Stopped, run_under
from .interrupts import ENDING

#: Seconds that a worker has to clean up when it is terminated.
GRACE = 0.6
#: Minimum number of seconds between two progress reports.
PAUSE = 0.1


def work(channel: Connection, answer: Callable[..., Any], prepare: Callable[[], object]) -> None:
    """Run a worker: prepare(), then answer(*arguments, say) for each question, until its end."""
    begin_as_worker()
    prepare()
    Worker(channel, answer).run()


class Worker:
    """The state of a worker. number: the question in progress, 0 for none; stop: cancels it."""

    def __init__(self, channel: Connection, answer: Callable[..., Any]) -> None:
        self.channel, self.answer = channel, answer
        self.questions: SimpleQueue[tuple[int, bytes] | None] = SimpleQueue()
        self.lock = Lock()
        self.left = set[int]()
        self.number, self.stop = 0, Stop()

    def run(self) -> None:
        """Answer questions until the pool is gone."""
        Thread(target=self._hear, daemon=True).start()
        self.channel.send(("ready",))
        while question := self.questions.get():
            self._answer(*question)

    def _hear(self) -> None:
        """Receive messages from the pool while the main thread works."""
        try:
            while True:
                what, number, *arguments = self.channel.recv()
                if what == "ask":
                    self.questions.put((number, *arguments))
                    continue
                with self.lock:
                    self.left.add(number)
                    if number == self.number:
                        self.stop.set()
        except (EOFError, OSError):  # the pool is gone
            self.stop.set()
            self.questions.put(None)

    def _answer(self, number: int, arguments: bytes) -> None:
        with self.lock:
            self.number, self.stop = number, Stop()
            # It may have been abandoned between its arrival and now.
            if number in self.left:
                self.stop.set()
        sent_at = 0.0

        def say(progress: Any) -> None:
            nonlocal sent_at
            now = time.monotonic()
            if now - sent_at >= PAUSE:
                sent_at = now
                self.channel.send(("say", number, progress))

        message: tuple[Any, ...]
        try:
            if self.stop.is_set():
                raise Stopped
            found = run_under(self.stop, self.answer, *pickle.loads(arguments), say)
            # Pickled inside the `try`: a result that cannot be fails like any other error of its
            # question.
            message = ("done", number, pickle.dumps(found))
        except Stopped:
            message = ("left", number)
        except Exception as error:
            message = ("failed", number, _pickled(error))
        with self.lock:
            self.number = 0
            self.left.discard(number)
        self.channel.send(message)


def _pickled(error: Exception) -> bytes:
    """Return the error as bytes; one that cannot be unpickled becomes a `RuntimeError`."""
    try:
        text = pickle.dumps(error)
        pickle.loads(text)
    except Exception:
        return pickle.dumps(RuntimeError(f"{type(error).__name__}: {error}"))
    return text


def begin_as_worker() -> None:
    """Ignore Ctrl-C and SIGHUP, which the parent handles; end at SIGTERM or the parent's death."""
    for number in set(ENDING) - {signal.SIGTERM}:
        signal.signal(number, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)  # a pending one ends the worker here
    # Before any work there is nothing to clean up; an exception here would print a traceback.
    signal.signal(signal.SIGTERM, lambda number, frame: os._exit(1))
    Thread(target=_die_with_the_parent, daemon=True).start()
    signal.signal(signal.SIGTERM, _clean_up_and_die)


def _clean_up_and_die(number: int, frame: object) -> None:
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, GRACE / 2)  # ends the process in any case
    raise SystemExit(1)


def _die_with_the_parent() -> None:
    if parent := parent_process():
        wait([parent.sentinel])
        # First a signal, so that the work cleans up; it is heard between two steps of Python only,
        # so if a library does not return in time, the process ends all the same.
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(GRACE)
        os._exit(1)
