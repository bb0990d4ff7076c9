"""Sukaku: a puzzle given by the candidates of its cells, on one line of 729 characters.

For each cell, each digit is at its position, replaced by "." or "0" if it is impossible. A cell
with one candidate is a given; the others get the constraint "candidates".

>>> puzzle = read_sukaku("1..." + "1234" * 14 + ".2.4")
>>> puzzle.line, str(puzzle.constraints[0].on(4)), sukaku_line(puzzle)[-8:]
('1...............', 'candidates:2,4:r4c4', '1234.2.4')
"""

from __future__ import annotations

from collections.abc import Collection

from ...board import Puzzle
from ...constraints.constraint import Constraint
from ...errors import LayoutError
from ...layout import Layout
from ...phrases import phrase
from ..text.candidate_places import SIZES
from ..text.candidates import dense_size


def read_sukaku(text: str, ignore: Collection[str] = ()) -> Puzzle | None:
    """Return the puzzle of such a line; None for other text."""
    size = dense_size(text)
    if not size:
        return None
    layout = Layout.of_size(size)
    digits, rules = [0] * layout.cell_count, []
    for cell in layout.all_cells:
        marks = text[cell * size : cell * size + size]
        some = tuple(d for d, mark in enumerate(marks, 1) if mark == layout.symbol(d))
        if len(some) == 1:
            digits[cell] = some[0]
        elif len(some) < size:
            rules.append(Constraint("candidates", (cell,), some))
    return Puzzle(tuple(digits), layout.with_constraints(*rules))


def sukaku_line(puzzle: Puzzle) -> str:
    """Return the line of a puzzle; raise `LayoutError` if it has other rules than candidates."""
    layout = puzzle.layout
    if layout.without_constraints() != Layout.of_size(layout.size) or layout.size not in SIZES:
        raise LayoutError(
            phrase(
                "a line of candidates can hold only usual boards, not {name!s}",
                name=layout.name[:40],
            )
        )
    open_ = [set(layout.digits) for _ in puzzle.cells]
    for rule in puzzle.constraints:
        if rule.kind != "candidates":
            raise LayoutError(
                phrase("a line of candidates cannot hold the rule {kind!r}", kind=rule.kind)
            )
        for cell in rule.cells:
            open_[cell] &= set(rule.values)
    for cell, digit in enumerate(puzzle.cells):
        open_[cell] &= {digit} if digit else open_[cell]
    return "".join(layout.symbol(d) if d in some else "." for some in open_ for d in layout.digits)
