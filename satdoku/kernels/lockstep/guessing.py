"""Guessing, when a pass finds nothing more: the choice of an alternative, and the stack.

A guess decides in which box a digit is, for one row of a band. It takes the band with the fewest
possibilities left; in it a digit that can be placed in two ways (failing that, one with a row that
has two boxes left); and such a row. The first box is tried at once; the board without it goes on
the lane's stack. Only if all rows are decided, a stack and its columns are used in the same way:
counting both each time takes longer than the guesses that it saves.

A first choice decides a digit's row in a band, and the third row follows from two; so
a stack of 6 bands and stacks × 9 digits × 2 = 108 boards is never full.

Invariant: the two alternatives have no solution in common, and together all of the board's; so
each solution is counted once. Which digit and which row are taken hardly matters: others, or the
last instead of the first, change the number of guesses by less than 0.5 %.

Few lanes guess after a pass, so both functions are compiled separately: the pass stays small.
"""

from __future__ import annotations

from ..kernel import part
from .bitboard import COLUMNS, DECIDED, ROWS, WORDS
from .simd import Words, get, lanes, popcount, put

DEPTH = 108
#: Words from one board on the stack to the next: WORDS, rounded up to whole cache lines.
FRAME = 32
#: Multiplies a mask for one word into one for two words, 32 bits apart.
TWICE = 1 + (1 << 32)
#: `order_of` a band that is fully decided.
NONE = 4 * 255
#: The bits of the first band in a word; of the first stack.
BAND = 0o777
STACK = 0o007007007


def guess(desk: Words, lane: int, stack: Words, level: int) -> None:
    """Try the first alternative and push the second on the stack, which holds `level` boards.

    The lane must be consistent, unchanged by the last pass, and not fully decided: then some digit
    has two possible rows or columns in some box.
    """
    top = frame(lane, level)
    band = tightest_band(desk, lane, ROWS, mask=BAND, step=9)
    if band < 3:
        split(
            desk,
            lane,
            stack,
            top=top,
            lines=ROWS,
            shift=9 * band,
            mask=BAND,
            triple=9,
            box=3,
            digits=STACK,
        )
    else:
        band = tightest_band(desk, lane, COLUMNS, mask=STACK, step=3)
        split(
            desk,
            lane,
            stack,
            top=top,
            lines=COLUMNS,
            shift=3 * band,
            mask=STACK,
            triple=3,
            box=9,
            digits=BAND,
        )


@part
def tightest_band(desk: Words, lane: int, lines: int, mask: int, step: int) -> int:
    """Return the undecided band (stack) of three with the fewest possibilities; 3 if none.

    mask: the bits of the first; step: the shift from one to the next.
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
    """Return a sort key: less for fewer possibilities, at least NONE for 27; low bits: the band."""
    # A decided band has 27: nine digits, each with one box in each of three rows. Its -1 wraps to
    # 255, so it sorts behind every other without a branch.
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
    """Try the first alternative in a band (stack); push the second on the stack at `top`.

    lines: ROWS or COLUMNS. shift, mask: the bits of the band in a word. When a line's three words
    are combined, `triple` is the distance from one to the next and `box` that from one box to the
    next; `digits` are the bits of the first box.
    """
    a = line_of(desk, lines * lanes() + lane, shift, mask, triple)
    b = line_of(desk, (lines + 3) * lanes() + lane, shift, mask, triple)
    c = line_of(desk, (lines + 6) * lanes() + lane, shift, mask, triple)
    one_a, two_a = one_and_two(a, box, digits)
    one_b, two_b = one_and_two(b, box, digits)
    one_c, two_c = one_and_two(c, box, digits)
    some_two = two_a | two_b | two_c
    # The best digit has two ways to lie in the band, since either choice then decides it there. It
    # has two ways if a row has one box, or if all rows have two.
    best = some_two & (one_a | one_b | one_c | (two_a & two_b & two_c))
    if not best:
        best = some_two
    if not best:
        # No row has two boxes. If a digit has a single box in one row, the other rows lack that box
        # and so have at most two, which means one each: a digit that is still open has all three
        # boxes in every row. So any row will do, and `line` stays 2 below.
        best = digits & ~one_a
    digit = best & -best
    line, own = 2, c
    if two_b & digit:
        line, own = 1, b
    if two_a & digit:
        line, own = 0, a
    boxes = own & (digit | (digit << box) | (digit << 2 * box))
    # The digit's bit tells its triple: those of the second and third begin `triple` bits further
    # on.
    t = (digit >= 1 << triple) + (digit >= 1 << 2 * triple)
    boxes = (boxes >> (triple * t)) << shift
    first = boxes & -boxes
    for k in range(WORDS):
        put(stack, top + k, get(desk, k * lanes() + lane))
    # In the number of a word, 9i + 3j + t, the same two distances lead from line to line and from
    # place to place.
    start = triple * line + t
    for k in (start, start + box, start + 2 * box):
        word = get(stack, top + k)
        put(desk, k * lanes() + lane, word & ~(boxes ^ first))
        put(stack, top + k, word & ~first)


@part
def frame(lane: int, level: int) -> int:
    """Return the position in the stack of a lane's board number `level` (from 0)."""
    return (lane * DEPTH + level) * FRAME


@part
def line_of(desk: Words, start: int, shift: int, mask: int, triple: int) -> int:
    """Return in which boxes of a band or stack a line can take each of the nine digits."""
    a = (get(desk, start) >> shift) & mask
    b = (get(desk, start + lanes()) >> shift) & mask
    c = (get(desk, start + 2 * lanes()) >> shift) & mask
    return a | (b << triple) | (c << 2 * triple)


@part
def one_and_two(line: int, box: int, digits: int) -> tuple[int, int]:
    """Return the digits with one box on a line, and with two. (Each has at least one.)"""
    a = line
    b = line >> box
    c = line >> 2 * box
    odd = a ^ b ^ c
    return odd & ~(a & b) & digits, ~odd & digits


def take_back(desk: Words, lane: int, stack: Words, level: int) -> None:
    """Pop the board number `level` (from 0) of the stack into the lane."""
    top = frame(lane, level)
    for k in range(WORDS):
        put(desk, k * lanes() + lane, get(stack, top + k))
    # What is decided is not on the stack: that no cell is known to be decided is always true, and
    # the next pass finds the singles again.
    for k in range(DECIDED, DECIDED + 9):
        put(desk, k * lanes() + lane, 0)
