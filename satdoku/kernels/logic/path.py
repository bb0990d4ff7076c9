"""The path to a solution: at every position the first step of the simplest rule that has one.

This is the one place that says in which order rules are tried; explaining and rating both follow
it.
"""

from __future__ import annotations

from typing import NamedTuple

from ..compiling import kernel
from ..flat import OPEN
from ..vectors import Words
from .almost_locked import Almost, find_als_xz
from .chains import Links, find_chain
from .covers import DIGIT, HOUSE, find_cover
from .found import (
    ASSERTIONS,
    BASES,
    COVERS,
    DENIALS,
    DEPTH,
    PROOF,
    RATING,
    SIZE,
    Found,
)  # fmt: skip
from .found import NUMBERS as FOUND_NUMBERS
from .levels import (
    ALS_XZ,
    CHAIN,
    CLAIMING,
    DIRECT_CLAIMING,
    DIRECT_HIDDEN_PAIR,
    DIRECT_HIDDEN_TRIPLE,
    DIRECT_POINTING,
    FORCING,
    GROUPED_CHAIN,
    GROUPED_X_CHAIN,
    HIDDEN_PAIR,
    HIDDEN_QUAD,
    HIDDEN_SINGLE_LINE,
    HIDDEN_TRIPLE,
    JELLYFISH,
    NAKED_PAIR,
    NAKED_QUAD,
    NAKED_SINGLE,
    NAKED_TRIPLE,
    NISHIO,
    POINTING,
    REFUTATION,
    REFUTATION_LOCKED,
    RULES,
    STUCK,
    SWORDFISH,
    UNFINISHED,
    X_CHAIN,
    X_WING,
    XY_WING,
    XYZ_WING,
)  # fmt: skip
from .locked import find_locked
from .nested import find_nested
from .refutation import ANY, ONE_DIGIT, STATIC, WITH_LOCKED, Supposition, find_refutation
from .routine import routine
from .singles import find_single
from .state import Board, State, deny, outcome, place, start
from .wings import find_wing


class Rated(NamedTuple):
    """What came of each board.

    status: SOLVED, STUCK, BROKEN or UNFINISHED (so many steps were not allowed). hardest, total: of
    its steps' ratings, in tenths; first: the first step's; until_placed: the hardest up to the
    first digit placed. size, depth: of its largest and deepest refutation. uses: steps of each
    rule, RULES numbers a board.
    """

    status: Words
    hardest: Words
    total: Words
    first: Words
    until_placed: Words
    size: Words
    depth: Words
    uses: Words


class Desk(NamedTuple):
    """What the rules work with. houses: the cells of each house."""

    links: Links
    guess: Supposition
    inner: Supposition
    almost: Almost
    masks: Words
    chosen: Words
    houses: Words


@routine
def look(board: Board, state: State, desk: Desk, found: Found, rule: int) -> bool:
    """The first step of a rule."""
    masks, chosen = desk.masks, desk.chosen
    if rule <= HIDDEN_SINGLE_LINE or rule == NAKED_SINGLE:
        return find_single(board, state, found, rule)
    if rule == DIRECT_POINTING or rule == DIRECT_CLAIMING or rule == POINTING or rule == CLAIMING:
        return find_locked(board, state, found, rule)
    if rule == DIRECT_HIDDEN_PAIR or rule == HIDDEN_PAIR:
        direct = rule == DIRECT_HIDDEN_PAIR
        return find_cover(board, state, found, rule, HOUSE, 1, 2, direct, masks, chosen)
    if rule == DIRECT_HIDDEN_TRIPLE or rule == HIDDEN_TRIPLE:
        direct = rule == DIRECT_HIDDEN_TRIPLE
        return find_cover(board, state, found, rule, HOUSE, 1, 3, direct, masks, chosen)
    if rule == HIDDEN_QUAD:
        return find_cover(board, state, found, rule, HOUSE, 1, 4, False, masks, chosen)
    if rule == NAKED_PAIR or rule == NAKED_TRIPLE or rule == NAKED_QUAD:
        k = 2 if rule == NAKED_PAIR else 3 if rule == NAKED_TRIPLE else 4
        return find_cover(board, state, found, rule, HOUSE, 0, k, False, masks, chosen)
    if rule == X_WING or rule == SWORDFISH or rule == JELLYFISH:
        k = 2 if rule == X_WING else 3 if rule == SWORDFISH else 4
        return find_cover(board, state, found, rule, DIGIT, 0, k, False, masks, chosen) or (
            find_cover(board, state, found, rule, DIGIT, 1, k, False, masks, chosen)
        )
    if rule == XY_WING or rule == XYZ_WING:
        return find_wing(board, state, found, rule)
    if rule == ALS_XZ:
        return find_als_xz(board, state, desk.almost, found)
    return look_far(board, state, desk, found, rule)


@routine
def look_far(board: Board, state: State, desk: Desk, found: Found, rule: int) -> bool:
    """The best step of a rule that compares many."""
    if rule == X_CHAIN or rule == CHAIN:
        return find_chain(board, state, desk.links, found, rule, rule == X_CHAIN, False)
    if rule == GROUPED_X_CHAIN or rule == GROUPED_CHAIN:
        return find_chain(board, state, desk.links, found, rule, rule == GROUPED_X_CHAIN, True)
    if rule == NISHIO:
        return find_refutation(board, state, desk.guess, found, rule, ONE_DIGIT)
    if rule == FORCING:
        return find_refutation(board, state, desk.guess, found, rule, STATIC)
    if rule == REFUTATION:
        return find_refutation(board, state, desk.guess, found, rule, ANY)
    if rule == REFUTATION_LOCKED:
        return find_refutation(board, state, desk.guess, found, rule, WITH_LOCKED)
    return find_nested(board, state, desk.guess, desk.inner, found)


@kernel
def follow_path(
    board: Board,
    state: State,
    desk: Desk,
    found: Found,
    boards: Words,
    marks: Words,
    allowed: int,
    step_limit: int,
    rated: Rated,
    log: Words,
) -> int:
    """Take steps from each board until it is solved, broken or stuck; the end of the log.

    boards: flat digits. marks: status of each variable before anything else is known (empty: all
    open). allowed: bit r for rule r. step_limit: no more steps. log: each step's numbers and lists,
    one after the other; empty where they are not wanted, and it ends when no more would fit.
    """
    end = 0
    for i in range(len(rated.status)):
        start(board, state, desk.houses)
        cells = board.cells
        for cell in range(cells):
            digit = boards[i * cells + cell]
            if digit:
                place(board, state, cell * board.size + digit)
        if len(marks):
            for variable in range(1, len(state.status)):
                if marks[i * len(state.status) + variable] != OPEN:
                    deny(board, state, variable)
        steps, placed = 0, False
        while True:
            rated.status[i] = outcome(board, state)
            if rated.status[i]:
                break
            rated.status[i] = UNFINISHED
            if steps == step_limit:
                break
            rule = 0
            while rule < RULES and not (
                allowed >> rule & 1 and look(board, state, desk, found, rule)
            ):
                rule += 1
            if rule == RULES:
                rated.status[i] = STUCK
                break
            numbers = found.numbers
            rating = numbers[RATING]
            if steps == 0:
                rated.first[i] = rating
            steps += 1
            rated.hardest[i] = max(rated.hardest[i], rating)
            rated.total[i] += rating
            rated.size[i] = max(rated.size[i], numbers[SIZE])
            rated.depth[i] = max(rated.depth[i], numbers[DEPTH])
            rated.uses[i * RULES + rule] += 1
            if not placed:
                rated.until_placed[i] = max(rated.until_placed[i], rating)
                placed = numbers[ASSERTIONS] > 0
            if len(log):
                after = write(found, log, end)
                if after < 0:
                    rated.status[i] = UNFINISHED
                    break
                end = after
            for k in range(numbers[ASSERTIONS]):
                place(board, state, found.asserted[k])
            for k in range(numbers[DENIALS]):
                deny(board, state, found.denied[k])
    return end


@routine
def write(found: Found, log: Words, end: int) -> int:
    """Write a step to the log; where it ends then, -1 if it does not fit."""
    numbers = found.numbers
    lists = (
        numbers[ASSERTIONS] + numbers[DENIALS] + numbers[BASES] + numbers[COVERS] + numbers[PROOF]
    )
    if end + FOUND_NUMBERS + lists > len(log):
        return -1
    for k in range(FOUND_NUMBERS):
        log[end + k] = numbers[k]
    end += FOUND_NUMBERS
    end = append(found.asserted, numbers[ASSERTIONS], log, end)
    end = append(found.denied, numbers[DENIALS], log, end)
    end = append(found.bases, numbers[BASES], log, end)
    end = append(found.covers, numbers[COVERS], log, end)
    return append(found.proof, numbers[PROOF], log, end)


@routine
def append(items: Words, count: int, log: Words, end: int) -> int:
    """Write so many items to the log; where it ends then."""
    for k in range(count):
        log[end + k] = items[k]
    return end + count
