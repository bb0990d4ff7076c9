"""Premises in a SAT solver: rules, clauses and candidates, each of which can be left out.

Each part has a guard, a variable that is assumed where the part is used. A rule's clauses are
written over variables of their own, which equal the board's where its guard holds, so that
auxiliary variables that rules share do not bind without the rule. Nothing is known of auxiliary
variables but what these clauses say.

Source: J. Marques-Silva, "Minimal Unsatisfiability: Models, Algorithms and Applications"
(ISMVL 2010), for `reduced`: one part after the other is left out and stays out if the rest implies
the goal.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, count
from typing import Any

from ..backends.calls import solve_slice
from ..cancellation import stop_if_cancelled
from ..errors import need_pysat
from ..geometry import Cells
from ..inference.deduction import DENIED, OPEN
from ..theory import Indexes
from .position import Position

#: Conflicts of searches that are given up: one of many, one for a claim, one that checks it.
FEW_CONFLICTS, SOME_CONFLICTS, MANY_CONFLICTS = 200, 40_000, 1_000_000
#: Conflicts of a short search after others were given up, at least.
FEWEST_CONFLICTS = 12
#: From so many parts on, the solver's own choice among them is taken, so that a rule of the whole
#: board does not ask for each of its cells; below, it is the order of the parts that decides.
MANY_PARTS = 40
#: ("rule", its place in the list), ("clause", its index) or ("cell", whose candidates are used).
Part = tuple[str, int]


class Premises:
    """What a claim may rest on.

    rules: the clauses of each; clauses: single ones; cells: those whose candidates are known.
    guards: by part, in this order. only_rules: whether rules alone are parts, and all else always
    holds. (What is known to be false is then left out, which most clauses are made of.)
    """

    def __init__(
        self,
        position: Position,
        rules: Sequence[Indexes],
        clauses: Indexes,
        cells: Cells,
        only_rules: bool = False,
    ) -> None:
        need_pysat()
        from pysat.solvers import Minicard

        self.position = position
        self.theory = position.theory
        self.guards: dict[Part, int] = {}
        self._new = count(self.theory.variable_count + 1)
        self._solver: Any = Minicard()
        self._can_fail: bool | None = None
        self._given_up = 0
        for k, rule in enumerate(rules):
            self._add_rule(self._guard_of("rule", k), rule)
        if only_rules:
            self._add_always(clauses, cells)
            return
        for c in clauses:
            self._add_clause(self._guard_of("clause", c), c)
        for cell in cells:
            self._add_candidates(self._guard_of("cell", cell), cell)

    def _add_always(self, clauses: Indexes, cells: Cells) -> None:
        """Add clauses and the candidates of cells, which always hold."""
        status = self.position.status
        false = set[int]()
        for cell in cells:
            for v in self.position.layout.variables_of(cell):
                if status[v] == DENIED:
                    false.add(v)
                if status[v] != OPEN:
                    self.add([-v if status[v] == DENIED else v])
        for c in clauses:
            members = [v for v in self.theory.members[c] if v not in false]
            if len(members) > 1:
                self._solver.add_atmost(members, 1)
            if self.theory.exactly[c]:
                self.add(members)

    def __enter__(self) -> Premises:
        return self

    def __exit__(self, *_: object) -> None:
        self._solver.delete()

    def _guard_of(self, kind: str, number: int) -> int:
        guard = self.variable()
        self.guards[kind, number] = guard
        return guard

    def _add_rule(self, guard: int, clauses: Indexes) -> None:
        theory = self.theory
        own = dict[int, int]()
        for c in clauses:
            for v in theory.members[c]:
                if v not in own:
                    own[v] = self.variable()
        for v in theory.on_board(own):
            self.add([-guard, -v, own[v]])
            self.add([-guard, v, -own[v]])
        for c in clauses:
            members = [own[v] for v in theory.members[c]]
            # All of them may be false where the rule is left out: this needs no guard.
            self._solver.add_atmost(members, 1)
            if theory.exactly[c]:
                self.add([-guard, *members])

    def _add_clause(self, guard: int, clause: int) -> None:
        members = self.theory.members[clause]
        # Most of the time that reasons take is spent here.
        add = self._solver.add_clause
        off = -guard
        denied = [-v for v in members]
        for one, other in combinations(denied, 2):
            add([off, one, other])
        if self.theory.exactly[clause]:
            add([off, *members])

    def _add_candidates(self, guard: int, cell: int) -> None:
        for v in self.position.layout.variables_of(cell):
            if self.position.status[v] != OPEN:
                self.add([-guard, -v if self.position.status[v] == DENIED else v])

    def variable(self) -> int:
        """Return a new variable."""
        return next(self._new)

    def add(self, clause: Iterable[int]) -> None:
        """Add a clause."""
        self._solver.add_clause(list(clause))

    def add_cell(self, goal: int, cell: int) -> None:
        """Add that a cell holds one digit, as every board says, where the goal is assumed."""
        members = self.position.layout.variables_of(cell)
        self.add([-goal, *members])
        for one, other in combinations(members, 2):
            self.add([-goal, -one, -other])

    def opposite(self, literals: Iterable[int]) -> int:
        """Return a goal: a variable that may be true only if one of the literals does not hold."""
        goal = self.variable()
        self.add([-goal, *(-literal for literal in literals)])
        return goal

    def imply(self, goal: int, parts: Iterable[Part], conflicts: int = FEW_CONFLICTS) -> bool:
        """Return whether these parts refute the goal, within a number of conflicts: half as many
        after each short search that was given up, as those of the same premises are alike."""
        stop_if_cancelled()
        assumed = [self.guards[part] for part in parts]
        is_short = conflicts == FEW_CONFLICTS
        if is_short:
            conflicts = max(FEWEST_CONFLICTS, conflicts >> self._given_up)
        self._can_fail = solve_slice(self._solver, [*assumed, goal], conflicts)
        if is_short and self._can_fail is None:
            self._given_up += 1
        return self._can_fail is False

    def narrowed(self, goal: int, parts: Sequence[Part], kept: Sequence[Part]) -> list[Part]:
        """Return parts that, beside those that are kept, are known to refute the goal if all do:
        those that the solver used, if there are many; otherwise all."""
        if len(parts) < MANY_PARTS or not self.imply(goal, [*kept, *parts]):
            return list(parts)
        return self._of_core(parts)

    def _of_core(self, parts: Sequence[Part]) -> list[Part]:
        """Return the parts that the solver used when it last refuted a goal."""
        core = {*self._solver.get_core()}
        return [part for part in parts if self.guards[part] in core]

    def digits_in(self, cells: Cells) -> tuple[int, ...]:
        """Return the digits that the cells hold where the goal was last not refuted, in increasing
        order; () if the search was given up."""
        if not self._can_fail:
            return ()
        model = {v for v in self._solver.get_model() if v > 0}
        held = []
        for cell in cells:
            own = self.position.layout.variables_of(cell)
            held += [d for d, v in enumerate(own, 1) if v in model]
        return tuple(sorted(held))

    def of(self, *kinds: str) -> list[Part]:
        """Return the parts of these kinds."""
        return [part for part in self.guards if part[0] in kinds]

    def reduced(self, goal: int, parts: Iterable[Part], kept: Iterable[Part] = ()) -> list[Part]:
        """Return parts of which none can be left out beside those that are kept, as far as a short
        search can tell."""
        always = list(kept)
        whole = list(parts)
        left = self.narrowed(goal, whole, always)
        for part in list(left):
            if part not in left:
                continue
            rest = [other for other in left if other != part]
            if self.imply(goal, [*always, *rest]):
                left = rest if len(whole) < MANY_PARTS else self._of_core(rest)
        return left
