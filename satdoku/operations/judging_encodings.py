"""Judges an encoding as CNF, of one's own or not, against the meaning of the clauses it encodes.

For clauses of 1 … `LENGTHS` variables, exactly one and at most one, every assignment is tried: the
CNF must have a model that extends it if and only if it satisfies the clause. Models are counted for
each solution of an exactly-one clause, and for each partial assignment unit propagation is compared
with all that follows.
Then small boards: the engine `native`, which knows no encodings, must find the same solutions.

>>> judged = judge_encoding(lambda k, exactly_one: [range(1, k + 1)] if exactly_one else [])
>>> print(judged.fault)
exactly one of 2: v1 v2 is not allowed, but no clause excludes it
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from itertools import islice, product
from typing import Any, cast

from ..backends.registry import open_backend
from ..board import STANDARD
from ..encodings.cnf.exactly_one import Encoding, Literals
from ..encodings.cnf.registry import encoding_named
from ..errors import EncodingError, need_pysat
from ..frozen import frozen
from ..layout import Layout, as_layout
from ..record_types import Natural, TypedDict
from ..theory import Clause, Theory

LENGTHS = 6
#: The maximum number of models that are counted for one completion.
MOST = 100
#: Boards, each with its first cells.
BOARDS = (
    ("4x4", ()), ("4x4+killer:5:r1c1,r1c2", ()), ("6x6", (1, 2, 3, 4, 5, 6, 4, 5, 6, 1, 2, 3)),
)  # fmt: skip


class JudgementRecord(TypedDict):
    """The judgement of an encoding on a board.

    fault: "" if it is right, otherwise where it is wrong. models: the most models for one solution
    of an exactly-one clause, 100 if there are more. propagation: by the number of assigned
    variables of a clause, from 0, the share of partial assignments from which unit propagation
    finds all that follows. Both are empty for an encoding of boards only.
    """

    encoding: str
    layout: str
    variables: Natural
    clauses: Natural
    fault: str
    models: Natural
    propagation: list[float]


@frozen
class Judgement:
    """The keys of `JudgementRecord`.

    >>> judge_encoding("pairwise", "4x4").text().splitlines()[1]
    'verdict      right'
    """

    encoding: str
    layout: str
    variables: int
    clauses: int
    fault: str
    models: int
    propagation: tuple[float, ...]

    def record(self) -> JudgementRecord:
        """For JSON."""
        return cast(JudgementRecord, asdict(self) | {"propagation": [*self.propagation]})

    def text(self) -> str:
        """Return some lines for people."""
        verdict = f"wrong: {self.fault}" if self.fault else "right"
        sizes = f"{self.variables:,} variables, {self.clauses:,} clauses on {self.layout}"
        lines = [
            f"encoding     {self.encoding}",
            f"verdict      {verdict}",
            f"size         {sizes}",
        ]
        if self.models and not self.fault:
            more = "+" if self.models >= MOST else ""
            shares = " ".join(f"{share:.0%}" for share in self.propagation)
            lines.append(f"models       at most {self.models}{more} for each solution of a clause")
            lines.append(f"propagation  complete with 0, 1, 2, … variables assigned: {shares}")
        return "\n".join(lines)


def judge_encoding(encoding: Any, layout: Layout | str = STANDARD) -> Judgement:
    """Return the judgement of an encoding: a name, 'my.py:function', an `Encoding` or a function of
    (k, exactly_one); see `register_encoding`. layout: the board of its sizes.

    Raises `EncodingError` for what is not an encoding, `EngineError` without python-sat.

    >>> judged = judge_encoding("pairwise", "4x4")
    >>> judged.fault, judged.variables, judged.clauses
    ('', 64, 448)
    """
    chosen = encoding_named(encoding)
    board = as_layout(layout)
    need_pysat()
    variables, size = chosen.size(Theory.of(board))
    clauses = _EncodedClauses(chosen)
    fault = clauses.fault() or next(_board_faults(chosen), "")
    return Judgement(
        encoding=chosen.name,
        layout=board.name,
        variables=variables,
        clauses=size,
        fault=fault,
        models=clauses.models,
        propagation=clauses.shares(),
    )


class _EncodedClauses:
    """Clauses of several lengths in an encoding. models: the most for one completion; complete: by
    number of assigned variables, how many partial assignments propagate completely, of how many."""

    def __init__(self, encoding: Encoding) -> None:
        self.encoding = encoding
        self.models = 0
        self.complete = [(0, 0)] * (LENGTHS + 1)

    def shares(self) -> tuple[float, ...]:
        """Return the share of complete propagation by number of assigned variables."""
        return tuple([found / tried for found, tried in self.complete if tried])

    def fault(self) -> str:
        """Return the first fault, "" if there is none."""
        try:
            for k in range(1, LENGTHS + 1):
                for exactly in (True, False):
                    if fault := self._fault(k, exactly):
                        return fault
        except EncodingError:
            # An encoding of boards only may refuse clauses, but then from the first one on.
            if self.models or self.encoding.propagates:
                raise
        return ""

    def _fault(self, k: int, exactly: bool) -> str:
        """Return the first fault of a clause of `k` variables; count its models and propagation."""
        own = tuple(range(1, k + 1))
        # Outside an at-most-one clause, every variable needs a clause of its own.
        others = [] if exactly else [Clause("not", (v, k + v)) for v in own]
        name = "exactly one" if exactly else "at most one"
        clause = Clause(f"{name} of {k}", own, exactly)
        cnf = list(self.encoding.clauses(Theory(k + len(others), [clause, *others])))
        fewest = 1 if exactly else 0
        allowed = [[v if v == true else -v for v in own] for true in range(fewest, k + 1)]
        if fault := _wrong_assignment(clause, cnf, allowed):
            return fault
        if exactly:
            self._count_models(cnf, allowed)
        self._judge_propagation(clause, cnf, allowed)
        return ""

    def _count_models(self, cnf: list[Literals], allowed: list[list[int]]) -> None:
        """Note the most models that one of the allowed assignments has."""
        from pysat.solvers import Solver

        for given in allowed:
            units = [[v] for v in given]
            with Solver("glucose4", bootstrap_with=[*cnf, *units]) as solver:
                models = len(list(islice(solver.enum_models(), MOST)))
            self.models = max(self.models, models)

    def _judge_propagation(
        self, clause: Clause, cnf: list[Literals], allowed: list[list[int]]
    ) -> None:
        """Note for every partial assignment whether unit propagation finds all that follows."""
        from pysat.solvers import Solver

        own = clause.variables
        # The solver does not report what it knows from the start: a clause of one variable.
        known_before = own if len(own) == 1 and clause.exactly_one else ()
        with Solver("glucose4", bootstrap_with=cnf) as solver:  # without learnt clauses
            for signs in product((1, -1, 0), repeat=len(own)):
                given = [sign * v for sign, v in zip(signs, own, strict=True) if sign]
                consistent, implied = solver.propagate(assumptions=given)
                extensions = [set(one) for one in allowed if set(given) <= set(one)]
                if extensions:
                    follows = set.intersection(*extensions)
                    is_complete = follows <= {*implied, *given, *known_before}
                else:
                    is_complete = not consistent
                complete, tried = self.complete[len(given)]
                self.complete[len(given)] = (complete + is_complete, tried + 1)


def _wrong_assignment(clause: Clause, cnf: list[Literals], allowed: list[list[int]]) -> str:
    """Return the first assignment on which the CNF and the clause differ, "" if there is none."""
    from pysat.solvers import Solver

    own = clause.variables
    with Solver("glucose4", bootstrap_with=cnf) as solver:
        for signs in product((1, -1), repeat=len(own)):
            given = [sign * v for sign, v in zip(signs, own, strict=True)]
            is_allowed = given in allowed
            if solver.solve(assumptions=given) == is_allowed:
                continue
            text = " ".join(f"v{v}" for v in given if v > 0) or "none true"
            why = "is not allowed, but no clause excludes it"
            if is_allowed:
                why = f"is allowed, but {_excluding(cnf, given)} excludes it"
            return f"{clause.kind}: {text} {why}"
    return ""


def _excluding(cnf: list[Literals], given: list[int]) -> str:
    """Return in words what excludes an assignment: a clause that it breaks, or the whole CNF."""
    for clause in cnf:
        if all(-v in given for v in clause):
            return f"the clause {' '.join(map(str, clause))}" if clause else "the CNF"
    return "the CNF"


def _board_faults(encoding: Encoding) -> Iterator[str]:
    """Yield each board on which the solutions differ from those that `native` finds."""
    for name, first in BOARDS:
        theory = Theory.of(name)
        givens = [theory.variable_of(cell, digit) for cell, digit in enumerate(first)]
        # `native` reads the clauses themselves, so it can judge any encoding of them.
        known = set(open_backend("native", theory).completions(givens))
        found = set(open_backend("glucose4", theory, encoding).completions(givens))
        for differing, who in ((known - found, "lacks"), (found - known, "has, wrongly,")):
            if differing:
                line = theory.puzzle(min(differing)).line
                yield f"{name}: of {len(known)} solutions, the CNF {who} {line}"
