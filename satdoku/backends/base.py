"""The common interface of all engines: the completions of a theory under some assertions.

To add an engine, add a file with a subclass of `Backend`, and its line in `registry.py`.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any, Self, TypeVar

from ..cancellation import TimeIsOver, within
from ..errors import EngineError, TimeLimitReached
from ..phrases import phrase
from ..theory import Theory

Result = TypeVar("Result")
#: A completion: its true variables, in increasing order.
Completion = tuple[int, ...]
Completions = Iterator[Completion]


@dataclass(slots=True)
class Statistics:
    """What an engine did since it was created (0 for what it does not count: see `told`).

    calls: calls of the solver; propagated: calls decided by unit propagation (or the base rules)
    alone; seconds: time spent; writing: the part of it for writing files for a program; processor:
    processor seconds of programs; memory: the most bytes that a program took.
    """

    calls: int = 0
    decisions: int = 0
    conflicts: int = 0
    propagations: int = 0
    propagated: int = 0
    restarts: int = 0
    seconds: float = 0.0
    writing: float = 0.0
    processor: float = 0.0
    memory: int = 0

    def record(self, capabilities: Capabilities) -> dict[str, float | None]:
        """Return the statistics by name; None for what the engine does not count."""
        counted = {"calls", "seconds", *capabilities.counts}
        if capabilities.propagation:
            counted.add("propagated")
        own = {
            name: n
            for name, n in asdict(self).items()
            if name not in ("writing", "processor", "memory")
        }
        return {name: n if name in counted else None for name, n in own.items()}

    def since(self, earlier: Statistics) -> Statistics:
        """Return the difference from an earlier state of the same statistics."""
        names = [field.name for field in fields(Statistics)]
        return Statistics(*[getattr(self, name) - getattr(earlier, name) for name in names])


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What an engine supports.

    givens: how it takes them ("assumptions", "units", "domains", "search"). counts: the statistics
    that it fills. propagation: whether it reports which calls propagation alone decided
    (`Statistics.propagated`). seeded: whether its answers depend on a seed.
    """

    givens: str
    counts: tuple[str, ...] = ()
    propagation: bool = False
    seeded: bool = False


class OutOfPatience(Exception):
    """Raised when an engine has used up the work that `Backend.patience` allows."""


class WrongModel(EngineError):
    """An engine that claims a model which is none."""


class TimeLeft(float):
    """The seconds that are left of a limit. asked: the whole limit, as its error names it."""

    asked: float

    @classmethod
    def of(cls, seconds: float, asked: float | None) -> TimeLeft:
        """Return these seconds of the limit."""
        left = cls(seconds)
        left.asked = seconds if asked is None else asked
        return left


class Clock:
    """A time limit in seconds, None for none."""

    #: Whether it counts processor seconds; see `ProcessorClock`.
    is_of_processor = False

    def __init__(self, limit: float | None) -> None:
        self.limit = limit
        self.asked = limit.asked if isinstance(limit, TimeLeft) else limit
        self.start = self.now()

    def now(self) -> float:
        """Return the seconds since some moment."""
        return time.monotonic()

    @property
    def left(self) -> float | None:
        """The seconds left; raises `TimeLimitReached` if there are none."""
        if self.limit is None:
            return None
        left = self.limit - (self.now() - self.start)
        if left <= 0:
            raise self.over()
        return TimeLeft.of(left, self.asked)

    def part(self, share: float = 0.5) -> Clock:
        """Return a new clock with this share of the time left, so that later work has some too. It
        has no time at all if this clock is over."""
        if self.limit is None:
            return Clock(None)
        left = self.limit - (self.now() - self.start)
        return type(self)(TimeLeft.of(max(0.0, share * left), self.asked))

    def within(self, work: Callable[[], Result]) -> Result:
        """Return work(), for code that does not check a clock, such as steps of logic: it is
        cancelled when this clock is over (see `cancellation`); then raise `TimeLimitReached`.

        Work that ends before it notices is late all the same, so that no answer depends on how soon
        the timer's thread gets to run.
        """

        def left() -> float:
            try:
                return self.left or 0.0
            except TimeLimitReached:
                return 0.0

        try:
            found = within(self.left, work, left)
        except TimeIsOver:
            raise self.over() from None
        self.check()
        return found

    def check(self) -> None:
        """Raise `TimeLimitReached` if no time is left."""
        self.left  # noqa: B018 - raises

    def spend(self, units: int) -> None:
        """Take note of work done; only a limit of counted work (`WorkLimit`) minds it."""

    def counted(self, solver: Any, search: Callable[[], Result]) -> Result:
        """Return search(); a limit of counted work notes what the solver did."""
        return search()

    def over(self) -> TimeLimitReached:
        """Return the error to raise when the limit is reached."""
        return TimeLimitReached(phrase("no answer within {seconds:g} s", seconds=self.asked or 0))


class ProcessorClock(Clock):
    """A limit in processor seconds of this process and of the programs that it runs for an answer.

    So it does not depend on what else the machine does. Where the system does not say what a
    running program has used (it is read from /proc), the time that has passed counts instead.
    """

    is_of_processor = True

    def __init__(self, limit: float | None) -> None:
        self.of_programs = 0.0
        super().__init__(limit)

    def now(self) -> float:
        """Return the processor seconds used so far."""
        return time.process_time() + self.of_programs


class Backend(ABC):
    """An engine bound to one theory; it can be called any number of times.

    A subclass has a name, capabilities and `find`:

    >>> from satdoku.theory import Theory
    >>> class Nothing(Backend):
    ...     name, capabilities = "nothing", Capabilities("assumptions")
    ...
    ...     def find(self, assertions, limit, clock):
    ...         yield from ()
    >>> Nothing(Theory.of("4x4")).count([])
    0
    """

    name: str
    capabilities: Capabilities
    #: The work per call (slices of conflicts, or CP-SAT's deterministic seconds) after which an
    #: engine with such a limit raises `OutOfPatience`: unlike time, the same on every machine.
    patience: int | None = None

    def __init__(self, theory: Theory) -> None:
        self.theory = theory
        self.statistics = Statistics()

    def completions(
        self,
        assertions: Sequence[int],
        *,
        limit: int | None = None,
        time_limit: float | None = None,
    ) -> Completions:
        """Yield every completion in which the asserted variables are true, once each, lazily.

        At most `limit` of them. A contradiction is not an error: it has no completions. Raises
        `TimeLimitReached` when the next one takes the whole call over `time_limit` seconds, and
        `EngineError` when the engine fails. The order depends only on the engine, the theory, the
        assertions and the earlier calls.
        """
        return self.find(assertions, limit, Clock(time_limit))

    def count(
        self,
        assertions: Sequence[int],
        *,
        limit: int | None = None,
        time_limit: float | None = None,
    ) -> int:
        """Return the number of completions, up to the limit; see `completions`.

        `TimeLimitReached.found` is the number of those found in time.
        """
        return self.find_number(assertions, limit, Clock(time_limit))

    def find_number(self, assertions: Sequence[int], limit: int | None, clock: Clock) -> int:
        """Do the same within the time of a clock."""
        number = 0
        try:
            for _ in self.find(assertions, limit, clock):
                number += 1
        except TimeLimitReached as error:
            error.found = number
            raise
        return number

    @abstractmethod
    def find(self, assertions: Sequence[int], limit: int | None, clock: Clock) -> Completions:
        """Do the same within the time of a clock, which several calls may share."""

    def find_boards(
        self, assertions: Sequence[int], limit: int | None, clock: Clock
    ) -> Completions:
        """Do the same without auxiliary variables: for callers that want boards alone."""
        for completion in self.find(assertions, limit, clock):
            yield self.theory.on_board(completion)

    def configure(self, parameters: Mapping[str, Any]) -> None:
        """Set parameters of the solver, values as text or as they are, before the first call.

        Raises `EngineError` for one that the engine does not have; the message names those it has.
        """
        raise EngineError(
            phrase(
                "the engine {name!s} has no parameters, such as {parameters!s}",
                name=self.name,
                parameters=min(parameters),
            )
        )

    def prefer(self, literals: Iterable[int | str]) -> None:
        """Give a hint: the literals, by number or name, that a solution may hold; the search tries
        them first. Raises `EngineError` if the engine takes none."""
        raise EngineError(
            phrase(
                "the engine {name!s} takes no hints: use cpsat or one of PySAT's", name=self.name
            )
        )

    def hinted(self, literals: Iterable[int | str]) -> list[int]:
        """Return the literals of a hint, with those that its true variables deny."""
        own = self.theory.literals(literals)
        true = {v for v in own if v > 0}
        return [*own, *{-peer for v in true for peer in self.theory.peers(v) if peer not in true}]

    #: Seconds that starting the engine's program takes, once loaded; None where it has none.
    start_seconds: float | None = None

    def load(self) -> None:  # noqa: B027 - most engines have nothing to load
        """Load the theory now, rather than at the first call."""

    def close(self) -> None:  # noqa: B027 - most engines hold nothing
        """Free the engine's resources; a later call loads them again."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        layout = self.theory.layout
        return f"<engine {self.name} for {layout.name if layout else 'a theory'}>"
