"""Cells that hold one of some digits form one piece; or each piece touches the border.

Idea: from one cell that surely belongs to the piece, the cells that may belong to it are searched,
depth first. Cells that are not reached do not belong; a cell without which two parts fall apart,
each with a cell that surely belongs, belongs itself (a cut vertex). Where pieces are joined
outside, the outside is one more vertex, next to the border's cells.

A piece of known size has room for so many more cells, so a cell farther away does not belong:
distances count the cells on the way that may belong, not those that surely do. A cell without which
fewer cells can be reached than the piece has belongs to it. While no cell surely belongs, parts
that are smaller than the piece do not. The last two take chaos constructions from 141,697, 168,674
and 243,970 conflicts to 26,438, 44,804 and 189,567, and leave shorter searches as they were.
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
#: itself, those of them that fall apart without it. For distances: these plus 1 (0 for not yet),
#: the vertices to go on from at this distance, and at the next.
ORDER, LOW, PARENT, NEXT, HAS_SURE, BELOW, CUT = range(7)
DISTANCE, HERE, FARTHER = range(3)
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
    """Deny the cells in parts that are smaller than the piece, while no cell surely belongs; return
    False if no part is large enough."""
    data = board.data
    words = state.words
    start = board.starts[p]
    count = data[start]
    digits = data[start + 1]
    size = data[start + 2]
    cells = start + 4
    here = HERE * (count + 1)
    has_room = False
    fill(words, DISTANCE * (count + 1), count + 1, 0)
    for first in range(count):
        if words[first] or not state.masks[data[cells + first]] & digits:
            continue
        words[first] = 1
        words[here] = first
        found = 1
        done = 0
        while done < found:
            vertex = words[here + done]
            done += 1
            for at in range(data[cells + count + vertex], data[cells + count + vertex + 1]):
                other = data[start + at]
                if not words[other] and state.masks[data[cells + other]] & digits:
                    words[other] = 1
                    words[here + found] = other
                    found += 1
        if found >= size:
            has_room = True
            continue
        for k in range(found):
            if not narrow(board, state, data[cells + words[here + k]], ~digits):
                return False
    return has_room


def keep_near(board: Propagators, state: Masks, p: int, root: int, room: int) -> bool:
    """Deny the cells that are farther from a vertex than the room that is left; return False if one
    of them surely belongs."""
    data = board.data
    words = state.words
    start = board.starts[p]
    count = data[start]
    digits = data[start + 1]
    cells = start + 4
    step = count + 1
    here = HERE * step
    farther = FARTHER * step
    fill(words, DISTANCE * step, step, 0)
    words[root] = 1
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
                if mask & digits and not words[other]:
                    if not mask & ~digits:
                        words[other] = distance + 1
                        words[here + waiting] = other
                        waiting += 1
                    elif distance < room:
                        words[other] = distance + 2
                        words[farther + later] = other
                        later += 1
        here, farther = farther, here
        waiting = later
    for i in range(count):
        if not words[i] and not narrow(board, state, data[cells + i], ~digits):
            return False
    return True


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
