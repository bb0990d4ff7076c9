"""The interface of an encoding of a theory as CNF.

The variables of the theory keep their numbers; auxiliary ones follow. Givens are not included:
they are unit clauses of their own, or assumptions.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from ...theory import Theory
from .exactly_one import Literals, Template


@dataclass(frozen=True)
class Encoding(ABC):
    """A way to write a theory's clauses as CNF.

    reference: the paper or program that it comes from. projects: whether several models may stand
    for one completion, so that enumeration must project on the theory's variables. propagates:
    whether unit propagation finds all consequences of each exactly-one clause.
    """

    name: str
    title: str
    reference: str
    projects: bool = False
    propagates: bool = True

    @abstractmethod
    def size(self, theory: Theory) -> tuple[int, int]:
        """Return (number of variables, number of clauses), without encoding."""

    @abstractmethod
    def clauses(self, theory: Theory) -> Iterator[Literals]:
        """Yield the CNF clauses, lazily."""


@dataclass(frozen=True)
class ClauseByClause(Encoding):
    """Each clause of the theory is a copy of a template for its length."""

    template: Callable[[int, bool], Template] = field(kw_only=True)

    def templates(self, theory: Theory) -> dict[tuple[int, bool], Template]:
        """Return (length, exactly one) → template, for the clauses of the theory."""
        shapes = {(len(clause.variables), clause.exactly_one) for clause in theory.clauses}
        return {shape: self.template(*shape) for shape in shapes}

    def size(self, theory: Theory) -> tuple[int, int]:
        templates = self.templates(theory)
        used = [templates[len(c.variables), c.exactly_one] for c in theory.clauses]
        auxiliary = sum(template.auxiliary for template in used)
        return theory.variable_count + auxiliary, sum(len(t.clauses) for t in used)

    def clauses(self, theory: Theory) -> Iterator[Literals]:
        templates = self.templates(theory)
        top = theory.variable_count
        for clause in theory.clauses:
            template = templates[len(clause.variables), clause.exactly_one]
            own = [*clause.variables, *range(top + 1, top + template.auxiliary + 1)]
            top += template.auxiliary
            # literal l of the template is lookup[l], negative ones counted from the end
            lookup = [0, *own, *[-variable for variable in reversed(own)]]
            for literals in template.clauses:
                yield tuple([lookup[literal] for literal in literals])
