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

from ...catalog.row import Technique
from ...view import Finding, View, bits_of, ones

LISTED = (Technique("fireworks", 6.0, f"{__name__}:fireworks", None, ("firework",)),)


def fireworks(view: View, _: object) -> Iterator[Finding]:
    """Yield three digits that leave a box through the same cells."""
    for cross in ones(view.open):
        lines = [h for h in view.of_cell[cross] if h.is_line]
        boxes = [h for h in view.of_cell[cross] if h.kind == "box"]
        if len(lines) != 2 or len(boxes) != 1:
            continue
        away = [
            {d: line.bits & view.at[d] & ~boxes[0].bits for d in range(1, view.n + 1)}
            for line in lines
        ]
        for one, other in product(
            *(ones(line.bits & ~boxes[0].bits & view.open) for line in lines)
        ):
            ends = [1 << one, 1 << other]
            digits = [
                d
                for d in range(1, view.n + 1)
                if all(not a[d] & ~end for a, end in zip(away, ends, strict=True))
                and any(h.bits & view.at[d] for h in lines)
                and all(line.bits & view.at[d] for line in lines)
            ]
            for chosen in combinations(digits, 3):
                bits = bits_of(chosen)
                cells = 1 << cross | 1 << one | 1 << other
                gone = view.held(cells, ~bits)
                if gone:
                    yield Finding(
                        gone,
                        f"In {lines[0].house} and {lines[1].house}, {view.symbols(bits)} leave "
                        f"{boxes[0].house} only by {view.cells_text(ends[0])} and "
                        f"{view.cells_text(ends[1])}: each is in one of "
                        f"{view.one_by_one(cells)}, which hold nothing else",
                        tuple(view.clause(h, d) for h in lines for d in chosen),
                        view.cell_clauses(cells),
                        tuple(view.clause(boxes[0], d) for d in chosen),
                        roles=(("cross", view.held(1 << cross)), ("wings", view.held(cells, bits))),
                    )
