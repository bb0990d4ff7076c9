"""Bands: rows and boxes, or columns and boxes, that fill the same cells; see `intersections`.

Idea: all intersections of a band at once. A row and a box share a piece; the digits of each piece
are read once, and tell for each row, and for each box, what is in one of its pieces alone. So
a band reads each cell once where its intersections, each by itself, would read it four times; and
a cell that changes wakes two bands, not eight intersections.

Parameters: the number of rows, of boxes, and of cells in a piece; the cells, by row and by box.
"""

from __future__ import annotations

from .board import Masks, Propagators, narrow


def propagate_band(board: Propagators, state: Masks, p: int) -> bool:
    """Run a band; return False if it cannot hold.

    words: the digits of the pieces, by row; then for each box its digits, and those of several
    pieces.
    """
    rows = board.data[board.starts[p]]
    boxes = board.data[board.starts[p] + 1]
    pieces = rows * boxes
    words = state.words
    read_pieces(board, state, p)
    again = True
    while again:
        again = False
        for box in range(boxes):
            some = 0
            several = 0
            for piece in range(box, pieces, boxes):
                several |= some & words[piece]
                some |= words[piece]
            words[pieces + 2 * box] = some
            words[pieces + 2 * box + 1] = several
        for row in range(0, pieces, boxes):
            some = 0
            several = 0
            for piece in range(row, row + boxes):
                several |= some & words[piece]
                some |= words[piece]
            for box in range(boxes):
                here = words[row + box]
                of_box = words[pieces + 2 * box]
                # outside the piece are the digits of several pieces, and those of another one
                first = several | (some & ~here)
                second = words[pieces + 2 * box + 1] | (of_box & ~here)
                if first != second:
                    again = True
                    if not narrow_rests(board, state, p, row, box, first & second):
                        return False
    return True


def read_pieces(board: Propagators, state: Masks, p: int) -> None:
    """Note the digits of all pieces."""
    data = board.data
    start = board.starts[p]
    length = data[start + 2]
    k = start + 3
    for piece in range(data[start] * data[start + 1]):
        some = 0
        for cell in range(k, k + length):
            some |= state.masks[data[cell]]
        state.words[piece] = some
        k += length


def narrow_rests(board: Propagators, state: Masks, p: int, row: int, box: int, keep: int) -> bool:
    """Leave the other pieces of a row and of a box these digits. row: its first piece."""
    rows = board.data[board.starts[p]]
    boxes = board.data[board.starts[p] + 1]
    for piece in range(row, row + boxes):
        if piece != row + box and not narrow_piece(board, state, p, piece, keep):
            return False
    for piece in range(box, rows * boxes, boxes):
        if piece != row + box and not narrow_piece(board, state, p, piece, keep):
            return False
    return True


def narrow_piece(board: Propagators, state: Masks, p: int, piece: int, keep: int) -> bool:
    """Leave the cells of a piece these digits; return False if one has none."""
    if not state.words[piece] & ~keep:
        return True
    state.words[piece] &= keep
    length = board.data[board.starts[p] + 2]
    first = board.starts[p] + 3 + piece * length
    return all(narrow(board, state, board.data[k], keep) for k in range(first, first + length))
