"""The checker of steps: is a conclusion entailed by just the clauses that the step names?

It shares no code with the search for steps, and knows none of its rules: it takes the opposite of
the conclusion and looks for a way to satisfy the named clauses, by unit propagation and, where that
sticks, by cases. Where there is none, the conclusion is entailed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..errors import SatdokuError
from ..theory import Theory

OPEN, TRUE, FALSE = 0, 1, 2


class StepError(SatdokuError):
    """A step does not follow from what it names."""


def is_entailed(
    theory: Theory, status: Sequence[int], clauses: Iterable[int], literal: int
) -> bool:
    """Whether these clauses (by index), with what is known, make the literal (v or -v) true.

    status: by variable, 0 open, 1 asserted, 2 denied.
    """
    named = [(theory.members[c], theory.clauses[c].exactly_one) for c in set(clauses)]
    variable = abs(literal)
    known = {v: status[v] for members, _ in named for v in members if status[v] != OPEN}
    if known.get(variable, status[variable]) != OPEN:
        return (status[variable] == TRUE) == (literal > 0)
    known[variable] = FALSE if literal > 0 else TRUE
    return not _satisfiable(named, known)


def _satisfiable(named: list[tuple[tuple[int, ...], bool]], known: dict[int, int]) -> bool:
    """Some values of the other variables satisfy the clauses; `known` is changed."""
    changed = True
    while changed:
        changed = False
        smallest: list[int] = []
        for members, exactly_one in named:
            true, free = 0, []
            for v in members:
                value = known.get(v, OPEN)
                if value == OPEN:
                    free.append(v)
                elif value == TRUE:
                    true += 1
            if true > 1 or (exactly_one and not true and not free):
                return False
            if true:
                for v in free:
                    known[v] = FALSE
                changed = changed or bool(free)
            elif exactly_one and len(free) == 1:
                known[free[0]] = TRUE
                changed = True
            elif exactly_one and (not smallest or len(free) < len(smallest)):
                smallest = free
    if not smallest:
        return True  # what is at most one, or free, can be false
    return any(_satisfiable(named, known | {v: TRUE}) for v in smallest)
