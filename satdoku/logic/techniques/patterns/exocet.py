"""Exocets: two cells of a box and a line, whose digits two other cells of the band must hold.

Junior exocet. The base: two cells of a box in a line, with three or four digits. The targets: one
cell in each of the band's other boxes, in other lines; beside each target, in its crossing line, is
its companion, which holds no digit of the base. Consider three crossing lines outside the band:
those of the targets and that of the base box's third cell. Each digit of the base must have its
places there in at most two lines.

Suppose that x is true in the base. Then it is nowhere else in the base's line and box, so each of
the three crossing lines has it outside the band, at most two of them, or in a target. So each of
the base's two digits is in a target: the targets hold nothing else, and a digit that no target can
hold is not in the base. For each digit it is Cover(k): crossing lines are bases, lines and targets
covers.

Double exocet: two of them in one band, with the same crossing lines and different targets, whose
bases lie in two boxes and have four digits together. A target of each is in the box of the other's
base. So a digit of both bases would be in neither of these targets, but in the two in the third
box, which is impossible. Therefore each of the four digits is in one of the four base cells, and in
one of the four targets. In the crossing lines outside the band it is then twice, in its two lines:
there it is nowhere else in them.

Source: the Sudoku Players' Forum (Champagne, D. P. Bird).

Lesson: junior exocet

    Base: two cells of a box in a line, with three or four digits. Targets: a cell in each other box
    of the band, in other lines; the cell beside each in its crossing line and box that is in
    neither its line nor the base's has no digit of the base. In the targets' crossing lines and the
    one through the base box's third cell, each digit of the base has its places outside the band in
    two lines at most. The targets hold only digits of the base, and these only what a target can
    hold.

    Why: If x is in the base, it is in none of the three crossing lines within the band but in the
    targets, and outside it twice at most: Cover(3), three crossing lines in two lines and a target.
    So both digits of the base are in the targets.

Lesson: double exocet

    Two junior exocets of one band with the same three crossing lines, whose bases lie in two boxes
    and have four digits together, and whose targets are four cells. Each of the digits goes from
    where it sees all its places in the bases, or all in the targets; and from the lines that have
    its places in the crossing lines outside the band, but for these places.

    Why: If the bases had a digit in common, it could not be in the target in the other base's box,
    as that sees the base: both exocets would have it in the third box. So each of the four digits
    is once in the bases and once in the targets, and twice in the crossing lines outside the band:
    Cover(3), as in each junior exocet, with nothing to spare.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import NamedTuple

from ....cancellation import look
from ...catalog.row import Technique
from ...step_text.sentences import listed
from ...view import Finding, Region, View, bits_of, ones

LISTED = (
    Technique("junior exocet", 8.7, f"{__name__}:exocet", None, ("exocet", "JExocet")),
    Technique("double exocet", 8.8, f"{__name__}:double", None, ("double JExocet",)),
)


class Junior(NamedTuple):
    """A junior exocet: the cells of base and targets, the digits of the base, and the box of the
    base, as bits; the number of the band; its crossing lines, in order. covers: by digit, the lines
    that contain the digit's places outside the band in the crossing lines. clauses: what it rests
    on."""

    base: int
    targets: int
    digits: int
    box: int
    band: int
    crossing: tuple[Region, ...]
    covers: dict[int, list[Region]]
    clauses: tuple[int, ...]


def exocet(view: View, _: object) -> Iterator[Finding]:
    """Yield what the targets and the bases of junior exocets cannot hold."""
    for one in _juniors(view):
        digits = one.digits & ~view.digits_of(one.targets)
        gone = view.held(one.targets, ~one.digits) + view.held(one.base, digits)
        if gone:
            crossing = listed(str(line.house) for line in one.crossing)
            yield Finding(
                gone,
                f"Whichever of {view.symbols(one.digits)} are in {view.cells_text(one.base)}: "
                f"outside the band each has places in two lines at most in {crossing}, so both are "
                f"in {view.one_by_one(one.targets)}",
                view.cell_clauses(one.base),
                view.cell_clauses(one.targets),
                one.clauses,
                roles=(
                    ("base", view.held(one.base)),
                    ("target", view.held(one.targets, one.digits)),
                ),
            )


def double(view: View, _: object) -> Iterator[Finding]:
    """Yield what two junior exocets give together."""
    for one, two in combinations(_juniors(view), 2):
        base, targets, digits = (a | b for a, b in zip(one[:3], two[:3], strict=True))
        apart = not one.targets & two.targets and one.box != two.box
        if not apart or (one.band, one.crossing) != (two.band, two.crossing):
            continue
        if digits.bit_count() != 4:
            continue
        inside = bits_of(cell for line in one.crossing for cell in line.house.cells)
        gone = list[int]()
        for d in ones(digits):
            cells = view.seen_by_all(base & view.at[d]) | view.seen_by_all(targets & view.at[d])
            for line in (one.covers | two.covers)[d]:
                cells |= line.bits & ~inside
            gone += view.vs(cells, d)
        if gone:
            yield Finding(
                tuple(gone),
                f"Each of {view.symbols(digits)} is once in {view.one_by_one(base)} and once in "
                f"{view.one_by_one(targets)}, and outside the band twice in "
                f"{listed(str(line.house) for line in one.crossing)}",
                view.cell_clauses(base),
                view.cell_clauses(targets),
                tuple(
                    dict.fromkeys(
                        (*one.clauses, *two.clauses, *view.links(base | targets, digits, -1))
                    )
                ),
                roles=(("base", view.held(base)), ("target", view.held(targets, digits))),
            )


def _juniors(view: View) -> Iterator[Junior]:
    """Yield the junior exocets in bands of rows, and of columns."""
    if view.layout.box_shape != (3, 3) or not view.layout.is_regular:
        return
    kinds = [[h for h in view.houses if h.kind == kind] for kind in ("row", "column")]
    for lines, crossing in (kinds, kinds[::-1]):
        for line, third in product(range(view.n), repeat=2):
            look()
            yield from _with_targets(view, lines, crossing, line, third)


def _with_targets(
    view: View, lines: list[Region], crossing: list[Region], line: int, third: int
) -> Iterator[Junior]:
    c = third - third % 3
    base = bits_of(lines[line].house.cells[k] for k in range(c, c + 3) if k != third)
    digits = view.digits_of(base)
    if base & ~view.open or digits.bit_count() not in (3, 4):
        return
    band = range(line - line % 3, line - line % 3 + 3)
    beside = [other for other in band if other != line]
    stacks = [range(c, c + 3) for c in range(0, view.n, 3) if third not in range(c, c + 3)]
    box = next(h for h in view.boxes if not base & ~h.bits)
    for c1, c2 in product(*stacks):
        crossed = [crossing[c] for c in sorted((third, c1, c2))]
        away = [lines[k] for k in range(view.n) if k not in band]
        covers = {d: _covers(view, away, crossed, d) for d in ones(digits)}
        if any(len(some) > 2 for some in covers.values()):
            continue
        for l1, l2 in product(beside, repeat=2):
            targets = [lines[at].house.cells[c] for at, c in ((l1, c1), (l2, c2))]
            others = [lines[sum(beside) - at].house.cells[c] for at, c in ((l1, c1), (l2, c2))]
            held = [view.left[cell] | 1 << view.digit[cell] for cell in others]
            if any(digits & own for own in held) or any(not view.left[t] for t in targets):
                continue
            clauses = tuple(
                view.clause(h, d)
                for d in ones(digits)
                for h in (lines[line], box, *crossed, *covers[d])
            )
            yield Junior(
                base,
                bits_of(targets),
                digits,
                box.number,
                band.start,
                tuple(crossed),
                covers,
                clauses,
            )


def _covers(view: View, away: list[Region], crossed: list[Region], d: int) -> list[Region]:
    """Return the lines outside the band that contain the digit in one of the crossing lines."""
    inside = crossed[0].bits | crossed[1].bits | crossed[2].bits
    placed = bits_of(cell for cell in ones(inside) if view.digit[cell] == d)
    return [line for line in away if line.bits & inside & (view.at[d] | placed)]
