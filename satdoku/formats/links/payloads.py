"""The payload of a link: undo what browsers and servers do to it.

f-puzzles and SudokuPad compress by LZString in base64. The library lean4url compresses.
Decompression is done here: a few thousand characters can expand to hundreds of megabytes, and the
library has no limit and takes quadratic time.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from itertools import chain, combinations, islice, pairwise

from ...board import Puzzle
from ...errors import ParseError, library

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
DIGITS = {character: digit for digit, character in enumerate(ALPHABET)}
#: Maximum number of characters of the decompressed text, and of a link.
MOST, MOST_PACKED = 2_000_000, 500_000


class Damaged(ParseError):
    """The data of a link is not valid LZString: part of it was lost or changed."""


def pack(text: str) -> str:
    """Return the text compressed by LZString, in base64."""
    lean4url = library("lean4url", "links of f-puzzles and SudokuPad need lean4url")
    return str(lean4url.LZString().compress_to_base64(text))


def unpack(packed: str) -> str:
    """Return the text; raise `ParseError` for damaged data or text that is too long.

    LZW with codes as wide as the dictionary's length: 0 and 1 announce a new character of 8 or 16
    bits, 2 is the end, every other code is an entry of the dictionary, which each step extends by
    one. Characters are UTF-16 code units.
    """
    packed = packed.rstrip("=")
    if len(packed) > MOST_PACKED:
        raise ParseError(f"a link of over {MOST_PACKED:,} characters")
    place = 0

    def take(width: int) -> int:
        nonlocal place
        value = 0
        for k in range(width):
            index, bit = divmod(place, 6)
            digit = DIGITS.get(packed[index : index + 1])
            if digit is None:
                raise Damaged("the link's data is damaged or cut off")
            value |= (digit >> (5 - bit) & 1) << k
            place += 1
        return value

    code = take(2)
    if code == 2:
        raise Damaged("the link's data is damaged or cut off")
    last = chr(take(8 if code == 0 else 16))
    parts = [last]
    # (The first three stand in the places of the codes that are no entries.)
    entries = ["", "", "", last]
    total = 1
    while (code := take(len(entries).bit_length())) != 2:
        if code < 2:
            entries.append(chr(take(8 if code == 0 else 16)))
            code = len(entries) - 1
        # One code may be ahead of the dictionary: that of the very entry which this step adds.
        if code > len(entries):
            raise Damaged("the link's data is damaged")
        entry = entries[code] if code < len(entries) else last + last[0]
        # Entries grow by a character in each step, so the text may grow with the square of the
        # data: it is measured before it is kept.
        total += len(entry)
        if total > MOST:
            raise ParseError(f"a link whose decompressed data has over {MOST:,} characters")
        parts.append(entry)
        entries.append(last + entry[0])
        last = entry
    # Each half of a surrogate pair came as a character of its own; the detour joins them.
    units = "".join(parts).encode("utf-16-le", "surrogatepass")
    return units.decode("utf-16-le", "surrogatepass")


#: Maximum number of attempts to restore lost slashes in a link.
MOST_MENDED = 64


def decoded(data: str) -> str:
    """Undo the percent encoding of a link."""
    if "%" not in data:
        return data
    from urllib.parse import unquote  # a tenth of the start, and few links need it

    return unquote(data)


def mended(data: str, read: Callable[[str], Puzzle]) -> Puzzle:
    """Read compressed data. Some servers collapse // to /: slashes are doubled, as few as possible,
    until the data can be read.
    """
    # A plus is often decoded to a space; minus and dollar are what some write for a slash and the
    # end.
    data = decoded(data).strip().replace(" ", "+").replace("-", "/").replace("$", "=")
    try:
        return read(data)
    except Damaged as damaged:
        problem = damaged
    single = [m.start() for m in re.finditer(r"(?<!/)/(?!/)", data)]
    ways = chain.from_iterable(combinations(single, number) for number in range(1, len(single) + 1))
    for way in islice(ways, MOST_MENDED):
        parts = [data[i:j] for i, j in pairwise((0, *way, len(data)))]
        with suppress(Damaged):
            return read("/".join(parts))
    raise problem
