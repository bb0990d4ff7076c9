"""The step that a technique found: its conclusions and what they rest on.

`path` writes the rule's number and rating and calls its finder, which fills in the rest; then
`path` takes the step and records it. `numbers` holds counts and measures; the lists are `asserted`,
`denied` (variables), `bases`, `covers` (clauses) and `proof` (see `supposition` and `chain_steps`).

One finder serves both the search for the simplest step and the list of all steps. After each step
it calls `reported`, and returns if that is true.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NamedTuple

from ..lockstep.simd import Words, copy, fill

if TYPE_CHECKING:
    from .search import StepSearch

#: Places in `numbers`. RATED: the rating of the rule, in tenths, before the length is added.
RULE, RATED, RATING, SIZE, LENGTH, DEPTH, ASSERTIONS, DENIALS, BASES, COVERS, PROOF = range(11)
NUMBERS = 11
#: Places in `StepSearch.listing`. ALL: 1 to list all steps; END: where their log ends, -1 if it
#: ran out of room. The log is `StepSearch.log`, in the format of a path's log.
ALL, END = range(2)


class FoundStep(NamedTuple):
    """A step; see the module docstring."""

    numbers: Annotated[Words, NUMBERS]
    asserted: Annotated[Words, 30]
    denied: Annotated[Words, "statuses"]
    bases: Annotated[Words, "places+1"]
    covers: Annotated[Words, "places+1"]
    proof: Annotated[Words, "proof"]


def begin(found: FoundStep) -> None:
    """Empty its lists."""
    fill(found.numbers, RATING, NUMBERS - RATING, 0)
    found.numbers[RATING] = found.numbers[RATED]


def measure(found: FoundStep, size: int, length: int, depth: int) -> None:
    """Set size, length and depth; the length adds to the rating."""
    found.numbers[SIZE] = size
    found.numbers[LENGTH] = length
    found.numbers[DEPTH] = depth
    found.numbers[RATING] = found.numbers[RATED] + added(length)


def added(length: int) -> int:
    """Return what a length adds to a rating, in tenths: 1 for each of 4, 6, 8, 12, 16, 24, …
    exceeded."""
    tenths, passed, odd = 0, 4, False
    while length > passed:
        tenths += 1
        # (Times 3/2 and 4/3 in turn: 4, 6, 8, 12, 16, …)
        passed = passed * 4 // 3 if odd else passed * 3 // 2
        odd = not odd
    return tenths


def asserts(found: FoundStep, variable: int) -> None:
    """Add a variable that the step asserts."""
    found.asserted[found.numbers[ASSERTIONS]] = variable
    found.numbers[ASSERTIONS] += 1


def denies(found: FoundStep, variable: int) -> None:
    """Add a variable that the step denies."""
    found.denied[found.numbers[DENIALS]] = variable
    found.numbers[DENIALS] += 1


def concludes(found: FoundStep, variable: int, is_on: int) -> None:
    """Add a variable that the step asserts (is_on: 1) or denies (0)."""
    if is_on:
        asserts(found, variable)
    else:
        denies(found, variable)


def base(found: FoundStep, clause: int) -> None:
    """Add a clause that the step rests on."""
    found.bases[found.numbers[BASES]] = clause
    found.numbers[BASES] += 1


def cover(found: FoundStep, clause: int) -> None:
    """Add a clause that holds candidates of the bases."""
    found.covers[found.numbers[COVERS]] = clause
    found.numbers[COVERS] += 1


def prove(found: FoundStep, entry: int) -> None:
    """Append an entry to the proof."""
    found.proof[found.numbers[PROOF]] = entry
    found.numbers[PROOF] += 1


def write(found: FoundStep, log: Words, end: int) -> int:
    """Write the step to the log; return where it ends, or -1 if it does not fit."""
    numbers = found.numbers
    for items, count in (
        (numbers, NUMBERS),
        (found.asserted, numbers[ASSERTIONS]),
        (found.denied, numbers[DENIALS]),
        (found.bases, numbers[BASES]),
        (found.covers, numbers[COVERS]),
        (found.proof, numbers[PROOF]),
    ):
        if end + count > len(log):
            return -1
        copy(log, end, items, 0, count)
        end += count
    return end


def reported(search: StepSearch) -> bool:
    """Return whether the finder must stop with this step: only the first is needed, or the log is
    full."""
    listing = search.listing
    if not listing[ALL]:
        return True
    listing[END] = write(search.found, search.log, listing[END])
    return bool(listing[END] < 0)
