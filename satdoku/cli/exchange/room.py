"""The room of the commands that show puzzles and exchange them with other programs."""

from ...rooms import Room, RoomCommand, Schema, verdict

ROOM = Room(
    commands=(
        RoomCommand(
            name="show",
            heading="Understand",
            place=5,
            summary="Show puzzles: board, regions, title, author and rules.",
            schemas={
                "show": Schema(
                    title="A puzzle that is shown", records=("render.terminal:DrawingRecord",)
                )
            },
        ),
        RoomCommand(
            name="convert",
            heading="Exchange",
            place=1,
            summary="Write puzzles in another format: text, links, files.",
            schemas={
                "puzzle": Schema(
                    title="A puzzle",
                    records=("schemas:ReadableRecord",),
                    remark="Every command reads it.",
                    printed_by="convert --to json",
                )
            },
        ),
        RoomCommand(
            name="formats",
            heading="Exchange",
            place=2,
            summary="List the puzzle formats: names, endings, what they carry.",
            lists="puzzle_formats",
            judges="judge_format",
            schemas={
                "formats": Schema(title="A format", records=("formats.converting:FormatRecord",)),
                "formats-judge": verdict("formats"),
            },
        ),
        RoomCommand(
            name="layouts",
            heading="Exchange",
            place=3,
            summary="List what --layout understands: boards, and what + adds.",
            lists="layouts",
            judges="judge_kind",
            schemas={
                "layouts": Schema(
                    title="A part of a layout's name", records=("operations.layouts:LayoutRow",)
                ),
                "layouts-judge": verdict("layouts"),
            },
        ),
    ),
    topics={"kinds": "variants", "layouts": "variants", "links": "formats"},
    lists={"layouts": "layouts", "kinds": "layouts", "formats": "puzzle_formats"},
)
