"""Equations over houses and rules: the rule of 45 with arrows, lines and cages that stick out, and
set equivalence with rules.

Lesson: rule of 45 with rules

    Houses sum to a known number, and so do rules: an arrow's shaft less its circle to 0, the parts
    of a region sum line to the same. Houses less rules leave an equation over few cells; digits for
    which the other cells cannot make up the rest go. Where a cell counts twice, its parity is
    known, too. A digit that some cells must hold to make the sum goes from the cells that see them.

    Why: Each house holds each digit once: the sum of its digit clauses. It is arithmetic on
    exactly-one clauses and on what the rules say, checked as such.

Lesson: set equivalence with rules

    Houses hold every digit of a set once, and rules say how many of them their cells hold: a
    whisper has one high digit in two neighbours, a modular line one digit of each remainder in
    three, a line of seven consecutive digits 3, 4, 5, 6 and 7. Houses less houses and rules leave
    few cells with a known number of these digits.

    Why: Only the clauses of these digits are added up, those of the houses and those of the rules;
    each is fulfilled exactly once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from ....constraints.equations import count_balances, sum_balances
from ....constraints.linear import Balance, FullSet
from ....inference.entailment import stands_for
from ....layout import Layout
from ....theory import Indexes
from ...catalog.row import PAIRS, Technique
from ...clauses import common_clause
from ...view import Finding, View, bits_of
from .balance_text import balance_text
from .fillings import Place, Remainder, Summand, places_of, remainder

FINDER = f"{__name__}:equations"
SUMS, COUNTS = "sums", "counts"
LISTED = (
    Technique("rule of 45 with rules", 4.6, FINDER, SUMS, aliases=("geometry of sums",),
         sets=PAIRS, kind="sum"),
    Technique("set equivalence with rules", 4.8, FINDER, COUNTS, aliases=("SET with rules",),
         sets=PAIRS, kind="sum"),
)  # fmt: skip
#: Tenths added to the rating for each house or rule beyond two; each part beyond one adds one.
RATED = 2
#: Tenths added if not the equation's own cells lose candidates, but others that see them.
FURTHER = 2
#: Most open cells of an equation that is looked at.
MOST_OPEN = 10


@lru_cache(maxsize=8)
def known_balances(layout: Layout, mode: str) -> tuple[tuple[Balance, tuple[Place, ...]], ...]:
    """Return the equations of a board, each with its cells as they are looked at together."""
    known = sum_balances(layout) if mode == SUMS else count_balances(layout)
    found = []
    for balance in known:
        places = places_of(layout, balance)
        found.append((balance, places))
    return tuple(found)


class _QuietEquations:
    """Which equations of a board are known to give nothing.

    Invariant: with the candidates of `_last`, or fewer in cells that are none of its own, equation
    k gives nothing if stale[k], beside them, has none of its cells. Both are replaced together, so
    threads do not disturb each other.
    """

    def __init__(self, count: int) -> None:
        self._last: tuple[list[int], list[int]] = ([], [-1] * count)

    def stale(self, candidates: list[int]) -> list[int]:
        """Return for each equation the cells that have changed since it gave nothing; to be set to
        0 where it gives nothing. Where any cell has got candidates back, all is forgotten."""
        known, stale = self._last
        is_new = not known
        changed = 0
        for cell, now in enumerate(candidates):
            if not is_new and now != known[cell]:
                changed |= 1 << cell
                is_new = now & ~known[cell] != 0
        if is_new:
            stale = [-1] * len(stale)
        elif changed:
            stale = [cells | changed for cells in stale]
        self._last = (candidates, stale)
        return stale


@lru_cache(maxsize=8)
def _quiet(layout: Layout, mode: str) -> _QuietEquations:
    """Return what is known of the equations of a board."""
    return _QuietEquations(len(known_balances(layout, mode)))


def equations(view: View, mode: str) -> Iterator[Finding]:
    """Yield what the equations of a board take away, those with few premises and cells first."""
    layout = view.layout
    if not layout.constraints:
        return
    candidates = list(view.left)
    for cell, d in enumerate(view.digit):
        if d:
            candidates[cell] = 1 << d
    stale = _quiet(layout, mode).stale(candidates)
    several = bits_of(cell for cell, digits in enumerate(candidates) if digits & digits - 1)
    for k, (balance, places) in enumerate(known_balances(layout, mode)):
        if not balance.cell_bits & stale[k]:
            continue
        if (balance.cell_bits & several).bit_count() > MOST_OPEN:
            continue
        found = remainder(balance, places, candidates, view.sees)
        if found:
            yield finding_of(view, found)
        else:
            stale[k] = 0


def finding_of(view: View, found: Remainder) -> Finding:
    """Return the step with its reason."""
    balance = found.balance
    theory = view.theory
    counted = [d for d in view.layout.digit_numbers if balance.worths[d - 1]]
    rests = dict[int, None]()
    for row, _ in balance.rules:
        rests[stands_for(theory, row.rule)] = None
    held = list[int]()
    parts = []
    for part in found.parts:
        rests |= dict.fromkeys(map(view.cell_clause, part.cells))
        rests |= dict.fromkeys(_keeping_apart(view, part))
        held += view.held(bits_of(part.cells))
        parts.append(part.cells)
    denied = [view.v(cell, d) for cell, d in found.lost]
    if found.holder:
        for v, (_, d) in zip(denied, found.lost, strict=True):
            holders = [view.v(cell, d) for cell in found.holder.places(d)]
            rests |= dict.fromkeys(view.linking([v], holders))
    bases = _clauses(view, balance.added, counted)
    covers = _clauses(view, balance.taken, counted)
    reason = balance_text(theory, found)
    more = RATED * (balance.premises - 2)
    more += len(parts) - 1
    if found.holder:
        more += FURTHER
    equation = replace(balance, parts=tuple(parts))
    asserted = list[int]()
    cells = [cell for part in parts for cell in part]
    if len(cells) == 1:
        # if one digit is left, the step is told as a placement
        left = [v for v in view.held(1 << cells[0]) if v not in denied]
        if len(left) == 1:
            asserted = left
            denied = []
    return Finding(
        asserted=tuple(asserted),
        denied=tuple(denied),
        reason=reason,
        bases=bases,
        covers=covers,
        rests=tuple(rests),
        roles=(("base", tuple(held)),),
        size=balance.premises,
        added=more,
        equation=equation,
    )


def _clauses(view: View, sets: Sequence[FullSet], digits: Sequence[int]) -> Indexes:
    """Return the clauses of these digits in full sets."""
    theory = view.theory
    found = dict[int, None]()
    for one in sets:
        if one.house < 0:
            found[stands_for(theory, one.rule)] = None
            continue
        region = view.houses[one.house]
        for d in digits:
            found[view.clause(region, d)] = None
    return tuple(found)


def _keeping_apart(view: View, part: Summand) -> Iterator[int]:
    """Yield clauses that keep the digits of a part's cells different."""
    theory = view.theory
    if part.group and part.group.sets is not None:
        yield stands_for(theory, part.group.rule)
    if len(part.cells) < 2:
        return
    for d in view.layout.digit_numbers:
        own = [view.v(cell, d) for cell in part.cells]
        clause = common_clause(theory, own, ())
        if clause >= 0:
            yield clause
        else:
            yield from view.linking(own, own)
