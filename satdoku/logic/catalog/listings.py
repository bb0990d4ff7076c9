"""Lists of all techniques and levels.

>>> next(iter(techniques()))["name"], [row["level"] for row in levels()][:2]
('last digit', ['beginner', 'easy'])
"""

from __future__ import annotations

from ...listing import Listing
from ...phrases import Name, joined, phrase
from ...record_types import Amount, TypedDict
from ...suggest import meant
from ..difficulty.scales import DEFAULT, SATDOKU, SCALES, sets_of
from ..step_text.rule_sentences import step_name
from .names import TechniqueRecord, technique_records
from .rules import LABELS, label_range


def techniques(scale: str | None = None) -> Listing[TechniqueRecord]:
    """List all techniques of a scale in the order in which they are tried; for "satdoku" followed
    by those used only on request, and by forms.

    >>> [(row["name"], row["rating"]) for row in techniques("se")][:2]
    [('last digit', 1.0), ('hidden single in a box', 1.2)]

    scale: "se" (also for None), "se118" or "satdoku". Columns: name, rule (that finds it; the name
    itself except for forms), rating, sets, aliases, asked_for (the option that enables it, or
    None). Raises `PuzzleError` for an unknown scale.
    """
    rows = tuple(_records(scale))
    shown = tuple(_technique_shown(row) for row in rows)
    return Listing("techniques", ("rating", "name", "first set", ""), rows, shown)


def _technique_shown(row: TechniqueRecord) -> tuple[str, str, str, str]:
    """Return a row of the table of techniques as text."""
    first_set = row["sets"][0] if row["sets"] else ""
    notes = list[str]()
    if row["rule"] != row["name"]:
        notes.append(phrase("a form of {name}", name=step_name(row["rule"])))
    if row["asked_for"]:
        notes.append(phrase("with {option}", option=Name(row["asked_for"])))
    if row["aliases"]:
        notes.append(phrase("also {names}", names=Name(", ".join(row["aliases"]))))
    rating = f"{row['rating']:4.1f}"
    return rating, step_name(row["name"]), first_set, joined(notes, "{one}; {next}")


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
    the scale, as for `techniques`, with its error.

    >>> [(row["level"], row["highest"]) for row in levels()][:3]
    [('beginner', 1.2), ('easy', 2.0), ('medium', 2.6)]
    """
    rules = [row for row in _records(scale) if row["rule"] == row["name"]]
    rows: list[LevelRecord] = []
    for label, _ in LABELS:
        least, most = label_range(label)
        lowest = least / 10
        highest = most / 10
        names = [row["name"] for row in rules if lowest <= row["rating"] <= highest]
        top = None if label == LABELS[-1][0] else highest
        rows.append({"level": label, "lowest": lowest, "highest": top, "rules": names})
    shown = tuple(_level_shown(row) for row in rows)
    columns = ("level", "ratings", "rules that begin there")
    return Listing("levels", columns, tuple(rows), shown)


def _level_shown(row: LevelRecord) -> tuple[str, str, str]:
    """Return a row of the table of levels as text."""
    ratings = phrase("{least:.1f} and above", least=row["lowest"])
    if row["highest"]:
        said = "{least:.1f} to {most:.1f}"
        ratings = phrase(said, least=row["lowest"], most=row["highest"])
    return row["level"], ratings, joined(map(step_name, row["rules"]))
