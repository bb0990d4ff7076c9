"""Cells that hold one of some digits form areas: all of one size, or each with one clue, its size.

Idea: cells that surely belong to areas form parts. A part has at most one clue, and no more cells
than its area; at its full size, its neighbours do not belong. From a part, cells that may belong
are reached within the room that its area has left; if they are too few, the rules are broken, and
if they are just enough, all of them belong. A cell that would join two clues, or too many cells,
does not belong; nor does one that no clue reaches, or, without clues, one in too small a piece.

Parameters: the number of cells, the digits' mask, the (largest) size of an area, the number of
clues, the cells, neighbours as in `connections`, the value of the lowest digit, for each clue the
place of its first cell among the cells and the cell of its number.
"""

from __future__ import annotations

from ..lockstep.simd import fill, lowest_bit
from .board import MOST_DIGITS, Masks, Propagators, narrow
from .connections import drop_small, spread
from .ranks import highest_bit

#: Parts of the working space, each of one word per cell, and one more. By cell: the number of its
#: part, from 1; cells in the order of a search; the last part that reached it; whether a clue has
#: reached it. By part: its cells, the most that its area can have, its clue, from 1, or 0.
PART, ORDER, REACHED, IS_NEAR, CELLS, MOST, CLUE = range(7)
#: The words of working space per cell.
SPACE = 7


def propagate_areas(board: Propagators, state: Masks, p: int) -> bool:
    """Run it; return False if it cannot hold."""
    data = board.data
    cells = board.starts[p] + 4
    count = data[cells - 4]
    digits = data[cells - 3]
    clues = data[cells - 1]
    step = count + 1
    words = state.words
    end = board.starts[p + 1]
    begin = end - 2 * clues
    for k in range(begin, end, 2):
        place = cells + data[k]
        if not narrow(board, state, data[place], digits):
            return False
    if not clues and not drop_small(board, state, p):
        return False
    parts = find_parts(board, state, p)
    for k in range(begin, end, 2):
        part = words[PART * step + data[k]]
        clue = CLUE * step + part
        if words[clue]:
            return False
        words[clue] = k
        mask = state.masks[data[k + 1]]
        largest = highest_bit(mask) + data[begin - 1]
        most = MOST * step + part
        words[most] = min(words[most], largest)
    for part in range(1, parts + 1):
        if not grow(board, state, p, part):
            return False
    for i in range(count):
        is_out = clues and not words[IS_NEAR * step + i]
        if not is_out and not words[PART * step + i]:
            is_out = joins_too_much(board, state, p, i)
        if is_out and not narrow(board, state, data[cells + i], ~digits):
            return False
    return True


def find_parts(board: Propagators, state: Masks, p: int) -> int:
    """Number the parts, and count their cells; return how many there are."""
    data = board.data
    cells = board.starts[p] + 4
    count = data[cells - 4]
    outside = ~data[cells - 3]
    step = count + 1
    words = state.words
    fill(words, 0, SPACE * step, 0)
    parts = 0
    for i in range(count):
        mask = state.masks[data[cells + i]]
        if not mask & outside and not words[PART * step + i]:
            parts += 1
            found = spread(board, state, p, i, outside, parts)
            place = CELLS * step + parts
            words[place] = found
            place = MOST * step + parts
            words[place] = data[cells - 2]
    return parts


def grow(board: Propagators, state: Masks, p: int, part: int) -> bool:
    """Reach the cells that a part's area may have; return False if they are too few."""
    data = board.data
    cells = board.starts[p] + 4
    digits = data[cells - 3]
    step = data[cells - 4] + 1
    words = state.words
    order = ORDER * step
    clue = words[CLUE * step + part]
    own = words[CELLS * step + part]
    most = words[MOST * step + part]
    if own > most:
        return False
    found = 0
    for i in range(step - 1):
        if words[PART * step + i] == part:
            words[REACHED * step + i] = part
            words[order + found] = i
            found += 1
    has_clue = clue > 0 or not data[cells - 1]
    done = 0
    for _ in range(most - own):
        end = found
        while done < end:
            neighbours = cells + step - 1 + words[order + done]
            done += 1
            for at in range(data[neighbours], data[neighbours + 1]):
                other = data[cells - 4 + at]
                is_new = words[REACHED * step + other] != part
                if is_new and state.masks[data[cells + other]] & digits:
                    its_part = words[PART * step + other]
                    theirs = words[CLUE * step + its_part]
                    has_clue = has_clue or theirs > 0
                    if not (clue and theirs):
                        words[REACHED * step + other] = part
                        words[order + found] = other
                        found += 1
    if clue:
        for k in range(order, order + found):
            words[IS_NEAR * step + words[k]] = 1
        return fits(board, state, p, part, found)
    if data[cells - 1]:
        return has_clue
    return take_all(board, state, p, found, data[cells - 2])


def fits(board: Propagators, state: Masks, p: int, part: int, found: int) -> bool:
    """Narrow the number of a part's clue by the cells of the part and those that it can reach."""
    data = board.data
    start = board.starts[p]
    step = data[start] + 1
    clue = state.words[CLUE * step + part]
    number = data[clue + 1]
    clues = data[start + 3]
    end = board.starts[p + 1]
    first = data[end - 2 * clues - 1]
    own = state.words[CELLS * step + part]
    smallest = max(0, own - first)
    largest = min(MOST_DIGITS - 1, found - first)
    if largest < smallest:
        return False
    keep = (2 << largest) - (1 << smallest)
    if not narrow(board, state, number, keep):
        return False
    least = first + lowest_bit(state.masks[number])
    return take_all(board, state, p, found, least)


def take_all(board: Propagators, state: Masks, p: int, found: int, least: int) -> bool:
    """Let all cells that were found belong, if no fewer are enough; return False if they are too
    few."""
    data = board.data
    start = board.starts[p]
    step = data[start] + 1
    digits = data[start + 1]
    order = ORDER * step
    if found == least:
        for k in range(order, order + found):
            place = start + 4 + state.words[k]
            if not narrow(board, state, data[place], digits):
                return False
    return found >= least


def joins_too_much(board: Propagators, state: Masks, p: int, i: int) -> bool:
    """Return whether a cell in no part would join two clues, or too many cells."""
    data = board.data
    start = board.starts[p]
    step = data[start] + 1
    words = state.words
    total = 1
    most = data[start + 2]
    clues = 0
    begin = data[start + 3 + step + i]
    for at in range(begin, data[start + 4 + step + i]):
        other = data[start + at]
        part = words[PART * step + other]
        is_new = part > 0
        for before in range(begin, at):
            other = data[start + before]
            if words[PART * step + other] == part:
                is_new = False
        if is_new:
            total += words[CELLS * step + part]
            most = min(most, words[MOST * step + part])
            clues += words[CLUE * step + part] > 0
    return clues > 1 or total > most
