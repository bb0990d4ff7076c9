"""The room of the commands that print puzzles on paper: sheets and books."""

from ...rooms import Room, RoomCommand

PRINT = RoomCommand(
    name="print",
    heading="Make",
    place=4,
    summary="Print puzzles on sheets (PDF).",
)
BOOK = RoomCommand(
    name="book",
    heading="Make",
    place=5,
    summary="Make a book (PDF): cover, instructions, puzzles, solutions.",
    uses=("datasets",),
)
ROOM = Room(
    uses=("render/printing", "cli/make"),
    commands=(PRINT, BOOK),
    topics={"sheets and books": "sheets"},
    pages=("sheets",),
)
