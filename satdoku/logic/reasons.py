"""Reasons: a set of clauses that alone forces a candidate at a position, as small as can be.

The clauses are soft, the opposite of the conclusion is hard: a minimal unsatisfiable subset (MUS)
is a set of clauses none of which can be left out, and the smallest of these is the shortest reason
there is. It says what the conclusion rests on, not in which order to think.

Source: A. Ignatiev et al., "Smallest MUS extraction with minimal hitting set dualization" (2015),
as in PySAT's OptUx; MUSX for one that is minimal.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from multiprocessing import get_context
from typing import TYPE_CHECKING

from ..backends.base import Clock
from ..backends.calls import within
from ..errors import PuzzleError
from ..inference.deduction import OPEN
from ..workers import begin_as_worker, starting
from .position import Position

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from pysat.formula import WCNF

#: The smallest set is looked for so many seconds; then a minimal one is taken.
SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Reason:
    """clauses: indexes; is_smallest: no fewer clauses force the conclusion (else: none can go)."""

    clauses: tuple[int, ...]
    is_smallest: bool


def reason_for(
    position: Position, literal: int, seconds: float = SECONDS, time_limit: float | None = None
) -> Reason:
    """Why the literal (v or -v) holds at the position.

    seconds: how long the smallest set is looked for, in a process of its own. Raises `PuzzleError`
    if the position decides it already, or does not decide it; `TimeLimitReached` where no set at
    all is found within `time_limit` seconds.
    """
    clock = Clock(time_limit)
    from pysat.examples.musx import MUSX
    from pysat.formula import WCNF

    theory = position.theory
    name = theory.variable_name(abs(literal))
    if position.status[abs(literal)] != OPEN:
        raise PuzzleError(f"{name} is no candidate: nothing is left to reason about")
    formula, clauses = WCNF(), list[int]()
    formula.append([-literal])
    for index, clause in enumerate(theory.clauses):
        free = position.open_members(index)
        if not free or (len(free) < 2 and not clause.exactly_one):
            continue
        selector = theory.variable_count + 1 + len(clauses)
        clauses.append(index)
        if clause.exactly_one:
            formula.append([-selector, *free])
        for first, second in combinations(free, 2):
            formula.append([-selector, -first, -second])
        formula.append([selector], weight=1)
    with within(clock, lambda: MUSX(formula, verbosity=0)) as extractor:
        found = extractor.compute()
    if not found:
        raise PuzzleError(f"neither {name} nor its opposite follows: there are several solutions")
    smallest = _smallest(formula, seconds if time_limit is None else min(seconds, clock.left or 0))
    chosen = smallest or found
    return Reason(tuple(sorted(clauses[k - 1] for k in chosen)), bool(smallest))


def _smallest(formula: WCNF, seconds: float) -> list[int]:
    """The smallest set of soft clauses; [] if it was not found in time."""
    context = get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    worker = context.Process(
        target=_extract, args=(formula.hard, formula.soft, sender), daemon=True
    )
    with starting():
        worker.start()
    try:
        return list(receiver.recv()) if receiver.poll(seconds) else []
    except EOFError:
        return []
    finally:
        worker.kill()  # inside the solver no other signal reaches it
        worker.join()


def _extract(hard: list[list[int]], soft: list[list[int]], sender: Connection) -> None:
    from pysat.examples.optux import OptUx
    from pysat.formula import WCNF

    begin_as_worker()
    formula = WCNF()
    formula.extend(hard)
    formula.extend(soft, weights=[1] * len(soft))
    with OptUx(formula) as search:
        sender.send(search.compute())
