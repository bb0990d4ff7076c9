"""User-defined rules: a table of pairs, a regular expression, an automaton; and "or"."""

# ruff: noqa: D103 - the sentence above each function says what it means

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from itertools import combinations, pairwise
from operator import ne
from typing import Any

from ...errors import LayoutError
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
from ..kind_table import ANY, NONE, TWO_OR_MORE, Kind, forms_of, groups_of
from ..kinds.cells import as_often
from ..styles import Along
from .machine import States, machine_on
from .regular import compiled

#: The maximum number of transitions of an automaton that the puzzle states itself; a real one has a
#: thousand states at each of 162 cells.
MOST_OF_MACHINE = 2_000_000


@lru_cache(maxsize=500)
def _own_pairs(values: tuple[int, ...]) -> DigitPairs:
    if len(values) % 2:
        raise LayoutError(
            "a relation is given by pairs of digits, but there is an odd number of digits"
        )
    return frozenset(zip(values[::2], values[1::2], strict=True))


def _check_pairs(c: Constraint, layout: LayoutData) -> None:
    _own_pairs(c.values)


@Kind(
    "relation-all",
    "any two digits on {it}, in order, form one of the pairs {pairs}",
    mark="dotted line between squares",
    cells=TWO_OR_MORE,
    values=TWO_OR_MORE,
    draws=Along("#7a8ca5", 4, "square", "square", dashes="1 8"),
    check=_check_pairs,
)
@Kind(
    "relation",
    "any digit on {it} and the next form one of the pairs {pairs}",
    mark="dotted line from a square",
    cells=TWO_OR_MORE,
    values=TWO_OR_MORE,
    draws=Along("#7a8ca5", 4, "square", dashes="1 8"),
    check=_check_pairs,
)
def own_relation(c: Constraint, layout: LayoutData) -> Forms:
    pairs = _own_pairs(c.values)

    def fits(d: int, e: int) -> bool:
        return (d, e) in pairs

    related = list(pairwise(c.cells) if c.kind == "relation" else combinations(c.cells, 2))
    for a, b in related:
        yield relation(a, b, layout.digits, fits, key=pairs)


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
    check=groups_of,
)
def own_automaton(c: Constraint, layout: LayoutData) -> Forms:
    machine = machine_on(c, layout)
    bits = {d: 1 << i for i, d in enumerate(layout.digits)}

    def step(q: States, i: int, d: int) -> States | None:
        bit = bits[d]
        after = []
        for state in q:
            ways = machine.ways(state, i)
            after += [target for target, mask in ways.items() if mask & bit]
        return frozenset(after) or None

    def accept(q: States) -> bool:
        return not q.isdisjoint(machine.final)

    def say(q: States) -> str:
        return f"in {' or '.join(sorted(q))}"

    alike = machine.behind.__getitem__
    reader = Reader(machine.starts, step, accept, say, alike=alike, most=MOST_OF_MACHINE)
    yield automaton(c.cells, layout.digits, reader, key=("automaton", c.text, c.values))


@Kind(
    "or",
    "at least one of the alternatives holds",
    cells=NONE,
    sums=lambda c, layout: alternatives(c, layout, partial(forms_of, in_sums=True)),
)
def any_of(c: Constraint, layout: LayoutData) -> Forms:
    return alternatives(c, layout, forms_of)


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


def alternatives(
    c: Constraint,
    layout: LayoutData,
    meaning: Callable[[Constraint, LayoutData], Iterable[Any]],
) -> Forms:
    """Yield an `or` of what its rules mean."""
    if not c.parts or any(not part for part in c.parts):
        raise LayoutError("an `or` needs alternatives, each with a rule")
    found: list[tuple[Form, ...]] = []
    for part in c.parts:
        held: list[Form] = []
        for rule in part:
            for form in meaning(rule, layout):
                held += _inside(form, layout)
        found.append(tuple(held))
    if all(found):  # an alternative that restricts nothing always holds
        yield AnyOf(tuple(found))
