"""The forms of a layout's rules as the search on masks reads them.

Most rules say the same to all: the forms of their kinds. Some have a form of their own, whose
propagator sees more than those of the general forms, or is made sooner: equal sums of several parts
as one, lunchboxes and indexes without automata, and rules about whole lines (`segments`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import chain

from ..layout_data import LayoutData
from .constraint import Constraint
from .forms import Candidates, Distinct, Lookup, Lunchbox, Searched
from .kinds.lines import EQUAL_SUMS
from .registry import all_forms, forms_of
from .segments import MOST_DIGITS, is_line, line_forms

#: Returns the forms of a rule; None: those of its kind.
Maker = Callable[[Constraint, LayoutData], Sequence[Searched] | None]


@lru_cache(maxsize=16)
def searched_forms(layout: LayoutData) -> tuple[Searched, ...]:
    """Return the forms of all rules. Raises `LayoutError` for a rule that makes no sense."""
    made = {}
    for c in layout.constraints:
        if c.kind in MAKERS:
            own = MAKERS[c.kind](c, layout)
            if own is not None:
                made[c] = own
    if not made:
        # clauses have the same
        return tuple(chain.from_iterable(all_forms(layout)))
    found: list[Searched] = []
    for c in layout.constraints:
        found.extend(made.get(c) or forms_of(c, layout))
    return tuple(found)


def _equal_sums(c: Constraint, layout: LayoutData) -> Sequence[Searched] | None:
    form = EQUAL_SUMS[c.kind](c, layout)
    # two parts are one sum
    return (form,) if len(form.parts) > 2 else None


def _lunchbox(c: Constraint, layout: LayoutData) -> Sequence[Searched] | None:
    if layout.size > MOST_DIGITS or len({*c.cells}) < len(c.cells):
        return None
    return Lunchbox(c.cells, c.values[0]), Distinct(c.cells)


def _numbered_room(c: Constraint, layout: LayoutData) -> Sequence[Searched]:
    first = c.cells[0]
    found: list[Searched] = [Lookup(first, c.cells, frozenset(c.values))]
    if is_line(c, layout) and c.values != (1,):
        # in a line, the digit that is looked for is not in the first cell
        others = frozenset(layout.digits) - {*c.values}
        found.append(Candidates(first, others))
    return found


def _value_index(c: Constraint, layout: LayoutData) -> Sequence[Searched]:
    value, place, *cells = c.cells
    return (Lookup(place, tuple(cells), value=value),)


MAKERS: dict[str, Maker] = {
    **dict.fromkeys(EQUAL_SUMS, _equal_sums),
    **dict.fromkeys(("sandwich", "x-sum", "skyscraper"), line_forms),
    "lunchbox": _lunchbox,
    "numbered-room": _numbered_room,
    "value-index": _value_index,
}
