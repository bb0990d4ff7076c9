"""What the glyphs of a board say: a symbol in a cell, marks of candidates, or nothing.

High glyphs are symbols, low ones marks: where both are on a board, their heights form two groups.
A cell of two high glyphs is a number of two digits. Which symbols a board has follows from its
size; of sixteen there are several kinds, and the one that fits the glyphs best is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log

import numpy as np

from ..frozen import frozen
from .cells import CELL, Cell
from .glyphs import Glyph, scaled
from .model import SYMBOLS, chances
from .opencv import Floats

#: Glyphs below this height, as a share of a cell, are marks where no higher ones tell.
MARK_HEIGHT = 0.3
#: Marks are lower than this share of the height of symbols.
LOWER = 0.72
#: Except those of old style figures without ascenders.
LOWEST = 0.5
#: Ink of this strength outside the glyphs of a cell is perhaps one more.
UNEXPLAINED = 0.4
#: A mark of this probability is no part of a symbol.
CLEAR_MARK = 0.8
#: Marks of a digit that show where it stands in cells.
ENOUGH_PLACES = 4
#: A probability that no symbol gets less than: the model has seen few of all fonts.
FLOOR = 1e-5
#: How much less likely a spot is where a symbol would stand, and of its height.
SPOT = 0.02


@frozen
class Contents:
    """What one cell may hold.

    shares: the probability of each digit, from 1, after that of a blank cell; marks: candidates,
    each with its probability. glyphs: number of glyphs taken for symbols. fit: the
    probability that the model gives to the likeliest of the board's symbols. has_more: whether
    there is ink that none of them explains.
    """

    shares: tuple[float, ...]
    marks: tuple[tuple[int, float], ...] = ()
    glyphs: int = 0
    fit: float = 1.0
    has_more: bool = False

    @property
    def digit(self) -> int:
        """The likeliest digit; 0 for blank."""
        return max(range(len(self.shares)), key=lambda digit: self.shares[digit])

    @property
    def confidence(self) -> float:
        """The probability of the likeliest."""
        return max(self.shares)


def alphabets(size: int) -> list[str]:
    """Return the kinds of symbols that boards of a size have; "" is numbers of up to two digits."""
    usual = SYMBOLS[1 : size + 1]
    if size <= 9:
        return [usual]
    return [usual, SYMBOLS[:size], SYMBOLS[10 : 10 + size], ""]


def contents_of(cells: Sequence[Cell], size: int) -> tuple[str, list[Contents]]:
    """Return the symbols of a board and what each cell may hold, row by row."""
    usual = _usual_height(cells)
    high = []
    low = []
    for cell in cells:
        symbols_of = [glyph for glyph in cell.glyphs if _is_high(glyph, cell, usual)]
        low.append([glyph for glyph in cell.glyphs if glyph not in symbols_of])
        high.append(_joined(symbols_of, cell))
    every = [glyph for group in (*high, *low) for glyph in group]
    shares = dict(zip(map(id, every), _shares(every), strict=True))
    read_high = [[shares[id(glyph)] for glyph in group] for group in high]
    symbols = max(alphabets(size), key=lambda one: _fit(read_high, one, size))
    found = []
    read_low = [
        [_of_symbols([shares[id(glyph)]], symbols, size) for glyph in group] for group in low
    ]
    _weigh_places(low, read_low)
    for cell, tall, small, read_marks in zip(cells, high, low, read_low, strict=True):
        if tall:
            read = _of_symbols([shares[id(glyph)] for glyph in tall], symbols, size)
            found.append(Contents(_with_blank(read, tall, usual), glyphs=len(tall), fit=max(read)))
        else:
            more = bool(small) and cell.rest > UNEXPLAINED
            marks = _marks(read_marks)
            found.append(Contents(_blank(cell, marks, size), marks, has_more=more))
    return symbols or SYMBOLS[1 : size + 1], found


def _shares(glyphs: Sequence[Glyph]) -> list[Floats]:
    """Return the probabilities of the model's classes for each glyph."""
    if not glyphs:
        return []
    return list(chances(np.array([scaled(glyph.ink) for glyph in glyphs])))


def _is_high(glyph: Glyph, cell: Cell, usual: float) -> bool:
    """Whether a glyph is a symbol, and not the mark of a candidate.

    Old style figures are of two heights: a low one is alone in its cell, and near the middle.
    """
    least = LOWER * usual
    if len(cell.glyphs) == 1:
        x, y = glyph.middle
        if abs(x - CELL / 2) < 0.12 * CELL and abs(y - CELL / 2) < 0.22 * CELL:
            least = LOWEST * usual
    return glyph.box[3] >= least


def _usual_height(cells: Sequence[Cell]) -> float:
    """Return the height of symbols in pixels."""
    heights = np.sort([glyph.box[3] for cell in cells for glyph in cell.glyphs])
    if not len(heights):
        return CELL
    # Alone in the middle of its cell, a glyph is a symbol: it says how high symbols are.
    alone = []
    for cell in cells:
        if len(cell.glyphs) == 1:
            x, y = cell.glyphs[0].middle
            if abs(x - CELL / 2) < 0.17 * CELL and abs(y - CELL / 2) < 0.17 * CELL:
                alone.append(cell.glyphs[0].box[3])
    tallest = float(np.quantile(alone, 0.75)) if alone else float(np.quantile(heights, 0.95))
    if tallest < MARK_HEIGHT * CELL and max(len(cell.glyphs) for cell in cells) > 2:
        return CELL
    return tallest


def _joined(glyphs: list[Glyph], cell: Cell) -> list[Glyph]:
    """Return the high glyphs of a cell; those above one another are parts of one."""
    if len(glyphs) < 2:
        return glyphs
    boxes = np.array([glyph.box for glyph in glyphs])
    left, top = boxes[:, :2].min(axis=0).tolist()
    right, bottom = (boxes[:, :2] + boxes[:, 2:]).max(axis=0).tolist()
    width = right - left
    if width > 0.75 * boxes[:, 2].sum():
        return glyphs
    return [Glyph((left, top, width, bottom - top), cell.ink[top:bottom, left:right])]


def _of_symbols(glyphs: Sequence[Floats], symbols: str, size: int) -> list[float]:
    """Return the probability of each digit; their sum is less than 1 if it may be none of them.

    glyphs: the probabilities of the classes of one glyph, or of two that make a number.
    """
    if symbols:
        if len(glyphs) != 1:
            return [FLOOR] * size
        return [float(glyphs[0][SYMBOLS.index(symbol)]) + FLOOR for symbol in symbols]
    shares = []
    for number in range(1, size + 1):
        digits = [int(digit) for digit in str(number)]
        if len(digits) != len(glyphs):
            shares.append(FLOOR)
            continue
        share = 1.0
        for digit, glyph in zip(digits, glyphs, strict=True):
            share *= _as_digit(glyph, digit)
        shares.append(share + FLOOR)
    return shares


#: Letters that look like a digit on boards that have no letters.
LOOKS = {0: "O", 1: "I", 2: "", 5: "", 8: "B"}


def _as_digit(glyph: Floats, digit: int) -> float:
    """Return the probability of a digit where no letters are."""
    share = float(glyph[digit])
    for letter in LOOKS.get(digit, ""):
        share += float(glyph[SYMBOLS.index(letter)])
    return share


def _fit(cells: Sequence[Sequence[Floats]], symbols: str, size: int) -> float:
    """Return how well the glyphs fit a kind of symbols, as a sum of logarithms."""
    total = 0.0
    for glyphs in cells:
        if glyphs:
            total += log(max(_of_symbols(glyphs, symbols, size)))
    return total


def _with_blank(shares: list[float], glyphs: Sequence[Glyph], usual: float) -> tuple[float, ...]:
    """Return the probabilities of blank and of each digit, their sum 1.

    usual: the height of symbols in pixels.
    """
    total = sum(shares)
    # What the model takes for no symbol may be a spot: hardly where a symbol would stand.
    blank = max(1 - total, FLOOR) * 0.5
    x, y = glyphs[0].middle
    apart = max(abs(x - CELL / 2), abs(y - CELL / 2))
    if len(glyphs) == 1 and apart < 0.15 * CELL and 0.8 < glyphs[0].box[3] / usual < 1.25:
        blank *= SPOT
    scale = 1 / (total + blank)
    return tuple([share * scale for share in (blank, *shares)])


def _blank(cell: Cell, marks: tuple[tuple[int, float], ...], size: int) -> tuple[float, ...]:
    """Return the probabilities of a cell without symbols: from the faint ink in it, or from marks
    that may be parts of a symbol."""
    some = min(0.5, max(0.0, (cell.rest - 0.14) * 2.5))
    if marks:
        some = 0.0 if max(share for _, share in marks) > CLEAR_MARK else 0.4
    each = max(some, FLOOR) / size
    return tuple([1 - each * size] + [each] * size)


def _weigh_places(low: Sequence[Sequence[Glyph]], shares: Sequence[list[list[float]]]) -> None:
    """Multiply the shares of marks by how well their places fit those of the same digit elsewhere.

    Where each digit has a place of its own in the cell, the sure ones show it; where digits follow
    one another, their places say little, and are spread so far that they change little.
    """
    places: dict[int, list[tuple[float, float]]] = {}
    for group, of_group in zip(low, shares, strict=True):
        for glyph, of_glyph in zip(group, of_group, strict=True):
            digit = _likeliest(of_glyph)
            if of_glyph[digit] > 0.9:
                places.setdefault(digit, []).append(glyph.middle)
    usual = {}
    for digit, found in places.items():
        if len(found) >= ENOUGH_PLACES:
            usual[digit] = np.median(found, axis=0), np.std(found, axis=0) + 0.03 * CELL
    if not usual:
        return
    for group, of_group in zip(low, shares, strict=True):
        for glyph, of_glyph in zip(group, of_group, strict=True):
            fits = []
            for digit in range(len(of_glyph)):
                if digit in usual:
                    middle, spread = usual[digit]
                    apart = np.minimum(np.abs(np.array(glyph.middle) - middle) / spread, 4)
                    fits.append(float(np.exp(-(apart**2).sum() / 2) / spread.prod()))
                else:
                    fits.append(1 / CELL**2)
            weighed = [share * fit for share, fit in zip(of_glyph, fits, strict=True)]
            of_glyph[:] = [share / sum(weighed) * min(sum(of_glyph), 1) for share in weighed]


def _likeliest(shares: Sequence[float]) -> int:
    return max(range(len(shares)), key=shares.__getitem__)


def _marks(glyphs: Sequence[Sequence[float]]) -> tuple[tuple[int, float], ...]:
    """Return the candidates that low glyphs mark, with their probabilities."""
    found: dict[int, float] = {}
    for shares in glyphs:
        place = _likeliest(shares)
        found[place + 1] = max(found.get(place + 1, 0.0), shares[place])
    return tuple(sorted(found.items()))
