"""Names of steps, derived from the kinds of the clauses they rest on.

Source: the usual names (Sudoku Explainer, HoDoKu, Sudopedia); the scheme of bases and covers is
that of docs/logic.md.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...kernels.logic.state import CELL
from ...theory import Theory
from ..clauses import kind_of, link_clauses
from ..difficulty.scales import row_of
from ..position import Position
from ..techniques.chains.chain_forms import form_of_two_links, wing_name
from ..telling.chain_text import Branch, form_of
from ..telling.rule_sentences import rule_name
from .finned_fish import fish_name

#: Replacements for "forcing chain" in the names of steps, by the form of their branches.
FORMS = {
    "cell": "cell forcing chains", "region": "region forcing chains",
    "double": "double forcing chain", "contradiction": "contradiction",
}  # fmt: skip


def name_of(
    position: Position,
    rule: int,
    bases: Sequence[int],
    nodes: Sequence[tuple[int, ...]],
    denied: Sequence[int],
    branches: Sequence[Branch] = (),
) -> str:
    """Return the name of a step at a position: that of its rule, unless its form has a name.

    bases: of the proof; nodes: of a chain, else empty; denied: the candidates it removes; branches:
    of a forcing chain.
    """
    theory, name = position.theory, row_of(rule).name
    if row_of(rule).kind == "rule":
        return rule_name(theory, bases)
    if branches:
        return name.replace("forcing chain", FORMS[form_of(theory, branches)], 1)
    kinds = [kind_of(theory.clauses[clause]) for clause in bases]
    match name:
        case "hidden single in a line":
            house = theory.clauses[bases[0]].house
            return f"hidden single in a {house.kind if house else 'house'}"
        case "X-chain" | "grouped X-chain" if len(kinds) == 2:
            form = _form_of_two_links(position, bases, nodes, denied)
            return form or fish_name(position, bases, denied) or name
        case "chain":
            return _chain(theory, kinds, nodes)
        case "grouped chain":
            return "grouped AIC"
        case "single-digit refutation":
            return fish_name(position, bases, denied) or name
        case "forcing chain":
            return "cell forcing chain" if kinds[-1] == CELL else "region forcing chain"
    return name


def _form_of_two_links(
    position: Position,
    bases: Sequence[int],
    nodes: Sequence[tuple[int, ...]],
    denied: Sequence[int],
) -> str:
    """Return the form of two strong links of one digit among the forms of the rule that finds it
    first: for an X-chain, an empty rectangle whose box has two places is a turbot fish."""
    form, _ = form_of_two_links(position, bases, nodes, denied)
    is_x_chain = all(len(node) == 1 for node in nodes)
    return "turbot fish" if form == "empty rectangle" and is_x_chain else form


def chain_name(
    position: Position,
    bases: Sequence[int],
    nodes: Sequence[tuple[int, ...]],
    denied: Sequence[int],
) -> str:
    """Return the name of a chain of single candidates, from its links alone.

    bases: the clauses of its strong links, in order; nodes: alternately false and true; denied: the
    candidates it removes, empty if it places the candidate at both its ends.
    """
    theory = position.theory
    kinds = [kind_of(theory.clauses[clause]) for clause in bases]
    digits = [theory.cell_and_digit(node[0])[1] for node in nodes]
    is_one_digit = len(set(digits)) == 1
    if nodes[0] == nodes[-1]:
        return "discontinuous nice loop"
    if link_clauses(theory, nodes[0], nodes[-1]):
        if is_one_digit:
            return "X-cycle"
        return "XY-cycle" if set(kinds) == {CELL} else "continuous loop"
    if is_one_digit:
        two = len(kinds) == 2
        return _form_of_two_links(position, bases, nodes, denied) if two else "X-chain"
    return _chain(theory, kinds, nodes)


def _chain(theory: Theory, kinds: list[int], nodes: Sequence[tuple[int, ...]]) -> str:
    if nodes[0] == nodes[-1]:
        return "discontinuous nice loop"
    if link_clauses(theory, nodes[0], nodes[-1]):
        return "continuous loop"
    if set(kinds) == {CELL}:
        return "XY-chain"
    digits = [theory.coordinates(node[0])[2] for node in nodes]
    if len(kinds) == 3 and all(len(node) == 1 for node in nodes):
        return wing_name([kind == CELL for kind in kinds], digits) or "AIC"
    return "AIC"
