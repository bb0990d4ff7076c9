"""A puzzle: immutable digits on a layout; independent of solving.

>>> puzzle = Puzzle((1, 0, 0, 0) + (0,) * 12, Layout.of_size(4))
>>> puzzle.line, puzzle.givens, puzzle.clues
('1...............', (1,), 1)
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import field
from operator import index
from typing import TYPE_CHECKING, Any, cast

from .constraints.constraint import Constraint
from .errors import PuzzleError
from .formats.cell_values import digits_of_cells
from .frozen import frozen
from .layout import Layout, as_layout
from .notebook import Pictured
from .phrases import phrase
from .plurals import a_board, plural
from .record_types import PuzzleRecord
from .sanitize import columns

if TYPE_CHECKING:
    from .batch import puzzles as counting
    from .certificates import certifying
    from .diagnosis import diagnosing
    from .encodings import exporting
    from .formats import converting
    from .logic import available, hints
    from .logic import explain as explaining
    from .logic.difficulty import rating
    from .operations import checking, solving
    from .render.picture import svg

#: The usual 9×9 board.
STANDARD = Layout.boxes(3, 3)


def is_standard(layout: Layout) -> bool:
    """Return whether the boards of a layout are the usual 9×9 ones, with any symbols."""
    same = layout.is_regular and layout.regions == STANDARD.regions
    return same and not (layout.extra_houses or layout.constraints)


@frozen
class Puzzle(Pictured):
    """Digits on a board: a puzzle, a partial solution or a full grid.

    cells: a digit for each cell, row by row, in one list or a list for each row: 0, None, NaN, ""
    or "." for blank, else 1 … size, or a symbol as text; extra variables after the board's cells (a
    layer) may be left out, for blank ones. kept: metadata from the
    puzzle's text (`formats.metadata`). `str` gives the lecture's grid. Raises `PuzzleError` for a
    wrong number of cells or a digit out of range.

    >>> puzzle = Puzzle([1, 0, 0, 4] + [0] * 12, "4x4")
    >>> puzzle.line, puzzle.clues, puzzle["r1c4"]
    ('1..4............', 2, 4)
    >>> print(puzzle)
    1 . . 4
    . . . .
    . . . .
    . . . .
    """

    cells: tuple[int, ...]
    layout: Layout = STANDARD
    kept: str = field(default="", compare=False, repr=False)

    def __init__(
        self, cells: Iterable[object], layout: Layout | str = STANDARD, kept: str = ""
    ) -> None:
        layout = as_layout(layout)
        # An iterator can be read only once; anything else is read again where it is no plain list.
        given = list(cells) if isinstance(cells, Iterator) else cells
        try:
            digits = tuple(map(index, given))  # type: ignore[arg-type]
        except (TypeError, NotImplementedError):
            digits = digits_of_cells(given, layout.symbols, layout.cell_name)
        if len(digits) == layout.board_cells < layout.cell_count:
            digits += (0,) * len(layout.extra_cells)
        for name, value in (("cells", digits), ("layout", layout), ("kept", kept)):
            object.__setattr__(self, name, value)
        self._check()

    def _check(self) -> None:
        if len(self.cells) != self.layout.cell_count:
            below = self.layout.layered
            name = (below or self.layout.without_constraints()).name
            own = f"{below.cell_count}, or with its layer " if below else ""
            raise PuzzleError(
                phrase(
                    "{cells}: {board} has {own}{cell_count}",
                    cells=plural(len(self.cells), "cell"),
                    board=a_board(name),
                    own=own,
                    cell_count=self.layout.cell_count,
                )
            )
        # Nearly every board is right, and these two say so much sooner than a loop over the cells.
        if min(self.cells) >= 0 and max(self.cells) <= self.layout.size:
            return
        for cell, digit in enumerate(self.cells):
            if not 0 <= digit <= self.layout.size:
                raise PuzzleError(
                    phrase(
                        "{cell!s} holds {digit!r}: digits are 1 to {size}, and 0 for blank",
                        cell=self.layout.cell_name(cell),
                        digit=digit,
                        size=self.layout.size,
                    )
                )

    @classmethod
    def from_variables(cls, variables: Iterable[int], layout: Layout | str = STANDARD) -> Puzzle:
        """Return the board on which exactly these variables are true; two in a cell: `PuzzleError`.

        Auxiliary variables of the layout's constraints follow from the board and are ignored.
        """
        layout = as_layout(layout)
        count, n = layout.cell_count, layout.size
        cells = [0] * count
        for variable in variables:
            cell, digit = divmod(variable - 1, n)  # inlined `cell_and_digit`: saves a call per cell
            if cell >= count and layout.constraints:
                continue  # an auxiliary variable
            if not 0 <= cell < count:
                raise PuzzleError(
                    phrase(
                        "variable {variable} is not on the board {name!s}",
                        variable=variable,
                        name=layout.name,
                    )
                )
            if cells[cell] not in (0, digit + 1):
                raise PuzzleError(phrase("{cell!s} holds two digits", cell=layout.cell_name(cell)))
            cells[cell] = digit + 1
        return cls(tuple(cells), layout)

    @property
    def givens(self) -> tuple[int, ...]:
        """The variables that the digits assert, in increasing order."""
        n = self.layout.size  # inlined Layout.variable_of: saves a call per cell
        return tuple([cell * n + digit for cell, digit in enumerate(self.cells) if digit])

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """The rules of the layout beyond its houses."""
        return self.layout.constraints

    @property
    def clues(self) -> int:
        """The number of cells that hold a digit."""
        return self.layout.cell_count - self.cells.count(0)

    @property
    def is_full(self) -> bool:
        """Whether every cell holds a digit (right or wrong)."""
        return 0 not in self.cells

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The digits row by row as drawn, 0 also where there is no cell."""
        return tuple(map(tuple, self.layout.places.drawn(self.cells, 0)))

    @property
    def line(self) -> str:
        """One character per cell, row by row, '.' for blank."""
        symbols = "." + self.layout.symbols
        return "".join([symbols[digit] for digit in self.cells])

    def __len__(self) -> int:
        """The number of cells."""
        return len(self.cells)

    def __iter__(self) -> Iterator[int]:
        """The digits, as in `cells`."""
        return iter(self.cells)

    def __getitem__(self, cell: int | str) -> int:
        """Return the digit of a cell, 0 if blank; the cell by number from 0, or by name.

        >>> Puzzle((1, 0, 0, 4) + (0,) * 12, Layout.of_size(4))["r1c4"]
        4
        """
        if not isinstance(cell, str):
            try:
                return self.cells[cell]
            except IndexError:
                raise IndexError(f"cell {cell}: the board has {len(self.cells)}") from None
        for number in range(len(self.cells)):
            if self.layout.cell_name(number) == cell:
                return self.cells[number]
        raise PuzzleError(
            phrase(
                "{cell!r} is not a cell of the {name!s} board: write r1c1",
                cell=cell,
                name=self.layout.name,
            )
        )

    def record(self) -> PuzzleRecord:
        """Return the puzzle with its board, its rules, its title and the like, for JSON."""
        kept = json.loads(self.kept) if self.kept else {}
        about = kept.get("about", {})
        if left_out := kept.get("left out"):
            about = about | {"left_out": sorted(left_out)}
        return cast(PuzzleRecord, {"puzzle": self.line, **self.layout.record(), **about})

    def without(self, cells: Iterable[int]) -> Puzzle:
        """Return the same board with these cells (numbered from 0) blank."""
        kept = list(self.cells)
        for cell in cells:
            kept[cell] = 0
        return Puzzle(tuple(kept), self.layout, self.kept)

    # Methods that layers above add: `METHODS` of `rooms.py`, and `methods` of rooms.
    # Type checkers see them here; a test says which are missing.
    if TYPE_CHECKING:
        solve = solving.solve
        count = counting.count
        check = checking.check
        explain = explaining.explain
        rate = rating.rate
        hint = hints.hint
        steps = available.available
        diagnose = diagnosing.diagnose
        export = exporting.export
        certify = certifying.certify
        to = converting.convert
        picture = svg.puzzle_picture
    else:

        def __getattr__(self, name: str) -> Any:
            """Return a method that a room adds."""
            if name.startswith("_"):  # asked of every value by tools
                raise AttributeError(f"'Puzzle' object has no attribute {name!r}")
            from .rooms import method_of

            return method_of(self, name)

        def __dir__(self) -> list[str]:
            """Return also the methods that rooms add, for completion and suggestions."""
            from .rooms import methods_of_puzzles

            return [*object.__dir__(self), *methods_of_puzzles()]

    def __repr__(self) -> str:
        layout = self.layout
        name = layout.name
        if len(layout.constraints) > 2:
            name = f"{layout.without_constraints().name} with {len(layout.constraints)} rules"
        return f"<Puzzle {name}: {self.line}>"

    def __str__(self) -> str:
        wide = self.layout.symbol_columns
        marks = [mark + " " * (wide - columns(mark)) for mark in "." + self.layout.symbols]
        rows = self.layout.places.drawn([marks[digit] for digit in self.cells], " " * wide)
        return "\n".join(" ".join(row).rstrip() for row in rows)

    def __reduce__(self) -> tuple[Any, ...]:
        return Puzzle, (self.cells, self.layout, self.kept)
