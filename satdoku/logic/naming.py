"""What a person calls a step, by the kinds of the clauses that it rests on.

Source: the usual names (Sudoku Explainer, HoDoKu, Sudopedia); the scheme by bases and covers is
that of docs/logic.md.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..kernels.logic.kinds import BOX, CELL, COLUMN, EXTRA, ROW
from ..theory import Clause, Theory
from .rules import TABLE
from .steps import common_clause

#: X-wing, swordfish, … by the number of lines.
FISH = {2: "X-wing", 3: "swordfish", 4: "jellyfish"}


def kind_of(clause: Clause) -> int:
    """CELL, ROW, COLUMN, BOX or EXTRA."""
    if clause.house is None:
        return CELL
    return {"row": ROW, "column": COLUMN, "box": BOX}.get(clause.house.kind, EXTRA)


def name_of(
    theory: Theory, rule: int, bases: Sequence[int], nodes: Sequence[tuple[int, ...]]
) -> str:
    """The name of a step: that of its rule, unless it has one of its own.

    bases: of the proof; nodes: of a chain, else empty.
    """
    name = TABLE[rule].name
    kinds = [kind_of(theory.clauses[clause]) for clause in bases]
    match name:
        case "hidden single in a line":
            house = theory.clauses[bases[0]].house
            return f"hidden single in a {house.kind if house else 'house'}"
        case "X-chain" if len(kinds) == 2:
            return _turbot(kinds)
        case "grouped X-chain" if len(kinds) == 2:
            return _grouped_turbot(theory, kinds, nodes)
        case "chain":
            return _chain(theory, kinds, nodes)
        case "grouped chain":
            return "grouped AIC"
        case "single-digit refutation" if len(set(kinds)) == 1 and kinds[0] in (ROW, COLUMN):
            return f"finned {FISH[len(kinds)]}" if len(kinds) in FISH else name
        case "forcing chain":
            return "cell forcing chain" if kinds[-1] == CELL else "region forcing chain"
    return name


def _turbot(kinds: list[int]) -> str:
    if set(kinds) in ({ROW}, {COLUMN}):
        return "skyscraper"
    return "two-string kite" if set(kinds) == {ROW, COLUMN} else "turbot fish"


def _grouped_turbot(theory: Theory, kinds: list[int], nodes: Sequence[tuple[int, ...]]) -> str:
    """Two strong links of one digit, with groups."""
    if set(kinds) in ({ROW}, {COLUMN}):
        # The fins stand with the corner over an end of the other line, or (sashimi) without it.
        finned = next(k for k, node in enumerate(nodes) if len(node) > 1)
        other_line = nodes[2:] if finned < 2 else nodes[:2]
        columns = {c for node in other_line for v in node for c in theory.occurrences[v]}
        corner = [
            v for v in nodes[finned] for c in columns & set(theory.occurrences[v])
            if kind_of(theory.clauses[c]) == (COLUMN if kinds[0] == ROW else ROW)
        ]  # fmt: skip
        return "finned X-wing" if corner else "sashimi X-wing"
    if BOX in kinds and len(set(kinds)) == 2:
        return "empty rectangle"
    return "grouped X-chain"


def _chain(theory: Theory, kinds: list[int], nodes: Sequence[tuple[int, ...]]) -> str:
    if common_clause(theory, nodes[0], nodes[-1]) >= 0:
        return "continuous loop"
    if set(kinds) == {CELL}:
        return "XY-chain"
    digits = [theory.coordinates(node[0])[2] for node in nodes]
    is_wing = len(kinds) == 3 and kinds[0] == kinds[2] == CELL != kinds[1]
    if is_wing and digits[0] == digits[5] and digits[1] == digits[4]:
        return "W-wing"
    return "AIC"
