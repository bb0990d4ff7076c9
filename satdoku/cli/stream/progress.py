"""Progress of long work on standard error, if that is a terminal: a bar, or an updated line."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from threading import Lock, Timer
from typing import TypeVar

from ...phrases import phrase
from ..messages import tell

Element = TypeVar("Element")

#: Seconds of work before a bar is shown.
PATIENCE = 1.0


def show_progress(
    items: Iterable[Element], what: str, total: int | None = None, output: str | None = None
) -> Iterator[Element]:
    """Yield the items as they come, with a bar once they take long.

    Nothing is shown unless standard error is a terminal and the answers go elsewhere.
    """
    if not sys.stderr.isatty() or (output is None and sys.stdout.isatty()):
        yield from items
        return
    start, done = time.monotonic(), 0
    stream = iter(items)
    for item in stream:  # without a bar, so that short work does not load `rich`
        yield item
        done += 1
        if time.monotonic() - start > PATIENCE:
            break
    else:
        return
    from rich import progress
    from rich.console import Console

    columns = (
        progress.TextColumn(tell(what)),
        progress.BarColumn(),
        progress.MofNCompleteColumn(),
        progress.TimeRemainingColumn(),
    )
    with progress.Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(tell(what), total=total, completed=done)
        for item in stream:
            yield item
            bar.advance(task)


class Watch:
    """Shows the progress of a long search on a terminal."""

    def __init__(self) -> None:
        self.shows = sys.stderr.isatty()
        self.last = time.monotonic()
        self.width = 0
        self._timer: Timer | None = None
        self._lock = Lock()

    def __call__(self, looked_at: int, near: str) -> None:
        """Show the number of puzzles examined and how close the best one is."""
        self.tell(phrase("{number:,} puzzles tried, {near}", number=looked_at, near=near))

    def tell(self, text: str) -> None:
        """Show a message, at most once per second."""
        if self.shows and time.monotonic() - self.last > 1:
            self.last = time.monotonic()
            self._show(text)

    def announce(self, text: str) -> None:
        """Show what begins now once it has taken long; at once, if a message is shown already."""
        self._stop_waiting()
        if self.shows:
            self._timer = Timer(0 if self.width else PATIENCE, self._show, [text])
            self._timer.daemon = True
            self._timer.start()

    def _show(self, text: str) -> None:
        text = tell(text)
        with self._lock:
            sys.stderr.write("\r" + text.ljust(self.width))
            sys.stderr.flush()
            self.width = max(self.width, len(text))

    def _stop_waiting(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer.join()
            self._timer = None

    def __enter__(self) -> Watch:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def clear(self) -> None:
        """Erase the message."""
        self._stop_waiting()
        if self.width:
            sys.stderr.write("\r" + " " * self.width + "\r")
            sys.stderr.flush()
            self.width = 0
