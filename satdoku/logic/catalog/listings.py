"""Lists of all techniques and levels.

>>> next(iter(techniques()))["name"], [row["level"] for row in levels()][:2]
('last digit', ['beginner', 'easy'])
"""

from __future__ import annotations

from typing import TypedDict

from ...listing import Listing
from ...records import Amount
from ...suggest import meant
from ..difficulty.scales import DEFAULT, SATDOKU, SCALES, sets_of
from .names import TechniqueRecord, technique_records
from .rules import LABELS, label_range


def techniques(scale: str | None = None) -> Listing[TechniqueRecord]:
    """List all techniques of a scale in the order in which they are tried; for "satdoku" followed
    by those used only on request, and by forms.

    scale: "se" (also for None) or "satdoku". Columns: name, rule (that finds it; the name itself
    except for forms), rating, sets, aliases, asked_for (the option that enables it, or None).
    Raises `PuzzleError` for an unknown scale.
    """
    rows = tuple(_records(scale))
    shown = tuple(
        (f"{row['rating']:4.1f}", row["name"], row["sets"][0] if row["sets"] else "", _note(row))
        for row in rows
    )
    return Listing("techniques", ("rating", "name", "first set", ""), rows, shown)


def _note(row: TechniqueRecord) -> str:
    form_of = f"a form of {row['rule']}" if row["rule"] != row["name"] else ""
    option = f"with {row['asked_for']}" if row["asked_for"] else ""
    also = f"also {', '.join(row['aliases'])}" if row["aliases"] else ""
    return "; ".join(filter(None, (form_of, option, also)))


def _records(scale: str | None) -> list[TechniqueRecord]:
    known = DEFAULT if scale is None else SCALES[meant(scale, SCALES, "scale")]
    if known is SATDOKU:
        return technique_records()
    return [
        {
            "name": row.name,
            "rating": row.rating,
            "rule": row.name,
            "sets": sets_of(known, row),
            "asked_for": "",
            "aliases": list(row.aliases),
        }
        for row in known.rows
    ]


class LevelRecord(TypedDict):
    """highest: the highest rating of the level; null: no upper bound. rules: rules whose ratings
    begin at this level."""

    level: str
    lowest: Amount
    highest: float | None
    rules: list[str]


def levels(scale: str | None = None) -> Listing[LevelRecord]:
    """List the labels of difficulty: level, lowest and highest rating (None: no bound), rules of
    the scale, as for `techniques`."""
    rows: list[LevelRecord] = []
    known = _records(scale)
    for label, _ in LABELS:
        lowest, highest = (tenths / 10 for tenths in label_range(label))
        names = [
            row["name"]
            for row in known
            if row["rule"] == row["name"] and lowest <= row["rating"] <= highest
        ]
        top = None if label == LABELS[-1][0] else highest
        rows.append({"level": label, "lowest": lowest, "highest": top, "rules": names})
    shown = tuple(
        (
            row["level"],
            f"{row['lowest']:.1f} "
            + (f"to {row['highest']:.1f}" if row["highest"] else "and above"),
            ", ".join(row["rules"]),
        )
        for row in rows
    )
    columns = ("level", "ratings", "rules that begin there")
    return Listing("levels", columns, tuple(rows), shown)
