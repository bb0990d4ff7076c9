"""Bivalue oddagon: a loop of an odd number of cells with the same two digits, each seeing the next.

They cannot be filled alternately, so one of the other candidates in them, the guardians, is true: a
refutation by cases.

Source: the Sudoku Players' Forum.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ...catalog.row import Technique
from ...lessons.lesson import Lesson
from ...view import Found, View, bits_of, ones

LISTED = (Technique("bivalue oddagon", 7.5, f"{__name__}:oddagon", None, ("oddagon",)),)
LESSONS = (
    Lesson(
        "bivalue oddagon",
        "An odd loop of cells, each seeing the next, with the same two candidates. Not all hold "
        "these alone: one of the others in them, the guardians, is true.",
        "Two digits cannot take turns around an odd loop: a refutation by two cases. What all "
        "guardians deny is false.",
    ),
)
#: Maximum number of guardians, and of cells of an oddagon.
MOST_GUARDIANS, LONGEST = 6, 11


def _guarded(
    view: View, cells: int, digits: int, said: str, rests: tuple[int, ...]
) -> Iterator[Found]:
    """Yield the step from the fact that one of the other candidates in the cells is true."""
    guardians = view.held(cells, ~digits)
    if not 0 < len(guardians) <= MOST_GUARDIANS:
        return
    common = view.peers(guardians[0])
    for v in guardians[1:]:
        common &= view.peers(v)
    owners = {view.layout.cell_and_digit(v)[0] for v in guardians}
    if len(owners) == 1:
        common |= bits_of(view.held(1 << owners.pop(), digits))
    if common:
        more = tuple(
            c
            for z in ones(common)
            for v in guardians
            for c in view.theory.occurrences[z]
            if v in view.theory.members[c]
        )
        yield Found(
            tuple(ones(common)),
            (),
            f"{said}, so one of {', '.join(map(view.theory.variable_name, guardians))} is true",
            view.cell_clauses(cells),
            (),
            tuple(dict.fromkeys((*rests, *more))),
            roles=(("pattern", view.held(cells, digits)), ("guardian", guardians)),
            size=len(guardians),
        )


def oddagon(view: View, _: object) -> Iterator[Found]:
    """Yield odd loops of cells with one pair."""
    for a, b in combinations(range(1, view.n + 1), 2):
        pair = 1 << a | 1 << b
        cells = view.at[a] & view.at[b]
        known = set[int]()
        for loop in _odd_loops(view, cells, pair):
            if loop not in known:
                known.add(loop)
                said = (
                    f"If {view.one_by_one(loop)} held only {view.symbols(pair)}, they could not be "
                    "filled by turns: their number is odd"
                )
                yield from _guarded(view, loop, pair, said, view.links(loop, pair))


def _odd_loops(view: View, cells: int, pair: int) -> Iterator[int]:
    left = [20_000]

    def further(path: list[int], extra: int) -> Iterator[int]:
        left[0] -= 1
        if left[0] < 0:
            return
        for cell in ones(view.sees[path[-1]] & cells):
            if cell == path[0] and len(path) > 4 and len(path) % 2:
                yield bits_of(path)
            more = extra + (view.left[cell] & ~pair).bit_count()
            if cell > path[0] and cell not in path and len(path) < LONGEST and more <= 3:
                yield from further([*path, cell], more)

    for start in ones(cells):
        yield from further([start], (view.left[start] & ~pair).bit_count())
