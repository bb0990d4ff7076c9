"""Reasons: a set of clauses, as small as possible, that alone forces a candidate at a position.

The clauses are soft and the opposite of the conclusion is hard: a minimal unsatisfiable subset
(MUS) is a set of clauses from which none can be left out, and the smallest of these is the shortest
reason there is. It shows what the conclusion rests on, not how to find it.

Source: A. Ignatiev et al., "Smallest MUS extraction with minimal hitting set dualization" (2015),
as in PySAT's OptUx; MUSX for a minimal one.
"""

from __future__ import annotations

from functools import partial
from itertools import combinations

from ..backends.base import Clock
from ..backends.calls import within
from ..errors import PuzzleError, need_pysat
from ..frozen import frozen
from ..inference.deduction import ASSERTED, DENIED, OPEN
from ..phrases import SideBySide, joined, phrase
from ..theory import Indexes
from ..workers.team import run_within
from .position import Position
from .search.case_proofs import refute_by_cases
from .search.proofs import Retelling, refute
from .step_text.proof_texts import proof_text
from .step_text.sentences import (
    broken_text,
    cells_text,
    digit_text,
    listed,
    literal_text,
    place_text,
    placed_by,
)

#: Seconds to search for the smallest set, before falling back to a minimal one.
SECONDS = 10.0


@frozen
class Reason:
    """The clauses that force a conclusion.

    clauses: their indexes in the theory; is_smallest: no fewer clauses force it (otherwise only:
    none can be left out).
    """

    clauses: Indexes
    is_smallest: bool


def reason_for(
    position: Position, literal: int, seconds: float = SECONDS, time_limit: float | None = None
) -> Reason:
    """Return why the literal (v or -v) holds at the position.

    seconds: time to search for the smallest set, in a separate process. Raises `PuzzleError` if the
    variable is decided already or the literal does not follow; `TimeLimitReached` if not even a
    minimal set is found within `time_limit` seconds.
    """
    clock = Clock(time_limit)
    need_pysat()
    from pysat.examples.musx import MUSX
    from pysat.formula import WCNF

    theory = position.theory
    name = theory.variable_name(abs(literal))
    if position.status[abs(literal)] != OPEN:
        raise PuzzleError(
            phrase("{name!s} is not a candidate now: there is nothing to explain", name=name)
        )
    formula = WCNF()
    clauses = list[int]()
    formula.append([-literal])
    for index, clause in enumerate(theory.clauses):
        free = [v for v in theory.members[index] if position.is_open(v)]
        fulfilled = len(position.open_members(index)) < len(free)
        if not free or (len(free) < 2 and not clause.exactly_one and not fulfilled):
            continue
        selector = theory.variable_count + 1 + len(clauses)
        clauses.append(index)
        # A clause with a true member says just that its other candidates are false.
        if fulfilled:
            formula.extend([-selector, -v] for v in free)
        elif clause.exactly_one:
            formula.append([-selector, *free])
        for first, second in combinations(free, 2):
            formula.append([-selector, -first, -second])
        formula.append([selector], weight=1)
    with within(clock, lambda: MUSX(formula, verbosity=0)) as extractor:
        found = extractor.compute()
    if not found:
        raise PuzzleError(phrase("{claim!s} does not follow", claim=literal_text(theory, literal)))
    if time_limit is not None:
        seconds = min(seconds, clock.left or 0)
    smallest = list[int]()
    if seconds > 0:
        smallest = run_within(seconds, _extract, formula.hard, formula.soft) or []
    chosen = smallest or found  # numbers of soft clauses, from 1
    return Reason(tuple(sorted(clauses[k - 1] for k in chosen)), bool(smallest))


def why_false(position: Position, v: int, time_limit: float | None = None) -> tuple[str, ...]:
    """Return lines on why a candidate is false in every solution: first what it would break, then a
    refutation by the base rules, or one by cases.

    Raises `PuzzleError` if it does not follow, `TimeLimitReached`.
    """
    theory = position.theory
    if position.status[v] == DENIED:
        return (ruled_out(position, v),)
    story = Retelling(position)
    proof = refute(story, v) or refute(story, v, pending=True)
    if not proof:
        clock = Clock(time_limit)
        proof = clock.within(partial(refute_by_cases, position, v))
    if not proof:
        clauses = reason_for(position, -v, 0, clock.left).clauses
        named = listed(str(theory.clauses[clause]) for clause in clauses)
        if len(clauses) == 1:
            return (phrase("one clause rules it out: {clauses}", clauses=named),)
        several = "these {number} clauses together rule it out: {clauses}"
        return (phrase(several, number=len(clauses), clauses=named),)
    placed = placed_by(proof)
    return (broken_text(theory, proof[-1].clause, placed), *proof_text(theory, proof))


def why_true(position: Position, v: int, time_limit: float | None = None) -> tuple[str, ...]:
    """Return lines on why a candidate is true: why each other digit of its cell, or each other
    place of its digit in a house, is false, whichever is shorter.

    Raises as `why_false`.
    """
    theory = position.theory
    if position.status[v] == ASSERTED:
        return (phrase("{result} is already known", result=literal_text(theory, v)),)
    told = []
    for clause in theory.occurrences[v]:
        if theory.clauses[clause].exactly_one and theory.clauses[clause].rule is None:
            others = [w for w in position.open_members(clause) if w != v]
            told.append(_by_cases(position, clause, others, time_limit))
    return min(told, key=len)


def _by_cases(
    position: Position, clause: int, others: list[int], time_limit: float | None
) -> tuple[str, ...]:
    theory = position.theory
    known = theory.clauses[clause]
    place = place_text(theory, clause)
    head = phrase(
        "no other place for {digit} is possible in {house}", digit=known.symbol, house=place
    )
    if known.cell:
        head = phrase("no other digit is possible in {cell}", cell=place)
    lines: list[str] = [head]
    for w in others:
        first, *rest = why_false(position, w, time_limit)
        lines.append(phrase("{text}: {reason}", text=literal_text(theory, -w), reason=first))
        lines += [SideBySide("  ", line) for line in rest]
    return tuple(lines)


def ruled_out(position: Position, v: int) -> str:
    """Return what denies a candidate directly: 'row 1 has its 5 in r1c7'."""
    theory = position.theory
    for clause in theory.occurrences[v]:
        other = next((w for w in theory.members[clause] if position.status[w] == ASSERTED), 0)
        if not other or not theory.is_board(other):
            continue
        known = theory.clauses[clause]
        if known.house is not None or known.rule is not None:
            place = place_text(theory, clause)
            return phrase("{place} has {result}", place=place, result=literal_text(theory, other))
        is_given = bool(position.given) and other in (position.given or ())
        it_is = "it is the given {digit}" if is_given else "it is {digit}"
        return phrase(it_is, digit=digit_text(theory, other))
    return phrase("that candidate is already removed")


def why(
    position: Position, literal: int, time_limit: float | None = None
) -> tuple[tuple[str, ...], bool]:
    """Return (lines, whether it is true): why a literal (v or -v) holds, or why it is false.

    Raises `PuzzleError` if neither it nor its opposite follows, or there is nothing to explain, and
    `TimeLimitReached`.
    """
    theory = position.theory
    v = abs(literal)
    text = literal_text(theory, literal)
    opposite = literal_text(theory, -literal)
    if position.status[v] == ASSERTED:
        given = "the given" if position.given and v in position.given else "already"
        cell = cells_text(theory, [v])
        holds = phrase(f"{{cell}} is {given} {{digit}}", cell=cell, digit=digit_text(theory, v))
        if literal > 0:
            raise PuzzleError(phrase("{claim!s}: there is nothing to explain", claim=holds))
        return (phrase("{result} is false: {reason}", result=text, reason=holds),), False
    if position.status[v] == DENIED:
        known = ruled_out(position, v)
        if literal < 0:
            return (f"{text}: {known}",), True
        return (f"{text} is false: {known}",), False
    can_hold = next(position.completions(literal), None) is not None
    can_fail = next(position.completions(-literal), None) is not None
    if can_hold and can_fail:
        raise PuzzleError(
            phrase(
                "{text!s} cannot be decided: it holds in some solutions and {opposite} in others",
                text=text,
                opposite=opposite,
            )
        )
    if not can_hold and not can_fail:
        raise PuzzleError(
            phrase("{text!s}: there is no solution (`satdoku diagnose` explains why)", text=text)
        )
    if can_hold:
        return _forced_by(position, literal, time_limit), True
    if literal > 0:
        first, *rest = why_false(position, v, time_limit)
        return (phrase("{result} is false: {reason}", result=text, reason=first), *rest), False
    forced = _forced_by(position, -literal, time_limit)
    is_false = phrase("{result} is false: {other} holds", result=text, other=opposite)
    return (is_false, *forced), False


def _forced_by(position: Position, literal: int, time_limit: float | None) -> tuple[str, ...]:
    theory = position.theory
    found = reason_for(position, literal, time_limit=time_limit)
    kind = "the smallest set" if found.is_smallest else "a minimal set (perhaps not the smallest)"
    number = len(found.clauses)
    names = joined(str(theory.clauses[clause]) for clause in found.clauses)
    text = literal_text(theory, literal)
    forced = f"{{result}} is forced by {kind} of {{number}} clauses: {{clauses}}"
    return (phrase(forced, result=text, number=number, clauses=names),)


def _extract(hard: list[list[int]], soft: list[list[int]]) -> list[int]:
    need_pysat()
    from pysat.examples.optux import OptUx
    from pysat.formula import WCNF

    formula = WCNF()
    formula.extend(hard)
    formula.extend(soft, weights=[1] * len(soft))
    with OptUx(formula) as search:
        return list(search.compute())
