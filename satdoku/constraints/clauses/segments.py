"""Sandwiches and X-sums of a whole row or column, by the set of digits in their segment.

An automaton that adds up digits forgets which ones occurred, so it allows sums that only repeated
digits reach. Here an auxiliary variable stands for each set of digits with the right sum. A digit
is inside the segment iff the set contains it, and then in one of the segment's cells; the set has
as many digits as the segment has cells. These clauses follow from the rule and the line's digits
being different: `Theory.strengthened` adds them for engines that search.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import combinations

from .builder import Clauses
from .templates import Recorder, recorded

#: The maximum number of sets of digits with the right sum.
MOST_SETS = 150


def add_segment(clauses: Clauses, kind: str, cells: Sequence[int], total: int) -> None:
    """Require: the digits of the segment add up to the total. kind: "sandwich" (between the
    smallest and the largest digit) or "x-sum" (the first X digits, X being the first; digits count
    from 1). cells: a line that holds each digit."""
    filling = clauses.digits[1:-1] if kind == "sandwich" else clauses.digits
    if len(_sets(filling, total)) <= MOST_SETS:
        write = partial(WRITERS[kind], total=total)
        clauses.replay(recorded((kind, total), clauses.digits, len(cells), write), cells)


def _sets(digits: Sequence[int], total: int) -> list[frozenset[int]]:
    """Return the sets of digits with this sum."""
    return [
        frozenset(some)
        for size in range(len(digits) + 1)
        for some in combinations(digits, size)
        if sum(some) == total
    ]


def _write_sandwich(clauses: Recorder, total: int) -> None:
    count, filling = len(clauses.digits), clauses.digits[1:-1]
    sets = _sets(filling, total)
    sizes = {len(some) for some in sets}
    segments = {
        (a, b): clauses.helper(
            f"{clauses.what}: the crusts are {clauses.cell_name(a)}, {clauses.cell_name(b)}"
        )
        for a, b in combinations(range(count), 2)
        if b - a - 1 in sizes
    }
    if not segments:
        clauses.impossible(0)
        return
    clauses.clause(segments.values())
    outside = {}
    for cell in range(count):
        ends = [x for ab, x in segments.items() if cell in ab]
        clauses.clause([clauses.is_in(cell, frozenset(filling)), *ends])
        if 0 < cell < count - 1:
            outside[cell] = clauses.helper(
                f"{clauses.what}: {clauses.cell_name(cell)} is not between"
            )
            around = [x for (a, b), x in segments.items() if a < cell < b]
            clauses.clause([outside[cell], *around])
    lengths = {}
    for size in sorted(sizes):
        lengths[size] = clauses.helper(f"{clauses.what}: not {size} cells are between")
        fits = [x for (a, b), x in segments.items() if b - a - 1 == size]
        clauses.clause([lengths[size], *fits])
    _write(clauses, sets, lengths, outside, filling)


def _write_x_sum(clauses: Recorder, total: int) -> None:
    sets = [some for some in _sets(clauses.digits, total) if len(some) in some]
    sizes = {len(some) for some in sets}
    clauses.never(clauses.v(0, d) for d in clauses.digits if d not in sizes)
    if not sizes:
        return
    lengths = {size: clauses.complement(clauses.v(0, size)) for size in sorted(sizes)}
    outside = {
        cell: clauses.is_in(0, frozenset(d for d in clauses.digits if d <= cell))
        for cell in range(1, len(clauses.digits))
    }
    _write(clauses, sets, lengths, outside, clauses.digits)


def _write(
    clauses: Recorder,
    sets: Sequence[frozenset[int]],
    lengths: Mapping[int, int],
    outside: Mapping[int, int],
    filling: Sequence[int],
) -> None:
    """Tie sets of digits to cells. lengths: by size, "the segment does not have this many cells".
    outside: by cell, "it is not in the segment", for cells that may be inside or outside; the first
    of the other cells is inside if all digits may be. filling: the digits that may be inside."""
    first = [0] if len(filling) == len(clauses.digits) else []
    chosen = {s: clauses.helper(f"{clauses.what}: the digits inside are {sorted(s)}") for s in sets}
    clauses.clause(chosen.values())
    for size, other in lengths.items():
        clauses.clause([other, *(x for s, x in chosen.items() if len(s) == size)])
    within: dict[tuple[int, int], int] = {}
    beyond: dict[tuple[int, int], int] = {}
    for d in filling:
        missing = clauses.helper(f"{clauses.what}: {d} is not inside")
        clauses.clause([missing, *(x for s, x in chosen.items() if d in s)])
        for cell in outside:
            name = f"{clauses.cell_name(cell)} holds {d}"
            within[cell, d] = clauses.helper(f"{clauses.what}: {name} inside")
            beyond[cell, d] = clauses.helper(f"{clauses.what}: {name} outside")
            either = within[cell, d], beyond[cell, d]
            clauses.clause([clauses.complement(clauses.v(cell, d)), *either])
        ins = [within[cell, d] for cell in outside]
        clauses.clause([missing, *(clauses.v(cell, d) for cell in first), *ins])
        ends = [c for c in range(len(clauses.digits)) if c not in outside and c not in first]
        outs = [beyond[cell, d] for cell in outside]
        clauses.clause([clauses.complement(missing), *(clauses.v(cell, d) for cell in ends), *outs])
    for cell, out in outside.items():
        clauses.clause([out, *(within[cell, d] for d in filling)])
        crusts = [clauses.v(cell, d) for d in clauses.digits if d not in filling]
        others = [beyond[cell, d] for d in filling]
        clauses.clause([clauses.complement(out), *crusts, *others])


#: By kind: what writes the clauses.
WRITERS = {"sandwich": _write_sandwich, "x-sum": _write_x_sum}
