"""Guessing: which two ways to try where a pass tells nothing more, and the stack of second ways.

A guess says in which box a digit is, for one row (column) of a band (stack): the band or stack with
the fewest possibilities left, in it the digit with the fewest, then the row with the fewest boxes.
The first box is tried at once; the board without it goes on the lane's stack.

A choice of the first kind decides a digit's row in a band, and the third row follows from two; so
a stack of 6 bands and stacks × 9 digits × 2 = 108 boards is never full.

Few lanes guess in a pass, so both functions are compiled for themselves: the pass stays small.
"""

from __future__ import annotations

from .bitboard import COLUMNS, DECIDED, ROWS, WORDS
from .kernel import part, routine
from .simd import Words, get, lanes, popcount, put

DEPTH = 108
#: More than any number of possibilities.
MANY = 1000


@routine
def guess(desk: Words, lane: int, stack: Words, top: int) -> None:
    """Take the first way; the second is laid on the stack at `top`.

    The lane is consistent and unchanged by the last pass, and not all decided: so some digit has
    two possible rows or columns in some box.
    """
    lines, bits = tightest_band(desk, lane)
    digit = tightest_digit(desk, lane, lines, bits)
    t = digit // 3
    bits <<= digit % 3
    line = tightest_line(desk, lane, lines + t, bits)
    boxes = get(desk, (lines + 3 * line + t) * lanes() + lane) & bits
    first = boxes & -boxes
    others = boxes ^ first
    for k in range(WORDS):
        put(stack, top + k, get(desk, k * lanes() + lane))
    start, step = (9 * line + t, 3) if lines == ROWS else (3 * line + t, 9)
    for k in range(start, start + 3 * step, step):
        word = get(desk, k * lanes() + lane)
        put(desk, k * lanes() + lane, word & ~others)
        put(stack, top + k, word & ~first)


@routine
def take_back(desk: Words, lane: int, stack: Words, top: int) -> None:
    """Lay the board at `top` of the stack before the lane again."""
    for k in range(WORDS):
        put(desk, k * lanes() + lane, get(stack, top + k))
    for k in range(DECIDED, DECIDED + 9):
        put(desk, k * lanes() + lane, 0)


@part
def tightest_band(desk: Words, lane: int) -> tuple[int, int]:
    """(ROWS or COLUMNS, bits of its boxes for number 0 of a triple) of the tightest open one."""
    rows0, rows1, rows2, columns0, columns1, columns2 = 0, 0, 0, 0, 0, 0
    for k in range(9):  # each word is read once: the words of a lane are a cache line apart
        rows = get(desk, (ROWS + k) * lanes() + lane)
        columns = get(desk, (COLUMNS + k) * lanes() + lane)
        rows0 += popcount(rows & 0o777)
        rows1 += popcount(rows & 0o777000)
        rows2 += popcount(rows & 0o777000000)
        columns0 += popcount(columns & 0o007007007)
        columns1 += popcount(columns & 0o070070070)
        columns2 += popcount(columns & 0o700700700)
    fewest, best = MANY, 0
    for count, band in (
        (rows0, 0), (columns0, 3), (rows1, 1), (columns1, 4), (rows2, 2), (columns2, 5)
    ):  # fmt: skip
        if 27 < count < fewest:
            fewest, best = count, band
    if best < 3:
        return ROWS, 0o111 << 9 * best
    return COLUMNS, 0o001001001 << 3 * (best - 3)


@part
def tightest_digit(desk: Words, lane: int, lines: int, bits: int) -> int:
    """The digit (from 0) with the fewest possibilities, but not all decided, on these bits."""
    fewest, best = MANY, 0
    for t in range(3):
        a = get(desk, (lines + t) * lanes() + lane)
        b = get(desk, (lines + t + 3) * lanes() + lane)
        c = get(desk, (lines + t + 6) * lanes() + lane)
        for k in range(3):
            here = bits << k
            count = popcount(a & here) + popcount(b & here) + popcount(c & here)
            if 3 < count < fewest:
                fewest, best = count, 3 * t + k
    return best


@part
def tightest_line(desk: Words, lane: int, first_line: int, bits: int) -> int:
    """The row or column (0 to 2) with the fewest boxes for a digit, but more than one."""
    fewest, best = MANY, 0
    for line in range(3):
        count = popcount(get(desk, (first_line + 3 * line) * lanes() + lane) & bits)
        if 1 < count < fewest:
            fewest, best = count, line
    return best
