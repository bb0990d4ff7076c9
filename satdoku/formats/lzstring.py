"""LZString in base64, as links of f-puzzles and SudokuPad carry it: by the library lean4url.

A few thousand characters can unpack to hundreds of megabytes, so the length is counted first.
"""

from __future__ import annotations

from typing import Any

from ..errors import EngineError, ParseError

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
#: Characters of what a link may unpack to, and of a link.
MOST, MOST_PACKED = 2_000_000, 500_000


class Damaged(ParseError):
    """The data of a link is not what LZString makes: a part of it was lost or changed."""


def _library() -> Any:
    try:
        from lean4url import LZString  # type: ignore[import-untyped]
    except ImportError:
        raise EngineError(
            "links of f-puzzles and SudokuPad need lean4url: pip install lean4url"
        ) from None
    return LZString()


def pack(text: str) -> str:
    """The text in LZString, base64."""
    return str(_library().compress_to_base64(text))


def unpack(packed: str) -> str:
    """The text; `ParseError` for what is damaged or unpacks to too much."""
    packed = packed.rstrip("=")
    if len(packed) > MOST_PACKED or (packed and unpacked_length(packed) > MOST):
        raise ParseError(f"a link that unpacks to over {MOST:,} characters")
    text = str(_library().decompress_from_base64(packed + "=" * (-len(packed) % 4)))
    if not text:
        raise Damaged("the link's data is damaged or cut off")
    return text


def unpacked_length(packed: str) -> int:
    """How many characters it would unpack to; stops counting above `MOST`.

    The dictionary holds lengths instead of texts. Raises `ParseError` where it is cut off.
    """
    place, value = 0, 0

    def take(width: int) -> int:
        nonlocal place
        value = 0
        for k in range(width):
            index, bit = divmod(place, 6)
            if index >= len(packed) or packed[index] not in ALPHABET:
                raise Damaged("the link's data is damaged or cut off")
            value |= (ALPHABET.index(packed[index]) >> (5 - bit) & 1) << k
            place += 1
        return value

    code = take(2)
    if code == 2:
        return 0
    take(8 if code == 0 else 16)
    lengths = [0, 0, 0, 1]
    last = total = 1
    width, room = 3, 4
    while total <= MOST:
        code = take(width)
        if code == 2:
            break
        if code < 2:
            take(8 if code == 0 else 16)
            lengths.append(1)
            code = len(lengths) - 1
            room -= 1
        if room == 0:
            room, width = 1 << width, width + 1
        if code > len(lengths):
            raise Damaged("the link's data is damaged")
        value = lengths[code] if code < len(lengths) else last + 1
        total += value
        lengths.append(last + 1)
        last = value
        room -= 1
        if room == 0:
            room, width = 1 << width, width + 1
    return total
