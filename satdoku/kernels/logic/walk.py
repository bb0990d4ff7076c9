"""The closed walk over cells that the finder of unique rectangles and loops extends."""

from __future__ import annotations

from typing import NamedTuple

from ..lockstep.simd import Words


class Walk(NamedTuple):
    """The current walk.

    By place in the walk: cells; tried, the number of neighbours tried; came, the type of the region
    through which the cell was reached; extras, those up to it; spare, how many more cells with
    extras may follow. touched[2 * region + parity]: the number of its cells in a region at even and
    at odd places; on[cell]: whether it is in the walk.
    """

    cells: Words
    tried: Words
    came: Words
    extras: Words
    spare: Words
    touched: Words
    on: Words
