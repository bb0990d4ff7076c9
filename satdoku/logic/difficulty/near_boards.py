"""Minimal puzzles near given ones: one or two givens are exchanged for others, {-1+1} and {-2+2}.

Of random minimal puzzles about one in a thousand is rated 9.0, almost none 10.0. Puzzles near a
hard one are hard far more often: of those with one given exchanged, a few in a hundred are about as
hard. So hard puzzles are sought near known ones (`hard_seeds`).

Rating is far too slow for all of them, so they are compared first by a measure that takes a
millisecond: how many candidates plain search refutes with few guesses. Those that it refutes with
none tell puzzles rated 9.0 (about forty of some 240) from those rated 10.0 (0 to 10), but nothing
above; with up to nine guesses allowed, two random puzzles rated 10.0 to 10.7 and 10.8 or more come
in the right order five times in six. The number of guesses that search takes for the whole puzzle
says much less.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple

import numpy as np

from ... import batch
from ...board import Puzzle
from ...formats.programs.library import is_library_line, library_line
from ...layout import Layout
from ...operations.minimizing import remove_groups
from ...operations.shuffling import shuffled
from ...operations.solving import is_proper, solutions
from ...random_stream import RandomStream
from ..lessons.about import examples_by_name

#: A candidate refuted with fewer guesses than GUESSES counts how many fewer these are; without any,
#: AT_ONCE more.
GUESSES, AT_ONCE = 10, 10
#: Puzzles near an example that are examined.
NEAR = 64
#: Solutions of an example at most.
MOST_SOLUTIONS = 1000
#: First ones of two new givens that are tried.
FIRSTS = 16
LOOSER = 1
#: Rounds that begin at the puzzle itself, before others that were met have their turn.
CLOSE = 6


def around(
    start: np.ndarray,
    layout: Layout,
    stream: RandomStream,
    easiest: int | None = None,
    close: Sequence[np.ndarray] = (),
) -> Iterator[np.ndarray]:
    """Yield blocks of minimal puzzles near a proper one (its digits by cell), without end, each
    puzzle once and never the start; some blocks are empty.

    The first rounds exchange one or two givens of the start, later ones those of any puzzle met, or
    of those in `close`, once the caller has put some there. easiest: leave out puzzles with more
    `ease_of` than this; after an empty block, LOOSER more is allowed, and the next one is made near
    the one of least ease that was left out.
    """
    met = [start]
    known = {start.tobytes()}
    left_out = list[tuple[int, bytes]]()
    is_empty = False
    for number in count():
        bases = close or met
        if number < CLOSE:
            base = start
        elif is_empty and left_out:
            _, digits = heappop(left_out)
            base = np.frombuffer(digits, np.uint8)
        else:
            base = bases[stream.below(len(bases))]
        if stream.below(2):
            boards = near_by_two(base, layout, stream)
        else:
            boards = neighbours(base[None], layout, stream)
        new = [board for board in boards if board.tobytes() not in known]
        known.update(board.tobytes() for board in new)
        if easiest is not None and new:
            eases = ease_of(np.array(new), layout)
            judged = list(zip(eases.tolist(), new, strict=True))
            new = [board for ease, board in judged if ease <= easiest]
            for ease, board in judged:
                if ease > easiest:
                    heappush(left_out, (ease, board.tobytes()))
        is_empty = not new
        if easiest is not None and is_empty:
            easiest += LOOSER
        stream.shuffle(new)
        met += new
        yield np.array(new, np.uint8).reshape(len(new), len(start))


class ExamplePosition(NamedTuple):
    """The position in a lesson: its givens, which may have several solutions, and all digits that
    are placed in it."""

    given: Puzzle
    placed: Puzzle


def examples_of(name: str) -> list[ExamplePosition]:
    """Return the 9x9 examples in the lesson on a technique."""
    found = []
    for example in examples_by_name().get(name, ()):
        if not example.options and is_library_line(example.position):
            line = library_line(example.position)
            found.append(ExamplePosition(Puzzle(line.given), Puzzle(line.placed)))
    return found


def near(example: ExamplePosition, stream: RandomStream) -> np.ndarray:
    """Return proper puzzles near a random isomorph of an example: all its digits as givens, and in
    random order those with one given exchanged; or, if it has several solutions, with givens
    added."""
    seed = stream.next()
    start = shuffled(example.given, seed=seed)
    grids = list(solutions(start, limit=MOST_SOLUTIONS))
    if len(grids) == 1:
        # If all of its digits leave the technique necessary, so do some of them.
        placed = shuffled(example.placed, seed=seed)
        whole = np.array([placed.cells], np.uint8)
        givens = np.array([start.cells], np.uint8)
        boards = neighbours(givens, start.layout, stream)
        order = stream.permutation(len(boards))
        return np.concatenate([whole, boards[order[: NEAR - 1]]])
    others = [[cell] for cell, digit in enumerate(start.cells) if not digit]
    made = []
    for _ in range(NEAR):
        grid = grids[stream.below(len(grids))]
        made.append(remove_groups(grid, others, is_proper, stream).cells)
    return np.array(made, np.uint8)


def ease_of(boards: np.ndarray, layout: Layout) -> np.ndarray:
    """Return a measure of how easy boards are, 0 to 2000: less than 130 for most that are rated
    11.0 or more, than 300 for most from 10.0 on; about 800 for those rated 9.0."""
    which, cells, digits = _candidates(boards, layout)
    supposed = _with(boards[which], cells, digits)
    found = batch.solve(supposed, solutions=False, layout=layout)
    is_broken = found.counts == 0
    is_at_once = found.guesses == 0
    fewer = np.maximum(0, GUESSES - found.guesses)
    worth = fewer + AT_ONCE * is_at_once
    worth[~is_broken] = 0
    number = len(boards)
    refuted = np.bincount(which, weights=worth, minlength=number)
    candidates = np.bincount(which, minlength=number)
    # What singles solve has no candidates left, and is as easy as can be.
    eases = np.full(number, 100 * (GUESSES + AT_ONCE))
    is_open = candidates > 0
    eases[is_open] = 100 * refuted[is_open] / candidates[is_open]
    return eases


def neighbours(boards: np.ndarray, layout: Layout, stream: RandomStream) -> np.ndarray:
    """Return N × cells digits: the distinct minimal puzzles in which one given of these boards is
    exchanged for another; possibly none."""
    which, cells = np.nonzero(boards)
    nothing = np.zeros(len(cells), np.uint8)
    fewer = _with(boards[which], cells, nothing)
    more, of = _with_one_more(fewer, layout)
    before = boards[which[of]]
    is_new = (more != before).any(1)
    return _minimal(more[is_new], layout, stream)


def near_by_two(board: np.ndarray, layout: Layout, stream: RandomStream) -> np.ndarray:
    """Return N × cells digits: distinct minimal puzzles in which two random givens of a board are
    exchanged for two others; possibly none. Of the first new givens FIRSTS are tried."""
    given = np.flatnonzero(board)
    drawn = stream.permutation(len(given))[:2]
    fewer = board.copy()
    fewer[given[drawn]] = 0
    firsts, _ = _with_one_more(fewer[None], layout)
    order = stream.permutation(len(firsts))
    more, _ = _with_one_more(firsts[order[:FIRSTS]], layout)
    is_new = (more != board).any(1)
    return _minimal(more[is_new], layout, stream)


def _with_one_more(boards: np.ndarray, layout: Layout) -> tuple[np.ndarray, np.ndarray]:
    """Return all boards with one more given, and of which board each is made."""
    of, cells, digits = _candidates(boards, layout)
    return _with(boards[of], cells, digits), of


def _minimal(boards: np.ndarray, layout: Layout, stream: RandomStream) -> np.ndarray:
    """Return the proper ones of these boards without givens that they do not need, each once."""
    solved = batch.solve(boards, solutions=False, layout=layout)
    is_one = solved.counts == 1
    proper: np.ndarray = boards[is_one]
    if not len(proper):
        return proper
    minimal = batch.minimize(proper, keep="proper", seed=stream.next(), layout=layout)
    return np.asarray(np.unique(minimal, axis=0))


def _candidates(boards: np.ndarray, layout: Layout) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return which board, cell and digit of each candidate that the base rules leave open."""
    followed = batch.base_rules(boards, layout=layout)
    left = followed.candidates
    shifts = np.arange(layout.size, dtype=np.uint64)
    bits = left[:, :, None] >> shifts & np.uint64(1)
    is_left = bits > 0
    is_open = is_left.sum(2) > 1
    is_candidate = is_left & is_open[:, :, None]
    which, cells, places = np.nonzero(is_candidate)
    digits = (places + 1).astype(np.uint8)
    return which, cells, digits


def _with(boards: np.ndarray, cells: np.ndarray, digits: np.ndarray) -> np.ndarray:
    """Return copies of the boards, each with a digit set in one cell."""
    changed = boards.copy()
    changed[np.arange(len(changed)), cells] = digits
    return changed
