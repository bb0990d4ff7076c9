"""Steps as JSON records and back: the stable schema of docs/logic.md.

Variables are [r, c, d] counted from 1; clauses have the names of the theory: "row 2 digit 5",
"r4c7".
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Literal, NotRequired

from ...grouping import grouped
from ...record_types import Candidate, Grade, Names, Natural, Record, TypedDict
from ...theory import Indexes, Theory, Variables
from ..steps import LogicStep, ProofLine
from .chain_text import Branch
from .proof_texts import step_lines
from .sentences import digit_text, notation, sentence

#: Version of the schema; it grows when a field changes its meaning.
VERSION: Final = 2


class ProofRecord(TypedDict):
    """line: what the line of a refutation is: supposed, follows, broken, …. clause: the clause that
    it uses. helper: an auxiliary variable of a rule, by name. proof: a proof inside the proof."""

    line: str
    clause: NotRequired[str]
    variable: NotRequired[Candidate]
    helper: NotRequired[str]
    proof: NotRequired[list[ProofRecord]]


class LinkRecord(TypedDict):
    """on: whether the candidate is assumed or found true."""

    variable: Candidate
    on: bool
    clauses: Names


class StepRecord(TypedDict):
    """A step of logic.

    rule: the rule that found it, as `satdoku rules` lists them. name: the name of the technique in
    this form. asserted: candidates that the step asserts. denied: candidates that the step denies.
    clauses: all clauses that the step uses. roles: the role of each part of the step. notation: the
    chain in Eureka notation. text: the step as a sentence. assumes_proper: whether the step assumes
    that there is only one solution. estimated: there if the rating only estimates that by Sudoku
    Explainer. chain: the nodes of a chain, in order. length: the total length
    of all branches. size: number of lines of the refutation. depth: how deeply refutations are
    nested in each other. proof: the lines of the refutation. lines: branches and refutation in
    words, one implication per line; indented lines belong to the line before them. ways: of an
    argument, all ways that are left to fill its cells, a candidate for each; absent if not all are
    known.
    """

    rule: str
    name: str
    rating: Grade
    asserted: list[Candidate]
    denied: list[Candidate]
    bases: Names
    covers: Names
    clauses: Names
    roles: dict[str, str | list[str | Candidate | list[Candidate]]]
    notation: str
    text: str
    assumes_proper: NotRequired[Literal[True]]
    estimated: NotRequired[Literal[True]]
    chain: NotRequired[list[list[Candidate]]]
    length: NotRequired[Natural]
    branches: NotRequired[list[list[LinkRecord]]]
    size: NotRequired[Natural]
    depth: NotRequired[Natural]
    proof: NotRequired[list[ProofRecord]]
    lines: NotRequired[list[str]]
    ways: NotRequired[list[list[Candidate]]]


def record_of(theory: Theory, step: LogicStep) -> StepRecord:
    """Return the step as a dictionary for JSON."""
    asserted = _triples(theory, step.asserted)
    denied = _triples(theory, step.denied)
    bases = names_of(theory, step.bases)
    covers = names_of(theory, step.covers)
    clauses = names_of(theory, step.clauses)
    record: StepRecord = {
        "rule": step.rule_name,
        "name": step.name,
        "rating": step.rating,
        "asserted": asserted,
        "denied": denied,
        "bases": bases,
        "covers": covers,
        "clauses": clauses,
        "roles": _roles(theory, step),
        "notation": notation(theory, step),
        "text": sentence(theory, step),
    }
    if step.assumes_proper:
        record["assumes_proper"] = True
    if step.estimated:
        record["estimated"] = True
    if step.nodes:
        record["chain"] = [_triples(theory, node) for node in step.nodes]
    if step.branches:
        record["length"] = step.length
        record["branches"] = [_branch(theory, branch) for branch in step.branches]
    if step.proof:
        record |= {
            "size": step.size,
            "depth": step.depth,
            "proof": _proof(theory, step.proof),
        }
    if step.inside:
        record["size"] = step.size
    if step.branches or step.proof or step.inside:
        record["lines"] = list(step_lines(theory, step))
    if step.ways:
        record["ways"] = [_triples(theory, way) for way in step.ways]
    return record


def _roles(theory: Theory, step: LogicStep) -> Record:
    """Return the parts of the step by role: clauses by name, candidates as triples."""
    if step.roles:
        roles: Record = {}
        for role, variables in step.roles:
            roles[role] = _triples(theory, variables)
        if step.nodes:
            roles["link digits"] = _link_digits(theory, step.nodes)
        return roles
    names = names_of(theory, step.bases)
    if step.proof:
        broken = [clause_name(theory, line.clause) for line in step.proof if line.mark == "broken"]
        return {"supposed": _triples(theory, (step.proof[0].variable,)), "broken": broken[-1:]}
    if step.nodes:
        return {
            "strong": names,
            "weak": [clause_name(theory, c) for c in step.links],
            "ends": [_triples(theory, step.nodes[0]), _triples(theory, step.nodes[-1])],
            "link digits": _link_digits(theory, step.nodes),
        }
    if step.kind == "wing":
        return {"pivot": names[0], "wings": names[1:]}
    if step.branches:
        starts = dict.fromkeys(abs(branch[0].literal) for branch in step.branches)
        return {"supposed": _triples(theory, tuple(starts)), "bases": names}
    covers = [clause_name(theory, c) for c in step.covers]
    if step.asserted and step.covers and names:
        return {"bases": names[:-1], "covers": covers, "then": names[-1:]}
    return {"bases": names, "covers": covers}


def _link_digits(theory: Theory, nodes: tuple[Variables, ...]) -> list[str]:
    """Return, by weak link of a chain, the digit of both sides; for one in a cell, "3-5"."""
    digits = [digit_text(theory, node[0]) for node in nodes]
    pairs = zip(digits[1::2], digits[2::2], strict=False)
    return [one if one == other else f"{one}-{other}" for one, other in pairs]


def _triples(theory: Theory, variables: Variables) -> list[list[int]]:
    return [list(theory.coordinates(v)) for v in variables]


def _branch(theory: Theory, branch: Branch) -> list[LinkRecord]:
    return [
        {
            "variable": list(theory.coordinates(abs(line.literal))),
            "on": line.literal > 0,
            "clauses": [str(theory.clauses[c]) for c in line.clauses],
        }
        for line in branch
        if theory.is_board(abs(line.literal))
    ]


def _proof(theory: Theory, proof: tuple[ProofLine, ...]) -> list[ProofRecord]:
    lines = []
    for line in proof:
        record: ProofRecord = {"line": line.mark}
        if line.clause >= 0:
            record["clause"] = clause_name(theory, line.clause)
        if line.variable:
            if theory.is_board(line.variable):
                record["variable"] = list(theory.coordinates(line.variable))
            else:
                record["helper"] = theory.variable_name(line.variable)
        if line.inner:
            record["proof"] = _proof(theory, line.inner)
        lines.append(record)
    return lines


def clause_name(theory: Theory, clause: int) -> str:
    """Return the theory's name of a clause; all clauses of a rule have the text of its
    constraint."""
    rule = theory.clauses[clause].rule
    return str(theory.clauses[clause]) if rule is None else theory.rules[rule].name


def names_of(theory: Theory, clauses: Sequence[int]) -> list[str]:
    """Return the names of clauses, that of each rule once.

    A rule whose clauses are all there stands for them, also for those that define auxiliary
    variables which it shares with others: the rule that came first owns them, but is not used.
    """
    left = dict.fromkeys(clauses)
    names = []
    whole = {*clauses}
    for c in clauses:
        if c not in left:
            continue
        own = theory.clauses[c].rule
        if own is None:
            names.append(clause_name(theory, c))
            continue
        for rule in _holders(theory)[c]:
            if whole.issuperset(theory.rules[rule].clauses):
                own = rule
                break
        names.append(theory.rules[own].name)
        for other in theory.rules[own].clauses:
            left.pop(other, None)
    return names


@lru_cache(maxsize=4)
def _holders(theory: Theory) -> dict[int, list[int]]:
    """Return by clause the rules that have it."""
    return grouped((c, number) for number, rule in enumerate(theory.rules) for c in rule.clauses)


@lru_cache(maxsize=4)
def clauses_by_name(theory: Theory) -> dict[str, Indexes]:
    """Return the indexes of the clauses of each name: one, or all of a rule."""
    by_name: dict[str, Indexes] = {}
    for c, clause in enumerate(theory.clauses):
        if clause.rule is None:
            by_name[str(clause)] = (c,)
    for rule in theory.rules:
        by_name[rule.name] = rule.clauses
    return by_name
