"""What the search for steps distinguishes: kinds of clauses, outcomes; and what lengths add."""

from __future__ import annotations

from ..kernel import routine

#: What a position is found to be; UNFINISHED: so many steps were not allowed, STOPPED: it was told
# to.
STUCK, SOLVED, BROKEN, UNFINISHED, STOPPED = range(5)

#: The kinds of clauses; RULE: it comes from the rule of a variant.
CELL, ROW, COLUMN, BOX, EXTRA, RULE = range(6)


@routine
def added(length: int) -> int:
    """What a length adds to a rating, in tenths: 1 for each of 4, 6, 8, 12, 16, 24, … passed."""
    tenths, passed, odd = 0, 4, False
    while length > passed:
        tenths += 1
        passed = passed * 4 // 3 if odd else passed * 3 // 2
        odd = not odd
    return tenths
