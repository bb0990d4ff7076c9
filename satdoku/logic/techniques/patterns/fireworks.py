"""Fireworks: three digits that leave a box, in a row and in a column of one of its cells, only
through one cell each. The three cells hold the three digits.

Source: the Sudoku Players' Forum (shye).

Lesson: fireworks

    Three digits that leave a box, along a row and a column of one of its cells, only by one cell
    each. That cell and these two hold nothing else.

    Why: Each digit is in the box once at most, so of its places in the row and the column one at
    least is among the three cells: three digits for three cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from ....phrases import phrase
from ...catalog.row import Technique
from ...view import Finding, Region, View, bits_of, ones

LISTED = (
    Technique("fireworks", 6.0, f"{__name__}:fireworks", aliases=("firework", "triple firework")),
)


# Idea: the box holds a digit once. If outside it the digit has one place in the row and one in the
# column, then of the crossing and these two places one at least is true: were the digit elsewhere
# in the box, it could be in at most one of the two lines there, and the other line would need its
# end.
def fireworks(view: View, _: object) -> Iterator[Finding]:
    """Yield three digits that leave a box through the same cells."""
    for cross in ones(view.open):
        lines = [h for h in view.of_cell[cross] if h.is_line and h.is_full]
        boxes = [h for h in view.of_cell[cross] if h.kind == "box"]
        if len(lines) != 2 or len(boxes) != 1:
            continue
        first, second = lines
        outside = view.open & ~boxes[0].bits
        for pair in product(ones(first.bits & outside), ones(second.bits & outside)):
            digits = [
                d for d in view.layout.digit_numbers if _leave_by(view, lines, outside, pair, d)
            ]
            for chosen in combinations(digits, 3):
                yield from _step(view, cross, lines, boxes[0], ends=pair, digits=chosen)


def _leave_by(view: View, lines: list[Region], outside: int, ends: tuple[int, int], d: int) -> bool:
    """Return whether a digit has places in both lines, outside the box only in their ends."""
    for line, end in zip(lines, ends, strict=True):
        places = line.bits & view.at[d]
        if not places or places & outside & ~(1 << end):
            return False
    return True


def _step(
    view: View,
    cross: int,
    lines: list[Region],
    box: Region,
    ends: tuple[int, int],
    digits: tuple[int, ...],
) -> Iterator[Finding]:
    bits = bits_of(digits)
    cells = bits_of((cross, *ends))
    gone = view.held(cells, ~bits)
    if not gone:
        return
    first, second = lines
    three = view.symbols(bits)
    one, other, corner = (view.cells_text(1 << cell) for cell in (*ends, cross))
    reason = phrase(
        "In {first}, {digits} can only go in {box} or in {one}, and in {second}, {digits} can only "
        "go in {box} or in {other}. Such a digit is in {one} or {other}, or in {box} for both "
        "lines, which is in {corner}. These three cells hold the three digits and nothing else",
        first=first.house,
        digits=three,
        box=box.house,
        one=one,
        second=second.house,
        other=other,
        corner=corner,
    )
    roles = (("cross", view.held(1 << cross)), ("wings", view.held(cells, bits)))
    yield Finding(
        denied=gone,
        reason=reason,
        bases=tuple(view.clause(line, d) for line in lines for d in digits),
        covers=view.cell_clauses(cells),
        rests=tuple(view.clause(box, d) for d in digits),
        roles=roles,
    )
