"""BUG+n (bivalue universal grave): every open cell would have two candidates, and every digit two
places in each house, but for n candidates. Such a puzzle has several solutions or none; so one of
the n is true, and what all of them deny is false.

With one (BUG+1) it is true itself. It assumes one solution, like unique rectangles.

Source: Sudopedia, "Bivalue Universal Grave".
"""

from __future__ import annotations

from collections.abc import Iterator

from ..view import Found, View, each

#: More extra candidates deny nothing in common.
MOST = 8


def bug(view: View, how: tuple[int, int]) -> Iterator[Found]:
    """how: (least, most) extra candidates."""
    if any(not h.is_full for h in view.houses):
        return
    extra = _extra(view)
    if not extra or not how[0] <= len(extra) <= how[1]:
        return
    cells, names = view.position.layout.cell_and_digit, view.theory.variable_name
    bases = tuple(dict.fromkeys(view.cell_clause(cells(v)[0]) for v in extra))
    said = (
        f"Without {' and '.join(names(v) for v in extra)} every open cell would have two "
        "candidates, and every digit two places in each house: such a puzzle has several "
        "solutions or none, and this one has one"
    )
    roles = (("extra", tuple(extra)),)
    if len(extra) == 1:
        yield Found((), tuple(extra), said, bases, roles=roles, name="BUG+1")
        return
    common = view.peers(extra[0])
    for v in extra[1:]:
        common &= view.peers(v)
    if common:
        yield Found(tuple(each(common)), (), said, bases, roles=roles, name="BUG+n")


def _extra(view: View) -> list[int]:
    """The candidates without which it is a grave; none where it is not near one."""
    many = [cell for cell in each(view.open) if view.left[cell].bit_count() > 2]
    if (
        not many
        or len(many) > MOST
        or any(view.left[cell].bit_count() < 2 for cell in each(view.open))
    ):
        return []
    # A candidate is extra where some house has its digit more than twice; each cell keeps two.
    found = []
    for cell in many:
        over = [
            d for d in each(view.left[cell])
            if all((view.at[d] & h.bits).bit_count() > 2 for h in view.of_cell[cell])
        ]  # fmt: skip
        if len(over) != view.left[cell].bit_count() - 2:
            return []
        found += [view.v(cell, d) for d in over]
    gone = dict.fromkeys(range(1, view.n + 1), 0)
    for v in found:
        cell, d = view.layout.cell_and_digit(v)
        gone[d] |= 1 << cell
    for d in range(1, view.n + 1):
        for h in view.houses:
            if (view.at[d] & ~gone[d] & h.bits).bit_count() not in (0, 2):
                return []
    return found if len(found) <= MOST else []
