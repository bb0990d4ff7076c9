"""Unique loops and extended rectangles: unique rectangles with more cells.

A loop of cells that hold two digits, with none of them or two neighbours in each house: if they
held nothing else, the digits could be exchanged. An extended rectangle: two lines of one kind that
cross k others, with k digits in 2k cells, pairs of which share their other houses: the lines could
be exchanged. So one of the extra candidates is true, and what all of them deny is false; if there
is only one, it is true. Both assume one solution.

Source: Sudopedia, "Unique Loop", "Extended Unique Rectangle".
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ..view import Found, View, bits_of, each

#: Maximum number of cells of a loop, and of cells with extra candidates.
LONGEST, MOST_EXTRA = 14, 4


def unique_loops(view: View, _: object) -> Iterator[Found]:
    """Yield steps by loops of six cells and more."""
    for a, b in combinations(range(1, view.n + 1), 2):
        pair = 1 << a | 1 << b
        cells = view.at[a] & view.at[b]
        for loop in _loops(view, cells, pair):
            yield from _step(view, loop, pair, "loop")


def _loops(view: View, cells: int, pair: int) -> Iterator[int]:
    """Yield the cells of loops whose houses contain two neighbours each."""
    known = set[int]()
    left = [20_000]

    def further(path: list[int], used: int, extra: int) -> Iterator[int]:
        left[0] -= 1
        if left[0] < 0:
            return
        last = path[-1]
        for region in view.of_cell[last]:
            if used >> region.number & 1:
                continue
            for cell in each(region.bits & cells & ~(1 << last)):
                if cell == path[0] and len(path) >= 6 and len(path) % 2 == 0:
                    loop = bits_of(path)
                    if loop not in known and _is_even(view, path):
                        known.add(loop)
                        yield loop
                    continue
                more = extra + (view.left[cell] != pair)
                if cell in path or cell < path[0] or len(path) == LONGEST or more > MOST_EXTRA:
                    continue
                yield from further([*path, cell], used | 1 << region.number, more)

    for start in each(cells):
        yield from further([start], 0, view.left[start] != pair)


def _is_even(view: View, path: list[int]) -> bool:
    """Return whether each house has as many cells at even places as at odd ones, at most one of
    each."""
    even, odd = bits_of(path[::2]), bits_of(path[1::2])
    return all((h.bits & even).bit_count() == (h.bits & odd).bit_count() <= 1 for h in view.houses)


def _step(view: View, cells: int, digits: int, what: str) -> Iterator[Found]:
    extra = [v for cell in each(cells) for v in view.held(1 << cell, ~digits)]
    owners = {view.layout.cell_and_digit(v)[0] for v in extra}
    if not extra:
        return
    said = (
        f"If {view.one_by_one(cells)} held only {view.symbols(digits)}, these could change places, "
        "and the puzzle would have two solutions; it has one"
    )
    roles = (("floor", view.held(cells, digits)), ("extra", tuple(extra)))
    bases = view.cell_clauses(cells)
    if len(owners) == 1:
        gone = view.held(1 << owners.pop(), digits)
        yield Found(gone, (), said, bases, roles=roles)
        return
    common = view.peers(extra[0])
    for v in extra[1:]:
        common &= view.peers(v)
    if common:
        yield Found(tuple(each(common)), (), said, bases, roles=roles)
    if len(owners) == 2:
        yield from _with_others(view, cells, digits, bits_of(owners), said, bases, roles)


def _with_others(
    view: View,
    cells: int,
    digits: int,
    owners: int,
    said: str,
    bases: tuple[int, ...],
    roles: tuple[tuple[str, tuple[int, ...]], ...],
) -> Iterator[Found]:
    """Types 3 and 4: the extras make a naked subset with other cells; a digit has only these two
    places."""
    more = view.digits_of(owners) & ~digits
    for region in view.houses:
        if owners & ~region.bits:
            continue
        others = region.bits & view.open & ~owners
        for d in each(digits):
            if region.is_full and view.at[d] & region.bits == owners and digits.bit_count() == 2:
                gone = view.held(owners, digits & ~(1 << d))
                if gone:
                    yield Found(gone, (), said, bases, (view.clause(region, d),), roles=roles)
        for k in range(1, min(4, others.bit_count())):
            for chosen in combinations(each(others), k):
                subset = bits_of(chosen)
                every = more | view.digits_of(subset)
                gone = view.held(others & ~subset, every)
                if every.bit_count() == k + 1 and gone:
                    yield Found(gone, (), said, bases, view.cell_clauses(subset), roles=roles)


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
            yield from _step(view, cells, bits, "rectangle")
