"""WXYZ-wing and VWXYZ-wing, bent sets: k cells, mostly of a line and a box, that hold k digits.

Only z can occur twice in them; so each of the other digits occurs exactly once, and z at least
once: what sees all places of z is false. If no digit can occur twice, this holds for every one of
them. With k = 3 that is an XYZ- or XY-wing (see `xy_wing`).

Source: Sudopedia, "WXYZ-Wing".

Lesson: WXYZ-wing, VWXYZ-wing

    Four (five) cells, mostly of a line and a box, with as many digits, of which only z may be there
    twice: it has places that do not see each other. What sees all places of z loses it. If none may
    be there twice, that holds for each of the digits.

    Why: Refute(x): without z, k cells would hold k − 1 digits, each at most once.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from ....cancellation import stop_if_cancelled
from ....phrases import phrase
from ...catalog.row import Technique
from ...view import Finding, View, bits_of, ones

#: How: the number of cells.
FINDER = f"{__name__}:bent"
LISTED = (Technique("WXYZ-wing", 5.5, FINDER, 4), Technique("VWXYZ-wing", 6.2, FINDER, 5))


def bent(view: View, k: int) -> Iterator[Finding]:
    """Yield steps by k cells with k digits, at most one of which can occur twice."""
    for bits in _tied(view, k):
        digits = view.digits_of(bits)
        if digits.bit_count() != k or _together(view, bits):
            continue
        free = [d for d in ones(digits) if not _together(view, bits & view.at[d])]
        if len(free) > 1:
            continue
        gone = {}  # by digit, the cells that lose it
        for d in free or ones(digits):
            seen = view.seen_by_all(bits & view.at[d]) & view.at[d]
            if seen:
                gone[d] = seen
        if gone:
            yield _step(view, bits, bits_of(free), gone)


def _step(view: View, bits: int, free: int, gone: dict[int, int]) -> Finding:
    """Return the step of such cells; free: the digit that can occur twice, if any."""
    digits = view.digits_of(bits)
    often = phrase("each of these fits in only once, so all are there")
    if free:
        often = phrase(
            "{digits} fit in only once each, as their places see each other, so one of the "
            "{number} cells is {digit}, and what sees every {digit} in them is not",
            digits=view.symbols(digits & ~free),
            number=bits.bit_count(),
            digit=view.symbols(free),
        )
    denied = list[int]()
    rests = view.links(bits, digits & ~free)
    for d, seen in gone.items():
        denied += view.vs(seen, d)
        rests += view.links(bits & view.at[d], 1 << d, seen)
    hinge = bits_of(c for c in ones(bits) if not bits & ~view.sees[c] & ~(1 << c))
    hold = "{cells} hold only {digits}"
    held = phrase(hold, cells=view.with_candidates(bits), digits=view.symbols(digits))
    reason = phrase("{rule}: {claims}", rule=held, claims=often)
    return Finding(
        denied=tuple(denied),
        reason=reason,
        bases=view.cell_clauses(bits),
        rests=rests,
        roles=(("hinge", view.held(hinge)), ("pincer", view.held(bits & ~hinge))),
        size=bits.bit_count(),
        chains=_chains(view, bits, min(gone)),
    )


def _chains(view: View, bits: int, z: int) -> tuple[str, ...]:
    """Return the cells as two almost locked sets in Eureka notation; () if they are not two."""
    for one, other in product(view.houses, repeat=2):
        first, second = bits & one.bits, bits & ~one.bits
        shared = view.digits_of(first) & view.digits_of(second)
        sizes = [view.digits_of(part).bit_count() - part.bit_count() for part in (first, second)]
        if second & ~other.bits or sizes != [1, 1] or not shared & 1 << z:
            continue
        for x in ones(shared & ~(1 << z)):
            if view.all_see(first & view.at[x], second & view.at[x]):
                return (f"{view.set_link(first, z)}-{view.set_link(second, x)}",)
    return ()


# Connected sets are enumerated without repetition: a set is built from its lowest cell, and a cell
# that was passed over is never added later in that branch. The number of digits cuts a branch off
# as soon as it exceeds k, which is what makes five cells affordable.
def _tied(view: View, k: int) -> Iterator[int]:
    """Yield each connected set of k cells (linked by sight) with at most k digits, once."""
    few = bits_of(c for c in ones(view.open) if view.left[c].bit_count() <= k)

    def further(bits: int, digits: int, near: int, ahead: int) -> Iterator[int]:
        # near: the cells and what they see; ahead: those of them that may be added next
        stop_if_cancelled()
        for cell in ones(ahead):
            ahead &= ~(1 << cell)
            more = digits | view.left[cell]
            if more.bit_count() > k:
                continue
            if bits.bit_count() == k - 1:
                yield bits | 1 << cell
                continue
            new = view.sees[cell] & ~near & later
            yield from further(bits | 1 << cell, more, near | view.sees[cell], ahead | new)

    for start in ones(few):
        later = few & ~((2 << start) - 1)
        own = 1 << start
        yield from further(own, view.left[start], own | view.sees[start], view.sees[start] & later)


def _together(view: View, cells: int) -> bool:
    """Return whether all of the cells see each other."""
    return all(not cells & ~view.sees[cell] & ~(1 << cell) for cell in ones(cells))
