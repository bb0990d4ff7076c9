"""The room of the commands that solve, count, check and diagnose puzzles."""

from ...rooms import Room, RoomCommand, Schema

ROOM = Room(
    commands=(
        RoomCommand(
            name="solve",
            heading="Solve",
            place=1,
            summary="Solve puzzles.",
            schemas={
                "solve": Schema(
                    title="Solutions",
                    records=("operations.outcomes:OutcomeRecord", "schemas:MeasuredRecord"),
                )
            },
        ),
        RoomCommand(
            name="check",
            heading="Solve",
            place=2,
            summary="Check puzzles: proper, minimal, solvable with singles alone.",
            schemas={
                "check": Schema(
                    title="A check",
                    records=("operations.checking:ReportRecord", "schemas:MeasuredRecord"),
                    otherwise="schemas:UnansweredRecord",
                ),
                "check-files": Schema(
                    title="Check of a file",
                    records=("schemas:FileCheckRecord",),
                    remark="One per file of a folder.",
                    printed_by="check --format json",
                ),
                "check-summary": Schema(
                    title="Counts of a check",
                    records=("schemas:SummaryRecord",),
                    remark="With --summary.",
                    printed_by="check --format json",
                ),
            },
        ),
        RoomCommand(
            name="count",
            heading="Solve",
            place=3,
            summary="Count solutions; a + means: at least.",
            schemas={
                "count": Schema(
                    title="A count of solutions",
                    records=(
                        "record_types:BoardRecord",
                        "operations.outcomes:CountRecord",
                        "schemas:MeasuredRecord",
                    ),
                )
            },
        ),
        RoomCommand(
            name="diagnose",
            heading="Solve",
            place=4,
            summary="Say why a puzzle is not proper; which clues are redundant.",
            uses=("diagnosis",),
            schemas={
                "diagnose": Schema(
                    title="A diagnosis",
                    records=("diagnosis.diagnosis_record:DiagnosisRecord",),
                    otherwise="schemas:UnansweredRecord",
                    remark="Which parts there are depends on the outcome.",
                ),
                "diagnose-clues": Schema(
                    title="A search for a puzzle with few givens",
                    records=("diagnosis.clue_search:ClueSearchRecord",),
                    otherwise="schemas:UnansweredRecord",
                    remark="With --clues.",
                    printed_by="diagnose --format json",
                ),
            },
        ),
    )
)
