"""Chess pieces that leap, in general and by name, and boards whose opposite edges meet.

An (a, b) leaper moves a cells along a row and b along a column, or the other way round: the knight
of `pairings` is the (1, 2) leaper.
"""

# ruff: noqa: D103 - the sentence above each function says what it means

from __future__ import annotations

from collections.abc import Iterator

from ...errors import LayoutError
from ...geometry import Place
from ...layout_data import LayoutData
from ..constraint import Constraint
from ..forms import Forms
from ..geometry import TOROIDAL
from ..kind_table import NONE, Kind
from ..placement import BOARD as EVERYWHERE
from .pairings import Spaced, apart, different, in_pairs


def leaps(a: int, b: int) -> tuple[Place, ...]:
    """Return the moves (down, across) of a leaper, each in one of its two directions.

    >>> leaps(1, 2), leaps(0, 2)
    (((1, 2), (2, 1), (1, -2), (2, -1)), ((0, 2), (2, 0)))
    """
    found: list[Place] = []
    for down, across in ((a, b), (b, a), (a, -b), (b, -a)):
        is_known = (down, across) in found or (-down, -across) in found
        if not is_known:
            found.append((down, across))
    return tuple(found)


Kind(
    "anti-camel",
    "cells a camel's move (1 and 3 cells) apart hold different digits",
    cells=NONE,
    placement=EVERYWHERE,
)(in_pairs(apart(*leaps(1, 3)))(different))
Kind(
    "anti-zebra",
    "cells a zebra's move (2 and 3 cells) apart hold different digits",
    cells=NONE,
    placement=EVERYWHERE,
)(in_pairs(apart(*leaps(2, 3)))(different))
Kind(
    "anti-giraffe",
    "cells a giraffe's move (1 and 4 cells) apart hold different digits",
    cells=NONE,
    placement=EVERYWHERE,
)(in_pairs(apart(*leaps(1, 4)))(different))


def leaping(c: Constraint, layout: LayoutData) -> Iterator[Spaced]:
    """Yield all pairs of cells that are a leap apart."""
    a, b = c.values
    if min(a, b) < 0 or max(a, b) == 0:
        raise LayoutError("a leap is two numbers of cells from 0, not both 0")
    yield from apart(*leaps(a, b))(c, layout)


Kind(
    "leaper",
    "cells a leap of {} cells apart (along row and column, either way round) hold different digits",
    cells=NONE,
    values=(2, 2),
)(in_pairs(leaping)(different))


@Kind(
    TOROIDAL,
    "opposite edges of the board meet: rules about neighbours, squares and moves go on beyond them",
    cells=NONE,
)
def toroidal(c: Constraint, layout: LayoutData) -> Forms:
    places = layout.places
    is_whole = len(set(places.all[: places.board_count])) == places.board_height * layout.width
    has_labels = any(other.kind.startswith("chaos") for other in layout.constraints)
    if layout.corners or not is_whole or has_labels:
        raise LayoutError("only edges of a single board without holes can meet, of known regions")
    return iter(())
