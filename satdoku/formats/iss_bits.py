"""What Interactive Sudoku Solver packs into bits: tables of pairs, and automata."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence
from itertools import product

from ..errors import ParseError

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


def decoded(text: str) -> bytes:
    """What stands in base64, of the sort for links; `ParseError` for what does not."""
    try:
        return base64.b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4), b"-_", True)
    except (binascii.Error, ValueError):
        raise ParseError(f"{text[:30]!r} is no base64") from None


def table(text: str, digits: Sequence[int], last: str = "-_") -> tuple[int, ...]:
    """The pairs of digits that go together, one after the other.

    A bit a pair, six a character, the lowest first. last: the two characters after the digits.
    """
    pairs = list(product(digits, digits))
    return tuple(x for i in bits(text, last) if i < len(pairs) for x in pairs[i])


def bits(text: str, last: str = "-_") -> list[int]:
    """The numbers, from 0, of the bits that are set: six a character, the lowest first."""
    marks = ALPHABET + last
    return [6 * i + k for i, mark in enumerate(text) for k in range(6) if marks.find(mark) >> k & 1]


def automaton_text(data: bytes, first_digit: int) -> str:
    """An automaton of ISS in the words of the kind "automaton".

    Bits, the highest first: 2 for the form (1: a mask of the digits read and a state for each;
    0: a count, then a digit and a state each), 4 for the width of states less 1, 4 for the number
    of digits less 1; how many states are starts, how many others accept; a bit for each start,
    whether it accepts; and for form 0 four bits, the width of counts. Then the states.
    """
    written = "".join(f"{byte:08b}" for byte in data)
    place = 0

    def take(width: int) -> int:
        nonlocal place
        if place + width > len(written):
            raise ParseError("an automaton that is cut off")
        place += width
        return int(written[place - width : place] or "0", 2)

    packed, width, digits = take(2), take(4) + 1, take(4) + 1
    starts, others = take(width), take(width)
    accepting = take(starts)
    final = {i for i in range(starts) if accepting >> i & 1} | set(range(starts, starts + others))
    counts, digit_width = (0 if packed else take(4)), (digits - 1).bit_length()
    need = digits if packed else max(1, counts)
    moves, state = [], 0
    while len(written) - place >= need:
        if packed:
            mask = take(digits)
            some = [(d, take(width)) for d in range(digits) if mask >> d & 1]
        else:
            some = [(take(digit_width), take(width)) for _ in range(take(counts))]
        moves += [(state, d, target) for d, target in some]
        state += 1

    def name(q: int) -> str:
        return f"{q}{'!' if q in final else ''}"

    said = [f">{name(q)}" for q in range(starts)]
    said += [f"{q} {d + first_digit} {name(target)}" for q, d, target in moves]
    return ",".join(said)
