"""OpenCV, which only pictures need, and pictures as arrays of pixels."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import ParseError, library
from ..phrases import phrase

#: Amounts of ink between 0 and 1, or what is computed from them.
Floats = NDArray[np.float32]
#: A picture: rows, columns, and blue, green and red between 0 and 255.
Pixels = NDArray[np.uint8]
#: Pixels of a picture at most: 8,000 × 8,000, which no photograph of a page needs.
MOST_PIXELS = 64_000_000


def opencv() -> Any:
    """Return the module cv2; raise `EngineError` with what to install where it is missing."""
    # OpenCV reads the size of a picture before it takes memory for it, and only it could say so.
    os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(MOST_PIXELS))
    return library("cv2", "reading pictures needs OpenCV", "opencv-python-headless")


def pixels_of(data: bytes) -> Pixels:
    """Return the picture in a file's bytes: PNG, JPEG, WebP, BMP, TIFF or GIF.

    It is turned upright as the camera noted; what is transparent becomes white. Raises `ParseError`
    for anything else, and for a picture that is damaged or larger than `MOST_PIXELS`.
    """
    cv2 = opencv()
    packed = np.frombuffer(data, np.uint8)
    found = None
    if packed.size:
        try:
            found = cv2.imdecode(packed, cv2.IMREAD_COLOR)
            whole = cv2.imdecode(packed, cv2.IMREAD_UNCHANGED)
        except cv2.error:
            raise ParseError(
                phrase(
                    "the picture has more than {most:,} pixels: make it smaller",
                    most=MOST_PIXELS,
                )
            ) from None
    if found is None:
        raise ParseError(
            "no picture that can be read: PNG, JPEG, WebP, BMP, TIFF or GIF is expected"
        )
    if whole is not None and whole.ndim == 3 and whole.shape[2] == 4 and whole.dtype == np.uint8:
        share = whole[:, :, 3:].astype(np.float32) / 255
        found = (whole[:, :, :3] * share + 255 * (1 - share)).astype(np.uint8)
    pixels: Pixels = found
    return pixels
