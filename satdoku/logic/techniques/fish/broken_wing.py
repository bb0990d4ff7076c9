"""Broken wing: a loop of an odd number of places for a digit, each sharing a house with the next.

If these were the only places in those houses, they would have to be alternately true and false,
which is impossible in an odd loop. So one of the other places in these houses, the guardians, is
true.

Source: Sudopedia, "Broken Wing".
"""

from __future__ import annotations

from collections.abc import Iterator

from ....cancellation import look
from ...catalog.row import Technique
from ...lessons.lesson import Lesson
from ...view import Found, View, bits_of, ones

LISTED = (
    Technique("broken wing", 7.2, f"{__name__}:broken_wing", None, ("guardian", "guardians"),
              joint=True),
)  # fmt: skip
LESSONS = (
    Lesson(
        "broken wing",
        "A loop of an odd number of places for a digit, each in a house with the next. Other "
        "places in these houses are guardians. What sees all guardians goes; a single guardian is "
        "placed.",
        "Without guardians, places along the loop would be true and false in turn, which is not "
        "possible in an odd loop. So one of the guardians is true.",
    ),
)
#: Maximum number of cells of the loop, and of guardians.
LONGEST, MOST_GUARDIANS = 7, 4


def broken_wing(view: View, _: object) -> Iterator[Found]:
    """Yield steps by odd loops of one digit: what all guardians see is false, a single guardian is
    true."""
    for d in range(1, view.n + 1):
        known = set[int]()
        for start in ones(view.at[d]):
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
        for cell in ones(inside & ~(1 << path[-1])):
            more = guards | inside & ~(1 << cell | 1 << path[-1])
            own = bits_of(path) | 1 << cell
            if (more & ~own).bit_count() > MOST_GUARDIANS or cell < path[0]:
                continue
            if cell == path[0] and len(path) >= 5 and len(path) % 2:
                if not more & own:
                    yield path, [*regions, region.number], more
            elif cell not in path and len(path) < LONGEST:
                yield from _odd_loops(view, d, [*path, cell], [*regions, region.number], more)
