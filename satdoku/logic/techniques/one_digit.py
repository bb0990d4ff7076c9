"""Steps from all places of one digit: templates, and guardians of a broken wing.

A template is a way to place a digit in all houses. A candidate that is in none is false, one that
is in all is true. A broken wing is a loop of an odd number of cells, each sharing a house with the
next: if these were the only places in those houses, they would have to be alternately true and
false, which is impossible in an odd loop. So one of the other places in these houses, the
guardians, is true.

Sources: Sudopedia, "Pattern Overlay Method", "Broken Wing"; HoDoKu, "Templates".
"""

from __future__ import annotations

from collections.abc import Iterator

from ...cancellation import look
from ..view import Found, View, bits_of, each

#: Maximum number of cells of a broken wing, and of guardians.
LONGEST, MOST_GUARDIANS = 7, 4


def templates(view: View, how: str) -> Iterator[Found]:
    """Yield steps by the templates of each digit.

    how: "set" for candidates in all templates, "delete" for those in none, "" for both.
    """
    for d in range(1, view.n + 1):
        open_houses = [h for h in view.houses if h.is_full and h.bits & view.at[d]]
        if not open_houses:
            continue
        every = list(_placings(view, d, 0, [h.bits for h in open_houses]))
        if not every:
            continue
        some, always = 0, -1
        for placed in every:
            some |= placed
            always &= placed
        bases = tuple(view.clause(h, d) for h in open_houses)
        gone, here = view.vs(view.at[d] & ~some, d), view.vs(view.at[d] & always, d)
        said = f"There are {len(every)} ways to place {view.symbol(d)} in every house"
        if gone and how != "set":
            yield Found(gone, (), f"{said}, and none has it there", bases, name="template delete")
        if here and how != "delete":
            yield Found((), here, f"{said}, and all have it there", bases, name="template set")


def _placings(view: View, d: int, placed: int, houses: list[int]) -> Iterator[int]:
    """Yield the cells of each template that extends those placed."""
    look()
    rest = [h for h in houses if not h & placed]
    if not rest:
        yield placed
        return
    seen = 0
    for cell in each(placed):
        seen |= view.sees[cell]
    fewest = min(rest, key=lambda h: (h & view.at[d] & ~seen).bit_count())
    for cell in each(fewest & view.at[d] & ~seen):
        yield from _placings(view, d, placed | 1 << cell, houses)


def broken_wing(view: View, _: object) -> Iterator[Found]:
    """Yield steps by odd loops of one digit: what all guardians see is false, a single guardian is
    true."""
    for d in range(1, view.n + 1):
        known = set[int]()
        for start in each(view.at[d]):
            for path, regions, guards in _odd_loops(view, d, [start], [], 0):
                cells = bits_of(path)
                if cells in known or not guards:
                    continue
                known.add(cells)
                gone = view.seen_by_all(guards) & view.at[d] & ~guards
                one = guards & (guards - 1) == 0
                if gone or one:
                    clauses = tuple(view.clause(view.houses[k], d) for k in regions)
                    yield Found(
                        () if one else view.vs(gone, d),
                        view.vs(guards, d) if one else (),
                        f"If {view.symbol(d)} had no place in {view.one_by_one(guards)}, the odd "
                        f"loop {view.one_by_one(cells)} would have to alternate",
                        clauses,
                        (),
                        () if one else view.links(guards, 1 << d, gone),
                        roles=(("loop", view.vs(cells, d)), ("guardians", view.vs(guards, d))),
                        size=len(path),
                    )


def _odd_loops(
    view: View, d: int, path: list[int], regions: list[int], guards: int
) -> Iterator[tuple[list[int], list[int], int]]:
    """Yield (cells, houses from each to the next, other places in these) of loops that extend the
    path."""
    look()
    for region in view.of_cell[path[-1]]:
        if region.number in regions or not region.is_full:
            continue
        inside = region.bits & view.at[d]
        for cell in each(inside & ~(1 << path[-1])):
            more = guards | inside & ~(1 << cell | 1 << path[-1])
            own = bits_of(path) | 1 << cell
            if (more & ~own).bit_count() > MOST_GUARDIANS or cell < path[0]:
                continue
            if cell == path[0] and len(path) >= 5 and len(path) % 2:
                if not more & own:
                    yield path, [*regions, region.number], more
            elif cell not in path and len(path) < LONGEST:
                yield from _odd_loops(view, d, [*path, cell], [*regions, region.number], more)
