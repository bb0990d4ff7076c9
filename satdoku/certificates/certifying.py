"""Certifying: collect the evidence for claims about a puzzle, and check it before returning it.

>>> from satdoku import generate
>>> certificate = certify(next(generate(seed=7)), ["proper", "irreducible"])
>>> len(certificate.proof), len(certificate.witnesses)
(0, 24)
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from typing import Unpack

from ..backends.assuming import Assuming, Ruled
from ..backends.base import Clock
from ..board import Puzzle
from ..encodings.cnf.registry import encoding_named
from ..errors import EngineError, PuzzleError
from ..formats.text.reader import PuzzleLike, parse
from ..inference.deduction import DENIED
from ..layout import Layout
from ..logic.catalog.rules import rule_set
from ..logic.moves import literals_of, literals_text
from ..logic.position import Position
from ..logic.starting import Start, board_of, position_of, puzzle_at
from ..operations.hitting import minimal_sets
from ..operations.solving import solutions
from ..phrases import phrase
from ..record_types import Record, TypedDict, require_known
from ..theory import Theory
from . import CLAIMS, OF_PROPER, PROVERS
from .certificate import Certificate, certificate_of, judged, read_rules
from .checker import LONGEST, MOST, Formula, Propagation, Refutation, check, claims_of
from .proving import Lemma, Prover, logged

#: The most solutions that a certificate lists.
MOST_SOLUTIONS = 100_000


class Unfounded(PuzzleError):
    """A claim that does not hold, or that no certificate can express."""


class OtherClaim(TypedDict, total=False):
    """What `certify` certifies instead of claims; what each means is said there."""

    follows: str
    denied: str
    equals: PuzzleLike | None


def certify(
    puzzle: Start,
    claims: Collection[str] | None = None,
    *,
    layout: Layout | str | None = None,
    rules: str = "all",
    prover: str = "search",
    time_limit: float | None = None,
    limit: int = 2,
    **instead: Unpack[OtherClaim],
) -> Certificate:
    """Return a certificate for claims about a puzzle (or its text).

    claims: from `CLAIMS`; by default "proper", and "irreducible" if it holds. Those of `OF_PROPER`
    include "proper"; each other one stands alone. layout: None to detect it. rules: the rule set
    that the steps of "logic" may use. prover: one of `PROVERS`. limit: how many solutions
    "at-least" shows. follows: conclusions to certify instead ("r4c7=5,r4c8<>3"), from a puzzle, or
    a position with its candidates; denied: candidates excluded before ("3r4c5"). equals: a puzzle
    on the same board, to certify that both have the same solutions.
    Raises `Unfounded` (a `PuzzleError`) if a claim does not hold, `TimeLimitReached` if no proof is
    found within `time_limit` seconds, `LayoutError` for rules that certificates do not support.

    >>> import satdoku
    >>> satdoku.certify("..1..23..4......")
    <Certificate 4x4: proper, irreducible>
    >>> satdoku.certify("..1..23..4......", follows="r2c1=1").claims
    ('follows',)
    """
    require_known(instead, OtherClaim, "certify")
    claims = list(dict.fromkeys(claims)) if claims else None
    _require_possible(claims, prover, instead)
    follows = instead.get("follows", "")
    denied = instead.get("denied", "")
    equals = instead.get("equals")
    clock = Clock(time_limit)
    if follows:
        start, excluded, literals = _premises(position_of(puzzle, layout), follows, denied)
        making = _Making(start, clock)
        evidence = making.follows(excluded, literals)
    else:
        making = _Making(puzzle_at(puzzle, layout), clock)
        if equals is not None:
            evidence = making.equivalent(parse(equals, making.puzzle.layout))
        elif claims == ["none"]:
            evidence = making.none()
        elif claims == ["smallest"]:
            evidence = making.smallest()
        elif claims in (["all"], ["at-least"]):
            evidence = making.solutions(limit if claims == ["at-least"] else None)
        else:
            evidence = making.proper(claims, rules)
    return making.certificate(evidence, prover)


def _require_possible(claims: list[str] | None, prover: str, instead: OtherClaim) -> None:
    """Raise `PuzzleError` for what is unknown or excludes something else."""
    for claim in claims or ():
        if claim not in CLAIMS:
            raise PuzzleError(
                phrase(
                    "unknown claim {claim!r}: known are {names!s}",
                    claim=claim,
                    names=", ".join(CLAIMS),
                )
            )
    if prover not in PROVERS:
        raise PuzzleError(
            phrase(
                "{prover!r} does not log a proof that can be checked: use {names!s}",
                prover=prover,
                names=", ".join(PROVERS),
            )
        )
    alone = [claim for claim in claims or () if claim not in OF_PROPER]
    asked = list(alone)
    if instead.get("follows"):
        asked.append("follows")
    if instead.get("equals") is not None:
        asked.append("equals")
    if asked and len(asked) + len(claims or ()) - len(alone) > 1:
        raise PuzzleError(
            phrase("{asked!s} is certified alone: leave out the other claims", asked=asked[0])
        )
    if instead.get("denied") and not instead.get("follows"):
        raise PuzzleError("denied candidates are for conclusions that follow: add follows")


def _premises(position: Position, follows: str, denied: str) -> tuple[Puzzle, list[int], list[int]]:
    """Return the placed digits of a position, its other candidates that are excluded, and the
    conclusions."""
    placed = board_of(position)
    left = Position.of(placed)
    variables = range(1, placed.layout.variable_count + 1)
    excluded = [v for v in variables if left.is_open(v) and position.status[v] == DENIED]
    more = literals_of(denied, "", position.theory)
    for literal in more:
        if literal > 0 or -literal in placed.givens:
            name = position.theory.variable_name(abs(literal))
            raise PuzzleError(
                phrase("denied: {name!s} is placed, not excluded (write 3r4c5)", name=name)
            )
    excluded += [-literal for literal in more]
    return placed, sorted({*excluded}), [*literals_of(follows, "", position.theory)]


class _Making:
    """Finds the evidence for claims about a puzzle. Each method returns the values of the checker's
    keys, with lemmas that may not be sufficient yet."""

    def __init__(self, puzzle: Puzzle, clock: Clock) -> None:
        self.puzzle, self.clock = puzzle, clock
        self.theory = Theory.of(puzzle.layout)
        _, clauses = encoding_named("pairwise").size(Theory.of(puzzle.layout.without_constraints()))
        if clauses > MOST:
            raise Unfounded(
                phrase(
                    "no certificate for so large a board: it would speak of {clauses:,} clauses, "
                    "and {most:,} may be",
                    clauses=clauses,
                    most=MOST,
                )
            )
        try:
            clock.within(lambda: judged(puzzle))
        except ValueError as error:
            raise Unfounded(phrase("no certificate for this board: {error}", error=error)) from None
        self.solver = Assuming(self.theory, clock=clock)

    def prover(self, givens: Iterable[int], blocks: bool = False) -> Prover:
        """Return a prover for some givens. blocks: a full board contradicts them."""
        return Prover(self.theory, givens, blocks, self.clock.left)

    def line(self, true: Iterable[int]) -> str:
        """Return the grid of these variables."""
        return Puzzle.from_variables(true, self.puzzle.layout).line

    def proper(self, claims: Collection[str] | None, rules: str) -> Record:
        """That there is one solution, and more of `OF_PROPER`."""
        givens = self.puzzle.givens
        found = self.solver.completion(givens)
        if found is None:
            raise Unfounded("not proper: there is no solution (satdoku diagnose says why)")
        self.solver.forbid(found)
        if self.solver.completion(givens) is not None:
            raise Unfounded("not proper: there are several solutions (satdoku diagnose says more)")
        prover = self.prover(givens, blocks=True)
        prover.contradict()
        evidence: Record = {"solution": self.line(found), "proper": prover.lemmas}
        if claims is None or "irreducible" in claims:
            witnesses = self._irreducible(is_asked=claims is not None)
            evidence |= {} if witnesses is None else {"irreducible": witnesses}
        for claim in claims or ():
            if claim == "rules-needed":
                evidence["rules_needed"] = self._rules_needed(found)
            elif claim == "fewest":
                evidence[claim] = self._fewest(found)
            elif claim == "logic":
                evidence[claim] = self._logic(rules)
        return evidence

    def _irreducible(self, is_asked: bool) -> list[str] | None:
        """Return, for each given, another solution without it (the puzzle's own is blocked)."""
        witnesses = []
        for given in self.puzzle.givens:
            other = self.solver.completion([v for v in self.puzzle.givens if v != given])
            if other is None and is_asked:
                raise Unfounded(
                    phrase(
                        "not irreducible: {given!s} can go",
                        given=self.theory.variable_name(given),
                    )
                )
            if other is None:
                return None
            witnesses.append(self.line(other))
        return witnesses

    def _rules_needed(self, solution: frozenset[int]) -> list[str]:
        """Return, for each rule, another solution that breaks this rule alone."""
        ruled, witnesses = Ruled(self.puzzle.layout, self.clock).forbid(solution), []
        for selector in ruled.selectors:
            kept = [other for other in ruled.selectors if other != selector]
            other = ruled.completion([*self.puzzle.givens, *kept])
            if other is None:
                raise Unfounded(
                    phrase("not all rules are needed: {name!s} can go", name=ruled.name(selector))
                )
            witnesses.append(self.line(other))
        return witnesses

    def _logic(self, rules: str) -> list[Record]:
        from ..logic.explain import explain
        from ..logic.explanation import LATE

        explanation = explain(
            self.puzzle, rules=rule_set(rules), scale="satdoku", time_limit=self.clock.left
        )
        if explanation.outcome == LATE:
            raise self.clock.over()
        if explanation.outcome != "solved":
            raise Unfounded(
                phrase(
                    "not solvable by the rules {rules!r}: no step is possible after step {number}",
                    rules=rules,
                    number=len(explanation.steps),
                )
            )
        prover, steps = self.prover(self.puzzle.givens), []
        for step in explanation.steps:
            concluded = step.literals
            lemmas = [lemma for literal in concluded for lemma in prover.derive(literal)]
            steps.append({"rule": step.rule_name, "rating": step.tenths, "lemmas": lemmas})
        return steps

    def _fewest(self, solution: frozenset[int]) -> Record:
        """Return grids of which each differs from the solution in one of as many cells as the
        puzzle has givens, and of no fewer."""
        first, grids = self._smallest_hitting(sorted(solution))
        if len(first) < len(self.puzzle.givens):
            raise Unfounded(
                phrase(
                    "not the fewest givens: {number} have the same solution, {line!s}",
                    number=len(first),
                    line=self.line(first),
                )
            )
        return {"grids": grids, "lemmas": []}

    def _smallest_hitting(self, universe: Sequence[int]) -> tuple[tuple[int, ...], list[str]]:
        """Return the smallest of these givens that leave no grid, and the grids that show it."""
        grids = []

        def grid_with(chosen: frozenset[int]) -> frozenset[int] | None:
            if (grid := self.solver.completion(chosen)) is not None:
                grids.append(self.line(grid))
                return grid.intersection(universe)
            return None

        self.solver.prefer(universe)
        return next(minimal_sets(universe, grid_with, self.clock)), grids

    def none(self) -> Record:
        """That there is no solution."""
        if self.solver.completion(self.puzzle.givens) is not None:
            raise Unfounded("there is a solution")
        prover = self.prover(self.puzzle.givens)
        prover.contradict()
        return {"solutions": [], "complete": prover.lemmas}

    def smallest(self) -> Record:
        """That no fewer givens contradict each other than the puzzle's, which become these."""
        if self.solver.completion(self.puzzle.givens) is not None:
            raise Unfounded("no givens conflict: there is a solution")
        larger = self.puzzle.line
        first, grids = self._smallest_hitting(self.puzzle.givens)
        self.puzzle = Puzzle.from_variables(first, self.puzzle.layout)
        return self.none() | {"smallest": {"puzzle": larger, "grids": grids, "lemmas": []}}

    def solutions(self, limit: int | None) -> Record:
        """That there are at least `limit` solutions; without a limit, which ones there are."""
        # One more than may be listed, to tell a complete list from one that is cut off.
        most = MOST_SOLUTIONS + 1 if limit is None else limit
        if not 0 < most <= MOST_SOLUTIONS + (limit is None):
            raise PuzzleError(
                phrase(
                    "limit {limit}: choose 1 to {most:,}",
                    limit=limit,
                    most=MOST_SOLUTIONS,
                )
            )
        found = list(solutions(self.puzzle, limit=most, time_limit=self.clock.left))
        evidence: Record = {"solutions": [grid.line for grid in found]}
        if limit is not None:
            if len(found) < limit:
                raise Unfounded(
                    phrase(
                        "not at least {limit:,} solutions: there are {number:,}",
                        limit=limit,
                        number=len(found),
                    )
                )
            return evidence
        if not found:
            raise Unfounded("there is no solution to list (certify none)")
        if len(found) > MOST_SOLUTIONS:
            raise Unfounded(
                phrase(
                    "more than {most:,} solutions: at-least certifies some of them",
                    most=MOST_SOLUTIONS,
                )
            )
        prover = self.prover(self.puzzle.givens, blocks=True)
        prover.contradict()
        return evidence | {"complete": prover.lemmas}

    def follows(self, denied: list[int], literals: list[int]) -> Record:
        """That the literals hold in all solutions without the denied candidates."""
        premises = [*self.puzzle.givens, *(-v for v in denied)]
        if self.solver.completion(premises) is None:
            raise Unfounded("there is no solution, so everything follows (certify none)")
        evidence = {"literals": literals, "lemmas": self._derived(premises, literals)}
        return {"follows": evidence} | ({"denied": denied} if denied else {})

    def equivalent(self, other: Puzzle) -> Record:
        """That another puzzle has the same solutions."""
        if other.layout != self.puzzle.layout:
            raise PuzzleError(
                phrase(
                    "the other puzzle is on the board {name!s}, not on {board!s}",
                    name=other.layout.name,
                    board=self.puzzle.layout.name,
                )
            )
        there = self._derived(self.puzzle.givens, other.givens)
        back = self._derived(other.givens, self.puzzle.givens, " of the other puzzle")
        return {"equivalent": {"puzzle": other.line, "there": there, "back": back}}

    def _derived(
        self, premises: Sequence[int], literals: Sequence[int], of: str = ""
    ) -> list[Lemma]:
        """Return lemmas that end in the literals; raise `Unfounded` if one does not follow.

        of: which puzzle the premises are of, for the message.
        """
        # Asked of the solver first: the prover would search the whole tree before it saw that a
        # literal does not follow.
        for literal in literals:
            if self.solver.completion([*premises, -literal]) is not None:
                name = literals_text(self.theory, [literal])
                raise Unfounded(
                    phrase(
                        "{name!s} does not follow: a solution{of} contradicts it", name=name, of=of
                    )
                )
        prover = self.prover(premises)
        return [lemma for literal in literals for lemma in prover.derive(literal)]

    def certificate(self, evidence: Record, prover: str) -> Certificate:
        """Return the certificate, whose lemmas the checker accepts."""
        if prover == "search":
            # Lemmas that the checker accepts as they are need no fitting, and the check is due in
            # any case.
            with suppress(ValueError):
                return _checked(certificate_of(self.puzzle, evidence))
        self._fit(evidence, prover)
        return _checked(certificate_of(self.puzzle, evidence))

    def _fit(self, evidence: Record, prover: str) -> None:
        """Change the lemmas so that the checker accepts them.

        The checker adds lemmas cumulatively, so they also propagate in branches where the search
        did not use them, and the contradiction may come before the last lemma; the lemmas after it
        are dropped. Where the checker's clauses for rules propagate less than those of our theory,
        and for the proofs of "fewest" and "smallest", a solver proves what is missing.
        """
        puzzle = judged(self.puzzle)
        if "logic" in evidence:
            written = puzzle.units
            known = Propagation(puzzle.theory.formula, written)
            for step in evidence["logic"]:
                step["lemmas"] = [
                    one
                    for lemma in step["lemmas"]
                    for one in self._bridged(puzzle.theory.formula, known, written, lemma)
                ]
        # Only the refutations of the claims are of interest here, so the CNF needs no digest yet.
        record: Record = {"puzzle": self.puzzle.line, "cnf": ""} | evidence
        for claim in claims_of(record, puzzle):
            for refutation in claim.refutations:
                found = _sufficient(refutation) if prover == "search" else None
                if found is None:
                    solver = "cadical153" if prover == "search" else prover
                    cnf = refutation.formula.dimacs(refutation.own)
                    lemmas = logged(cnf, solver, self.clock)
                    found = _sufficient(refutation._replace(lemmas=lemmas))
                if found is None:
                    raise EngineError(
                        "no proof was found that the checker accepts: use another prover"
                    )
                # In place, since this is the very list that the evidence holds.
                refutation.lemmas[:] = found

    def _bridged(
        self, formula: Formula, known: Propagation, written: list[Lemma], lemma: Lemma
    ) -> list[Lemma]:
        """Return the lemma preceded by the lemmas from which it follows; add all to written and
        known."""
        lemmas = [lemma]
        try:
            known.add_lemma(lemma)
        except ValueError:
            denied = [[-literal] for literal in lemma]
            refuted = logged(formula.dimacs([*written, *denied]), "cadical153", self.clock)
            # What is proved under the denied lemma holds without it as "the lemma, or that".
            lemmas = [*([*lemma, *one] for one in refuted), lemma]
            for one in lemmas:
                known.add_lemma(one)
        written += lemmas
        return lemmas


def _checked(certificate: Certificate) -> Certificate:
    """Return the certificate if the checker accepts it; raise ValueError if it does not."""
    if len(certificate.line) >= LONGEST:
        raise Unfounded(
            phrase(
                "the proof is too long: a certificate has at most {longest:,} bytes",
                longest=LONGEST,
            )
        )
    check(certificate.line.encode() + b"\n", read_rules)
    return certificate


def _sufficient(refutation: Refutation) -> list[Lemma] | None:
    """Return the lemmas up to the contradiction; None if they do not lead to one."""
    formula, own, lemmas = refutation
    known = Propagation(formula, own)
    kept = []
    with suppress(ValueError):
        for lemma in lemmas:
            if known.is_contradictory:
                break
            known.add_lemma(lemma)
            kept.append(lemma)
    return kept if known.is_contradictory else None
