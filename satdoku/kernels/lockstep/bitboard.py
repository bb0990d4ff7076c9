"""The layout of a 9×9 board in 27 words of 27 bits.

The cell at row r, column c is in band b = r // 3 and stack s = c // 3, at place (i, j) =
(r % 3, c % 3) of that box; the digit d = 3t + k + 1 is number k of triple t. Its candidate is

    bit 9b + 3s + k   of word   9i + 3j + t.

So a word holds one place and one triple of digits for all nine boxes, and three bits that belong
together (one box, three digits) are an octal digit. Another place in the same box is another word;
the next box of a band is a rotation within nine bits, the next band a rotation by nine.

Invariant: a candidate's bit is set until it is denied, and only denials change the words of
candidates. So a board can be saved by copying its 27 words, and all else on the desk can be made
again from them.

A desk is the working memory of the lanes: the 27 words of candidates, and words that a pass leaves
for later ones. `DECIDED` + 3i + j has three bits set for each box whose cell at (i, j) has a single
candidate (all 0 is a valid state: no cell is known to be decided).
"""

from __future__ import annotations

import numpy as np

from ..kernel import part
from .simd import Vector, Words, get, lanes, lowest_bit, nonzero_bytes, put

ALL = 0o777777777
#: The first digit of each triple, and the last; and what makes 1, 2 or 4 reach it when added.
FIRST = 0o111111111
LAST = 0o444444444
TO_LAST = LAST - FIRST

WORDS = 27
DECIDED = 27
#: ROWS + 3i + t: boxes in which the triple's digits can be in row i; COLUMNS + 3j + t likewise.
ROWS = 36
COLUMNS = 45
#: The same, where the digit can be in no other row (column) of its box.
LOCKED_ROWS = 54
LOCKED_COLUMNS = 63
#: Cells whose decision a trial of minimising waits for.
WANTED = 72
DESK = 81

_cell = np.arange(81)
_row, _column = np.divmod(_cell, 9)
#: By cell: its word for triple 0, and the position of its box's three bits.
WORD_OF = 9 * (_row % 3) + 3 * (_column % 3)
BITS_OF = 9 * (_row // 3) + 3 * (_column // 3)
#: By cell and digit (10 per cell): the bit of the candidate and, above the 27 bits, its word.
_triple, _number = np.divmod(np.maximum(np.arange(10) - 1, 0), 3)
GIVEN = (((WORD_OF[:, None] + _triple) << WORDS) + (1 << (BITS_OF[:, None] + _number))).ravel()

#: By triple and nine bits of a band: the digits of its three boxes, one byte each.
# (A decided cell's three bits are 1, 2 or 4, and half of that is the digit's number in its triple.)
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
def three_bits(x: Vector) -> Vector:
    """Repeat each bit of FIRST for its whole triple."""
    # Seven times x: an octal digit 1 becomes 7 and no digit borrows from the next. The shifted word
    # has 30 bits, so it fits into a lane.
    return (x << 3) - x


@part
def next_box(x: Vector) -> Vector:
    """Move to each box the bits of the next box of its band. Bits above the 27 may be set as well:
    with two complementary masks, AVX-512 needs a single operation."""
    return ((x >> 3) & 0o077077077) | ((x << 6) & ~0o077077077)


@part
def last_box(x: Vector) -> Vector:
    """Move to each box the bits of the box before it in its band; otherwise as `next_box`."""
    return ((x >> 6) & 0o007007007) | ((x << 3) & ~0o007007007)


@part
def next_band(x: Vector) -> Vector:
    """Move to each box the bits of the next box of its stack. Bits above the 27 may be set too."""
    return (x >> 9) | (x << 18)


@part
def last_band(x: Vector) -> Vector:
    """Move to each box the bits of the box before it in its stack; otherwise as `next_band`."""
    return (x >> 18) | (x << 9)


@part
def other_boxes(x: Vector) -> Vector:
    """Return the bits that are set in another box of the band."""
    return next_box(x) | last_box(x)


@part
def other_bands(x: Vector) -> Vector:
    """Return the bits that are set in another box of the stack."""
    return next_band(x) | last_band(x)


@part
def read_board(desk: Words, lane: int, boards: Words, start: int, hand: Words) -> None:
    """Load the 81 digits from `start` into a lane. `hand`: WORDS words of scratch space."""
    for k in range(WORDS):
        put(hand, k, 0)
    for band in range(3):
        givens = nonzero_bytes(boards, start + 27 * band)
        while givens:
            cell = 27 * band + lowest_bit(givens)
            givens &= givens - 1
            given = get(GIVEN, 10 * cell + get(boards, start + cell))
            word = given >> WORDS
            put(hand, word, get(hand, word) | (given & ALL))
    for place in range(9):
        k = 3 * place
        a = get(hand, k)
        b = get(hand, k + 1)
        c = get(hand, k + 2)
        some = a | b | c
        some = (some | (some >> 1) | (some >> 2)) & FIRST
        known = three_bits(some)
        put(desk, (DECIDED + place) * lanes() + lane, known)
        put(desk, k * lanes() + lane, a | (known ^ ALL))
        put(desk, (k + 1) * lanes() + lane, b | (known ^ ALL))
        put(desk, (k + 2) * lanes() + lane, c | (known ^ ALL))


@part
def write_board(desk: Words, lane: int, boards: Words, start: int) -> None:
    """Write a lane's 81 digits from `start` on; every cell must have a single candidate."""
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
