"""The step that a technique found: what it concludes and from what.

`path` writes the rule's number and rating and calls its finder, which fills in the rest; then
`path` takes the step and records it. `numbers` holds what is counted; the lists are `asserted`,
`denied` (variables), `bases`, `covers` (clauses), `proof` (see `refutation` and `chains`).
"""

from __future__ import annotations

from typing import NamedTuple

from ..kernel import routine
from ..simd import Words
from .kinds import added

#: Places in `numbers`. RATED: what the rule is rated, in tenths, before what a length adds.
RULE, RATED, RATING, SIZE, LENGTH, DEPTH, ASSERTIONS, DENIALS, BASES, COVERS, PROOF = range(11)
NUMBERS = 11


class FoundStep(NamedTuple):
    """A step; see the module."""

    numbers: Words
    asserted: Words
    denied: Words
    bases: Words
    covers: Words
    proof: Words


@routine
def begin(found: FoundStep) -> None:
    """Nothing is in its lists."""
    for k in range(RATING, NUMBERS):
        found.numbers[k] = 0
    found.numbers[RATING] = found.numbers[RATED]


@routine
def measure(found: FoundStep, size: int, length: int, depth: int) -> None:
    """It is so large and long; the length adds to its rating."""
    found.numbers[SIZE] = size
    found.numbers[LENGTH] = length
    found.numbers[DEPTH] = depth
    found.numbers[RATING] = found.numbers[RATED] + added(length)


@routine
def asserts(found: FoundStep, variable: int) -> None:
    """It asserts this variable."""
    found.asserted[found.numbers[ASSERTIONS]] = variable
    found.numbers[ASSERTIONS] += 1


@routine
def denies(found: FoundStep, variable: int) -> None:
    """It denies this variable."""
    found.denied[found.numbers[DENIALS]] = variable
    found.numbers[DENIALS] += 1


@routine
def base(found: FoundStep, clause: int) -> None:
    """It rests on this clause."""
    found.bases[found.numbers[BASES]] = clause
    found.numbers[BASES] += 1


@routine
def cover(found: FoundStep, clause: int) -> None:
    """Its bases' candidates lie in this clause."""
    found.covers[found.numbers[COVERS]] = clause
    found.numbers[COVERS] += 1


@routine
def prove(found: FoundStep, entry: int) -> None:
    """Its proof goes on with this entry."""
    found.proof[found.numbers[PROOF]] = entry
    found.numbers[PROOF] += 1


@routine
def write(found: FoundStep, log: Words, end: int) -> int:
    """Write a step to the log; where it ends then, -1 if it does not fit."""
    numbers = found.numbers
    lists = (
        numbers[ASSERTIONS] + numbers[DENIALS] + numbers[BASES] + numbers[COVERS] + numbers[PROOF]
    )
    if end + NUMBERS + lists > len(log):
        return -1
    end = append(numbers, NUMBERS, log, end)
    end = append(found.asserted, numbers[ASSERTIONS], log, end)
    end = append(found.denied, numbers[DENIALS], log, end)
    end = append(found.bases, numbers[BASES], log, end)
    end = append(found.covers, numbers[COVERS], log, end)
    return append(found.proof, numbers[PROOF], log, end)


@routine
def append(items: Words, count: int, log: Words, end: int) -> int:
    """Write so many items to the log; where it ends then."""
    for k in range(count):
        log[end + k] = items[k]
    return end + count
