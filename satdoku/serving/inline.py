"""Answers without processes: for tests, and for who asks a few questions from one program."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from threading import Lock
from typing import Any

from ..cancellation import Stop, Stopped, run_under
from . import refusals
from .validation import Record
from .worker import answer


class Inline:
    """In place of a `Crew`: questions are answered in threads, one at a time since the kept solvers
    know of one only, and left off where the engines look. Nothing limits their time."""

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
        """The answer as JSON; raises `Refusal`."""
        loop = asyncio.get_running_loop()

        def tell(progress: Record) -> None:
            with suppress(RuntimeError):  # nobody is there any more
                loop.call_soon_threadsafe(say, json.dumps(progress))

        stop = Stop()
        try:
            what, text = await asyncio.to_thread(self._answer, stop, name, arguments, tell)
        finally:
            stop.set()
        if what == "error":
            raise refusals.failed(text)
        return text

    def _answer(self, stop: Stop, *question: Any) -> tuple[str, str]:
        with self._one:
            if stop.is_set():  # nobody waits for it any more
                raise Stopped
            return run_under(stop, answer, *question)
