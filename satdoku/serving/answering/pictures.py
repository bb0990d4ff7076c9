"""Boards in pictures that clients send."""

from __future__ import annotations

import base64
import binascii

from ...errors import PuzzleError
from ...record_types import Record
from ...rooms import require
from .validation import Say


def read(arguments: Record, say: Say) -> Record:
    """`satdoku read`: {"boards"}, each with what `--format json` prints, and a text."""
    require("pictures", "reading pictures needs")
    from ...pictures.reading import read_picture

    try:
        picture = base64.b64decode(arguments["picture"], validate=True)
    except (binascii.Error, ValueError):
        raise PuzzleError("picture is not base64: send the bytes of a file in base64") from None
    boards = read_picture(picture, layout=arguments["layout"] or None)
    records = []
    for board in boards:
        about = {"text": board.text(), "complaint": board.complaint}
        records.append({**board.record(), **about})
    return {"boards": records}
