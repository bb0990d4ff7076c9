"""Guessing, where a pass finds nothing more: the choice of two ways, and the stack of second ways.

A guess decides in which box a digit is, for one row of a band. Chosen are the band with the fewest
possibilities left; in it a digit that can be placed in two ways (failing that, one with a row that
has two boxes left); and such a row. The first box is tried at once; the board without it goes on
the lane's stack. Only where all rows are decided, a stack and its columns are used in the same way:
counting both each time takes longer than the guesses that it saves.

A first choice decides a digit's row in a band, and the third row follows from two; so
a stack of 6 bands and stacks × 9 digits × 2 = 108 boards is never full.

Few lanes guess in a pass, so both functions are compiled for themselves: the pass stays small.
"""

from __future__ import annotations

from .bitboard import COLUMNS, DECIDED, ROWS, WORDS
from .kernel import part, routine
from .simd import Words, get, lanes, popcount, put

DEPTH = 108
#: Words from a board on the stack to the next: WORDS, and some for it to lie in whole cache lines.
FRAME = 32
#: A mask for one word times this is one for two words, 32 bits apart.
TWICE = 1 + (1 << 32)
#: `order_of` a band that is all decided.
NONE = 4 * 255
#: Bits of a band in a word; of a stack.
BAND = 0o777
STACK = 0o007007007


@routine
def guess(desk: Words, lane: int, stack: Words, level: int) -> None:
    """Take the first way; the second is laid on the stack, where `level` boards are already.

    The lane is consistent and unchanged by the last pass, and not all decided: so some digit has
    two possible rows or columns in some box.
    """
    band = tightest_band(desk, lane, ROWS, BAND, 9)
    if band < 3:
        split(desk, lane, stack, frame(lane, level), ROWS, 9 * band, BAND, 9, 3, STACK)
    else:
        band = tightest_band(desk, lane, COLUMNS, STACK, 3)
        split(desk, lane, stack, frame(lane, level), COLUMNS, 3 * band, STACK, 3, 9, BAND)


@part
def tightest_band(desk: Words, lane: int, lines: int, mask: int, step: int) -> int:
    """The band (stack) with the fewest possibilities of three, but not all decided; 3 for none.

    mask: the bits of the first; step: from one to the next.
    """
    first, second, third = 0, 0, 0
    for k in range(0, 10, 2):  # two words at once
        words = get(desk, (lines + k) * lanes() + lane)
        if k < 8:
            words |= get(desk, (lines + k + 1) * lanes() + lane) << 32
        first += popcount(words & (mask * TWICE))
        second += popcount((words >> step) & (mask * TWICE))
        third += popcount((words >> 2 * step) & (mask * TWICE))
    best = min(order_of(first, 0), order_of(second, 1), order_of(third, 2))
    return best & 3 if best < NONE else 3


@part
def order_of(count: int, band: int) -> int:
    """Less for fewer possibilities, NONE at least for 27 of them; the lowest bits are the band."""
    return ((count - 28) & 255) << 2 | band


@part
def split(
    desk: Words,
    lane: int,
    stack: Words,
    top: int,
    lines: int,
    shift: int,
    mask: int,
    triple: int,
    box: int,
    digits: int,
) -> None:
    """Take the first way in a band (stack); the second is laid on the stack at `top`.

    lines: ROWS or COLUMNS. shift, mask: which bits of a word the band has. When a line's three
    words are put together, it is `triple` places from one to the next, and `box` from one box to
    the next; `digits` are the places of the first box.
    """
    a = line_of(desk, lines * lanes() + lane, shift, mask, triple)
    b = line_of(desk, (lines + 3) * lanes() + lane, shift, mask, triple)
    c = line_of(desk, (lines + 6) * lanes() + lane, shift, mask, triple)
    one_a, two_a = one_and_two(a, box, digits)
    one_b, two_b = one_and_two(b, box, digits)
    one_c, two_c = one_and_two(c, box, digits)
    some_two = two_a | two_b | two_c
    # Two ways for the band: a row has one box, or all have two.
    best = some_two & (one_a | one_b | one_c | (two_a & two_b & two_c))
    if not best:
        best = some_two
    if not best:
        best = digits & ~one_a
    digit = best & -best
    line, own = 2, c
    if two_b & digit:
        line, own = 1, b
    if two_a & digit:
        line, own = 0, a
    boxes = own & (digit | (digit << box) | (digit << 2 * box))
    t = (digit >= 1 << triple) + (digit >= 1 << 2 * triple)
    boxes = (boxes >> (triple * t)) << shift
    first = boxes & -boxes
    for k in range(WORDS):
        put(stack, top + k, get(desk, k * lanes() + lane))
    start = triple * line + t
    for k in (start, start + box, start + 2 * box):
        word = get(stack, top + k)
        put(desk, k * lanes() + lane, word & ~(boxes ^ first))
        put(stack, top + k, word & ~first)


@part
def frame(lane: int, level: int) -> int:
    """Where in the stack a lane's board number `level` (from 0) is."""
    return (lane * DEPTH + level) * FRAME


@part
def line_of(desk: Words, start: int, shift: int, mask: int, triple: int) -> int:
    """What a line can take of a band's or stack's boxes, for all nine digits."""
    a = (get(desk, start) >> shift) & mask
    b = (get(desk, start + lanes()) >> shift) & mask
    c = (get(desk, start + 2 * lanes()) >> shift) & mask
    return a | (b << triple) | (c << 2 * triple)


@part
def one_and_two(line: int, box: int, digits: int) -> tuple[int, int]:
    """Digits that have one box on a line, and two. (None has none.)"""
    a, b, c = line, line >> box, line >> 2 * box
    odd = a ^ b ^ c
    return odd & ~(a & b) & digits, ~odd & digits


@routine
def take_back(desk: Words, lane: int, stack: Words, level: int) -> None:
    """Lay the board number `level` (from 0) of the stack before the lane again."""
    top = frame(lane, level)
    for k in range(WORDS):
        put(desk, k * lanes() + lane, get(stack, top + k))
    for k in range(DECIDED, DECIDED + 9):
        put(desk, k * lanes() + lane, 0)
