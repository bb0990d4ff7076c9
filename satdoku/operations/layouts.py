"""The names that `Layout.named` reads, as a list: boards, extra houses, rules of variants."""

from __future__ import annotations

from typing import Literal, TypedDict

from ..constraints.registry import KINDS
from ..constraints.wording import definition
from ..layout_names import EXTRA_HOUSES, SYNONYMS
from ..layout_shapes import OVERLAPS
from ..listing import Listing

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


class LayoutRow(TypedDict):
    """A part of a layout's name."""

    name: str
    kind: Literal["board", "houses", "rule"]
    meaning: str


def layouts() -> Listing[LayoutRow]:
    """Return the names of boards, extra houses and rules; a row: name, kind, meaning."""
    rows: list[LayoutRow] = [
        {"name": name, "kind": "board", "meaning": meaning} for name, meaning in BOARDS.items()
    ]
    for name, function in EXTRA_HOUSES.items():
        also = [other for other, known in SYNONYMS.items() if known == name]
        meaning = " ".join((function.__doc__ or "").split()).rstrip(".")
        meaning = meaning[0].lower() + meaning[1:] + (f"; also {', '.join(also)}" if also else "")
        rows.append({"name": f"+{name}", "kind": "houses", "meaning": meaning})
    rows.append({"name": "+house:r1c1,r2c2,…", "kind": "houses", "meaning": "an extra house"})
    for kind in KINDS.values():
        rows.append({"name": f"+{kind.name}", "kind": "rule", "meaning": definition(kind)})
    shown = tuple(tuple(map(str, row.values())) for row in rows)
    return Listing("layouts", ("name", "kind", "meaning"), tuple(rows), shown)
