"""What a finder does with a step it found: return it, or log it and continue the search.

One finder serves both the search for the simplest step and the list of all steps. After each step
it calls `reported`, and returns if that is true.

`Search.listing` holds ALL (1: list all steps) and END (where their log ends, -1 if it ran out of
room); the log is `Search.log`, in the format of a path's log.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..kernel import routine
from .found import write

if TYPE_CHECKING:
    from .search import Search

#: Places in `Search.listing`.
ALL, END = range(2)
LISTING = 2


@routine
def reported(search: Search) -> bool:
    """Return whether the finder must stop with this step: only the first is needed, or the log is
    full."""
    listing = search.listing
    if not listing[ALL]:
        return True
    listing[END] = write(search.found, search.log, listing[END])
    return bool(listing[END] < 0)
