"""Refutations by steps: suppose the opposite, and take the simplest steps until nothing is left.

For boards with rules, where the base rules alone seldom lead to a contradiction. Of the steps taken
only those are told that the contradiction rests on: from the clause without a candidate left back,
a step is needed if it decided a candidate of what is needed already.

>>> from satdoku.logic.starting import position_of
>>> position = position_of("................", "4x4+killer:7:r1c1,r1c2+killer:3:r2c1,r2c2")
>>> for line in refuted_by_steps(position, position.theory.variable(1, 1, 1)):
...     print(line)
nothing could satisfy the rule cage r1c12 that holds 7: r1c1 can only be 1
suppose r1c1=1
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, islice

from ..inference.entailment import consequences, is_entailed
from ..layer_words import cell_in_words
from ..theory import Theory
from .catalog.rules import bits_below
from .explain import StepWalk
from .position import Position
from .premises import Premises
from .search.choosing import choice
from .search.listing import pattern_of
from .step_text.proof_texts import step_lines
from .step_text.rule_sentences import rule_text
from .step_text.sentences import broken_text, either, listed, literal_text, sentence
from .steps import LogicStep

#: The ratings below which steps are taken, the simpler ones first.
RATINGS = (5.0, 8.0)
#: Steps taken at most.
MOST = 60


def refuted_by_steps(position: Position, literal: int) -> tuple[str, ...]:
    """Return the lines of a refutation of a literal (v or -v), first what it would break; () if
    these steps lead to none."""
    theory = position.theory
    start = position.copy()
    if literal > 0:
        start.assert_(literal)
    else:
        start.deny(-literal)
    for rating in RATINGS:
        found = _to_contradiction(start, rating)
        if found is not None:
            broken, steps = found
            lines = [broken, f"suppose {literal_text(theory, literal)}"]
            for step in steps:
                lines.append(f"{step.name}: {sentence(theory, step)}")
                lines += [f"  {line}" for line in step_lines(theory, step)]
            return tuple(lines)
    return ()


def _to_contradiction(start: Position, rating: float) -> tuple[str, list[LogicStep]] | None:
    """Return what breaks, and the steps that it rests on; None if nothing does."""
    position = start.copy()
    walk = StepWalk(start, choice(start.layout, bits_below(rating), "satdoku"))
    walk.at_once = 1
    taken = list[tuple[LogicStep, set[int]]]()
    for step in islice(walk, MOST):
        before = bytes(position.status)
        position.take(step.asserted, step.denied)
        after = position.status
        decided = {v for v in range(len(before)) if after[v] != before[v]}
        taken.append((step, decided))
        if position.broken_clause is not None:
            break
    if (clause := position.broken_clause) is not None:
        placed = [v for step, _ in taken for v in step.asserted]
        broken = broken_text(position.theory, clause, placed)
        return broken, _needed(position.theory, {*position.theory.members[clause]}, taken)
    if walk.outcome != "contradiction":
        return None
    for rule in range(len(position.theory.rules)):
        if _is_broken(position, rule):
            name = rule_text(position.theory, rule)
            broken = f"nothing could satisfy the rule {name}: {_left_to(position, rule)}"
            return broken, _needed(position.theory, _members(position.theory, rule), taken)
    return None


def _is_broken(position: Position, rule: int) -> bool:
    """Return whether the clauses of a rule cannot all hold."""
    theory = position.theory
    clauses = theory.rules[rule].clauses
    if consequences(theory, position.status, clauses) is None:
        return True
    v = next(filter(position.is_open, sorted(_members(theory, rule))), 0)
    if not v:
        return False
    opposites = (v, -v)
    return all(is_entailed(theory, position.status, clauses, literal) for literal in opposites)


def _left_to(position: Position, rule: int) -> str:
    """Return what is left to the cells because of which a broken rule cannot hold: 'r1c1 can only
    be 1, and r1c2 only 2, 3 or 4'."""
    theory = position.theory
    scope = theory.on_board(sorted(_members(theory, rule)))
    cells = tuple(dict.fromkeys(map(theory.cell_of, scope)))
    clauses = theory.rules[rule].clauses
    with Premises(position, (clauses,), (), cells) as premises:
        goal = premises.variable()  # nothing more is assumed
        needed = premises.reduced(goal, premises.of("cell"), premises.of("rule"))
    told = list[str]()
    for _, cell in needed:
        symbols = [position.layout.symbol(d) for d in position.candidates_in(cell)]
        only = "can only be" if not told else "only"
        told.append(f"{cell_in_words(position.layout, cell)} {only} {either(symbols)}")
    return listed(told)


def _members(theory: Theory, rule: int) -> set[int]:
    return union(theory.members[clause] for clause in theory.rules[rule].clauses)


def _needed(
    theory: Theory, needed: set[int], taken: list[tuple[LogicStep, set[int]]]
) -> list[LogicStep]:
    """Return the steps, each with what it decided, that the status of these variables rests on."""
    kept = []
    for step, decided in reversed(taken):
        # What is known of an auxiliary variable rests on all that is known of its rule.
        helpers = [v for v in needed if not theory.is_board(v)]
        while helpers:
            around = union(theory.members[c] for c in theory.occurrences[helpers.pop()])
            news = around - needed
            needed = needed | news
            helpers += [v for v in news if not theory.is_board(v)]
        if decided & needed:
            kept.append(step)
            _, _, clauses = pattern_of(step)
            needed = needed | union(theory.members[c] for c in clauses)
    return kept[::-1]


def union(sets: Iterable[Iterable[int]]) -> set[int]:
    """Return what is in one of the sets."""
    return set(chain.from_iterable(sets))
