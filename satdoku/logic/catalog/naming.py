"""Names of steps, derived from the kinds of the clauses they rest on.

Source: the usual names (Sudoku Explainer, HoDoKu, Sudopedia); the scheme of bases and covers is
that of docs/logic.md.

Finned fish are recognised from the position alone (`fish_name`). k lines (the bases) have all their
candidates of a digit in k crossing lines (the covers), except for some: the fins. A candidate in a
cover, outside the bases, that shares a house with each fin is false: either all fins are false, and
then the bases fill the covers, or the candidate sees a true fin. The fish is called sashimi if a
base has fewer than two candidates in the covers.

Source: Sudopedia, "Finned Fish" and "Sashimi Fish".
"""

from __future__ import annotations

from itertools import combinations

from ...kernels.logic.state import CELL, COLUMN, ROW
from ...theory import Theory
from ..clauses import kind_of, link_clauses
from ..position import Position
from ..step_text.chain_text import form_of
from ..steps import LogicStep
from ..techniques.chains.chain_forms import form_of_two_links, wing_name

#: Names by number of lines.
FISH = {2: "X-wing", 3: "swordfish", 4: "jellyfish"}


def fish_name(position: Position, step: LogicStep) -> str:
    """Return 'finned swordfish', 'sashimi X-wing', …; "" if the step is not such a fish."""
    theory = position.theory
    bases = step.bases
    denied = step.denied
    kinds = {kind_of(theory.clauses[c]) for c in bases}
    if kinds not in ({ROW}, {COLUMN}) or len(set(bases)) not in FISH:
        return ""
    crossing = COLUMN if kinds == {ROW} else ROW
    lines = [set(position.open_members(c)) for c in set(bases)]
    held = set.union(*lines)
    if set(denied) & held:
        return ""

    def across(variable: int) -> int:
        occurrences = theory.occurrences[variable]
        return next(c for c in occurrences if kind_of(theory.clauses[c]) == crossing)

    needed = {across(z) for z in denied}
    free = {across(v) for v in held} - needed
    best = ""
    for more in combinations(sorted(free), max(0, len(lines) - len(needed))):
        covers = needed | set(more)
        fins = [v for v in held if across(v) not in covers]
        if len(covers) != len(lines) or not fins:
            continue
        if any(theory.common_clause(z, fin) is None for z in denied for fin in fins):
            continue
        # In a base with one candidate left in the covers, that candidate would be placed if the
        # fins were false: such a fish is sashimi. The same step is called finned where it can be.
        inside = [sum(across(v) in covers for v in line) for line in lines]
        if min(inside) > 1:
            return f"finned {FISH[len(lines)]}"
        best = f"sashimi {FISH[len(lines)]}"
    return best


#: Replacements for "forcing chain" in the names of steps, by the form of their branches.
FORMS = {
    "cell": "cell forcing chains", "region": "region forcing chains",
    "double": "double forcing chain", "contradiction": "contradiction",
}  # fmt: skip


def name_of(position: Position, step: LogicStep, is_forcing: bool = False) -> str:
    """Return the name of a step at a position: that of its rule, unless its form has a name.

    is_forcing: whether its branches are those of a forcing chain.
    """
    theory = position.theory
    name = step.rule_name
    bases = step.bases
    if is_forcing:
        return name.replace("forcing chain", FORMS[form_of(theory, step.branches)], 1)
    kinds = [kind_of(theory.clauses[clause]) for clause in bases]
    match name:
        case "hidden single in a line":
            house = theory.clauses[bases[0]].house
            return f"hidden single in a {house.kind if house else 'house'}"
        case "X-chain" | "grouped X-chain" | "two strong links" if len(kinds) == 2:
            return _form_of_two_links(position, step) or fish_name(position, step) or name
        case "chain":
            return _chain(theory, step)
        case "grouped chain":
            return "grouped AIC"
        case "single-digit refutation":
            return fish_name(position, step) or name
        case "forcing chain":
            return "cell forcing chain" if kinds[-1] == CELL else "region forcing chain"
    return name


def _form_of_two_links(position: Position, step: LogicStep) -> str:
    """Return the form of two strong links of one digit among the forms of the rule that finds it
    first: for an X-chain, an empty rectangle whose box has two places is a turbot fish."""
    form, _ = form_of_two_links(position, step)
    is_x_chain = all(len(node) == 1 for node in step.nodes)
    return "turbot fish" if form == "empty rectangle" and is_x_chain else form


def chain_name(position: Position, step: LogicStep) -> str:
    """Return the name of a chain of single candidates, from its links alone."""
    theory = position.theory
    name = _chain(theory, step)
    is_one_digit = len({theory.cell_and_digit(node[0])[1] for node in step.nodes}) == 1
    if name == "continuous loop":
        if is_one_digit:
            return "X-cycle"
        in_cells = {kind_of(theory.clauses[c]) for c in step.bases} == {CELL}
        return "XY-cycle" if in_cells else name
    if is_one_digit and name != "discontinuous nice loop":
        return _form_of_two_links(position, step) if len(step.bases) == 2 else "X-chain"
    return name


def _chain(theory: Theory, step: LogicStep) -> str:
    nodes = step.nodes
    in_cells = [kind_of(theory.clauses[c]) == CELL for c in step.bases]
    if nodes[0] == nodes[-1]:
        return "discontinuous nice loop"
    if link_clauses(theory, nodes[0], nodes[-1]):
        return "continuous loop"
    if all(in_cells):
        return "XY-chain"
    digits = [theory.coordinates(node[0])[2] for node in nodes]
    if len(in_cells) == 3 and all(len(node) == 1 for node in nodes):
        return wing_name(in_cells, digits) or "AIC"
    return "AIC"
