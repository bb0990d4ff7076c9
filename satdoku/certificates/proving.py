"""Short proofs that a puzzle has no other solution, and of single steps: depth-first, with unit
propagation, writing as little as it can.

A proof is a list of lemmas, clauses each of which follows by unit propagation from the theory, the
givens and the lemmas before it (RUP). Where the base rules stick, suppose a literal: at a
contradiction (or at the solution, which is blocked) its opposite is a lemma, under what was
supposed before. Of the literals that fail at once the one is taken after which the most follows;
where none does, the one from which the most follows.

Source: E. Goldberg, Y. Novikov, "Verification of proofs of unsatisfiability for CNF formulas"
(2003), for RUP.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..backends.base import Clock
from ..errors import EngineError
from ..inference.deduction import OPEN, Deduction
from ..theory import Theory

Lemma = list[int]


class Prover:
    """Proofs over one theory with these givens; `lemmas` is what was written.

    blocks: a board that is full is a contradiction too (it is the solution, which is forbidden).
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
        """Write lemmas until unit propagation contradicts the suppositions of the path.

        There must be no completion with them but one that is blocked. Raises `TimeLimitReached`.
        """
        deduction, path = self.deduction, path or []
        while not self._is_over:
            self.clock.check()
            if deduction.is_complete:
                raise EngineError("a proof was asked of what does not follow")
            literal, mark = self._choice(), deduction.mark()
            deduction.extend([literal])
            self.contradict([*path, literal])
            deduction.undo(mark)
            self.lemmas.append([-x for x in (*path, literal)])
            deduction.extend([-literal])

    def derive(self, literal: int) -> list[Lemma]:
        """The lemmas that end in this literal, which follows; it is known from now on."""
        start, mark = len(self.lemmas), self.deduction.mark()
        status = self.deduction.status[abs(literal)]
        if status == OPEN:
            self.deduction.extend([-literal])
            self.contradict([-literal])
            self.deduction.undo(mark)
            self.deduction.extend([literal])
        self.lemmas.append([literal])
        return self.lemmas[start:]

    @property
    def _is_over(self) -> bool:
        return self.deduction.is_broken or (self.blocks and self.deduction.is_complete)

    def _choice(self) -> int:
        """The literal to suppose next."""
        failing, best, most = list[int](), 0, -1
        for literal in self._candidates():
            over, follows = self._probe(literal)
            if over:
                failing.append(literal)
            elif follows > most:
                best, most = literal, follows
        if not failing:
            return best
        probes = [(self._probe(-literal), -k) for k, literal in enumerate(failing)]
        return failing[-max(probes)[1]]

    def _probe(self, literal: int) -> tuple[bool, int]:
        """(whether it is over with the literal, how much follows)."""
        deduction, mark = self.deduction, self.deduction.mark()
        deduction.extend([literal])
        over, follows = self._is_over, len(deduction.trail) - mark
        deduction.undo(mark)
        return over, follows

    def _candidates(self) -> list[int]:
        """The candidates of the clauses with the fewest: two, else three, else any."""
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
