"""Short proofs that a puzzle has no other solution, and of single steps: depth-first search with
unit propagation that writes as few lemmas as it can.

A proof is a list of lemmas: clauses, each of which follows by unit propagation from the theory, the
givens and the earlier lemmas (RUP, reverse unit propagation). Where propagation stalls, the search
assumes a literal and recurses. Each contradiction (or the blocked solution) yields the lemma "not
all of the assumptions made so far". Among the literals that fail at once, it picks the one whose
negation propagates most; if none fails at once, the literal that itself propagates most.

Source: E. Goldberg, Y. Novikov, "Verification of proofs of unsatisfiability for CNF formulas"
(2003), for RUP.

`logged` runs a proof-logging solver in its own process, which reads a CNF and prints the lemmas. A
solver that logs a proof reacts to neither a time limit nor Ctrl-C; killing its process does both.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable

from ..backends.base import Clock
from ..errors import EngineError, need_pysat
from ..inference.deduction import OPEN, Deduction
from ..theory import Theory
from ..workers.process import own_command

Lemma = list[int]


class Prover:
    """Writes proofs over one theory with these givens; `lemmas` holds what was written so far.

    blocks: whether a full board also counts as a contradiction (it is the solution, which is
    excluded).
    """

    def __init__(
        self, theory: Theory, givens: Iterable[int], blocks: bool, time_limit: float | None = None
    ) -> None:
        self.deduction = Deduction(theory)
        self.deduction.extend(list(givens))
        self.blocks = blocks
        self.lemmas: list[Lemma] = []
        self.clock = Clock(time_limit)

    def contradict(self, path: Lemma | None = None) -> None:
        """Append lemmas until unit propagation contradicts the assumptions of the path.

        Precondition: every completion of the path is blocked. Raises `TimeLimitReached`, and
        `EngineError` if a completion exists that is not blocked.
        """
        deduction, path = self.deduction, path or []
        while not self._is_over:
            self.clock.check()
            if deduction.is_complete:
                raise EngineError(
                    "internal error: there is no proof, since the claim does not hold"
                )
            literal = self._choice()
            mark = deduction.mark()
            deduction.extend([literal])
            self.contradict([*path, literal])
            deduction.undo(mark)
            # The assumptions suffice as a lemma: what propagated from them propagates again in the
            # checker.
            self.lemmas.append([-x for x in (*path, literal)])
            deduction.extend([-literal])

    def derive(self, literal: int) -> list[Lemma]:
        """Return the lemmas that end in this literal, which must follow; it is asserted from now
        on."""
        start = len(self.lemmas)
        mark = self.deduction.mark()
        status = self.deduction.status[abs(literal)]
        if status == OPEN:
            self.deduction.extend([-literal])
            self.contradict([-literal])
            self.deduction.undo(mark)
            self.deduction.extend([literal])
        # Also where the literal is known by propagation: the checker must see each conclusion of a
        # step.
        self.lemmas.append([literal])
        return self.lemmas[start:]

    @property
    def _is_over(self) -> bool:
        return self.deduction.is_broken or (self.blocks and self.deduction.is_complete)

    def _choice(self) -> int:
        """Return the literal to assume next."""
        failing = []
        best = 0
        most = -1
        for literal in self._candidates():
            over, follows = self._probe(literal)
            if over:
                failing.append(literal)
            elif follows > most:
                best, most = literal, follows
        if not failing:
            return best
        # Each failing literal costs one lemma, its denial; so the one is taken whose denial leads
        # furthest. Of equal ones it is the first, so that a puzzle always has the same proof.
        probes = [(self._probe(-literal), -k) for k, literal in enumerate(failing)]
        return failing[-max(probes)[1]]

    def _probe(self, literal: int) -> tuple[bool, int]:
        """Return (whether assuming the literal ends the branch, how many literals propagate)."""
        deduction, mark = self.deduction, self.deduction.mark()
        deduction.extend([literal])
        over, follows = self._is_over, len(deduction.trail) - mark
        deduction.undo(mark)
        return over, follows

    def _candidates(self) -> list[int]:
        """Return the candidates of the shortest open clauses: those of length 2, else 3, else
        any."""
        deduction, unit = self.deduction, self.deduction.unit
        for most in (2, 3, deduction.at_most // unit):
            found = dict.fromkeys(
                v
                for c, left in enumerate(deduction.left)
                if 2 * unit <= left < (most + 1) * unit
                for v in deduction.theory.members[c]
                if deduction.status[v] == OPEN and deduction.theory.is_board(v)
            )
            if found:
                break
        return list(found)


def logged(cnf: str, solver: str, clock: Clock) -> list[Lemma]:
    """Return the lemmas that the solver logs for this CNF (DIMACS text).

    Deletions in the log are ignored: extra clauses cannot invalidate a RUP proof. Raises
    `TimeLimitReached`, and `EngineError` if the solver fails.
    """
    try:
        done = subprocess.run(
            own_command(__name__, solver),
            input=cnf,
            capture_output=True,
            text=True,
            check=False,
            timeout=clock.left,
        )
    except subprocess.TimeoutExpired:
        raise clock.over() from None
    if done.returncode:
        raise EngineError(f"{solver} failed with status {done.returncode}: use another prover")
    lines = done.stdout.splitlines()
    lemmas = [[int(x) for x in line.split()[:-1]] for line in lines if not line.startswith("d")]
    return [lemma for lemma in lemmas if lemma]


def main(solver_name: str) -> None:
    """Solve the CNF on standard input, and print the proof."""
    need_pysat()
    from pysat.formula import CNF
    from pysat.solvers import Solver

    with Solver(solver_name, CNF(from_string=sys.stdin.read()), with_proof=True) as solver:
        solver.solve()
        print("\n".join(solver.get_proof() or []))
