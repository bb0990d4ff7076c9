"""Judges of sets of cells that need all places their digits can take in them.

A digit can be at most as often in some cells as it has places there that do not see each other. If
a candidate would leave the digits, all together, fewer places than there are cells, it is false.
Sue de Coq, bent sets, SK loops and multi-sector locked sets differ only in where the cells stand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from functools import lru_cache
from itertools import combinations, product

from ...layout import Layout
from ...theory import Theory
from ..position import Position
from .base import Places, houses_of, open_cells, see

#: Rows and columns at least and at most of multi-sector locked sets, and cells at least.
FEWEST, MOST, CELLS = 3, 5, 9


def are_short(position: Position, cells: Collection[int], z: int = 0) -> bool:
    """Return whether the open cells have fewer places for digits than there are cells, given that z
    is true (0: nothing is)."""
    theory = position.theory
    own = theory.cell_and_digit(z)[0] if z else -1
    seen = set(theory.peers(z)) if z else set[int]()
    places, size = dict[int, list[int]](), 0
    for cell, digits in open_cells(position, cells).items():
        if cell != own:
            size += 1
            for d in digits:
                v = theory.variable_of(cell, d)
                if v not in seen:
                    places.setdefault(d, []).append(v)
    return sum(_most_apart(theory, some) for some in places.values()) < size


def _most_apart(theory: Theory, places: list[int]) -> int:
    """Return the largest number of the candidates none of which sees another."""
    if not places:
        return 0
    first, *rest = places
    apart = [v for v in rest if v not in theory.peers(first)]
    with_first = 1 + _most_apart(theory, apart)
    return with_first if len(apart) == len(rest) else max(with_first, _most_apart(theory, rest))


def _lines(position: Position, *kinds: str) -> list[set[int]]:
    """Return the open cells of each house of these kinds."""
    return [
        set(open_cells(position, house.cells))
        for house in position.layout.houses
        if house.kind in kinds
    ]


def _subsets(cells: Collection[int], fewest: int, most: int) -> Iterator[set[int]]:
    for k in range(fewest, min(most, len(cells)) + 1):
        yield from map(set, combinations(sorted(cells), k))


def sue_de_coq(position: Position, literal: int, _: Places) -> bool:
    """Return whether cells of a crossing of a line and a box, of the line and of the box, are as
    many as their digits can be there, and too many if z is true."""
    if literal > 0:
        return False
    own = position.theory.cell_and_digit(-literal)[0]
    left = open_cells(position, range(position.layout.cell_count))
    for line, box in product(_lines(position, "row", "column"), _lines(position, "box")):
        if own not in line | box:
            continue
        for crossing, a in product(_subsets(line & box, 2, 3), _subsets(line - box, 1, 5)):
            ahead = {d for cell in crossing | a for d in left[cell]}
            for b in _subsets(box - line, 1, 5):
                every = ahead.union(*(left[cell] for cell in b))
                cells = crossing | a | b
                if len(every) <= len(cells) and are_short(position, cells, -literal):
                    return True
    return False


def bent(position: Position, literal: int, _: Places, size: int = 4) -> bool:
    """Return whether `size` cells, each seeing some other, with as many digits, of which one at
    most can be there twice, are too many if z is true."""
    if literal > 0:
        return False
    theory, z = position.theory, -literal
    digit = theory.cell_and_digit(z)[1]
    left = open_cells(position, range(position.layout.cell_count))

    def sees(cell: int, other: int) -> bool:
        return see(theory, theory.variable_of(cell, digit), [theory.variable_of(other, digit)])

    near = {cell: [other for other in left if sees(cell, other)] for cell in left}
    known = {frozenset([cell]) for cell in near[theory.cell_and_digit(z)[0]] if digit in left[cell]}
    for _number in range(1, size):
        known = {
            cells | {cell}
            for cells in known
            for other in cells
            for cell in near[other]
            if cell not in cells and len(left[cell].union(*(left[c] for c in cells))) <= size
        }
    return any(
        len(digits := frozenset[int]().union(*(left[c] for c in cells))) == size
        and sum(not _is_together(near, [c for c in cells if d in left[c]]) for d in digits) < 2
        and are_short(position, cells, z)
        for cells in known
    )


def _is_together(near: dict[int, list[int]], cells: list[int]) -> bool:
    return all(b in near[a] for a, b in combinations(cells, 2))


def sk_loop(position: Position, literal: int, _: Places) -> bool:
    """Return whether the cells of two rows and two columns in the four boxes where they cross, in
    cells that hold digits, are too many if z is true."""
    layout = position.layout
    if literal > 0:
        return False
    lines, across, every = houses_of(layout, "row", "column", "box")
    for rows, columns in product(combinations(lines, 2), combinations(across, 2)):
        corners = [(row & column, row | column) for row, column in product(rows, columns)]
        boxes = [box for box in every if any(corner & box for corner, _arms in corners)]
        if len(boxes) != 4 or any(
            not position.digit_in(c) for corner, _arms in corners for c in corner
        ):
            continue
        cells = set[int]().union(*(box & set[int]().union(*rows, *columns) for box in boxes))
        if are_short(position, cells, -literal):
            return True
    return False


def sectors(position: Position, literal: int, _: Places) -> bool:
    """Return whether the cells where some rows cross some columns are as many as the rows, columns
    or boxes that hold their digits there, and too many if z is true."""
    return literal < 0 and any(
        are_short(position, cells, -literal)
        for cells in _locked_sectors(position.theory, bytes(position.status))
    )


@lru_cache(maxsize=8)
def _locked_sectors(theory: Theory, status: bytes) -> list[set[int]]:
    """Return such cells: for each digit the kind of house is taken of which the fewest are needed.

    A digit's places in a column are two numbers, with a bit for each row and for each box.
    """
    position = Position(theory, status)
    found = list[set[int]]()
    rows = _lines(position, "row")
    columns = _lines(position, "column")
    boxes = {cell: k for k, box in enumerate(_lines(position, "box")) for cell in box}
    left = open_cells(position, range(position.layout.cell_count))
    for some in (c for k in range(FEWEST, MOST + 1) for c in combinations(rows, k)):
        parts = list[tuple[set[int], dict[int, tuple[int, int]]]]()
        for column in columns:
            held = dict[int, tuple[int, int]]()
            for r, cell in ((r, cell) for r, row in enumerate(some) for cell in row & column):
                for d in left[cell]:
                    in_rows, in_boxes = held.get(d, (0, 0))
                    held[d] = in_rows | 1 << r, in_boxes | 1 << boxes.get(cell, cell + len(boxes))
            if held:
                parts.append((column.intersection(set[int]().union(*some)), held))
        for k in range(FEWEST, min(MOST, len(parts)) + 1):
            for chosen in combinations(parts, k):
                size = sum(len(cells) for cells, _held in chosen)
                if size >= CELLS and _houses([held for _cells, held in chosen]) == size:
                    found.append(set[int]().union(*(cells for cells, _held in chosen)))
    return found


def _houses(columns: list[dict[int, tuple[int, int]]]) -> int:
    """Return the number of rows, columns or boxes (whichever are fewest) for all digits."""
    rows = dict[int, int]()
    boxes = dict[int, int]()
    number = dict[int, int]()
    for column in columns:
        for d, (in_rows, in_boxes) in column.items():
            rows[d] = rows.get(d, 0) | in_rows
            boxes[d] = boxes.get(d, 0) | in_boxes
            number[d] = number.get(d, 0) + 1
    return sum(min(rows[d].bit_count(), boxes[d].bit_count(), number[d]) for d in rows)


def equivalence(position: Position, literal: int, _: Places) -> bool:
    """Return whether, if the literal were false, some lines without some regions would hold its
    digit more often than these, as many regions, can without the lines; or the other way round."""
    theory, layout = position.theory, position.layout
    own, digit = theory.cell_and_digit(abs(literal))
    without = set(theory.peers(-literal)) | {-literal} if literal < 0 else {literal}
    free, sure = 0, 1 << own if literal < 0 else 0
    for cell in range(layout.cell_count):
        v = theory.variable_of(cell, digit)
        if position.digit_in(cell) == digit:
            sure |= 1 << cell
        elif position.is_open(v) and v not in without:
            free |= 1 << cell
    most = dict[_Side, int]()
    for sides in _differences(layout):
        counts = [(one & sure).bit_count() + 2 * (two & sure).bit_count() for one, two in sides]
        needed = counts[0] - counts[1]
        once, twice = sides[needed > 0]
        if needed and not free & (once | twice):
            return True
        if abs(needed) > 1:
            left = free & once, free & twice
            if left not in most:
                places = [theory.variable_of(c, digit) for n in (0, 1, 1) for c in _cells(left[n])]
                most[left] = _most_apart(theory, places)
            if abs(needed) > most[left]:
                return True
    return False


def _cells(bits: int) -> list[int]:
    """Return the cells of a set."""
    return [cell for cell in range(bits.bit_length()) if bits >> cell & 1]


#: Cells that count once, and twice.
_Side = tuple[int, int]


@lru_cache(maxsize=8)
def _differences(layout: Layout) -> list[tuple[_Side, _Side]]:
    """Return, for two to four rows, columns, or as many rows as columns, and as many regions, the
    cells that the lines hold more often, and the others: two houses of cells at most each."""
    full = [house for house in layout.houses if len(house.cells) == layout.size]
    rows, columns = ([h.cells for h in full if h.kind == kind] for kind in ("row", "column"))
    regions = [h.cells for h in full if h.kind not in ("row", "column")]
    found = list[tuple[_Side, _Side]]()
    for k in (2, 3, 4):
        pairs = product(combinations(rows, k // 2), combinations(columns, k // 2))
        mixed = [(*some, *others) for some, others in pairs if k % 2 == 0]
        for lines in (*combinations(rows, k), *combinations(columns, k), *mixed):
            held = Counter(c for line in lines for c in line)
            able = {region: sum(held[c] for c in region) for region in regions}
            for some in combinations(regions, k):
                if sum(able[region] for region in some) >= (k - 2) * layout.size:
                    more = held.copy()
                    more.subtract(c for region in some for c in region)
                    if sum(n for n in more.values() if n > 0) <= 2 * layout.size:
                        sides = [
                            sum(1 << c for c, n in more.items() if n == wanted)
                            for wanted in (1, 2, -1, -2)
                        ]
                        found.append(((sides[0], sides[1]), (sides[2], sides[3])))
    return found
