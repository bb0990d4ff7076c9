"""Minimising in lockstep: givens are removed in random order as long as the puzzle stays proper, or
solvable by the base rules.

A lane checks each trial (see `trials`). Base rules: do they decide all cells that were removed?
Then they decide the rest as before. Proper: if one cell was removed, does the board have a solution
with another digit there? If several were, does it have two solutions?
"""

from __future__ import annotations

from ..kernel import kernel, part
from .base_pass import base_pass
from .bitboard import ALL, BITS_OF, GIVEN, WANTED, WORD_OF, WORDS, read_board
from .guessing import guess, take_back
from .simd import Words, get, lanes, ones, put
from .strong_pass import strong_pass
from .trials import BOARD, CELLS, STATE, Work, answer, propose

#: The state of a lane's search: guesses on the stack, solutions found, solutions that are too many.
LEVEL, FOUND, ENOUGH = range(3)
SEARCH = 3


@kernel
def minimize_logic(work: Work, desk: Words, hand: Words, stop: Words) -> None:
    """Minimise boards that are solvable by the base rules.

    desk: DESK words per lane; hand: WORDS words.
    """
    live = 0
    for lane in range(lanes()):
        if propose(work, lane):
            ask_base_rules(work, desk, lane, hand)
            live |= 1 << lane
    while live and not get(stop, 0):
        # No lane can break: each trial still has the solution of its board. And denials are never
        # taken back, so an answer before the fixed point is final.
        _, unchanged, _, answered = base_pass(desk)
        ripe = live & (unchanged | answered)
        for lane in ones(ripe):
            answer(work, lane, (answered >> lane) & 1 == 1)
            if propose(work, lane):
                ask_base_rules(work, desk, lane, hand)
            else:
                live &= ~(1 << lane)


@part
def ask_base_rules(work: Work, desk: Words, lane: int, hand: Words) -> None:
    """Load the trial into the lane, and mark the cells that must get decided as WANTED."""
    read_board(desk, lane, work.boards, 81 * get(work.lane, STATE * lane + BOARD), hand)
    for place in range(9):
        put(desk, (WANTED + place) * lanes() + lane, 0)
    for k in range(81 * lane, 81 * lane + get(work.lane, STATE * lane + CELLS)):
        cell = get(work.tried, k)
        wanted = (WANTED + get(WORD_OF, cell) // 3) * lanes() + lane
        put(desk, wanted, get(desk, wanted) | (7 << get(BITS_OF, cell)))


@kernel
def minimize_proper(
    work: Work, desk: Words, stack: Words, search: Words, hand: Words, stop: Words
) -> None:
    """Minimise proper boards.

    desk, hand: as above; stack: DEPTH * FRAME words per lane; search: SEARCH numbers per lane.
    """
    live = 0
    for lane in range(lanes()):
        if propose(work, lane):
            ask_for_another(work, desk, lane, search, hand)
            live |= 1 << lane
    while live and not get(stop, 0):
        consistent, unchanged, decided = strong_pass(desk)
        ripe = live & (unchanged | ~consistent)
        stuck = ripe & consistent & ~decided
        ripe ^= stuck
        for lane in ones(stuck):
            level = get(search, SEARCH * lane + LEVEL)
            guess(desk, lane, stack, level)
            put(search, SEARCH * lane + LEVEL, level + 1)
        for lane in ones(ripe):
            bit, own = 1 << lane, SEARCH * lane
            level = get(search, own + LEVEL)
            if consistent & bit:
                put(search, own + FOUND, get(search, own + FOUND) + 1)
            several = get(search, own + FOUND) == get(search, own + ENOUGH)
            if level and not several:
                put(search, own + LEVEL, level - 1)
                take_back(desk, lane, stack, level - 1)
                continue
            answer(work, lane, not several)
            if propose(work, lane):
                ask_for_another(work, desk, lane, search, hand)
            else:
                live &= ~bit


@part
def ask_for_another(work: Work, desk: Words, lane: int, search: Words, hand: Words) -> None:
    """Load the trial into the lane; a single removed cell is denied its digit."""
    start = 81 * get(work.lane, STATE * lane + BOARD)
    read_board(desk, lane, work.boards, start, hand)
    put(search, SEARCH * lane + LEVEL, 0)
    put(search, SEARCH * lane + FOUND, 0)
    put(search, SEARCH * lane + ENOUGH, 2)
    if get(work.lane, STATE * lane + CELLS) == 1:
        cell = get(work.tried, 81 * lane)
        given = get(GIVEN, 10 * cell + get(work.solutions, start + cell))
        word = (given >> WORDS) * lanes() + lane
        put(desk, word, get(desk, word) & ~(given & ALL))
        put(search, SEARCH * lane + ENOUGH, 1)
