"""The automaton of a rule's text as the search on masks reads it: with the states that it has.

To propagate, an automaton needs neither one path for each word nor as few states as possible: a
digit stays if some path with it is left, however many there are. Clauses need both (`forms`), and
making that takes up to a hundred times as long as the states' own moves, grouped by what they lead
to. Invariant: every state of a layer is on a path from the start to an accepted end.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...geometry import Cells
from ...layout_data import LayoutData
from ..constraint import Constraint
from ..forms import Machine, MachineLayer
from ..memo import Memo
from .custom import DefinedAutomaton, breaks_of, mark_of, read_machine

#: By state, mask of the digits that lead to it.
Ways = dict[str, int]
#: The moves at a cell: by state before it, in alphabetical order, the ways out.
Stage = dict[str, Ways]
#: Layers by text, groups, digits and number of cells, with the maximum number of moves.
_layers = Memo(500_000)


def machine_of(c: Constraint, layout: LayoutData) -> Iterable[Machine]:
    """Yield the form of a rule of the kind "automaton"."""
    breaks = breaks_of(c)
    digits = tuple(layout.digits)
    key = ("machine", c.text, c.values, digits, len(c.cells))

    def make() -> tuple[MachineLayer, ...]:
        moves = _Moves(read_machine(c.text), digits, mark_of(layout))
        return _layered(moves.stages(breaks), moves.final)

    yield Machine(c.cells, _layers.get(key, make, _size), key)


def _size(layers: tuple[MachineLayer, ...]) -> int:
    distinct = {id(layer): layer for layer in layers}
    return sum(len(moves) + 1 for layer in distinct.values() for moves in layer)


class _Moves:
    """The moves of an automaton on a board. ways: by state; marks: those between groups."""

    def __init__(self, machine: DefinedAutomaton, digits: Cells, mark: int) -> None:
        self.starts = machine.starts
        self.final = machine.final
        self.ways: Stage = {}
        self.marks: dict[str, list[str]] = {}
        bits = {d: 1 << i for i, d in enumerate(digits)}
        for source, digit, target in machine.moves:
            if digit in bits:
                ways = self.ways.setdefault(source, {})
                ways[target] = ways.get(target, 0) | bits[digit]
            elif digit == mark:
                self.marks.setdefault(source, []).append(target)

    def past_marks(self, ways: Ways, times: int) -> Ways:
        """Return where ways lead when so many marks have been read as well."""
        for _ in range(times):
            after: Ways = {}
            for state, mask in ways.items():
                for target in self.marks.get(state, ()):
                    after[target] = after.get(target, 0) | mask
            ways = after
        return ways

    def stages(self, breaks: list[int]) -> list[Stage]:
        """Return the moves at each cell out of all states that can be reached before it. At cells
        with the same states, and as many groups that end behind them, it is the same object."""
        first, *behind = breaks
        reached = sorted(self.past_marks(dict.fromkeys(self.starts, 0), first))
        known: dict[tuple[int, tuple[str, ...]], tuple[Stage, list[str]]] = {}
        found = []
        for times in behind:
            key = times, tuple(reached)
            if key not in known:
                stage = {q: self.past_marks(self.ways.get(q, {}), times) for q in reached}
                known[key] = stage, sorted({t for ways in stage.values() for t in ways})
            stage, reached = known[key]
            found.append(stage)
        return found


def _layered(stages: list[Stage], final: Iterable[str]) -> tuple[MachineLayer, ...]:
    """Return the layers: from the end, states from which no end can be reached are left out."""
    # all accepted ends are one state
    numbers = dict.fromkeys(final, 0)
    made: dict[tuple[int, tuple[str, ...]], tuple[MachineLayer, dict[str, int]]] = {}
    layers = []
    for stage in reversed(stages):
        # a stage stays alive in `stages`, so that its id is its own; but for the end, numbers are
        # places in this order
        key = id(stage), tuple(numbers)
        if key not in made:
            kept = [(q, _renamed([ways], numbers)) for q, ways in stage.items()]
            alive = [(q, moves) for q, moves in kept if moves]
            layer = tuple([moves for _, moves in alive])
            made[key] = layer, {q: i for i, (q, _) in enumerate(alive)}
        before = numbers
        layer, numbers = made[key]
        layers.append(layer)
    # several starts become one
    layers[-1] = (_renamed(stages[0].values(), before),)
    return tuple(reversed(layers))


def _renamed(several: Iterable[Ways], numbers: dict[str, int]) -> tuple[tuple[int, int], ...]:
    """Return the ways to states with numbers, by these numbers."""
    masks: dict[int, int] = {}
    for ways in several:
        for state, mask in ways.items():
            if state in numbers:
                number = numbers[state]
                masks[number] = masks.get(number, 0) | mask
    return tuple(masks.items())
