"""Gurth's symmetrical placement: if the givens are symmetrical up to a permutation of digits, so is
the only solution; a cell that the symmetry fixes holds a digit that it fixes.

It assumes one solution. Source: R. Gurth's theorem.

Lesson: Gurth's symmetrical placement

    A half turn, a quarter turn or the reflection in a diagonal takes the givens to themselves,
    digits being exchanged. A cell that stays where it is holds a digit that stays what it is.

    Why: The solution, so turned and exchanged, solves the same puzzle: so it is the same.
"""

from __future__ import annotations

from collections.abc import Iterator

from ....operations.symmetry import maps
from ....phrases import joined, phrase
from ....theory import Variables
from ...catalog.row import Technique
from ...view import Finding, View, bits_of, ones

LISTED = (
    Technique("Gurth's symmetrical placement", 5.0, f"{__name__}:symmetrical",
              aliases=("symmetrical placement", "Gurths symmetrical placement", "Gurth's theorem",
                       "GSP"),
              proper=True),
)  # fmt: skip


#: Symmetries that keep some cells in their place, by their names among those of boards.
TURNS = {
    "half-turn": "A half turn",
    "quarter-turn": "A quarter turn",
    "diagonal": "The reflection in the falling diagonal",
    "anti-diagonal": "The reflection in the rising diagonal",
}


# Any map of the board to itself would do; these four keep cells in their place, so that something
# follows, and a person can see them.
def symmetrical(view: View, _: object) -> Iterator[Finding]:
    """Yield steps for givens that a half turn, a quarter turn or a diagonal reflection maps to
    themselves."""
    n = view.n
    given = view.position.given
    placed = {cell: d for cell, d in enumerate(view.digit) if d}
    if given is not None:
        placed = dict(view.layout.cell_and_digit(v) for v in given)
    houses = {frozenset(h.house.cells) for h in view.houses}
    for symmetry, what in TURNS.items():
        to = maps(symmetry, view.layout.places)[1]
        if {frozenset(to[cell] for cell in house) for house in houses} != houses:
            continue
        digits = _renaming(placed, to, n)
        if not digits:
            continue
        moved = bits_of(d for d, e in digits.items() if d != e)
        fixed = bits_of(cell for cell, image in enumerate(to) if image == cell)
        gone = view.held(fixed, moved)
        if not gone:
            continue
        fixed &= view.open
        every = (2 << n) - 2
        renamed = list[str]()
        for d in ones(moved):
            becomes = "{digit} becomes {other}"
            renamed.append(phrase(becomes, digit=view.symbol(d), other=view.symbol(digits[d])))
        same = "{cells} keep their places, so their digits are some that does not change: {digits}"
        if fixed & fixed - 1 == 0:
            same = "{cells} keeps its place, so its digit is one that does not change: {digits}"
        cells = view.one_by_one(fixed)
        kept = phrase(same, cells=cells, digits=view.either(every & ~moved))
        reason = phrase(
            "{symmetry} takes the givens to the givens, if {digits}. So it takes the only solution "
            "to itself. {text}",
            symmetry=phrase(what),
            digits=joined(renamed),
            text=kept,
        )
        yield _finding(view, fixed, moved, gone, reason)


def _finding(view: View, fixed: int, moved: int, gone: Variables, reason: str) -> Finding:
    """Return the step; it places the digit of a cell that has one candidate left."""
    placed = []
    for cell in ones(fixed):
        left = view.held(1 << cell, ~moved)
        if len(left) == 1:
            placed.append(left[0])
            gone = tuple(v for v in gone if view.theory.cell_of(v) != cell)
    roles = (("fixed", view.held(fixed)),)
    bases = view.cell_clauses(fixed)
    return Finding(gone, reason, bases, asserted=tuple(placed), roles=roles)


def _renaming(placed: dict[int, int], to: list[int], n: int) -> dict[int, int]:
    """Return by digit the one that it becomes, if a map of the cells takes the digits placed to
    themselves; {} if it does not, or if two digits or more are not placed."""
    digits = dict[int, int]()
    for cell, d in placed.items():
        image = placed.get(to[cell])
        if image is None or digits.setdefault(d, image) != image:
            return {}
    if len(set(digits.values())) < len(digits) or len(digits) < n - 1:
        return {}
    every = set(range(1, n + 1))
    for d in every - digits.keys():  # a digit that is not given maps to the one left
        digits[d] = (every - set(digits.values())).pop()
    return digits
