"""The one interface of all engines: which completions does a theory have under these assertions?

To add an engine, add a file with a subclass of `Backend`, and its line in `registry.py`.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from typing import ClassVar

from ..errors import TimeLimitReached
from ..theory import Theory

#: A completion: its true variables, in increasing order.
Completion = tuple[int, ...]


@dataclass(slots=True)
class Statistics:
    """What an engine did since it was made (0 where an engine does not count it: see `told`).

    calls: questions to the solver; propagated: questions that unit propagation (or the base rules)
    decided; seconds: time spent.
    """

    calls: int = 0
    decisions: int = 0
    conflicts: int = 0
    propagations: int = 0
    propagated: int = 0
    seconds: float = 0.0

    def told(self, capabilities: Capabilities) -> dict[str, int | float | None]:
        """By name; None for what the engine does not count."""
        counted = {"calls", "seconds", *capabilities.counts}
        if capabilities.propagation:
            counted.add("propagated")
        return {name: n if name in counted else None for name, n in asdict(self).items()}

    def since(self, earlier: Statistics) -> Statistics:
        """What was added to an earlier state of the same statistics."""
        return Statistics(
            *[getattr(self, f.name) - getattr(earlier, f.name) for f in fields(Statistics)]
        )


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What an engine can do.

    givens: how it takes them ("assumptions", "units", "domains", "search"); counts: which of the
    statistics it fills; propagation: it knows which questions propagation alone decided
    (`Statistics.propagated`); seeded: its answers depend on a seed.
    """

    givens: str
    counts: tuple[str, ...] = ()
    propagation: bool = False
    seeded: bool = False


class OutOfPatience(Exception):
    """An engine gave up after the work that it was allowed; `Backend.patience` tells of it."""


class Clock:
    """A time limit in seconds, None for none."""

    def __init__(self, limit: float | None) -> None:
        self.limit = limit
        self.start = time.monotonic()

    @property
    def left(self) -> float | None:
        """Seconds left; raises `TimeLimitReached` when there are none."""
        if self.limit is None:
            return None
        left = self.limit - (time.monotonic() - self.start)
        if left <= 0:
            raise self.over()
        return left

    def part(self, share: float = 0.5) -> Clock:
        """A clock of its own for so much of the time that is left, so that what comes later has
        some too. It is over at once where this one is."""
        if self.limit is None:
            return Clock(None)
        left = self.limit - (time.monotonic() - self.start)
        return Clock(max(0.0, share * left))

    def check(self) -> None:
        """Raise `TimeLimitReached` when no time is left."""
        self.left  # noqa: B018 - raises

    def over(self) -> TimeLimitReached:
        """The error for a limit that was reached."""
        return TimeLimitReached(f"no answer within {self.limit or 0:g} s")


class Backend(ABC):
    """An engine bound to one theory; it answers any number of questions about it."""

    name: str
    capabilities: ClassVar[Capabilities]
    #: Work for a question (slices of conflicts, or CP-SAT's deterministic seconds) after which an
    #: engine that knows it raises `OutOfPatience`: unlike time, the same on every machine.
    patience: int | None = None

    def __init__(self, theory: Theory) -> None:
        self.theory = theory
        self.statistics = Statistics()

    @abstractmethod
    def completions(
        self,
        assertions: Sequence[int],
        *,
        limit: int | None = None,
        time_limit: float | None = None,
    ) -> Iterator[Completion]:
        """Every completion in which the asserted variables are true, once each, lazily.

        At most `limit` of them. A contradiction is no error here: it has no completions. Raises
        `TimeLimitReached` when the next one takes the whole call over `time_limit` seconds, and
        `EngineError` when the engine fails. The order is fixed by the engine, the theory, the
        assertions and what was asked before.
        """

    def load(self) -> None:  # noqa: B027 - most engines have nothing to load
        """Load the theory now, rather than at the first question."""

    def close(self) -> None:  # noqa: B027 - most engines hold nothing
        """Free what the engine holds; it is loaded again when it is asked again."""
