"""The room of the commands on how a person solves a puzzle: steps, hints, ratings, techniques."""

from ...rooms import Room, RoomCommand, Schema, verdict

ROOM = Room(
    commands=(
        RoomCommand(
            name="explain",
            heading="Understand",
            place=1,
            summary="Explain how a person solves a puzzle without guessing.",
            schemas={
                "explain": Schema(
                    title="An explanation",
                    records=("logic.explanation:ExplanationRecord",),
                    remark="`satdoku verify-steps` reads it.",
                )
            },
        ),
        RoomCommand(
            name="hint",
            heading="Understand",
            place=2,
            summary="Give a hint: as much of the next step as you choose.",
            schemas={"hint": Schema(title="A hint", records=("logic.hints:HintRecord",))},
        ),
        RoomCommand(
            name="steps",
            heading="Understand",
            place=3,
            summary="List every step that can be taken now, simplest first.",
            schemas={
                "steps": Schema(
                    title="Steps that can be taken", records=("logic.available:AvailableRecord",)
                )
            },
        ),
        RoomCommand(
            name="rate",
            heading="Understand",
            place=4,
            summary="Rate puzzles by the hardest step that they need.",
            schemas={
                "rate": Schema(title="A rating", records=("logic.difficulty.rating:RatingRecord",))
            },
        ),
        RoomCommand(
            name="verify-steps",
            heading="Understand",
            place=6,
            summary="Verify a list of steps, from `explain` or any other program.",
            schemas={
                "verify-steps": Schema(
                    title="Verdicts on steps", records=("logic.verifying:VerificationRecord",)
                )
            },
        ),
        RoomCommand(
            name="rules",
            heading="Understand",
            place=7,
            summary="List the techniques: names, ratings and sets.",
            schemas={
                "rules": Schema(
                    title="A technique", records=("logic.catalog.names:TechniqueRecord",)
                ),
                "rules-judge": verdict("rules"),
            },
        ),
        RoomCommand(
            name="levels",
            heading="Understand",
            place=8,
            summary="List the levels: the ratings and techniques of each.",
            lists="levels",
            schemas={
                "levels": Schema(title="A level", records=("logic.catalog.listings:LevelRecord",))
            },
        ),
    ),
    topics={"rules": "logic", "levels": "logic"},
    lists={"levels": "levels", "rules": "techniques", "techniques": "techniques"},
)
