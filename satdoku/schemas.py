"""JSON Schemas (draft 2020-12) of what commands print with `--format json`.

They follow from the types of the records (`record_types.py`), which the records of commands name
(`rooms.py`). A schema is named after its command; `puzzle` is the record that all commands read.
Records may hold more than a schema says: columns of a table that was read, or of `--add`. `VERSION`
goes up where a key is removed or changes its meaning; a new key leaves it as it is.

>>> schema("count")["required"]
['puzzle', 'layout', 'count', 'exact']
>>> sorted(schema("count")["$defs"])
['layout', 'line', 'statistics', 'symbols']
"""

from __future__ import annotations

from typing import Literal, NotRequired, Required

from .errors import PuzzleError
from .listing import Listing
from .record_types import (
    Amount,
    LayoutName,
    Line,
    Natural,
    Number,
    Record,
    TypedDict,
    object_schema,
)
from .rooms import Schema, load, published
from .suggest import meant

VERSION = 1


class LineRecord(TypedDict):
    """A puzzle."""

    puzzle: Line


class ReadableRecord(LineRecord):
    """The record of a puzzle, which every command reads and `satdoku convert` writes."""

    layout: NotRequired[LayoutName]


class StatisticsRecord(TypedDict):
    """What the engine counted; null: the engine does not count it.

    propagated: number of boards decided by propagation alone.
    """

    calls: Natural
    decisions: Natural | None
    conflicts: Natural | None
    propagations: Natural | None
    propagated: Natural | None
    restarts: Natural | None
    seconds: Amount


class MeasuredRecord(TypedDict, total=False):
    """engine: with --stats: the engine. statistics: with --stats: what the engine counted."""

    engine: str
    statistics: StatisticsRecord


class UnansweredRecord(TypedDict):
    """There is no answer. problem: why there is no answer."""

    puzzle: Line
    layout: LayoutName
    problem: str


class GeneratedRecord(TypedDict):
    """clues: number of givens. seed: the seed; with the index it generates the puzzle again. index:
    the number of the puzzle in the run."""

    clues: Natural
    seed: int
    index: Natural


ChangedRecord = TypedDict("ChangedRecord", {"clues": Natural, "from": Line})
ChangedRecord.__doc__ = "clues: number of givens. from: the puzzle before the change."
UnchangedRecord = TypedDict(
    "UnchangedRecord", {"puzzle": None, "layout": LayoutName, "from": Line, "problem": str}
)
UnchangedRecord.__doc__ = """It cannot be changed so. from: the puzzle that was to be changed.
problem: why it cannot be changed that way."""


class FileCheckRecord(TypedDict):
    """missing: the properties that --require asks for and the puzzle does not have. problem: why
    the file was refused."""

    file: str
    answer: Literal["proper", "several solutions", "no solution", "no answer in time", "refused"]
    missing: list[Literal["proper", "minimal", "logic"]]
    problem: str


SummaryRecord = TypedDict(
    "SummaryRecord",
    {
        "puzzles": Required[Natural], "proper": Natural, "with several solutions": Natural,
        "with none": Natural, "minimal": Natural, "logic": Natural,
        "without an answer in time": Natural,
    },
    total=False,
)  # fmt: skip
SummaryRecord.__doc__ = """puzzles: number of puzzles. minimal: number of minimal puzzles, if
--require asks for it. logic: number that the base rules solve, if --require asks for it."""


class NumberedRecord(TypedDict):
    """line: the number of the line with the certificate."""

    line: Number


def schema(name: str) -> Record:
    """Return the schema of that name with everything it refers to, as a document of its own.

    name: of a command, or "puzzle". Raises `PuzzleError` if there is no such schema.

    >>> import satdoku
    >>> satdoku.schema("count")["title"], sorted(satdoku.schema("count")["properties"])[:3]
    ('A count of solutions', ['caveat', 'count', 'engine'])
    """
    table = published()
    name = meant(name, table, "schema", PuzzleError)
    row = table[name]
    defs: Record = {}
    body: Record = {"type": "object", "properties": {}, "required": []}
    for path in row.records:
        found = object_schema(load(path), defs)
        body["properties"] |= found["properties"]
        body["required"] = [*dict.fromkeys(body["required"] + found["required"])]
    if row.otherwise:
        without = object_schema(load(row.otherwise), defs)
        body = {"type": "object", "anyOf": [body, without]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:satdoku:{VERSION}:{name}",
        "title": row.title,
        "description": _description(name, row),
        **body,
        "$defs": dict(sorted(defs.items())),
    }


def schemas() -> Listing[dict[str, str]]:
    """Return the list of schemas; each row has name, title and description."""
    rows = tuple(
        {"name": name, "title": row.title, "description": _description(name, row)}
        for name, row in published().items()
    )
    shown = tuple((row["name"], row["description"]) for row in rows)
    return Listing("schemas", ("name", "describes"), rows, shown)


def has_schema(name: str) -> bool:
    """Whether there is a schema of this name."""
    return name in published()


def _description(name: str, row: Schema) -> str:
    command = row.printed_by or f"{name} --format json"
    return f"A line of `satdoku {command}`. {row.remark}".strip()
