"""The one interface of all engines: which completions does a theory have under these assertions?

To add an engine, add a file with a subclass of `Backend`, and its line in `registry.py`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from ..theory import Theory

#: A completion: its true variables, in increasing order.
Completion = tuple[int, ...]


@dataclass(slots=True)
class Statistics:
    """What an engine did since it was made (0 where an engine does not count it)."""

    decisions: int = 0
    conflicts: int = 0


class Backend(ABC):
    """An engine bound to one theory; it answers any number of questions about it."""

    name: ClassVar[str]

    def __init__(self, theory: Theory) -> None:
        self.theory = theory
        self.statistics = Statistics()

    @abstractmethod
    def completions(self, assertions: Sequence[int]) -> Iterator[Completion]:
        """Every completion in which the asserted variables are true, once each, lazily.

        A contradiction is no error here: it has no completions. The order is fixed by the
        engine, the theory and the assertions.
        """
