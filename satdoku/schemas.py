"""JSON Schemas (draft 2020-12) of what commands print with `--format json`.

They follow from the types of the records (`records.py`). A schema is named after its command;
`puzzle` is the record that all commands read. Records may hold more than a schema says: columns of
a table that was read, or of `--add`. `VERSION` goes up where a key is removed or changes its
meaning; a new key leaves it as it is.

>>> schema("count")["required"]
['puzzle', 'layout', 'count', 'exact']
>>> sorted(schema("count")["$defs"])
['layout', 'line', 'statistics', 'symbols']
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Literal, NamedTuple, NotRequired, Required, TypedDict

from .errors import PuzzleError
from .listing import Listing
from .records import Amount, BoardRecord, LayoutName, Line, Natural, Number, object_schema
from .suggest import meant

VERSION = 1


class LineRecord(TypedDict):
    """A puzzle."""

    puzzle: Line


class PuzzleRecord(LineRecord):
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


class FileRecord(TypedDict):
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


class Published(NamedTuple):
    """A published schema.

    records: their keys together; a text names a module and the record in it, so that only what is
    used is loaded. otherwise: the record if there is no answer. remark: ends its description.
    """

    title: str
    records: tuple[type | str, ...]
    otherwise: type | None = None
    remark: str = ""


TABLE = {
    "canon": Published(
        "A canonical form", ("batch.canonical_forms:FormRecord",), UnansweredRecord
    ),
    "certify": Published(
        "A certificate", ("certificates.certificate:CertificateRecord",), UnansweredRecord,
        "`satdoku verify` reads it.",
    ),
    "check": Published(
        "A check", ("operations.checking:ReportRecord", MeasuredRecord),
        UnansweredRecord,
    ),
    "check-files": Published("Check of a file", (FileRecord,), None, "One per file of a folder."),
    "check-summary": Published("Counts of a check", (SummaryRecord,), None, "With --summary."),
    "compare": Published("A contender", ("operations.comparison:SummaryRecord",)),
    "count": Published(
        "A count of solutions", (BoardRecord, "operations.outcomes:CountRecord", MeasuredRecord)
    ),
    "dataset-audit": Published(
        "An audit of a data set", ("datasets.audit.report:AuditRecord",), None,
        "Rows are numbered from 1.",
    ),
    "dataset-make": Published(
        "A data set's manifest", ("datasets.make.making:ManifestRecord",), None,
        "manifest.json holds it, too.",
    ),
    "dataset-score": Published("A score", (LineRecord, "datasets.scoring:ScoreRecord")),
    "decode": Published("A decoded model", ("encodings.decode:DecodedRecord",)),
    "diagnose": Published(
        "A diagnosis", ("diagnosis.diagnosis_record:DiagnosisRecord",), UnansweredRecord,
        "Which parts there are depends on the outcome.",
    ),
    "encodings": Published("An encoding", ("encodings.published:EncodingRecord",)),
    "encodings-judge": Published(
        "A judgement", ("operations.judging_encodings:JudgementRecord",), None, "With --judge."
    ),
    "engines": Published("An engine", ("backends.inventory:EngineRecord",)),
    "explain": Published(
        "An explanation", ("logic.explanation:ExplanationRecord",), None,
        "`satdoku verify-steps` reads it.",
    ),
    "formats": Published("A format", ("formats.converting:FormatRecord",)),
    "generate": Published("A generated puzzle", (BoardRecord, GeneratedRecord)),
    "hint": Published("A hint", ("logic.hints:HintRecord",)),
    "layouts": Published("A part of a layout's name", ("operations.layouts:LayoutRow",)),
    "levels": Published("A level", ("logic.catalog.listings:LevelRecord",)),
    "minimize": Published("Minimised puzzle", (BoardRecord, ChangedRecord), UnchangedRecord),
    "puzzle": Published(
        "A puzzle", (PuzzleRecord,), None, "Every command reads it."
    ),
    "rate": Published("A rating", ("logic.difficulty.rating:RatingRecord",)),
    "rules": Published("A technique", ("logic.catalog.names:TechniqueRecord",)),
    "show": Published("A puzzle that is shown", ("render.terminal:DrawingRecord",)),
    "shuffle": Published("Shuffled puzzle", (BoardRecord, ChangedRecord)),
    "solve": Published("Solutions", ("operations.outcomes:OutcomeRecord", MeasuredRecord)),
    "steps": Published("Steps that can be taken", ("logic.available:AvailableRecord",)),
    "verify": Published(
        "A verdict on a certificate", (NumberedRecord, "certificates.verifying:VerdictRecord")
    ),
    "verify-steps": Published("Verdicts on steps", ("logic.verifying:VerificationRecord",)),
}  # fmt: skip


#: The command that prints a record, where it is not the one of its name with --format json.
PRINTED_BY = dict.fromkeys(("check-files", "check-summary"), "check --format json") | {
    "encodings-judge": "encodings --judge NAME --format json",
    "puzzle": "convert --to json",
    "certify": "certify",
    "dataset-score": "dataset score",
}


def schema(name: str) -> dict[str, Any]:
    """Return the schema of that name with everything it refers to, as a document of its own.

    Raises `PuzzleError` if there is no such schema.
    """
    name = meant(name, TABLE, "schema", PuzzleError)
    row, defs = TABLE[name], dict[str, Any]()
    body: dict[str, Any] = {"type": "object", "properties": {}, "required": []}
    for record in row.records:
        found = object_schema(_loaded(record) if isinstance(record, str) else record, defs)
        body["properties"] |= found["properties"]
        body["required"] = [*dict.fromkeys(body["required"] + found["required"])]
    if row.otherwise:
        body = {"type": "object", "anyOf": [body, object_schema(row.otherwise, defs)]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:satdoku:{VERSION}:{name}",
        "title": row.title,
        "description": _description(name),
        **body,
        "$defs": dict(sorted(defs.items())),
    }


def schemas() -> Listing[dict[str, str]]:
    """Return the list of schemas; each row has name, title and description."""
    rows = tuple(
        {"name": name, "title": row.title, "description": _description(name)}
        for name, row in TABLE.items()
    )
    shown = tuple((row["name"], row["description"]) for row in rows)
    return Listing("schemas", ("name", "describes"), rows, shown)


def _loaded(path: str) -> type:
    module, _, name = path.partition(":")
    found: type = getattr(import_module(f"{__package__}.{module}"), name)
    return found


def _description(name: str) -> str:
    command = PRINTED_BY.get(name, f"{name.replace('dataset-', 'dataset ')} --format json")
    return f"A line of `satdoku {command}`. {TABLE[name].remark}".strip()
