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
    and have four digits together, and whose targets are four cells. Each of the digits is removed
    from where it sees all its places in the bases, or all in the targets; and from the lines that
    have its places in the crossing lines outside the band, but for these places.

    Why: If the bases had a digit in common, it could not be in the target in the other base's box,
    as that sees the base: both exocets would have it in the third box. So each of the four digits
    is once in the bases and once in the targets, and twice in the crossing lines outside the band:
    Cover(3), as in each junior exocet, with nothing to spare.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import NamedTuple

from ....cancellation import stop_if_cancelled
from ....phrases import joined, phrase
from ....theory import Indexes, Variables
from ...catalog.row import Technique
from ...step_text.sentences import together
from ...view import Finding, Region, View, bits_of, ones, union

LISTED = (
    Technique("junior exocet", 8.7, f"{__name__}:exocet", aliases=("exocet", "JExocet", "JE")),
    Technique("double exocet", 8.8, f"{__name__}:double", aliases=("double JExocet",)),
)

#: Roles of candidates, as in a `Finding`.
Roles = tuple[tuple[str, Variables], ...]


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
    clauses: Indexes

    def places(self, view: View) -> str:
        """Return 'In columns 3, 5 and 7, outside rows 4, 5 and 6, 2 lies only in row 1 and row 9,
        and …' for each digit."""
        across = "column" if self.crossing[0].kind == "row" else "row"
        lines = [h for h in view.houses if h.kind == across]
        band = together(str(line.house) for line in lines[self.band : self.band + 3])
        crossing = together(str(line.house) for line in self.crossing)
        each = list[str]()
        for d, some in self.covers.items():
            where = together(str(line.house) for line in some) or phrase("no place")
            lies = "{digit} lies only in {houses}"
            each.append(phrase(lies, digit=view.symbol(d), houses=where))
        outside = "In {houses}, outside {band}, {text}"
        text = joined(each, "{one}; {next}")
        return phrase(outside, houses=crossing, band=band, text=text)


def exocet(view: View, _: object) -> Iterator[Finding]:
    """Yield what the targets and the bases of junior exocets cannot hold."""
    for one in _juniors(view):
        lacking = one.digits & ~view.digits_of(one.targets)
        gone = view.held(one.targets, ~one.digits) + view.held(one.base, lacking)
        if not gone:
            continue
        need = (
            "{held}. {places}. So the two digits in {base}, which are nowhere else in their line "
            "and box, need {targets} in the third of these columns, and these hold nothing else"
        )
        if one.crossing[0].kind == "row":
            need = (
                "{held}. {places}. So the two digits in {base}, which are nowhere else in their "
                "line and box, need {targets} in the third of these rows, and these hold nothing "
                "else"
            )
        reason = phrase(
            need,
            held=view.only(one.base, one.digits),
            places=one.places(view),
            base=view.one_by_one(one.base),
            targets=view.one_by_one(one.targets),
        )
        yield Finding(
            denied=gone,
            reason=reason,
            bases=view.cell_clauses(one.base),
            covers=view.cell_clauses(one.targets),
            rests=one.clauses,
            roles=_roles(view, one.base, one.targets, one.digits),
        )


def double(view: View, _: object) -> Iterator[Finding]:
    """Yield what two junior exocets give together."""
    for one, two in combinations(_juniors(view), 2):
        if one.targets & two.targets or one.box == two.box:
            continue
        if one.band != two.band or one.crossing != two.crossing:
            continue
        digits = one.digits | two.digits
        if digits.bit_count() != 4:
            continue
        base = one.base | two.base
        targets = one.targets | two.targets
        inside = bits_of(cell for line in one.crossing for cell in line.house.cells)
        gone = list[int]()
        for d in ones(digits):
            cells = view.seen_by_all(base & view.at[d]) | view.seen_by_all(targets & view.at[d])
            # Both count the same places of it outside the band: the covers of either will do.
            for line in (one.covers | two.covers)[d]:
                cells |= line.bits & ~inside
            gone += view.vs(cells, d)
        if gone:
            reason = phrase(
                "{held}. {places}. {others}. So each of {digits} is once in {base}, once in "
                "{targets}, and twice in these lines outside the band",
                held=view.only(base, digits),
                places=one.places(view),
                others=two.places(view),
                digits=view.symbols(digits),
                base=view.one_by_one(base),
                targets=view.one_by_one(targets),
            )
            links = view.links(base | targets, digits, -1)
            yield Finding(
                denied=tuple(gone),
                reason=reason,
                bases=view.cell_clauses(base),
                covers=view.cell_clauses(targets),
                rests=tuple(dict.fromkeys((*one.clauses, *two.clauses, *links))),
                roles=_roles(view, base, targets, digits),
            )


def _roles(view: View, base: int, targets: int, digits: int) -> Roles:
    return ("base", view.held(base)), ("target", view.held(targets, digits))


def _juniors(view: View) -> Iterator[Junior]:
    """Yield the junior exocets in bands of rows, and of columns."""
    if view.layout.box_shape != (3, 3) or not view.layout.is_regular:
        return
    rows = [h for h in view.houses if h.kind == "row"]
    columns = [h for h in view.houses if h.kind == "column"]
    for lines, crossing in ((rows, columns), (columns, rows)):
        for line, third in product(range(view.n), repeat=2):
            stop_if_cancelled()
            yield from _with_targets(view, lines, crossing, line, third)


# Idea: the definition is followed from the base outwards. A base is two cells of a line in a box,
# so it is named by its line and the crossing line that it leaves out; there are 81 of them each
# way. The two crossing lines of the targets follow from the other two stacks, and only then the
# targets.
#
# The test that each digit has its places in two lines at most depends on the crossing lines alone,
# so it comes before the choice of targets, and fails for nearly all of them.
def _with_targets(
    view: View, lines: list[Region], crossing: list[Region], line: int, third: int
) -> Iterator[Junior]:
    """Yield the junior exocets whose base is in a line, in the box of a crossing line, `third`, but
    not in that one."""
    c = third - third % 3
    base = bits_of(lines[line].house.cells[k] for k in range(c, c + 3) if k != third)
    digits = view.digits_of(base)
    if base & ~view.open or digits.bit_count() not in (3, 4):
        return
    band = range(line - line % 3, line - line % 3 + 3)
    beside = [other for other in band if other != line]
    away = [lines[k] for k in range(view.n) if k not in band]
    stacks = [range(k, k + 3) for k in range(0, view.n, 3) if k != c]
    box = next(h for h in view.boxes if not base & ~h.bits)
    for c1, c2 in product(*stacks):
        crossed = tuple(crossing[k] for k in sorted((third, c1, c2)))
        covers = {d: _covers(view, away, crossed, d) for d in ones(digits)}
        if any(len(some) > 2 for some in covers.values()):
            continue
        clauses = list[int]()
        for d, some in covers.items():
            clauses += (view.clause(h, d) for h in (lines[line], box, *crossed, *some))
        for l1, l2 in product(beside, repeat=2):
            targets = (lines[l1].house.cells[c1], lines[l2].house.cells[c2])
            companions = (
                lines[sum(beside) - l1].house.cells[c1],
                lines[sum(beside) - l2].house.cells[c2],
            )
            # The companion must not hold a digit of the base, be it as a candidate or as a digit
            # placed: else the crossing line could have that digit within the band, but beside the
            # target.
            if any(_may_hold(view, cell, digits) for cell in companions):
                continue
            if all(view.left[cell] for cell in targets):
                yield Junior(
                    base=base,
                    targets=bits_of(targets),
                    digits=digits,
                    box=box.number,
                    band=band.start,
                    crossing=crossed,
                    covers=covers,
                    clauses=tuple(clauses),
                )


def _may_hold(view: View, cell: int, digits: int) -> bool:
    """Return whether a cell holds one of these digits, or may."""
    return digits & (view.left[cell] | 1 << view.digit[cell]) != 0


def _covers(view: View, away: list[Region], crossed: Sequence[Region], d: int) -> list[Region]:
    """Return the lines outside the band that contain the digit in one of the crossing lines."""
    inside = union(line.bits for line in crossed)
    placed = bits_of(cell for cell in ones(inside) if view.digit[cell] == d)
    return [line for line in away if line.bits & inside & (view.at[d] | placed)]
