"""Polarity: low and high along whispers, odd and even along parity lines, low, middle and high or
the remainders along entropic and modular lines. (The finder is in the search, since it takes steps
from a supposition.)

Lesson: polarity

    Along a line that alternates between two or three classes of digits (low and high, odd and even,
    remainders), the class of one cell gives those of all others, also on lines that it meets, and
    each house holds as many digits of a class as there are. If a class in a cell leads by single
    rules, singles, locked candidates and subsets of the class to a contradiction, its digits go
    from the cell.

    Why: Suppose that the cell holds one of these digits. Each step inside follows from the clauses
    it names; at the end one has no candidate left. So the cell holds none of them.
"""

from __future__ import annotations

from ...catalog.row import PAIRS, Technique

FINDER = "satdoku.logic.search.cell_suppositions:polarities"
LISTED = (
    Technique("polarity", 5.5, FINDER, aliases=("high and low", "odd and even along lines"),
         sets=PAIRS, kind="refutation"),
)  # fmt: skip
