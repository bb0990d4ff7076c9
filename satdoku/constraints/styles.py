"""How a kind is drawn: one or a few generic marks, which `render.rules` draws; there are no others.

In texts {0} is the constraint's first number ("" if it has none), {} all of them. Widths are pixels
of a cell of 54; colours are as setters' tools have them, where these agree.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

#: What may stand at an end of a line.
End = Literal["", "bulb", "circle", "diamond", "square", "arrow"]
INK, GREY, PALE = "#1b1f24", "#9aa2ad", "#d5d9df"


@dataclass(frozen=True, slots=True)
class Outline:
    """A line around cells, just inside them, with a text in the first cell. groups: the cells fall,
    in order, into so many parts, each with its own outline: "{0}" for as many as the first number
    says, "{}" for parts of the numbers' sizes; "" for one."""

    colour: str = INK
    text: str = ""
    dashed: bool = True
    groups: Literal["", "{0}", "{}"] = ""


@dataclass(frozen=True, slots=True)
class Along:
    """A line through cells in their order. ring: the cells at the start (1, "{0}" of them) that a
    circle or a pill holds; the line leaves from there. text: at the first cell."""

    colour: str
    width: float = 9
    start: End = ""
    end: End = ""
    dashes: str = ""
    text: str = ""
    ring: bool = False


@dataclass(frozen=True, slots=True)
class Between:
    """A mark on the edge between any two of the cells that touch. fill: of a dot; "" for text
    alone. usual: the number that needs no text; words: numbers that have a name. sign: ">" with its
    open end at the larger."""

    fill: str = ""
    usual: int | None = None
    words: tuple[tuple[int, str], ...] = ()
    sign: bool = False


@dataclass(frozen=True, slots=True)
class Outside:
    """A text before the first cell, seen along the cells. tag: small, after the text. arrow: shows
    where it looks."""

    tag: str = ""
    arrow: bool = False
    ring: bool = False


@dataclass(frozen=True, slots=True)
class Shade:
    """A shape behind each cell's digit. halves: of the first and second half of the cells, the
    first is darker."""

    shape: Literal["square", "circle", "inward", "outward", "cell"]
    colour: str = PALE
    text: str = ""
    halves: bool = False


@dataclass(frozen=True, slots=True)
class Meeting:
    """A circle with the numbers where the cells meet."""

    colour: str = INK


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence beneath the board."""


Style = Outline | Along | Between | Outside | Shade | Meeting | Note
NOTE = Note()


def worded(text: str, values: Sequence[int], symbols: str = "") -> str:
    """A mark's text with a constraint's numbers."""
    first = str(values[0]) if values else ""
    return text.replace("{0}", first).replace("{}", "".join(map(str, values)))
