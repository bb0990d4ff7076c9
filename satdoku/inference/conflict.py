"""Conflicts: the clause that broke, and a small set of assumptions that breaks it.

First the implication graph is traversed back from the broken clause to the assumptions behind it
(as conflict analysis in SAT solvers does); then each of these is left out in turn, and stays out
if the rest still breaks a clause. The result is irreducible: no assumption can be left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import Inconsistency
from ..phrases import joined, phrase

if TYPE_CHECKING:
    from .deduction import Deduction

#: The reason of an assumed literal, in place of a clause.
GIVEN = -1


def explain_conflict(deduction: Deduction) -> Inconsistency:
    """Return the error that describes a broken deduction."""
    theory, fresh = deduction.theory, type(deduction)
    culprits = assumptions_behind(deduction)
    for literal in list(culprits):
        fewer = [other for other in culprits if other != literal]
        if not fresh(theory).extend(fewer):
            culprits = fewer
    # Fewer assumptions may break another clause than before: the message names the one they break.
    final = fresh(theory)
    final.extend(culprits)
    clause = theory.clauses[final.broken] if final.broken >= 0 else None
    names = [("not " if v < 0 else "") + theory.variable_name(abs(v)) for v in culprits]
    where = _what_broke(final)
    problem = phrase("contradiction: {text}", text=where)
    if names:
        blame = "{text}; change or remove one of {candidates}"
        problem = phrase(blame, text=problem, candidates=joined(names))
    return Inconsistency(problem, clause, tuple(v for v in culprits if v > 0), where)


def assumptions_behind(deduction: Deduction) -> list[int]:
    """Return the assumed literals that imply the broken clause's violation, in trail order."""
    theory, deniers = deduction.theory, deduction._deniers()
    if deduction.clash:
        # What contradicts the clash is that its opposite was known: so that is what is traced back.
        pending = [-deduction.clash]
    else:
        pending = [-variable for variable in theory.members[deduction.broken]]
    seen = set()
    roots = {deduction.clash} - {0}
    while pending:
        literal = pending.pop()
        if literal in seen:
            continue
        seen.add(literal)
        if literal > 0:
            clause = deduction.reason[literal]
            if clause == GIVEN:
                roots.add(literal)
            else:
                pending += [-v for v in theory.members[clause] if v != literal]
        elif deniers[-literal]:
            pending.append(deniers[-literal])
        else:
            roots.add(literal)
    # The clash contradicted what was known, so it never came on the trail.
    last = [deduction.clash] if deduction.clash in roots else []
    return [literal for literal in deduction.trail if literal in roots] + last


def _what_broke(deduction: Deduction) -> str:
    """Return 'two 5s in row 1', 'no cell is left for 5 in row 1', 'no digit is left for r4c7', …"""
    theory = deduction.theory
    if deduction.broken < 0:
        return f"{theory.variable_name(abs(deduction.clash))} is both asserted and denied"
    clause = theory.clauses[deduction.broken]
    twice = deduction.clash > 0
    if clause.house:
        if twice:
            return phrase("two {digit}s in {house}", digit=clause.symbol, house=clause.house)
        no_cell = "no cell is left for {digit} in {house}"
        return phrase(no_cell, digit=clause.symbol, house=clause.house)
    if clause.cell:
        if twice:
            return phrase("two digits in {cell}", cell=clause.cell)
        return phrase("no digit is left for {cell}", cell=clause.cell)
    return f"clause {clause} is {'satisfied twice' if twice else 'left with no variable'}"
