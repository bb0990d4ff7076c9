"""The room of the commands that print puzzles on paper: sheets and books."""

from ...rooms import Room, RoomCommand

ROOM = Room(
    uses=("render/printing", "cli/make"),
    commands=(
        RoomCommand(
            name="print",
            heading="Make",
            place=4,
            summary="Print puzzles on sheets (PDF).",
        ),
        RoomCommand(
            name="book",
            heading="Make",
            place=5,
            summary="Make a book (PDF): cover, instructions, puzzles, solutions.",
        ),
    ),
    topics={"sheets and books": "sheets"},
    pages=("sheets",),
)
