"""The base rules for many boards: which 9×9 boards they solve, and the candidates they leave."""

from __future__ import annotations

from ..kernel import kernel, part
from .base_pass import base_pass
from .bitboard import BITS_OF, WORD_OF, read_board
from .simd import Words, get, lanes, lowest_bit, put

#: The status of a board at the fixed point of the base rules.
STUCK, SOLVED, BROKEN = 0, 1, 2


@kernel
def decide_boards(
    boards: Words, status: Words, candidates: Words, desk: Words, board_of: Words, hand: Words,
    stop: Words,
) -> None:  # fmt: skip
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
        while ripe:
            lane = lowest_bit(ripe)
            bit = 1 << lane
            ripe ^= bit
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
        word, bits = get(WORD_OF, cell), get(BITS_OF, cell)
        mask = 0
        for t in range(3):
            mask |= (get(desk, (word + t) * lanes() + lane) >> bits & 7) << 3 * t
        put(candidates, start + cell, mask)
