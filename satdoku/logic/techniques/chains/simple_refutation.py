"""Refutation in simple steps: a candidate that fails by steps that are easy to see. (The finder is
in the search, since it takes steps from a supposition.)

Lesson: refutation in simple steps

    A candidate that, supposed true, leads by at most eight simple steps to a contradiction: by
    single rules, singles and locked candidates. It is used on boards with rules, where such a step
    says at once what a chain says link by link.

    Why: Suppose that the cell holds the digit. Each step inside follows from the clauses it names;
    at the end one has no candidate left. So the cell does not hold it.
"""

from __future__ import annotations

from ...catalog.row import Technique

FINDER = "satdoku.logic.search.cell_suppositions:simple_refutations"
LISTED = (
    Technique("refutation in simple steps", 7.5, FINDER, aliases=("what if", "short trial"),
         sets=("refutation", "refutation-locked", "nested"), kind="refutation", slow=True),
)  # fmt: skip
