"""Which digits a board holds: the likeliest ones that leave one solution.

A printed puzzle has one solution, nearly always. So of all ways to read the doubtful cells those
with one solution count most; a board with several or none counts little, since a reader who found a
slip of the printer would want to see it. The readings are tried from the likeliest on: each is a
set of changes to the likeliest symbol of each cell, so the first with one solution is the smallest
repair. What remains likely for a cell after that is its confidence.

>>> from satdoku.layout import Layout
>>> sure, unsure = (0.0, 0.0, 0.0, 0.0, 1.0), (0.1, 0.5, 0.4, 0.0, 0.0)
>>> shares = [unsure, *[(1.0, 0.0, 0.0, 0.0, 0.0)] * 5, (0.0, 0.0, 0.0, 1.0, 0.0)]
>>> shares += [*[(1.0, 0.0, 0.0, 0.0, 0.0)] * 8, sure]
>>> found = chosen(shares, Layout.of_size(4))
>>> found.cells[0], found.count
(1, 2)
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from math import exp, log

import numpy as np

from ..batch.sharing import is_easy
from ..batch.solving import solve
from ..frozen import frozen
from ..geometry import Cells
from ..layout import Layout

#: A change of a cell to a digit; what a reading costs, and its changes: `_readings`.
Change = tuple[int, int]
Reading = tuple[float, tuple[Change, ...]]
#: Probabilities of blank and of each digit, for each cell.
Shares = Sequence[Sequence[float]]
#: Readings that are tried at most, and on boards that take the kernels long.
MOST, MOST_SLOW = 1500, 60
#: Conflicts after which a reading is given up.
PATIENCE = 300
#: How likely it is that the model is wrong although it is sure: spread over all symbols.
SURPRISE = 0.003
#: How much less a board counts that has several solutions, or none.
SEVERAL, NONE = 0.01, 0.001


@frozen
class Choice:
    """cells: the digits; count: their solutions: 0, 1, or 2 for several, -1 if that took too long.

    shares: for each cell the probability of blank and of each digit, after the solutions were
    looked at. changed: the cells whose digit is not what they looked like most. solution: if there
    is only one; else empty.
    """

    cells: Cells
    count: int
    shares: tuple[tuple[float, ...], ...]
    changed: Cells
    solution: Cells


def chosen(shares: Shares, layout: Layout) -> Choice:
    """Return the digits of a board.

    shares: for each cell the probability of blank and of each digit, as it looks.
    """
    looks = [_with_surprise(of_cell) for of_cell in shares]
    first = np.array(looks).argmax(axis=1).tolist()
    most = MOST if is_easy(layout) else MOST_SLOW
    readings = _readings(looks, first, most)
    boards = np.array([first] * len(readings), np.uint8)
    for number, (_, changes) in enumerate(readings):
        for cell, digit in changes:
            boards[number, cell] = digit
    solved = solve(boards, patience=PATIENCE, layout=layout)
    counts = solved.counts.tolist()
    likely = {1: 1.0, 0: NONE}
    weights = []
    for number, count in enumerate(counts):
        cost, _ = readings[number]
        weights.append(exp(-cost) * likely.get(count, SEVERAL))
    best = int(np.argmax(weights))
    cells = np.arange(len(first))
    after = np.zeros((len(first), layout.size + 1))
    for number, weight in enumerate(weights):
        after[cells, boards[number]] += weight
    after /= sum(weights)
    _, changes = readings[best]
    solution: Cells = ()
    if counts[best] == 1:
        solution = tuple(solved.solutions[best].tolist())
    return Choice(
        cells=tuple(boards[best].tolist()),
        count=counts[best],
        shares=tuple(map(tuple, after.tolist())),
        changed=tuple(sorted(dict(changes))),
        solution=solution,
    )


def _with_surprise(shares: Sequence[float]) -> list[float]:
    count = len(shares)
    return [share * (1 - SURPRISE) + SURPRISE / count for share in shares]


def _readings(looks: Shares, first: Sequence[int], most: int) -> list[Reading]:
    """Return (cost, changes of cells), the likeliest first; cost: logarithm of how much less likely
    than the first reading, which has no changes."""
    changes = []
    for cell, of_cell in enumerate(looks):
        likeliest = first[cell]
        for digit, share in enumerate(of_cell):
            if digit != likeliest:
                cost = log(of_cell[likeliest] / share)
                changes.append((cost, (cell, digit)))
    changes.sort()
    costs = [cost for cost, _ in changes]
    # Sets of changes by their sums: from a set whose last change is number i follow those with
    # i + 1 added, and with i + 1 in its place. Each set comes once, after all that cost less.
    found: list[Reading] = [(0.0, ())]
    waiting: list[tuple[float, Cells]] = [(costs[0], (0,))]
    while waiting and len(found) < most:
        cost, places = heappop(waiting)
        together = tuple([changes[place][1] for place in places])
        if len(dict(together)) == len(together):  # no cell twice
            found.append((cost, together))
        last = places[-1]
        following = last + 1
        if following < len(changes):
            cost += costs[following]
            heappush(waiting, (cost, (*places, following)))
            instead = (*places[:-1], following)
            heappush(waiting, (cost - costs[last], instead))
    return found
