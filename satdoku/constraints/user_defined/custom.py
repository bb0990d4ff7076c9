"""User-defined rules: a table of pairs, a regular expression, an automaton; and "or"."""

# ruff: noqa: D103 - the sentence above each function says what it means

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import lru_cache, partial
from itertools import accumulate, combinations, pairwise
from operator import ne

from ...errors import LayoutError
from ...frozen import frozen
from ...layout_data import LayoutData
from ..constraint import Constraint
from ..forms import (
    Alike,
    AnyOf,
    Areas,
    Candidates,
    DigitPairs,
    Form,
    Forms,
    Parted,
    Reader,
    Unequal,
    automaton,
    everywhere_alike,
    not_inside,
    relation,
)
from ..kind_table import ANY, NONE, TWO_OR_MORE, Kind, forms_of
from ..kinds.cells import as_often
from ..styles import Along
from .regular import compiled

#: The maximum number of transitions of an automaton that the puzzle states itself; a real one has a
#: thousand states at each of 162 cells.
MOST_OF_MACHINE = 2_000_000
#: States of an automaton that the text defines: all that a word can lead to.
States = frozenset[str]
NO_STATES: States = frozenset()


@Kind(
    "relation-all",
    "any two digits on {it}, in order, form one of the pairs {pairs}",
    mark="dotted line between squares",
    cells=TWO_OR_MORE,
    values=TWO_OR_MORE,
    draws=Along("#7a8ca5", 4, "square", "square", dashes="1 8"),
)
@Kind(
    "relation",
    "any digit on {it} and the next form one of the pairs {pairs}",
    mark="dotted line from a square",
    cells=TWO_OR_MORE,
    values=TWO_OR_MORE,
    draws=Along("#7a8ca5", 4, "square", dashes="1 8"),
)
def own_relation(c: Constraint, layout: LayoutData) -> Forms:
    if len(c.values) % 2:
        raise LayoutError(
            "a relation is given by pairs of digits, but there is an odd number of digits"
        )
    pairs = _own_pairs(c.values)

    def fits(d: int, e: int) -> bool:
        return (d, e) in pairs

    related = list(pairwise(c.cells) if c.kind == "relation" else combinations(c.cells, 2))
    for a, b in related:
        yield relation(a, b, layout.digits, fits, key=pairs)


@lru_cache(maxsize=500)
def _own_pairs(values: tuple[int, ...]) -> DigitPairs:
    return frozenset(zip(values[::2], values[1::2], strict=True))


@Kind(
    "regex",
    "the digits on {it}, read as text, match the regular expression {text}",
    mark="dashed brown line from a square",
    draws=Along("#a58c7a", 4, "square", "arrow", dashes="8 6"),
)
def regex(c: Constraint, layout: LayoutData) -> Forms:
    machine = compiled(c.text)
    symbols = {d: str(d) if d < 10 else chr(ord("A") + d - 10) for d in layout.digits}

    def step(q: frozenset[int], i: int, d: int) -> frozenset[int] | None:
        return machine.step(q, symbols[d]) or None

    def say(q: frozenset[int]) -> str:
        return f"{len(q)} ways to go on"

    reader = Reader(machine.start, step, machine.accepts, say, alike=everywhere_alike)
    yield automaton(c.cells, layout.digits, reader, key=("regex", c.text))


@frozen
class DefinedAutomaton:
    """An automaton as the text of an "automaton" defines it: moves are (state, digit, state)."""

    starts: States
    final: States
    moves: tuple[tuple[str, int, str], ...]


@lru_cache(maxsize=64)
def read_machine(text: str) -> DefinedAutomaton:
    """Return the automaton of a text; raise `LayoutError` for an invalid transition."""
    moves: list[tuple[str, int, str]] = []
    starts: set[str] = set()
    final: set[str] = set()
    for line in map(str.strip, text.split(",")):
        if not line:
            continue
        match = re.fullmatch(r"(>?)(\w+)(!?)(?:\s+([\d ]+?)\s+(\w+)(!?))?", line)
        if not match:
            raise LayoutError(f"{line[:40]!r} is not a transition: write '>a 1 2 b!'")
        begins, source, ends, digits, target, ends_too = match.groups()
        if begins:
            starts.add(source)
        if ends:
            final.add(source)
        if ends_too:
            final.add(target)
        for digit in (digits or "").split():
            moves.append((source, int(digit), target))
    return DefinedAutomaton(frozenset(starts), frozenset(final), tuple(moves))


@lru_cache(maxsize=64)
def _reading(text: str) -> Callable[[States, int], States]:
    """Return what the automaton of a text can be in after one of some states and a digit."""
    machine = read_machine(text)
    targets: dict[tuple[str, int], set[str]] = {}
    for source, digit, target in machine.moves:
        targets.setdefault((source, digit), set()).add(target)
    states = {*machine.starts, *[move[0] for move in machine.moves]}
    states.update([move[2] for move in machine.moves])
    # by digit, for all states: a subset is then read without a test
    after: dict[int, Callable[[str], States]] = {}
    for d in {digit for _, digit in targets}:
        ends = {state: frozenset(targets.get((state, d), ())) for state in states}
        after[d] = ends.__getitem__

    def read(q: States, d: int) -> States:
        if d not in after:
            return NO_STATES
        if len(q) == 1:
            # as always with a deterministic automaton
            (state,) = q
            return after[d](state)
        return NO_STATES.union(*map(after[d], q))

    return read


@Kind(
    "automaton",
    "the digits on {it}, read in order, are accepted by the automaton (its text: "
    "transitions STATE DIGITS STATE separated by commas, > before the start "
    "state, ! after accepting states; with numbers the cells form groups of these "
    "sizes, and between two groups the automaton reads the digit after the "
    "largest)",
    mark="dashed mauve line from a circle",
    values=ANY,
    draws=Along("#a57a98", 4, "circle", "arrow", dashes="8 6"),
)
def own_automaton(c: Constraint, layout: LayoutData) -> Forms:
    machine = read_machine(c.text)
    read = _reading(c.text)
    if c.values and (sum(c.values) != len(c.cells) or min(c.values) < 0):
        raise LayoutError(f"groups of {c.values} cells are not the {len(c.cells)} cells named")
    counts = Counter(accumulate(c.values[:-1]))
    # cell → how many groups end before it: empty groups end at the same cell
    breaks = [counts[i] for i in range(len(c.cells) + 1)]
    # no cell can hold this digit, so that only the end of a group is read as it
    mark = layout.digits[-1] + 1

    def parted(q: States, i: int) -> States:
        """Read the mark between groups, as often as a group ends before cell i."""
        for _ in range(breaks[i]):
            q = read(q, mark)
        return q

    def step(q: States, i: int, d: int) -> States | None:
        if breaks[i]:
            q = parted(q, i)
        return read(q, d) or None

    def accept(q: States) -> bool:
        return bool(parted(q, len(c.cells)) & machine.final)

    def say(q: States) -> str:
        return f"in {' or '.join(sorted(q))}"

    alike = breaks.__getitem__
    reader = Reader(machine.starts, step, accept, say, alike=alike, most=MOST_OF_MACHINE)
    yield automaton(c.cells, layout.digits, reader, key=("automaton", c.text, c.values))


@Kind(
    "or",
    "at least one of the alternatives holds",
    cells=NONE,
    sums=lambda c, layout: _any_of(c, layout, in_sums=True),
)
def any_of(c: Constraint, layout: LayoutData) -> Forms:
    return _any_of(c, layout)


def _inside(form: Form, layout: LayoutData) -> Forms:
    """Yield the forms that stand for a form inside `or`."""
    match form:
        case Alike(groups):
            yield from as_often(groups, layout.digits)
        case Unequal(line, other):
            unequal = partial(relation, digits=layout.digits, holds=ne, key="<>")
            places = [(a, b) for a, b in zip(line, other, strict=True) if a != b]
            differs = [(unequal(a, b),) for a, b in places]
            yield AnyOf(tuple(differs)) if differs else Candidates(line[0], frozenset())
        case Areas() | Parted():
            raise not_inside()
        case _:
            yield form


def _any_of(c: Constraint, layout: LayoutData, in_sums: bool = False) -> Forms:
    if not c.parts or any(not part for part in c.parts):
        raise LayoutError("an `or` needs alternatives, each with a rule")
    alternatives: list[tuple[Form, ...]] = []
    for part in c.parts:
        held: list[Form] = []
        for rule in part:
            for form in forms_of(rule, layout, in_sums):
                held += _inside(form, layout)
        alternatives.append(tuple(held))
    if all(alternatives):  # an alternative that restricts nothing always holds
        yield AnyOf(tuple(alternatives))
