"""What is known of the fewest givens of proper puzzles.

An exhaustive search found no proper puzzle of the usual board with 16 givens. It says nothing of
boards with other houses or with rules, nor of how few givens one grid needs beyond that.

Source: G. McGuire, B. Tugemann, G. Civario, "There is no 16-clue Sudoku" (2012; Experimental
Mathematics 23, 2014).

>>> fewest_known(STANDARD), fewest_known(Layout.named("9x9+diagonal"))
(17, 0)
"""

from __future__ import annotations

from ..board import STANDARD
from ..layout import Layout
from ..phrases import phrase

#: No classic puzzle of 9x9 has fewer.
FEWEST_GIVENS = 17


def fewest_known(layout: Layout) -> int:
    """Return a number of givens below which no puzzle of the board is proper; 0 if none is
    known."""
    return FEWEST_GIVENS if layout.name == STANDARD.name else 0


def why_so_many() -> str:
    """Return what is known of the usual board, with its source."""
    return phrase(
        "a classic 9x9 puzzle has at least {fewest} givens (G. McGuire, B. Tugemann and "
        "G. Civario, 2012)",
        fewest=FEWEST_GIVENS,
    )
