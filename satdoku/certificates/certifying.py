"""Certifying: collect the evidence for claims about a proper puzzle, and check it before returning
it.

>>> from satdoku import generate
>>> certificate = certify(next(generate(seed=7)), ["proper", "irreducible"])
>>> len(certificate.proof), len(certificate.witnesses)
(0, 24)
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from contextlib import suppress
from dataclasses import replace

from ..backends.assuming import Assuming
from ..backends.base import Clock
from ..board import Puzzle
from ..errors import EngineError, PuzzleError
from ..formats.text.reader import PuzzleLike, parse
from ..layout import Layout
from ..logic.catalog.rules import rule_set
from ..theory import Theory
from . import CLAIMS, PROVERS
from .certificate import PAIRWISE, Certificate, CertifiedStep, cnf_of
from .checker import LONGEST, MOST, Propagation, check, dimacs
from .proving import Lemma, Prover, logged
from .rule_checker import rules_as_cnf
from .rule_forms import rules_of


class Unfounded(PuzzleError):
    """A claim that does not hold, or that no certificate can express."""


def certify(
    puzzle: PuzzleLike, claims: Collection[str] | None = None, *, rules: str = "all",
    prover: str = "search", time_limit: float | None = None,
) -> Certificate:  # fmt: skip
    """Return a certificate for claims about a puzzle (or its text).

    claims: from `CLAIMS`; by default "proper", and "irreducible" if it holds. "proper" is always
    included. rules: the rule set that the steps of "logic" may use. prover: one of `PROVERS`.
    Raises `Unfounded` (a `PuzzleError`) if a claim does not hold, `TimeLimitReached` if no proof is
    found within `time_limit` seconds, `LayoutError` for rules that certificates do not support.
    """
    for claim in claims or ():
        if claim not in CLAIMS:
            raise PuzzleError(f"unknown claim {claim!r}: known are {', '.join(CLAIMS)}")
    if prover not in PROVERS:
        raise PuzzleError(
            f"{prover!r} does not log a proof that can be checked: use {', '.join(PROVERS)}"
        )
    puzzle = parse(puzzle)
    clauses = _clauses(puzzle.layout)
    if clauses > MOST:
        raise Unfounded(f"no certificate for so large a board: it would speak of {clauses:,} "
                        f"clauses, and {MOST:,} may be")  # fmt: skip
    clock = Clock(time_limit)
    theory = Theory.of(puzzle.layout)
    solver = Assuming(theory, clock=clock)
    found = solver.completion(puzzle.givens)
    if found is None:
        raise Unfounded("not proper: there is no solution (satdoku diagnose says why)")
    solution = Puzzle.from_variables(found, puzzle.layout)
    solver.forbid(found)
    if solver.completion(puzzle.givens) is not None:
        raise Unfounded("not proper: there are several solutions (satdoku diagnose says more)")
    certificate = Certificate(
        puzzle, solution, _proof(theory, puzzle, solution, prover, clock),
        _witnesses(solver, puzzle, claims),
        _steps(theory, puzzle, rules, clock) if claims and "logic" in claims else None,
    )  # fmt: skip
    try:
        return _checked(certificate)
    except ValueError:
        return _checked(_fitted(certificate, clock))


def _clauses(layout: Layout) -> int:
    """Return the number of clauses that the checker will generate for a board."""
    _, count = PAIRWISE.size(Theory.of(layout.without_constraints()))
    if layout.constraints:
        try:
            rules = rules_of(layout), layout.size, layout.symbols, layout.cell_count
            count += len(rules_as_cnf(*rules)[0])
        except ValueError as error:
            raise Unfounded(f"no certificate for this board: {error}") from None
    return count


def _proof(
    theory: Theory, puzzle: Puzzle, solution: Puzzle, prover: str, clock: Clock
) -> list[Lemma]:
    if prover != "search":
        return logged(cnf_of(puzzle, solution), prover, clock)
    search = Prover(theory, puzzle.givens, blocks=True, time_limit=clock.left)
    search.contradict()
    return search.lemmas


def _witnesses(
    solver: Assuming, puzzle: Puzzle, claims: Collection[str] | None
) -> list[Puzzle] | None:
    """Return, for each given, another solution without it (the puzzle's own solution is
    blocked)."""
    if claims is not None and "irreducible" not in claims:
        return None
    witnesses = []
    for given in puzzle.givens:
        other = solver.completion([v for v in puzzle.givens if v != given])
        if other is None:
            if claims is None:
                return None
            raise Unfounded(f"not irreducible: {solver.theory.variable_name(given)} can go")
        witnesses.append(Puzzle.from_variables(other, puzzle.layout))
    return witnesses


def _steps(theory: Theory, puzzle: Puzzle, rules: str, clock: Clock) -> list[CertifiedStep]:
    from ..logic.explain import explain
    from ..logic.explanation import LATE

    explanation = explain(puzzle, rules=rule_set(rules), scale="satdoku", time_limit=clock.left)
    if explanation.outcome == LATE:
        raise clock.over()
    if explanation.outcome != "solved":
        raise Unfounded(f"not solvable by the rules {rules!r}: no step is possible after step "
                        f"{len(explanation.steps)}")  # fmt: skip
    prover = Prover(theory, puzzle.givens, blocks=False, time_limit=clock.left)
    certified = []
    for step in explanation.steps:
        concluded = [*step.asserted, *(-v for v in step.denied)]
        lemmas = [lemma for literal in concluded for lemma in prover.derive(literal)]
        certified.append(CertifiedStep(step.rule_name, step.tenths, lemmas))
    return certified


def _checked(certificate: Certificate) -> Certificate:
    """Return the certificate if the checker accepts it; raise ValueError if it does not."""
    if len(certificate.line) >= LONGEST:
        raise Unfounded(f"the proof is too long: a certificate has at most {LONGEST:,} bytes")
    check(certificate.line.encode() + b"\n", rules_as_cnf)
    return certificate


def _fitted(certificate: Certificate, clock: Clock) -> Certificate:
    """Return a certificate of the same claims whose lemmas the checker accepts.

    The checker adds lemmas cumulatively, so they also propagate in branches where the search did
    not use them, and the contradiction may come before the last lemma; the lemmas after it are
    dropped. Where the checker's clauses for rules propagate less than those of our theory, a solver
    proves the missing lemmas.
    """
    cnf = [[int(x) for x in line.split()[:-1]] for line in certificate.cnf.splitlines()[1:]]
    proof = _sufficient(cnf, map(list, certificate.proof))
    if proof is None:
        proof = _sufficient(cnf, logged(certificate.cnf, "cadical153", clock))
    if proof is None:
        raise EngineError("no proof was found that the checker accepts: use another prover")
    steps = None
    if certificate.steps is not None:
        written = cnf[:-1]  # without the clause that excludes the solution
        known = Propagation(written)
        steps = [
            replace(step, lemmas=[
                one for lemma in step.lemmas for one in _bridged(known, written, [*lemma], clock)
            ])
            for step in certificate.steps
        ]  # fmt: skip
    return replace(certificate, proof=proof, steps=steps)


def _sufficient(cnf: list[Lemma], proof: Iterable[Lemma]) -> list[Lemma] | None:
    """Return the lemmas up to the contradiction; None if they do not lead to one."""
    known, kept = Propagation(cnf), list[Lemma]()
    with suppress(ValueError):
        for lemma in proof:
            if known.is_contradictory:
                break
            known.add_lemma(lemma)
            kept.append(lemma)
    return kept if known.is_contradictory else None


def _bridged(known: Propagation, written: list[Lemma], lemma: Lemma, clock: Clock) -> list[Lemma]:
    """Return the lemma preceded by the lemmas from which it follows; add all to written and
    known."""
    lemmas = [lemma]
    try:
        known.add_lemma(lemma)
    except ValueError:
        denied = [[-literal] for literal in lemma]
        refuted = logged(dimacs([*written, *denied]), "cadical153", clock)
        lemmas = [*([*lemma, *one] for one in refuted), lemma]
        for one in lemmas:
            known.add_lemma(one)
    written += lemmas
    return lemmas
