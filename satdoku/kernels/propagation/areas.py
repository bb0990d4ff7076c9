"""Cells that hold one of some digits form areas: all of one size, or each with one clue, its size.

Idea: cells that surely belong to areas form parts. A part has at most one clue, and no more cells
than its area; at its full size, its neighbours do not belong. From a part, cells that may belong
are reached within the room that its area has left; if they are too few, the rules are broken, and
if they are just enough, all of them belong. A cell that would join two clues, or too many cells,
does not belong; nor does one that no clue reaches, or, without clues, one in too small a piece.

Parameters: the number of cells, the digits' mask, the (largest) size of an area, the number of
clues, the value of the lowest digit, for each clue the place of its first cell among the cells and
the cell of its number, the cells, for each cell the place of its first neighbour, counted from the
first parameter, with one place more at the end, the neighbours.
"""

from __future__ import annotations

from ..lockstep.simd import fill, lowest_bit
from .board import MOST_DIGITS, Masks, Propagators, narrow
from .ranks import highest_bit

#: The parameters before those of clues.
HEAD = 5
#: Parts of the working space, each of one word per cell, by cell: the number of its part, from 1,
#: and of the last part that reached it, whether a clue has reached it; then by part its cells, the
#: most that its area can have, its clue, from 1, or 0; and the cells in the order of a search.
PART, REACHED, IS_NEAR, CELLS, MOST, CLUE, ORDER = range(7)
#: The words of working space per cell, of which there is one more.
SPACE = 7


def propagate_areas(board: Propagators, state: Masks, p: int) -> bool:
    """Run it; return False if it cannot hold."""
    data = board.data
    start = board.starts[p]
    count = data[start]
    digits = data[start + 1]
    clues = data[start + 3]
    cells = start + HEAD + 2 * clues
    step = count + 1
    words = state.words
    fill(words, 0, SPACE * step, 0)
    for k in range(start + HEAD, cells, 2):
        if not narrow(board, state, data[cells + data[k]], digits):
            return False
    parts = find_parts(board, state, p)
    if not measure_clues(board, state, p):
        return False
    for part in range(1, parts + 1):
        if words[CELLS * step + part] > words[MOST * step + part]:
            return False
        if not grow(board, state, p, part):
            return False
    if not clues and not drop_small_pieces(board, state, p, parts + 1):
        return False
    for i in range(count):
        cell = data[cells + i]
        if state.masks[cell] & digits:
            is_out = clues and not words[IS_NEAR * step + i]
            if not is_out and not words[PART * step + i]:
                is_out = joins_too_much(board, state, p, i)
            if is_out and not narrow(board, state, cell, ~digits):
                return False
    return True


def find_parts(board: Propagators, state: Masks, p: int) -> int:
    """Number the parts; return how many there are."""
    data = board.data
    start = board.starts[p]
    count = data[start]
    digits = data[start + 1]
    cells = start + HEAD + 2 * data[start + 3]
    step = count + 1
    words = state.words
    order = ORDER * step
    parts = 0
    for first in range(count):
        if words[PART * step + first] or state.masks[data[cells + first]] & ~digits:
            continue
        parts += 1
        words[PART * step + first] = parts
        words[order] = first
        found = 1
        done = 0
        while done < found:
            i = words[order + done]
            done += 1
            for at in range(data[cells + count + i], data[cells + count + i + 1]):
                other = data[start + at]
                if (
                    not words[PART * step + other]
                    and not state.masks[data[cells + other]] & ~digits
                ):
                    words[PART * step + other] = parts
                    words[order + found] = other
                    found += 1
        words[CELLS * step + parts] = found
        words[MOST * step + parts] = data[start + 2]
    return parts


def measure_clues(board: Propagators, state: Masks, p: int) -> bool:
    """Note the clues of parts, and how large these can be; return False if a part has two."""
    data = board.data
    start = board.starts[p]
    clues = data[start + 3]
    step = data[start] + 1
    words = state.words
    for clue in range(clues):
        at = start + HEAD + 2 * clue
        part = words[PART * step + data[at]]
        if words[CLUE * step + part]:
            return False
        words[CLUE * step + part] = clue + 1
        largest = data[start + 4] + highest_bit(state.masks[data[at + 1]])
        words[MOST * step + part] = min(words[MOST * step + part], largest)
    return True


def grow(board: Propagators, state: Masks, p: int, part: int) -> bool:
    """Reach the cells that a part's area may have; return False if they are too few."""
    data = board.data
    start = board.starts[p]
    count = data[start]
    digits = data[start + 1]
    clues = data[start + 3]
    cells = start + HEAD + 2 * clues
    step = count + 1
    words = state.words
    order = ORDER * step
    clue = words[CLUE * step + part]
    found = 0
    for i in range(count):
        if words[PART * step + i] == part:
            words[order + found] = i
            words[REACHED * step + i] = part
            found += 1
    has_clue = clue > 0 or not clues
    done = 0
    for _ in range(words[MOST * step + part] - found):
        end = found
        while done < end:
            i = words[order + done]
            done += 1
            for at in range(data[cells + count + i], data[cells + count + i + 1]):
                other = data[start + at]
                is_new = words[REACHED * step + other] != part
                if is_new and state.masks[data[cells + other]] & digits:
                    theirs = words[CLUE * step + words[PART * step + other]]
                    if not (clue and theirs):
                        words[REACHED * step + other] = part
                        words[order + found] = other
                        found += 1
                    if theirs:
                        has_clue = True
    if not has_clue:
        return False
    least = data[start + 2]
    if clue:
        for k in range(found):
            words[IS_NEAR * step + words[order + k]] = 1
        number = data[start + HEAD + 2 * clue - 1]
        first = data[start + 4]
        smallest = max(0, words[CELLS * step + part] - first)
        largest = min(MOST_DIGITS - 1, found - first)
        if largest < smallest:
            return False
        if not narrow(board, state, number, (2 << largest) - (1 << smallest)):
            return False
        least = first + lowest_bit(state.masks[number])
    elif clues:
        return True
    if found < least:
        return False
    if found == least:
        for k in range(found):
            if not narrow(board, state, data[cells + words[order + k]], digits):
                return False
    return True


def joins_too_much(board: Propagators, state: Masks, p: int, i: int) -> bool:
    """Return whether a cell in no part would join two clues, or too many cells."""
    data = board.data
    start = board.starts[p]
    count = data[start]
    neighbours = start + HEAD + 2 * data[start + 3] + count
    step = count + 1
    words = state.words
    total = 1
    most = data[start + 2]
    clues = 0
    begin = data[neighbours + i]
    for at in range(begin, data[neighbours + i + 1]):
        part = words[PART * step + data[start + at]]
        is_new = part > 0
        for before in range(begin, at):
            if words[PART * step + data[start + before]] == part:
                is_new = False
        if is_new:
            total += words[CELLS * step + part]
            most = min(most, words[MOST * step + part])
            clues += words[CLUE * step + part] > 0
    return clues > 1 or total > most


def drop_small_pieces(board: Propagators, state: Masks, p: int, mark: int) -> bool:
    """Deny the cells of pieces that are smaller than an area; return False if one surely belongs.
    mark: a number that no part has."""
    data = board.data
    start = board.starts[p]
    count = data[start]
    digits = data[start + 1]
    cells = start + HEAD + 2 * data[start + 3]
    step = count + 1
    words = state.words
    order = ORDER * step
    for first in range(count):
        if words[REACHED * step + first] == mark or not state.masks[data[cells + first]] & digits:
            continue
        words[REACHED * step + first] = mark
        words[order] = first
        found = 1
        done = 0
        while done < found:
            i = words[order + done]
            done += 1
            for at in range(data[cells + count + i], data[cells + count + i + 1]):
                other = data[start + at]
                is_new = words[REACHED * step + other] != mark
                if is_new and state.masks[data[cells + other]] & digits:
                    words[REACHED * step + other] = mark
                    words[order + found] = other
                    found += 1
        if found < data[start + 2]:
            for k in range(found):
                if not narrow(board, state, data[cells + words[order + k]], ~digits):
                    return False
    return True
