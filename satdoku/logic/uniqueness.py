"""Uniqueness techniques: what follows if the puzzle has but one solution.

These are no consequence of the theory. They are looked for only when asked, and only after the
position was shown to have one solution.

- Unique rectangle (type 1): four open cells, two digits a and b, three of the cells hold no other.
  If the fourth held a or b too, exchanging a and b in the four would give another solution; every
  house has none of the four, or two neighbours of the rectangle.
- BUG+1 (bivalue universal grave): every open cell has two candidates and every digit two places in
  each house, but for one cell with a third candidate, which must be true.

Source: Sudopedia, "Unique Rectangle" and "Bivalue Universal Grave"; ratings as in Sudoku Explainer.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from .position import Position
from .rules import BUG, UNIQUE_RECTANGLE, rating_of
from .steps import LogicStep


def find_unique(position: Position) -> LogicStep | None:
    """The first unique rectangle, else BUG+1, else None."""
    return find_rectangle(position) or universal_grave(position)


def find_rectangle(position: Position) -> LogicStep | None:
    """The first unique rectangle of type 1."""
    return next(unique_rectangles(position), None)


def unique_rectangles(position: Position) -> Iterator[LogicStep]:
    """The unique rectangles of type 1."""
    n = position.layout.size
    open_cells = {
        cell: position.candidates_in(cell) for cell in range(n * n) if not position.digit_in(cell)
    }
    pairs = [cell for cell, digits in open_cells.items() if len(digits) == 2]
    for corner, digits in open_cells.items():
        if len(digits) < 3:
            continue
        r, c = divmod(corner, n)
        for across, down in _sides(pairs, r, c, n):
            a, b = open_cells[across]
            far = (down // n) * n + across % n
            alike = open_cells[down] == open_cells.get(far) == [a, b] and {a, b} <= set(digits)
            cells = (corner, across, far, down)
            if alike and _exchangeable(position, cells):
                yield LogicStep(
                    rule=UNIQUE_RECTANGLE,
                    name="unique rectangle",
                    tenths=rating_of(UNIQUE_RECTANGLE),
                    denied=(corner * n + a, corner * n + b),
                    bases=tuple(position.theory.occurrences[cell * n + a][0] for cell in cells),
                )


def _sides(pairs: list[int], r: int, c: int, n: int) -> Iterator[tuple[int, int]]:
    """(a cell of the row, a cell of the column) among the pairs."""
    for first, second in combinations(pairs, 2):
        for across, down in ((first, second), (second, first)):
            if across // n == r and down % n == c and across % n != c and down // n != r:
                yield across, down


def _exchangeable(position: Position, cells: tuple[int, int, int, int]) -> bool:
    """Two digits may change places in the four cells, given around the rectangle."""
    for house in position.layout.houses:
        inside = [k for k, cell in enumerate(cells) if cell in house.cells]
        if inside and (len(inside) != 2 or (inside[1] - inside[0]) % 2 == 0):
            return False
    return True


def universal_grave(position: Position) -> LogicStep | None:
    """BUG+1, if the position is one."""
    theory, n = position.theory, position.layout.size
    odd = []
    for cell in range(n * n):
        digits = position.candidates_in(cell)
        if not position.digit_in(cell) and len(digits) != 2:
            odd.append((cell, digits))
    if len(odd) != 1 or len(odd[0][1]) != 3:
        return None
    cell, digits = odd[0]
    for digit in digits:
        variable = cell * n + digit
        own = set(theory.occurrences[variable])
        fits = all(
            len(position.open_members(index)) in ((3,) if index in own else (0, 2))
            for index, clause in enumerate(theory.clauses)
            if clause.house
        ) and all(clause.exactly_one for clause in theory.clauses)
        if fits:
            return LogicStep(
                rule=BUG,
                name="BUG+1",
                tenths=rating_of(BUG),
                asserted=(variable,),
                bases=(theory.occurrences[variable][0],),
            )
    return None
