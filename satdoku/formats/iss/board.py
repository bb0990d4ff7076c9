"""The board described by the tokens of an ISS constraint string, and its cells and lines.

Extra variables (`Var`, and those that a few rules add) are placed below the board: each group is a
separate rectangle surrounded by empty places, so neighbours in a group are neighbours here, and
cells of different groups never are.

>>> board = IssBoard([("Shape", ["6x6", "9"]), ("RegionSize", ["9"])])
>>> board.layout.name, board.cell("R2C1"), board.line("C6", backwards=True)
('6x6/3x3+digits:9', 6, (35, 29, 23, 17, 11, 5))
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cached_property, lru_cache

from ...errors import ParseError
from ...frozen import frozen
from ...geometry import Cells
from ...layout import Layout
from ...layout_data import FROM_ZERO, MAX_CELLS, MAX_SIZE
from ...layout_shapes import boxed, default_boxes
from ...phrases import phrase
from ...plurals import a_board
from ..metadata import unknown_rule
from .names import PLACES

Token = tuple[str, list[str]]
#: Tokens that only describe the board.
SHAPES = ("Shape", "NoBoxes", "Jigsaw", "RegionSize", "Var")


#: Numbers as JavaScript writes them: with another base, and with the base 10.
BASED = re.compile(r"0(?:[xX][0-9a-fA-F]{1,5}|[oO][0-7]{1,6}|[bB][01]{1,19})")
DECIMAL = re.compile(r"[+-]?\d{1,9}([eE][+-]?\d)?", re.ASCII)


@frozen
class Group:
    """A group of extra variables: prefix, number, and number of columns."""

    prefix: str
    count: int
    columns: int

    def name(self, i: int) -> str:
        """Return the name of variable i (from 0)."""
        return self.prefix if self.count == 1 else f"{self.prefix}{i + 1}"

    @property
    def rows(self) -> int:
        """The number of rows that they fill."""
        return -(-self.count // self.columns)


class IssBoard:
    """The layout without rules, and the names of its cells and lines.

    shift: (rows, columns) by which cells are moved, for repeated groups of rules. groups: the cells
    of each group of extra variables, by prefix; "" for the board. named: the cells by their usual
    names, with the extra variables. pieces: the jigsaw pieces on a board with boxes.
    """

    def __init__(self, tokens: Sequence[Token]) -> None:
        named = dict(tokens)
        jigsaws = [args[-1] if args else "" for kind, args in tokens if kind == "Jigsaw"]
        shape = "~".join(named.get("Shape", ["9x9"]))
        size = named.get("RegionSize", [])
        self.region_size = whole(size[0]) if size else 0
        bare, self.pieces = _layout(shape, self.region_size, "NoBoxes" in named, tuple(jigsaws))
        groups = _groups(tokens, bare)
        self.layout, self.groups = _with_groups(bare, groups)
        self.named = _cell_names(bare.height, bare.width)
        for group in groups:
            cells = self.groups[group.prefix]
            self.named = self.named | {group.name(i): cell for i, cell in enumerate(cells)}
        self.places = self.layout.places
        self.rows = bare.height
        self.columns = bare.width
        self.shift = (0, 0)
        self.rank_ties = (1,) if named.get("FullRankTies") == ["any"] else ()

    @cached_property
    def _group_of(self) -> dict[int, str]:
        """The group of each cell."""
        return {cell: name for name, cells in self.groups.items() for cell in cells}

    def cell(self, text: str) -> int:
        """Return the number of 'R1C9', or of an extra variable."""
        found = self.named.get(text)
        if found is None:
            found = self._cell_written_otherwise(text)
        return self.moved(found)

    def _cell_written_otherwise(self, text: str) -> int:
        """Return the number of 'r1cA': names in small letters, or with letters for numbers."""
        match = re.fullmatch(r"[Rr](\w{1,2})[Cc](\w{1,2})", text)
        if match:
            r = number(match[1])
            c = number(match[2])
            if 0 < r <= self.rows and 0 < c <= self.columns:
                return (r - 1) * self.columns + c - 1
        raise ParseError(
            phrase("{text!r} is not a cell of this {size!s} board", text=text[:20], size=self._size)
        )

    def moved(self, cell: int) -> int:
        """Return the cell to which this one is moved."""
        if self.shift == (0, 0):
            return cell
        r, c = self.places.place(cell)
        down, across = self.shift
        found = self.places.cell_at(r + down, c + across)
        if found is None or self._group_of[found] != self._group_of[cell]:
            name = self.layout.cell_name(cell)
            raise ParseError(phrase("a repeated group moves {name!s} off the board", name=name))
        return found

    def cells(self, texts: Sequence[str]) -> Cells:
        """Return the cells of some arguments."""
        if self.shift == (0, 0):
            found = [self.named.get(text, -1) for text in texts if text]
            if -1 not in found:
                return tuple(found)
        return tuple([self.cell(text) for text in texts if text])

    def group(self, prefix: str) -> Cells:
        """Return the cells of a group of extra variables, or of the board ("")."""
        if prefix not in self.groups:
            raise ParseError(phrase("there are no extra variables {prefix!r}", prefix=prefix[:20]))
        return self.groups[prefix]

    def line(self, name: str, backwards: bool = False) -> Cells:
        """Return the cells of row 'R4' or column 'C7'."""
        match = re.fullmatch(r"([RC])(\w{1,2})", name)
        i = number(match[2]) - 1 if match else -1
        is_row = name[:1] == "R"
        count = self.rows if is_row else self.columns
        if not 0 <= i < count:
            raise ParseError(
                phrase(
                    "{name!r} is not a row or column of {board}",
                    name=name[:20],
                    board=a_board(self._size),
                )
            )
        line = self._row(i) if is_row else self._column(i)
        return line[::-1] if backwards else line

    def _row(self, r: int) -> Cells:
        start = r * self.columns
        return self.groups[""][start : start + self.columns]

    def _column(self, c: int) -> Cells:
        return self.groups[""][c :: self.columns]

    def runs(self, cell: int) -> list[Cells]:
        """Return the cells from this one to the border: left, right, up, down."""
        r, c = self.places.place(cell)
        row = self._row(r)
        column = self._column(c)
        return [row[c::-1], row[c:], column[r::-1], column[r:]]

    def around(self, cell: int) -> list[int]:
        """Return the cells of the board that touch this one, at an edge or a corner."""
        r, c = self.places.place(cell)
        near_rows = range(max(0, r - 1), min(self.rows, r + 2))
        near_columns = range(max(0, c - 1), min(self.columns, c + 2))
        near = [(i, j) for i in near_rows for j in near_columns]
        return [i * self.columns + j for i, j in near if (i, j) != (r, c)]

    @property
    def _size(self) -> str:
        return f"{self.rows}x{self.columns}"


def _groups(tokens: Sequence[Token], board: Layout) -> list[Group]:
    """Return the groups of extra variables, in ISS's numbering order."""
    found = {}
    for kind, args in tokens:
        if kind == "Var":
            group = _variables(args, board)
            found[group.prefix] = group
        elif kind == "ChaosConstruction":
            found["CC"] = Group("CC", board.cell_count, board.width)
        elif kind == "Doppelganger":
            boxes = max(board.regions, default=-1) + 1
            sizes = {"DGZ": 1, "DGR": board.width, "DGC": board.height, "DGB": boxes}
            for prefix, n in sizes.items():
                if n:
                    found[prefix] = Group(prefix, n, n)
    extra = sum(group.count for group in found.values())
    if board.cell_count + extra > MAX_CELLS:
        raise ParseError(
            phrase("over {max_cells:,} cells, with the extra variables", max_cells=MAX_CELLS)
        )
    return [found[prefix] for prefix in sorted(found)]


def _variables(args: Sequence[str], board: Layout) -> Group:
    """Return the group of `Var~NAME~…~SIZE`, where a size is 5 or 3x4."""
    name = args[0]
    size = args[2] if len(args) > 2 else ""
    if not re.fullmatch(r"[A-Z]+", name):
        raise ParseError(
            phrase("extra variables {name!r}: a group needs a name A-Z", name=name[:20])
        )
    shape = re.fullmatch(r"(?:([1-9]\d{0,5})x)?([1-9]\d{0,5})", size, re.ASCII)
    if not shape:
        return Group(f"V{name}", 1, 1)
    last = int(shape[2])
    if shape[1]:
        return Group(f"V{name}", int(shape[1]) * last, last)
    return Group(f"V{name}", last, min(last, board.width))


def _with_groups(board: Layout, groups: Sequence[Group]) -> tuple[Layout, dict[str, Cells]]:
    """Return the board with its extra variables below it, and the cells of each group."""
    cells = {"": tuple(range(board.cell_count))}
    if not groups:
        return board, cells
    width = max(board.width, *(group.columns for group in groups))
    filled = {(r, c) for r in range(board.height) for c in range(board.width)}
    spots = {}
    top = board.height + 1
    left = 0
    height = 0
    for group in groups:
        if left and left + group.columns > width:
            top = top + height + 1
            left = 0
            height = 0
        places = [divmod(i, group.columns) for i in range(group.count)]
        spots[group.prefix] = [(top + r, left + c) for r, c in places]
        filled.update(spots[group.prefix])
        left += group.columns + 1
        height = max(height, group.rows)
    height += top
    holes = [i for i in range(height * width) if divmod(i, width) not in filled]
    extra = len(filled) - board.cell_count
    in_no_region = [-1] * extra
    whole_board = Layout(
        size=board.size,
        regions=(*board.regions, *in_no_region) if board.regions else (),
        symbols=board.symbols,
        height=height,
        width=width,
        lines=board.lines,
        holes=tuple(holes),
    )
    number_at = {place: cell for cell, place in enumerate(whole_board.places.all)}
    for name, some in spots.items():
        cells[name] = tuple([number_at[spot] for spot in some])
    return whole_board, cells


def diagonal_from(cell: int, layout: Layout) -> Cells:
    """Return the diagonal seen by a little killer clue next to a border cell."""
    at = layout.places
    rows, columns = at.board_height, at.board_width
    r, c = at.place(cell)
    if c == 0 and r < rows - 1:
        down, across = 1, 1
    elif c == columns - 1 and r > 0:
        down, across = -1, -1
    else:
        down, across = (1, -1) if r == 0 else (-1, 1)
    # A ray leaves out its start, so it starts one step before the cell, outside the board.
    return at.ray((r - down, c - across), (down, across))


@lru_cache(maxsize=8)
def _cell_names(rows: int, columns: int) -> dict[str, int]:
    """Return the cells of a board by name, with rows and columns in decimal."""
    return {f"R{r + 1}C{c + 1}": r * columns + c for r in range(rows) for c in range(columns)}


@lru_cache(maxsize=1000)
def number(text: str) -> int:
    """Return a number of up to two digits; letters continue from 10."""
    if re.fullmatch(r"[a-zA-Z]", text):
        return PLACES.index(text.lower())
    if not re.fullmatch(r"-?\d{1,6}", text, re.ASCII):
        raise not_a_number(text)
    return int(text)


def whole(text: str) -> int:
    """Return a whole number up to 999,999, written as JavaScript writes numbers: 10, +10, 1e1, 0xa.

    ISS reads the numbers of rules so, except those of clues outside the board (see `clue`).
    """
    value: float
    if BASED.fullmatch(text):
        value = int(text, 0)
    elif DECIMAL.fullmatch(text):
        value = float(text)
    else:
        raise not_a_number(text)
    if value != int(value) or abs(value) >= 1_000_000:
        raise not_a_number(text)
    return int(value)


def clue(text: str) -> int:
    """Return the number that a clue outside the board begins with: 12 for 12, 12x and 12e1."""
    begins = re.match(r"[+-]?(?:0[xX][0-9a-fA-F]{1,5}|\d{1,6}(?!\d))", text, re.ASCII)
    if not begins:
        raise not_a_number(text)
    base = 16 if "x" in begins[0].lower() else 10
    return int(begins[0], base)


def not_a_number(text: str) -> ParseError:
    """Return the error for a text where a number is expected."""
    return ParseError(phrase("{text!r} is not a number", text=text[:20]))


@lru_cache(maxsize=16)
def _layout(
    text: str, region_size: int, no_boxes: bool, jigsaws: Sequence[str]
) -> tuple[Layout, tuple[Cells, ...]]:
    """Return the board, and the jigsaw pieces that are not its regions. jigsaws: the marks of each
    jigsaw."""
    pattern = r"(\d{1,2})x(\d{1,2})(?:~(?:(?:([01])-)?(\d{1,2}))?(?:~(Sudoku|Raw))?)?"
    shape = re.fullmatch(pattern, text)
    if not shape or 0 in (int(shape[1]), int(shape[2])):
        raise unknown_rule(f"Shape {text.replace('~', ' ')}")
    height = int(shape[1])
    width = int(shape[2])
    side = max(height, width)
    is_raw = shape[5] == "Raw"
    low = int(shape[3] or 1)
    size = int(shape[4]) + 1 - low if shape[4] else side
    least = 1 if is_raw else side
    if not least <= size <= MAX_SIZE:
        raise ParseError(
            phrase(
                "{size!s} digits on a board of {height!s}x{width!s} cells",
                size=size,
                height=height,
                width=width,
            )
        )
    symbols = FROM_ZERO[low : low + size]
    board = Layout(size, symbols=symbols, height=height, width=width, lines=not is_raw)
    if is_raw:
        return board, ()
    cells = region_size or side
    box = default_boxes(height, width, cells)
    first, *others = [_pieces(marks, board, cells) for marks in jigsaws] or [[]]
    if box and not no_boxes:
        regions = boxed(board.places, box, size)
        others.append(first)
    else:
        regions = _regions_of(first, board.cell_count)
    pieces = tuple([tuple(piece) for some in others for piece in some])
    return Layout(size, regions, (), symbols, height=height, width=width), pieces


def _regions_of(pieces: list[list[int]], cell_count: int) -> tuple[int, ...]:
    """Return the number of the piece of each cell, -1 for none; () without pieces."""
    if not pieces:
        return ()
    regions = [-1] * cell_count
    for i, piece in enumerate(pieces):
        for cell in piece:
            regions[cell] = i
    return tuple(regions)


def _pieces(marks: str, board: Layout, cells: int) -> list[list[int]]:
    """Return the jigsaw pieces as cells; cells marked as belonging to none are omitted."""
    if len(marks) != board.cell_count:
        raise ParseError(
            phrase(
                "a jigsaw of {count!s} marks on a board of {cell_count!s} cells",
                count=len(marks),
                cell_count=board.cell_count,
            )
        )
    counts = Counter(marks)
    others = [mark for mark in counts if counts[mark] != cells]
    if len(others) > 1:
        raise ParseError(
            phrase("the pieces of this jigsaw are not of {cells!s} cells each", cells=cells)
        )
    kept = [mark for mark in counts if mark not in others]
    return [[i for i, one in enumerate(marks) if one == mark] for mark in kept]
