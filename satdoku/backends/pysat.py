"""PySAT: any solver of its wheel, with the theory loaded once.

Up to `ASSUMED` cells a side the givens are assumptions, so that the solver keeps the theory and
its learnt clauses; larger boards get a fresh solver with the givens as unit clauses.
`propagate` runs first, if the solver has it: it decides half of the 17-clue puzzles completely.

Solvers with native cardinality take the clauses as they are. There an auxiliary variable that is
the complement of another variable becomes its negation: a fifth less to search (measured on 41
puzzles of the setters' index).

For each further completion, clauses under an activation literal block the earlier ones; the literal
is retired afterwards.

A kept solver slows down as such clauses pile up. It is replaced after `PUZZLES` calls or
`CONFLICTS` conflicts, whichever is first (measured: rates within 5 % of the best from 1,000 to
3,000 17-clue puzzles and from 10 to 40 hard ones, which take about 200 conflicts each).

Source: A. Ignatiev, A. Morgado, J. Marques-Silva, "PySAT" (SAT 2018); activation literals: N. Een,
N. Sorensson, "Temporal induction by incremental SAT solving" (2003).
"""

from __future__ import annotations

import atexit
import time
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeVar
from weakref import ref

from ..encodings.cnf.registry import encoding_named, usual_encoding
from ..errors import EngineError, need_pysat
from ..phrases import joined, phrase, verbatim
from ..record_types import Record
from ..theory import Theory
from ..workers.interrupts import held_back, undisturbed
from .base import Backend, Capabilities, Clock, Completion, Completions
from .calls import SLICE, solve_slice, solve_within
from .registry import CARDINALITY

Item = TypeVar("Item")

ASSUMED = 25
PUZZLES = 2000
CONFLICTS = 5000

DEFAULT = "glucose4"
#: What the solvers count.
COUNTED = ("decisions", "conflicts", "propagations", "restarts")
#: Solvers that cannot report what unit propagation implies.
NO_PROPAGATE = ("cadical103",)


class PySat(Backend):
    """One of PySAT's solvers; `encoding` is "native" or the name of an encoding as CNF."""

    capabilities = Capabilities("assumptions", COUNTED, propagation=True)

    def __init__(self, theory: Theory, solver: str = DEFAULT, encoding: str | None = None) -> None:
        super().__init__(theory)
        native = solver in CARDINALITY and encoding in (None, "native")
        if encoding == "native" and not native:
            raise EngineError(
                phrase(
                    "{name!s} does not support cardinality constraints: choose {names}, "
                    "or another encoding",
                    name=solver,
                    names=joined(map(verbatim, CARDINALITY), "{one} or {next}"),
                )
            )
        self.name = solver
        self.native = native
        self.encoding = None if native else encoding_named(encoding or usual_encoding(theory))
        self.assumes = theory.layout is None or theory.layout.size <= ASSUMED
        self.made_with: dict[str, bool] = {}
        self.parameters: Record = {}
        self.phases: list[int] = []
        self._cnf: list[Sequence[int]] | None = None
        self._kept: _LoadedSolver | None = None

    def configure(self, parameters: Mapping[str, Any]) -> None:
        from .pysat_parameters import MAKING, parameters_of

        read = parameters_of(self.name, parameters)
        self.made_with = {MAKING: bool(read.pop(MAKING))} if MAKING in read else {}
        self.parameters = read

    def prefer(self, literals: Iterable[int | str]) -> None:
        self.phases = self.hinted(literals)
        # (Phases are set when a solver is loaded.)
        self._kept = None

    def find(self, assertions: Sequence[int], limit: int | None, clock: Clock) -> Completions:
        self.statistics.calls += 1
        if limit == 0:
            return
        givens = list(dict.fromkeys(assertions))
        if self.assumes:
            yield from self._search(self._ready(), givens, limit, clock)
        else:
            yield from self._search(self._load(givens, clock), [], limit, clock)

    def load(self) -> None:
        if self.assumes:
            self._ready()

    def close(self) -> None:
        self._kept = None
        free_solvers()

    def _ready(self) -> _LoadedSolver:
        """Return the kept solver, replaced if it is worn."""
        if self._kept is None or self._kept.is_worn:
            self._kept = None
            self._kept = self._load([], literals=literals_of(self.theory) if self.native else None)
        return self._kept

    def _load(
        self,
        units: Sequence[int],
        clock: Clock | None = None,
        literals: Sequence[int] | None = None,
    ) -> _LoadedSolver:
        """Return a solver loaded with the theory and these units. clock: None if it is to be kept.
        literals: the literal that stands for each variable, None for itself."""
        need_pysat()
        from pysat.solvers import NoSuchSolverError, Solver

        free_solvers()
        try:
            kept = _LoadedSolver(Solver(self.name, **self.made_with), literals)
        except NoSuchSolverError:
            raise EngineError(
                phrase(
                    "PySAT was built without {name!s}: choose another of its solvers",
                    name=self.name,
                )
            ) from None
        solver = kept.solver
        for name, value in self.parameters.items():
            solver.configure({name: value})  # one by one: glucose42 takes one of several
        if self.native:
            kept.top = self.theory.variable_count
            _load_native(solver, self.theory, clock, literals)
        else:
            assert self.encoding is not None
            kept.top, _ = self.encoding.size(self.theory)
            if self.assumes and self._cnf is None:
                self._cnf = list(self.encoding.clauses(self.theory))
            clauses = self._cnf or self.encoding.clauses(self.theory)
            solver.append_formula(_ticking(clauses, clock))
        for unit in units:
            solver.add_clause([unit])
        if self.phases:
            solver.set_phases(kept.standing_for(self.phases))
        return kept

    def _search(
        self, kept: _LoadedSolver, givens: list[int], limit: int | None, clock: Clock
    ) -> Completions:
        solver, count = kept.solver, self.theory.variable_count
        start = time.perf_counter()
        before = _work(solver)
        kept.questions += 1
        found = 0
        activation = 0
        try:
            if givens and self.name not in NO_PROPAGATE:
                with undisturbed():
                    consistent, implied = solver.propagate(assumptions=givens)
                if not consistent:
                    self.statistics.propagated += 1
                    return
                decisive = kept.decisive(count)
                if len(implied) >= decisive:
                    decided = [literal for literal in implied if -count <= literal <= count]
                    if len(decided) == decisive:
                        self.statistics.propagated += 1
                        yield kept.true_among(decided)
                        return
            assumptions = givens
            while found != limit and solve_within(solver, assumptions, clock, self.patience):
                model = kept.true_of(solver.get_model()[:count])
                found += 1
                if found != limit:
                    if not activation:
                        kept.top += 1
                        activation = kept.top
                        assumptions = [*givens, activation]
                    # Without the givens the clause is shorter. That is right as long as they are
                    # assumed, and after this call the clause is retired.
                    held = set(givens)
                    on_board = self.theory.on_board(model)  # it decides the auxiliary variables
                    solver.add_clause([*[-v for v in on_board if v not in held], -activation])
                yield model
        finally:
            if activation:
                solver.add_clause([-activation])
            after = _work(solver)
            self.statistics.seconds += time.perf_counter() - start
            for name in COUNTED:
                done = getattr(self.statistics, name) + after[name] - before[name]
                setattr(self.statistics, name, done)
            kept.conflicts += after["conflicts"] - before["conflicts"]


def draw_completion(
    theory: Theory, assertions: Sequence[int], phases: Sequence[int], conflict_limit: int
) -> Completion | None:
    """Return a completion under the assertions, where minicard tries these phases first.

    () if there is none, None if none was found within the conflict limit.
    """
    kept = PySat(theory, "minicard")._load(assertions)
    solver = kept.solver
    solver.set_phases(list(phases))
    for _ in range(max(1, conflict_limit // SLICE)):
        if (answer := solve_slice(solver, [])) is not None:
            model = solver.get_model()[: theory.variable_count] if answer else []
            return tuple([variable for variable in model if variable > 0])
    return None


def literals_of(theory: Theory) -> list[int]:
    """Return for each variable the literal that stands for it: for an auxiliary variable that is
    the complement of another variable, that one's negation; otherwise the variable itself."""
    literals = list(range(theory.variable_count + 1))
    top = theory.board_variables
    if theory.has_helpers:
        for members, exactly in zip(theory.members, theory.exactly, strict=True):
            if len(members) == 2 and exactly and members[1] > top:
                literals[members[1]] = -literals[members[0]]
    return literals


def _load_native(
    solver: Any, theory: Theory, clock: Clock | None, literals: Sequence[int] | None
) -> None:
    """Load the clauses of a theory into a solver with native cardinality."""
    at_least_one, at_most = solver.solver.add_clause, solver.solver.add_atmost
    pairs: Iterable[tuple[Sequence[int], int]] = zip(theory.members, theory.exactly, strict=True)
    if literals:
        of_variable = literals.__getitem__
        translated = (tuple(map(of_variable, members)) for members in theory.members)
        pairs = zip(translated, theory.exactly, strict=True)
    if clock:
        pairs = _ticking(pairs, clock)
    for own, exactly in pairs:
        if len(own) == 2:
            # A variable and its negation: that clause defined a complement, for which the negation
            # now stands.
            if own[0] != -own[1]:
                if exactly:
                    at_least_one(own)
                at_least_one((-own[0], -own[1]))
        else:
            if exactly:
                at_least_one(own)
            if len(own) > 1:
                at_most(own, 1)


class _LoadedSolver:
    """A loaded solver. top: its highest variable; literals: what stands for each variable of the
    theory (None: itself); questions, conflicts: since it was loaded.

    When it is garbage-collected, its solver is left to `free_solvers`.
    """

    def __init__(self, solver: Any, literals: Sequence[int] | None = None) -> None:
        self.solver, self.literals = solver, literals
        self.top = self.questions = self.conflicts = 0
        _owned.add(_Owned(self))

    def standing_for(self, literals: Iterable[int]) -> list[int]:
        """Return the solver's literals for those of the theory."""
        own = self.literals or range(self.top + 1)
        return [own[v] if v > 0 else -own[-v] for v in literals]

    def decisive(self, count: int) -> int:
        """Return how many of the solver's variables decide the first `count` of the theory's."""
        return len(set(map(abs, self.literals[1:]))) if self.literals else count

    def true_of(self, model: Sequence[int]) -> Completion:
        """Return the theory's true variables, in increasing order. model: v or -v by variable."""
        if not self.literals:
            return tuple([literal for literal in model if literal > 0])
        true = set(model)
        return tuple([v for v, literal in enumerate(self.literals) if literal in true])

    def true_among(self, decided: Sequence[int]) -> Completion:
        """Do the same for literals that decide these variables, in any order."""
        if not self.literals:
            return tuple(sorted([literal for literal in decided if literal > 0]))
        return self.true_of(decided)

    @property
    def is_worn(self) -> bool:
        return self.questions >= PUZZLES or self.conflicts >= CONFLICTS


class _Owned(ref[_LoadedSolver]):
    """The solver of a `_LoadedSolver`, which outlives it.

    Python drops exceptions raised in a destructor, Ctrl-C too, and deleting a large solver takes
    milliseconds. So a `_LoadedSolver` has no destructor: C code alone puts its solver into
    `_orphans`.
    """

    __slots__ = ("solver",)
    solver: Any

    def __new__(cls, kept: _LoadedSolver) -> _Owned:
        made = super().__new__(cls, kept, _orphans.append)
        made.solver = kept.solver
        return made


_owned: set[_Owned] = set()
_orphans: deque[Any] = deque()


@atexit.register  # they cannot be deleted later, while the interpreter shuts down
def free_solvers() -> None:
    """Delete the solvers that are no longer kept. Signals are held back meanwhile."""
    if _orphans:
        with held_back(), suppress(IndexError):  # another thread frees them too
            while _orphans:
                orphan = _orphans.popleft()
                _owned.discard(orphan)
                orphan.solver.delete()
                del orphan


def _ticking(clauses: Iterable[Item], clock: Clock | None) -> Iterator[Item]:
    """Yield the clauses, with a check of the clock now and then."""
    for number, clause in enumerate(clauses):
        if clock and number % 4096 == 0:
            clock.check()
        yield clause


def _work(solver: Any) -> dict[str, int]:
    counted = dict.fromkeys(COUNTED, 0)
    with suppress(NotImplementedError):
        counted |= solver.accum_stats()
    return counted
