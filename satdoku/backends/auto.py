"""The automatic engine: native first, a SAT solver if that would take too long.

Boards up to `SMALL` are searched natively, for `PATIENCE` conflicts at most. After that a solver
takes over: up to 25×25 glucose4 with the givens as assumptions; above, minicard (native
cardinality) if few cells are given, and kissat with triads otherwise. Measured on 36×36
boards with 45 % givens: kissat with triads 5 to 8 s, CP-SAT 8 to 13 s, others often over 20 s.

With the rules of a variant, the search on masks begins (`masks`). It lists solutions by going on,
until it finds none for `LISTING` of work. Where kernels are compiled, it then decides whether there
is at most one more. If there may be more, or it gives up, solvers take over and skip what was
found. So neither the answers nor their order depend on whether this machine has compiled kernels:
what is listed and where that stops is the same in the interpreter, and one solution has no order.

Then three engines and the search on masks take turns, each time with more patience. Minicard and
gluecard4 load the clauses as they are; CP-SAT models the rules directly (long sums are linear
there, not automata). `TURNS` is their order by the number of variables, as `benchmarks/turns.py`
measures and prints it. Gluecard4 keeps the learnt clauses that join few levels: minicard is as
quick on puzzles that take a few thousand conflicts, and slower or stuck on harder ones. Minicard
has the first turn, so that the order of solutions does not depend on the table. The limits count
work, not time: so the answers, and their order, are the same on every machine.

Tried, on puzzles of a setters' index and killers that the search on masks does not decide, and left
out: to hand on what listing has proved of cells (12.1 s instead of 13.4 for six puzzles, but one
took 2.2 s instead of 1.5; what it proves, the givens mostly imply at once), and to give the solvers
implied sums, sets of digits in sandwiches and unions of alternatives (13 s instead of 12 for nine
killers; the same puzzles of the index stay undecided).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import islice

from ..errors import EngineError
from ..inference.deduction import Deduction
from ..inference.search import Search
from ..layout import Layout
from ..theory import Theory
from .base import Backend, Capabilities, Clock, Completion, Completions, OutOfPatience
from .masks import PLENTY, MaskEngine
from .native import in_time

SMALL = 25
PATIENCE = 2000
#: Conflicts more for each of many completions that are counted.
EACH = 20
#: Share of given cells from which on a large board goes to kissat.
MANY_GIVENS = 0.2
#: With rules: the work without a new solution after which the search on masks lists no more (half a
#: second in the interpreter), and the work after which it does not decide either.
LISTING, MASKS = 5_000_000, 1_000_000_000
#: The number of variables from which on it is the first in each round, not the second: solvers take
#: seconds to load so many.
LARGE = 50_000
#: CP-SAT with its own model of the rules.
WORDS = "cpsat-integers"
#: With rules: by the least number of variables, the engines in turn, and the first limit of each:
#: slices of conflicts, for CP-SAT deterministic seconds. `benchmarks/turns.py` prints this table.
TURNS = (
    (LARGE, (("minicard", 8), (WORDS, 3), ("gluecard4", 6))),
    (0, (("minicard", 1), ("gluecard4", 48), (WORDS, 3))),
)
#: The growth factor of the limits (its square for the search on masks, which begins with it on
#: small theories).
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


def _is_compiled() -> bool:
    """Return whether the search on masks is quick enough to decide what it does not list."""
    from ..kernels import library

    return library.current() is not None


class Auto(Backend):
    """Native, then a SAT solver."""

    name = "auto"
    capabilities = Capabilities("search", ("decisions", "conflicts"), propagation=True)

    def __init__(self, theory: Theory) -> None:
        super().__init__(theory)
        self._solvers: dict[str, Backend] = {}
        #: Whether the search on masks no longer tries to decide.
        self._gave_up = False

    def find_number(self, assertions: Sequence[int], limit: int | None, clock: Clock) -> int:
        masks = self._masks(assertions)
        if masks and not self._gave_up and _is_compiled():
            masks.patience = MASKS
            try:
                return masks.find_number(assertions, limit, clock)
            except OutOfPatience:
                self._gave_up = True
        return super().find_number(assertions, limit, clock)

    def find_boards(
        self, assertions: Sequence[int], limit: int | None, clock: Clock
    ) -> Completions:
        if has_rules(self.theory):
            found = self._with_rules(assertions, limit, clock, full=False)
        else:
            found = self.find(assertions, limit, clock)
        yield from map(self.theory.on_board, found)

    def find(self, assertions: Sequence[int], limit: int | None, clock: Clock) -> Completions:
        if has_rules(self.theory):
            yield from self._with_rules(assertions, limit, clock, full=True)
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

    def _with_rules(
        self, assertions: Sequence[int], limit: int | None, clock: Clock, full: bool
    ) -> Completions:
        """Run the search on masks, then the solvers. full: with auxiliary variables always."""
        if limit == 0:
            return
        on_board = self.theory.on_board
        found: set[Completion] = set()
        masks = self._masks(assertions)
        if masks:
            search = masks.find if full else masks.find_boards
            masks.patience = LISTING
            try:
                for completion in search(assertions, limit, clock):
                    if len(found) < PLENTY:  # it does not give up with more
                        found.add(on_board(completion))
                    yield completion
                return
            except OutOfPatience:
                pass

        def decide(patience: int) -> list[Completion] | None:
            """Return the solutions not found yet, if the search on masks tells that there is at
            most one; else None."""
            if not (masks and _is_compiled()):
                return None
            masks.patience = patience
            others: list[Completion] = []
            try:
                for completion in search(assertions, len(found) + 2, clock):
                    if on_board(completion) not in found:
                        others.append(completion)
            except OutOfPatience:
                return None
            return others if len(others) < 2 else None

        if not self._gave_up:
            others = decide(MASKS)
            if others is not None:
                yield from others
                return
            self._gave_up = True
        left = limit and limit - len(found)
        completions = self._by_solvers(assertions, limit, clock, found, decide)
        for completion in islice(completions, left):
            yield completion

    def _by_solvers(
        self,
        assertions: Sequence[int],
        limit: int | None,
        clock: Clock,
        found: set[Completion],
        decide: Callable[[int], list[Completion] | None],
    ) -> Completions:
        """Run the engines in turn, each time with more patience. found: boards to skip. decide: the
        search on masks, which has a turn in each round."""
        on_board = self.theory.on_board
        turn = 0
        place_of_masks = 0 if self.theory.variable_count >= LARGE else 1
        while True:
            again, place = divmod(turn, len(self._turns))
            if place == place_of_masks:
                others = decide(MASKS * GROWTH ** (2 * again + 2 - place))
                if others is not None:
                    yield from others
                    return
            engine = self._turn(turn)
            try:
                for completion in engine.find(assertions, limit, clock):
                    board = on_board(completion)
                    if board in found:
                        continue
                    # Only remembered as long as another engine may find it again.
                    if turn or engine.patience:
                        found.add(board)
                    yield completion
                    if not turn and len(found) >= PLENTY:  # many: minicard continues, unlimited
                        engine.patience = None
                return
            except OutOfPatience:
                turn += 1

    def _masks(self, assertions: Sequence[int]) -> MaskEngine | None:
        """Return the search on masks; None if it cannot take the board or the assertions."""
        last = self.theory.board_variables
        is_on_board = all(0 < variable <= last for variable in assertions)
        return self._mask_engine if is_on_board else None

    @cached_property
    def _mask_engine(self) -> MaskEngine | None:
        if not has_rules(self.theory):
            return None
        try:
            masks = MaskEngine(self.theory)
        except EngineError:
            return None
        masks.statistics = self.statistics
        return masks

    @property
    def _turns(self) -> Sequence[tuple[str, int]]:
        """The engines in turn, and the first limit of each."""
        return next(turns for least, turns in TURNS if self.theory.variable_count >= least)

    def _turn(self, number: int) -> Backend:
        """Return the engine of a turn; minicard without a limit if there is no alternative."""
        if not (self.theory.layout and self.theory.layout.constraints):
            minicard = self._opened("minicard")
            minicard.patience = None  # auxiliary variables without a rule: CP-SAT has no model
            return minicard
        again, place = divmod(number, len(self._turns))
        name, patience = self._turns[place]
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
            self._solvers[name] = open_backend(name, self.theory, encoding)
            if has_rules(self.theory) and name in CARDINALITY:
                self._solvers[name].statistics = self.statistics
        return self._solvers[name]
