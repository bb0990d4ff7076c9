"""Conflicts of sums: a cage has a sum that so many digits cannot have, or the cages in some houses
add up to another number than the houses do.

Whole houses of one kind are taken together: adjacent rows or columns, each box, the board. The
cages that lie in them have a sum, and what the houses' digits add up to leaves the other cells a
sum; where these cannot have it, that is an argument which a person can follow.

>>> layout = Layout.named("4x4+killer:6:r1c1,r1c2+killer:5:r1c3,r1c4")
>>> sum_conflict(layout)
'the cages in row 1 add up to 11, the digits there to 10'
"""

from __future__ import annotations

from collections.abc import Sequence

from ..constraints.equations import sets_side_by_side
from ..constraints.linear import full_sets
from ..constraints.wording import name_of
from ..geometry import Cells, House
from ..layout import Layout
from ..logic.step_text.sentences import together
from ..phrases import phrase
from ..plurals import plural

TOO_LARGE = "{cage}: {cells} add up to at most {most}"
TOO_SMALL = "{cage}: {cells} add up to at least {least}"
NONE_LEFT = "the cages in {houses} add up to {total}, the digits there to {whole}"
SOME_LEFT = NONE_LEFT + ": {rest} is left for {cells}"
#: The most cells that are left to name.
MOST_LEFT = 4


def sum_conflict(layout: Layout) -> str:
    """Return the arithmetic of one cage, else of the fewest houses that their cages refute; "" if
    there is none."""
    cages = _cages(layout)
    for number in cages:
        if told := _of_one_cage(layout, number):
            return told
    apart = _kinds_apart(layout)
    for group in sets_side_by_side(full_sets(layout), layout.size) if cages else ():
        houses = [layout.houses[full.house] for full in group if full.house >= 0]
        if len(houses) < len(group) or houses[0].kind not in apart:
            continue
        inside = set[int]()
        for house in houses:
            inside.update(house.cells)
        rest = len(houses) * sum(layout.digits)
        left = set(inside)
        for cells, total in cages.values():
            if cells <= left:
                left -= cells
                rest -= total
        if left == inside or len(left) > MOST_LEFT:
            continue
        if _is_refuted(layout, houses, tuple(sorted(left)), rest):
            return _told(layout, houses, tuple(sorted(left)), rest)
    return ""


def _cages(layout: Layout) -> dict[int, tuple[frozenset[int], int]]:
    """Return by number of the rule the cells of each cage with a sum, and the sum."""
    found = {}
    for number, c in enumerate(layout.constraints):
        cells = frozenset(c.cells)
        if c.kind in ("killer", "sum") and len(c.values) == 1 and len(cells) == len(c.cells):
            found[number] = cells, c.values[0]
    return found


def _of_one_cage(layout: Layout, number: int) -> str:
    """Return what so many different digits add up to at most or at least; "" if the sum of a cage
    (by its number among the rules) is neither above nor below."""
    cage = layout.constraints[number]
    count = len(cage.cells)
    digits = sorted(layout.digits)
    # with more cells than digits the cage is broken by another rule than its sum
    if cage.kind != "killer" or count > len(digits):
        return ""
    least = sum(digits[:count])
    most = sum(digits[-count:])
    (total,) = cage.values
    bound = TOO_LARGE if total > most else TOO_SMALL
    if least <= total <= most:
        return ""
    name = name_of(cage, layout)
    return phrase(bound, cage=name, cells=plural(count, "cell"), most=most, least=least)


def _kinds_apart(layout: Layout) -> set[str]:
    """Return the kinds of houses of which those that hold every digit share no cell: elsewhere, as
    on boards that overlap, their sums would count cells twice."""
    cells: dict[str, list[int]] = {}
    for house in layout.houses:
        if len(house.cells) == layout.size:
            cells.setdefault(house.kind, []).extend(house.cells)
    apart = set[str]()
    for kind, some in cells.items():
        if len(set(some)) == len(some):
            apart.add(kind)
    return apart


def _told(layout: Layout, houses: Sequence[House], left: Cells, rest: int) -> str:
    """Return what the cages and the digits of these houses add up to, and what is left for the
    other cells."""
    whole = len(houses) * sum(layout.digits)
    named = together(map(str, houses))
    if len(houses) * layout.size == layout.cell_count:
        named = phrase("the board")
    said = SOME_LEFT if left else NONE_LEFT
    total = whole - rest
    names = ", ".join(map(layout.cell_name, left))
    return phrase(said, houses=named, total=total, whole=whole, rest=rest, cells=names)


def _is_refuted(layout: Layout, houses: Sequence[House], left: Cells, rest: int) -> bool:
    """Whether these cells of the houses cannot add up to the rest: in each house their digits are
    different."""
    digits = sorted(layout.digits)
    least = most = 0
    for house in houses:
        number = len(set(left).intersection(house.cells))
        least += sum(digits[:number])
        most += sum(digits[len(digits) - number :])
    return not least <= rest <= most
