"""The room of diagnosis: why a puzzle has no solution or several, and which givens can go."""

from ..rooms import Room

ROOM = Room(
    names={
        "diagnosis.diagnosing": "Diagnosis diagnose",
        "diagnosis.record": "DiagnosisRecord",
        "diagnosis.spare": "minimal_puzzles",
    }
)
