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
        move = (down, across)
        back = (-down, -across)
        if move not in found and back not in found:
            found.append(move)
    return tuple(found)


#: The pieces that have names of their own; the knight is in `pairings`.
PIECES = {"camel": (1, 3), "zebra": (2, 3), "giraffe": (1, 4)}
for _piece, (_a, _b) in PIECES.items():
    _sentence = f"cells a {_piece}'s move ({_a} and {_b} cells) apart hold different digits"
    _kind = Kind(f"anti-{_piece}", _sentence, cells=NONE, placement=EVERYWHERE)
    _moves = leaps(_a, _b)
    _in_pairs = in_pairs(apart(*_moves))
    _kind(_in_pairs(different))


def leaping(c: Constraint, layout: LayoutData) -> Iterator[Spaced]:
    """Yield all pairs of cells that are a leap apart."""
    a, b = c.values
    shorter = min(c.values)
    longer = max(c.values)
    if shorter < 0 or longer == 0:
        raise LayoutError("a leap is two numbers of cells from 0, not both 0")
    moves = leaps(a, b)
    yield from apart(*moves)(c, layout)


_sentence = (
    "cells a leap of {} cells apart (along row and column, either way round) hold different digits"
)
_kind = Kind("leaper", _sentence, cells=NONE, values=(2, 2))
_in_pairs = in_pairs(leaping)
_kind(_in_pairs(different))


@Kind(
    TOROIDAL,
    "opposite edges of the board meet: rules about neighbours, squares and moves go on beyond them",
    cells=NONE,
)
def toroidal(c: Constraint, layout: LayoutData) -> Forms:
    places = layout.places
    area = places.board_height * layout.width
    has_holes = places.board_count < area
    kinds = [other.kind for other in layout.constraints]
    has_labels = any(kind.startswith("chaos") for kind in kinds)
    if layout.corners or has_holes or has_labels:
        raise LayoutError("only edges of a single board without holes can meet, of known regions")
    return iter(())
