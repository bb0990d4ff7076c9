"""Layouts: the size of a board, its boxes or jigsaw regions, its extra houses, the constraints of
a variant, and its symbols.

A layout is all that a puzzle is but its digits. It is data, and it knows its houses; it knows
nothing of solving. Two layouts with different constraints are different layouts, so nothing that
was made for one (an engine, a theory, a fast path) takes the other. Cells are numbered from 0, row
by row; rows, columns, boxes and digits from 1.

>>> Layout.boxes(3, 3).name
'9x9'
>>> layout = Layout.named("6x6+diagonal")
>>> [str(house) for house in layout.houses][-3:]
['box 6', 'diagonal 1', 'diagonal 2']
"""

from __future__ import annotations

import string
import unicodedata
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from .constraints.constraint import Constraint
from .errors import LayoutError
from .house import House
from .layout_names import default_box, extra_houses, layout_named, name_of

MAX_SIZE = 49
#: One symbol a digit: 1-9, then A-Z, then a-n on boards above 35.
SYMBOLS = string.digits[1:] + string.ascii_uppercase + "abcdefghijklmn"
#: The same from 0: on boards whose first symbol is 0, digits are worth 0 … size-1.
FROM_ZERO = "0" + SYMBOLS
#: The characters that may stand for a blank cell, where they are not symbols themselves.
BLANKS = ".0_*-x ·?X"
#: What follows a character that shall be shown as an emoji: it says nothing here.
AS_PICTURE = "\ufe0f"
#: What stands between cells, or for a blank.
NO_SYMBOLS = ".,;:!'\"[](){}<>\\/|¦+=_*-·~^`"


@dataclass(frozen=True)
class Layout:
    """A board of size×size cells (size 1 … 49) with regions, extra houses and symbols.

    regions: the region number (0 … size-1) of each cell, row by row (renumbered in the order in
    which they appear); empty for a Latin square.
    extra_houses: further houses of at most `size` cells. symbols: one character a digit.
    constraints: the further rules of a variant (docs/variants.md).
    Raises `LayoutError` where these do not fit together.
    """

    size: int
    regions: tuple[int, ...] = ()
    extra_houses: tuple[House, ...] = ()
    symbols: str = ""
    constraints: tuple[Constraint, ...] = ()
    _hash: int = field(init=False, repr=False, compare=False, default=0)

    def __post_init__(self) -> None:
        if not 1 <= self.size <= MAX_SIZE:
            raise LayoutError(f"size {self.size} is out of range: choose 1 to {MAX_SIZE}")
        symbols = self.symbols.replace(AS_PICTURE, "") or SYMBOLS[: self.size]
        object.__setattr__(self, "symbols", symbols)
        self._check_symbols()
        self._check_regions()
        for house in self.extra_houses:
            cells = house.cells
            if not cells or len(cells) > self.size or list(cells) != sorted(set(cells)):
                raise LayoutError(f"{house} must have 1 to {self.size} different cells, in order")
            if cells[0] < 0 or cells[-1] >= self.cell_count:
                raise LayoutError(f"{house} has a cell outside the board")
        if self.constraints:
            from .constraints.kinds import check

            object.__setattr__(self, "constraints", tuple(self.constraints))
            for constraint in self.constraints:
                check(constraint, self)
        key = (self.size, self.regions, self.extra_houses, self.symbols, self.constraints)
        object.__setattr__(self, "_hash", hash(key))

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        if len(self.constraints) > 2:
            bare = replace(self, constraints=())
            return f"<{bare!r} with {len(self.constraints)} constraints>"
        usual = (SYMBOLS[: self.size], FROM_ZERO[: self.size])
        symbols = "" if self.symbols in usual else f", {self.symbols!r}"
        return f"Layout.named({self.name!r}{symbols})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Layout, (
            self.size, self.regions, self.extra_houses, self.symbols, self.constraints
        )  # fmt: skip

    def _check_symbols(self) -> None:
        if len(self.symbols) != self.size or len(set(self.symbols)) != self.size:
            raise LayoutError(
                f"symbols {self.symbols!r}: a board of size {self.size} needs "
                f"{self.size} different characters"
            )
        for symbol in self.symbols:
            drawn = unicodedata.category(symbol)[0] in "LNSP" and symbol not in NO_SYMBOLS
            if not drawn or "─" <= symbol <= "╿":
                raise LayoutError(
                    f"symbol {symbol!r} cannot stand for a digit: take any character that is seen, "
                    f"but none of {NO_SYMBOLS}"
                )

    def _check_regions(self) -> None:
        if not self.regions:
            return
        if len(self.regions) != self.cell_count:
            raise LayoutError(
                f"{len(self.regions)} region marks: a {self.size}x{self.size} board "
                f"has {self.cell_count} cells"
            )
        for region in range(self.size):
            cells = self.regions.count(region)
            if cells != self.size:
                raise LayoutError(
                    f"region {region + 1} has {cells} cells: each of the {self.size} "
                    f"regions needs {self.size}"
                )
        order = {region: number for number, region in enumerate(dict.fromkeys(self.regions))}
        object.__setattr__(self, "regions", tuple(order[region] for region in self.regions))

    # -- Making layouts ---------------------------------------------------------------------

    @classmethod
    def boxes(cls, rows: int, columns: int, symbols: str = "") -> Layout:
        """Boxes of rows×columns cells on a board of size rows*columns (3, 3 gives 9×9)."""
        size = rows * columns
        if rows < 1 or columns < 1 or size > MAX_SIZE:
            raise LayoutError(
                f"boxes of {rows}x{columns} cells: sizes 1 to {MAX_SIZE} are possible"
            )
        if 1 in (rows, columns):
            return cls(size, symbols=symbols)  # such boxes are the rows or columns themselves
        regions = tuple(r // rows * rows + c // columns for r in range(size) for c in range(size))
        return cls(size, regions, symbols=symbols)

    @classmethod
    def of_size(cls, size: int, symbols: str = "") -> Layout:
        """The usual board of that size: 6 has boxes of 2×3, a prime size is a Latin square."""
        if not 1 <= size <= MAX_SIZE:
            raise LayoutError(f"size {size} is out of range: choose 1 to {MAX_SIZE}")
        return cls.boxes(*default_box(size), symbols=symbols)

    @classmethod
    def jigsaw(cls, regions: str, symbols: str = "") -> Layout:
        """A board from one mark a cell (white space ignored): cells with one mark are a region."""
        marks = "".join(regions.split())
        size = round(len(marks) ** 0.5)
        if size * size != len(marks):
            raise LayoutError(f"{len(marks)} region marks: 81 are needed for a 9x9 board")
        order = {mark: number for number, mark in enumerate(dict.fromkeys(marks))}
        if len(order) != size:
            raise LayoutError(f"{len(order)} regions: a {size}x{size} board has {size}")
        return cls(size, tuple(order[mark] for mark in marks), symbols=symbols)

    @staticmethod
    def zero_symbols(size: int) -> str:
        """The symbols of a board of that size whose digits begin with 0."""
        return FROM_ZERO[:size]

    @classmethod
    def named(cls, name: str, symbols: str = "") -> Layout:
        """The layout of that name: see `satdoku.layout_names`."""
        return layout_named(cls, name, symbols)

    def with_houses(self, *names: str) -> Layout:
        """The same board with extra houses by name: diagonal, window, disjoint, center, …"""
        layout = self
        for name in names:
            houses = layout.extra_houses + tuple(extra_houses(name, layout))
            layout = replace(layout, extra_houses=houses)
        return layout

    def with_constraints(self, *constraints: Constraint | str) -> Layout:
        """The same board with further constraints, as such or as text: "killer:13:r1c1,r1c2"."""
        from .constraints.constraint import constraint_named

        more = [constraint_named(c, self.size) if isinstance(c, str) else c for c in constraints]
        return replace(self, constraints=(*self.constraints, *more))

    def without_constraints(self) -> Layout:
        """The board alone."""
        return replace(self, constraints=()) if self.constraints else self

    def must_be_plain(self, what: str) -> None:
        """Raise `LayoutError` if there are constraints, which `what` does not know.

        Whoever reads houses rather than the theory asks this: no answer is better than one
        without the rules.
        """
        if self.constraints:
            kinds = ", ".join(dict.fromkeys(c.kind for c in self.constraints))
            raise LayoutError(
                f"{what} cannot yet take the rules of a variant (here {kinds}): "
                "solve, check, count and diagnose do"
            )

    # -- Reading layouts --------------------------------------------------------------------

    @property
    def cell_count(self) -> int:
        """Number of cells, size * size."""
        return self.size * self.size

    @cached_property
    def box_shape(self) -> tuple[int, int] | None:
        """(rows, columns) of the boxes; None for jigsaw regions and Latin squares."""
        columns = self.regions.count(0) and self.regions[: self.size].count(0)
        if not columns or self.size % columns:
            return None
        rows = self.size // columns
        return (rows, columns) if self.regions == Layout.boxes(rows, columns).regions else None

    @cached_property
    def name(self) -> str:
        """A name that `Layout.named` understands, without the symbols (but 0 … size-1)."""
        return name_of(self)

    @cached_property
    def houses(self) -> tuple[House, ...]:
        """Rows, columns, boxes (or regions), extra houses, in this order."""
        n = self.size
        rows = [House("row", r + 1, tuple(range(r * n, r * n + n))) for r in range(n)]
        columns = [House("column", c + 1, tuple(range(c, n * n, n))) for c in range(n)]
        members: list[list[int]] = [[] for _ in range(n if self.regions else 0)]
        for cell, region in enumerate(self.regions):
            members[region].append(cell)
        boxes = [House("box", b + 1, tuple(cells)) for b, cells in enumerate(members)]
        return (*rows, *columns, *boxes, *self.extra_houses)

    @property
    def digits(self) -> range:
        """What the digits are worth in sums and the like: 1 … size, or 0 … size-1."""
        first = 0 if self.symbols[0] == "0" else 1
        return range(first, first + self.size)

    # What a variable of the board is, is said here and nowhere else; `Theory` passes it on.

    @property
    def variable_count(self) -> int:
        """The number of the board's variables, one a cell and digit: 1 … variable_count."""
        return self.size**3

    def variable_of(self, cell: int, digit: int) -> int:
        """The number of "the cell (from 0) holds the digit (from 1)"; nothing is checked."""
        return cell * self.size + digit

    def cell_and_digit(self, variable: int) -> tuple[int, int]:
        """(cell from 0, digit from 1) of a variable 1 … variable_count; nothing is checked."""
        cell, digit = divmod(variable - 1, self.size)
        return cell, digit + 1

    def variables_of(self, cell: int) -> range:
        """The variables of a cell (from 0), one a digit."""
        return range(cell * self.size + 1, cell * self.size + self.size + 1)

    def cell_name(self, cell: int) -> str:
        """'r4c7' for the cell in row 4, column 7."""
        return f"r{cell // self.size + 1}c{cell % self.size + 1}"

    def symbol(self, digit: int) -> str:
        """The symbol of a digit 1 … size."""
        return self.symbols[digit - 1]

    @cached_property
    def symbol_columns(self) -> int:
        """The columns of a terminal that the widest symbol takes: 2 for emoji and Han, else 1."""
        return max(map(columns, self.symbols))


def columns(text: str) -> int:
    """The columns that a text takes on a terminal."""
    return sum(1 + (unicodedata.east_asian_width(character) in "WF") for character in text)
