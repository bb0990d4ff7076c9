"""Constraint strings of Interactive Sudoku Solver (ISS), `.Kind~argument~argument.Kind~…`; links.

`.~R1C1_5~R2C3_2_4` is a given and a cell with candidates. Rows and columns count from 1, beyond 9
in hexadecimal or decimal. A rule that is not known here is an error that names it.

Source: the format as its author documents it (github.com/sigh/Interactive-Sudoku-Solver).

>>> puzzle = read_iss(".Cage~3~R1C1~R1C2.~R1C1_1")
>>> puzzle.clue_count, [str(rule.on(9)) for rule in puzzle.constraints]
(1, ['killer:3:r1c1,r1c2'])
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from urllib.parse import unquote

from ..board import Puzzle
from ..constraints.constraint import Constraint
from ..errors import LayoutError, ParseError
from ..layout import Layout
from ..layout_names import default_box
from .iss_bits import automaton_text, decoded, table

LINK = "https://sigh.github.io/Interactive-Sudoku-Solver/?q="
MOST_CHARACTERS = 200_000
#: Groups within groups, at most.
DEEPEST = 20

#: name in ISS → kind, where the arguments are cells alone
CELLS = {
    "Thermo": "thermometer", "SlowThermo": "slow-thermometer", "Palindrome": "palindrome",
    "Renban": "renban", "Arrow": "arrow", "DoubleArrow": "double-arrow", "Zipper": "zipper",
    "RegionSumLine": "region-sum-line", "Between": "between", "Entropic": "entropic",
    "AllDifferent": "distinct", "WhiteDot": "difference", "BlackDot": "ratio",
    "GreaterThan": "greater", "CountDistinct": "count-distinct", "ValueIndexing": "value-index",
    "CountingCircles": "counting-circles", "EqualityCage": "equality-cage",
}  # fmt: skip
#: name in ISS → kind, where a number stands before the cells (may be left out: "?")
NUMBER_AND_CELLS = {
    "Whisper": "whisper?", "Modular": "modular?", "Lockout": "lockout?", "SumLine": "sum-line",
    "PillArrow": "arrow", "Lunchbox": "lunchbox", "RellikCage": "rellik",
    "SameValues": "same-values",
}  # fmt: skip
#: name in ISS → kind, for rules of the whole board
BOARD = {
    "AntiKnight": "anti-knight", "AntiKing": "anti-king", "AntiConsecutive": "non-consecutive",
    "AntiTaxicab": "anti-taxicab", "StrictKropki": "no-other-dots", "StrictXV": "no-other-xv",
    "GlobalEntropy": "global-entropy", "GlobalMod": "global-modulo",
}  # fmt: skip
#: name in ISS → kind, for clues at both ends of a row or column
ENDS = {
    "Skyscraper": "skyscraper", "XSum": "x-sum", "NumberedRoom": "numbered-room",
    "HiddenSkyscraper": "hidden-skyscraper", "FullRank": "full-rank",
}  # fmt: skip
INDEXERS = {"R": "row-indexer", "C": "column-indexer", "B": "box-indexer"}

Token = tuple[str, list[str]]


def is_iss(text: str) -> bool:
    """The text is a constraint string or a link of ISS."""
    return bool(re.match(r"\s*\.(?=[A-Z~])[\w~.%\-+=/]*~|\s*\.[A-Z]\w+(\.|\s*$)", text)) or (
        "Interactive-Sudoku-Solver" in text and "q=" in text
    )


def read_iss(text: str) -> Puzzle:
    """The puzzle of a constraint string or link; `ParseError` for what is not understood."""
    text = text.strip()
    if "q=" in text and "://" in text:
        text = unquote(re.split(r"[?&]q=", text)[-1].split("&")[0])
    if len(text) > MOST_CHARACTERS:
        raise ParseError(f"a constraint string of over {MOST_CHARACTERS:,} characters")
    tokens = [(kind, args) for kind, *args in (part.split("~") for part in text.split(".")[1:])]
    try:
        return _Reader(tokens).puzzle()
    except LayoutError as error:
        raise ParseError(str(error)) from None


class _Reader:
    """Turns tokens into constraints on the layout that some of them describe."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = [(kind, args) for kind, args in tokens if kind or args not in ([], [""])]
        self.depth = 0
        self.layout = self._board()
        self.n = self.layout.size
        self.first = self.layout.digits[0]

    def puzzle(self) -> Puzzle:
        """All of it."""
        digits = [0] * self.layout.cell_count
        rules: list[Constraint] = []
        houses: list[str] = []
        for constraint in self._all(iter(self.tokens)):
            if constraint.kind == "house":
                houses.append(constraint.text)
            elif constraint.kind == "candidates" and len(constraint.values) == 1:
                (cell,) = constraint.cells
                digit = constraint.values[0] - self.first + 1
                if not 1 <= digit <= self.n or digits[cell] not in (0, digit):
                    raise ParseError(f"{self.layout.cell_name(cell)} cannot be given so")
                digits[cell] = digit
            else:
                rules.append(constraint)
        layout = self.layout.with_houses(*dict.fromkeys(houses)).with_constraints(*rules)
        return Puzzle(tuple(digits), layout)

    # -- The board ----------------------------------------------------------------------------

    def _board(self) -> Layout:
        named = dict(self.tokens)
        for kind in ("ChaosConstruction", "RegionSize", "Doppelganger", "Var"):
            if kind in named:
                raise _unknown(kind)
        size, symbols = 9, ""
        if "Shape" in named:
            shape = re.fullmatch(r"(\d+)x(\d+)(?:~(\d+)-?(\d*))?", "~".join(named["Shape"]))
            if not shape or shape[1] != shape[2]:
                raise _unknown(f"Shape {' '.join(named['Shape'])}")
            size = int(shape[1])
            low, high = (int(shape[3]), int(shape[4])) if shape[4] else (1, int(shape[3] or size))
            if high - low + 1 != size or low > 1:
                raise _unknown(f"digits {low} to {high} on a board of {size}x{size}")
            symbols = Layout.zero_symbols(size) if low == 0 else ""
        if "Jigsaw" in named:
            marks = named["Jigsaw"][0]
            return Layout.jigsaw(marks, symbols)
        if "NoBoxes" in named:
            return Layout(size, symbols=symbols)
        return Layout.boxes(*default_box(size), symbols)

    def cell(self, text: str) -> int:
        """The number of 'R1C9'."""
        match = re.fullmatch(r"[Rr](\w{1,2})[Cc](\w{1,2})", text)
        r, c = (_number(part) for part in match.groups()) if match else (0, 0)
        if not (1 <= r <= self.n and 1 <= c <= self.n):
            raise ParseError(f"{text[:20]!r} is no cell of a {self.n}x{self.n} board")
        return (r - 1) * self.n + c - 1

    def cells(self, texts: Sequence[str]) -> tuple[int, ...]:
        """The cells of some arguments."""
        return tuple(self.cell(text) for text in texts if text)

    def line(self, name: str, backwards: bool = False) -> tuple[int, ...]:
        """The cells of row 'R4' or column 'C7'."""
        match = re.fullmatch(r"([RC])(\w{1,2})", name)
        i = _number(match[2]) - 1 if match else -1
        if not match or not 0 <= i < self.n:
            raise ParseError(f"{name[:20]!r} is no row or column of a {self.n}x{self.n} board")
        n = self.n
        cells = range(i * n, i * n + n) if match[1] == "R" else range(i, n * n, n)
        return tuple(reversed(cells)) if backwards else tuple(cells)

    # -- The rules ----------------------------------------------------------------------------

    def _all(self, tokens: Iterator[Token]) -> Iterator[Constraint]:
        """The constraints up to the end, or up to the `End` of a group."""
        for kind, args in tokens:
            if kind == "End":
                return
            else:
                yield from self._one((kind, args), tokens)

    def _one(self, token: Token, tokens: Iterator[Token]) -> Iterator[Constraint]:
        """The constraints of a token, and those of its group after it."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise ParseError(f"groups more than {DEEPEST} deep")
        try:
            yield from self._read(token, tokens)
        except IndexError:
            raise ParseError(f"the rule {token[0][:40]!r} lacks an argument") from None
        self.depth -= 1

    def _read(self, token: Token, tokens: Iterator[Token]) -> Iterator[Constraint]:
        kind, args = token
        if kind == "And":
            yield from self._all(tokens)
        elif kind == "Or":
            parts = []
            for inner in tokens:
                if inner[0] == "End":
                    break
                parts.append(tuple(self._one(inner, tokens)))
            yield Constraint("or", parts=tuple(parts))
        elif kind == "":
            for text in args:
                cell, *digits = text.split("_")
                if cell:
                    values = tuple(map(_number, digits))
                    yield Constraint("candidates", (self.cell(cell),), values)
        elif kind in ("Shape", "NoBoxes", "Jigsaw"):
            pass
        elif kind in CELLS:
            yield Constraint(CELLS[kind], self.cells(args))
        elif kind in NUMBER_AND_CELLS:
            yield self._numbered(kind, args)
        elif kind in BOARD:
            yield Constraint(BOARD[kind])
        elif kind in ENDS:
            if not any(args[1:3]):
                raise ParseError(f"the rule {kind} without a clue")
            for i, clue in enumerate(args[1:3]):
                if clue:
                    yield Constraint(ENDS[kind], self.line(args[0], i == 1), (_whole(clue),))
        elif kind in READERS:
            yield from READERS[kind](self, args)
        else:
            raise _unknown(kind)

    def _numbered(self, kind: str, args: list[str]) -> Constraint:
        name = NUMBER_AND_CELLS[kind]
        if name.endswith("?") and args and args[0][:1] in ("R", "r"):
            return Constraint(name[:-1], self.cells(args))
        if "LOOP" in args:
            raise _unknown(f"{kind} LOOP")
        cells = self.cells(args[1:])
        if kind == "PillArrow":  # a pill is read from left to right, from top to bottom
            head = _whole(args[0])
            cells = (*sorted(cells[:head]), *cells[head:])
        return Constraint(name.rstrip("?"), cells, (_whole(args[0]),))


def diagonal_from(cell: int, n: int) -> tuple[int, ...]:
    """The diagonal that a little killer's clue beside this cell of the border sees."""
    r, c = divmod(cell, n)
    if c == 0 and r < n - 1:
        down, across = 1, 1
    elif c == n - 1 and r > 0:
        down, across = -1, -1
    else:
        down, across = (1, -1) if r == 0 else (-1, 1)
    cells = []
    while 0 <= r < n and 0 <= c < n:
        cells.append(r * n + c)
        r, c = r + down, c + across
    return tuple(cells)


def _cage(reader: _Reader, args: list[str]) -> Iterator[Constraint]:
    total = _whole(args[0])
    cells = reader.cells(args[1:])
    different = tuple(dict.fromkeys(cells))
    if different == cells:
        yield Constraint("killer", cells, (total,) if total else ())
    else:  # a cell named twice counts twice
        yield Constraint("killer", different)
        yield Constraint("sum", cells, (total,))


def _sum(reader: _Reader, args: list[str]) -> Iterator[Constraint]:
    """`Sum~45~cells` or `Sum~45_=_1_-2~cells`: a total, how to compare, coefficients."""
    total, *rest = args[0].split("_")
    if rest and rest[0] not in ("", "="):
        raise _unknown(f"Sum {rest[0]}")
    yield Constraint("sum", reader.cells(args[1:]), (_whole(total), *(_whole(k) for k in rest[1:])))


def _pair_sum(total: int) -> Callable[[_Reader, list[str]], Iterator[Constraint]]:
    def read(reader: _Reader, args: list[str]) -> Iterator[Constraint]:
        yield Constraint("pair-sum", reader.cells(args), (total,))

    return read


def _quad(reader: _Reader, args: list[str]) -> Iterator[Constraint]:
    cell = reader.cell(args[0])
    cells = (cell, cell + 1, cell + reader.n, cell + reader.n + 1)
    yield Constraint("quadruple", cells, tuple(_whole(d) for d in args[1:] if d))


def _contain(kind: str) -> Callable[[_Reader, list[str]], Iterator[Constraint]]:
    def read(reader: _Reader, args: list[str]) -> Iterator[Constraint]:
        values = tuple(map(_whole, args[0].split("_")))
        yield Constraint(kind, reader.cells(args[1:]), values)

    return read


def _little_killer(reader: _Reader, args: list[str]) -> Iterator[Constraint]:
    yield Constraint(
        "little-killer", diagonal_from(reader.cell(args[1]), reader.n), (_whole(args[0]),)
    )


def _sandwich(reader: _Reader, args: list[str]) -> Iterator[Constraint]:
    clue, line = args[:2] if args[1][:1] in ("R", "C") else (args[1], args[0])
    yield Constraint("sandwich", reader.line(line), (_whole(clue),))


def _look_and_say(reader: _Reader, args: list[str]) -> Iterator[Constraint]:
    values = tuple(map(_whole, args[0].replace("_", "")))
    yield Constraint("look-and-say", reader.cells(args[1:]), values)


def _equal_sums(reader: _Reader, args: list[str]) -> Iterator[Constraint]:
    groups = [list(g) for is_mark, g in groupby(args, lambda arg: arg == "-") if not is_mark]
    cells = reader.cells([cell for group in groups for cell in group])
    yield Constraint("equal-sums", cells, tuple(map(len, groups)))


def _indexing(reader: _Reader, args: list[str]) -> Iterator[Constraint]:
    if args[0] not in INDEXERS:
        raise _unknown(f"Indexing {args[0]}")
    yield Constraint(INDEXERS[args[0]], reader.cells(args[1:]))


def _diagonal(reader: _Reader, args: list[str]) -> Iterator[Constraint]:
    n = reader.n
    cells = range(0, n * n, n + 1) if args[0] == "-1" else range(n - 1, n * n - 1, n - 1)
    yield Constraint("house", text=f"house:{','.join(map(reader.layout.cell_name, cells))}")


def _house(name: str) -> Callable[[_Reader, list[str]], Iterator[Constraint]]:
    def read(reader: _Reader, args: list[str]) -> Iterator[Constraint]:
        yield Constraint("house", text=name)

    return read


def _groups(reader: _Reader, args: list[str]) -> Iterator[tuple[int, ...]]:
    """The lines of cells after a key: parted by an empty argument, names with _ in front."""
    for is_gap, group in groupby(args, lambda arg: arg == "" or arg.startswith("_")):
        if not is_gap:
            yield reader.cells(list(group))


def _regex(reader: _Reader, args: list[str]) -> Iterator[Constraint]:
    for cells in _groups(reader, args[1:]):
        yield Constraint("regex", cells, text=decoded(args[0]).decode("utf-8", "replace"))


def _pairs(kind: str, last: str = "-_") -> Callable[[_Reader, list[str]], Iterator[Constraint]]:
    """A table of which digits go together: a bit a pair, six a character, the lowest first."""

    def read(reader: _Reader, args: list[str]) -> Iterator[Constraint]:
        pairs = table(args[0], reader.layout.digits, last)
        for line in _groups(reader, args[1:]):
            yield Constraint(kind, line, pairs)

    return read


def _automaton(reader: _Reader, args: list[str]) -> Iterator[Constraint]:
    text = automaton_text(decoded(args[0]), reader.first)
    for cells in _groups(reader, args[1:]):
        yield Constraint("automaton", cells, text=text)


READERS: dict[str, Callable[[_Reader, list[str]], Iterator[Constraint]]] = {
    "Cage": _cage, "Sum": _sum, "X": _pair_sum(10), "V": _pair_sum(5), "Quad": _quad,
    "ContainExact": _contain("contain-exactly"), "ContainAtLeast": _contain("quadruple"),
    "LittleKiller": _little_killer, "Sandwich": _sandwich, "LookAndSay": _look_and_say,
    "EqualSum": _equal_sums, "Indexing": _indexing, "Diagonal": _diagonal,
    "Windoku": _house("window"), "DisjointSets": _house("disjoint"), "Regex": _regex,
    "Pair": _pairs("relation"), "PairX": _pairs("relation-all"),
    "Binary": _pairs("relation", "_-"), "BinaryX": _pairs("relation-all", "_-"), "NFA": _automaton,
}  # fmt: skip


def _number(text: str) -> int:
    """A number up to two digits; a letter counts on from 10."""
    if re.fullmatch(r"[a-zA-Z]", text):
        return ord(text.lower()) - ord("a") + 10
    return _whole(text)


def _whole(text: str) -> int:
    if not re.fullmatch(r"-?\d{1,6}", text, re.ASCII):
        raise ParseError(f"{text[:20]!r} is no number")
    return int(text)


def _unknown(kind: str) -> ParseError:
    return ParseError(
        f"the rule {kind[:40]!r} is not known: the puzzle would be another without it"
    )
