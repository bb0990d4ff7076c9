"""A bounded, thread-safe cache of immutable values that are costly to create.

>>> squares = Memo(100)
>>> squares.get(3, lambda: 9), squares.get(3, lambda: 0)
(9, 9)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, TypeVar

Value = TypeVar("Value")


class Memo:
    """Caches values by key; when their weights exceed `most`, the oldest are dropped."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._weight = 0
        self._kept: dict[Hashable, tuple[Any, int]] = {}
        self._lock = Lock()

    def get(
        self,
        key: Hashable,
        make: Callable[[], Value],
        weigh: Callable[[Value], int] = lambda value: 1,
    ) -> Value:
        """Return the cached value of the key, created if missing. Two threads may both create it;
        one of the two is kept."""
        # without the lock: a value that another thread drops meanwhile is whole and right all the
        # same
        found = self._kept.get(key)
        if found is None:
            value = make()
            found = (value, weigh(value))
            with self._lock:
                if key not in self._kept and found[1] <= self.most:
                    self._kept[key] = found
                    self._weight += found[1]
                while self._weight > self.most:
                    oldest = next(iter(self._kept))
                    self._weight -= self._kept.pop(oldest)[1]
        kept: Value = found[0]
        return kept
