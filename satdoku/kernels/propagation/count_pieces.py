"""Counted digits as a propagator: those of the same cells together, the cells in groups."""

from __future__ import annotations

from collections.abc import Sequence

from ...constraints import forms
from ...layout import Layout
from .counts import HEAD, LARGEST
from .distinct_cells import bits_of, distinct_groups


def is_small(form: forms.Count) -> bool:
    """Return whether the propagator takes it; an automaton can say it, too."""
    cells = set(form.cells)
    largest = max(form.numbers, default=0)
    return len(cells) == len(form.cells) and largest < LARGEST


def counts_data(
    counts: Sequence[forms.Count], layout: Layout, distinct: Sequence[int]
) -> tuple[list[int], int]:
    """Return (the parameters, the words of working space that they need) of counts of the same
    cells, each once. distinct: see `distinct_cells`."""
    cells = counts[0].cells
    every = (2 << min(len(cells), LARGEST)) - 1
    numbers = dict.fromkeys(layout.digits, every)
    for form in counts:
        allowed = bits_of([number for number in form.numbers if number >= 0])
        before = numbers.get(form.digit, every)
        numbers[form.digit] = before & allowed
    all_known = len(cells) <= LARGEST
    if not all_known:
        numbers = {form.digit: numbers[form.digit] for form in counts}
    groups = list(distinct_groups(cells, distinct))
    data = [len(cells), len(groups), len(numbers), int(all_known)]
    for group in groups:
        data.extend(group)
    end = HEAD
    for group in groups:
        end += len(group)
        data.append(end)
    for digit, allowed in numbers.items():
        place = digit - layout.digits[0]
        mask = 0
        # a digit that the board does not have is in no cell
        if 0 <= place < layout.size:
            mask = 1 << place
        data.extend((mask, allowed))
    return data, 2 * len(numbers) + 1
