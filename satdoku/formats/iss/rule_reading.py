"""The rules of an ISS constraint string, token by token; `reader` handles groups of tokens."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from urllib.parse import unquote

from ...constraints.constraint import Constraint
from ...errors import ParseError
from ...geometry import Cells
from ...layout import Layout
from ...layout_shapes import default_boxes
from ...phrases import phrase
from ..metadata import unknown_rule
from .bits import automaton_text, decoded, table
from .board import SHAPES, IssBoard, clue, diagonal_from, number, whole
from .few_cells import never
from .names import BOARD, CELLS, ENDS, INDEXERS, NUMBER_AND_CELLS, OF_NEIGHBOURS

#: Tokens of which the last one at its place replaces those before it.
LAST_WINS = {*ENDS, "Sandwich", "LittleKiller", "Quad"}
#: The kind of a pseudo-constraint that stands for extra houses, which its text names.
HOUSE = "house"


def rules_of(kind: str, args: list[str], board: IssBoard) -> Iterator[Constraint]:
    """Yield the constraints of one token; raise `ParseError` for an unknown kind."""
    if kind in ("", "Given"):
        for text in args:
            cell, *digits = text.split("_")
            if cell:
                values = tuple(map(number, digits))
                yield Constraint("candidates", (board.cell(cell),), values)
    elif kind in SHAPES or kind == "SearchPriority":
        return
    elif kind in CELLS:
        cells = board.cells(args)
        if len(cells) > 1 or kind not in OF_NEIGHBOURS:
            yield Constraint(CELLS[kind], cells)
    elif kind in NUMBER_AND_CELLS:
        rule = _numbered(kind, args, board)
        if len(rule.cells) > 1 or kind not in OF_NEIGHBOURS:
            yield rule
    elif kind in BOARD:
        yield Constraint(BOARD[kind])
    elif kind in ENDS:
        ends = args[1:3]
        if not any(ends):
            raise ParseError(phrase("the rule {kind!s} without a clue", kind=kind))
        for i, text in enumerate(ends):
            if text:
                line = board.line(args[0], backwards=i == 1)
                ties = board.rank_ties if kind == "FullRank" else ()
                yield Constraint(ENDS[kind], line, (clue(text), *ties))
    elif kind in READERS:
        yield from READERS[kind](board, args)
    else:
        raise unknown_rule(kind)


def _cage(board: IssBoard, args: list[str]) -> Iterator[Constraint]:
    total = whole(args[0]) if args[0].strip() else 0
    cells = board.cells(args[1:])
    different = tuple(dict.fromkeys(cells))
    if different == cells:
        yield Constraint("killer", cells, (total,) if total else ())
    else:  # a cell named twice counts twice
        yield Constraint("killer", different)
        if total:
            yield Constraint("sum", cells, (total,))


def _sum(board: IssBoard, args: list[str]) -> Iterator[Constraint]:
    """`Sum~45~cells` or `Sum~45_=_1_-2~cells`, with coefficients; without "=" ISS ignores them."""
    total, *rest = args[0].split("_")
    values = [whole(total)]
    if rest[:1] == ["="]:
        values += map(whole, rest[1:])
    yield Constraint("sum", board.cells(args[1:]), tuple(values))


def _quad(board: IssBoard, args: list[str]) -> Iterator[Constraint]:
    r, c = board.places.place(board.cell(args[0]))
    corners = [(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)]
    square = [board.places.cell_at(*corner) for corner in corners]
    cells = tuple(cell for cell in square if cell is not None)
    if len(cells) < 4:
        raise ParseError(
            phrase("a quadruple at {place!r} lies beyond the board", place=args[0][:10])
        )
    digits = tuple(whole(d) for d in args[1:] if d)
    yield Constraint("quadruple", cells, digits)


def _contain(kind: str, board: IssBoard, args: list[str]) -> Iterator[Constraint]:
    digits = tuple(map(whole, args[0].split("_")))
    yield Constraint(kind, board.cells(args[1:]), digits)


def _little_killer(board: IssBoard, args: list[str]) -> Iterator[Constraint]:
    cells = diagonal_from(board.cell(args[1]), board.layout)
    yield Constraint("little-killer", cells, (clue(args[0]),))


def _sandwich(board: IssBoard, args: list[str]) -> Iterator[Constraint]:
    text, line = args[:2]
    if line[:1] not in ("R", "C"):  # older strings name the line first
        text, line = line, text
    cells = board.line(line)
    # on lines that lack digits, ISS takes the smallest and the largest ones present
    kind = "sandwich" if len(cells) == board.layout.size else "lunchbox"
    yield Constraint(kind, cells, (clue(text),))


def _look_and_say(board: IssBoard, args: list[str]) -> Iterator[Constraint]:
    values = tuple(map(whole, args[0].replace("_", "")))
    yield Constraint("look-and-say", board.cells(args[1:]), values)


def _equal_sums(board: IssBoard, args: list[str]) -> Iterator[Constraint]:
    groups = [group for group in _segments(args) if group]
    cells = board.cells([cell for group in groups for cell in group])
    yield Constraint("equal-sums", cells, tuple(map(len, groups)))


def _indexing(board: IssBoard, args: list[str]) -> Iterator[Constraint]:
    # to ISS, whatever does not say rows says columns
    yield Constraint(INDEXERS.get(args[0], INDEXERS["C"]), board.cells(args[1:]))


def _diagonal(board: IssBoard, args: list[str]) -> Iterator[Constraint]:
    n = board.columns
    if n != board.rows:
        raise ParseError("a diagonal on a board that is not square")
    falling = range(0, n * n, n + 1)
    rising = range(n - 1, n * n - 1, n - 1)
    cells = falling if args[0] == "-1" else rising
    yield Constraint("house", text=house_text(cells, board.layout))


def _houses(name: str, board: IssBoard, args: list[str]) -> Iterator[Constraint]:
    """Windows, or the cells at one position of each box: of the standard boxes, whatever the
    regions."""
    box_size = board.region_size or board.layout.size
    usual = default_boxes(board.rows, board.columns, box_size)
    one = board.layout.one_board()
    if board.rows != board.columns:
        raise ParseError(phrase("{name!s} houses on a board that is not square", name=name))
    if usual and one.box_shape == usual:
        yield Constraint("house", text=name)
    elif usual:
        plain = replace(one, regions=one.places.boxes(*usual))
        for house in plain.with_houses(name).extra_houses:
            text = house_text(house.cells, board.layout)
            yield Constraint("house", text=text)


def house_text(cells: Sequence[int], layout: Layout) -> str:
    """Return a house of these cells in the notation of `Layout.with_houses`."""
    names = ",".join(map(layout.cell_name, cells))
    return f"house:{names}"


def _same_in_regions(board: IssBoard, args: list[str]) -> Iterator[Constraint]:
    """All largest regions contain the same digits."""
    kinds = ("row", "column", "box")
    houses = [house.cells for house in board.layout.houses if house.kind in kinds]
    houses += board.pieces
    longest = max(map(len, houses), default=0)
    largest = [cells for cells in houses if len(cells) == longest]
    if longest < board.layout.size and len(largest) > 1:
        cells = tuple(cell for some in largest for cell in some)
        yield Constraint("same-values", cells, (len(largest),))


def _rank_ties(board: IssBoard, args: list[str]) -> Iterator[Constraint]:
    if args == ["none"]:
        yield Constraint("no-equal-lines")
    elif args not in (["any"], ["only-unclued"]):
        raise unknown_rule(f"FullRankTies {' '.join(args)}")


def _connected(board: IssBoard, args: list[str]) -> Iterator[Constraint]:
    """`ConnectedValues~GROUP~1_2[~SIZE]`."""
    digits = map(whole, args[1].split("_"))
    size = whole(args[2]) if len(args) > 2 and args[2] else 0
    yield Constraint("connected", board.group(args[0]), (size, *digits))


def _chaos(board: IssBoard, args: list[str]) -> Iterator[Constraint]:
    size = board.region_size or max(board.rows, board.columns)
    yield Constraint("chaos-construction", board.group("CC"), (size,))


def _labels(board: IssBoard, texts: Sequence[str]) -> Cells:
    """Return the region labels: those named directly, or those of the named cells of the board."""
    labels = board.group("CC")
    cells = board.cells(texts)
    return tuple([labels[cell] if cell < len(board.group("")) else cell for cell in cells])


def _chaos_arrow(board: IssBoard, args: list[str]) -> Iterator[Constraint]:
    control = board.cell(args[0])
    offset = _offset(args)
    arms = [_labels(board, arm) for arm in _segments(args[2:])]
    if not arms:
        labels = board.group("CC")
        for run in board.runs(control):
            arms.append(tuple([labels[cell] for cell in run]))
    arms = [arm for arm in arms if len(arm) > 1] or arms[:1]
    cells = [control]
    for arm in arms:
        cells += arm
    yield Constraint("chaos-arrow", tuple(cells), (offset, *map(len, arms)))


def _offset(args: list[str]) -> int:
    """Return the number after the control cell, 0 if it is missing."""
    return whole(args[1]) if len(args) > 1 and args[1] else 0


def _chaos_count(board: IssBoard, args: list[str]) -> Iterator[Constraint]:
    control = board.cell(args[0])
    offset = _offset(args)
    near = (control, *board.around(control))
    labels = board.group("CC")
    counted = _labels(board, args[2:]) or [labels[cell] for cell in near]
    yield Constraint("chaos-count", (control, *counted), (offset,))


def _doppelganger(board: IssBoard, args: list[str]) -> Iterator[Constraint]:
    size = board.layout.size - 1
    has_zero = board.layout.digits[0] == 0
    if not has_zero or (board.rows, board.columns) != (size, size):
        raise ParseError("doppelgangers need a square board with digits from 0, as in 9x9~0-9")
    # in ISS's names, DGC is what rows lack, DGR what columns lack
    cells: list[int] = []
    for prefix in ("DGZ", "DGC", "DGR", "DGB"):
        cells += board.groups.get(prefix, ())
    yield Constraint("doppelganger", tuple(cells))


def _segments(args: Sequence[str]) -> list[list[str]]:
    """Split cells at "-"."""
    if not args:
        return []
    found: list[list[str]] = [[]]
    for arg in args:
        if arg == "-":
            found.append([])
        else:
            found[-1].append(arg)
    return found


def _groups(args: list[str]) -> Iterator[list[str]]:
    """Yield the lines of cells after a key, separated by empty arguments; names begin with _."""
    for is_gap, group in groupby(args, lambda arg: arg == "" or arg.startswith("_")):
        if not is_gap:
            yield list(group)


def _regex(board: IssBoard, args: list[str]) -> Iterator[Constraint]:
    for cells in _groups(args[1:]):
        yield Constraint("regex", board.cells(cells), text=_pattern(args[0]))


def _pattern(packed: str) -> str:
    if "%" in packed:  # old strings have the pattern as in a link
        return unquote(packed)
    return decoded(packed).decode("utf-8", "replace")


def _pairs(kind: str, last: str, board: IssBoard, args: list[str]) -> Iterator[Constraint]:
    """A table of allowed digit pairs: one bit per pair, six per character, lowest first."""
    pairs = table(args[0], board.layout.digits, last)
    for line in _groups(args[1:]):
        if len(line) > 1 and pairs:
            yield Constraint(kind, board.cells(line), pairs)
        elif len(line) > 1:  # no pair of digits is allowed
            yield never(board.cell(line[0]))


def _automaton(board: IssBoard, args: list[str]) -> Iterator[Constraint]:
    text = automaton_text(decoded(args[0]), board.layout.digits[0])
    for cells in _groups(args[1:]):
        parts = _segments(cells)
        lengths = tuple(map(len, parts)) if len(parts) > 1 else ()
        named = board.cells([cell for part in parts for cell in part])
        yield Constraint("automaton", named, lengths, text)


def _numbered(kind: str, args: list[str], board: IssBoard) -> Constraint:
    name = NUMBER_AND_CELLS[kind]
    begins_with_cell = bool(args) and args[0][:1] in ("R", "r", "V")
    if name.endswith("?") and begins_with_cell:
        # Our own default of a whisper is 5 only on boards of these sizes.
        needs_number = kind == "Whisper" and board.layout.size not in (9, 10)
        usual = (5,) if needs_number else ()
        return Constraint(name[:-1], board.cells(args), usual)
    if args[-1] == "LOOP":
        if kind != "SumLine":
            raise unknown_rule(f"{kind} LOOP")
        loop = board.cells(args[1:-1])
        return Constraint("sum-line", loop, (whole(args[0]), 1))
    cells = board.cells(args[1:])
    if kind == "PillArrow":  # a pill is read from left to right and top to bottom
        head = whole(args[0])
        cells = (*sorted(cells[:head]), *cells[head:])
    return Constraint(name.rstrip("?"), cells, (whole(args[0]),))


#: name in ISS → the function that reads its arguments
READERS: dict[str, Callable[[IssBoard, list[str]], Iterable[Constraint]]] = {
    "X": lambda board, args: [Constraint("pair-sum", board.cells(args), (10,))],
    "V": lambda board, args: [Constraint("pair-sum", board.cells(args), (5,))],
    "Cage": _cage, "Sum": _sum, "Quad": _quad, "ContainExact": partial(_contain, "contain-exactly"),
    "ContainAtLeast": partial(_contain, "quadruple"),
    "LittleKiller": _little_killer, "Sandwich": _sandwich, "LookAndSay": _look_and_say,
    "EqualSum": _equal_sums, "Indexing": _indexing, "Diagonal": _diagonal,
    "Windoku": partial(_houses, "window"), "DisjointSets": partial(_houses, "disjoint"),
    "Regex": _regex,
    "RegionSameValues": _same_in_regions, "FullRankTies": _rank_ties,
    "ConnectedValues": _connected, "ChaosConstruction": _chaos, "ChaosArrow": _chaos_arrow,
    "ChaosCount": _chaos_count, "Doppelganger": _doppelganger,
    "Pair": partial(_pairs, "relation", "-_"), "PairX": partial(_pairs, "relation-all", "-_"),
    "Binary": partial(_pairs, "relation", "_-"), "BinaryX": partial(_pairs, "relation-all", "_-"),
    "NFA": _automaton,
}  # fmt: skip
