"""The columns of answers in json, csv and parquet: a command's own, those requested by `--add`, and
those kept from input tables.

No column replaces another: an input column with the name of an answer column is kept as
`input_NAME`, which is reported.
"""

from __future__ import annotations

import io
import json
import os
import re
from collections.abc import Collection
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from ...board import Puzzle
from ...errors import ParseError
from ...formats.format_table import FORMATS
from ...formats.metadata import ABOUT
from ...formats.opening import opened
from ...frozen import frozen
from ...layout import Layout
from ...phrases import phrase
from ...record_types import Record
from ..messages import complain
from .entries import Entry, Piece

if TYPE_CHECKING:
    import numpy as np

    from ...logic.difficulty.rating import Rating
    from .reading import Feed

#: Forms with columns.
TABULAR = ("json", "csv", "parquet")
#: The columns that `--add` supports: the parts of a rating by name.
ADDED = {
    "solution": "string", "clues": "int64", "rating": "float64", "label": "string",
    "hardest_rule": "string", "steps": "int64", "total": "float64", "first": "float64",
    "until_placed": "float64", "estimated": "bool", "size": "int64", "depth": "int64",
    "decisions": "int64", "scale": "string", "techniques": "string",
}  # fmt: skip
#: Those of them that a rating tells.
RATED = frozenset(ADDED) - {"solution", "clues"}
#: What a JSON record may contain besides a command's columns.
TOLD = ("puzzle", "layout", "problem", "engine", "statistics")
PREFIX = "input_"


@frozen
class PuzzleCredits:
    """The title and author of the puzzles that are written, as given on the command line."""

    title: str = ""
    author: str = ""

    @property
    def about(self) -> dict[str, str]:
        """Return them as metadata."""
        return {name: value for name, value in asdict(self).items() if value}


def columns_for(
    feed: Feed,
    form: str,
    own: dict[str, str],
    add: tuple[str, ...] = (),
    json_keys: tuple[str, ...] = (),
    outdated: frozenset[str] = frozenset(),
) -> Record:
    """Return the columns of the answers to a feed, with their types; from now on the feed keeps its
    own columns.

    own: the command's columns. json_keys: additional keys of its JSON. outdated: names of columns
    that may not hold for the puzzles in the answers.
    """
    columns = with_added(form, own, add)
    if form not in TABULAR:
        if holds_metadata(form):
            feed.keep = str  # titles and the like are written
        return columns
    # Names of answers go before names of the input, which are changed.
    taken = frozenset(columns)
    if form == "json":
        taken |= {*TOLD, *json_keys}
    renamed = taken | outdated
    feed.keep = partial(kept_name, renamed)
    kept: Record = {}
    for name in feed.inputs:
        for column, kind in _columns_of(name, feed, form).items():
            new = kept_name(renamed, column)
            if new not in kept and new != column:
                complain(_renamed(column, new, is_taken=new.removeprefix(PREFIX) in taken))
            is_same = kept.get(new, kind) == kind
            kept[new] = kind if is_same else "string"
    return columns | kept


def holds_metadata(form: str) -> bool:
    """Whether a form without columns holds titles and the like."""
    return form in FORMATS and not FORMATS[form].carries.isdisjoint(ABOUT)


def _renamed(column: str, new: str, is_taken: bool) -> str:
    """Return what is said of a column with a new name; is_taken: whether answers have its name."""
    why = "column {column!r} of the table is renamed {new!r}: it may not hold for the new puzzles"
    if is_taken:
        why = "column {column!r} of the table is renamed {new!r}: answers have a column {column!r}"
    return phrase(why, column=column, new=new)


def names_of_columns(feed: Feed) -> list[str]:
    """Return the other columns of the tables among the inputs."""
    found = (_columns_of(name, feed, "csv") for name in feed.inputs)
    return list(dict.fromkeys(column for columns in found for column in columns))


def columns_left_out(feed: Feed, but: Collection[str] = ()) -> list[str]:
    """Return in words the other columns of the tables among the inputs, for which a format of
    puzzles has no place. but: the lower-case names of those for which it may have one."""
    names = [name for name in names_of_columns(feed) if name.lower() not in but]
    return [phrase("the column {name!r}", name=name) for name in names]


def with_added(form: str, own: dict[str, str], add: tuple[str, ...]) -> dict[str, str]:
    """Return a command's own columns, the board's layout, and the requested ones.

    Raises `click.UsageError` for columns that the form cannot store.
    """
    if add and form not in TABULAR:
        raise click.UsageError("--add is for tables: give --format json, csv or parquet")
    for name in add:
        if name in own:
            raise click.UsageError(
                phrase("answers have a column {name!r} as it is: leave it out of --add", name=name)
            )
    columns = own | {"layout": "string"}
    for name in add:
        columns[name] = ADDED[name]
    return columns


def kept_name(taken: frozenset[str], name: str) -> str:
    """Return a unique name for a kept column, different from all taken ones."""
    # A file of answers may be an input again: input_input_x would grow with every run.
    bare = name
    while bare.startswith(PREFIX):
        bare = bare.removeprefix(PREFIX)
    name = name.encode(errors="backslashreplace").decode()
    name = name.replace("\r", "\\r").replace("\n", "\\n")  # keep the header on one line
    return PREFIX + name if bare in taken else name


def _columns_of(name: str, feed: Feed, form: str) -> Record:
    """Return the other columns of an input, with their types in the answers."""
    from ...formats.parquet import parquet_columns
    from ...formats.tables import csv_columns, json_columns

    kind = feed.table(name)
    column = feed.column
    if not kind or (name != "-" and not os.path.isfile(name)):
        return {}
    try:
        start = io.BytesIO(feed.piped[1]) if name == "-" else None
        with opened(name, start) as (_, stream):
            if kind == "parquet" and name != "-":
                types = parquet_columns(name, column)
                return types if form == "parquet" else dict.fromkeys(types, "string")
            read = csv_columns if kind == "csv" else json_columns
            return dict.fromkeys(read(stream, column), "string")
    except ParseError:  # reported in its place when the input is read
        return {}


def plain_values(values: Record, form: str, columns: Record) -> Record:
    """Return kept values in a type that the form supports; a csv record stays on one line."""
    return {name: _plain(value, form, columns.get(name)) for name, value in values.items()}


def _plain(value: Any, form: str, kind: Any) -> Any:
    if value is None or (form == "parquet" and kind not in ("string", None)):
        return value
    if isinstance(value, bytes):
        value = value.decode(errors="backslashreplace")
    if form == "json":
        is_finite = not isinstance(value, float) or abs(value) < float("inf")
        return value if is_finite else None
    if isinstance(value, dict | list):
        value = json.dumps(value, ensure_ascii=False, default=str)
    if form == "csv":
        return re.sub(r"[\r\n]+", " ", value) if isinstance(value, str) else value
    return str(value).encode(errors="backslashreplace").decode()


def added(puzzle: Puzzle, names: tuple[str, ...], **how: Any) -> Record:
    """Return the requested columns of one puzzle; None where it has no value. how: arguments of
    `rate`."""
    if not names:
        return {}
    known: Record = {"clues": puzzle.clues}
    if "solution" in names:
        from ...operations.outcomes import outcome

        found = outcome(puzzle)
        known["solution"] = found.lines[0] if found.outcome == "unique" else None
    if {*names} - {*known, "solution"}:
        from ...logic.difficulty.rating import rate

        known |= columns_of(rate(puzzle, **how))
    return {name: known.get(name) for name in names}


def added_to(piece: Piece, names: tuple[str, ...]) -> list[Record]:
    """Return the requested columns of each puzzle of a piece."""
    if not names:
        return [{}] * len(piece)
    if isinstance(piece, Entry):
        return [added(piece.puzzle, names)]
    return added_to_boards(piece.cells, piece.layout, names)


def added_to_boards(
    boards: np.ndarray,
    layout: Layout,
    names: tuple[str, ...],
    jobs: int = 1,
    scale: str | None = None,
) -> list[Record]:
    """The same for many boards, by all techniques of a scale."""
    from ...batch import solve
    from ...formats.text.line_blocks import texts

    known = [{"clues": n} for n in (boards > 0).sum(1).tolist()]
    if "solution" in names:
        from ...backends.auto import patience_for

        solved = solve(boards, patience=patience_for(layout), layout=layout, jobs=jobs)
        lines = texts(solved.solutions, layout)
        for record, count, line in zip(known, solved.counts.tolist(), lines, strict=True):
            record["solution"] = line if count == 1 else None
        for i in (solved.counts < 0).nonzero()[0].tolist():  # hard boards: one by one
            known[i] |= added(Puzzle(tuple(boards[i].tolist()), layout), ("solution",))
    if {*names} - {"clues", "solution"}:
        from ...logic.difficulty.rating import rate_boards

        ratings = rate_boards(boards, layout, jobs, scale)
        for record, rating in zip(known, ratings, strict=True):
            record.update(columns_of(rating))
    return [{name: record.get(name) for name in names} for record in known]


def columns_of(rating: Rating) -> Record:
    """Return the columns of a rating; nothing for a puzzle that is not rated."""
    if rating.complaint:
        return {}
    columns = dict(rating.row())
    columns["hardest_rule"] = rating.hardest_rule
    columns["techniques"] = ", ".join(dict(rating.steps))
    return columns
