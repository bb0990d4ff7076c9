"""W-wing and ALS-W-wing: two almost locked sets, and a house that takes a digit from one of them.

Both sets have x and y, and each place for x in the house sees all x of one set or of the other. So
one of the sets lacks x and therefore holds y, and what sees all y of both is false. In a W-wing the
sets are two cells of the same pair.

Sources: Sudopedia, "W-Wing"; HoDoKu's forum.

Lesson: ALS-W-wing

    Two almost locked sets share the digits x and y, and every place for x in some house sees all x
    of one of them. What sees all y of both is not y.

    Why: The x of that house denies x to one of the sets, which then holds all its other digits, y
    among them.

Lesson: W-wing

    Two cells of the same two candidates w and z that do not see each other, and a house where each
    place of w sees one or the other. What sees both cells is not z.

    Why: Refute(x), NNR: if both cells were w, the house would have no place for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from ....cancellation import stop_if_cancelled
from ....phrases import joined, phrase
from ...catalog.row import Technique
from ...view import Finding, Region, View, ones
from ..almost_locked.als_xz import Set, almost_locked_sets, described

#: How: the maximum number of cells of a set.
FINDER = f"{__name__}:w_wing"
LISTED = (
    Technique("W-wing", 7.0, FINDER, 1, rule="chain"),
    Technique("ALS-W-wing", 7.7, FINDER, 4, aliases=("ALS W-wing",)),
)


# Idea: for each digit x and house, sets are sorted by the places in the house that see all their x.
# Two sets whose places make up the house lack x between them. Sorting by places means that sets are
# paired only where they can fit, and not each with each.
def w_wing(view: View, most: int) -> Iterator[Finding]:
    """Yield steps by two sets of at most this many cells. If that is one, both are single cells;
    otherwise at least one of them has several."""
    sets = almost_locked_sets(view, most)
    known = set[tuple[int, int]]()
    for x in view.layout.digit_numbers:
        having = [one for one in sets if one.digits >> x & 1]
        reach = [(one, view.seen_by_all(one.cells & view.at[x])) for one in having]
        for region in view.houses:
            stop_if_cancelled()
            if not region.is_full:
                continue
            inside = region.bits & view.at[x]
            for first, second in _pairs(reach, inside, most):
                if _may_differ(view, first, second, most):
                    yield from _linked(view, region, x, first, second, known=known)


def _pairs(reach: list[tuple[Set, int]], inside: int, most: int) -> Iterator[tuple[Set, Set]]:
    """Yield two sets that see, one or the other, each of these places. reach: the sets, each with
    the cells that see all its places for the digit."""
    sides = dict[int, list[Set]]()  # the sets, by the places that see all x in them
    for one, seen in reach:
        part = inside & seen
        if not part or inside & one.cells:
            continue
        # A set that sees all places lacks x by locked candidates, but a cell still counts.
        if most == 1 or part != inside:
            sides.setdefault(part, []).append(one)
    for (part, some), (rest, others) in combinations(sides.items(), 2):
        if part | rest == inside:
            yield from product(some, others)


def _may_differ(view: View, first: Set, second: Set, most: int) -> bool:
    """Return whether two sets are apart, of the wanted size, and are not two cells that see each
    other (those are a naked pair)."""
    if first.cells & second.cells:
        return False
    are_cells = (first.cells | second.cells).bit_count() == 2
    if are_cells != (most == 1):
        return False
    return not are_cells or not view.all_see(first.cells, second.cells)


def _linked(
    view: View, region: Region, x: int, first: Set, second: Set, known: set[tuple[int, int]]
) -> Iterator[Finding]:
    """Yield the steps of two sets one of which lacks x, by its places in the region, with
    conclusions (digit, cells) that are not known."""
    cells = first.cells | second.cells
    inside = region.bits & view.at[x]
    parts = {"set A": first.cells, "set B": second.cells}
    if cells.bit_count() == 2:
        parts = {"pincer": cells}
    roles = [(name, view.held(part)) for name, part in parts.items()]
    roles.append(("link digit", view.vs(inside, x)))
    for y in ones(first.digits & second.digits & ~(1 << x)):
        gone = view.seen_by_all(cells & view.at[y]) & view.at[y]
        if not gone or (y, gone) in known:
            continue
        known.add((y, gone))
        seen = inside & view.seen_by_all(first.cells & view.at[x])
        chain = (
            view.set_link(first.cells, y),
            f"({view.symbol(x)}){view.cells_text(seen)}=({view.symbol(x)})"
            f"{view.cells_text(inside & ~seen)}",
            view.set_link(second.cells, x),
        )
        rests = view.links(cells, first.digits | second.digits)
        rests += view.links(cells, 1 << x, inside)
        rests += view.links(cells, 1 << y, gone)
        yield Finding(
            denied=view.vs(gone, y),
            reason=_reason(view, region, x, y, first, second),
            bases=(*view.cell_clauses(cells), view.clause(region, x)),
            rests=rests,
            roles=tuple(roles),
            chains=("-".join(chain),),
        )


def _reason(view: View, region: Region, x: int, y: int, first: Set, second: Set) -> str:
    """Return why one of two sets lacks x and holds y."""
    lost, kept = view.symbol(x), view.symbol(y)
    sets = joined([described("A", view, first), described("B", view, second)], "{one}; {next}")
    return phrase(
        "{sets}; {places}, each of which sees every {lost} in A or every one in B. So A or B lacks "
        "{lost} and holds {digit}, and what sees every {digit} in both is not {digit}",
        sets=sets,
        places=view.places(view.clause(region, x)),
        lost=lost,
        digit=kept,
    )
