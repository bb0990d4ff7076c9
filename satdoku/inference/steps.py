"""Steps: what the native engine did, as records, from which text, JSON and pictures are made.

Each step is entailed by its premises and its one clause alone: with the premises taken as
known, the clause makes the asserted variables true and the denied ones false.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ..theory import Clause, Theory

#: The reason of an assumed literal, in place of a clause.
GIVEN = -1


class Rule(StrEnum):
    """The rules of inference, by the lecture's names."""

    GIVEN = "given"
    ASSERTION_ELIMINATION = "assertion elimination"
    DENIAL_ELIMINATION = "denial elimination"
    SIMPLIFICATION = "simplification"


@dataclass(frozen=True, slots=True)
class Step:
    """One application of a rule.

    premises: literals known before (v asserted, -v denied). asserted, denied: variables that the
    step makes known. remaining: after a denial elimination, the variables left in the clause.
    """

    rule: Rule
    clause: Clause | None = None
    premises: tuple[int, ...] = ()
    asserted: tuple[int, ...] = ()
    denied: tuple[int, ...] = ()
    remaining: tuple[int, ...] = ()

    def describe(self, theory: Theory) -> str:
        """Return one line for a person: 'simplification of row 1 digit 5: (5)r1c4'."""
        name = theory.variable_name
        known = [name(v) for v in self.asserted] + [f"not {name(v)}" for v in self.denied]
        if self.rule is Rule.DENIAL_ELIMINATION:
            known = ["leaves " + " ".join(map(name, self.remaining))]
        where = f" in {self.clause}" if self.clause else ""
        return f"{self.rule.value}{where}: {', '.join(known)}"
