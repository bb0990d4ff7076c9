"""Answers without worker processes: for tests, and for a few questions from one program."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from threading import Lock
from typing import Any

from ...cancellation import Stop, Stopped, run_under
from .worker import answer


class Inline:
    """A substitute for `Crew` that answers in threads, one question at a time because the kept
    solvers are not thread-safe. Cancellation takes effect where the engines check for it. There is
    no time limit."""

    def __init__(self) -> None:
        self._one = Lock()

    async def ask(
        self,
        client: str,
        name: str,
        arguments: str,
        seconds: float,
        say: Callable[[str], None] = lambda _: None,
    ) -> str:
        """Return the answer as JSON; raise `Refusal`."""
        loop = asyncio.get_running_loop()

        def tell(progress: str) -> None:
            with suppress(RuntimeError):  # the event loop is closed
                loop.call_soon_threadsafe(say, progress)

        stop = Stop()
        try:
            return await asyncio.to_thread(self._answer, stop, name, arguments, tell)
        finally:
            stop.set()

    def _answer(self, stop: Stop, *question: Any) -> str:
        with self._one:
            if stop.is_set():  # cancelled while it was waiting
                raise Stopped
            return run_under(stop, answer, *question)
