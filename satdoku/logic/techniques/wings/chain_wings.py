"""M-, S-, L- and H-wing: chains of three strong links with names.

A strong link is a cell of two candidates, or a digit with two places in a house. M-wing: cell,
house, house, with one digit at both ends. S-wing (split): house, cell, house. L-wing (local): three
houses. H-wing (hybrid): the remaining chains of three digits. For cell, house, cell see `w_wing`.

Source: the forums of Daily Sudoku and enjoysudoku.com ("generic wings", "Local-Wing").
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from ....cancellation import look
from ...catalog.row import Technique
from ...lessons.lesson import Lesson
from ...telling.sentences import candidates_text
from ...view import Found, View, each

FINDER = f"{__name__}:wings"
LISTED = tuple(
    Technique(f"{letter}-wing", 7.0, FINDER, f"{letter}-wing", (alias,), "chain", joint=True)
    for letter, alias in (
        ("M", "medusa wing"), ("S", "split wing"), ("L", "local wing"), ("H", "hybrid wing"),
    )
)  # fmt: skip
LESSONS = (
    Lesson(
        "M-wing, S-wing, L-wing, H-wing",
        "Chains of three strong links, each a cell of two candidates or a digit with two places in "
        "a house. M-wing: a cell, then two houses, with one digit at both ends. S-wing: a house, a "
        "cell, a house. L-wing: three houses. H-wing: the others of three digits.",
        "An alternating chain of six candidates: one of its ends is true, so what both deny goes.",
    ),
)


def wing_name(in_cells: Sequence[bool], digits: Sequence[int]) -> str:
    """Return the name of a chain of six candidates, from the kinds of its strong links (True: cell)
    and the digits of its candidates; "" if it is not a wing (a single digit, or cells only)."""
    if len(set(digits)) == 1 or all(in_cells):
        return ""
    match tuple(in_cells):
        case (True, False, True) if digits[0] == digits[5]:
            return "W-wing"
        case (True, False, False) | (False, False, True) if digits[0] == digits[5]:
            return "M-wing"
        case (False, True, False):
            return "S-wing"
        case (False, False, False):
            return "L-wing"
    return "H-wing" if len(set(digits)) == 3 and digits[0] != digits[5] else ""


def wings(view: View, name: str) -> Iterator[Found]:
    """Yield the chains of three strong links of this name."""
    strong = _strong(view)
    weak = {v: [w for w in each(view.peers(v)) if w in strong] for v in strong}

    def longer(path: list[int]) -> Iterator[list[int]]:
        for b in strong[path[-1]]:
            look()
            if b not in path and len(path) == 5:
                yield [*path, b]
            elif b not in path:
                for c in weak[b]:
                    if c not in path:
                        yield from longer([*path, b, c])

    for a in strong:
        for path in longer([a]):
            gone = view.peers(a) & view.peers(path[-1])
            places = [view.layout.cell_and_digit(v) for v in path]
            in_cells = [places[k][0] == places[k + 1][0] for k in (0, 2, 4)]
            if gone and a < path[-1] and wing_name(in_cells, [d for _, d in places]) == name:
                yield _chain(view, strong, path, tuple(each(gone)))


def _strong(view: View) -> dict[int, dict[int, int]]:
    """Return by candidate those of which one is true if it is false, each with the clause."""
    strong = dict[int, dict[int, int]]()
    clauses = [(view.held(1 << cell), view.cell_clause(cell)) for cell in view.twos]
    for region in view.houses:
        for d in range(1, view.n + 1):
            if region.is_full and (region.bits & view.at[d]).bit_count() == 2:
                clauses.append((view.vs(region.bits, d), view.clause(region, d)))
    for (a, b), clause in clauses:
        strong.setdefault(a, {}).setdefault(b, clause)
        strong.setdefault(b, {}).setdefault(a, clause)
    return strong


def _chain(
    view: View, strong: dict[int, dict[int, int]], path: list[int], gone: tuple[int, ...]
) -> Found:
    links = [view.linking((a,), (b,)) for a, b in list(pairwise(path))[1::2]]
    links += [view.linking((z,), (end,)) for z in gone for end in (path[0], path[-1])]
    first, last = (candidates_text(view.theory, (end,)) for end in (path[0], path[-1]))
    return Found(
        gone,
        (),
        f"If not {first}, then {last}: one of the two is true",
        tuple(strong[a][b] for a, b in list(pairwise(path))[::2]),
        (),
        tuple(dict.fromkeys(clause for link in links for clause in link)),
        tuple((v,) for v in path),
        (("ends", (path[0], path[-1])),),
        size=3,
    )
