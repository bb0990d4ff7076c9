"""The room of the commands for research: encodings, engines, and how they compare."""

from ...rooms import Room, RoomCommand, Schema

ROOM = Room(
    names={
        "operations.comparing": "compare",
        "operations.comparison": "Comparison ComparisonRecord",
        "operations.judging_encodings": "Judgement JudgementRecord judge_encoding",
    },
    commands=(
        RoomCommand(
            name="export",
            heading="Research",
            place=1,
            summary="Write a puzzle for a SAT, pseudo-Boolean, CP or SMT solver.",
        ),
        RoomCommand(
            name="decode",
            heading="Research",
            place=2,
            summary="Turn a solver's model into a grid, and verify it.",
            schemas={
                "decode": Schema(
                    title="A decoded model", records=("encodings.decode:DecodedRecord",)
                )
            },
        ),
        RoomCommand(
            name="compare",
            heading="Research",
            place=3,
            summary="Compare engines and encodings: answers, times, decisions.",
            schemas={
                "compare": Schema(title="A contender", records=("operations.comparison:Summary",))
            },
        ),
        RoomCommand(
            name="engines",
            heading="Research",
            place=6,
            summary="List the engines: version, givens, what to install.",
            lists="engines",
            schemas={
                "engines": Schema(title="An engine", records=("backends.inventory:EngineRecord",))
            },
        ),
        RoomCommand(
            name="encodings",
            heading="Research",
            place=7,
            summary="List the encodings and their sizes, or judge one.",
            schemas={
                "encodings": Schema(
                    title="An encoding", records=("encodings.published:EncodingRecord",)
                ),
                "encodings-judge": Schema(
                    title="A judgement",
                    records=("operations.judging_encodings:JudgementRecord",),
                    remark="With --judge.",
                    printed_by="encodings --judge NAME --format json",
                ),
            },
        ),
    ),
    topics={"engines": "sat", "encodings": "sat"},
    lists={"engines": "engines", "encodings": "cnf_encodings"},
)
