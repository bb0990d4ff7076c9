"""Layers in words: what a variable of a layer says about its cell of the board.

A shade is "shaded" or "unshaded"; a Schrödinger cell has "second 4" beside its own digit, and any
other cell is "single"; a galaxy has "label 2".

>>> layout = Layout.named("4x4+yin-yang")
>>> cell_and_word(layout, 16, 2), cell_and_digit(layout, 0, "shaded")
((0, 'shaded'), (16, 2))
"""

from __future__ import annotations

from functools import lru_cache

from .constraints.kind_table import GALAXY, LAYER, SCHRODINGER, layer_kind
from .layout import Layout
from .phrases import phrase

#: By what a layer holds: what a variable of the layer is to its cell.
SUBJECTS = {LAYER: "shade", SCHRODINGER: "second digit", GALAXY: "label"}


@lru_cache(maxsize=16)
def values_of(layout: Layout) -> tuple[str, ...]:
    """Return the words for the values that the layer can have, by digit; () without a layer."""
    if not layout.layer_cells:
        return ()
    holding = layer_kind(layout)
    if holding == LAYER:
        return ("unshaded", "shaded")
    if holding == SCHRODINGER:
        return ("single", *(f"second {symbol}" for symbol in layout.symbols[1:]))
    return tuple(f"label {symbol}" for symbol in layout.symbols)


def board_cell(layout: Layout, cell: int) -> int:
    """Return the cell of the board that a variable's cell belongs to: itself, except on a layer."""
    if cell >= layout.board_cells and values_of(layout):
        return cell - layout.board_cells
    return cell


def cell_and_word(layout: Layout, cell: int, digit: int) -> tuple[int, str]:
    """Return the cell of the board (from 0), and what the digit (from 1) says about it: its symbol,
    or the word for a value of the layer."""
    at = board_cell(layout, cell)
    symbol = layout.symbol(digit)
    if at == cell:
        return cell, symbol
    values = values_of(layout)
    if digit > len(values):
        return at, f"shade {symbol}"
    return at, values[digit - 1]


def cell_and_digit(layout: Layout, cell: int, word: str) -> tuple[int, int] | None:
    """Return (cell, digit) of what `cell_and_word` calls by this word at a cell of the board; None
    if nothing is."""
    values = values_of(layout)
    if word in values:
        return cell + layout.board_cells, values.index(word) + 1
    if word in layout.symbols:
        return cell, layout.symbols.index(word) + 1
    return None


def cell_in_words(layout: Layout, cell: int) -> str:
    """Return 'r4c7', or 'the shade of r4c7' for a cell of the layer."""
    at = board_cell(layout, cell)
    name = layout.cell_name(at)
    if at == cell:
        return name
    return phrase(f"the {SUBJECTS[layer_kind(layout)]} of {{cell}}", cell=name)
