"""How a 9×9 board lies in 27 words of 27 bits.

The cell at row r, column c is in band b = r // 3 and stack s = c // 3, at place (i, j) =
(r % 3, c % 3) of that box; the digit d = 3t + k + 1 is number k of triple t. Its candidate is

    bit 9b + 3s + k   of word   9i + 3j + t.

So a word holds one place and one triple of digits for all nine boxes, and three bits that belong
together (one box, three digits) are an octal digit. What asks for another place in the same box
asks another word; the next box of a band is a rotation within nine bits, the next band a rotation
by nine.

A desk is what lies before the lanes: the 27 words of candidates, and words that a pass leaves for
those after it. `DECIDED` + 3i + j has three bits set for each box whose cell at (i, j) has a single
candidate (all of them 0 is a valid state: nothing is known of it).
"""

from __future__ import annotations

import numpy as np

from .kernel import part
from .simd import Vector, Words, get, lanes, lowest_bit, nonzero_bytes, put

ALL = 0o777777777
#: The first digit of each triple.
FIRST = 0o111111111

WORDS = 27
DECIDED = 27
#: ROWS + 3i + t: boxes in which the triple's digits can be in row i; COLUMNS + 3j + t likewise.
ROWS = 36
COLUMNS = 45
#: The same, where the digit can be in no other row (column) of its box.
LOCKED_ROWS = 54
LOCKED_COLUMNS = 63
#: Cells that a minimising lane wants decided.
WANTED = 72
DESK = 81

_cell = np.arange(81)
_digit = np.arange(10)
_row, _column = np.divmod(_cell, 9)
#: By cell: its word for triple 0, and the place of its box's three bits.
WORD_OF = 9 * (_row % 3) + 3 * (_column % 3)
BITS_OF = 9 * (_row // 3) + 3 * (_column // 3)
#: By digit: its triple, and its bit within three.
TRIPLE_OF = np.maximum(_digit - 1, 0) // 3
BIT_OF = np.where(_digit > 0, 1 << (_digit - 1) % 3, 0)

#: By triple and nine bits of a band: the digit of each of its three boxes, a byte each.
_nine = np.arange(512)
DIGITS_OF = np.array(
    [
        sum(
            np.where(_nine >> 3 * s & 7, 3 * t + 1 + (_nine >> 3 * s & 7) // 2, 0) << 8 * s
            for s in range(3)
        )
        for t in range(3)
    ]
).ravel()


@part
def two_of(a: Vector, b: Vector, c: Vector) -> Vector:
    """Set in at least two of three."""
    return (a & b) | (c & (a | b))


@part
def three_bits(x: Vector) -> Vector:
    """Bits of FIRST, each repeated for its whole triple."""
    return (x << 3) - x


@part
def next_box(x: Vector) -> Vector:
    """Each box sees the next one of its band."""
    return ((x >> 3) & 0o077077077) | ((x << 6) & 0o700700700)


@part
def last_box(x: Vector) -> Vector:
    """Each box sees the one before it in its band."""
    return ((x >> 6) & 0o007007007) | ((x << 3) & 0o770770770)


@part
def next_band(x: Vector) -> Vector:
    """Each box sees the next one of its stack."""
    return (x >> 9) | ((x << 18) & ALL)


@part
def last_band(x: Vector) -> Vector:
    """Each box sees the one before it in its stack."""
    return (x >> 18) | ((x << 9) & ALL)


@part
def read_board(desk: Words, lane: int, boards: Words, start: int, hand: Words) -> None:
    """Lay the 81 digits from `start` before a lane. `hand`: 36 words to work with."""
    for k in range(36):
        put(hand, k, 0)
    for band in range(3):
        givens = nonzero_bytes(boards, start + 27 * band)
        while givens:
            cell = 27 * band + lowest_bit(givens)
            givens &= givens - 1
            digit, word, bits = get(boards, start + cell), get(WORD_OF, cell), get(BITS_OF, cell)
            given, known = word + get(TRIPLE_OF, digit), DECIDED + word // 3
            put(hand, given, get(hand, given) | (get(BIT_OF, digit) << bits))
            put(hand, known, get(hand, known) | (7 << bits))
    for place in range(9):
        known = get(hand, DECIDED + place)
        put(desk, (DECIDED + place) * lanes() + lane, known)
        for k in range(3 * place, 3 * place + 3):
            put(desk, k * lanes() + lane, get(hand, k) | (known ^ ALL))


@part
def write_board(desk: Words, lane: int, boards: Words, start: int) -> None:
    """Write a lane's 81 digits from `start` on; every cell has a single candidate."""
    for place in range(9):
        i, j = place // 3, place % 3
        for band in range(3):
            three = 0
            for t in range(3):
                word = get(desk, (3 * place + t) * lanes() + lane)
                three |= get(DIGITS_OF, 512 * t + ((word >> (9 * band)) & 511))
            at = start + 27 * band + 9 * i + j
            put(boards, at, three & 15)
            put(boards, at + 3, (three >> 8) & 15)
            put(boards, at + 6, three >> 16)
