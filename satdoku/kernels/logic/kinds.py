"""Constants of the search for steps: kinds of clauses and outcomes; and what a length adds to a
rating."""

from __future__ import annotations

from ..kernel import routine

#: Outcomes of a position. UNFINISHED: the step limit was reached; STOPPED: the search was
#: cancelled.
STUCK, SOLVED, BROKEN, UNFINISHED, STOPPED = range(5)

#: Kinds of clauses; RULE: of a variant rule.
CELL, ROW, COLUMN, BOX, EXTRA, RULE = range(6)


@routine
def added(length: int) -> int:
    """Return what a length adds to a rating, in tenths: 1 for each of 4, 6, 8, 12, 16, 24, …
    exceeded."""
    tenths, passed, odd = 0, 4, False
    while length > passed:
        tenths += 1
        passed = passed * 4 // 3 if odd else passed * 3 // 2
        odd = not odd
    return tenths
