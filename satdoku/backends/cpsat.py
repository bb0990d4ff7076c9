"""CP-SAT (OR-Tools), with Booleans or integers: one model is kept, only its domains change.

One worker and a fixed seed, so that the same question has the same answer. Completions beyond the
first come from its enumeration, in rounds that each find more than the one before.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from threading import Event, Thread
from typing import Any

from ..encodings.cpsat import CpSatModel
from ..errors import EngineError
from ..inference.deduction import Deduction
from ..interrupts import held_back
from ..theory import Theory
from .base import Backend, Capabilities, Clock, Completion, OutOfPatience

#: Completions looked for in the first round of enumeration, and growth from round to round.
FIRST_ROUND, GROWTH = 2, 32


class CpSat(Backend):
    """CP-SAT on the model with "booleans" or "integers"."""

    capabilities = Capabilities("domains", ("decisions", "conflicts", "propagations"), seeded=True)

    def __init__(
        self, theory: Theory, model: str = "booleans", seed: int = 0, workers: int = 1
    ) -> None:
        super().__init__(theory)
        self.name = "cpsat" if model == "booleans" else f"cpsat-{model}"
        self.built = CpSatModel(theory, model)
        self.seed, self.workers = seed, workers
        self._deduction: Deduction | None = None

    def completions(
        self,
        assertions: Sequence[int],
        *,
        limit: int | None = None,
        time_limit: float | None = None,
    ) -> Iterator[Completion]:
        clock = Clock(time_limit)
        self.statistics.calls += 1
        givens = tuple(assertions)
        seen: set[Completion] = set()
        round_limit = 1 if limit == 1 else FIRST_ROUND
        while limit is None or len(seen) < limit:
            wanted = round_limit if limit is None else min(limit, round_limit)
            found, stopped = self._enumerate(givens, wanted, clock)
            for completion in found:
                if completion not in seen:
                    seen.add(completion)
                    yield completion
            if stopped:
                raise stopped
            if len(found) < wanted:
                return
            round_limit *= GROWTH

    def _enumerate(
        self, givens: tuple[int, ...], wanted: int, clock: Clock
    ) -> tuple[list[Completion], EngineError | None]:
        """Up to `wanted` completions, fewer if there are no more, or if something stopped it."""
        from ortools.sat.python import cp_model

        if not self.built.fix(givens):
            return [], None
        solver = cp_model.CpSolver()
        parameters: Any = solver.parameters
        parameters.num_workers = self.workers if wanted == 1 else 1
        parameters.random_seed = self.seed % 2**31
        parameters.catch_sigint_signal = False
        if (left := clock.left) is not None:
            parameters.max_time_in_seconds = left
        if self.patience is not None:
            parameters.max_deterministic_time = float(self.patience)
        start = time.perf_counter()
        collected: list[Completion] = []
        if wanted == 1:
            status = _interruptible(solver, self.built.model)
            if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
                collected.append(self._completion(solver))
        else:
            parameters.enumerate_all_solutions = True
            collector = self._collector(collected, wanted)
            status = _interruptible(solver, self.built.model, collector)
        self.statistics.seconds += time.perf_counter() - start
        self.statistics.decisions += solver.num_branches
        self.statistics.conflicts += solver.num_conflicts
        if status == cp_model.MODEL_INVALID:
            raise EngineError(f"{self.name} refuses its model: {self.built.model.validate()}")
        if len(collected) == wanted or status in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
            return collected, None
        if self.patience is not None:
            clock.check()
            raise OutOfPatience
        if left is None:
            return collected, EngineError(f"{self.name} stopped without an answer")
        return collected, clock.over()

    def _completion(self, solver: Any) -> Completion:
        found = self.built.completion([solver.value(x) for x in self.built.variables])
        if self.built.kind == "booleans" or not self.theory.helper_names:
            return found
        return self._with_helpers(found)

    def _with_helpers(self, board: Completion) -> Completion:
        """What the base rules make of a full board: they decide the helper variables."""
        self._deduction = self._deduction or Deduction(self.theory)
        deduction = self._deduction
        start = deduction.mark()
        if not deduction.extend(list(board)) or not deduction.is_complete:
            raise EngineError(f"{self.name} gave a board that breaks a clause: please report it")
        whole = tuple(sorted(deduction.asserted))
        deduction.undo(start)
        return whole

    def _collector(self, collected: list[Completion], wanted: int) -> Any:
        from ortools.sat.python import cp_model

        backend = self

        class Collector(cp_model.CpSolverSolutionCallback):
            def on_solution_callback(self) -> None:
                collected.append(backend._completion(self))
                if len(collected) >= wanted:
                    self.stop_search()

        return Collector()


def _interruptible(solver: Any, model: Any, callback: Any = None) -> Any:
    """The solver's status; solved in a thread, since CP-SAT does not survive every Ctrl-C."""
    status: list[Any] = []
    done = Event()  # Thread.join cannot be trusted after an interrupt (Python 3.11)

    def solve() -> None:
        try:
            status.append(solver.solve(model, callback))
        finally:
            done.set()

    thread = Thread(target=solve)
    try:
        with held_back():
            thread.start()
        done.wait()
    except BaseException:
        with held_back():
            while thread.ident and not done.is_set():
                solver.stop_search()  # not heard before the search has begun: said again
                done.wait(0.05)
        raise
    if not status:
        raise EngineError("CP-SAT failed: its words are on standard error")
    return status[0]
