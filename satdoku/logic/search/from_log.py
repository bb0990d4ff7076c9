"""Steps from the log of the search (see `satdoku.kernels.logic.path`), completed by names, links
and proofs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from importlib import import_module
from typing import Any

from ...kernels.logic import found
from ..catalog.naming import chain_name, name_of
from ..clauses import link_clauses
from ..difficulty.scales import SATDOKU, Scale, row_of
from ..position import Position
from ..step_text.arguments import with_reason
from ..step_text.chain_text import Branch, branches_of, is_cycle, links_in, seen_by, source_of
from ..step_text.sums import clauses_of_sum, sum_text
from ..steps import LogicStep
from ..view import View
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
    theory, row = position.theory, row_of(rule)
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
    by_cases = row.kind == "branches" or (row.kind == "refutation" and proof[0] > 0)
    if by_cases:
        branches = branches_of(theory, proof)
        if chain := _as_chain(position, step, branches):
            return chain
        source = source_of(theory, position.status, [branch[0].literal for branch in branches])
        bases = tuple(dict.fromkeys((source, *bases) if source >= 0 else bases))
        lines = (line for branch in branches for line in branch)
        links = tuple(dict.fromkeys(c for line in lines for c in line.clauses))
        step = replace(step, bases=bases, links=links, branches=branches)
    elif row.kind == "refutation":
        step = replace(step, proof=retell(Retelling(position), proof))
    elif row.kind == "rule":
        return with_reason(position, step, proof)
    elif row.kind == "sum":
        bases = clauses_of_sum(position, proof[0])
        step = replace(step, bases=bases, left=sum_text(position, proof[0]))
    elif row.kind == "chain":
        nodes, sets = _nodes_of(proof, bases)
        pairs = list(zip(nodes[1:-1:2], nodes[2:-1:2], strict=True))
        is_same = nodes[0] == nodes[-1]
        closing = () if is_same else link_clauses(theory, nodes[0], nodes[-1])
        ends = nodes if closing else (nodes[0], nodes[-1])
        pairs += [((z,), node) for z in denied for node in ends]
        linking = (c for pair in pairs for c in link_clauses(theory, *pair))
        inside = (c for one in sets for c in _weak_links(position, one, (), denied))
        step = replace(step, nodes=nodes, links=tuple(dict.fromkeys((*linking, *closing, *inside))))
    elif row.kind == "own branches":
        step = replace(step, branches=branches_of(theory, proof[1:]))
    elif row.kind not in ("unique", "almost locked"):
        step = replace(step, links=_weak_links(position, bases, covers, denied))
    step = replace(
        step,
        name=name_of(position, step, by_cases),
        retold=proofs_of(position, step.branches) if step.branches else (),
    )
    tell = part_of(row.finder, "tell")
    return tell(View(position), step, proof) if tell else step


@cache
def part_of(finder: str, name: str) -> Callable[..., Any] | None:
    """Return a function of a finder's file, if it has one of this name.

    tell: from a view, a step and what the finder recorded as its proof, it makes the step with
    form, reason and roles. listed: from a position, a technique's name, the reports of its finder
    and a function that turns a report into a step, it makes the steps that bear this name.
    """
    module, _, _ = finder.partition(":")
    return getattr(import_module(module), name, None) if "." in module else None


def _as_chain(position: Position, step: LogicStep, branches: Sequence[Branch]) -> LogicStep | None:
    """Return a single linear branch as a chain, with the name that players give it; None if not
    linear.

    If the branch refutes the candidate that it starts from, the chain runs between the candidate's
    two neighbours in it; if it starts from an assumption that a candidate is false, or returns to
    where it began, the chain is the whole branch.
    """
    theory, (branch, *others) = position.theory, branches
    nodes = () if others else links_in(theory, branch)
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
        links |= dict.fromkeys(c for z in step.denied for c in seen_by(theory, branch, z))
    chain = replace(step, bases=bases, covers=(), links=tuple(links), nodes=nodes)
    return replace(chain, name=chain_name(position, chain))


def _nodes_of(
    proof: Sequence[int], bases: Sequence[int]
) -> tuple[tuple[tuple[int, ...], ...], list[Sequence[int]]]:
    """Return (nodes, almost locked sets as clauses of cells) of a chain; see the proof in
    `alternating_chains.fill_in`."""
    nodes = list[tuple[int, ...]]()
    sets = list[Sequence[int]]()
    node = list[int]()
    taken = 0
    for number in proof:
        if number > 0:
            node.append(number)
            continue
        nodes.append(tuple(node))
        node = []
        if number < -1:
            sets.append(bases[taken : taken - number])
        taken -= number
    return tuple(nodes), sets


def _weak_links(
    position: Position, bases: Sequence[int], covers: Sequence[int], denied: Sequence[int]
) -> tuple[int, ...]:
    """Return, for wings and others, which name no covers, the clauses by which
    candidates of the bases deny each other and the denied ones."""
    if covers or not denied:
        return ()
    theory = position.theory
    inside = [v for clause in bases for v in position.open_members(clause)]
    found_links = dict[int, None]()
    for v in inside:
        for other in (*inside, *denied):
            if v != other:
                shared = set(theory.occurrences[v]) & set(theory.occurrences[other])
                found_links |= dict.fromkeys(sorted(shared - set(bases)))
    return tuple(found_links)
