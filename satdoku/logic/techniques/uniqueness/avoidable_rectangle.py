"""Avoidable rectangle: four cells of a rectangle, none of them given, some with digits found since.

The digits could be exchanged in them, as in a unique rectangle. It assumes one solution.

Source: Sudopedia, "Avoidable Rectangle".

Lesson: avoidable rectangle, avoidable rectangle type 1, avoidable rectangle type 2

    The four cells of a rectangle of which none is given. Type 1: three hold digits, two equal ones
    crosswise; the fourth cannot hold the one that would complete them. Type 2: two hold digits, the
    others have the same third digit besides, and what sees both loses it.

    Why: Digits found may change places in the four cells as well as candidates, and there would be
    a second solution; what is given may not.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from ....cancellation import stop_if_cancelled
from ....layout import Layout
from ....phrases import phrase
from ...catalog.row import Technique
from ...view import Finding, View, bits_of

FINDER = f"{__name__}:avoidable"
LISTED = (
    *(Technique(f"avoidable rectangle type {t}", (46 + t) / 10, FINDER, str(t),
                aliases=(f"avoidable rectangle {t}",), proper=True) for t in (1, 2)),
    Technique("avoidable rectangle", 4.7, FINDER, "", proper=True, joint=True),
)  # fmt: skip
#: The cells of a rectangle, in order around it.
Cells = tuple[int, int, int, int]


@lru_cache(maxsize=8)
def rectangles(layout: Layout) -> tuple[Cells, ...]:
    """Return four cells each, such that each house has none of them or two neighbours: digits could
    be exchanged."""
    n = layout.size
    found = []
    for r1, r2 in combinations(range(n), 2):
        for c1, c2 in combinations(range(n), 2):
            stop_if_cancelled()
            cells = (r1 * n + c1, r1 * n + c2, r2 * n + c2, r2 * n + c1)
            sides = [{cells[k - 1], cells[k]} for k in range(4)]
            inside = ({*cells}.intersection(house.cells) for house in layout.houses)
            if all(part in sides for part in inside if part):
                found.append(cells)
    return tuple(found)


def avoidable(view: View, kind: str) -> Iterator[Finding]:
    """Yield steps by avoidable rectangles; none unless the givens are known.

    kind: "1" (three digits found), "2" (two), or "" for both.
    """
    given = view.position.given
    if given is None:
        return
    for cells in rectangles(view.layout):
        found = [cell for cell in cells if view.digit[cell]]
        if any(view.v(cell, view.digit[cell]) in given for cell in found):
            continue
        rest = [cell for cell in cells if cell not in found]
        for would in _ways(view, cells, found):
            if all(view.left[cell] >> would[cell] & 1 for cell in rest):
                yield from _avoided(view, cells, rest, would, kind)


# The digits found fix which two digits could be exchanged, and which cells would hold which.
# Without any digit found there is none: that would be a unique rectangle.
def _ways(view: View, cells: Cells, found: list[int]) -> Iterator[dict[int, int]]:
    """Yield the digits that the cells would hold, two crosswise, with those found."""
    pairs = {
        (view.digit[cell], other)
        for cell in found
        for other in view.layout.digit_numbers
        if other != view.digit[cell]
    }
    for pair in pairs:
        for turn in (0, 1):
            would = {cell: pair[(k + turn) % 2] for k, cell in enumerate(cells)}
            if all(view.digit[cell] == would[cell] for cell in found):
                yield would


def _avoided(
    view: View, cells: Cells, rest: list[int], would: dict[int, int], kind: str
) -> Iterator[Finding]:
    bits = bits_of(rest)
    a, b = sorted(set(would.values()))
    if len(rest) == 1 and kind in ("1", ""):
        digit = would[rest[0]]
        were = "if {cells} were {digits}"
        unless = phrase(were, cells=view.cells_text(bits), digits=view.symbol(digit))
        gone = view.vs(bits, digit)
        name = "avoidable rectangle type 1"
    elif len(rest) == 2 and kind in ("2", ""):
        extra = {view.left[cell] & ~(1 << would[cell]) for cell in rest}
        if len(extra) != 1 or min(extra).bit_count() != 1:
            return
        digit = min(extra).bit_length() - 1
        neither = "if neither of {cells} were {digits}"
        unless = phrase(neither, cells=view.one_by_one(bits), digits=view.symbol(digit))
        gone = view.vs(view.seen_by_all(bits), digit)
        name = "avoidable rectangle type 2"
    else:
        return
    reason = phrase(
        "{held}: {reason}, {one} and {other} could change places in {cells}, of which none is "
        "given, and the puzzle would have two solutions; it has one",
        held=view.with_candidates(bits),
        reason=unless,
        one=view.symbol(a),
        other=view.symbol(b),
        cells=view.one_by_one(bits_of(cells)),
    )
    roles = (("roof", view.held(bits)),)
    if gone:
        yield Finding(gone, reason, view.cell_clauses(bits), roles=roles, name=name)
