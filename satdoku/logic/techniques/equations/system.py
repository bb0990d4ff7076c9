"""The equations of a board: sums of houses minus sums of rules, as far as few cells are left over.

Every house has a known total of worths: 45 if each digit is worth its value, 1 if only one digit
counts. Take some houses, perhaps less others that cross them, and subtract what the rules say
(`constraints.linear`): what is left over is an equation over few cells. This one idea gives the
rule of 45 with arrows, lines and region sums; set equivalence; high and low along whispers; the
digits that a line of consecutive digits must have.

Which equations there are depends on the layout alone: they are computed once. Rules are subtracted
greedily, always the one that leaves the fewest cells; trying all choices would cost more than
steps gain. What a single house leaves over in this way serves as a rule for the others (a hidden
cage).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from ....constraints.linear import (
    Balance,
    FullSet,
    Weights,
    Worths,
    full_sets,
    linear_rows,
    telling_sets,
)
from ....layout import Layout

#: Limits: cells left over; cells of a hidden cage; rules subtracted; parallel lines together.
MOST_CELLS, MOST_HIDDEN, MOST_RULES, MOST_LINES = 12, 5, 9, 4
#: Houses that share at least this many cells are subtracted from each other.
CROSSING = 2


@lru_cache(maxsize=4)
def sum_balances(layout: Layout) -> tuple[Balance, ...]:
    """Return the equations of sums, those with few premises and cells first."""
    return _sorted(_balances(layout, tuple(layout.digits)))


@lru_cache(maxsize=4)
def count_balances(layout: Layout) -> tuple[Balance, ...]:
    """Return the equations that count digits of a set, in the same order."""
    found: list[Balance] = []
    for digits in telling_sets(layout):
        worths = tuple(int(d in digits) for d in layout.digits)
        found += _balances(layout, worths)
    return _sorted(found)


def _sorted(found: Iterable[Balance]) -> tuple[Balance, ...]:
    return tuple(sorted(found, key=lambda one: one.premises + len(one.weights)))


def _balances(layout: Layout, worths: Worths) -> Iterator[Balance]:
    """Yield the equations with these worths that need a rule."""
    rows = [
        Balance(worths, (), (), ((row, -1),), row.weights, row.total)
        for row in linear_rows(layout, worths)
    ]
    if not rows:
        return
    known = {(row.weights, row.total) for row in rows}
    wholes = []
    for added, taken, weights in _groups(full_sets(layout), layout.size):
        total = sum(worths) * (len(added) - len(taken))
        wholes.append(Balance(worths, added, taken, (), weights, total))
    hidden = []
    for whole in wholes:
        if len(whole.added) == 1 and not whole.taken:
            one = _reduced(whole, rows)
            if one.rules and 0 < len(one.weights) <= MOST_HIDDEN:
                hidden.append(one)
    for more in ([], hidden) if hidden else ([],):
        for whole in wholes:
            one = _reduced(whole, [*rows, *more])
            if not one.added:
                nothing = Balance(worths, (), (), (), (), 0)
                one = _less(nothing, one, 1)
            key = (one.weights, one.total)
            if one.rules and 0 < len(one.weights) <= MOST_CELLS and key not in known:
                known.add(key)
                yield one


def _weights(weights: dict[int, int]) -> Weights:
    return tuple(sorted((cell, weight) for cell, weight in weights.items() if weight))


def _cost(weight: int) -> float:
    """Return what a cell costs by its weight: one that counts twice is not as bad as two."""
    return 0.6 * abs(weight) + 0.4 if weight else 0


def _reduced(start: Balance, rows: Sequence[Balance]) -> Balance:
    """Return the equation less rows, as long as one leaves fewer cells; each row at most once. One
    that too many cells are left of is returned as it was, since most are."""
    weights = dict(start.weights)
    bits = start.cell_bits
    left = list(rows)
    chosen = list[tuple[Balance, int]]()
    while len(chosen) < MOST_RULES:
        best_gain = 0.3
        best: tuple[int, int] | None = None
        for k, row in enumerate(left):
            # Only a row most of whose cells are there can leave fewer.
            if 2 * (row.cell_bits & bits).bit_count() <= len(row.weights):
                continue
            for sign in (1, -1):
                gain = 0.0
                for cell, weight in row.weights:
                    own = weights.get(cell, 0)
                    gain += _cost(own)
                    gain -= _cost(own - sign * weight)
                if gain > best_gain + 1e-9:
                    best_gain = gain
                    best = (k, sign)
        if best is None:
            break
        k, sign = best
        row = left.pop(k)
        chosen.append((row, sign))
        for cell, weight in row.weights:
            own = weights.get(cell, 0) - sign * weight
            weights[cell] = own
            bits = bits | 1 << cell if own else bits & ~(1 << cell)
    if bits.bit_count() > MOST_CELLS:
        return start
    current = start
    for row, sign in chosen:
        current = _less(current, row, sign)
    return current


def _less(one: Balance, other: Balance, sign: int) -> Balance:
    """Return the first equation minus (sign: 1) or plus (-1) the other."""
    weights = Counter(dict(one.weights))
    for cell, weight in other.weights:
        weights[cell] -= sign * weight
    times = Counter(dict(one.rules))
    for row, often in other.rules:
        times[row] -= sign * often
    sets = Counter(one.added)
    sets.subtract(one.taken)
    for full in other.added:
        sets[full] -= sign
    for full in other.taken:
        sets[full] += sign
    added = tuple(sets.elements())
    less = -sets
    rules = [(row, often) for row, often in times.items() if often]
    return Balance(
        worths=one.worths,
        added=added,
        taken=tuple(less.elements()),
        rules=tuple(rules),
        weights=_weights(weights),
        total=one.total - sign * other.total,
    )


@lru_cache(maxsize=4)
def _groups(
    known: tuple[FullSet, ...], size: int
) -> tuple[tuple[tuple[FullSet, ...], tuple[FullSet, ...], Weights], ...]:
    """Return (full sets added, full sets subtracted, weights of the cells left): each alone,
    parallel lines side by side, two that share no cell, one less one that crosses it, lines less
    regions that lie mostly in them. size: of the board."""
    cells = {one: frozenset(one.cells) for one in known}
    found: list[tuple[tuple[FullSet, ...], tuple[FullSet, ...]]] = []
    for one in known:
        found.append(((one,), ()))
    runs = []
    for kind in ("row", "column"):
        lines = [one for one in known if one.kind == kind]
        for count in range(1, MOST_LINES + 1):
            for k in range(len(lines) - count + 1):
                runs.append(tuple(lines[k : k + count]))
    found += [(run, ()) for run in runs if len(run) > 1]
    for one, other in combinations(known, 2):
        shared = len(cells[one] & cells[other])
        if shared >= CROSSING:
            found.append(((one,), (other,)))
        elif not shared:
            are_parallel = one.kind == other.kind and one.kind in ("row", "column")
            if not are_parallel:
                found.append(((one, other), ()))
    regions = [one for one in known if one.kind not in ("row", "column")]
    for run in runs:
        inside = set[int]()
        for line in run:
            inside |= cells[line]
        mostly = [one for one in regions if 2 * len(cells[one] & inside) > size]
        for count in range(1, min(len(run), 3) + 1):
            found += [(run, some) for some in combinations(mostly, count)]
    weighed = []
    for added, taken in dict.fromkeys(found):
        weights = Counter[int]()
        for one in added:
            weights.update(one.cells)
        for one in taken:
            weights.subtract(one.cells)
        weighed.append((added, taken, _weights(weights)))
    return tuple(weighed)
