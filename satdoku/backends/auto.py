"""The automatic engine: native first, a SAT solver if that would take too long.

Boards up to `SMALL` are searched natively, for `PATIENCE` conflicts at most. After that a solver
takes over: up to 25×25 glucose4 with the givens as assumptions; above, minicard (native
cardinality) if few cells are given, and kissat with triads otherwise. Measured on 36×36
boards with 45 % givens: kissat with triads 5 to 8 s, CP-SAT 8 to 13 s, others often over 20 s.

With the rules of a variant, the search on masks begins (`masks`): it decides most of such puzzles
before their clauses would be written, and counts solutions by going on. If it finds one or none,
that is the answer; the order of several is that of the solvers, as it always was, and if it gives
up, they take over. So the answers and their order do not depend on whether this machine has
compiled kernels. Where there is no such search (a rule without a propagator, clauses of one's own),
a compiled search on the clauses does the same (`kernels.any_theory.completing`): first briefly on
the clauses of the rules, then with the sums that cages and houses imply (`Theory.strengthened`).

Then three engines take turns, each time with more patience. Minicard and gluecard4 load the clauses
as they are, with the implied sums; CP-SAT models the rules directly (long sums are linear there,
not automata). `TURNS` is their order by the number of variables, as `benchmarks/turns.py` measures
and prints it. Gluecard4 keeps the learnt clauses that join few levels: minicard is as quick on
puzzles that take a few thousand conflicts, and slower or stuck on harder ones. Minicard has the
first turn, so that the order of several solutions stays as it was. The limits count work, not time:
so the answers, and their order, are the same on every machine.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import islice

from ..errors import EngineError
from ..inference.deduction import Deduction
from ..inference.search import Search
from ..layout import Layout
from ..theory import Theory
from .base import Backend, Capabilities, Clock, Completion, Completions, OutOfPatience
from .masks import MaskEngine
from .native import in_time

SMALL = 25
PATIENCE = 2000
#: Conflicts more for each of many completions that are counted.
EACH = 20
#: Completions after which the native search no longer gives up.
PLENTY = 500
#: Share of given cells from which on a large board goes to kissat.
MANY_GIVENS = 0.2
#: With rules: the work that the search on masks may take without finding a solution.
MASKS = 300_000_000
#: With rules: the limits of the compiled search on clauses, in conflicts and in conflicts times
#: clauses. A solver that learns loads the clauses in the time that 500 more take.
CONFLICTS, WORK = 1000, 5_000_000
#: The part of these limits that it first has on the theory without implied clauses: making these
#: takes longer than deciding half of the killers.
BRIEF = 4
#: CP-SAT with its own model of the rules.
WORDS = "cpsat-integers"
#: With rules: by the least number of variables, the engines in turn, and the first limit of each:
#: slices of conflicts, for CP-SAT deterministic seconds. `benchmarks/turns.py` prints this table.
TURNS = (
    (50_000, (("minicard", 8), (WORDS, 3), ("gluecard4", 6))),
    (0, (("minicard", 1), ("gluecard4", 48), (WORDS, 3))),
)
#: The growth factor of the limits.
GROWTH = 4


def patience_for(layout: Layout | None, limit: int = 0) -> int:
    """Return the conflicts of the native search after which another engine takes over.

    limit: the number of solutions wanted, each of which may take `EACH` conflicts more.
    """
    if layout and layout.constraints:
        return 1
    return PATIENCE + EACH * limit if layout is None or layout.size <= SMALL else 1


def has_rules(theory: Theory) -> bool:
    """Return whether the theory has more than the houses of a board."""
    return bool(theory.layout and theory.layout.constraints) or theory.has_helpers


def masks_for(theory: Theory) -> MaskEngine | None:
    """Return the search on masks, with a limit of its work, for a board with rules; None where it
    is not compiled, or does not take the board."""
    from ..kernels import library

    if not has_rules(theory) or library.current() is None:
        return None
    try:
        masks = MaskEngine(theory)
    except EngineError:
        return None
    masks.patience = MASKS
    return masks


class Auto(Backend):
    """Native, then a SAT solver."""

    name = "auto"
    capabilities = Capabilities("search", ("decisions", "conflicts"), propagation=True)

    def __init__(self, theory: Theory) -> None:
        super().__init__(theory)
        self._solvers: dict[str, Backend] = {}
        self._gave_up = not has_rules(theory)

    def find_number(self, assertions: Sequence[int], limit: int | None, clock: Clock) -> int:
        masks = self._masks(assertions)
        if masks:
            try:
                return masks.find_number(assertions, limit, clock)
            except OutOfPatience:
                self._gave_up = True
        elif limit == 2 and has_rules(self.theory):  # no matter which two
            known = self._few(assertions)
            clock.check()
            if known is not None:
                return len(known)
        return super().find_number(assertions, limit, clock)

    def find_boards(
        self, assertions: Sequence[int], limit: int | None, clock: Clock
    ) -> Completions:
        masks = self._masks(assertions)
        if masks and limit != 0:
            known: Iterable[Completion] | None
            known = self._one_or_none(masks.find_boards(assertions, 2, clock))
            if known is None:
                known = self._by_solvers(assertions, limit, clock)
            yield from map(self.theory.on_board, known)
            return
        yield from super().find_boards(assertions, limit, clock)

    def find(self, assertions: Sequence[int], limit: int | None, clock: Clock) -> Completions:
        if has_rules(self.theory):
            yield from self._in_turn(assertions, limit, clock)
            return
        self.statistics.calls += 1
        deduction = Deduction(self.theory)
        patience = patience_for(self.theory.layout)
        search = Search(deduction, in_time(deduction, clock), patience)
        found = set()
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
        for completion in self._solver(len(assertions)).find(assertions, limit, clock):
            if completion not in found:
                yield completion
                found.add(completion)
                if len(found) == limit:
                    return

    def _in_turn(self, assertions: Sequence[int], limit: int | None, clock: Clock) -> Completions:
        """Run the search on masks, or on clauses, then the solvers."""
        if limit == 0:
            return
        masks = self._masks(assertions)
        if masks:
            known = self._one_or_none(masks.find(assertions, 2, clock))
        else:
            known = self._few(assertions)
            clock.check()
        if known is not None and len(known) < 2:
            yield from known
        else:
            yield from self._by_solvers(assertions, limit, clock)

    def _by_solvers(
        self, assertions: Sequence[int], limit: int | None, clock: Clock
    ) -> Completions:
        """Run the engines in turn, each time with more patience."""
        found = set()
        turn = 0
        while True:
            engine = self._turn(turn)
            try:
                for full in engine.find(assertions, limit, clock):
                    # The auxiliary variables of implied clauses have the highest numbers, and
                    # completions are sorted.
                    completion = full[: bisect_right(full, self.theory.variable_count)]
                    if completion in found:
                        continue
                    # What was found is only remembered as long as another engine may find it again.
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

    def _masks(self, assertions: Sequence[int]) -> MaskEngine | None:
        """Return the search on masks; None if it cannot answer, or gave up before."""
        if self._gave_up:
            return None
        last = self.theory.board_variables
        on_board = all(0 < variable <= last for variable in assertions)
        return self._mask_engine if on_board else None

    @cached_property
    def _mask_engine(self) -> MaskEngine | None:
        masks = masks_for(self.theory)
        if masks:
            masks.statistics = self.statistics
        return masks

    def _one_or_none(self, found: Completions) -> list[Completion] | None:
        """Return the completions if there are fewer than two; None if more, or if the search on
        masks gives up."""
        try:
            known = list(islice(found, 2))
        except OutOfPatience:
            self._gave_up = True
            return None
        return known if len(known) < 2 else None

    def _few(self, assertions: Sequence[int]) -> list[Completion] | None:
        """Return the completions, up to two, by the compiled search; None if it gives up. After it
        gave up once it is not run again."""
        from ..kernels import library
        from ..kernels.any_theory.theory_tasks import AnyTheory

        if self._gave_up or library.current() is None:
            return None
        theory = self.theory
        if not all(0 < variable <= theory.variable_count for variable in assertions):
            return None
        patience = min(CONFLICTS, WORK // len(theory.exactly) + 1)
        self.statistics.calls += 1
        efforts = [patience]
        if theory.has_implied:  # making the implied clauses takes long: first without
            efforts.insert(0, patience // BRIEF + 1)
        for some in efforts:
            subject = theory if some < patience else theory.strengthened
            answer = AnyTheory(subject).completions(assertions, 2, some, theory.own_clauses)
            self.statistics.decisions += answer.decisions
            self.statistics.conflicts += answer.conflicts
            if not answer.gave_up:
                break
        self.statistics.propagated += not answer.decisions
        self._gave_up = answer.gave_up
        if answer.gave_up:
            return None
        return [full[: bisect_right(full, theory.variable_count)] for full in answer.found]

    def _turn(self, number: int) -> Backend:
        """Return the engine of a turn; minicard without a limit if there is no alternative."""
        if not (self.theory.layout and self.theory.layout.constraints):
            minicard = self._opened("minicard")
            minicard.patience = None  # auxiliary variables without a rule: CP-SAT has no model
            return minicard
        turns = next(turns for least, turns in TURNS if self.theory.variable_count >= least)
        again, place = divmod(number, len(turns))
        name, patience = turns[place]
        engine = self._opened(name)
        engine.patience = patience * GROWTH**again
        return engine

    def _solver(self, givens: int) -> Backend:
        """Return the engine for a theory without rules that the native search gave up."""
        layout = self.theory.layout
        if layout is None or layout.size <= SMALL:
            return self._opened("glucose4")
        if givens < MANY_GIVENS * layout.cell_count:
            return self._opened("minicard")
        return self._opened("kissat404", "triads")

    def _opened(self, name: str, encoding: str | None = None) -> Backend:
        from .registry import CARDINALITY, open_backend

        if name not in self._solvers:
            theory = self.theory.strengthened if name in CARDINALITY else self.theory
            self._solvers[name] = open_backend(name, theory, encoding)
            if has_rules(self.theory) and name in CARDINALITY:
                self._solvers[name].statistics = self.statistics
        return self._solvers[name]
