"""Steps as JSON records and back: the stable schema of docs/logic.md.

Variables are [r, c, d] counted from 1, clauses are named as the theory names them: "row 2 digit 5",
"r4c7".
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ..theory import Theory
from .branches import Branch
from .sentences import notation, sentence
from .steps import LogicStep, ProofLine

#: Of the schema; it grows when a field changes its meaning.
VERSION = 2


def record_of(theory: Theory, step: LogicStep) -> dict[str, Any]:
    """The step as a dictionary for JSON."""
    record: dict[str, Any] = {
        "rule": step.rule_name,
        "name": step.name,
        "rating": step.rating,
        "asserted": _triples(theory, step.asserted),
        "denied": _triples(theory, step.denied),
        "bases": [str(theory.clauses[c]) for c in step.bases],
        "covers": [str(theory.clauses[c]) for c in step.covers],
        "clauses": [str(theory.clauses[c]) for c in step.clauses],
        "roles": _roles(theory, step),
        "notation": notation(theory, step),
        "text": sentence(theory, step),
    }
    if step.assumes_proper:
        record["assumes_proper"] = True
    if step.nodes:
        record["chain"] = [_triples(theory, node) for node in step.nodes]
    if step.branches:
        record |= {"length": step.length, "branches": [_branch(theory, b) for b in step.branches]}
    if step.proof:
        record |= {"size": step.size, "depth": step.depth, "proof": _proof(theory, step.proof)}
    return record


def _roles(theory: Theory, step: LogicStep) -> dict[str, Any]:
    """What each part of the step is to it: clauses by name, candidates as triples."""
    names = [str(theory.clauses[c]) for c in step.bases]
    if step.proof:
        broken = [str(theory.clauses[line.clause]) for line in step.proof if line.mark == "broken"]
        return {"supposed": _triples(theory, step.denied), "broken": broken[-1:]}
    if step.nodes:
        ends = [_triples(theory, step.nodes[k]) for k in (0, -1)]
        return {"strong": names, "weak": [str(theory.clauses[c]) for c in step.links], "ends": ends}
    match step.kind:
        case "wing":
            return {"pivot": names[0], "wings": names[1:]}
        case "almost locked":
            return {"set A": names[: step.size], "set B": names[step.size :]}
        case "branches":
            starts = tuple(abs(branch[0].literal) for branch in step.branches)
            return {"supposed": _triples(theory, tuple(dict.fromkeys(starts))), "bases": names}
        case "unique":
            return {"corner": names[0], "others": names[1:]}
    last = names[-1:] if step.asserted and step.covers else []
    bases = names[: len(names) - len(last)]
    covers = [str(theory.clauses[c]) for c in step.covers]
    return {"bases": bases, "covers": covers, **({"then": last} if last else {})}


def _triples(theory: Theory, variables: tuple[int, ...]) -> list[list[int]]:
    return [list(theory.coordinates(v)) for v in variables]


def _branch(theory: Theory, branch: Branch) -> list[dict[str, Any]]:
    return [
        {
            "variable": list(theory.coordinates(abs(line.literal))),
            "on": line.literal > 0,
            "clauses": [str(theory.clauses[c]) for c in line.clauses],
        }
        for line in branch
    ]


def _proof(theory: Theory, proof: tuple[ProofLine, ...]) -> list[dict[str, Any]]:
    lines = []
    for line in proof:
        record: dict[str, Any] = {"line": line.mark}
        if line.clause >= 0:
            record["clause"] = str(theory.clauses[line.clause])
        if line.variable:
            record["variable"] = list(theory.coordinates(line.variable))
        if line.inner:
            record["proof"] = _proof(theory, line.inner)
        lines.append(record)
    return lines


@lru_cache(maxsize=4)
def clauses_by_name(theory: Theory) -> dict[str, int]:
    """The index of each clause by its name."""
    return {str(clause): index for index, clause in enumerate(theory.clauses)}
