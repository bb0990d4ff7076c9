"""What the glyphs of a board say: a symbol in a cell, marks of candidates, or nothing.

High glyphs are symbols, low ones marks: symbols show their height where they are alone in the
middle of a cell. A cell of two high glyphs is a number of two digits. Which symbols a board has
follows from its size; of sixteen there are several kinds, and the one that fits the glyphs best is
taken.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..frozen import frozen
from .cells import CELL, Cell
from .glyphs import Glyph, scaled
from .marks import Mark, marks_of
from .model import SYMBOLS, chances
from .opencv import Floats

#: Glyphs below this height, as a share of a cell, are marks where no higher ones tell.
MARK_HEIGHT = 0.3
#: Marks are lower than this share of the height of symbols.
LOWER = 0.72
#: Except those of old style figures without ascenders.
LOWEST = 0.5
#: How much less likely a spot is where a symbol would stand, and of its height.
SPOT = 0.02
#: Ink of this strength outside the glyphs of a cell is perhaps one more.
UNEXPLAINED = 0.4
#: A mark of this probability is no part of a symbol.
CLEAR_MARK = 0.8
#: A probability that no symbol gets less than: the model has seen few of all fonts.
FLOOR = 1e-5
#: Letters that look like a digit, for boards that have no letters.
LOOKS = {0: "OD", 1: "I", 6: "G", 8: "B"}


@frozen
class Contents:
    """What one cell may hold.

    shares: the probability of a blank cell and of each digit; marks: candidates, each with its
    probability. glyphs: number of glyphs taken for symbols. fit: the probability that the model
    gives to the likeliest of the board's symbols. has_more: whether there is ink that none of the
    marks explains.
    """

    shares: Floats
    marks: tuple[Mark, ...] = ()
    glyphs: int = 0
    fit: float = 1.0
    has_more: bool = False

    @property
    def digit(self) -> int:
        """The likeliest digit; 0 for blank."""
        return int(self.shares.argmax())


def alphabets(size: int) -> list[str]:
    """Return the kinds of symbols that boards of a size have; "" is numbers of up to two digits."""
    usual = SYMBOLS[1 : size + 1]
    if size <= 9:
        return [usual]
    letters = SYMBOLS[10 : 10 + size]
    return [usual, SYMBOLS[:size], letters, ""]


def contents_of(cells: Sequence[Cell], size: int) -> tuple[str, list[Contents]]:
    """Return the symbols of a board and what each cell may hold, row by row."""
    usual = _usual_height(cells)
    high = []
    low = []
    for cell in cells:
        tall = [glyph for glyph in cell.glyphs if _is_high(glyph, cell, usual)]
        low.append([glyph for glyph in cell.glyphs if glyph not in tall])
        high.append(_joined(tall, cell))
    seen_high = [_seen(glyphs) for glyphs in high]
    fits = {symbols: _fit(seen_high, symbols, size) for symbols in alphabets(size)}
    symbols = max(fits, key=fits.__getitem__)
    seen_low = [[_digits([one], symbols, size) for one in _seen(glyphs)] for glyphs in low]
    marks = marks_of(low, seen_low)
    found = []
    for number, cell in enumerate(cells):
        tall = high[number]
        if tall:
            shares = _digits(seen_high[number], symbols, size)
            looks = _with_blank(shares, tall, usual)
            found.append(Contents(looks, glyphs=len(tall), fit=float(shares.max())))
        else:
            of_cell = marks[number]
            has_more = bool(of_cell) and cell.rest > UNEXPLAINED
            looks = _blank(cell, of_cell, size)
            found.append(Contents(looks, of_cell, has_more=has_more))
    return symbols or SYMBOLS[1 : size + 1], found


def _seen(glyphs: Sequence[Glyph]) -> list[Floats]:
    """Return the probabilities of the model's classes for each glyph."""
    if not glyphs:
        return []
    squares = np.array([scaled(glyph.ink) for glyph in glyphs])
    return list(chances(squares))


def _is_high(glyph: Glyph, cell: Cell, usual: float) -> bool:
    """Whether a glyph is a symbol, and not the mark of a candidate.

    Old style figures are of two heights: a low one is alone in its cell, and near the middle.
    """
    x, y = glyph.apart(CELL)
    is_alone = len(cell.glyphs) == 1
    if is_alone and x < 0.12 and y < 0.22:
        return glyph.height >= LOWEST * usual
    return glyph.height >= LOWER * usual


def _usual_height(cells: Sequence[Cell]) -> float:
    """Return the height of symbols in pixels; of a board that has none, more than any glyph's."""
    heights = [glyph.height for cell in cells for glyph in cell.glyphs]
    alone = []
    for cell in cells:
        if len(cell.glyphs) == 1:
            glyph = cell.glyphs[0]
            if max(glyph.apart(CELL)) < 0.17:
                alone.append(glyph.height)
    if not heights:
        return CELL
    tallest = np.quantile(alone, 0.75) if alone else np.quantile(heights, 0.95)
    most = max([len(cell.glyphs) for cell in cells])
    if tallest < MARK_HEIGHT * CELL and most > 2:
        return 2 * CELL
    return float(tallest)


def _joined(glyphs: list[Glyph], cell: Cell) -> list[Glyph]:
    """Return the high glyphs of a cell; those above one another are parts of one."""
    if len(glyphs) < 2:
        return glyphs
    boxes = np.array([glyph.box for glyph in glyphs])
    starts = boxes[:, :2]
    ends = starts + boxes[:, 2:]
    left, top = starts.min(axis=0).tolist()
    right, bottom = ends.max(axis=0).tolist()
    width = right - left
    if width > 0.75 * boxes[:, 2].sum():
        return glyphs
    ink = cell.ink[top:bottom, left:right]
    return [Glyph((left, top, width, bottom - top), ink)]


def _digits(seen: Sequence[Floats], symbols: str, size: int) -> Floats:
    """Return the probability of each digit; their sum is less than 1 if it may be none of them.

    seen: the probabilities of the model's classes for one glyph, or for two that make a number.
    """
    shares = np.zeros(size, np.float32)
    for place in range(size):
        text = symbols[place] if symbols else str(place + 1)
        if len(text) == len(seen):
            each = [_share(*pair, symbols) for pair in zip(seen, text, strict=True)]
            shares[place] = np.prod(each)
    return shares + np.float32(FLOOR)


def _share(seen: Floats, symbol: str, symbols: str) -> float:
    """Return the probability of a symbol; without letters on the board, with what looks so."""
    share = float(seen[SYMBOLS.index(symbol)])
    if symbols.isdigit() or not symbols:
        for letter in LOOKS.get(int(symbol), ""):
            share += float(seen[SYMBOLS.index(letter)])
    return share


def _fit(cells: Sequence[Sequence[Floats]], symbols: str, size: int) -> float:
    """Return how well the glyphs fit a kind of symbols, as a sum of logarithms."""
    best = [_digits(seen, symbols, size).max() for seen in cells if seen]
    return float(np.log(best).sum())


def _with_blank(shares: Floats, glyphs: Sequence[Glyph], usual: float) -> Floats:
    """Return the probabilities of blank and of each digit, their sum 1.

    usual: the height of symbols in pixels.
    """
    # What the model takes for no symbol may be a spot: hardly where a symbol would stand.
    blank = max(1 - float(shares.sum()), FLOOR) / 2
    first = glyphs[0]
    is_middle = len(glyphs) == 1 and max(first.apart(CELL)) < 0.15
    if is_middle and 0.8 < first.height / usual < 1.25:
        blank *= SPOT
    every = np.append(np.float32(blank), shares)
    looks: Floats = every / every.sum()
    return looks


def _blank(cell: Cell, marks: Sequence[Mark], size: int) -> Floats:
    """Return the probabilities of a cell without symbols: from the faint ink in it, or from marks
    that may be parts of a symbol."""
    some = min(0.5, 2.5 * (cell.rest - 0.14))
    if marks:
        clearest = max([share for _, share in marks])
        some = FLOOR if clearest > CLEAR_MARK else 0.4
    some = max(some, FLOOR)
    shares = np.full(size + 1, some / size, np.float32)
    shares[0] = 1 - some
    return shares
