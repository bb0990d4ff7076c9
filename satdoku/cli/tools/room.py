"""The room of the commands on the program itself."""

from ...rooms import Room, RoomCommand

ROOM = Room(
    commands=(
        RoomCommand(
            name="help",
            heading="Tools",
            place=1,
            summary="Show help on a topic, command, technique or word.",
        ),
        RoomCommand(
            name="schema",
            heading="Tools",
            place=2,
            summary="Print the JSON Schema of a command's --format json.",
        ),
        RoomCommand(
            name="completion",
            heading="Tools",
            place=3,
            summary="Print a completion script for your shell.",
        ),
        RoomCommand(
            name="selfcheck",
            heading="Tools",
            place=4,
            summary="Check the program: engines and encodings against each other.",
            uses=("selfchecking",),
        ),
    ),
    topics={"numpy": "batch"},
)
