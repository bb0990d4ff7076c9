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

from ..forms import DigitSet
from .builder import Clauses
from .templates import Recorder, recorded
from .writing import PairVariables

#: The maximum number of sets of digits with the right sum.
MOST_SETS = 150


def add_segment(clauses: Clauses, kind: str, cells: Sequence[int], total: int) -> None:
    """Require: the digits of the segment add up to the total. kind: "sandwich" (between the
    smallest and the largest digit) or "x-sum" (the first X digits, X being the first; digits count
    from 1). cells: a line that holds each digit."""
    filling = clauses.digits
    if kind == "sandwich":
        filling = filling[1:-1]
    if len(_sets(filling, total)) <= MOST_SETS:
        write = partial(WRITERS[kind], total=total)
        template = recorded((kind, total), clauses.digits, len(cells), write)
        clauses.replay(template, cells)


def _sets(digits: Sequence[int], total: int) -> list[DigitSet]:
    """Return the sets of digits with this sum, the smallest first."""
    found = []
    for size in range(len(digits) + 1):
        found += [frozenset(some) for some in combinations(digits, size) if sum(some) == total]
    return found


def _write_sandwich(clauses: Recorder, total: int) -> None:
    count = len(clauses.digits)
    filling = clauses.digits[1:-1]
    sets = _sets(filling, total)
    sizes = {len(some) for some in sets}
    segments = {}  # places of the crusts → variable
    for a, b in combinations(range(count), 2):
        if b - a - 1 in sizes:
            crusts = f"{clauses.cell_name(a)}, {clauses.cell_name(b)}"
            segments[a, b] = clauses.helper(f"{clauses.what}: the crusts are {crusts}")
    if not segments:
        clauses.impossible(0)
        return
    clauses.clause(segments.values())
    outside = {}
    for cell in range(count):
        ends = [x for crusts_at, x in segments.items() if cell in crusts_at]
        clauses.clause([clauses.is_in(cell, frozenset(filling)), *ends])
        if 0 < cell < count - 1:
            name = f"{clauses.what}: {clauses.cell_name(cell)} is not between"
            outside[cell] = clauses.helper(name)
            around = [x for (a, b), x in segments.items() if a < cell < b]
            clauses.clause([outside[cell], *around])
    lengths = {}
    for size in sorted(sizes):
        lengths[size] = clauses.helper(f"{clauses.what}: not {size} cells are between")
        fits = [x for (a, b), x in segments.items() if b - a - 1 == size]
        clauses.clause([lengths[size], *fits])
    _Segment(clauses, outside, filling).write(sets, lengths)


def _write_x_sum(clauses: Recorder, total: int) -> None:
    digits = clauses.digits
    # the first digit counts the cells and is among them, so a set contains its own size
    sets = [some for some in _sets(digits, total) if len(some) in some]
    sizes = {len(some) for some in sets}
    clauses.never(clauses.v(0, d) for d in digits if d not in sizes)
    if not sizes:
        return
    # the first digit is the length, so no variables for lengths are needed
    lengths = {size: clauses.complement(clauses.v(0, size)) for size in sorted(sizes)}
    outside = {}
    for cell in range(1, len(digits)):
        too_short = frozenset(d for d in digits if d <= cell)
        outside[cell] = clauses.is_in(0, too_short)
    _Segment(clauses, outside, digits).write(sets, lengths)


class _Segment:
    """Ties the sets of digits of a segment to its cells.

    outside: by cell, "it is not in the segment", for cells that may be inside or outside; the first
    of the other cells is inside if all digits may be. filling: the digits that may be inside.
    """

    def __init__(
        self, clauses: Recorder, outside: Mapping[int, int], filling: Sequence[int]
    ) -> None:
        self.clauses = clauses
        self.outside = outside
        self.filling = filling
        #: (cell, digit) → "it holds the digit inside the segment", and outside
        self.within: PairVariables = {}
        self.beyond: PairVariables = {}

    def write(self, sets: Sequence[DigitSet], lengths: Mapping[int, int]) -> None:
        """Write all clauses. lengths: by size, "the segment does not have this many cells"."""
        clauses = self.clauses
        chosen = {}
        for s in sets:
            chosen[s] = clauses.helper(f"{clauses.what}: the digits inside are {sorted(s)}")
        clauses.clause(chosen.values())
        for size, other in lengths.items():
            fits = [x for s, x in chosen.items() if len(s) == size]
            clauses.clause([other, *fits])
        for d in self.filling:
            missing = clauses.helper(f"{clauses.what}: {d} is not inside")
            holding = [x for s, x in chosen.items() if d in s]
            clauses.clause([missing, *holding])
            self._place(d, missing)
        for cell, out in self.outside.items():
            inside = [self.within[cell, d] for d in self.filling]
            clauses.clause([out, *inside])
            crusts = [clauses.v(cell, d) for d in clauses.digits if d not in self.filling]
            others = [self.beyond[cell, d] for d in self.filling]
            clauses.cases(out, [*crusts, *others])

    def _place(self, d: int, missing: int) -> None:
        """Require: the digit is in one cell, inside the segment unless it is missing there."""
        clauses = self.clauses
        cells = range(len(clauses.digits))
        # in an X-sum the first cell is always inside; in a sandwich the outer cells never are
        first = [0] if len(self.filling) == len(cells) else []
        for cell in self.outside:
            name = f"{clauses.what}: {clauses.cell_name(cell)} holds {d}"
            within = clauses.helper(f"{name} inside")
            beyond = clauses.helper(f"{name} outside")
            clauses.cases(clauses.v(cell, d), (within, beyond))
            self.within[cell, d] = within
            self.beyond[cell, d] = beyond
        inside = [self.within[cell, d] for cell in self.outside]
        clauses.clause([missing, *[clauses.v(cell, d) for cell in first], *inside])
        ends = [cell for cell in cells if cell not in self.outside and cell not in first]
        beyond_d = [self.beyond[cell, d] for cell in self.outside]
        clauses.cases(missing, [*[clauses.v(cell, d) for cell in ends], *beyond_d])


#: By kind: what writes the clauses.
WRITERS = {"sandwich": _write_sandwich, "x-sum": _write_x_sum}
