"""The rules of a constraint string of ISS, token by token; groups of tokens are read in `iss`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby

from ..constraints.constraint import Constraint
from ..errors import ParseError
from .iss_bits import automaton_text, decoded, table
from .iss_board import SHAPES, IssBoard, number, unknown, whole
from .iss_names import BOARD, CELLS, ENDS, INDEXERS, NUMBER_AND_CELLS

#: The kind of a constraint that stands for extra houses, which its text names.
HOUSE = "house"


def rules_of(kind: str, args: list[str], board: IssBoard) -> Iterator[Constraint]:
    """What one token says; `ParseError` for a kind that is not known."""
    if kind == "":
        for text in args:
            cell, *digits = text.split("_")
            if cell:
                yield Constraint("candidates", (board.cell(cell),), tuple(map(number, digits)))
    elif kind in SHAPES or (kind, args) == ("FullRankTies", ["only-unclued"]):
        return
    elif kind in CELLS:
        yield Constraint(CELLS[kind], board.cells(args))
    elif kind in NUMBER_AND_CELLS:
        yield _numbered(kind, args, board)
    elif kind in BOARD:
        yield Constraint(BOARD[kind])
    elif kind in ENDS:
        if not any(args[1:3]):
            raise ParseError(f"the rule {kind} without a clue")
        for i, clue in enumerate(args[1:3]):
            if clue:
                yield Constraint(ENDS[kind], board.line(args[0], i == 1), (whole(clue),))
    elif kind in READERS:
        yield from READERS[kind](board, args)
    else:
        raise unknown(kind)


def _cage(board: IssBoard, args: list[str]) -> Iterator[Constraint]:
    total = whole(args[0])
    cells = board.cells(args[1:])
    different = tuple(dict.fromkeys(cells))
    if different == cells:
        yield Constraint("killer", cells, (total,) if total else ())
    else:  # a cell named twice counts twice
        yield Constraint("killer", different)
        yield Constraint("sum", cells, (total,))


def _sum(board: IssBoard, args: list[str]) -> Iterator[Constraint]:
    """`Sum~45~cells` or `Sum~45_=_1_-2~cells`: a total, how to compare, coefficients."""
    total, *rest = args[0].split("_")
    if rest and rest[0] not in ("", "="):
        raise unknown(f"Sum {rest[0]}")
    yield Constraint("sum", board.cells(args[1:]), (whole(total), *(whole(k) for k in rest[1:])))


def _pair_sum(total: int) -> Callable[[IssBoard, list[str]], Iterator[Constraint]]:
    def read(board: IssBoard, args: list[str]) -> Iterator[Constraint]:
        yield Constraint("pair-sum", board.cells(args), (total,))

    return read


def _quad(board: IssBoard, args: list[str]) -> Iterator[Constraint]:
    r, c = board.places.place(board.cell(args[0]))
    square = (board.places.cell_at(r + i, c + j) for i in (0, 1) for j in (0, 1))
    cells = tuple(cell for cell in square if cell is not None)
    if len(cells) < 4:
        raise ParseError(f"a quadruple at {args[0][:10]!r} lies beyond the board")
    yield Constraint("quadruple", cells, tuple(whole(d) for d in args[1:] if d))


def _contain(kind: str) -> Callable[[IssBoard, list[str]], Iterator[Constraint]]:
    def read(board: IssBoard, args: list[str]) -> Iterator[Constraint]:
        values = tuple(map(whole, args[0].split("_")))
        yield Constraint(kind, board.cells(args[1:]), values)

    return read


def _little_killer(board: IssBoard, args: list[str]) -> Iterator[Constraint]:
    cells = board.diagonal(board.cell(args[1]))
    yield Constraint("little-killer", cells, (whole(args[0]),))


def _sandwich(board: IssBoard, args: list[str]) -> Iterator[Constraint]:
    clue, line = args[:2] if args[1][:1] in ("R", "C") else (args[1], args[0])
    yield Constraint("sandwich", board.line(line), (whole(clue),))


def _look_and_say(board: IssBoard, args: list[str]) -> Iterator[Constraint]:
    values = tuple(map(whole, args[0].replace("_", "")))
    yield Constraint("look-and-say", board.cells(args[1:]), values)


def _equal_sums(board: IssBoard, args: list[str]) -> Iterator[Constraint]:
    groups = [list(g) for is_mark, g in groupby(args, lambda arg: arg == "-") if not is_mark]
    cells = board.cells([cell for group in groups for cell in group])
    yield Constraint("equal-sums", cells, tuple(map(len, groups)))


def _indexing(board: IssBoard, args: list[str]) -> Iterator[Constraint]:
    if args[0] not in INDEXERS:
        raise unknown(f"Indexing {args[0]}")
    yield Constraint(INDEXERS[args[0]], board.cells(args[1:]))


def _diagonal(board: IssBoard, args: list[str]) -> Iterator[Constraint]:
    n = board.places.width
    if n != board.rows:
        raise ParseError("a diagonal of a board that is no square")
    cells = range(0, n * n, n + 1) if args[0] == "-1" else range(n - 1, n * n - 1, n - 1)
    yield Constraint("house", text=f"house:{','.join(map(board.layout.cell_name, cells))}")


def _house(name: str) -> Callable[[IssBoard, list[str]], Iterator[Constraint]]:
    def read(board: IssBoard, args: list[str]) -> Iterator[Constraint]:
        yield Constraint("house", text=name)

    return read


def _groups(board: IssBoard, args: list[str]) -> Iterator[tuple[int, ...]]:
    """The lines of cells after a key: parted by an empty argument, names with _ in front."""
    for is_gap, group in groupby(args, lambda arg: arg == "" or arg.startswith("_")):
        if not is_gap:
            yield board.cells(list(group))


def _regex(board: IssBoard, args: list[str]) -> Iterator[Constraint]:
    for cells in _groups(board, args[1:]):
        yield Constraint("regex", cells, text=decoded(args[0]).decode("utf-8", "replace"))


def _pairs(kind: str, last: str = "-_") -> Callable[[IssBoard, list[str]], Iterator[Constraint]]:
    """A table of which digits go together: a bit a pair, six a character, the lowest first."""

    def read(board: IssBoard, args: list[str]) -> Iterator[Constraint]:
        pairs = table(args[0], board.layout.digits, last)
        for line in _groups(board, args[1:]):
            yield Constraint(kind, line, pairs)

    return read


def _automaton(board: IssBoard, args: list[str]) -> Iterator[Constraint]:
    text = automaton_text(decoded(args[0]), board.layout.digits[0])
    for cells in _groups(board, args[1:]):
        yield Constraint("automaton", cells, text=text)


def _numbered(kind: str, args: list[str], board: IssBoard) -> Constraint:
    name = NUMBER_AND_CELLS[kind]
    if name.endswith("?") and args and args[0][:1] in ("R", "r"):
        return Constraint(name[:-1], board.cells(args))
    if "LOOP" in args:
        raise unknown(f"{kind} LOOP")
    cells = board.cells(args[1:])
    if kind == "PillArrow":  # a pill is read from left to right, from top to bottom
        head = whole(args[0])
        cells = (*sorted(cells[:head]), *cells[head:])
    return Constraint(name.rstrip("?"), cells, (whole(args[0]),))


#: name in ISS → what reads its arguments
READERS: dict[str, Callable[[IssBoard, list[str]], Iterator[Constraint]]] = {
    "Cage": _cage, "Sum": _sum, "X": _pair_sum(10), "V": _pair_sum(5), "Quad": _quad,
    "ContainExact": _contain("contain-exactly"), "ContainAtLeast": _contain("quadruple"),
    "LittleKiller": _little_killer, "Sandwich": _sandwich, "LookAndSay": _look_and_say,
    "EqualSum": _equal_sums, "Indexing": _indexing, "Diagonal": _diagonal,
    "Windoku": _house("window"), "DisjointSets": _house("disjoint"), "Regex": _regex,
    "Pair": _pairs("relation"), "PairX": _pairs("relation-all"),
    "Binary": _pairs("relation", "_-"), "BinaryX": _pairs("relation-all", "_-"), "NFA": _automaton,
}  # fmt: skip
