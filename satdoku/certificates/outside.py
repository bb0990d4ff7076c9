"""Proofs for checkers of others: LRAT from the lemmas of a certificate, and VeriPB from the theory.

A line of LRAT is a lemma with the clauses that refute its negation, in the order in which unit
propagation uses them; so its checkers search for nothing, and cake_lpr is one that is verified.

VeriPB reads pseudo-Boolean constraints: the theory as `export --to opb` writes it, rules included,
so nothing depends on how a CNF states a rule. A line `v` logs a solution and adds the constraint
that excludes it; then lemmas lead to a contradiction, if there is no other solution.

Sources: L. Cruz-Filipe et al., "Efficient certified RAT verification" (CADE 2017); S. Gocht,
"Certifying correctness for combinatorial algorithms" (thesis, 2022).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from ..encodings.exporting import export
from ..encodings.files.problem import Problem
from ..errors import PuzzleError
from ..formats.programs.certificate import grid_in
from ..theory import Theory
from .certificate import Certificate
from .certifying import certify
from .formulas import clauses_in
from .proving import Lemma, Prover

#: A puzzle that unit propagation does not solve (A. Inkala, 2012), and one without a solution: a 5
#: of it is a 2.
HARDEST = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
BROKEN = HARDEST.replace("457", "427")


def lrat(certificate: Certificate) -> str:
    """Return the main refutation of `certificate.cnf` as LRAT; raise `PuzzleError` if there is
    none."""
    known = _Traced(clauses_in(certificate.cnf))
    lines = []
    for lemma in [*certificate.proof, ()]:
        hints = known.refute([-literal for literal in lemma])
        known.add([*lemma])
        numbers = [len(known.clauses), *lemma, 0, *hints, 0]
        lines.append(" ".join(map(str, numbers)))
    return "\n".join([*lines, ""])


class _Traced:
    """Unit propagation that remembers why each literal is true. Clauses are numbered from 1.

    reason: the number of the clause that made a literal true, 0 for an assumption, by literal in
    the order in which they became true.
    """

    def __init__(self, cnf: Iterable[Lemma]) -> None:
        self.clauses: list[Lemma] = []
        self.watching: dict[int, list[int]] = defaultdict(list)
        self.reason: dict[int, int] = {}
        self.conflict = 0
        for clause in cnf:
            self.add(clause)

    def add(self, clause: Lemma) -> None:
        """Add a clause, and all that follows."""
        # Literals that are not false come first, since the first two are watched.
        ordered = sorted(set(clause), key=lambda literal: -literal in self.reason)
        self.clauses.append(ordered)
        number = len(self.clauses)
        for literal in ordered[:2]:
            self.watching[literal].append(number)
        if self.conflict:
            return
        if not ordered:
            self.conflict = number
        elif all(-literal in self.reason for literal in ordered[1:]):
            self.conflict = self._extend([(ordered[0], number)])

    def refute(self, literals: Iterable[int]) -> list[int]:
        """Return the numbers of the clauses that contradict the literals, in order of use."""
        before = len(self.reason)
        conflict = self.conflict or self._extend([(literal, 0) for literal in literals])
        if not conflict:
            raise ValueError("a lemma does not follow by unit propagation")
        used = [conflict]
        needed = {-literal for literal in self._clause(conflict)}
        # Backwards from the conflict: a clause is named only if a later one needs its literal, so
        # the hints are few, and turned around they are in the order of their use.
        for literal in reversed(self.reason):
            number = self.reason[literal]
            if number and literal in needed:
                used.append(number)
                needed.update(-other for other in self._clause(number) if other != literal)
        # The watches stay: taking assumptions back makes no literal false.
        for literal in [*self.reason][before:]:
            del self.reason[literal]
        return used[::-1]

    def _clause(self, number: int) -> Lemma:
        return self.clauses[number - 1]

    def _extend(self, news: list[tuple[int, int]]) -> int:
        """Make literals true for the reasons given; return the number of a clause that is broken
        (0: none). For a literal that is already false that is its reason, or the reason of its
        opposite."""
        for literal, number in news:  # the list grows while it is read
            if -literal in self.reason:
                return number or self.reason[-literal]
            if literal not in self.reason:
                self.reason[literal] = number
                news += self._units_after(-literal)
        return 0

    def _units_after(self, false: int) -> list[tuple[int, int]]:
        units = []
        for number in self.watching.pop(false, ()):
            clause = self._clause(number)
            # The two watched literals stand first; of these the one that became false is the
            # second.
            if clause[0] == false and len(clause) > 1:
                clause[0], clause[1] = clause[1], clause[0]
            for k in range(2, len(clause)):
                if -clause[k] not in self.reason:
                    clause[1], clause[k] = clause[k], clause[1]
                    break
            else:
                # The other watched literal may be true already: `_extend` passes over it.
                units.append((clause[0], number))
            watched = clause[1] if len(clause) > 1 else clause[0]
            self.watching[watched].append(number)
        return units


def veripb(certificate: Certificate) -> tuple[str, str]:
    """Return (the OPB file of the puzzle, a proof for VeriPB, version 1.1 of its format) of a claim
    about solutions: proper, none, all or at-least; raise `PuzzleError` for other claims."""
    puzzle = certificate.puzzle
    record = certificate.record()
    if "solution" not in record and "solutions" not in record:
        raise PuzzleError("VeriPB proofs are of proper, none, all and at-least")
    theory = Theory.of(puzzle.layout)
    texts = [record["solution"]] if "solution" in record else record["solutions"]
    grids = [grid_in(text, puzzle.layout) for text in texts]
    lines = []
    for grid in grids:
        true = " ".join(f"x{v}" for v in grid.givens)
        lines.append(f"v {true}")
    if certificate.claims[0] != "at-least":
        prover = Prover(theory, puzzle.givens, blocks=bool(grids))
        prover.contradict()
        for lemma in [*prover.lemmas, []]:
            terms = " ".join(map(_term, lemma))
            lines.append(f"rup {terms} >= 1 ;")
        # VeriPB numbers all constraints, an equation as two; the last line is the contradiction.
        equal = len(theory.exactly) + sum(theory.exactly) + 2 * len(puzzle.givens)
        lines.append(f"c {equal + len(lines)}")
    text = "\n".join(["pseudo-Boolean proof version 1.1", "f", *lines, ""])
    return export(Problem.of(puzzle), "opb").text(), text


def _term(literal: int) -> str:
    sign = "~" if literal < 0 else ""
    return f"1 {sign}x{abs(literal)}"


def puzzles_with_proofs() -> dict[str, str]:
    """Return, for the published files, a puzzle with its model, and one without a solution with its
    proof: texts by file name."""
    one = certify(HARDEST, ["proper"])
    none = certify(BROKEN, ["none"])
    solution = one.solution
    assert solution
    model = " ".join(map(str, solution.givens))
    page = [
        "# puzzles",
        "",
        f"- `one.cnf` is the puzzle `{HARDEST}`, and `one.model` its model, as a solver prints it: "
        "`satdoku decode one.model --cnf one.cnf`.",
        "- `other.cnf` is the same with one clause more, which excludes this solution; "
        "`other.lrat` proves that there is no other: `cake_lpr other.cnf other.lrat`.",
        f"- `none.cnf` is `{BROKEN}`, a puzzle without a solution, and `none.lrat` its proof.",
        "",
        "`satdoku verify --dimacs one.cnf` proves that these clauses are the puzzle's.",
        "",
    ]
    return {
        "puzzles/README.md": "\n".join(page),
        "puzzles/one.cnf": export(one.puzzle).text(),
        "puzzles/one.model": f"s SATISFIABLE\nv {model} 0\n",
        "puzzles/other.cnf": one.cnf,
        "puzzles/other.lrat": lrat(one),
        "puzzles/none.cnf": none.cnf,
        "puzzles/none.lrat": lrat(none),
    }
