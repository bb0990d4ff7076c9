"""Templates: a template is a way to place a digit in all houses. A candidate that is in none is
false, one that is in all is true. A template that shares a cell with every template of another
digit is none.

Sources: Sudopedia, "Pattern Overlay Method"; HoDoKu, "Templates".

Lesson: templates, template set, template delete

    A template is a way to place a digit once in each row, column and box. A candidate in no
    template goes (delete); one in every template is placed (set). A template that shares a cell
    with each template of another digit does not count.

    Why: The true places of each digit are one of its templates, and no two digits share a cell.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from ....cancellation import look
from ...catalog.row import Technique
from ...view import Finding, View, common, ones, union

TEMPLATES = f"{__name__}:templates"
LISTED = (
    Technique("templates", 7.4, TEMPLATES, "", ("template", "pattern overlay", "POM"), joint=True),
    Technique("template set", 7.4, TEMPLATES, "set", joint=True),
    Technique("template delete", 7.4, TEMPLATES, "delete", joint=True),
)
#: Maximum number of pairs of templates of two digits that are compared.
MOST_PAIRS = 20_000


def templates(view: View, mode: str) -> Iterator[Finding]:
    """Yield steps by the templates of each digit; then by those that the other digits leave.

    mode: "set" for candidates in all templates, "delete" for those in none, "" for both.
    """
    full = [h for h in view.houses if h.is_full]
    every = {
        d: list(_placings(view, d, 0, [h.bits for h in full if h.bits & view.at[d]]))
        for d in range(1, view.n + 1)
        if view.at[d]
    }
    if not all(every.values()):
        return
    bases = {d: tuple(view.clause(h, d) for h in full if h.bits & view.at[d]) for d in every}
    for d, ways in every.items():
        reason = (
            f"There are {len(ways)} ways to place {view.symbol(d)} in every house"
            if len(ways) > 1
            else f"There is one way to place {view.symbol(d)} in every house"
        )
        yield from _steps(view, d, ways, reason, bases[d], mode)
    left = _compatible(every)
    together = tuple(c for own in bases.values() for c in own) + view.cell_clauses(view.open)
    for d, ways in left.items():
        if len(ways) < len(every[d]):
            reason = (
                f"Of the {len(every[d])} ways to place {view.symbol(d)} in every house, "
                f"{len(ways)} can be combined with the other digits' ways"
            )
            yield from _steps(view, d, ways, reason, together, mode)


def _steps(
    view: View, d: int, ways: list[int], reason: str, bases: tuple[int, ...], mode: str
) -> Iterator[Finding]:
    """Yield the steps of a digit with these templates."""
    gone = view.vs(view.at[d] & ~union(ways), d)
    here = view.vs(view.at[d] & common(ways), d)
    if gone and mode != "set":
        none, has = ("none", "has") if len(ways) > 1 else ("it", "does not have")
        yield Finding(gone, f"{reason}, and {none} {has} it there", bases, name="template delete")
    if here and mode != "delete":
        yield Finding(
            (),
            f"{reason}, and {'all have' if len(ways) > 1 else 'it has'} it there",
            bases,
            asserted=here,
            name="template set",
        )


def _compatible(every: dict[int, list[int]]) -> dict[int, list[int]]:
    """Return the templates left once those are gone that take a cell which all templates of another
    digit take, or leave another digit none."""
    left, changed = dict(every), True
    while changed and all(left.values()):
        changed = False
        for d, e in permutations(left, 2):
            always = common(left[e])
            fits = [way for way in left[d] if not way & always]
            if len(fits) * len(left[e]) <= MOST_PAIRS:
                fits = [way for way in fits if any(not way & other for other in left[e])]
            if len(fits) < len(left[d]):
                left[d], changed = fits, True
            if not fits:
                return {}
    return left


def _placings(view: View, d: int, placed: int, houses: list[int]) -> Iterator[int]:
    """Yield the cells of each template that extends those placed."""
    look()
    rest = [h for h in houses if not h & placed]
    if not rest:
        yield placed
        return
    seen = union(view.sees[cell] for cell in ones(placed))
    fewest = min(rest, key=lambda h: (h & view.at[d] & ~seen).bit_count())
    for cell in ones(fewest & view.at[d] & ~seen):
        yield from _placings(view, d, placed | 1 << cell, houses)
