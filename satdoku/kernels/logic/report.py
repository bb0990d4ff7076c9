"""What a finder does with a step that it found: give it, or note it and look for more.

One finder serves the search for the simplest step and the list of all steps. At each step it calls
`reported`, and ends where that is true.

`Search.listing` holds ALL (1: all steps are wanted) and END (where the log of them ends, -1 where
there was no room for all); the log is `Search.log`, written as that of a path is.
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
    """Whether the finder is to end with the step in hand: the first is wanted, or no more fit."""
    listing = search.listing
    if not listing[ALL]:
        return True
    listing[END] = write(search.found, search.log, listing[END])
    return bool(listing[END] < 0)
