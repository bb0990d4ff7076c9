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

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from ..errors import EngineError, TimeLimitReached
from ..inference.deduction import Deduction
from ..inference.search import Search
from ..layout import Layout
from ..theory import Theory
from .base import Backend, Capabilities, Clock, Completion, Completions, OutOfPatience
from .masks import PLENTY, MaskEngine, are_on_board
from .native import in_time

if TYPE_CHECKING:
    import numpy as np

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


class _Run:
    """The search on masks for one call, which goes on where it stopped.

    masks: None for a board that it cannot take. given: the boards that the caller has, all as long
    as an engine may find them again. others: solutions that the search has found and the caller
    does not have.
    """

    def __init__(
        self, masks: MaskEngine | None, assertions: Sequence[int], full: bool = False
    ) -> None:
        self.masks = masks
        self.given: set[Completion] = set()
        self.others: set[Completion] = set()
        self._full = full
        self._search = masks and masks.begin(assertions)

    def found(self, limit: int | None, clock: Clock, patience: int) -> Iterator[np.ndarray]:
        """Yield up to so many further solutions in arrays; raise `OutOfPatience`."""
        assert self.masks and self._search
        self.masks.patience = patience
        return self.masks.proceed(self._search, limit, clock)

    def completed(self, board: Completion) -> Completion:
        """Return a solution as the caller wants it."""
        return self.masks.completed(board) if self._full and self.masks else board

    def decide(self, patience: int, clock: Clock) -> list[Completion] | None:
        """Return the solutions that the caller does not have, if the search on masks tells that
        there is at most one; else None."""
        if not (self._search and _is_compiled()):
            return None
        self.others -= self.given
        try:
            while len(self.others) < 2:
                if self._search.is_over:
                    return [self.completed(board) for board in self.others]
                for block in self.found(2 - len(self.others), clock, patience):
                    self.others.update(self._not_given(block))
        except OutOfPatience:
            pass
        return None

    def _not_given(self, block: np.ndarray) -> set[Completion]:
        assert self.masks
        return set(self.masks.boards_of(block)) - self.given


class Auto(Backend):
    """Native, then a SAT solver."""

    name = "auto"
    capabilities = Capabilities("search", ("decisions", "conflicts"), propagation=True)

    def __init__(self, theory: Theory) -> None:
        super().__init__(theory)
        self._solvers: dict[str, Backend] = {}
        #: Whether the search on masks does not try to decide before the solvers: in an earlier call
        #: it gave up, or somebody knows that it would.
        self.gave_up = False

    def find_number(self, assertions: Sequence[int], limit: int | None, clock: Clock) -> int:
        masks = self._masks(assertions)
        if not masks or self.gave_up or not _is_compiled():
            return super().find_number(assertions, limit, clock)
        run = _Run(masks, assertions)
        number = 0
        few = []
        try:
            try:
                for block in run.found(limit, clock, MASKS):
                    if number < PLENTY:  # it does not give up with more
                        few.append(block)
                    number += len(block)
                return number
            except OutOfPatience:
                self.gave_up = True
            for block in few:
                run.given.update(masks.boards_of(block))
            for _ in self._by_solvers(assertions, limit, clock, run):
                number += 1
        except TimeLimitReached as error:
            error.found = number
            raise
        return number

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
        run = _Run(self._masks(assertions), assertions, full)
        if run.masks:
            try:
                for block in run.found(limit, clock, LISTING):
                    for board in run.masks.boards_of(block):
                        if len(run.given) < PLENTY:  # it does not give up with more
                            run.given.add(board)
                        yield run.completed(board)
                return
            except OutOfPatience:
                pass
        if not self.gave_up:
            others = run.decide(MASKS, clock)
            if others is not None:
                yield from others
                return
            self.gave_up = True
        yield from self._by_solvers(assertions, limit, clock, run)

    def _by_solvers(
        self, assertions: Sequence[int], limit: int | None, clock: Clock, run: _Run
    ) -> Completions:
        """Run the engines in turn, each time with more patience, up to `limit` solutions with those
        given before; the search on masks has a turn in each round."""
        left = limit and limit - len(run.given)
        yield from islice(self._in_turn(assertions, limit, clock, run), left)

    def _in_turn(
        self, assertions: Sequence[int], limit: int | None, clock: Clock, run: _Run
    ) -> Completions:
        on_board = self.theory.on_board
        turn = 0
        place_of_masks = 0 if self.theory.variable_count >= LARGE else 1
        while True:
            again, place = divmod(turn, len(self._turns))
            if place == place_of_masks:
                others = run.decide(MASKS * GROWTH ** (2 * again + 2 - place), clock)
                if others is not None:
                    yield from others
                    return
            engine = self._turn(turn)
            try:
                for completion in engine.find(assertions, limit, clock):
                    board = on_board(completion)
                    if board in run.given:
                        continue
                    # Only remembered as long as another engine may find it again.
                    if turn or engine.patience:
                        run.given.add(board)
                    yield completion
                    # many: minicard continues, unlimited
                    if not turn and len(run.given) >= PLENTY:
                        engine.patience = None
                return
            except OutOfPatience:
                turn += 1

    def _masks(self, assertions: Sequence[int]) -> MaskEngine | None:
        """Return the search on masks; None if it cannot take the board or the assertions."""
        if are_on_board(assertions, self.theory.board_variables):
            return self._mask_engine
        return None

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
