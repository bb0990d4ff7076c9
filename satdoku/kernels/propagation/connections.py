"""Cells that hold one of some digits form one piece; or each piece touches the border.

Idea: from one cell that surely belongs to the piece, the cells that may belong to it are searched,
depth first. Cells that are not reached do not belong; a cell without which two parts fall apart,
each with a cell that surely belongs, belongs itself (a cut vertex). Where pieces are joined
outside, the outside is one more vertex, next to the border's cells.

A piece of known size has room for so many more cells, so a cell farther away does not belong:
distances count the cells on the way that may belong, not those that surely do. A cell that belongs
is joined to two others that do, the two farthest apart that are easily found: its distances from
both and theirs tell how many cells that takes at least: a board of ten pieces of ten cells takes
58,119 conflicts, without this 222,695. A cell without which
fewer cells can be reached than the piece has belongs to it. While no cell surely belongs, parts
that are smaller than the piece do not. The last two take chaos constructions from 141,697, 168,674
and 243,970 conflicts to 21,383, 44,804 and 189,567, and leave shorter searches as they were.
Source: R. Tarjan, "Depth-first search and linear graph algorithms" (1972).

Parameters: the number of cells, the digits' mask, the size of the piece or 0, whether every piece
must touch the border, the cells, for each vertex (the cells, then the outside) the place of its
first neighbour, counted from the first parameter, with one place more at the end, the neighbours.
"""

from __future__ import annotations

from ..lockstep.simd import fill
from .board import Masks, Propagators, narrow

#: Parts of the working space, each of one word per vertex: the order in which the search came there
#: (from 1, 0 for not yet), the least order that its subtree reaches, its parent, the neighbour to
#: try next, 1 if its subtree has a cell that surely belongs, the vertices in its subtree without
#: itself, those of them that fall apart without it. For distances: those from one cell, plus 1 (0
#: for not yet), and from another, the vertices to go on from at this distance, and at the next.
ORDER, LOW, PARENT, NEXT, HAS_SURE, BELOW, CUT = range(7)
FIRST, SECOND, HERE, FARTHER = range(4)
#: The words of working space per vertex.
SPACE = 7


def propagate_connected(board: Propagators, state: Masks, p: int) -> bool:
    """Run it; return False if it cannot hold."""
    data = board.data
    start = board.starts[p]
    count = data[start]
    digits = data[start + 1]
    size = data[start + 2]
    touches = data[start + 3]
    sure = 0
    able = 0
    root = -1
    for i in range(count):
        mask = state.masks[data[start + 4 + i]]
        if mask & digits:
            able += 1
            if not mask & ~digits:
                sure += 1
                root = i
    if touches:
        root = count
    elif not able or (size and (sure > size or able < size)):
        return False
    if root < 0:
        return not size or drop_small(board, state, p)
    if size and not keep_near(board, state, p, root, size - sure):
        return False
    reached = search_from(board, state, p, root)
    if reached < 0:
        return False
    if size and reached < size:
        return False
    for i in range(count):
        cell = data[start + 4 + i]
        mask = state.masks[cell]
        if mask & digits:
            belongs = mask & ~digits == 0
            if not state.words[ORDER * (count + 1) + i] or (sure == size and size and not belongs):
                if not narrow(board, state, cell, ~digits):
                    return False
            elif size and not belongs:
                # without the cell, too few are left
                left = reached - state.words[CUT * (count + 1) + i]
                if left <= size and not narrow(board, state, cell, digits):
                    return False
    return True


def drop_small(board: Propagators, state: Masks, p: int) -> bool:
    """Deny the cells in parts smaller than the piece; return False if one surely belongs."""
    data = board.data
    words = state.words
    start = board.starts[p]
    count = data[start]
    digits = data[start + 1]
    fill(words, 0, count + 1, 0)
    for first in range(count):
        if not words[first] and state.masks[data[start + 4 + first]] & digits:
            found = spread(board, state, p, first, 0, 1)
            if found < data[start + 2]:
                for k in range(count + 1, count + 1 + found):
                    if not narrow(board, state, data[start + 4 + words[k]], ~digits):
                        return False
    return True


def spread(board: Propagators, state: Masks, p: int, first: int, outside: int, mark: int) -> int:
    """Mark the cells that are joined to a cell, itself included, by cells that can hold one of the
    digits, and none of those outside. Return how many there are; they stand behind the marks."""
    data = board.data
    words = state.words
    start = board.starts[p]
    count = data[start]
    digits = data[start + 1]
    cells = start + 4
    order = count + 1
    words[first] = mark
    words[order] = first
    found = 1
    done = 0
    while done < found:
        vertex = words[order + done]
        done += 1
        for at in range(data[cells + count + vertex], data[cells + count + vertex + 1]):
            other = data[start + at]
            mask = state.masks[data[cells + other]]
            if not words[other] and mask & digits and not mask & outside:
                words[other] = mark
                words[order + found] = other
                found += 1
    return found


def keep_near(board: Propagators, state: Masks, p: int, root: int, room: int) -> bool:
    """Deny the cells that need more than the room that is left; return False if one of them surely
    belongs."""
    data = board.data
    words = state.words
    start = board.starts[p]
    count = data[start]
    digits = data[start + 1]
    cells = start + 4
    second = SECOND * (count + 1)
    measure(board, state, p, root, room, FIRST)
    far = root
    for i in range(count):
        if words[i] > words[far] and not state.masks[data[cells + i]] & ~digits:
            far = i
    apart = words[far] - 1
    if apart:
        measure(board, state, p, far, room, second)
    for i in range(count):
        needs = 0
        if apart:
            # what joins three cells is at least half as long as the ways between them (half of 1
            # less, if these meet in a cell that only may belong, which each of them counts)
            needs = (apart + words[i] + words[second + i] - 2) // 2
        is_out = not words[i] or (apart and not words[second + i]) or needs > room
        if is_out and not narrow(board, state, data[cells + i], ~digits):
            return False
    return True


def measure(board: Propagators, state: Masks, p: int, root: int, room: int, place: int) -> None:
    """Note in `words`, from this place on, the distance of each cell from one, plus 1; 0 for those
    that are farther than the room."""
    data = board.data
    words = state.words
    start = board.starts[p]
    count = data[start]
    digits = data[start + 1]
    cells = start + 4
    step = count + 1
    here = HERE * step
    farther = FARTHER * step
    fill(words, place, step, 0)
    words[place + root] = 1
    words[here] = root
    waiting = 1
    for distance in range(room + 1):
        later = 0
        while waiting:
            waiting -= 1
            vertex = words[here + waiting]
            for at in range(data[cells + count + vertex], data[cells + count + vertex + 1]):
                other = data[start + at]
                mask = state.masks[data[cells + other]]
                if mask & digits and not words[place + other]:
                    if not mask & ~digits:
                        words[place + other] = distance + 1
                        words[here + waiting] = other
                        waiting += 1
                    elif distance < room:
                        words[place + other] = distance + 2
                        words[farther + later] = other
                        later += 1
        here, farther = farther, here
        waiting = later


def search_from(board: Propagators, state: Masks, p: int, root: int) -> int:
    """Search depth first from a vertex; narrow cut vertices. Return the number of cells reached, -1
    if one cannot be narrowed."""
    data = board.data
    words = state.words
    start = board.starts[p]
    count = data[start]
    digits = data[start + 1]
    cells = start + 4
    neighbours = cells + count
    step = count + 1
    fill(words, 0, SPACE * step, 0)
    words[ORDER * step + root] = 1
    words[LOW * step + root] = 1
    words[PARENT * step + root] = -1
    words[NEXT * step + root] = data[neighbours + root]
    order = 1
    vertex = root
    while vertex >= 0:
        at = words[NEXT * step + vertex]
        if at < data[neighbours + vertex + 1]:
            words[NEXT * step + vertex] = at + 1
            other = data[start + at]
            if words[ORDER * step + other]:
                found = words[ORDER * step + other]
                words[LOW * step + vertex] = min(words[LOW * step + vertex], found)
            elif other == count or state.masks[data[cells + other]] & digits:
                order += 1
                words[ORDER * step + other] = order
                words[LOW * step + other] = order
                words[PARENT * step + other] = vertex
                words[NEXT * step + other] = data[neighbours + other]
                is_sure = other < count and state.masks[data[cells + other]] & ~digits == 0
                words[HAS_SURE * step + other] = is_sure
                vertex = other
        else:
            parent = words[PARENT * step + vertex]
            if parent >= 0:
                low = words[LOW * step + vertex]
                words[LOW * step + parent] = min(words[LOW * step + parent], low)
                below = words[BELOW * step + vertex] + 1
                words[BELOW * step + parent] += below
                if low >= words[ORDER * step + parent]:
                    words[CUT * step + parent] += below
                if words[HAS_SURE * step + vertex]:
                    words[HAS_SURE * step + parent] = 1
                    cuts = low >= words[ORDER * step + parent] and parent not in (root, count)
                    if cuts and not narrow(board, state, data[cells + parent], digits):
                        return -1
            vertex = parent
    if words[ORDER * step + count]:
        return order - 1
    return order
