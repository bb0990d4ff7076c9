"""`satdoku layouts`: the names of boards, of extra houses and of the rules of variants."""

from __future__ import annotations

import click

from . import options
from .listing import show

#: How the boards themselves are named.
BOARDS = {
    "9x9": "a board of that size, 1x1 to 49x49, with the boxes nearest to squares",
    "6x6/2x3": "boxes of 2 rows and 3 columns",
    "7x7/latin": "rows and columns only",
    "9x9/jigsaw:MARKS": "regions: one mark a cell, cells with the same mark are a region",
}


@click.command("layouts")
@options.puzzle_format("text", "json")
def command(form: str) -> int:
    """List what --layout understands: a board, then any of the others after a plus sign.

    9x9+diagonal+anti-knight is a board with the houses and the rule of those names.
    """
    from ..constraints.kinds import KINDS
    from ..layout_names import EXTRA_HOUSES, SYNONYMS

    records = [{"name": name, "kind": "board", "meaning": said} for name, said in BOARDS.items()]
    for name, function in EXTRA_HOUSES.items():
        also = [other for other, known in SYNONYMS.items() if known == name]
        said = " ".join((function.__doc__ or "").split()).rstrip(".")
        said = said[0].lower() + said[1:] + (f"; also {', '.join(also)}" if also else "")
        records.append({"name": f"+{name}", "kind": "houses", "meaning": said})
    own = "a house of your own"
    records.append({"name": "+house:r1c1,r2c2,…", "kind": "houses", "meaning": own})
    for kind in KINDS.values():
        records.append({"name": f"+{kind.name}", "kind": "rule", "meaning": kind.said()})
    return show(
        records,
        form,
        {
            "name": lambda record: record["name"],
            "kind": lambda record: record["kind"],
            "meaning": lambda record: record["meaning"],
        },
    )
