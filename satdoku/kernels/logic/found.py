"""The step that a rule found: what it concludes and from what.

A `Found` is filled by one rule and read by `path`, which applies and records it. `numbers` holds
what is counted; the lists are `asserted`, `denied` (variables), `bases`, `covers` (clauses),
`proof` (see `refutation` and `chains`).
"""

from __future__ import annotations

from typing import NamedTuple

from ..vectors import Words
from .routine import fill, routine

#: Places in `numbers`.
RULE, RATING, SIZE, LENGTH, DEPTH, ASSERTIONS, DENIALS, BASES, COVERS, PROOF = range(10)
NUMBERS = 10


class Found(NamedTuple):
    """A step; see the module."""

    numbers: Words
    asserted: Words
    denied: Words
    bases: Words
    covers: Words
    proof: Words


@routine
def begin(found: Found, rule: int, rating: int) -> None:
    """A step of this rule; nothing is in its lists."""
    fill(found.numbers, 0)
    found.numbers[RULE] = rule
    found.numbers[RATING] = rating


@routine
def affirm(found: Found, variable: int) -> None:
    """It asserts this variable."""
    found.asserted[found.numbers[ASSERTIONS]] = variable
    found.numbers[ASSERTIONS] += 1


@routine
def reject(found: Found, variable: int) -> None:
    """It denies this variable."""
    found.denied[found.numbers[DENIALS]] = variable
    found.numbers[DENIALS] += 1


@routine
def base(found: Found, clause: int) -> None:
    """It rests on this clause."""
    found.bases[found.numbers[BASES]] = clause
    found.numbers[BASES] += 1


@routine
def cover(found: Found, clause: int) -> None:
    """Its bases' candidates lie in this clause."""
    found.covers[found.numbers[COVERS]] = clause
    found.numbers[COVERS] += 1


@routine
def prove(found: Found, entry: int) -> None:
    """Its proof goes on with this entry."""
    found.proof[found.numbers[PROOF]] = entry
    found.numbers[PROOF] += 1
