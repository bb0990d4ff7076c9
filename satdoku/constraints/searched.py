"""The forms of a layout's rules as the search on masks reads them.

Most rules say the same to all: the forms of their kinds. Some have a form of their own, whose
propagator sees more than those of the general forms, or is made sooner: equal sums of several parts
as one, lunchboxes and indexes without automata, and rules about whole lines (`segments`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from itertools import chain

from ..layout_data import LayoutData
from .constraint import Constraint
from .forms import Candidates, Distinct, Lookup, Lunchbox, Searched
from .kinds.lines import EQUAL_SUMS
from .registry import all_forms, forms_of
from .segments import MOST_DIGITS, is_line, line_form
from .user_defined.custom import alternatives
from .user_defined.machine import machine_form

#: The forms of a rule.
Maker = Callable[[Constraint, LayoutData], Iterable[Searched]]


@lru_cache(maxsize=16)
def searched_forms(layout: LayoutData) -> tuple[Searched, ...]:
    """Return the forms of all rules. Raises `LayoutError` for a rule that makes no sense."""
    if not any(c.kind in MAKERS for c in layout.constraints):
        # clauses have the same
        return tuple(chain.from_iterable(all_forms(layout)))
    found: list[Searched] = []
    for c in layout.constraints:
        made = _searched(c, layout)
        found.extend(made)
    return tuple(found)


def _equal_sums(c: Constraint, layout: LayoutData) -> Iterable[Searched]:
    form = EQUAL_SUMS[c.kind](c, layout)
    if len(form.parts) > 2:
        yield form
    else:
        yield from form.differences()


def _of_line(c: Constraint, layout: LayoutData) -> Iterable[Searched]:
    if is_line(c, layout):
        yield line_form(c, layout)
    else:
        yield from forms_of(c, layout)


def _lunchbox(c: Constraint, layout: LayoutData) -> Iterable[Searched]:
    cells = set(c.cells)
    total = c.values[0]
    if layout.size <= MOST_DIGITS and len(cells) == len(c.cells):
        yield Lunchbox(c.cells, total)
        yield Distinct(c.cells)
    else:
        yield from forms_of(c, layout)


def _numbered_room(c: Constraint, layout: LayoutData) -> Iterable[Searched]:
    first = c.cells[0]
    digits = frozenset(layout.digits)
    wanted = frozenset(c.values)
    yield Lookup(first, c.cells, wanted)
    if is_line(c, layout) and 1 not in wanted:
        # in a line, the digit that is looked for is not in the first cell
        yield Candidates(first, digits - wanted)


def _value_index(c: Constraint, layout: LayoutData) -> Iterable[Searched]:
    value = c.cells[0]
    place = c.cells[1]
    cells = c.cells[2:]
    yield Lookup(place, cells, value=value)


def _automaton(c: Constraint, layout: LayoutData) -> Iterable[Searched]:
    yield machine_form(c, layout)


def _searched(c: Constraint, layout: LayoutData) -> Iterable[Searched]:
    make = MAKERS.get(c.kind, forms_of)
    return make(c, layout)


#: By kind.
MAKERS: dict[str, Maker] = {
    "zipper": _equal_sums,
    "region-sum-line": _equal_sums,
    "equal-sums": _equal_sums,
    "sandwich": _of_line,
    "x-sum": _of_line,
    "skyscraper": _of_line,
    "lunchbox": _lunchbox,
    "numbered-room": _numbered_room,
    "value-index": _value_index,
    "automaton": _automaton,
    "or": partial(alternatives, meaning=_searched),
}
