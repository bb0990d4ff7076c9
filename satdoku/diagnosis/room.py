"""The room of diagnosis: why a puzzle has no solution or several, and which givens can go."""

from ..rooms import Room

ROOM = Room(
    names={
        "diagnosis.diagnosing": "Diagnosis diagnose",
        "diagnosis.diagnosis_record": "DiagnosisRecord",
        "diagnosis.redundant": "minimal_puzzles",
    },
    methods={"diagnose": "diagnosis.diagnosing:diagnose"},
)
