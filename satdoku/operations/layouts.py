"""The names that `Layout.named` reads, as a list: boards, extra houses, rules of variants."""

from __future__ import annotations

from typing import Literal

from ..constraints.registry import KINDS
from ..constraints.wording import definition
from ..layout_names import EXTRA_HOUSES, SYNONYMS
from ..layout_shapes import OVERLAPS
from ..listing import Listing
from ..phrases import Name, phrase
from ..record_types import TypedDict

#: The names of boards.
BOARDS = {
    "9x9": "a board of that size, 1x1 to 49x49, with boxes as square as possible",
    "6x6/2x3": "boxes of 2 rows and 3 columns",
    "7x7/latin": "rows and columns only",
    "9x9/jigsaw:MARKS": "one mark per cell: cells with the same mark form a region, . belongs to "
    "none",
    "6x8": "rows and columns, up to 49: digits up to the longer side, at most once in a house",
    "9x9/free": "rows and columns are not houses",
    **{name: f"9x9 boards that overlap: {meaning}" for name, (meaning, _) in OVERLAPS.items()},
    "4x4@r1c1,r3c3": "boards that overlap, by the cells in their upper left corners",
    "6x6+digits:9": "digits that differ from the longer side: 1 to 9, or +digits:0-8",
}


PartKind = Literal["board", "houses", "rule"]


class LayoutRow(TypedDict):
    """A part of a layout's name.

    >>> sorted(next(iter(layouts())))
    ['kind', 'meaning', 'name']
    """

    name: str
    kind: PartKind
    meaning: str


def layouts() -> Listing[LayoutRow]:
    """Return the names of boards, extra houses and rules; a row: name, kind, meaning.

    >>> first = next(iter(layouts()))
    >>> first["name"], first["kind"]
    ('9x9', 'board')
    """
    rows = [_row(name, "board", meaning) for name, meaning in BOARDS.items()]
    rows += [_row(f"+{name}", "houses", _meaning_of_houses(name)) for name in EXTRA_HOUSES]
    rows.append(_row("+house:r1c1,r2c2,…", "houses", "an extra house"))
    rows += [_row(f"+{kind.name}", "rule", definition(kind)) for kind in KINDS.values()]
    shown = tuple([(row["name"], row["kind"], row["meaning"]) for row in rows])
    return Listing("layouts", ("name", "kind", "meaning"), tuple(rows), shown)


def _row(name: str, kind: PartKind, meaning: str) -> LayoutRow:
    return {"name": name, "kind": kind, "meaning": meaning}


def _meaning_of_houses(name: str) -> str:
    """Return what extra houses are, from the first line of their function, and other names."""
    text = " ".join((EXTRA_HOUSES[name].__doc__ or "").split()).rstrip(".")
    meaning = text[0].lower() + text[1:]
    others = [other for other, known in SYNONYMS.items() if known == name]
    if not others:
        return meaning
    names = phrase("also {names}", names=Name(", ".join(others)))
    return phrase("{one}; {next}", one=meaning, next=names)
