"""The room of the command that reads pictures."""

from ...rooms import Room, RoomCommand, Schema

ROOM = Room(
    uses=("pictures",),
    commands=(
        RoomCommand(
            name="read",
            heading="Exchange",
            place=6,
            summary="Read puzzles from screenshots, scans and photographs.",
            schemas={
                "read": Schema(
                    title="A board read from a picture",
                    records=(
                        "pictures.reading:PictureBoardRecord",
                        "pictures.reading:PictureFileRecord",
                    ),
                    remark="Every command reads its puzzle.",
                )
            },
        ),
    ),
    topics={"photos": "pictures", "screenshots": "pictures"},
    pages=("pictures",),
)
