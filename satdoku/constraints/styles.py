"""How a kind is drawn: by one or a few generic marks, which `render.picture.drawn_rules` draws.

In texts {0} is the constraint's first number ("" if it has none), {} all of them. Widths are in
pixels for cells of 54; colours follow the setters' tools, where these agree.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ..frozen import frozen

#: The marks at an end of a line.
End = Literal["", "bulb", "circle", "diamond", "square", "arrow"]
#: The side of a cell.
CELL = 54
INK, GREY, PALE, WHITE = "#1b1f24", "#9aa2ad", "#d5d9df", "#ffffff"


@frozen
class Outline:
    """A line around cells, just inside them, with a text in the first cell. groups: the cells are
    divided, in order, into parts with outlines of their own: "{0}" for as many parts as the first
    number, "{}" for parts of the numbers' sizes; "" for one."""

    colour: str = INK
    text: str = ""
    dashed: bool = True
    groups: Literal["", "{0}", "{}"] = ""


@frozen
class Along:
    """A line through cells in their order. ring: a circle or a pill around the cells at the start
    (1, or the first number); the line leaves from there. text: at the first cell."""

    colour: str
    width: float = 9
    start: End = ""
    end: End = ""
    dashes: str = ""
    text: str = ""
    ring: bool = False


@frozen
class Between:
    """A mark on the edge between any two of the cells that touch. fill: the colour of a dot; "" for
    text only. usual: the number that is not written; words: numbers with a name. sign: ">" with its
    open end at the larger."""

    fill: str = ""
    usual: int | None = None
    words: tuple[tuple[int, str], ...] = ()
    sign: bool = False


@frozen
class Outside:
    """A text before the first cell, in line with the cells. tag: small, after the text. arrow:
    shows the direction."""

    tag: str = ""
    arrow: bool = False
    ring: bool = False


@frozen
class Shade:
    """A shape behind each cell's digit. halves: the first half of the cells is darker than the
    second."""

    shape: Literal["square", "circle", "inward", "outward", "cell"]
    colour: str = PALE
    text: str = ""
    halves: bool = False


@frozen
class Meeting:
    """A circle with the numbers where the cells meet."""

    colour: str = INK


@frozen
class Note:
    """A sentence beneath the board."""


Style = Outline | Along | Between | Outside | Shade | Meeting | Note
NOTE = Note()


def worded(text: str, values: Sequence[int], symbols: str = "") -> str:
    """Fill a constraint's numbers into a mark's text."""
    first = str(values[0]) if values else ""
    return text.replace("{0}", first).replace("{}", "".join(map(str, values)))
