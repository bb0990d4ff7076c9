"""The room of the commands for research: encodings, engines, and how they compare."""

from ...rooms import Room, RoomCommand, Schema

EXPORT = RoomCommand(
    name="export",
    heading="Research",
    place=1,
    summary="Write a puzzle for a SAT, pseudo-Boolean, CP or SMT solver.",
)
DECODE = RoomCommand(
    name="decode",
    heading="Research",
    place=2,
    summary="Turn a solver's model into a grid, and verify it.",
    schemas={
        "decode": Schema(title="A decoded model", records=("encodings.decode:DecodedRecord",))
    },
)
COMPARE = RoomCommand(
    name="compare",
    heading="Research",
    place=3,
    summary="Compare engines and encodings: answers, times, decisions.",
    schemas={"compare": Schema(title="A contender", records=("operations.comparison:Summary",))},
)
ENGINES = RoomCommand(
    name="engines",
    heading="Research",
    place=6,
    summary="List the engines: version, givens, what to install.",
    lists="engines",
    schemas={"engines": Schema(title="An engine", records=("backends.inventory:EngineRecord",))},
)
ENCODINGS = RoomCommand(
    name="encodings",
    heading="Research",
    place=7,
    summary="List the encodings and their sizes, or judge one.",
    schemas={
        "encodings": Schema(title="An encoding", records=("encodings.published:EncodingRecord",)),
        "encodings-judge": Schema(
            title="A judgement",
            records=("operations.judging_encodings:JudgementRecord",),
            remark="With --judge.",
            printed_by="encodings --judge NAME --format json",
        ),
    },
)
ROOM = Room(
    names={
        "operations.comparing": "compare",
        "operations.comparison": "Comparison ComparisonRecord",
        "operations.judging_encodings": "Judgement JudgementRecord judge_encoding",
    },
    commands=(EXPORT, DECODE, COMPARE, ENGINES, ENCODINGS),
    topics={"engines": "sat", "encodings": "sat"},
    lists={"engines": "engines", "encodings": "cnf_encodings"},
)
