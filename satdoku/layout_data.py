"""The cells of a board, its boxes or jigsaw regions, its extra houses, its symbols, and the
constraints of a variant as data.

Cells are numbered from 0, row by row; rows, columns, boxes and digits from 1.

Most boards are squares with as many rows and columns as digits. Others are rectangles, have more
digits than a row has cells (then a house holds each digit at most once), or are several overlapping
boards. `is_regular` is true for squares; code that supports only squares calls `must_be_regular`.

What rules mean stands on this; `layout.Layout` adds names and checks the rules by their kinds.
"""

from __future__ import annotations

import string
import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from functools import cached_property, lru_cache
from typing import Any, Self

from .constraints.constraint import Constraint
from .errors import LayoutError
from .geometry import House, Place, Places
from .phrases import phrase
from .plurals import a_board
from .sanitize import columns

MAX_SIZE = 49
#: Limits: rows and columns of a board of any shape, overlapping boards, cells.
MAX_SIDE = 999
MAX_BOARDS = 25
MAX_CELLS = 99 * 99
#: One symbol per digit: 1-9, then A-Z, then a-n on boards above 35.
SYMBOLS = string.digits[1:] + string.ascii_uppercase + "abcdefghijklmn"
#: The same from 0: on boards whose first symbol is 0, digits have the values 0 … size-1.
FROM_ZERO = "0" + SYMBOLS
#: The characters that may stand for a blank cell, unless they are symbols themselves.
BLANKS = ".0_*-x ·?X"
#: The mark after a character to be shown as an emoji: it is ignored here.
AS_PICTURE = "\ufe0f"
#: Characters used between cells, or for a blank.
NO_SYMBOLS = ".,;:!'\"[](){}<>\\/|¦+=_*-·~^`"
#: What layouts cache that depends on their constraints.
OF_RULES = ("name", "_hash")


@dataclass(frozen=True)
class LayoutData:
    """A board for the digits 1 … size (1 … 49), with regions, extra houses and symbols.

    regions: the region number of each cell, row by row (renumbered by first appearance), -1 for
    none; empty for a Latin square. A regular board has `size` regions of `size` cells each.
    extra_houses: further houses of at most `size` cells. symbols: one character per digit.
    constraints: the further rules of a variant (docs/variants.md).
    height, width: rows and columns; 0 for `size`. corners: (row, column) from 0 of the upper left
    cells of several overlapping boards of size×size cells. lines: whether rows and columns are
    houses. holes: positions of a rectangle, row by row from 0, without a cell.
    Raises `LayoutError` if these do not fit together.
    """

    size: int
    regions: tuple[int, ...] = ()
    extra_houses: tuple[House, ...] = ()
    symbols: str = ""
    constraints: tuple[Constraint, ...] = ()
    height: int = 0
    width: int = 0
    corners: tuple[Place, ...] = ()
    lines: bool = True
    holes: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.size, int):
            raise LayoutError(
                phrase('size {size!r}: a layout by its name is Layout.named("9x9")', size=self.size)
            )
        if not 1 <= self.size <= MAX_SIZE:
            raise LayoutError(
                phrase(
                    "size {size} is out of range: choose 1 to {most}",
                    size=self.size,
                    most=MAX_SIZE,
                )
            )
        self._set_shape()
        symbols = self.symbols.replace(AS_PICTURE, "") or SYMBOLS[: self.size]
        object.__setattr__(self, "symbols", symbols)
        self._check_symbols()
        self._check_regions()
        for house in self.extra_houses:
            cells = house.cells
            if not cells or len(cells) > self.size or list(cells) != sorted(set(cells)):
                raise LayoutError(
                    phrase(
                        "{house} must have 1 to {size} different cells, in order",
                        house=house,
                        size=self.size,
                    )
                )
            if cells[0] < 0 or cells[-1] >= self.cell_count:
                raise LayoutError(phrase("{house} has a cell outside the board", house=house))
        object.__setattr__(self, "constraints", tuple(self.constraints))

    def _parts(self) -> tuple[Any, ...]:
        return tuple(getattr(self, field.name) for field in fields(self))

    def _set_shape(self) -> None:
        height, width = self.height or self.size, self.width or self.size
        if self.corners:
            if len(self.corners) > MAX_BOARDS or min(map(min, self.corners)) < 0:
                raise LayoutError(
                    phrase(
                        "1 to {most} boards may overlap, none beyond r1c1",
                        most=MAX_BOARDS,
                    )
                )
            height = max(top for top, _ in self.corners) + self.size
            width = max(left for _, left in self.corners) + self.size
        if self.holes and (self.corners or self.holes[-1] >= height * width):
            raise LayoutError("boards that overlap have no holes")
        full = height * width - len(self.holes)
        if not (1 <= height <= MAX_SIDE and 1 <= width <= MAX_SIDE and full <= MAX_CELLS):
            raise LayoutError(
                phrase(
                    "{height}x{width} cells: 1 to {longest} rows and columns, and up to "
                    "{most:,} cells, are possible",
                    height=height,
                    width=width,
                    longest=MAX_SIDE,
                    most=MAX_CELLS,
                )
            )
        object.__setattr__(self, "height", height)
        object.__setattr__(self, "width", width)
        at = self.places
        if self.holes and self.lines and at.board_count != at.board_height * at.board_width:
            raise LayoutError("a board with rows and columns as houses has no holes inside")
        longest = max(at.board_height, at.board_width) if self.lines and not self.corners else 0
        if longest > self.size:
            raise LayoutError(
                phrase(
                    "rows and columns of up to {longest} cells cannot hold {size} digits without "
                    "repeats",
                    longest=longest,
                    size=self.size,
                )
            )

    def __hash__(self) -> int:
        # Layouts are keys of many caches, and their rules and cells take long to hash.
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(self._parts())

    def __reduce__(self) -> tuple[Any, ...]:
        # Without what is cached: that can be computed again, and the hashes of texts, and so
        # `_hash`, differ from process to process.
        return type(self), self._parts()

    def _check_symbols(self) -> None:
        if len(self.symbols) != self.size or len(set(self.symbols)) != self.size:
            raise LayoutError(
                phrase(
                    "symbols {symbols!r}: a board of size {size} needs {size} different characters",
                    symbols=self.symbols,
                    size=self.size,
                )
            )
        for symbol in self.symbols:
            drawn = unicodedata.category(symbol)[0] in "LNSP" and symbol not in NO_SYMBOLS
            if not drawn or "─" <= symbol <= "╿":
                raise LayoutError(
                    phrase(
                        "symbol {symbol!r} cannot stand for a digit: choose any visible character "
                        "except {symbols!s}",
                        symbol=symbol,
                        symbols=NO_SYMBOLS,
                    )
                )

    def _check_regions(self) -> None:
        if not self.regions:
            return
        if len(self.regions) != self.cell_count:
            raise LayoutError(
                phrase(
                    "{number} region marks: {board} has {cell_count} cells",
                    number=len(self.regions),
                    board=a_board(f"{self.height}x{self.width}"),
                    cell_count=self.cell_count,
                )
            )
        counted = Counter(self.regions)
        is_partition = self.is_square and -1 not in counted
        for region, cells in sorted(counted.items()):
            if region < 0:
                continue
            has_cells = f"region {region + 1} has {cells} cells"
            if cells > self.size and not is_partition:
                raise LayoutError(
                    phrase(
                        "{has_cells}: there are only {size} digits",
                        has_cells=has_cells,
                        size=self.size,
                    )
                )
            if cells != self.size and is_partition:
                needed = f"each of the {self.size} regions needs {self.size}"
                raise LayoutError(
                    phrase("{has_cells}: {needed}", has_cells=has_cells, needed=needed)
                )
        # By first appearance, so boards that differ only in how their regions were marked are
        # equal.
        order = {region: number for number, region in enumerate(dict.fromkeys(self.regions))}
        if -1 in order:
            order = {r: n for n, r in enumerate(r for r in order if r >= 0)} | {-1: -1}
        object.__setattr__(self, "regions", tuple(order[region] for region in self.regions))

    # -- Making layouts ---------------------------------------------------------------------

    @classmethod
    def boxes(cls, rows: int, columns: int, symbols: str = "") -> Self:
        """Return a board of size rows*columns with boxes of rows×columns cells (3, 3 gives 9×9)."""
        size = rows * columns
        if rows < 1 or columns < 1 or size > MAX_SIZE:
            raise LayoutError(
                phrase(
                    "boxes of {rows}x{columns} cells: sizes 1 to {most} are possible",
                    rows=rows,
                    columns=columns,
                    most=MAX_SIZE,
                )
            )
        if 1 in (rows, columns):
            return cls(size, symbols=symbols)  # such boxes are the rows or columns themselves
        regions = tuple(r // rows * rows + c // columns for r in range(size) for c in range(size))
        return cls(size, regions, symbols=symbols)

    @classmethod
    def of_size(cls, size: int, symbols: str = "") -> Self:
        """Return the usual board of a size: 6 has boxes of 2×3, a prime size is a Latin square."""
        if not 1 <= size <= MAX_SIZE:
            raise LayoutError(
                phrase(
                    "size {size} is out of range: choose 1 to {most}",
                    size=size,
                    most=MAX_SIZE,
                )
            )
        return cls.boxes(*default_box(size), symbols=symbols)

    @classmethod
    def jigsaw(cls, regions: str, symbols: str = "") -> Self:
        """Return a board from one mark per cell (white space ignored), one mark per region."""
        marks = "".join(regions.split())
        size = round(len(marks) ** 0.5)
        if size * size != len(marks):
            raise LayoutError(
                phrase("{number} region marks: 81 are needed for a 9x9 board", number=len(marks))
            )
        order = {mark: number for number, mark in enumerate(dict.fromkeys(marks))}
        if len(order) != size:
            raise LayoutError(
                phrase(
                    "{number} regions: {board} has {size}",
                    number=len(order),
                    board=a_board(size),
                    size=size,
                )
            )
        return cls(size, tuple(order[mark] for mark in marks), symbols=symbols)

    @staticmethod
    def zero_symbols(size: int) -> str:
        """Return the symbols of a board of that size whose digits begin with 0."""
        return FROM_ZERO[:size]

    def with_layer(self) -> Self:
        """Return the board with a layer: one variable per cell, which says whether it is shaded.

        Raises `LayoutError` for boards with holes or extra variables and overlapping boards.
        """
        if self.holes or self.corners:
            raise LayoutError("a layer needs a board that is a rectangle without extra variables")
        height = self.height
        width = self.width
        count = self.cell_count
        regions = self.regions
        if regions:
            regions += (-1,) * count  # the layer's variables are in no region
        return replace(
            self,
            regions=regions,
            height=2 * height + 1,
            width=width,
            # An empty row between them: what is below it is not part of the board (see `geometry`).
            holes=tuple(range(count, count + width)),
            constraints=(Constraint("layer"), *self.constraints),
        )

    @property
    def layered(self) -> Self | None:
        """The board without its layer, houses and constraints; None if its extra variables are not
        a layer."""
        bare = replace(self, extra_houses=(), constraints=())
        if not any(c.kind == "layer" for c in self.constraints):
            return None
        height = self.places.board_height
        width = self.board_width
        count = self.board_cells
        regions = self.regions[:count]
        # Other extra variables may have the same shape, so the layer is added anew and compared.
        below = replace(bare, regions=regions, height=height, width=width, holes=())
        same = count == height * width and below.with_layer().without_constraints() == bare
        return below if same else None

    def one_board(self) -> Self:
        """Return one of several overlapping boards, or a board without its extra variables; any
        other board unchanged."""
        if self.extra_cells and self.lines:
            count = self.board_cells
            height = self.places.board_height
            width = self.board_width
            regions = self.regions[:count]
            regions = () if set(regions) <= {-1} else regions
            return type(self)(self.size, regions, symbols=self.symbols, height=height, width=width)
        if not self.corners:
            return self
        shape = self.box_shape
        alone = self.boxes(*shape, symbols=self.symbols) if shape else None
        return alone or type(self)(self.size, symbols=self.symbols)

    def without_constraints(self) -> Self:
        """Return the layout without its constraints (the same one for all that were made of it by
        `ruled`)."""
        return self._bare if self.constraints else self

    @cached_property
    def _bare(self) -> Self:
        return replace(self, constraints=())

    def ruled(self, constraints: tuple[Constraint, ...]) -> Self:
        """Return the board with these constraints instead of its own, unchecked. What is known of
        the board is neither checked nor made again: many puzzles have the same."""
        bare = self.without_constraints()
        other = object.__new__(type(self))
        other.__dict__.update(bare.__dict__, constraints=constraints, _bare=bare)
        for name in OF_RULES:
            other.__dict__.pop(name, None)
        return other

    def must_be_plain(self, what: str) -> None:
        """Raise `LayoutError` if there are constraints, which `what` does not support.

        Code that uses houses rather than the theory calls this: no answer is better than one that
        ignores the rules.
        """
        if self.constraints:
            kinds = ", ".join(dict.fromkeys(c.kind for c in self.constraints))
            raise LayoutError(
                phrase(
                    "{what} does not yet support variant rules (here {kinds!s}); solve, check, "
                    "count, diagnose and explain do",
                    what=what,
                    kinds=kinds,
                )
            )

    # -- Reading layouts --------------------------------------------------------------------

    @cached_property
    def places(self) -> Places:
        """The positions of the cells."""
        return _places(self.height, self.width, self.size, self.corners, self.holes)

    @cached_property
    def cell_count(self) -> int:
        """The number of cells, height * width on a rectangle."""
        return self.places.count

    @property
    def board_cells(self) -> int:
        """The number of cells of the board itself: 0 … board_cells - 1; extra variables follow."""
        return self.places.board_count

    @property
    def extra_cells(self) -> range:
        """The extra variables: cells outside the board, used only by rules."""
        return range(self.board_cells, self.cell_count)

    @property
    def layer_cells(self) -> range:
        """The variables that say whether the board's cells are shaded; empty without a layer."""
        return self.extra_cells if self.layered else range(0)

    @property
    def board_width(self) -> int:
        """The number of columns of the board itself."""
        return self.places.board_width

    @property
    def is_square(self) -> bool:
        """Whether it has as many rows and columns as digits, all of them houses."""
        whole = not self.corners and not self.holes and self.lines
        return self.height == self.width == self.size and whole

    @property
    def is_regular(self) -> bool:
        """Whether it is square and its regions, if any, cover all cells, each digit once."""
        return self.is_square and -1 not in self.regions

    @cached_property
    def box_shape(self) -> tuple[int, int] | None:
        """(rows, columns) of the boxes; None for jigsaw regions and Latin squares."""
        # Regions are numbered by first appearance, so the first box ends where region 1 begins.
        first_row = self.regions[: self.regions.index(1) if 1 in self.regions else self.size]
        columns = len(first_row) if set(first_row) == {0} else 0
        rows, rest = divmod(self.regions.count(0), columns or 1)
        if columns < 2 or rows < 2 or rest or self.regions != self.places.boxes(rows, columns):
            return None
        return rows, columns

    @cached_property
    def houses(self) -> tuple[House, ...]:
        """Rows, columns, boxes (or regions), extra houses, in this order."""
        if self.constraints:
            return self.without_constraints().houses
        members: list[list[int]] = [[] for _ in range(max(self.regions, default=-1) + 1)]
        for cell, region in enumerate(self.regions):
            if region >= 0:
                members[region].append(cell)
        boxes = [House("box", b + 1, tuple(cells)) for b, cells in enumerate(members)]
        lines = list(self._lines()) if self.lines else []
        return (*lines, *boxes, *self.extra_houses)

    @cached_property
    def houses_of(self) -> tuple[list[int], ...]:
        """The indexes in `houses` of the houses of each cell."""
        found: tuple[list[int], ...] = tuple([[] for _ in range(self.cell_count)])
        for index, house in enumerate(self.houses):
            for cell in house.cells:
                found[cell].append(index)
        return found

    def _lines(self) -> Iterator[House]:
        """Yield the rows, then the columns."""
        boards = [self.places.board(i) for i in range(len(self.corners))]
        grids = boards or [tuple(range(self.places.board_count))]
        wide = self.size if boards else self.board_width
        for kind in ("row", "column"):
            for number, cells in enumerate(grids, 1 if boards else 0):
                lines = range(len(cells) // wide if kind == "row" else wide)
                for i in lines:
                    line = cells[i * wide : i * wide + wide] if kind == "row" else cells[i::wide]
                    yield House(kind, i + 1, line, number)

    @property
    def all_cells(self) -> range:
        """The cells by number, those of a layer after those of the board."""
        return range(self.cell_count)

    @property
    def digit_numbers(self) -> range:
        """The digits as cells hold them: 1 … size."""
        return range(1, self.size + 1)

    @cached_property
    def digits(self) -> range:
        """The values of the digits in sums and the like: 1 … size, or 0 … size-1."""
        first = 0 if self.symbols[0] == "0" else 1
        return range(first, first + self.size)

    # The numbering of the board's variables is defined here and nowhere else; `Theory` delegates.

    @property
    def variable_count(self) -> int:
        """The number of the board's variables, one per cell and digit: 1 … variable_count."""
        return self.cell_count * self.size

    def variable_of(self, cell: int, digit: int) -> int:
        """Return the variable "the cell (from 0) holds the digit (from 1)"; no checks."""
        return cell * self.size + digit

    def cell_of(self, variable: int) -> int:
        """Return the cell (from 0) of a variable."""
        return (variable - 1) // self.size

    def cell_and_digit(self, variable: int) -> tuple[int, int]:
        """Return (cell from 0, digit from 1) of a variable 1 … variable_count; no checks."""
        cell, digit = divmod(variable - 1, self.size)
        return cell, digit + 1

    def variables_of(self, cell: int) -> range:
        """Return the variables of a cell (from 0), one per digit."""
        return range(cell * self.size + 1, cell * self.size + self.size + 1)

    def cell_name(self, cell: int) -> str:
        """Return 'r4c7' for the cell in row 4, column 7."""
        return self.places.name(cell)

    @cached_property
    def digit_of(self) -> dict[str, int]:
        """The number of each digit, from 1, by its symbol."""
        return {symbol: digit for digit, symbol in enumerate(self.symbols, 1)}

    def symbol(self, digit: int) -> str:
        """Return the symbol of a digit 1 … size."""
        return self.symbols[digit - 1]

    @cached_property
    def symbol_columns(self) -> int:
        """The terminal columns of the widest symbol: 2 for emoji and Han, else 1."""
        return max(map(columns, self.symbols))


def default_box(size: int) -> tuple[int, int]:
    """Return the box shape (rows, columns) nearest to a square, wider than high: 6 gives 2×3."""
    rows = max(r for r in range(1, size + 1) if r * r <= size and size % r == 0)
    return rows, size // rows


#: Layouts of one shape share their places, and so everything that these know.
_places = lru_cache(maxsize=32)(Places)
