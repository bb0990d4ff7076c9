"""A board for a terminal: lines between regions, optional candidates, colours.

Lines are drawn between regions and at the border; rows and columns are separated only where there
is such a line somewhere along them (with candidates: everywhere). So a standard board is small, and
a jigsaw has room for its borders. Variant rules are listed below.

>>> print(drawing("1.....3..1.....2").text())
┌─────┬─────┐
│ 1 . │ . . │
│ . . │ 3 . │
├─────┼─────┤
│ . 1 │ . . │
│ . . │ . 2 │
└─────┴─────┘
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import ceil, sqrt
from typing import NotRequired, cast

from ..board import Puzzle
from ..constraints.constraint import Constraint
from ..constraints.geometry import neighbours
from ..formats.metadata import about, state
from ..formats.text.pencil import candidates_of
from ..formats.text.reader import PuzzleLike, parse
from ..formats.write import is_implied
from ..frozen import frozen
from ..layout import Layout
from ..layout_names import name_of
from ..phrases import verbatim
from ..plurals import plural
from ..record_types import BoardRecord
from ..sanitize import columns, shown
from .theories import TheoryRecord, theory_lines, theory_record

#: Box-drawing characters, indexed by their arms: up 1, down 2, left 4, right 8.
CROSSINGS = " │││─┘┐┤─└┌├─┴┬┼"
#: Styles of cells, as named by rich: given, placed, candidates, in an extra house.
GIVEN, PLACED, MARK, HOUSE = "bold", "cyan", "dim", "on grey23"
#: Styles of cages, used in turn.
CAGES = ("on dark_blue", "on dark_green", "on dark_red", "on purple4", "on grey35")
SMALL_DIGITS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
#: Maximum number of rules listed.
MOST_LISTED = 200

#: A piece of a line, and its style.
Piece = tuple[str, str]


class DrawingRecord(BoardRecord):
    """candidates: with --candidates: the possible digits of each cell. theory: with
    --explain-theory."""

    candidates: NotRequired[list[str]]
    theory: NotRequired[TheoryRecord]


@frozen
class Drawing:
    """A drawn board. candidates: show the possible digits of blank cells. theory: add the clauses
    and the sums that they imply.

    >>> import satdoku
    >>> print(satdoku.drawing("1..2..3..4......").text())
    ┌─────┬─────┐
    │ 1 . │ . 2 │
    │ . . │ 3 . │
    ├─────┼─────┤
    │ . 4 │ . . │
    │ . . │ . . │
    └─────┴─────┘
    """

    puzzle: Puzzle
    candidates: bool = False
    theory: bool = False

    def record(self) -> DrawingRecord:
        """Return the puzzle for JSON, with candidates and theory if they are shown."""
        known = cast(DrawingRecord, self.puzzle.record())
        if self.candidates:
            symbol = self.puzzle.layout.symbol
            digits = _possible(self.puzzle)
            known["candidates"] = ["".join(map(symbol, possible)) for possible in digits]
        if self.theory:
            known["theory"] = theory_record(self.puzzle.layout)
        return known

    def text(self) -> str:
        """Return the lines without colours, which are the same in every language."""
        lines = ["".join(text for text, _ in line).rstrip() for line in self.lines()]
        return verbatim("\n".join(lines))

    def lines(self, summed: bool = False) -> Iterator[list[Piece]]:
        """Yield lines of styled pieces: the board, its rules, its metadata. summed: with the sum of
        each cage before its first cell, for a person; what is read back has no sums."""
        sums = _sums(self.puzzle) if summed and not self.candidates else {}
        yield from _BoardText(self.puzzle, self.candidates, sums).lines()
        for line in rule_lines(self.puzzle):
            yield [(line, "")]
        if self.theory:
            for line in theory_lines(self.puzzle.layout):
                yield [(line, "")]

    def __repr__(self) -> str:
        return f"<Drawing of {self.puzzle.layout.name[:40]}: {plural(self.puzzle.clues, 'clue')}>"


def drawing(
    puzzle: PuzzleLike,
    candidates: bool = False,
    theory: bool = False,
    *,
    layout: Layout | str | None = None,
) -> Drawing:
    """Return the board for a terminal; see `Drawing`.

    layout: of a puzzle that is text, as for `parse`.

    >>> import satdoku
    >>> satdoku.drawing("1..2..3..4......", candidates=True).record()["candidates"][:4]
    ['1', '3', '4', '2']
    """
    return Drawing(parse(puzzle, layout), candidates, theory)


def rule_lines(puzzle: Puzzle) -> Iterator[str]:
    """Yield the rules of a puzzle and its metadata, one per line; readers take the rules for those
    of the board above. If the cells do not imply its shape and symbols, its name comes first."""
    layout = puzzle.layout
    below = layout.layered or _bare(layout)
    if not is_implied(below):
        yield below.text()
    own = name_of(replace(layout, constraints=())).removeprefix(_bare(layout).name)
    yield from (f"+{house}" for house in own.split("+")[1:])
    for rule in layout.constraints[:MOST_LISTED]:
        yield shown(str(rule.on(layout.places)), 2000)
    if len(layout.constraints) > MOST_LISTED:
        yield f"and {len(layout.constraints) - MOST_LISTED:,} more rules"
    fields = about(puzzle)
    for name in ("title", "author", "source", "level", "rating", "ruleset"):
        if name in fields:
            yield f"{name}: {shown(fields[name])}"


def _bare(layout: Layout) -> Layout:
    """Return the board without its extra houses and rules."""
    return replace(layout, extra_houses=(), constraints=())


class _BoardText:
    """The text layout of a board: blocks of characters for cells, with lines between them.

    Invariant: across[r] and down[c] state whether there is a line of characters above row r and
    left of column c (one more entry than rows and columns).
    """

    def __init__(self, puzzle: Puzzle, candidates: bool, sums: Mapping[int, str]) -> None:
        layout = puzzle.layout
        self.puzzle = puzzle
        self.layout = layout
        self.at = layout.places
        self.high = self.broad = 1
        self.marks: list[list[int]] = []
        if candidates:
            self.high, self.broad = _block(layout)
            self.marks = _possible(puzzle)
        self.sums = sums
        self.wide = layout.symbol_columns + max(map(len, sums.values()), default=0)
        self.styles = _styles(puzzle)
        height, width = self.at.height, self.at.width
        self.across = [
            candidates or any(self.wall_above(r, c) for c in range(width))
            for r in range(height + 1)
        ]
        self.down = [
            candidates or any(self.wall_left(r, c) for r in range(height)) for c in range(width + 1)
        ]

    def region(self, r: int, c: int) -> int:
        """The region of a place; -2 where there is no cell."""
        cell = self.at.cell_at(r, c)
        if cell is None:
            return -2
        return self.layout.regions[cell] if self.layout.regions else 0

    def wall_above(self, r: int, c: int) -> bool:
        """Whether there is a line between a place and the one above it."""
        return self.region(r, c) != self.region(r - 1, c)

    def wall_left(self, r: int, c: int) -> bool:
        """Whether there is a line between a place and the one to its left."""
        return self.region(r, c) != self.region(r, c - 1)

    def lines(self) -> Iterator[list[Piece]]:
        """Yield the board, line by line."""
        for r in range(self.at.height + 1):
            if self.across[r]:
                yield [(self._line_above(r), "")]
            if r < self.at.height:
                yield from (list(self._row(r, part)) for part in range(self.high))

    def _line_above(self, r: int) -> str:
        line = ""
        room = (self.wide + 1) * self.broad
        for c in range(self.at.width + 1):
            arms = (
                self.wall_left(r - 1, c)
                | self.wall_left(r, c) << 1
                | self.wall_above(r, c - 1) << 2
                | self.wall_above(r, c) << 3
            )
            if self.down[c]:
                if c:
                    line += "─" if self.wall_above(r, c - 1) else " "
                line += CROSSINGS[arms]
            if c < self.at.width:
                line += ("─" if self.wall_above(r, c) else " ") * room
        return line

    def _row(self, r: int, part: int) -> Iterator[Piece]:
        for c in range(self.at.width + 1):
            if self.down[c]:
                wall = "│" if self.wall_left(r, c) else " "
                yield (f" {wall}" if c else wall), ""
            if c == self.at.width:
                break
            cell = self.at.cell_at(r, c)
            if cell is None:
                yield " " * (self.wide + 1) * self.broad, ""
            else:
                yield " ", ""
                yield from self._cell(cell, part)

    def _cell(self, cell: int, part: int) -> Iterator[Piece]:
        digit = self.puzzle.cells[cell]
        room = (self.wide + 1) * self.broad - 1
        style = self.styles[cell]
        if digit or self.high == self.broad == 1:
            if part != self.high // 2:  # not the middle line of the cell
                yield " " * room, style
                return
            mark = self.layout.symbol(digit) if digit else "."
            mark = self.sums.get(cell, "").rjust(self.wide - columns(mark)) + mark
            before = (room - self.wide) // 2
            yield " " * before + _padded(mark, room - before), style
            return
        here = list[str]()
        for d in range(part * self.broad + 1, (part + 1) * self.broad + 1):
            mark = self.layout.symbol(d) if d in self.marks[cell] else " "
            here.append(_padded(mark, self.wide))
        yield _padded(" ".join(here), room), f"{MARK} {style}".replace(GIVEN, "").strip()


def _padded(text: str, room: int) -> str:
    return text + " " * (room - columns(text))


def _block(layout: Layout) -> tuple[int, int]:
    """Return the rows and columns of candidates in a cell."""
    broad = layout.box_shape[1] if layout.box_shape else ceil(sqrt(layout.size))
    return -(-layout.size // broad), broad


def _styles(puzzle: Puzzle) -> list[str]:
    """Return the style of each cell."""
    backs: dict[int, str] = {}
    for house in puzzle.layout.extra_houses:
        backs |= dict.fromkeys(house.cells, HOUSE)
    for rule in _cages(puzzle):
        near = {n for cell in rule.cells for n in neighbours(puzzle.layout, cell)}
        beside = [backs.get(cell) for cell in near]
        # of the tints that no cage beside it has, the first; of all, the rarest
        tint = min(CAGES, key=beside.count)
        backs |= dict.fromkeys(rule.cells, tint)
    placed = set(state(puzzle)[0])
    styles = list[str]()
    for cell, digit in enumerate(puzzle.cells):
        style = ""
        if digit:
            style = PLACED if cell in placed else GIVEN
        styles.append(f"{style} {backs.get(cell, '')}".strip())
    return styles


def _cages(puzzle: Puzzle) -> list[Constraint]:
    return [rule for rule in puzzle.constraints if rule.kind in ("killer", "sum", "distinct")]


def _sums(puzzle: Puzzle) -> dict[int, str]:
    """Return the small digits of each cage's sum, by its first cell."""
    sums: dict[int, str] = {}
    for rule in _cages(puzzle):
        if rule.values:
            sums.setdefault(min(rule.cells), str(rule.values[0]).translate(SMALL_DIGITS))
    return sums


def _possible(puzzle: Puzzle) -> list[list[int]]:
    """Return the possible digits of each cell; with rules, those that the base rules leave."""
    marks = candidates_of(puzzle)
    if not puzzle.layout.constraints:
        return marks
    from ..inference.deduction import DENIED, Deduction
    from ..theory import Theory

    deduction = Deduction(Theory.of(puzzle.layout))
    if not deduction.extend(puzzle.givens):
        return marks
    left = list[list[int]]()
    for cell, digits in enumerate(marks):
        if len(digits) == 1:
            left.append(digits)
            continue
        variables = {d: puzzle.layout.variable_of(cell, d) for d in digits}
        left.append([d for d, v in variables.items() if deduction.status[v] != DENIED])
    return left
