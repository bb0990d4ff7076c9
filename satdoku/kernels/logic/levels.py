"""The scale: which rules there are, in the order in which they are tried, and what each is rated.

Ratings are in tenths. The numbers of the rules that Sudoku Explainer knows are its own (N.
Juillerat, 2006); the others stand beside what they resemble. A chain or refutation adds a tenth for
each of 4, 6, 8, 12, 16, 24, … that its length passes.
"""

from __future__ import annotations

from .routine import routine

(
    LAST_DIGIT, HIDDEN_SINGLE_BOX, HIDDEN_SINGLE_LINE, DIRECT_POINTING, DIRECT_CLAIMING,
    DIRECT_HIDDEN_PAIR, NAKED_SINGLE, DIRECT_HIDDEN_TRIPLE, POINTING, CLAIMING, NAKED_PAIR, X_WING,
    HIDDEN_PAIR, NAKED_TRIPLE, SWORDFISH, HIDDEN_TRIPLE, XY_WING, XYZ_WING, NAKED_QUAD, JELLYFISH,
    HIDDEN_QUAD, X_CHAIN, CHAIN, GROUPED_X_CHAIN, NISHIO, ALS_XZ, GROUPED_CHAIN, FORCING,
    REFUTATION, REFUTATION_LOCKED, NESTED,
) = range(31)  # fmt: skip

#: The rating of each rule, in tenths, before what its length adds.
RATINGS = (
    10, 12, 15, 17, 19,
    20, 23, 25, 26, 28, 30, 32,
    34, 36, 38, 40, 42, 44, 50, 52,
    54, 66, 70, 75, 75, 76, 77, 80,
    85, 90, 95,
)  # fmt: skip
RULES = len(RATINGS)

#: What a position is found to be.
STUCK, SOLVED, BROKEN, UNFINISHED = 0, 1, 2, 3

#: The kinds of clauses.
CELL, ROW, COLUMN, BOX, EXTRA = range(5)


@routine
def added(length: int) -> int:
    """What a length adds to a rating: tenths."""
    tenths, passed, odd = 0, 4, False
    while length > passed:
        tenths += 1
        passed = passed * 4 // 3 if odd else passed * 3 // 2
        odd = not odd
    return tenths
