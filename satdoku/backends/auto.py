"""The automatic engine: native first, a SAT solver if that would take too long.

Boards up to `SMALL` are searched natively, for `PATIENCE` conflicts at most. After that a solver
takes over: up to 25×25 glucose4 with the givens as assumptions; above, minicard (native
cardinality) if few cells are given, and kissat with triads otherwise. Measured on 36×36
boards with 45 % givens: kissat with triads 5 to 8 s, CP-SAT 8 to 13 s, others often over 20 s.

With the rules of a variant, a compiled search without learning begins (`kernels.completing`): it
solves more than half of such puzzles in less time than any solver takes to load. Its answer counts
if there is one solution or none; if there are more, or if it gives up, the solvers take over. So
the answers and their order do not depend on whether this machine has compiled kernels.

Then minicard and CP-SAT alternate. Minicard loads the clauses as they are, with the sums that
cages and houses imply (`Theory.strengthened`). What it does not decide within a few slices of
conflicts goes to CP-SAT, which models the rules directly (long sums are linear there, not
automata), for some deterministic seconds; then minicard continues, each time for longer.
CPU milliseconds to load and to answer, minicard and CP-SAT, of those 15 puzzles of setters whose
rules with sums make 2,500 clauses or more, or whose rules make the most: 10 and 16, 12 and 20, 19
and 121, 21 and 77, 26 and 37, 57 and 509, 379 and 559, 114 and 79, 243 and 167; 5 to 7 and 12 to
117 of the other six. The limits count work, not time: so the answers, and their order, are the same
on every machine.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from ..errors import TimeLimitReached
from ..inference.deduction import Deduction
from ..inference.search import Search
from ..layout import Layout
from ..theory import Theory
from .base import Backend, Capabilities, Clock, Completion, OutOfPatience
from .native import in_time

if TYPE_CHECKING:
    from ..kernels.any_theory import AnyTheory

SMALL = 25
PATIENCE = 2000
#: Completions after which the native search no longer gives up.
PLENTY = 500
#: Share of given cells from which on a large board goes to kissat.
MANY_GIVENS = 0.2
#: With rules: the limits of the compiled search, in conflicts and in conflicts times clauses.
CONFLICTS, WORK = 2500, 5_000_000
#: With rules: first limits of minicard (slices of conflicts) and CP-SAT (deterministic seconds),
#: and their growth factor.
SLICES, SECONDS, GROWTH = 16, 12, 4
#: CP-SAT with its own model of the rules.
WORDS = "cpsat-integers"


def patience_for(layout: Layout | None) -> int:
    """Return the conflicts of the native search after which another engine takes over."""
    if layout and layout.constraints:
        return 1
    return PATIENCE if layout is None or layout.size <= SMALL else 1


def has_rules(theory: Theory) -> bool:
    """Return whether the theory has more than the houses of a board."""
    return theory.has_helpers or bool(theory.layout and theory.layout.constraints)


class Auto(Backend):
    """Native, then a SAT solver."""

    name = "auto"
    capabilities = Capabilities("search", ("decisions", "conflicts"), propagation=True)

    def __init__(self, theory: Theory) -> None:
        super().__init__(theory)
        self._solvers: dict[str, Backend] = {}
        self._compiled: AnyTheory | None = None
        self._gave_up = not has_rules(theory)

    def completions(
        self,
        assertions: Sequence[int],
        *,
        limit: int | None = None,
        time_limit: float | None = None,
    ) -> Iterator[Completion]:
        clock = Clock(time_limit)
        if has_rules(self.theory):
            yield from self._in_turn(assertions, limit, clock)
            return
        self.statistics.calls += 1
        deduction = Deduction(self.theory)
        search = Search(deduction, in_time(deduction, clock), self._patience)
        found: set[Completion] = set()
        if deduction.extend(list(assertions)):
            self.statistics.propagated += deduction.is_complete
            try:
                for completion in islice(search.completions(), limit):
                    if search.conflict_limit:
                        found.add(completion)
                    if len(found) == PLENTY:  # many solutions: native continues without a limit
                        search.conflict_limit = None
                        found.clear()
                    yield completion
            finally:
                self.statistics.decisions += search.decisions
                self.statistics.conflicts += search.conflicts
        if not search.gave_up or len(found) == limit:
            return
        solver = self._solver(len(assertions))
        try:
            for completion in solver.completions(assertions, limit=limit, time_limit=clock.left):
                if completion not in found:
                    yield completion
                    found.add(completion)
                    if len(found) == limit:
                        return
        except TimeLimitReached:
            raise clock.over() from None

    def _in_turn(
        self, assertions: Sequence[int], limit: int | None, clock: Clock
    ) -> Iterator[Completion]:
        """Run the compiled search, then minicard and CP-SAT alternately, each with more patience
        than before."""
        if limit == 0:
            return
        known = self._few(assertions)
        clock.check()
        if known is not None:
            yield from known
            return
        found: set[Completion] = set()
        turn = 0
        while True:
            engine = self._turn(turn)
            try:
                left = clock.left
                for full in engine.completions(assertions, limit=limit, time_limit=left):
                    completion = full[: bisect_right(full, self.theory.variable_count)]
                    if completion in found:
                        continue
                    if turn or engine.patience:
                        found.add(completion)
                    yield completion
                    if len(found) == limit:
                        return
                    if not turn and len(found) == PLENTY:  # many: minicard continues, unlimited
                        engine.patience = None
                        found.clear()
                return
            except OutOfPatience:
                turn += 1
            except TimeLimitReached:
                raise clock.over() from None

    def _few(self, assertions: Sequence[int]) -> list[Completion] | None:
        """Return the only completion, or [] if there is none, by the compiled search; None if it
        does not decide that. After it gave up once it is not run again."""
        from ..kernels import library
        from ..kernels.any_theory import AnyTheory

        if self._gave_up or library.current() is None:
            return None
        theory = self.theory
        if not all(0 < variable <= theory.variable_count for variable in assertions):
            return None
        if self._compiled is None:
            self._compiled = AnyTheory(theory.strengthened)
        patience = min(CONFLICTS, WORK // len(theory.members) + 1)
        answer = self._compiled.completions(assertions, 2, patience, theory.own_clauses)
        self.statistics.calls += 1
        self.statistics.decisions += answer.decisions
        self.statistics.conflicts += answer.conflicts
        self.statistics.propagated += not answer.decisions
        self._gave_up = answer.gave_up
        if answer.gave_up or len(answer.found) > 1:
            return None
        return [full[: bisect_right(full, theory.variable_count)] for full in answer.found]

    def _turn(self, number: int) -> Backend:
        """Return the engine of a turn; minicard without a limit if there is no alternative."""
        minicard = self._solver(0)
        if not (self.theory.layout and self.theory.layout.constraints):
            minicard.patience = None  # auxiliary variables without a rule: CP-SAT has no model
            return minicard
        if number % 2 == 0:
            minicard.patience = SLICES * GROWTH ** (number // 2)
            return minicard
        words = self._words()
        words.patience = SECONDS * GROWTH ** (number // 2)
        return words

    def _words(self) -> Backend:
        from .registry import open_backend

        if WORDS not in self._solvers:
            self._solvers[WORDS] = open_backend(WORDS, self.theory)
        return self._solvers[WORDS]

    @property
    def _patience(self) -> int:
        return patience_for(self.theory.layout)

    def _solver(self, givens: int) -> Backend:
        from .registry import open_backend

        layout = self.theory.layout
        if has_rules(self.theory):
            name, encoding = "minicard", None
        elif layout is None or layout.size <= SMALL:
            name, encoding = "glucose4", None
        elif givens < MANY_GIVENS * layout.cell_count:
            name, encoding = "minicard", None
        else:
            name, encoding = "kissat404", "triads"
        if name not in self._solvers:
            theory = self.theory.strengthened if name == "minicard" else self.theory
            self._solvers[name] = open_backend(name, theory, encoding)
            if has_rules(self.theory):
                self._solvers[name].statistics = self.statistics
        return self._solvers[name]
