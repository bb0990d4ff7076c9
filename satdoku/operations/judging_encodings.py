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
from dataclasses import asdict, dataclass
from itertools import islice, product
from typing import Any, TypedDict, cast

from ..backends.registry import open_backend
from ..board import STANDARD
from ..encodings.cnf.exactly_one import Encoding
from ..encodings.cnf.registry import encoding_named
from ..errors import EncodingError, need_pysat
from ..layout import Layout, as_layout
from ..records import Natural
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


@dataclass(frozen=True, slots=True)
class Judgement:
    """The keys of `JudgementRecord`."""

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
        lines = [
            f"encoding     {self.encoding}",
            f"verdict      {f'wrong: {self.fault}' if self.fault else 'right'}",
            f"size         {self.variables:,} variables, {self.clauses:,} clauses on {self.layout}",
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
    """
    chosen = encoding_named(encoding)
    board = as_layout(layout)
    need_pysat()
    variables, size = chosen.size(Theory.of(board))
    clauses = _Clauses(chosen)
    fault = clauses.fault() or next(_board_faults(chosen), "")
    shares = tuple([found / tried for found, tried in clauses.complete if tried])
    return Judgement(chosen.name, board.name, variables, size, fault, clauses.models, shares)


class _Clauses:
    """Clauses of several lengths in an encoding. models: the most for one completion; complete: by
    number of assigned variables, how many partial assignments propagate completely, of how many."""

    def __init__(self, encoding: Encoding) -> None:
        self.encoding, self.models = encoding, 0
        self.complete = [(0, 0)] * (LENGTHS + 1)

    def fault(self) -> str:
        """Return the first fault, "" if there is none."""
        try:
            for k in range(1, LENGTHS + 1):
                for exactly in (True, False):
                    if fault := self._fault(k, exactly):
                        return fault
        except EncodingError:
            if self.models or self.encoding.propagates:
                raise
        return ""

    def _fault(self, k: int, exactly: bool) -> str:
        from pysat.solvers import Solver

        name, own = f"{'exactly' if exactly else 'at most'} one of {k}", tuple(range(1, k + 1))
        others = [Clause("not", (v, k + v)) for v in own if not exactly]
        theory = Theory(k + len(others), [Clause(name, own, exactly), *others])
        cnf = list(self.encoding.clauses(theory))
        allowed = [[v if v == true else -v for v in own] for true in range(exactly, k + 1)]
        with Solver("glucose4", bootstrap_with=cnf) as solver:
            for signs in product((1, -1), repeat=k):
                given = [sign * v for sign, v in zip(signs, own, strict=True)]
                if solver.solve(assumptions=given) == (given in allowed):
                    continue
                text = " ".join(f"v{v}" for v in given if v > 0) or "none true"
                why = "is not allowed, but no clause excludes it"
                if given in allowed:
                    broken = (clause for clause in cnf if all(-v in given for v in clause))
                    one = " ".join(map(str, next(broken, ())))
                    why = f"is allowed, but {f'the clause {one}' if one else 'the CNF'} excludes it"
                return f"{name}: {text} {why}"
        for given in allowed if exactly else ():
            with Solver("glucose4", bootstrap_with=[*cnf, *([v] for v in given)]) as solver:
                self.models = max(self.models, len(list(islice(solver.enum_models(), MOST))))
        with Solver("glucose4", bootstrap_with=cnf) as solver:  # without learnt clauses
            for signs in product((1, -1, 0), repeat=k):
                given = [sign * v for sign, v in zip(signs, own, strict=True) if sign]
                consistent, implied = solver.propagate(assumptions=given)
                whole = [set(one) for one in allowed if set(given) <= set(one)]
                # the solver does not report what it knows from the start: a clause of one variable
                known = {*implied, *given, *(own if k == 1 and exactly else ())}
                done = whole[0].intersection(*whole) <= known if whole else not consistent
                complete, tried = self.complete[len(given)]
                self.complete[len(given)] = complete + done, tried + 1
        return ""


def _board_faults(encoding: Encoding) -> Iterator[str]:
    """Yield each board on which the solutions differ from those that `native` finds."""
    for name, first in BOARDS:
        theory = Theory.of(name)
        givens = [theory.variable_of(cell, digit) for cell, digit in enumerate(first)]
        known, found = (
            set(open_backend(engine, theory, own).completions(givens))
            for engine, own in (("native", None), ("glucose4", encoding))
        )
        for differing, who in ((known - found, "lacks"), (found - known, "has, wrongly,")):
            if differing:
                line = theory.puzzle(min(differing)).line
                yield f"{name}: of {len(known)} solutions, the CNF {who} {line}"
