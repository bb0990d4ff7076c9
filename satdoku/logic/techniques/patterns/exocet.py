"""Junior exocet: two cells of a box and a line, whose digits two other cells of the band must hold.

The base: two cells of a box in a line, with three or four digits. The targets: one cell in each of
the band's other boxes, in other lines; beside each target, in its crossing line, is its companion,
which holds no digit of the base. Consider three crossing lines outside the band: those of the
targets and that of the base box's third cell. Each digit of the base must have its places there in
at most two lines.

Suppose that x is true in the base. Then it is nowhere else in the base's line and box, so each of
the three crossing lines has it outside the band, at most two of them, or in a target. So each of
the base's two digits is in a target: the targets hold nothing else, and a digit that no target can
hold is not in the base. For each digit it is Cover(k): crossing lines are bases, lines and targets
covers.

Source: the Sudoku Players' Forum (Champagne, D. P. Bird).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from ....cancellation import look
from ...catalog.row import Technique
from ...lessons.lesson import Lesson
from ...view import Found, Region, View, bits_of, ones

LISTED = (
    Technique("junior exocet", 8.7, f"{__name__}:exocet", None,
              ("exocet", "JExocet", "double exocet")),
)  # fmt: skip
LESSONS = (
    Lesson(
        "junior exocet",
        "Base: two cells of a box in a line, with three or four digits. Targets: a cell in each "
        "other box of the band, in other lines; the cell beside each in its crossing line and box "
        "that is in neither its line nor the base's has no digit of the base. In the targets' "
        "crossing lines and the one through the base box's third cell, each digit of the base has "
        "its places outside the band in two lines at most. The targets hold only digits of the "
        "base, and these only what a target can hold.",
        "If x is in the base, it is in none of the three crossing lines within the band but in the "
        "targets, and outside it twice at most: Cover(3), three crossing lines in two lines and a "
        "target. So both digits of the base are in the targets.",
    ),
)


def exocet(view: View, _: object) -> Iterator[Found]:
    """Yield the exocets in bands of rows, and of columns."""
    if view.layout.box_shape != (3, 3) or not view.layout.is_regular:
        return
    kinds = [[h for h in view.houses if h.kind == kind] for kind in ("row", "column")]
    for lines, crossing in (kinds, kinds[::-1]):
        for line, c in product(range(view.n), range(0, view.n, 3)):
            for third in range(c, c + 3):
                look()
                base = bits_of(lines[line].house.cells[k] for k in range(c, c + 3) if k != third)
                digits = view.digits_of(base)
                if not base & ~view.open and digits.bit_count() in (3, 4):
                    yield from _with_targets(view, lines, crossing, line, third, base, digits)


def _with_targets(
    view: View,
    lines: list[Region],
    crossing: list[Region],
    line: int,
    third: int,
    base: int,
    digits: int,
) -> Iterator[Found]:
    band = range(line - line % 3, line - line % 3 + 3)
    beside = [other for other in band if other != line]
    stacks = [range(c, c + 3) for c in range(0, view.n, 3) if third not in range(c, c + 3)]
    for c1, c2 in product(*stacks):
        covers = _covers(view, lines, band, [crossing[c] for c in (third, c1, c2)], digits)
        if covers is None:
            continue
        for l1, l2 in product(beside, repeat=2):
            targets = [lines[at].house.cells[c] for at, c in ((l1, c1), (l2, c2))]
            others = [lines[sum(beside) - at].house.cells[c] for at, c in ((l1, c1), (l2, c2))]
            held = [view.left[cell] | 1 << view.digit[cell] for cell in others]
            if any(digits & own for own in held) or any(not view.left[t] for t in targets):
                continue
            cells = bits_of(targets)
            gone = view.held(cells, ~digits) + view.held(base, digits & ~view.digits_of(cells))
            if gone:
                box = next(h for h in view.boxes if not base & ~h.bits)
                yield Found(
                    gone,
                    (),
                    f"Whichever of {view.symbols(digits)} are in {view.told(base)}: outside the "
                    f"band each has places in two lines at most in {crossing[third].house}, "
                    f"{crossing[c1].house} and {crossing[c2].house}, so both are in "
                    f"{view.one_by_one(cells)}",
                    view.cell_clauses(base),
                    view.cell_clauses(cells),
                    (
                        *(view.clause(h, d) for h in (lines[line], box) for d in ones(digits)),
                        *(view.clause(crossing[c], d) for c in (third, c1, c2)
                          for d in ones(digits)),
                        *covers,
                    ),
                    roles=(("base", view.held(base)), ("target", view.held(cells, digits))),
                )  # fmt: skip


def _covers(
    view: View, lines: list[Region], band: range, crossed: list[Region], digits: int
) -> tuple[int, ...] | None:
    """Return the clauses of the lines that contain each digit's places outside the band; None if a
    digit has places in three lines."""
    away = [k for k in range(view.n) if k not in band]
    inside = crossed[0].bits | crossed[1].bits | crossed[2].bits
    clauses = list[int]()
    for d in ones(digits):
        placed = bits_of(cell for cell in ones(inside) if view.digit[cell] == d)
        held = [k for k in away if lines[k].bits & inside & (view.at[d] | placed)]
        if len(held) > 2:
            return None
        clauses += (view.clause(lines[k], d) for k in held)
    return tuple(clauses)
