"""Templates: a template is a way to place a digit in all houses. A candidate that is in none is
false, one that is in all is true. A template that shares a cell with every template of another
digit is none.

Sources: Sudopedia, "Pattern Overlay Method"; HoDoKu, "Templates".

Lesson: templates, template set, template delete

    A template is a way to place a digit once in each row, column and box. A candidate in no
    template is removed (delete); one in every template is placed (set). A template that shares a
    cell with each template of another digit does not count.

    Why: The true places of each digit are one of its templates, and no two digits share a cell.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, permutations

from ....cancellation import stop_if_cancelled
from ....phrases import phrase
from ....theory import Indexes
from ...catalog.row import Technique
from ...view import Finding, View, common, ones, union

TEMPLATES = f"{__name__}:templates"
LISTED = (
    Technique(
        "templates",
        7.4,
        TEMPLATES,
        "",
        joint=True,
        aliases=("template", "pattern overlay", "pattern overlay method", "POM"),
    ),
    Technique("template set", 7.4, TEMPLATES, "set", joint=True),
    Technique("template delete", 7.4, TEMPLATES, "delete", joint=True),
)
#: Maximum number of pairs of templates of two digits that are compared.
MOST_PAIRS = 20_000


def templates(view: View, mode: str) -> Iterator[Finding]:
    """Yield steps by the templates of each digit; then by those that the other digits leave.

    mode: "set" for candidates in all templates, "delete" for those in none, "" for both.
    """
    every = {}
    bases = {}
    for d in view.layout.digit_numbers:
        if view.at[d]:
            houses = [h for h in view.houses if h.is_full and h.bits & view.at[d]]
            every[d] = list(_placings(view, d, 0, [h.bits for h in houses]))
            bases[d] = tuple(view.clause(h, d) for h in houses)
    if not all(every.values()):
        return
    for d, ways in every.items():
        are = "There is one way to place {digit} in every house"
        if len(ways) > 1:
            are = "There are {number} ways to place {digit} in every house"
        reason = phrase(are, number=len(ways), digit=view.symbol(d))
        yield from _steps(view, d, ways, reason, bases=bases[d], mode=mode)
    together = (*chain.from_iterable(bases.values()), *view.cell_clauses(view.open))
    for d, ways in _compatible(every).items():
        if len(ways) < len(every[d]):
            reason = phrase(
                "Of the {number} ways to place {digit} in every house, {left} can be combined with "
                "the other digits' ways",
                number=len(every[d]),
                digit=view.symbol(d),
                left=len(ways),
            )
            yield from _steps(view, d, ways, reason, bases=together, mode=mode)


def _steps(
    view: View, d: int, ways: list[int], reason: str, bases: Indexes, mode: str
) -> Iterator[Finding]:
    """Yield the steps of a digit with these templates."""
    gone = view.vs(view.at[d] & ~union(ways), d)
    here = view.vs(view.at[d] & common(ways), d)
    is_one = len(ways) == 1
    if gone and mode != "set":
        lack = "{reason}, and none has it there"
        if is_one:
            lack = "{reason}, and it does not have it there"
        why = phrase(lack, reason=reason)
        yield Finding(gone, why, bases, name="template delete")
    if here and mode != "delete":
        have = "{reason}, and it has it there" if is_one else "{reason}, and all have it there"
        why = phrase(have, reason=reason)
        yield Finding(reason=why, bases=bases, asserted=here, name="template set")


def _compatible(every: dict[int, list[int]]) -> dict[int, list[int]]:
    """Return the templates left once those are gone that take a cell which all templates of another
    digit take, or leave another digit none."""
    left = dict(every)
    changed = True
    while changed and all(left.values()):
        changed = False
        for d, e in permutations(left, 2):
            always = common(left[e])
            fits = [way for way in left[d] if not way & always]
            # Comparing all pairs is what costs time, so it waits until there are few.
            if len(fits) * len(left[e]) <= MOST_PAIRS:
                fits = [way for way in fits if any(not way & other for other in left[e])]
            if not fits:
                return {}
            if len(fits) < len(left[d]):
                left[d] = fits
                changed = True
    return left


# The house with the fewest places left is filled first: a house without any ends a branch at once,
# so the search visits little more than the templates themselves.
def _placings(view: View, d: int, placed: int, houses: list[int]) -> Iterator[int]:
    """Yield the cells of each template that extends those placed."""
    stop_if_cancelled()
    rest = [h for h in houses if not h & placed]
    if not rest:
        yield placed
        return
    seen = union(view.sees[cell] for cell in ones(placed))
    fewest = min(rest, key=lambda h: (h & view.at[d] & ~seen).bit_count())
    for cell in ones(fewest & view.at[d] & ~seen):
        yield from _placings(view, d, placed | 1 << cell, houses)
