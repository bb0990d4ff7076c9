"""Steps of logic as records: text, JSON, pictures and ratings are made from these, nowhere else.

A step is entailed, at the position where it is taken, by the clauses it names (see `entailment`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ..inference.entailment import FALSE, TRUE, StepError, consequences, is_entailed
from ..inference.totals import follows_by_sum
from ..kernels.logic.kinds import BOX, CELL, COLUMN, EXTRA, ROW, RULE
from ..kernels.logic.refutation import ASSERTED_BY, BROKEN_AT, LOCKED_IN, REFUTED, SUPPOSED
from ..theory import Clause, Theory
from .catalog.row import UNIQUE_KINDS
from .difficulty.scales import row_of
from .position import Position
from .telling.chain_text import Branch, holds

#: A mark that only `proofs` uses: a candidate supposed to be false.
SUPPOSED_NOT = -1
WORDS = {
    SUPPOSED: "suppose", ASSERTED_BY: "assert", LOCKED_IN: "locked", REFUTED: "refute",
    BROKEN_AT: "broken", SUPPOSED_NOT: "suppose not",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class ProofLine:
    """A line of a refutation, or of a branch of a forcing chain.

    mark: "suppose" and "suppose not" (variable), "assert" (variable, since all else in the clause
    is denied), "locked" (what is left of the clause lies in another), "refute" (variable, by the
    inner proof), "force" (variable, since the inner proof refutes its opposite), "denied"
    (variable, by a true one in the clause: the end of a branch), "broken" (no member of the clause
    is left), "clash" (the variable is true, and false: another of the clause is true, or it was
    refuted). links: (denied variable, clause by which it is denied) for each member of the clause
    that the supposition denied; -1 for one refuted. pattern: the clauses of a pattern by which
    something is refuted or forced.
    """

    mark: str
    clause: int = -1
    variable: int = 0
    links: tuple[tuple[int, int], ...] = ()
    inner: tuple[ProofLine, ...] = ()
    pattern: tuple[int, ...] = ()

    def clauses(self) -> Iterator[int]:
        """The clauses that this line and those within it name."""
        if self.clause >= 0:
            yield self.clause
        yield from (clause for _, clause in self.links if clause >= 0)
        for line in self.inner:
            yield from line.clauses()


@dataclass(frozen=True, slots=True, repr=False)
class LogicStep:
    """One step.

    rule: the number of its row (`scales.row_of`); name: what a person calls it; tenths: its rating
    in tenths.
    asserted, denied: variables. bases: indexes of the clauses that it rests on (of the strong
    links, for a chain); covers: those whose other candidates go; links: of the weak links. nodes:
    of a chain, each a tuple of variables, false and true by turns. proof: of a refutation;
    branches: of a forcing chain; retold: these as proofs, to be told. size: its assertions (links
    of a chain); length: its literals; depth: of suppositions. left: of a rule, what can still
    fulfil it, in words. roles: what candidates are to it, and said: why it holds, where its finder
    tells.
    """

    rule: int
    name: str
    tenths: int
    asserted: tuple[int, ...] = ()
    denied: tuple[int, ...] = ()
    bases: tuple[int, ...] = ()
    covers: tuple[int, ...] = ()
    links: tuple[int, ...] = ()
    nodes: tuple[tuple[int, ...], ...] = ()
    proof: tuple[ProofLine, ...] = field(default=(), repr=False)
    branches: tuple[Branch, ...] = field(default=(), repr=False)
    retold: tuple[tuple[ProofLine, ...], ...] = field(default=(), repr=False)
    size: int = 0
    length: int = 0
    depth: int = 0
    left: str = ""
    roles: tuple[tuple[str, tuple[int, ...]], ...] = ()
    said: str = ""

    def __repr__(self) -> str:
        done = f"{len(self.asserted)} asserted, {len(self.denied)} denied"
        return f"<LogicStep {self.name} {self.rating:.1f}: {done}>"

    @property
    def rating(self) -> float:
        """How hard it is: 1.0 and above."""
        return self.tenths / 10

    @property
    def rule_name(self) -> str:
        """The name of its rule."""
        return row_of(self.rule).name

    @property
    def kind(self) -> str:
        """How it is told (`rules.KINDS`)."""
        return row_of(self.rule).kind

    @property
    def is_single(self) -> bool:
        """It places a digit, with no more than one clause to look at."""
        return bool(self.asserted) and len(self.bases) == 1 and self.kind != "rule"

    @property
    def assumes_proper(self) -> bool:
        """It holds only if there is one solution."""
        return self.kind in UNIQUE_KINDS

    @property
    def clauses(self) -> tuple[int, ...]:
        """All clauses that it names, each once."""
        inside = (clause for line in self.proof for clause in line.clauses())
        return tuple(dict.fromkeys((*self.bases, *self.covers, *self.links, *inside)))

    def verify(self, position: Position) -> None:
        """Raise `StepError` unless each conclusion is entailed by the clauses named.

        A step that assumes a proper puzzle is compared with the solution instead.
        """
        if self.assumes_proper:
            self._compare(position)
            return
        theory, clauses = position.theory, self.clauses
        if self.branches:
            literals = (*self.asserted, *(-v for v in self.denied))
            if not holds(theory, position.status, self.branches, literals):
                raise StepError(f"{self.name}: its branches do not lead there")
            return
        if self.proof and self.proof[-1].mark == "broken":
            # Line by line, which is the same with a lemma for each: the whole may be large.
            if self.denied != (self.proof[0].variable,) or not check_proof(
                theory, position.status, self.proof
            ):
                raise StepError(f"{self.name}: its proof has a gap")
            return
        news = [*self.asserted, *(-v for v in self.denied)]
        if self.kind == "sum":
            status = position.status
            news = [x for x in news if not follows_by_sum(theory, status, clauses, x)]
        elif self.kind == "rule":  # most follow at once from the rule's many clauses
            known = consequences(theory, position.status, clauses)
            news = [] if known is None else [literal for literal in news if literal not in known]
        for literal in news:
            if not is_entailed(theory, position.status, clauses, literal):
                name = ("not " if literal < 0 else "") + theory.variable_name(abs(literal))
                raise StepError(f"{self.name}: {name} does not follow from the clauses it names")

    def _compare(self, position: Position) -> None:
        solution = set(next(position.completions(), ()))
        if not set(self.asserted) <= solution or solution & set(self.denied):
            raise StepError(f"{self.name}: the solution contradicts it")


def check_proof(theory: Theory, status: Sequence[int], proof: Sequence[ProofLine]) -> bool:
    """Whether each line of a refutation follows, by the clauses it names, from those before it."""
    known = bytearray(status)
    locked: list[int] = []
    for line in proof:
        for variable, clause in line.links:
            # Denied by a clause, with what is locked; or, refuted before, it is known already.
            if not is_entailed(theory, known, [max(clause, 0), *locked], -variable):
                return False
            known[variable] = FALSE
        if line.mark == "suppose":
            known[line.variable] = TRUE
        elif line.mark == "assert":
            if not is_entailed(theory, known, [line.clause], line.variable):
                return False
            known[line.variable] = TRUE
        elif line.mark == "locked":
            locked.append(line.clause)
        elif line.mark == "refute":
            if line.inner[-1].mark != "broken" or line.inner[0].variable != line.variable:
                return False
            if not check_proof(theory, known, line.inner):
                return False
            known[line.variable] = FALSE
        else:
            broken = theory.clauses[line.clause]
            return broken.exactly_one and all(known[v] == FALSE for v in broken.variables)
    return False


def broken_by(start: Position, steps: Sequence[LogicStep]) -> int | None:
    """The clause that these steps alone, taken one after another, leave without a candidate; None
    where there is none, or a step does not follow where it is taken."""
    position = start.copy()
    try:
        for step in steps:
            step.verify(position)
            position.take(step.asserted, step.denied)
    except StepError:
        return None
    return position.broken_clause


def kind_of(clause: Clause) -> int:
    """CELL, ROW, COLUMN, BOX, EXTRA or RULE."""
    if clause.house is None:
        return CELL if clause.rule is None else RULE
    return {"row": ROW, "column": COLUMN, "box": BOX}.get(clause.house.kind, EXTRA)


def link_clauses(theory: Theory, first: Sequence[int], second: Sequence[int]) -> tuple[int, ...]:
    """Clauses by which no candidate of one node is true beside one of the other: one that holds all
    of both, if there is one, else for each candidate of a node one with all of the other; () where
    the nodes are not linked."""
    both = common_clause(theory, first, second)
    if both >= 0:
        return (both,)
    for node, other in ((first, second), (second, first)):
        clauses = {common_clause(theory, node, (variable,)) for variable in other}
        if -1 not in clauses:
            return tuple(sorted(clauses))
    return ()


def common_clause(theory: Theory, first: Sequence[int], second: Sequence[int]) -> int:
    """The first clause that holds all of both; -1 where there is none."""
    shared = set(theory.occurrences[first[0]])
    for variable in (*first[1:], *second):
        shared &= set(theory.occurrences[variable])
    return min(shared, default=-1)
