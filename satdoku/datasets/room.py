"""The room of data sets: sets of puzzles for models, read, audited, made and scored."""

from ..rooms import Room

ROOM = Room(
    names={
        "datasets.audit.auditing": "audit",
        "datasets.audit.report": "Audit AuditRecord",
        "datasets.make.making": "Made ManifestRecord make_dataset",
        "datasets.make.tracing": "TraceRecord candidates_before trace",
        "datasets.placements": "Placements score_placements",
        "datasets.tokens": "Tokens",
        "datasets.scoring": "Score ScoreRecord score_answer score_answers",
    },
    batch_names={"datasets.make.tracing": "explain"},
)
