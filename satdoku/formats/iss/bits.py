"""Data that Interactive Sudoku Solver packs into bits: tables of pairs, and automata."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import product

from ...constraints.user_defined.machine import read_machine
from ...errors import LayoutError, ParseError
from ...phrases import phrase

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


def decoded(text: str) -> bytes:
    """Decode URL-safe base64; raise `ParseError` for invalid text."""
    bare = text.rstrip("=")
    padding = "=" * (-len(bare) % 4)
    try:
        return base64.b64decode(bare + padding, altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise ParseError(phrase("{text!r} is not base64", text=text[:30])) from None


@lru_cache(maxsize=256)
def table(text: str, digits: range, last: str = "-_") -> tuple[int, ...]:
    """Return the allowed pairs of digits, flattened.

    One bit per pair, six per character, lowest first. last: the two characters after the digits.
    """
    pairs = list(product(digits, digits))
    flat: list[int] = []
    for i in bits(text, last):
        # The last character has up to five bits beyond the last pair.
        if i < len(pairs):
            flat += pairs[i]
    return tuple(flat)


def bits(text: str, last: str = "-_") -> list[int]:
    """Return the indices (from 0) of the set bits: six per character, lowest first."""
    bits_of = _bits_of(last)
    every_bit = range(6)  # of a character beyond the alphabet
    found = []
    for i, mark in enumerate(text):
        found += [6 * i + k for k in bits_of.get(mark, every_bit)]
    return found


@lru_cache
def _bits_of(last: str) -> dict[str, list[int]]:
    """Return the set bits of each character."""
    return {mark: _set_bits(value) for value, mark in enumerate(ALPHABET + last)}


def _set_bits(value: int) -> list[int]:
    return [k for k in range(6) if value >> k & 1]


@lru_cache(maxsize=64)
def automaton_text(data: bytes, first_digit: int) -> str:
    """Convert an ISS automaton to the text form of the kind "automaton".

    Bits, highest first: 2 for the form (1: a mask of the digits read and a state for each; 0: a
    count, then a digit and a state each), 4 for the width of states minus 1, 4 for the number of
    digits minus 1; the number of start states, the number of other accepting states; a bit for each
    start state, whether it accepts; and for form 0 four bits, the width of counts. Then the states.
    """
    source = _Bits(data)
    is_packed = source.take(2) != 0
    width = source.take(4) + 1
    digits = source.take(4) + 1
    starts = source.take(width)
    others = source.take(width)
    accepting = source.take(starts)
    final = {i for i in range(starts) if accepting >> i & 1}
    final.update(range(starts, starts + others))
    moves = []
    state = 0
    if is_packed:
        while source.left >= digits:
            mask = source.take(digits)
            read = [d for d in range(digits) if mask >> d & 1]
            moves += [(state, d, source.take(width)) for d in read]
            state += 1
    else:
        count_width = source.take(4)
        digit_width = (digits - 1).bit_length()
        while count_width and source.left >= count_width:
            for _ in range(source.take(count_width)):
                d = source.take(digit_width)
                moves.append((state, d, source.take(width)))
            state += 1

    def name(q: int) -> str:
        return f"{q}!" if q in final else str(q)

    parts = [f">{name(q)}" for q in range(starts)]
    parts += [f"{q} {d + first_digit} {name(target)}" for q, d, target in moves]
    return ",".join(parts)


class _Bits:
    """Bits to be taken one number after another, highest first."""

    def __init__(self, data: bytes) -> None:
        self.written = "".join(f"{byte:08b}" for byte in data)
        self.place = 0

    @property
    def left(self) -> int:
        """How many bits are left."""
        return len(self.written) - self.place

    def take(self, width: int) -> int:
        """Return the next number of that many bits."""
        if width > self.left:
            raise ParseError("an automaton that is cut off")
        start = self.place
        self.place += width
        return int(self.written[start : self.place] or "0", 2)


def table_text(pairs: Iterable[tuple[int, int]], digits: Sequence[int]) -> str:
    """Return a table of pairs of digits in the form that `table` reads."""
    allowed = set(pairs)
    marks = [pair in allowed for pair in product(digits, digits)]
    alphabet = ALPHABET + "-_"
    text = ""
    for i in range(0, len(marks), 6):
        six = marks[i : i + 6]
        value = sum(mark << k for k, mark in enumerate(six))
        text += alphabet[value]
    # A is 0: characters that are missing at the end have no bit either.
    return text.rstrip("A")


def automaton_data(text: str, digits: Sequence[int]) -> bytes:
    """Encode the text of the kind "automaton" as read by `automaton_text`: the form with counts."""
    machine = read_machine(text)
    starts = machine.starts
    final = machine.final
    symbols = [*digits, digits[-1] + 1]
    moves = [move for move in machine.moves if move[1] in symbols]
    names = {*starts, *final}
    for q, _, t in moves:
        names |= {q, t}
    # ISS numbers start states first, then the other accepting ones.
    order = sorted(names, key=lambda q: (q not in starts, q not in final, len(q), q))
    number = {q: i for i, q in enumerate(order)}
    others = len(final - starts)
    has_marks = any(d == symbols[-1] for _, d, _ in moves)
    used = len(symbols) if has_marks else len(digits)
    largest = max(len(order) - 1, len(starts), others)
    # The width is written minus 1, so it is at least 1, although a single state needs no bits.
    width = max(1, largest.bit_length())
    ways: dict[str, list[tuple[int, int]]] = {q: [] for q in order}
    for q, d, t in sorted(set(moves)):
        ways[q].append((d - digits[0], number[t]))
    most_ways = max(map(len, ways.values()), default=0)
    count_width = most_ways.bit_length() or 1
    if width > 16 or count_width > 15 or not starts:
        raise LayoutError(
            "Interactive Sudoku Solver does not support automata this large, or "
            "without a start state"
        )
    accepting = 0
    for i, q in enumerate(order[: len(starts)]):
        if q in final:
            accepting |= 1 << i
    parts = [(0, 2), (width - 1, 4), (used - 1, 4), (len(starts), width), (others, width)]
    parts.append((accepting, len(starts)))
    parts.append((count_width, 4))
    digit_width = (used - 1).bit_length()
    for q in order:
        parts.append((len(ways[q]), count_width))
        for digit, target in ways[q]:
            parts.append((digit, digit_width))
            parts.append((target, width))
    written = "".join(f"{value:0{size}b}" for value, size in parts if size)
    written += "0" * (-len(written) % 8)
    octets = [written[i : i + 8] for i in range(0, len(written), 8)]
    return bytes(int(octet, 2) for octet in octets)
