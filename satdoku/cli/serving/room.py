"""The room of the commands that serve: the desk in the browser, and tools for agents."""

from ...rooms import Room, RoomCommand

ROOM = Room(
    uses=("serving",),
    commands=(
        RoomCommand(
            name="serve",
            heading="Exchange",
            place=4,
            summary="Serve the setter's desk in the browser, and an HTTP API.",
        ),
        RoomCommand(
            name="publish",
            heading="Exchange",
            place=5,
            summary="Publish puzzles as a page to play, which needs no server.",
        ),
        RoomCommand(
            name="mcp",
            heading="Exchange",
            place=6,
            summary="Offer satdoku's tools to an agent (Model Context Protocol).",
        ),
    ),
    pages=("serving", "desk"),
)
