"""The puzzle of a certificate (`satdoku certify`), with its board as houses and its rules by name.

What the certificate claims is judged by `certificates.checker` alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from ...board import Puzzle
from ...errors import LayoutError, ParseError
from ...geometry import House
from ...layout import Layout
from ...layout_names import EXTRA_HOUSES
from ...phrases import phrase


def read_certificate(record: Mapping[str, Any], ignore: Collection[str]) -> Puzzle:
    """Return the puzzle; raise `ParseError` for a board that is none."""
    try:
        return grid_in(record["puzzle"], board_of(record))
    except (KeyError, TypeError, ValueError) as error:
        raise ParseError(phrase("this certificate has no puzzle: {error}", error=error)) from None


def grid_in(line: str, layout: Layout) -> Puzzle:
    """Return a grid of a certificate: a symbol per cell, any other character for a blank."""
    digits = [layout.symbols.find(symbol) + 1 for symbol in line]
    return Puzzle(tuple(digits), layout)


def board_of(record: Mapping[str, Any]) -> Layout:
    """Return the board of a certificate. Extra houses lose their names, except for boards with
    exactly one named kind of extra house."""
    if "board" in record:
        layout = _board_named(record["board"], record["houses"], record["symbols"])
    else:
        layout = layout_of_houses(record["size"], record["houses"], record["symbols"])
    rules = [rule["rule"] for rule in record.get("rules", ())]
    return layout.with_constraints(*rules)


def listed_houses(layout: Layout) -> list[list[int]]:
    """All houses; for a regular square, only those after its rows and columns."""
    understood = 2 * layout.size if layout.is_regular else 0
    return [list(house.cells) for house in layout.houses[understood:]]


def _board_named(name: str, houses: list[list[int]], symbols: str) -> Layout:
    """Return the board of that name; raise ValueError if its houses differ from these."""
    layout = replace(Layout.named(name), symbols=symbols)
    if layout.is_regular or layout.constraints or listed_houses(layout) != houses:
        raise ValueError("its houses do not match the name of its board")
    return layout


def layout_of_houses(size: int, houses: list[list[int]], symbols: str) -> Layout:
    """Return the layout with these houses besides rows and columns. If the first `size` of them
    tile the board, they are its regions."""
    regions = [0] * size * size
    covered = []
    for region, cells in enumerate(houses[:size]):
        covered += cells
        for cell in cells:
            regions[cell] = region
    if sorted(covered) == [*range(size * size)]:
        board = Layout(size, tuple(regions), symbols=symbols)
        extra = houses[size:]
    else:
        board = Layout(size, symbols=symbols)
        extra = houses
    for known in (board, *_with_known_houses(board)):
        if [list(house.cells) for house in known.extra_houses] == extra:
            return known
    own = tuple(House("house", i, tuple(cells)) for i, cells in enumerate(extra, 1))
    return replace(board, extra_houses=own)


def _with_known_houses(board: Layout) -> Iterator[Layout]:
    """Yield the board with each named kind of extra houses, one kind at a time."""
    for name in EXTRA_HOUSES:
        with suppress(LayoutError):
            yield board.with_houses(name)
