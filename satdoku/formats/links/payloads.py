"""The payload of a link: undo what browsers and servers do to it.

f-puzzles and SudokuPad compress by LZString in base64: LZW (T. Welch, 1984) with codes as wide as
the dictionary's length. Both ways are done here: a few thousand characters can expand to hundreds
of megabytes, and no kept library has a limit.

>>> unpack(pack("abababab")), pack("aa")
('abababab', 'IbI=')
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from itertools import chain, combinations, islice, pairwise

from ...board import Puzzle
from ...errors import ParseError
from ...phrases import phrase

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
DIGITS = {character: digit for digit, character in enumerate(ALPHABET)}
#: Maximum number of characters of the decompressed text, and of a link.
MOST, MOST_PACKED = 2_000_000, 500_000


class Damaged(ParseError):
    """The data of a link is not valid LZString: part of it was lost or changed."""


def pack(text: str) -> str:
    """Return the text compressed by LZString, in base64; see `unpack`."""
    units = text.encode("utf-16-le", "surrogatepass")
    characters = [chr(units[i] | units[i + 1] << 8) for i in range(0, len(units), 2)]
    codes: dict[str, int] = {}
    unseen = set[str]()  # characters whose code has not been written: they stand for themselves
    bits = list[str]()
    width = 2
    room = 2  # codes until they are a bit wider

    def write(value: int, size: int) -> None:
        bits.append(f"{value:0{size}b}"[::-1])

    def note_code() -> None:
        nonlocal room, width
        room -= 1
        if room == 0:
            room = 1 << width
            width += 1

    def write_phrase(phrase: str) -> None:
        if phrase in unseen:
            is_wide = ord(phrase) > 255
            write(int(is_wide), width)
            write(ord(phrase), 16 if is_wide else 8)
            unseen.remove(phrase)
            note_code()
        else:
            write(codes[phrase], width)
        note_code()

    phrase = ""
    for character in characters:
        if character not in codes:
            codes[character] = len(codes) + 3
            unseen.add(character)
        longer = phrase + character
        if longer in codes:
            phrase = longer
            continue
        write_phrase(phrase)
        codes[longer] = len(codes) + 3
        phrase = character
    if phrase:
        write_phrase(phrase)
    write(2, width)
    return _in_base64("".join(bits))


def _in_base64(bits: str) -> str:
    """Return bits as characters of base64, with at least one bit more, as LZString writes them."""
    bits += "0" * (6 - len(bits) % 6)
    found = [ALPHABET[int(bits[i : i + 6], 2)] for i in range(0, len(bits), 6)]
    return "".join(found) + "=" * (-len(found) % 4)


def unpack(packed: str) -> str:
    """Return the text; raise `ParseError` for damaged data or text that is too long.

    LZW with codes as wide as the dictionary's length: 0 and 1 announce a new character of 8 or 16
    bits, 2 is the end, every other code is an entry of the dictionary, which each step extends by
    one. Characters are UTF-16 code units.
    """
    packed = packed.rstrip("=")
    if len(packed) > MOST_PACKED:
        raise ParseError(
            phrase("a link of over {most_packed:,} characters", most_packed=MOST_PACKED)
        )
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
            raise ParseError(
                phrase("a link whose decompressed data has over {most:,} characters", most=MOST)
            )
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
