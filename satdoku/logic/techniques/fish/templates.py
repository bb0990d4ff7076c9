"""Templates: a template is a way to place a digit in all houses. A candidate that is in none is
false, one that is in all is true.

Sources: Sudopedia, "Pattern Overlay Method"; HoDoKu, "Templates".
"""

from __future__ import annotations

from collections.abc import Iterator

from ....cancellation import look
from ...catalog.row import Technique
from ...lessons.lesson import Lesson
from ...view import Found, View, ones

TEMPLATES = f"{__name__}:templates"
LISTED = (
    Technique("templates", 7.4, TEMPLATES, "", ("template", "pattern overlay", "POM"), joint=True),
    Technique("template set", 7.4, TEMPLATES, "set", joint=True),
    Technique("template delete", 7.4, TEMPLATES, "delete", joint=True),
)
LESSONS = (
    Lesson(
        "templates, template set, template delete",
        "A template is a way to place a digit once in each row, column and box. A candidate in no "
        "template goes (delete); one in every template is placed (set).",
        "The true places of the digit are one of its templates.",
    ),
)


def templates(view: View, mode: str) -> Iterator[Found]:
    """Yield steps by the templates of each digit.

    mode: "set" for candidates in all templates, "delete" for those in none, "" for both.
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
        if gone and mode != "set":
            yield Found(gone, (), f"{said}, and none has it there", bases, name="template delete")
        if here and mode != "delete":
            yield Found((), here, f"{said}, and all have it there", bases, name="template set")


def _placings(view: View, d: int, placed: int, houses: list[int]) -> Iterator[int]:
    """Yield the cells of each template that extends those placed."""
    look()
    rest = [h for h in houses if not h & placed]
    if not rest:
        yield placed
        return
    seen = 0
    for cell in ones(placed):
        seen |= view.sees[cell]
    fewest = min(rest, key=lambda h: (h & view.at[d] & ~seen).bit_count())
    for cell in ones(fewest & view.at[d] & ~seen):
        yield from _placings(view, d, placed | 1 << cell, houses)
