"""Random 9×9 grids in lockstep, by the lecture's method as `operations.random_grids` defines it.

Each cell has its permutation of the digits; the grid is the lexically least by these permutations,
found by search over the cells in row-major order with the base rules to the fixed point after each
step. Grids, final stream states and grids given up are the same as there.
"""

from __future__ import annotations

from ..kernel import kernel, part
from ..stream import shuffle
from .base_pass import base_pass
from .bitboard import ALL, BITS_OF, DECIDED, WORD_OF, WORDS, write_board
from .simd import Words, get, lanes, ones, put

#: Words saved of a board before a digit is tried, and the maximum number of saved boards.
KEPT = WORDS + 9
DEPTH = 81


@kernel
def draw_grids(
    states: Words,
    count: int,
    conflict_limit: int,
    grids: Words,
    desk: Words,
    stack: Words,
    orders: Words,
    lane_state: Words,
    stop: Words,
) -> None:
    """Fill grids (81 * count digits) from the streams; a grid that was given up stays 0.

    states: a stream for each grid, left where its next draw begins. desk: DESK words per lane;
    stack: DEPTH * (KEPT + 2) words per lane; orders: 729 bytes per lane; lane_state: three numbers
    per lane.
    """
    grid_of = 0
    level_of = lanes()
    conflicts_of = 2 * lanes()
    following, live = 0, 0
    for lane in range(min(lanes(), count)):
        start_grid(desk, lane, orders, states, following)
        put(lane_state, grid_of + lane, following)
        following += 1
        live |= 1 << lane
    while live and not get(stop, 0):
        consistent, unchanged, decided, _ = base_pass(desk)
        ripe = live & (unchanged | ~consistent)
        for lane in ones(ripe):
            bit = 1 << lane
            level = get(lane_state, level_of + lane)
            goes_on = True
            if consistent & ~decided & bit:
                keep_board(desk, lane, stack, level)
                goes_on = try_next(desk, lane, stack, orders, level)
                put(lane_state, level_of + lane, level + 1)
            elif consistent & bit:
                write_board(desk, lane, grids, 81 * get(lane_state, grid_of + lane))
                goes_on = False
            else:
                # An empty board does not break, so there is a level below this one to go back to.
                conflicts = get(lane_state, conflicts_of + lane) + 1
                put(lane_state, conflicts_of + lane, conflicts)
                goes_on = conflicts < conflict_limit
                while goes_on and not try_next(desk, lane, stack, orders, level - 1):
                    level -= 1
                    goes_on = level > 0
                put(lane_state, level_of + lane, level)
            if goes_on:
                continue
            if following < count:
                start_grid(desk, lane, orders, states, following)
                put(lane_state, grid_of + lane, following)
                put(lane_state, level_of + lane, 0)
                put(lane_state, conflicts_of + lane, 0)
                following += 1
            else:
                live &= ~bit


@part
def start_grid(desk: Words, lane: int, orders: Words, states: Words, grid: int) -> None:
    """Set up an empty board, and draw a permutation of the digits for each cell."""
    for k in range(WORDS):
        put(desk, k * lanes() + lane, ALL)
    for k in range(DECIDED, DECIDED + 9):
        put(desk, k * lanes() + lane, 0)
    for start in range(729 * lane, 729 * lane + 729, 9):
        for i in range(9):
            put(orders, start + i, i)
        shuffle(states, grid, orders, start, 9)


@part
def keep_board(desk: Words, lane: int, stack: Words, level: int) -> None:
    """Push the board on the stack, with its first undecided cell and no digit tried yet."""
    top = (lane * DEPTH + level) * (KEPT + 2)
    for k in range(KEPT):
        put(stack, top + k, get(desk, k * lanes() + lane))
    # Some cell is undecided, or the lane would be among the decided ones: so the loop has no bound.
    cell = 0
    while get(desk, (DECIDED + get(WORD_OF, cell) // 3) * lanes() + lane) >> get(BITS_OF, cell) & 1:
        cell += 1
    put(stack, top + KEPT, cell)
    put(stack, top + KEPT + 1, 0)


@part
def try_next(desk: Words, lane: int, stack: Words, orders: Words, level: int) -> bool:
    """Restore the board of this level with the next digit of its cell's permutation; return False
    if there is none."""
    top = (lane * DEPTH + level) * (KEPT + 2)
    cell = get(stack, top + KEPT)
    tried = get(stack, top + KEPT + 1)
    word = get(WORD_OF, cell)
    bits = get(BITS_OF, cell)
    while tried < 9:
        digit = get(orders, 729 * lane + 9 * cell + tried)
        tried += 1
        own, bit = word + digit // 3, 1 << (bits + digit % 3)
        if get(stack, top + own) & bit:
            put(stack, top + KEPT + 1, tried)
            for k in range(KEPT):
                put(desk, k * lanes() + lane, get(stack, top + k))
            for k in range(word, word + 3):
                put(desk, k * lanes() + lane, get(stack, top + k) & ~(7 << bits))
            put(desk, own * lanes() + lane, get(stack, top + own) & ~(7 << bits) | bit)
            # Marked as decided at once, so that the next pass denies it to its peers; otherwise
            # that pass would only find the single, and the one after it the denials.
            known = DECIDED + word // 3
            put(desk, known * lanes() + lane, get(stack, top + known) | (7 << bits))
            return True
    return False
