"""The automaton of a rule's text: its states and moves, and the form for the search on masks.

To propagate, an automaton needs neither one path for each word nor as few states as possible: a
digit stays if some path with it is left, however many there are. Clauses need both (`automaton` in
`forms`), and making that takes up to a hundred times as long as keeping the text's own states, with
their moves grouped by the next state.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate

from ...errors import LayoutError
from ...frozen import frozen
from ...layout_data import LayoutData
from ...phrases import phrase
from ..constraint import Constraint
from ..forms import Machine, MachineLayer
from ..memo import Memo

#: A transition of the text, with what ends it.
TRANSITION = re.compile(r"\s*(>?)(\w+)(!?)(?:\s+([\d ]+?)\s+(\w+)(!?))?\s*(?:,|$)")
#: States by name: all that a word can lead to.
States = frozenset[str]
#: Next state → mask of the digits that lead to it.
Ways = dict[str, int]
#: The ways at a cell out of each state before it, in alphabetical order.
Stage = dict[str, Ways]
#: The number of each state in a layer.
Numbers = dict[str, int]
#: The layers of machines by key, with the maximum number of states and moves.
_layers = Memo(500_000)


@frozen
class DefinedAutomaton:
    """An automaton as the text of an "automaton" defines it: moves are (state, digit, state)."""

    starts: States
    final: States
    moves: tuple[tuple[str, int, str], ...]


@lru_cache(maxsize=64)
def read_machine(text: str) -> DefinedAutomaton:
    """Return the automaton of a text; raise `LayoutError` for an invalid transition."""
    # what is not part of a transition is left over: nothing between two of them is skipped
    left_over = TRANSITION.sub("", text).replace(",", "")
    if left_over.strip():
        lines = map(str.strip, text.split(","))
        wrong = next((line for line in lines if line and not TRANSITION.fullmatch(line)), text)
        raise LayoutError(
            phrase("{text!r} is not a transition: write '>a 1 2 b!'", text=wrong[:40])
        )
    moves = []
    starts = set()
    final = set()
    for begins, source, ends, digits, target, ends_too in TRANSITION.findall(text):
        if begins:
            starts.add(source)
        if ends:
            final.add(source)
        if ends_too:
            final.add(target)
        for digit in digits.split():
            moves.append((source, int(digit), target))
    return DefinedAutomaton(frozenset(starts), frozenset(final), tuple(moves))


class PlacedMachine:
    """An automaton on cells, which may form groups: between these it reads a mark.

    starts: the states before the first cell. behind: for each cell, how many groups end behind it
    (empty groups end at the same cell as the one before). final: the states that are accepted.
    """

    def __init__(self, text: str, breaks: Sequence[int], digits: Sequence[int]) -> None:
        defined = read_machine(text)
        # no cell can hold this digit, so that only the end of a group is read as it
        mark = digits[-1] + 1
        bits = {d: 1 << i for i, d in enumerate(digits)}
        plain: Stage = {}
        self._marks: dict[str, list[str]] = {}
        for source, digit, target in defined.moves:
            if digit in bits:
                ways = plain.setdefault(source, {})
                ways[target] = ways.get(target, 0) | bits[digit]
            elif digit == mark:
                self._marks.setdefault(source, []).append(target)
        #: by number of marks that are read behind the digit
        self._ways: dict[int, Stage] = {0: plain}
        first, *self.behind = breaks
        self.starts = frozenset(self._past_marks(dict.fromkeys(defined.starts, 0), first))
        self.final = defined.final

    def _past_marks(self, ways: Ways, times: int) -> Ways:
        """Return where the ways lead once this many marks have been read, too."""
        for _ in range(times):
            after: Ways = {}
            for state, mask in ways.items():
                for target in self._marks.get(state, ()):
                    after[target] = after.get(target, 0) | mask
            ways = after
        return ways

    def ways(self, state: str, i: int) -> Ways:
        """Return the ways out of a state at the cell of index i, and past the marks behind it."""
        times = self.behind[i]
        known = self._ways.setdefault(times, {})
        if state not in known:
            known[state] = self._past_marks(self._ways[0].get(state, {}), times)
        return known[state]

    def stages(self) -> list[Stage]:
        """Return the ways at each cell out of all states that can be reached before it. At cells
        with the same states and as many marks behind them it is the same object."""
        reached = tuple(sorted(self.starts))
        known: dict[tuple[int, tuple[str, ...]], tuple[Stage, tuple[str, ...]]] = {}
        found = []
        for i, times in enumerate(self.behind):
            key = times, reached
            if key not in known:
                stage = {state: self.ways(state, i) for state in reached}
                after = {target for ways in stage.values() for target in ways}
                known[key] = stage, tuple(sorted(after))
            stage, reached = known[key]
            found.append(stage)
        return found

    def layers(self) -> tuple[MachineLayer, ...]:
        """Return the layers of a form, without states from which no end can be reached."""
        stages = self.stages()
        # all accepted ends are one state; before, states are numbered in the order of their names
        numbers = dict.fromkeys(self.final, 0)
        behind_first = numbers
        made: dict[tuple[int, frozenset[tuple[str, int]]], tuple[MachineLayer, Numbers]] = {}
        layers = []
        for stage in reversed(stages):
            behind_first = numbers
            key = id(stage), frozenset(numbers.items())
            if key not in made:
                alive = {}
                for state, ways in stage.items():
                    moves = _numbered([ways], numbers)
                    if moves:
                        alive[state] = moves
                places = {state: i for i, state in enumerate(alive)}
                made[key] = tuple(alive.values()), places
            layer, numbers = made[key]
            layers.append(layer)
        # several starts become one
        layers[-1] = (_numbered(stages[0].values(), behind_first),)
        return tuple(reversed(layers))


def _numbered(several: Iterable[Ways], numbers: dict[str, int]) -> tuple[tuple[int, int], ...]:
    """Return the ways to states that have a number, by these numbers."""
    masks: dict[int, int] = {}
    for ways in several:
        for state, mask in ways.items():
            if state in numbers:
                number = numbers[state]
                masks[number] = masks.get(number, 0) | mask
    return tuple(masks.items())


def machine_on(c: Constraint, layout: LayoutData) -> PlacedMachine:
    """Return the automaton of a rule on its cells; raise `LayoutError` for a text that is none."""
    ends = accumulate(c.values[:-1])
    counts = Counter(ends)
    breaks = [counts[i] for i in range(len(c.cells) + 1)]
    return PlacedMachine(c.text, breaks, layout.digits)


def machine_form(c: Constraint, layout: LayoutData) -> Machine:
    """Return the form of a rule of the kind "automaton" for the search on masks."""
    key = ("machine", c.text, c.values, tuple(layout.digits), len(c.cells))
    layers = _layers.get(key, lambda: machine_on(c, layout).layers(), _size)
    return Machine(c.cells, layers, key)


def _size(layers: tuple[MachineLayer, ...]) -> int:
    distinct = {id(layer): layer for layer in layers}
    return sum(len(moves) + 1 for layer in distinct.values() for moves in layer)
