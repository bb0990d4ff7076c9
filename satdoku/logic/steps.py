"""Steps of logic as records, from which text, JSON, pictures and ratings are derived.

A step is entailed, at the position where it is taken, by the clauses it names (see `entailment`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field

from ..constraints.linear import Balance
from ..frozen import frozen
from ..inference import entailment
from ..inference.balance_check import follows_by_equation
from ..phrases import Name, phrase
from ..theory import Indexes, Theory, Variables
from .catalog.rules import rating_text
from .claims import CellClaim, SumBound
from .difficulty.scales import row_of
from .equalities import OnceEach, SameDigit, follows_beside
from .position import Position
from .step_text.chain_text import Branch, holds


@frozen
class ProofLine:
    """A line of a refutation, or of a branch of a forcing chain.

    mark: "suppose" and "suppose not" (variable), "assert" (variable, as the last one left in the
    clause), "locked" (the candidates left in the clause all lie in another), "refute" (variable, by
    the inner proof or a pattern), "denied" (variable, by a true one in the clause: the end of a
    branch), "broken" (the clause has no member left).
    links: (denied variable, clause that denied it) for each member of the clause that the
    supposition denied; -1 for one refuted. pattern: the clauses of the pattern by which something
    is refuted; its link is to the one that contains it. places: the candidates left in the clause
    of "locked".
    """

    mark: str
    clause: int = -1
    variable: int = 0
    links: tuple[tuple[int, int], ...] = ()
    inner: tuple[ProofLine, ...] = ()
    pattern: Indexes = ()
    places: Variables = ()

    def clauses(self) -> Iterator[int]:
        """Yield the clauses named by this line and those inside it."""
        if self.clause >= 0:
            yield self.clause
        yield from (clause for _, clause in self.links if clause >= 0)
        for line in self.inner:
            yield from line.clauses()


@frozen
class LogicStep:
    """One step.

    rule: the number of its row (`scales.row_of`); name: as players call it; tenths: its rating in
    tenths. asserted, denied: variables. bases: indexes of the clauses that it rests on (for a
    chain, of the strong links); covers: those whose other candidates are denied; links: clauses of
    the weak links. nodes: of a chain, each a tuple of variables, alternately false and true. proof:
    of a refutation; branches: of a forcing chain; retold: the branches as proofs, for text. size:
    its assertions (for a chain, strong links); length: its literals; depth: of nested suppositions.
    left: for a rule, what can still satisfy it, in words. roles, reason: of candidates, and of the
    step, if its finder supplies them. claims: what the reason says. equation: of houses and rules,
    by which it follows. ways: of an argument, all ways in which its cells can still be filled, each
    a candidate per cell; () if they are too many. chains: in Eureka notation, if `nodes` do not say
    it. inside: the steps to a contradiction from the supposition that a cell holds one of the
    digits denied.

    >>> import satdoku
    >>> step = satdoku.explain("..1..23..4......").steps[0]
    >>> step.name, step.tenths, step.asserted
    ('hidden single in a box', 12, (17,))
    """

    rule: int
    name: str
    tenths: int
    asserted: Variables = ()
    denied: Variables = ()
    bases: Indexes = ()
    covers: Indexes = ()
    links: Indexes = ()
    nodes: tuple[Variables, ...] = ()
    proof: tuple[ProofLine, ...] = field(default=(), repr=False)
    branches: tuple[Branch, ...] = field(default=(), repr=False)
    retold: tuple[tuple[ProofLine, ...], ...] = field(default=(), repr=False)
    size: int = 0
    length: int = 0
    depth: int = 0
    left: str = ""
    roles: tuple[tuple[str, Variables], ...] = ()
    reason: str = ""
    claims: tuple[CellClaim | SumBound | SameDigit | OnceEach, ...] = field(default=(), repr=False)
    ways: tuple[Variables, ...] = field(default=(), repr=False)
    chains: tuple[str, ...] = ()
    equation: Balance | None = field(default=None, repr=False)
    inside: tuple[LogicStep, ...] = field(default=(), repr=False)

    def __repr__(self) -> str:
        done = f"{len(self.asserted)} asserted, {len(self.denied)} denied"
        return f"<LogicStep {self.name} {self.rating_text}: {done}>"

    @property
    def rating(self) -> float:
        """The rating: 1.0 and above."""
        return self.tenths / 10

    @property
    def estimated(self) -> bool:
        """Whether the rating is only an estimate of that by Sudoku Explainer."""
        return row_of(self.rule).estimated

    @property
    def rating_text(self) -> str:
        """The rating as it is printed: "~11.7" if it is an estimate."""
        return rating_text(self.rating, self.estimated)

    @property
    def rule_name(self) -> str:
        """The name of its rule."""
        return row_of(self.rule).name

    @property
    def kind(self) -> str:
        """One of `rules.KINDS`, which decides its wording."""
        return row_of(self.rule).kind

    @property
    def is_single(self) -> bool:
        """Whether it places a digit by a single clause."""
        return bool(self.asserted) and len(self.bases) == 1 and self.kind != "rule"

    @property
    def assumes_proper(self) -> bool:
        """Whether it is valid only if there is one solution."""
        return self.kind == "unique"

    @property
    def literals(self) -> tuple[int, ...]:
        """What it concludes: variables, those that it denies negated."""
        return (*self.asserted, *(-v for v in self.denied))

    @property
    def clauses(self) -> Indexes:
        """All clauses that it names, each once."""
        named = dict.fromkeys((*self.bases, *self.covers, *self.links))
        for line in self.proof:
            named |= dict.fromkeys(line.clauses())
        for step in self.inside:
            named |= dict.fromkeys(step.clauses)
        return tuple(named)

    def verify(self, position: Position) -> None:
        """Raise `StepError` unless each conclusion is entailed by the clauses named, and so is each
        claim of the reason.

        A step that assumes a proper puzzle is compared with the solution instead.
        """
        if self.assumes_proper:
            self._compare(position)
        elif self.branches:
            pattern = (*self.bases, *self.links)
            if not holds(position.theory, position.status, self.branches, self.literals, pattern):
                raise entailment.StepError(
                    phrase(
                        "{name}: its branches do not lead to the conclusion", name=Name(self.name)
                    )
                )
        elif self.proof and self.proof[-1].mark == "broken":
            # Check line by line: equivalent to a lemma per line, and the whole may be too large.
            if not self._is_refuted(position):
                raise entailment.StepError(
                    phrase("{name}: its proof has a gap", name=Name(self.name))
                )
        elif self.inside:
            self._verify_inside(position)
        elif self.equation:
            self._verify_by_equation(position, self.equation)
        elif self.equal_cells:
            self._verify_by_equal_cells(position)
        else:
            self._verify_by_clauses(position)

    def _is_refuted(self, position: Position) -> bool:
        """Return whether the proof is without a gap, and of exactly what the step concludes."""
        first = self.proof[0]
        refuted = self.denied if first.mark == "suppose" else self.asserted
        if refuted != (first.variable,) or len(self.asserted) + len(self.denied) > 1:
            return False
        return check_proof(position.theory, position.status, self.proof)

    def _verify_by_clauses(self, position: Position) -> None:
        """Raise `StepError` unless the clauses alone entail each conclusion."""
        theory = position.theory
        status = position.status
        clauses = self.clauses
        news = list(self.literals)
        if self.kind == "rule":  # most follow directly from the rule's clauses
            known = entailment.consequences(theory, status, clauses)
            news = [] if known is None else [literal for literal in news if literal not in known]
        literal = entailment.not_entailed(theory, status, clauses, news)
        if literal:
            name = theory.variable_name(abs(literal))
            if literal < 0:
                name = phrase("not {candidate!s}", candidate=name)
            raise entailment.StepError(
                phrase(
                    "{name}: {candidate} does not follow from the clauses it names",
                    name=Name(self.name),
                    candidate=name,
                )
            )
        for claim in self.claims:
            if not claim.follows(position, clauses):
                raise entailment.StepError(
                    phrase(
                        "{name}: its reason does not follow: {claim}",
                        name=Name(self.name),
                        claim=claim,
                    )
                )

    def _verify_by_equation(self, position: Position, equation: Balance) -> None:
        """Raise `StepError` unless the equation forces each conclusion."""
        theory = position.theory
        for literal in self.literals:
            if not follows_by_equation(theory, position.status, equation, self.links, literal):
                name = theory.variable_name(abs(literal))
                raise entailment.StepError(
                    phrase(
                        "{name}: {candidate!s} may be, by the sums it names",
                        name=Name(self.name),
                        candidate=name,
                    )
                )

    @property
    def equal_cells(self) -> list[SameDigit]:
        """What it says of cells that hold the same digit."""
        found = []
        for claim in self.claims:
            if isinstance(claim, OnceEach):
                # (Cells that hold digits once are a fact beside those of equal cells.)
                found.append(SameDigit(claim.cells[0], claim.cells[0], once=claim))
            elif isinstance(claim, SameDigit):
                found.append(claim)
        return found

    def _verify_by_equal_cells(self, position: Position) -> None:
        """Raise `StepError` unless each claim follows, and with them each conclusion."""
        theory = position.theory
        status = position.status
        for claim in self.claims:
            if not claim.follows(position, self.clauses):
                raise entailment.StepError(
                    phrase(
                        "{name}: its reason does not follow: {claim}",
                        name=Name(self.name),
                        claim=claim,
                    )
                )
        known = self.equal_cells
        for literal in self.literals:
            if not follows_beside(theory, status, self.clauses, literal, known):
                name = theory.variable_name(abs(literal))
                raise entailment.StepError(
                    phrase(
                        "{name}: {candidate!s} may be, by the equal cells it names",
                        name=Name(self.name),
                        candidate=name,
                    )
                )

    def _verify_inside(self, position: Position) -> None:
        """Raise `StepError` unless the steps inside follow one after the other, each by what it
        names, from the supposition that a cell holds one of the digits denied, and leave a clause
        without a candidate."""
        cells = {position.theory.cell_of(v) for v in self.denied}
        if self.asserted or len(cells) != 1:
            raise entailment.StepError(
                phrase("{name}: it denies no digits of one cell", name=Name(self.name))
            )
        if broken_by(supposed_among(position, self.denied), self.inside) is None:
            raise entailment.StepError(
                phrase("{name}: its steps lead to no contradiction", name=Name(self.name))
            )

    def _compare(self, position: Position) -> None:
        solution = set(next(position.completions(), ()))
        if not set(self.asserted) <= solution or solution & set(self.denied):
            raise entailment.StepError(
                phrase("{name}: the solution contradicts it", name=Name(self.name))
            )


def check_proof(theory: Theory, status: Sequence[int], proof: Sequence[ProofLine]) -> bool:
    """Return whether each line of a refutation follows, by the clauses it names, from those before
    it."""
    known = bytearray(status)
    locked: list[int] = []
    for line in proof:
        for variable, clause in line.links:
            # Denied by a clause together with the locked ones; a refuted variable is false already.
            if not entailment.is_entailed(theory, known, [max(clause, 0), *locked], -variable):
                return False
            known[variable] = entailment.FALSE
        if line.mark == "suppose":
            known[line.variable] = entailment.TRUE
        elif line.mark == "suppose not":
            known[line.variable] = entailment.FALSE
        elif line.mark == "assert":
            if not entailment.is_entailed(theory, known, [line.clause], line.variable):
                return False
            known[line.variable] = entailment.TRUE
        elif line.mark == "locked":
            locked.append(line.clause)
        elif line.mark == "refute":
            if line.inner[-1].mark != "broken" or line.inner[0].variable != line.variable:
                return False
            if not check_proof(theory, known, line.inner):
                return False
            known[line.variable] = entailment.FALSE
        else:
            broken = theory.clauses[line.clause]
            return broken.exactly_one and all(
                known[v] == entailment.FALSE for v in broken.variables
            )
    return False


def supposed_among(position: Position, candidates: Variables) -> Position:
    """Return the position if one of these candidates of a cell is true; a single one is placed."""
    begun = position.copy()
    if len(candidates) == 1:
        begun.assert_(candidates[0])
        return begun
    cell = position.theory.cell_of(candidates[0])
    others = []
    for v in position.layout.variables_of(cell):
        if position.is_open(v) and v not in candidates:
            others.append(v)
    begun.take((), others)
    return begun


def broken_by(start: Position, steps: Sequence[LogicStep]) -> int | None:
    """Return the clause that these steps alone, taken in order, leave without a candidate; None if
    there is none or a step does not follow where it is taken."""
    position = start.copy()
    try:
        for step in steps:
            step.verify(position)
            position.take(step.asserted, step.denied)
    except entailment.StepError:
        return None
    return position.broken_clause
