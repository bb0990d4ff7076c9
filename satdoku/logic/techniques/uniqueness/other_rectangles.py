"""Avoidable and extended rectangles: cells with digits that could be exchanged, like unique ones.

Avoidable: four cells of a rectangle of which none is given, some with digits found since. Extended:
two lines of one kind that cross k others, with k digits in 2k cells, pairs of which share their
other houses: the lines could be exchanged. Both assume one solution.

Sources: Sudopedia, "Avoidable Rectangle", "Extended Unique Rectangle".
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from ....cancellation import look
from ....layout import Layout
from ...view import Found, View, bits_of, each

#: The cells of a rectangle, in order around it.
Cells = tuple[int, int, int, int]


@lru_cache(maxsize=8)
def rectangles(layout: Layout) -> tuple[Cells, ...]:
    """Return four cells each, such that each house has none of them or two neighbours: digits could
    be exchanged."""
    n, found = layout.size, list[Cells]()
    for r1, r2 in combinations(range(n), 2):
        for c1, c2 in combinations(range(n), 2):
            look()
            cells = (r1 * n + c1, r1 * n + c2, r2 * n + c2, r2 * n + c1)
            sides = {frozenset(side) for side in zip(cells, (*cells[1:], cells[0]), strict=True)}
            inside = (frozenset(cells).intersection(house.cells) for house in layout.houses)
            if all(part in sides for part in inside if part):
                found.append(cells)
    return tuple(found)


def avoidable(view: View, kind: str) -> Iterator[Found]:
    """Yield steps by avoidable rectangles; none unless the givens are known.

    kind: "1" (three digits found), "2" (two), or "" for both.
    """
    given = view.position.given
    if given is None:
        return
    for cells in rectangles(view.layout):
        if any(view.v(c, view.digit[c]) in given for c in cells if view.digit[c]):
            continue
        found = [cell for cell in cells if view.digit[cell]]
        for a, b in {
            (view.digit[cell], other)
            for cell in found
            for other in range(1, view.n + 1)
            if other != view.digit[cell]
        }:
            # The digits that the cells would hold, crosswise, in a rectangle.
            for turn in (0, 1):
                would = {cell: (a, b)[(k + turn) % 2] for k, cell in enumerate(cells)}
                if any(view.digit[c] != would[c] for c in found):
                    continue
                rest = [c for c in cells if c not in found]
                if any(not view.left[c] >> would[c] & 1 for c in rest):
                    continue
                yield from _avoided(view, cells, rest, would, kind)


def _avoided(
    view: View, cells: Cells, rest: list[int], would: dict[int, int], kind: str
) -> Iterator[Found]:
    bits = bits_of(rest)
    pair = sorted(set(would.values()))
    tail = (
        f"{view.symbol(pair[0])} and {view.symbol(pair[1])} could change places in "
        f"{view.one_by_one(bits_of(cells))}, of which none is given, and the puzzle would have two "
        "solutions; it has one"
    )
    roles = (("roof", view.held(bits)),)
    if len(rest) == 1 and kind in ("1", ""):
        gone = view.vs(bits, would[rest[0]])
        said = f"If {view.told(bits)} were {view.symbol(would[rest[0]])}, {tail}"
        yield Found(gone, (), said, view.cell_clauses(bits), roles=roles,
                    name="avoidable rectangle type 1")  # fmt: skip
    if len(rest) == 2 and kind in ("2", ""):
        extra = {view.left[c] & ~(1 << would[c]) for c in rest}
        if len(extra) == 1 and min(extra).bit_count() == 1:
            d = min(extra).bit_length() - 1
            gone = view.vs(view.seen_by_all(bits), d)
            said = f"If neither of {view.one_by_one(bits)} were {view.symbol(d)}, {tail}"
            if gone:
                yield Found(gone, (), said, view.cell_clauses(bits), roles=roles,
                            name="avoidable rectangle type 2")  # fmt: skip


def extended(view: View, _: object) -> Iterator[Found]:
    """Yield steps by two lines and three or more crossing ones, with as many digits."""
    n = view.n
    for kind in ("row", "column"):
        lines = [h for h in view.houses if h.kind == kind]
        for first, second in combinations(lines, 2):
            pairs = []
            for a, b in zip(first.house.cells, second.house.cells, strict=True):
                together = bits_of((a, b))
                if view.left[a] and view.left[b] and _shared(view, a, b):
                    pairs.append(together)
            for k in range(3, min(n - 1, len(pairs)) + 1):
                for chosen in combinations(pairs, k):
                    yield from _of_pairs(view, chosen, k)


def _shared(view: View, a: int, b: int) -> bool:
    """Return whether two cells are in the same houses except for their two lines."""
    return len({h.number for h in view.of_cell[a]} ^ {h.number for h in view.of_cell[b]}) <= 4


def _of_pairs(view: View, pairs: tuple[int, ...], k: int) -> Iterator[Found]:
    cells = 0
    for pair in pairs:
        cells |= pair
    # Apart from the lines, each house must contain both cells of a pair or none.
    for region in view.houses:
        inside = region.bits & cells
        whole = all((inside & pair) in (0, pair) for pair in pairs)
        side = inside.bit_count() == k and all((inside & pair).bit_count() == 1 for pair in pairs)
        if not whole and not side:
            return
    counts = dict[int, int]()
    for cell in each(cells):
        for d in each(view.left[cell]):
            counts[d] = counts.get(d, 0) + 1
    often = sorted(counts, key=lambda d: -counts[d])[: k + 1]
    for digits in combinations(often, k):
        bits = bits_of(digits)
        owners = [cell for cell in each(cells) if view.left[cell] & ~bits]
        if len(owners) <= 2 and all(
            (view.left[cell] & bits).bit_count() > 1 for cell in each(cells)
        ):
            yield from _without(view, cells, bits)


def _without(view: View, cells: int, digits: int) -> Iterator[Found]:
    """Yield the steps of cells that must not hold these digits alone."""
    extra = view.held(cells, ~digits)
    owners = bits_of(view.layout.cell_and_digit(v)[0] for v in extra)
    said = (
        f"If {view.one_by_one(cells)} held only {view.symbols(digits)}, these could change places, "
        "and the puzzle would have two solutions; it has one"
    )
    roles = (("floor", view.held(cells, digits)), ("extra", extra))
    bases = view.cell_clauses(cells)
    if owners.bit_count() == 1:
        yield Found(view.held(owners, digits), (), said, bases, roles=roles)
    if owners.bit_count() != 2:
        return
    common = -1
    for v in extra:
        common &= view.peers(v)
    if common:
        yield Found(tuple(each(common)), (), said, bases, roles=roles)
    more = view.digits_of(owners) & ~digits
    for region in view.houses:  # the extras make a naked subset with other cells
        if owners & ~region.bits:
            continue
        others = region.bits & view.open & ~owners
        for k in range(1, min(4, others.bit_count())):
            for chosen in combinations(each(others), k):
                subset = bits_of(chosen)
                every = more | view.digits_of(subset)
                gone = view.held(others & ~subset, every)
                if every.bit_count() == k + 1 and gone:
                    yield Found(gone, (), said, bases, view.cell_clauses(subset), roles=roles)
