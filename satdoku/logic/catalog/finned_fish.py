"""Names of finned fish: whether a step for one digit is one, judged from the position alone.

k lines (the bases) have all their candidates of a digit in k crossing lines (the covers), except
for some: the fins. A candidate in a cover, outside the bases, that shares a house with each fin is
false: either all fins are false, and then the bases fill the covers, or the candidate sees a true
fin. The fish is called sashimi if a base has fewer than two candidates in the covers.

Source: Sudopedia, "Finned Fish" and "Sashimi Fish".
"""

from __future__ import annotations

from itertools import combinations

from ...kernels.logic.state import COLUMN, ROW
from ..clauses import kind_of
from ..position import Position
from ..steps import LogicStep

#: Names by number of lines.
FISH = {2: "X-wing", 3: "swordfish", 4: "jellyfish"}


def fish_name(position: Position, step: LogicStep) -> str:
    """Return 'finned swordfish', 'sashimi X-wing', …; "" if the step is not such a fish."""
    theory, bases, denied = position.theory, step.bases, step.denied
    kinds = {kind_of(theory.clauses[c]) for c in bases}
    if kinds not in ({ROW}, {COLUMN}) or len(set(bases)) not in FISH:
        return ""
    crossing = COLUMN if kinds == {ROW} else ROW
    lines = [set(position.open_members(c)) for c in set(bases)]
    held = set.union(*lines)
    if set(denied) & held:
        return ""

    def across(variable: int) -> int:
        return next(
            c for c in theory.occurrences[variable] if kind_of(theory.clauses[c]) == crossing
        )

    needed = {across(z) for z in denied}
    free = {across(v) for v in held} - needed
    best = ""
    for more in combinations(sorted(free), max(0, len(lines) - len(needed))):
        covers = needed | set(more)
        fins = [v for v in held if across(v) not in covers]
        if len(covers) != len(lines) or not fins:
            continue
        if all(theory.common_clause(z, fin) is not None for z in denied for fin in fins):
            if all(sum(across(v) in covers for v in line) > 1 for line in lines):
                return f"finned {FISH[len(lines)]}"
            best = f"sashimi {FISH[len(lines)]}"
    return best
