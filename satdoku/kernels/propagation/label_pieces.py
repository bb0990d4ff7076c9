"""Counted labels as a propagator."""

from __future__ import annotations

from itertools import accumulate

from ...constraints.forms import LabelCount
from .labels import HEAD, LARGEST


def labels_data(form: LabelCount, digit: int) -> list[int] | None:
    """Return the parameters, None if there are too many cells. digit: the value of the board's
    first digit."""
    # what the index of a digit lacks to the number that it says
    short = form.offset + digit
    cells = form.cells[1:-1]
    if not 0 <= short <= LARGEST or len(cells) > LARGEST:
        return None
    data = [form.control, form.first, short, len(form.arms)]
    first = HEAD + len(form.arms) + 1
    data.extend(accumulate(map(len, form.arms), initial=first))
    data.extend(cells)
    return data
