"""Encodings of an exactly-one clause of k variables as CNF: one function per encoding.

Each takes k and `exactly_one` (False: at most one) and returns a `Template`: clauses over the
literals 1 … k of the clause's own variables and k+1 … k+auxiliary of its auxiliary ones. A theory's
CNF consists of copies of a few templates, so sizes are known before anything is written.

The papers are about "at most one"; "at least one" is always the clause of all variables.

An `Encoding` of a theory keeps the numbers of its variables; auxiliary ones follow. Givens are not
included: they are unit clauses of their own, or assumptions.

>>> len(product(9, True).clauses), product(9, True).auxiliary
(25, 6)
"""

from __future__ import annotations

import itertools
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import ceil, isqrt
from operator import index
from typing import Any

from ...errors import EncodingError, need_pysat
from ...frozen import frozen
from ...grouping import groups_of
from ...theory import Theory


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

    def auxiliary_names(self, theory: Theory) -> Iterator[str]:
        """Yield names of the encoding's own variables, in order; they may repeat."""
        top, _ = self.size(theory)
        return (f"{self.name} {v}" for v in range(1, top - theory.variable_count + 1))


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
        variables = theory.variable_count
        clauses = 0
        for clause in theory.clauses:
            template = templates[len(clause.variables), clause.exactly_one]
            variables += template.auxiliary
            clauses += len(template.clauses)
        return variables, clauses

    def clauses(self, theory: Theory) -> Iterator[Literals]:
        templates = self.templates(theory)
        top = theory.variable_count
        for clause in theory.clauses:
            template = templates[len(clause.variables), clause.exactly_one]
            auxiliary = range(top + 1, top + template.auxiliary + 1)
            own = [*clause.variables, *auxiliary]
            top += template.auxiliary
            # literal l of the template is lookup[l], negative ones counted from the end
            lookup = [0, *own, *[-variable for variable in reversed(own)]]
            for literals in template.clauses:
                yield tuple([lookup[literal] for literal in literals])

    def auxiliary_names(self, theory: Theory) -> Iterator[str]:
        templates = self.templates(theory)
        for clause in theory.clauses:
            auxiliary = templates[len(clause.variables), clause.exactly_one].auxiliary
            yield from (f"{clause}: {self.name} {i}" for i in range(1, auxiliary + 1))


#: A CNF clause: at least one of the literals is true.
Literals = tuple[int, ...]


@frozen
class Template:
    """CNF clauses over 1 … k (the variables) and k+1 … k+auxiliary (the auxiliary ones)."""

    clauses: tuple[Literals, ...]
    auxiliary: int = 0


def at_least_one(k: int) -> Literals:
    """Return the clause "one of the variables is true"."""
    return tuple(range(1, k + 1))


def pairs(literals: Sequence[int]) -> list[Literals]:
    """Return the clauses "no two of the literals are true"."""
    return [(-a, -b) for a, b in combinations(literals, 2)]


def pairwise(k: int, exactly_one: bool) -> Template:
    """Not both, for each pair (folklore; "extended" in Lynce and Ouaknine 2006)."""
    clauses = pairs(at_least_one(k))
    if exactly_one:
        clauses.insert(0, at_least_one(k))
    return Template(tuple(clauses))


def product(k: int, exactly_one: bool) -> Template:
    """Arrange the variables in a rectangle; at most one row and at most one column is used.

    Chen, "A new SAT encoding of the at-most-one constraint" (ModRef 2010).
    """
    if k < 5:
        return pairwise(k, exactly_one)
    height = isqrt(k - 1) + 1
    width = ceil(k / height)
    rows = range(k + 1, k + height + 1)
    columns = range(k + height + 1, k + height + width + 1)
    clauses = [at_least_one(k)] if exactly_one else []
    for variable in range(1, k + 1):
        r, c = divmod(variable - 1, width)
        clauses.append((-variable, rows[r]))
        clauses.append((-variable, columns[c]))
    clauses += pairs(rows)
    clauses += pairs(columns)
    return Template(tuple(clauses), height + width)


def commander(k: int, exactly_one: bool) -> Template:
    """Form groups of three, each with a commander that is true iff one of its group is.

    Klieber and Kwon, "Efficient CNF encoding for selecting 1 from N objects" (CFV 2007).
    """
    clauses: list[Literals] = []
    level: Sequence[int] = at_least_one(k)
    top = k
    while len(level) > 3:
        commanders = []
        for group in groups_of(3, level):
            top += 1
            commanders.append(top)
            clauses += pairs(group)
            clauses += [(-literal, top) for literal in group]
            if exactly_one:
                clauses.append((-top, *group))
        level = commanders
    clauses += pairs(level)
    if exactly_one:
        clauses.append(tuple(level))
    return Template(tuple(clauses), top - k)


def number_in_binary(number: int, bits: Sequence[int]) -> list[int]:
    """Return the literals that are all true where these variables hold the number, lowest first."""
    literals = []
    for i, bit in enumerate(bits):
        is_set = number >> i & 1
        literals.append(bit if is_set else -bit)
    return literals


def bimander(k: int, exactly_one: bool) -> Template:
    """Groups of three, numbered in binary: a true variable sets its group's number.

    Nguyen and Mai, "A new method to encode the at-most-one constraint into SAT" (SoICT 2015).
    """
    groups = groups_of(3, at_least_one(k))
    bits = (len(groups) - 1).bit_length()
    clauses = [at_least_one(k)] if exactly_one else []
    for number, group in enumerate(groups):
        clauses += pairs(group)
        code = number_in_binary(number, range(k + 1, k + bits + 1))
        for variable in group:
            clauses += [(-variable, literal) for literal in code]
    return Template(tuple(clauses), bits)


def order(k: int, exactly_one: bool) -> Template:
    """Auxiliary variable i says that the true variable is among the first i.

    Ansótegui and Manyà, "Mapping problems with finite-domain variables to problems with Boolean
    variables" (SAT 2004); Tamura et al., "Compiling finite linear CSP into SAT" (CP 2006).
    """
    # With exactly one, the true variable is always among all k: that needs no variable.
    count = k - 1 if exactly_one else k
    among = list(range(k + 1, k + count + 1))
    clauses: list[Literals] = [(-a, b) for a, b in itertools.pairwise(among)]
    for variable in range(1, k + 1):
        follows = []
        if variable <= count:
            follows.append(among[variable - 1])
        if variable > 1:
            follows.append(-among[variable - 2])
        clauses += [(-variable, literal) for literal in follows]
        clauses.append((variable, *(-literal for literal in follows)))
    return Template(tuple(clauses), count)


def log(k: int, exactly_one: bool) -> Template:
    """Auxiliary variables are the number of the true variable in binary, or k if none is true.

    Iwama and Miyazaki, "SAT-variable complexity of hard combinatorial problems" (IFIP 1994).
    """
    largest = k - 1 if exactly_one else k
    bits = largest.bit_length()
    own = range(k + 1, k + bits + 1)

    def differs(number: int) -> Literals:
        return tuple(-literal for literal in number_in_binary(number, own))

    clauses = [at_least_one(k)] if exactly_one else []
    for variable in range(1, k + 1):
        unlike = differs(variable - 1)
        clauses += [(-variable, -literal) for literal in unlike]
        clauses.append((variable, *unlike))
    # Numbers that stand for nothing are excluded, so that each completion has one model. With
    # exactly one, some variable sets the number.
    if not exactly_one:
        clauses += map(differs, range(k + 1, 1 << bits))
    return Template(tuple(clauses), bits)


def pysat(name: str, k: int, exactly_one: bool) -> Template:
    """PySAT's encoder of that name (`pysat.card.EncType`)."""
    need_pysat()
    from pysat.card import CardEnc, EncType

    if k == 1:
        return pairwise(k, exactly_one)
    encode = CardEnc.equals if exactly_one else CardEnc.atmost
    encoding = getattr(EncType, name)
    literals = list(range(1, k + 1))
    formula = encode(lits=literals, bound=1, encoding=encoding)
    clauses = tuple(map(tuple, formula.clauses))
    return Template(clauses, max(formula.nv - k, 0))


def own(encode: Callable[[int, bool], Any], name: str, k: int, exactly_one: bool) -> Template:
    """A user's function that returns clauses; `EncodingError` if it does not."""
    what = f"{name}({k}, {exactly_one})"
    try:
        clauses = tuple(tuple(map(index, clause)) for clause in encode(k, exactly_one))
    except Exception as problem:
        why = f"{type(problem).__name__}: {problem}"
        raise EncodingError(f"{what} made no clauses: {why}") from problem
    literals = {abs(literal) for clause in clauses for literal in clause}
    if 0 in literals:
        raise EncodingError(f"{what}: literal 0 in a clause; leave out the ends")
    return Template(clauses, max(0, *literals, k) - k)
