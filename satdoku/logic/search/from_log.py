"""Steps from the log of the search (see `satdoku.kernels.logic.path`), completed by names, links
and proofs.

The compiled search logs only what it needs to go on: a rule, what is asserted and denied, the
clauses of the pattern, and a list of numbers as proof, whose meaning depends on the kind of rule.
Everything that a person reads is derived here, from the position at which the step was found. So
the invariant: the position handed in is the one where the search stood before the step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib import import_module
from typing import Any

from ...kernels.logic import found
from ...theory import Variables
from ..catalog.naming import chain_name, name_of
from ..clauses import link_clauses
from ..difficulty.scales import SATDOKU, Scale, row_of
from ..position import Position
from ..step_text.arguments import with_reason
from ..step_text.chain_text import Branch, branches_of, is_cycle, links_in, seen_by, source_of
from ..step_text.sentences import eureka
from ..steps import LogicStep
from ..view import View, bits_of
from .branch_proofs import proofs_of
from .proofs import Retelling, retell
from .reports import entries


def steps_of(log: Sequence[int], position: Position, scale: Scale = SATDOKU) -> Iterator[LogicStep]:
    """Yield the steps of a log that began at this position; the position is changed along the
    way."""
    for numbers, lists in entries(log):
        step = step_at(position, numbers, lists, scale.first + numbers[found.RULE])
        yield step
        position.take(step.asserted, step.denied)


def step_at(
    position: Position, numbers: Sequence[int], lists: Sequence[tuple[int, ...]], rule: int
) -> LogicStep:
    """Return the step of a log entry, by this rule, at the position where it was found."""
    asserted, denied, bases, covers, proof = lists
    row = row_of(rule)
    step = LogicStep(
        rule=rule,
        name=row.name,
        tenths=numbers[found.RATING],
        asserted=asserted,
        denied=denied,
        bases=bases,
        covers=covers,
        size=numbers[found.SIZE],
        length=numbers[found.LENGTH],
        depth=numbers[found.DEPTH],
    )
    is_forcing = row.kind == "branches" or (row.kind == "refutation" and proof[0] > 0)
    if is_forcing:
        branches = branches_of(position.theory, proof)
        chain = _as_chain(position, step, branches)
        if chain:
            return chain
        step = _with_branches(position, step, branches)
    elif row.kind == "refutation":
        step = replace(step, proof=retell(Retelling(position), proof))
    elif row.kind == "rule":
        return with_reason(position, step, proof)
    elif row.kind == "chain":
        step = _with_nodes(position, step, proof)
    elif row.kind == "own branches":
        step = replace(step, branches=branches_of(position.theory, proof[1:]))
    elif row.kind not in ("unique", "almost locked", "sum"):
        step = replace(step, links=_weak_links(position, bases, covers, denied))
    step = replace(step, name=name_of(position, step, is_forcing))
    if step.branches:
        step = replace(step, retold=proofs_of(position, step.branches))
    tell = part_of(row.finder, "tell")
    return tell(View(position), step, proof) if tell else step


def _with_branches(position: Position, step: LogicStep, branches: tuple[Branch, ...]) -> LogicStep:
    """Return a forcing chain with its branches, the clause that they start from, and all links."""
    starts = [branch[0].literal for branch in branches]
    source = source_of(position.theory, position.status, starts)
    bases = step.bases if source < 0 else (source, *step.bases)
    links = list[int]()
    for branch in branches:
        for line in branch:
            links += line.clauses
    return replace(
        step,
        bases=tuple(dict.fromkeys(bases)),
        links=tuple(dict.fromkeys(links)),
        branches=branches,
    )


def _with_nodes(position: Position, step: LogicStep, proof: Sequence[int]) -> LogicStep:
    """Return an alternating chain with its nodes and the clauses of its weak links.

    The bases are its strong links, so each second pair of nodes is joined by a weak one. If the
    ends see each other, it is a loop: the weak link between them closes it, and what is denied may
    see any pair of nodes; else it sees both ends.
    """
    theory = position.theory
    nodes, sets = _nodes_of(proof, step.bases)
    first = nodes[0]
    last = nodes[-1]
    closing = () if first == last else link_clauses(theory, first, last)
    ends = nodes if closing else (first, last)
    pairs = list(zip(nodes[1:-1:2], nodes[2:-1:2], strict=True))
    pairs += [((z,), node) for z in step.denied for node in ends]
    links = list[int]()
    for one, other in pairs:
        links += link_clauses(theory, one, other)
    links += closing
    for almost_locked in sets.values():
        links += _weak_links(position, almost_locked, (), step.denied)
    chains: tuple[str, ...] = ()
    if sets:
        chains = (_with_sets(View(position), nodes, sets),)
    return replace(step, nodes=nodes, links=tuple(dict.fromkeys(links)), chains=chains)


def _with_sets(view: View, nodes: Sequence[Variables], sets: Mapping[int, Sequence[int]]) -> str:
    """Return a chain with almost locked sets, by the numbers of the nodes that begin them, in
    Eureka notation."""
    said = {}
    for number, clauses in sets.items():
        _cell, digit = view.layout.cell_and_digit(nodes[number][0])
        said[number] = view.set_link(bits_of(map(view.cell_of, clauses)), digit)
    return eureka(view.theory, nodes, sets=said)


@cache
def part_of(finder: str, name: str) -> Callable[..., Any] | None:
    """Return a function of a finder's file, if it has one of this name.

    tell: from a view, a step and what the finder recorded as its proof, it makes the step with
    form, reason and roles. listed: from a position, a technique's name, the reports of its finder
    and a function that turns a report into a step, it makes the steps that bear this name.
    """
    module, _, _ = finder.partition(":")
    return getattr(import_module(module), name, None)


def _as_chain(position: Position, step: LogicStep, branches: Sequence[Branch]) -> LogicStep | None:
    """Return a single linear branch as a chain, with the name that players give it; None if not
    linear.

    If the branch refutes the candidate that it starts from, the chain runs between the candidate's
    two neighbours in it; if it starts from an assumption that a candidate is false, or returns to
    where it began, the chain is the whole branch.
    """
    if len(branches) > 1:
        return None
    theory = position.theory
    branch = branches[0]
    nodes = links_in(theory, branch)
    if not nodes:
        return None
    lines = branch[1:]
    if branch[0].literal == branch[-1].literal:
        nodes = nodes[1:] if branch[0].literal > 0 else nodes[:-1]
    elif branch[0].literal > 0:
        nodes, lines = nodes[1:-1], branch[2:-1]
    bases = tuple(line.clauses[0] for line in lines if line.literal > 0)
    links = dict.fromkeys(line.clauses[0] for line in branch[1:] if line.literal < 0)
    if is_cycle(branches):
        for z in step.denied:
            links |= dict.fromkeys(seen_by(theory, branch, z))
    chain = replace(step, bases=bases, covers=(), links=tuple(links), nodes=nodes)
    return replace(chain, name=chain_name(position, chain))


def _nodes_of(
    proof: Sequence[int], bases: Sequence[int]
) -> tuple[tuple[Variables, ...], dict[int, Sequence[int]]]:
    """Return (nodes, almost locked sets as clauses of cells) of a chain; see the proof in
    `alternating_chains.fill_in`. A set is named by the number of the first of its two nodes."""
    nodes = list[Variables]()
    sets = {}
    node = []
    taken = 0
    for number in proof:
        if number > 0:
            node.append(number)
            continue
        nodes.append(tuple(node))
        node = []
        # A mark is 0 or minus the number of bases of a strong link. One base is a cell or a region;
        # several are the cells of an almost locked set.
        if number < -1:
            sets[len(nodes) - 1] = bases[taken : taken - number]
        taken -= number
    return tuple(nodes), sets


def _weak_links(
    position: Position, bases: Sequence[int], covers: Sequence[int], denied: Sequence[int]
) -> Variables:
    """Return, for wings and others, which name no covers, the clauses by which
    candidates of the bases deny each other and the denied ones."""
    if covers or not denied:
        return ()
    theory = position.theory
    inside = [v for clause in bases for v in position.open_members(clause)]
    found_links = dict[int, None]()
    for v in inside:
        of_first = set(theory.occurrences[v]).difference(bases)
        for other in (*inside, *denied):
            if v != other:
                shared = of_first.intersection(theory.occurrences[other])
                found_links |= dict.fromkeys(sorted(shared))
    return tuple(found_links)
