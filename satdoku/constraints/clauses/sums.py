"""Long sums as clauses: by groups of cells that a house keeps distinct.

Read cell by cell, a sum ignores that the digits of a house differ, and its partial sums have a wide
range. So cells with one coefficient that share a house form a group: an auxiliary variable for each
set of digits that the group may hold, as in a cage, and another for each sum of these sets; and the
automaton reads the groups' sums instead of digits. A group that holds all digits of the board has a
constant sum, and is subtracted.

The clauses of the houses must be present too. A sum of cells that do not see each other is read
cell by cell: then the base rules leave exactly the digits that the sum allows.

So a sum of 33 cells, on which no engine finished within minutes, is decided in milliseconds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import combinations
from math import comb

from ...geometry import Cells
from ...grouping import grouped
from ...layout_data import LayoutData
from ..forms import Reader, Sum, as_automaton, automaton, left_to_add
from .automata import add_automaton
from .builder import Clauses
from .relations import write_sets
from .templates import Recorder, recorded
from .writing import Variables

#: The maximum number of sets of digits of a group.
MOST_SETS = 150


def add_sum(clauses: Clauses, form: Sum) -> None:
    """Require: the digits, times coefficients, add up to the total."""
    digits = clauses.digits
    every = list(groups_of(form, clauses.layout))
    if all(len(cells) == 1 for _, cells in every):
        add_automaton(clauses, as_automaton(form, digits))
        return
    total = form.total
    groups = []
    for coefficient, cells in every:
        if len(cells) == len(digits):  # it holds each digit once
            total -= coefficient * sum(digits)
        else:
            groups.append((coefficient, cells))
    if not groups:
        if total:
            clauses.impossible(form.cells[0])
        return
    # small steps first: then few sums are possible in the early layers
    groups.sort(key=lambda group: (abs(group[0]), len(group[1])))
    coefficients = [coefficient for coefficient, _ in groups]
    readings = [sums_of(clauses, cells) for _, cells in groups]
    both = list(zip(coefficients, readings, strict=True))
    left = left_to_add([(k * min(reading), k * max(reading)) for k, reading in both])

    def step(partial: int, i: int, value: int) -> int | None:
        if value not in readings[i]:
            return None
        now = partial + coefficients[i] * value
        return now if total - now in left[i + 1] else None

    values = sorted({value for reading in readings for value in reading})
    reader = Reader(0, step, accept=lambda partial: partial == total, say="the sum is {}".format)
    # the same groups of other cells give the same automaton
    key = ("groups", total, *[(k, *reading) for k, reading in both])
    read = automaton([cells[0] for _, cells in groups], values, reader, key)
    add_automaton(clauses, read, readings)


def groups_of(form: Sum, layout: LayoutData) -> Iterator[tuple[int, Cells]]:
    """Yield (coefficient, cells that a house keeps distinct): all cells, largest groups first."""
    for coefficient in dict.fromkeys(form.coefficients):
        left = {c for c, k in zip(form.cells, form.coefficients, strict=True) if k == coefficient}
        while left:
            shared = Counter(house for cell in left for house in layout.houses_of[cell])
            group: Cells = (min(left),)
            if shared:
                # the house with most of the cells left; of equal ones the first, so that names stay
                # the same
                first = min(shared, key=lambda house: (-shared[house], house))
                group = tuple([cell for cell in layout.houses[first].cells if cell in left])
            # a smaller group has fewer sets; the cells left out form groups of their own
            while len(group) < layout.size and comb(layout.size, len(group)) > MOST_SETS:
                group = group[:-1]
            left -= set(group)
            yield coefficient, group


def sums_of(clauses: Clauses, cells: Cells) -> Variables:
    """Return sum → its variable, for cells that a house keeps distinct; created once."""
    count = len(cells)
    if count == 1:
        return {d: clauses.v(cells[0], d) for d in clauses.digits}
    if cells in clauses.sums:
        return clauses.sums[cells]
    start = clauses.written
    before = clauses.top
    what = clauses.what
    # the group belongs to no rule: all that use it share its variables
    clauses.what = f"{clauses.cell_name(cells[0])} and its {count} cells"
    template = recorded("sums", clauses.digits, count, partial(_write_sums, cells=count))
    slots = clauses.replay(template, cells)
    found = {value: slots[slot] for value, slot in template.result.items()}
    clauses.sums[cells] = found
    clauses.defines(range(before + 1, clauses.top + 1), start)
    clauses.what = what
    return found


def _write_sums(clauses: Recorder, cells: int) -> Variables:
    """Write the clauses of sets and sums; return sum → its slot."""
    every = [frozenset(s) for s in combinations(clauses.digits, cells)]
    slots = write_sets(clauses, cells, every).items()
    sets = grouped((sum(chosen), slot) for chosen, slot in slots)
    found = {}
    for value, some in sorted(sets.items()):
        # a sum that one set alone has is that set
        if len(some) == 1:
            found[value] = some[0]
        else:
            found[value] = clauses.helper(f"{clauses.what} add up to {value}")
            clauses.cases(found[value], some)
    return found
