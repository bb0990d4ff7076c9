"""The room of pictures: boards read from screenshots, scans and photographs."""

from ..rooms import Room

ROOM = Room(
    names={
        "pictures.reading": "AlternativeRecord Doubt DoubtRecord PictureBoard PictureBoardRecord "
        "PictureFileRecord read_picture",
    },
)
