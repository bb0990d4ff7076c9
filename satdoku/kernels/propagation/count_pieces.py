"""Counted digits as a propagator: those of the same cells together, the cells in groups."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ...constraints import forms
from ...geometry import Cells
from ...grouping import grouped
from ...layout import Layout
from .counts import HEAD, LARGEST


def together(parts: Iterable[forms.Searched]) -> Iterator[forms.Searched | list[forms.Count]]:
    """Yield the forms, counts of the same cells as one list."""
    counts = []
    for form in parts:
        if isinstance(form, forms.Count) and _is_small(form):
            counts.append((form.cells, form))
        else:
            yield form
    yield from grouped(counts).values()


def _is_small(form: forms.Count) -> bool:
    """Return whether the propagator takes it; an automaton can say it, too."""
    is_each_once = len(set(form.cells)) == len(form.cells)
    return is_each_once and max(form.numbers, default=0) < LARGEST


def counts_data(
    counts: Sequence[forms.Count], layout: Layout, distinct: Iterable[frozenset[int]]
) -> tuple[list[int], int]:
    """Return (the parameters, the words of working space that they need) of counts of the same
    cells, each once. distinct: sets of cells without a digit twice."""
    cells = counts[0].cells
    every = (2 << min(len(cells), LARGEST)) - 1
    numbers = dict.fromkeys(layout.digits, every)
    for form in counts:
        allowed = sum([1 << number for number in form.numbers if number >= 0])
        numbers[form.digit] = numbers.get(form.digit, every) & allowed
    all_known = len(cells) <= LARGEST
    if not all_known:
        numbers = {form.digit: numbers[form.digit] for form in counts}
    groups = list(_groups(cells, distinct))
    data = [len(cells), len(groups), len(numbers), int(all_known)]
    for group in groups:
        data.extend(group)
    end = HEAD
    for group in groups:
        end += len(group)
        data.append(end)
    for digit, allowed in numbers.items():
        place = digit - layout.digits[0]
        # a digit that the board does not have is in no cell
        mask = 1 << place if 0 <= place < layout.size else 0
        data.extend((mask, allowed))
    return data, 2 * len(numbers) + 1


def _groups(cells: Cells, distinct: Iterable[frozenset[int]]) -> Iterator[Cells]:
    """Yield the cells in groups without a digit twice, greedily the largest first."""
    left = frozenset(cells)
    houses = list(distinct)
    while left:
        together = [left & house for house in houses]
        best = max(together, key=len, default=frozenset())
        if len(best) < 2:
            best = frozenset((min(left),))
        yield tuple(sorted(best))
        left -= best
