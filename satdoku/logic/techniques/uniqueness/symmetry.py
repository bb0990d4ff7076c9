"""Gurth's symmetrical placement: if the givens are symmetrical up to a permutation of digits, so is
the only solution; a cell that the symmetry fixes holds a digit that it fixes.

It assumes one solution. Source: R. Gurth's theorem.

Lesson: Gurth's symmetrical placement

    A half turn, a quarter turn or the reflection in a diagonal takes the givens to themselves,
    digits being exchanged. A cell that stays where it is holds a digit that stays what it is.

    Why: The solution, so turned and exchanged, solves the same puzzle: so it is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ...catalog.row import Technique
from ...view import Finding, View, bits_of, ones

LISTED = (
    Technique("Gurth's symmetrical placement", 5.0, f"{__name__}:symmetrical", None,
              ("symmetrical placement", "Gurths symmetrical placement", "Gurth's theorem"),
              proper=True),
)  # fmt: skip


def symmetrical(view: View, _: object) -> Iterator[Finding]:
    """Yield steps for givens that a half turn, a quarter turn or a diagonal reflection maps to
    themselves."""
    n, given = view.n, view.position.given
    placed = {cell: d for cell, d in enumerate(view.digit) if d}
    if given is not None:
        placed = dict(view.layout.cell_and_digit(v) for v in given)
    turns: dict[str, Callable[[int, int], tuple[int, int]]] = {
        "a half turn": lambda r, c: (n - 1 - r, n - 1 - c),
        "a quarter turn": lambda r, c: (c, n - 1 - r),
        "the falling diagonal": lambda r, c: (c, r),
        "the rising diagonal": lambda r, c: (n - 1 - c, n - 1 - r),
    }
    houses = {frozenset(h.house.cells) for h in view.houses}
    for what, turn in turns.items():
        to = [r * n + c for r, c in (turn(cell // n, cell % n) for cell in range(n * n))]
        digits = dict[int, int]()
        fits = all(
            to[cell] in placed and digits.setdefault(d, placed[to[cell]]) == placed[to[cell]]
            for cell, d in placed.items()
        )
        if not fits or {frozenset(to[cell] for cell in h) for h in houses} != houses:
            continue
        if len(set(digits.values())) < len(digits) or len(digits) < n - 1:
            continue
        missing = set(range(1, n + 1)) - digits.keys()
        for d in missing:  # a digit that is not given maps to the one left
            digits[d] = (set(range(1, n + 1)) - set(digits.values())).pop()
        moved = bits_of(d for d, e in digits.items() if d != e)
        fixed = bits_of(cell for cell in range(n * n) if to[cell] == cell)
        gone = view.held(fixed, moved)
        if gone:
            renamed = ", ".join(
                f"{view.symbol(d)} to {view.symbol(digits[d])}" for d in ones(moved)
            )
            yield Finding(
                gone,
                f"The givens come to themselves by {what}, with {renamed}; so does the only "
                f"solution, in which {view.one_by_one(fixed)} stay",
                view.cell_clauses(fixed),
                roles=(("fixed", view.held(fixed)),),
            )
