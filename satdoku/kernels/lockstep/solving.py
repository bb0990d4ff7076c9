"""The lockstep solver: solutions of many 9×9 boards, up to a limit per board.

Every lane has its board and its stack. A pass serves all lanes at once; then only those lanes are
handled one by one that are stuck (they guess), and those that are contradictory or solved (they
count, undo a guess or take the next board). (Two loops, since the processor mispredicts fewer
branches than with one.) A lane that is done takes the next board at once, so lanes wait for each
other only at the very end of a block.

Invariant: `live` has the bits of the lanes that work on a board. A lane's desk together with the
boards on its stack holds every solution of its board that has not been counted yet.

Tried instead: two sets of lanes, with a pass over one while the writes of the other reach the
cache (1 to 2 % faster, for twice the state), and guessing as soon as no further cell is decided
(2 % faster on the hardest boards, 11 % slower on those with 17 clues). docs/batch.md has the
numbers.

Also the base rules alone: which 9×9 boards they solve, and the candidates they leave.
"""

from __future__ import annotations

from ..kernel import kernel, part
from .base_pass import base_pass
from .bitboard import BITS_OF, WORD_OF, read_board, write_board
from .guessing import guess, take_back
from .simd import Words, get, lanes, ones, put
from .strong_pass import strong_pass

#: The status of a board at the fixed point of the base rules.
STUCK, SOLVED, BROKEN = 0, 1, 2


@kernel
def decide_boards(
    boards: Words,
    status: Words,
    candidates: Words,
    desk: Words,
    board_of: Words,
    hand: Words,
    stop: Words,
) -> None:
    """Fill status (STUCK, SOLVED or BROKEN) and the candidates of each cell, bit d - 1 for digit d.

    A broken board has no candidates. boards: flat digits; desk: DESK words per lane; board_of: one
    number per lane; hand: WORDS words.
    """
    following, live = 0, 0
    for lane in range(min(lanes(), len(status))):
        read_board(desk, lane, boards, 81 * following, hand)
        put(board_of, lane, following)
        following += 1
        live |= 1 << lane
    while live and not get(stop, 0):
        consistent, unchanged, decided, _ = base_pass(desk)
        ripe = live & (unchanged | ~consistent)
        for lane in ones(ripe):
            bit = 1 << lane
            board = get(board_of, lane)
            if not consistent & bit:
                put(status, board, BROKEN)
            else:
                put(status, board, SOLVED if decided & bit else STUCK)
                write_candidates(desk, lane, candidates, 81 * board)
            if following < len(status):
                read_board(desk, lane, boards, 81 * following, hand)
                put(board_of, lane, following)
                following += 1
            else:
                live &= ~bit


@part
def write_candidates(desk: Words, lane: int, candidates: Words, start: int) -> None:
    """Write a lane's candidates, one mask per cell."""
    for cell in range(81):
        word = get(WORD_OF, cell)
        bits = get(BITS_OF, cell)
        mask = 0
        for t in range(3):
            mask |= (get(desk, (word + t) * lanes() + lane) >> bits & 7) << 3 * t
        put(candidates, start + cell, mask)


@kernel
def solve_boards(
    boards: Words,
    count: int,
    limit: int,
    counts: Words,
    solutions: Words,
    guesses: Words,
    desk: Words,
    stack: Words,
    lane_state: Words,
    hand: Words,
    stop: Words,
) -> None:
    """Fill counts (up to `limit` >= 1), guesses, and the first solution found of each board.

    boards, solutions: 81 * count digits; solutions is empty if the caller does not need them.
    counts and guesses start as 0. desk: DESK words per lane; stack: DEPTH * FRAME words per lane;
    lane_state: two numbers per lane; hand: WORDS words.
    """
    level_of, board_of = 0, lanes()
    following, live = 0, 0
    for lane in range(min(lanes(), count)):
        read_board(desk, lane, boards, 81 * following, hand)
        put(lane_state, level_of + lane, 0)
        put(lane_state, board_of + lane, following)
        following += 1
        live |= 1 << lane
    while live and not get(stop, 0):
        consistent, unchanged, decided = strong_pass(desk)
        # That all cells are decided is not enough: what contradicts the last decisions shows only
        # in the next pass, so a lane is ripe when a pass has changed nothing in it.
        ripe = live & (unchanged | ~consistent)
        stuck = ripe & consistent & ~decided
        ripe ^= stuck
        for lane in ones(stuck):
            board = get(lane_state, board_of + lane)
            level = get(lane_state, level_of + lane)
            guess(desk, lane, stack, level)
            put(lane_state, level_of + lane, level + 1)
            put(guesses, board, get(guesses, board) + 1)
        for lane in ones(ripe):
            bit = 1 << lane
            board = get(lane_state, board_of + lane)
            level = get(lane_state, level_of + lane)
            if consistent & bit:
                found = get(counts, board) + 1
                put(counts, board, found)
                if found == 1 and len(solutions):
                    write_board(desk, lane, solutions, 81 * board)
                # The stack may still hold boards; they are dropped with their level.
                if found == limit:
                    level = 0
            if level:
                put(lane_state, level_of + lane, level - 1)
                take_back(desk, lane, stack, level - 1)
            elif following < count:
                read_board(desk, lane, boards, 81 * following, hand)
                put(lane_state, level_of + lane, 0)
                put(lane_state, board_of + lane, following)
                following += 1
            else:
                live &= ~bit
