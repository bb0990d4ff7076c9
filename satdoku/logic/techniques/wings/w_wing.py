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

from ....cancellation import look
from ...catalog.row import Technique
from ...view import Finding, Region, View, ones
from ..almost_locked.als_xz import Set, almost_locked_sets

#: How: the maximum number of cells of a set.
FINDER = f"{__name__}:w_wing"
LISTED = (
    Technique("W-wing", 7.0, FINDER, 1, rule="chain"),
    Technique("ALS-W-wing", 7.7, FINDER, 4, ("ALS W-wing",)),
)


def w_wing(view: View, most: int) -> Iterator[Finding]:
    """Yield steps by two sets of at most this many cells. If that is one, both are single cells;
    otherwise at least one of them has several."""
    sets = almost_locked_sets(view, most)
    known = set[tuple[int, int]]()
    for x in range(1, view.n + 1):
        reach = [
            (one, view.seen_by_all(one.cells & view.at[x])) for one in sets if one.digits >> x & 1
        ]
        for region in view.houses:
            look()
            inside = region.bits & view.at[x] if region.is_full else 0
            sides = dict[int, list[Set]]()  # the sets, by the places that see all x in them
            for one, seen in reach:
                part = inside & seen
                # A set that sees all places lacks x by locked candidates, but a cell still counts.
                if part and (most == 1 or part != inside) and not inside & one.cells:
                    sides.setdefault(part, []).append(one)
            for (part, some), (rest, others) in combinations(sides.items(), 2):
                for first, second in product(some, others) if part | rest == inside else ():
                    cells = first.cells | second.cells
                    are_cells = cells.bit_count() == 2
                    if first.cells & second.cells or are_cells != (most == 1):
                        continue
                    if not (are_cells and view.all_see(first.cells, second.cells)):
                        yield from _linked(view, region, x, first, second, known)


def _linked(
    view: View, region: Region, x: int, first: Set, second: Set, known: set[tuple[int, int]]
) -> Iterator[Finding]:
    """Yield the steps of two sets one of which lacks x, by its places in the region, with
    conclusions (digit, cells) that are not known."""
    cells, inside = first.cells | second.cells, region.bits & view.at[x]
    are_cells = cells.bit_count() == 2
    those = "" if are_cells else "those in "
    parts = (("pincer", cells),) if are_cells else (("set A", first.cells), ("set B", second.cells))
    for y in ones(first.digits & second.digits & ~(1 << x)):
        gone = view.seen_by_all(cells & view.at[y]) & view.at[y]
        if gone and (y, gone) not in known:
            known.add((y, gone))
            yield Finding(
                view.vs(gone, y),
                f"In {region.house}, every place for {view.symbol(x)} sees {those}"
                f"{view.cells_text(first.cells)} or {those}{view.cells_text(second.cells)}: one of "
                f"these lacks {view.symbol(x)} and holds {view.symbol(y)}",
                (*view.cell_clauses(cells), view.clause(region, x)),
                rests=view.links(cells, first.digits | second.digits)
                + view.links(cells, 1 << x, inside)
                + view.links(cells, 1 << y, gone),
                roles=(
                    *((name, view.held(part)) for name, part in parts),
                    ("link digit", view.vs(inside, x)),
                ),
            )
