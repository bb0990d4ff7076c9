"""CP-SAT (OR-Tools), with Booleans or integers: the model is kept, only its domains change.

One worker and a fixed seed, so that the same call has the same answer. Completions beyond the first
come from its enumeration, in rounds that each find more than the one before.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Event, Thread
from typing import Any

from ..encodings.cpsat import CpSatModel
from ..errors import EngineError
from ..inference.deduction import Deduction
from ..phrases import phrase
from ..record_types import Record
from ..suggest import unknown
from ..theory import Theory, Variables
from ..workers.interrupts import held_back
from .base import Backend, Capabilities, Clock, Completion, Completions, OutOfPatience

#: The limit of the first round of enumeration, and its growth from round to round. A round begins
#: anew and finds the solutions of the rounds before once more: with this growth they are together
#: at most a thirtieth of the last one.
FIRST_ROUND, GROWTH = 2, 32
#: Parameters that satdoku sets for each call.
FIXED = ("max_time_in_seconds", "max_deterministic_time", "enumerate_all_solutions",
         "catch_sigint_signal")  # fmt: skip
SCALARS = (bool, int, float, str)


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
        self.parameters: Record = {}
        self._deduction: Deduction | None = None

    def configure(self, parameters: Mapping[str, Any]) -> None:
        from ortools.sat.python import cp_model

        usual = cp_model.CpSolver().parameters
        kinds = {name: type(getattr(usual, name)) for name in dir(usual) if name[0].islower()}
        known = [name for name, kind in kinds.items() if kind in SCALARS or _is_enum(kind)]
        for name, value in parameters.items():
            if name in FIXED:
                said = "satdoku sets {name!s} itself, from a time limit and the like"
                raise EngineError(phrase(said, name=name))
            if name not in known:
                listed_by = "sat_parameters.proto of OR-Tools"
                raise EngineError(unknown(name, known, "parameter of cpsat", listed_by))
            try:
                self.parameters[name] = _converted(kinds[name], value)
                # Set here once on parameters that nobody uses: OR-Tools refuses a value that does
                # not fit now, not in the midst of a search.
                setattr(usual, name, self.parameters[name])
            except (TypeError, ValueError, AttributeError, KeyError):
                kind = kinds[name]
                problem = phrase(
                    "{name!s}={value!s}: expected {kind!s}",
                    name=name,
                    value=value,
                    kind=kind.__name__,
                )
                if _is_enum(kind):
                    names = ", ".join(kind.__members__)
                    problem = phrase("{problem}, one of {names!s}", problem=problem, names=names)
                raise EngineError(problem) from None
        self.seed = self.parameters.pop("random_seed", self.seed)
        self.workers = self.parameters.pop("num_workers", self.workers)

    def prefer(self, literals: Iterable[int | str]) -> None:
        self.built.hint(self.hinted(literals))

    def find(self, assertions: Sequence[int], limit: int | None, clock: Clock) -> Completions:
        self.statistics.calls += 1
        givens = tuple(assertions)
        seen: dict[Variables, None] = {}
        but: tuple[Variables, ...] = ()
        round_limit = 1 if limit == 1 else FIRST_ROUND
        # CP-SAT calls back with each solution, so it cannot wait until the next one is asked for,
        # as a generator does: each round has a limit, and how many it needs is not known before.
        while limit is None or len(seen) < limit:
            wanted = round_limit if limit is None else min(limit - len(but), round_limit)
            round_ = self._enumerate(givens, wanted, clock, but)
            for values in round_.found:
                if values not in seen:
                    seen[values] = None
                    yield self._completion(values)
            if round_.stopped:
                raise round_.stopped
            # Rather than to let it find the same ones again and again, they are excluded: not at
            # once, since each exclusion makes the model larger.
            if round_.goes_round:
                but = tuple(seen)
            elif len(round_.found) < wanted:
                return
            else:
                round_limit *= GROWTH

    def _enumerate(
        self, givens: Variables, wanted: int, clock: Clock, but: Sequence[Variables]
    ) -> _Round:
        """Find up to `wanted` solutions other than `but`.

        Fewer if there are no more, if CP-SAT begins to repeat itself, or if an error stopped it.
        """
        from ortools.sat.python import cp_model

        round_ = _Round()
        if not self.built.fix(givens):
            return round_
        model = self.built.without(but)
        solver = cp_model.CpSolver()
        parameters = solver.parameters
        for name, value in self.parameters.items():
            setattr(parameters, name, value)
        # Enumeration needs a single worker.
        parameters.num_workers = self.workers if wanted == 1 else 1
        # The parameter is an integer of 32 bits with a sign, satdoku's seeds are larger.
        parameters.random_seed = self.seed % 2**31
        parameters.catch_sigint_signal = False
        left = clock.left
        # CP-SAT measures the time that passes; see `_interruptible`.
        if left is not None and not clock.is_of_processor:
            parameters.max_time_in_seconds = left
        if self.patience is not None:
            parameters.max_deterministic_time = float(self.patience)
        start = time.perf_counter()
        variables = self.built.variables
        if wanted == 1:
            status = _interruptible(solver, model, clock)
            if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
                round_.found[tuple([solver.value(x) for x in variables])] = None
        else:
            parameters.enumerate_all_solutions = True
            status = _interruptible(solver, model, clock, _collector(variables, round_, wanted))
        self.statistics.seconds += time.perf_counter() - start
        self.statistics.decisions += solver.num_branches
        self.statistics.conflicts += solver.num_conflicts
        if status == cp_model.MODEL_INVALID:
            raise EngineError(f"{self.name} rejected its model: {model.validate()}")
        done = status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
        # A search that is complete has found everything, however often.
        round_.goes_round = round_.goes_round and not done
        if done or len(round_.found) == wanted or round_.goes_round:
            return round_
        if self.patience is not None:
            clock.check()
            raise OutOfPatience
        late = left is not None
        round_.stopped = (
            clock.over() if late else EngineError(f"{self.name} stopped without an answer")
        )
        return round_

    def _completion(self, values: Sequence[int]) -> Completion:
        """Return the completion: the base rules decide the auxiliary variables of a full board."""
        found = self.built.completion(values)
        if self.built.kind == "booleans" or not self.theory.has_helpers:
            return found
        self._deduction = self._deduction or Deduction(self.theory)
        deduction = self._deduction
        start = deduction.mark()
        if not deduction.extend(list(found)) or not deduction.is_complete:
            raise EngineError(
                f"{self.name} returned a board that violates a clause: please report it"
            )
        whole = tuple(sorted(deduction.asserted))
        deduction.undo(start)
        return whole


def _is_enum(kind: Any) -> bool:
    return hasattr(kind, "__members__")


def _converted(kind: Any, value: Any) -> Any:
    """Return a parameter's value; text as the kind of its default."""
    if not isinstance(value, str):
        return value
    if kind is bool:
        return {"0": False, "1": True, "false": False, "true": True}[value.lower()]
    return kind.__members__[value.upper()] if _is_enum(kind) else kind(value)


@dataclass(slots=True)
class _Round:
    """The result of one enumeration.

    found: values of the model's variables. repeats: how often one of them was found again, since a
    rule may have variables of its own that a solution leaves open; goes_round: too often.
    """

    found: dict[Variables, None] = field(default_factory=dict)
    repeats: int = 0
    goes_round: bool = False
    stopped: EngineError | None = None


def _collector(variables: Sequence[Any], round_: _Round, wanted: int) -> Any:
    from ortools.sat.python import cp_model

    class Collector(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            values = tuple([self.value(x) for x in variables])
            round_.repeats += values in round_.found
            round_.found[values] = None
            # Some repetition is cheaper than a model with exclusions, but not more old than new.
            round_.goes_round = round_.repeats > len(round_.found)
            if round_.goes_round or len(round_.found) >= wanted:
                self.stop_search()

    return Collector()


def _interruptible(solver: Any, model: Any, clock: Clock, callback: Any = None) -> Any:
    """Return the solver's status. Solve in a thread, since Ctrl-C can break CP-SAT.

    CP-SAT itself looks at the time that passes, so a clock of the processor is looked at here.
    """
    status = []
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
        while not done.wait(clock.left if clock.is_of_processor else None):
            clock.check()
    except BaseException:
        with held_back():
            while thread.ident and not done.is_set():
                solver.stop_search()  # no effect before the search has begun: repeat it
                done.wait(0.05)
        raise
    if not status:
        raise EngineError("CP-SAT failed: see its messages on standard error")
    return status[0]
