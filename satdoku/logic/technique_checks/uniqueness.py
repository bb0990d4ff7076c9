"""Judges of techniques that assume a proper puzzle: unique rectangles, loops and BUG, by
definition.

In each, one of some candidates (the alternatives) is true, since without them the digits of some
cells could be exchanged. A conclusion is right if each alternative implies it, by the clauses of
one house or by a clause that contains both.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations, product

from ...geometry import Cells
from ...inference.entailment import OPEN, TRUE, is_entailed
from ...operations.symmetry import maps
from ..position import Position
from .base import Places, denying, open_cells, union

#: A BUG may have at most this many cells with more than two candidates; nobody would see larger
#: ones.
MOST_CELLS = 8


def unique_loop(position: Position, literal: int, places: Places) -> bool:
    """Return whether some loop of two digits has alternatives that each imply the literal."""
    return any(_given(position, literal, extras) for extras in _loops(position))


def rectangle(position: Position, literal: int, places: Places, kind: str = "") -> bool:
    """Return whether four cells of two digits, crosswise, have alternatives that each imply the
    literal: by the clauses of one house, or by those of the two digits (type 4, 6, hidden) and the
    cells.

    kind: "1" … "6", "hidden" or "" (any), with " incomplete" if some cell lacks one of the two
    digits.
    """
    kind, _, is_incomplete = kind.partition(" ")
    layout = position.layout
    own, _ = layout.cell_and_digit(abs(literal))
    near = {cell for house in layout.houses if own in house.cells for cell in house.cells}
    for cells, pair in _rectangles(position):
        left = [set(position.candidates_in(cell)) for cell in cells]
        is_whole = all(held >= pair for held in left)
        if is_whole == bool(is_incomplete):
            continue
        roof = [k for k, held in enumerate(left) if held - pair]
        if not near.intersection(cells[k] for k in roof):
            continue
        more = union(left) - pair
        if not _fits(kind, roof, has_one_more=len(more) == 1):
            continue
        extras = [layout.variable_of(cells[k], d) for k in roof for d in sorted(left[k] - pair)]
        if kind in CROSSWISE:
            around = _clauses_around(position, cells, pair)
            if all(_gives(position, one, literal, around, set()) for one in extras):
                return True
        by_house = kind == "" or kind not in CROSSWISE
        if by_house and _given(position, literal, extras):
            return True
    return False


#: Types of rectangles that use the clauses of the two digits; "" stands for any type.
CROSSWISE = ("4", "6", "hidden", "")


def _fits(kind: str, roof: list[int], has_one_more: bool) -> bool:
    """Return whether a rectangle can be of this type. roof: places around it of the cells with
    other digits than the two; has_one_more: whether these are one digit."""
    # Cells are numbered around, so two of them are on one side unless the numbers differ by 2.
    is_side = len(roof) == 2 and roof[1] - roof[0] != 2
    match kind:
        case "1":
            return len(roof) == 1
        case "2":
            return is_side and has_one_more
        case "3" | "4":
            return is_side
        case "5":
            return len(roof) > 1 and not is_side and has_one_more
        case "6":
            return len(roof) == 2 and not is_side
        case "hidden":
            return len(roof) in (2, 3)
    return bool(roof)


def _clauses_around(position: Position, cells: list[int], pair: set[int]) -> list[int]:
    """Return the clauses of the cells, and those of the two digits in their houses."""
    theory = position.theory
    found = []
    for index, clause in enumerate(theory.clauses):
        if clause.house:
            is_near = clause.digit in pair and not set(cells).isdisjoint(clause.house.cells)
        else:
            is_near = theory.cell_of(theory.members[index][0]) in cells
        if is_near:
            found.append(index)
    return found


def _rectangles(position: Position) -> Iterator[tuple[list[int], set[int]]]:
    """Yield open cells of a rectangle, and two digits at least one of which each cell can hold."""
    for cells in _crosswise(position):
        if any(position.digit_in(cell) for cell in cells):
            continue
        left = [set(position.candidates_in(cell)) for cell in cells]
        every = union(left)
        for pair in map(set, combinations(sorted(every), 2)):
            if all(own & pair for own in left):
                yield cells, pair


def _crosswise(position: Position) -> Iterator[list[int]]:
    """Yield four cells in two rows and two columns, in order around, such that each house has none
    of them or two neighbours."""
    layout = position.layout
    houses = [set(house.cells) for house in layout.houses]
    rows = [house.cells for house in layout.houses if house.kind == "row"]
    for upper, lower in combinations(rows, 2):
        for i, k in combinations(range(len(upper)), 2):
            cells = [upper[i], upper[k], lower[k], lower[i]]
            # Then no house notices if the two digits are exchanged in all four cells.
            allowed = [{cells[j - 1], cells[j]} for j in range(4)]
            allowed.append(set())
            if all(house.intersection(cells) in allowed for house in houses):
                yield cells


@denying
def avoidable(position: Position, z: int, found: int = 0) -> bool:
    """Return whether without the literal four cells of a rectangle, none of them given, hold two
    digits crosswise; found: the number of them that already do (0: any)."""
    layout = position.layout
    if position.given is None:
        return False
    given = {layout.cell_of(v) for v in position.given}
    for cells in _crosswise(position):
        placed = [cell for cell in cells if position.digit_in(cell)]
        if not placed or given.intersection(cells):
            continue
        if found not in (0, len(placed)):
            continue
        held = [_held_with(position, cell, z) for cell in cells]
        first, second = held[:2]
        if held[2:] == [first, second] and first != second and len(first) == len(second) == 1:
            return True
    return False


def _held_with(position: Position, cell: int, z: int) -> list[int]:
    """Return the digits that a cell can hold if z is true."""
    placed = position.digit_in(cell)
    if placed:
        return [placed]
    layout = position.layout
    own, digit = layout.cell_and_digit(z)
    if cell == own:
        return [digit]
    peers = position.theory.peers(z)
    return [d for d in position.candidates_in(cell) if layout.variable_of(cell, d) not in peers]


def extended(position: Position, literal: int, _: Places) -> bool:
    """Return whether k cells of a line and the k beside them in another one, each pair in the same
    other houses, have few candidates besides k digits, each of which implies the literal."""
    layout = position.layout
    left = open_cells(position, layout.all_cells)
    around = {cell: {house for house in layout.houses if cell in house.cells} for cell in left}
    lines = [house for house in layout.houses if house.is_line]
    for one, two in combinations(lines, 2):
        pairs = []
        for a, b in zip(one.cells, two.cells, strict=False):
            if a in left and b in left and around[a] - {one} == around[b] - {two}:
                pairs.append((a, b))
        for k in range(3, len(pairs) + 1):
            for chosen in combinations(pairs, k):
                cells = {*chain(*chosen)}
                if any(_given(position, literal, extras) for extras in _few(position, cells, k)):
                    return True
    return False


def _few(position: Position, cells: set[int], k: int) -> Iterator[list[int]]:
    """Yield the candidates of the cells besides k digits, if one or two of the cells have any."""
    left = open_cells(position, cells)
    every = union(left.values())
    for digits in combinations(sorted(every), k):
        extras = list[int]()
        owners = 0
        for cell in sorted(cells):
            more = left[cell].difference(digits)
            extras += (position.layout.variable_of(cell, d) for d in more)
            owners += len(more) > 0
        if owners in (1, 2):
            yield extras


def bug(position: Position, literal: int, places: Places) -> bool:
    """Return whether the alternatives of a BUG all imply the literal."""
    return any(_given(position, literal, extras) for extras in _bugs(position))


# A person sees one house at a time. So each alternative must imply the literal by the clauses of
# the same house (none for those that deny it directly), not by all the board's clauses together.
def _given(position: Position, literal: int, alternatives: list[int]) -> bool:
    """Return whether each alternative implies the literal: by the clauses of one house and of its
    cells, or by one that contains both."""
    theory = position.theory
    houses = {clause.house for clause in theory.clauses if clause.house}
    own = set(theory.occurrences[abs(literal)])
    for house in (None, *sorted(houses, key=str)):
        inside = []
        if house:
            for index, clause in enumerate(theory.clauses):
                if clause.house == house or _in_house(position, index, house.cells):
                    inside.append(index)
        if all(_gives(position, one, literal, inside, own) for one in alternatives):
            return True
    return False


def _in_house(position: Position, index: int, cells: Cells) -> bool:
    theory = position.theory
    if theory.clauses[index].house:
        return False
    return theory.cell_of(theory.members[index][0]) in cells


def _gives(position: Position, one: int, literal: int, inside: list[int], own: set[int]) -> bool:
    if one == literal:
        return True
    known = bytearray(position.status)
    known[one] = TRUE
    shared = own & set(position.theory.occurrences[one])
    return is_entailed(position.theory, known, [*inside, *shared], literal)


def _loops(position: Position) -> Iterator[list[int]]:
    """Yield, for each loop, the candidates of its cells besides the two digits."""
    layout = position.layout
    left = open_cells(position, layout.all_cells)
    houses = [set(house.cells) for house in layout.houses]
    for a, b in combinations(layout.digits, 2):
        cells = [cell for cell, digits in left.items() if {a, b} <= digits]
        for start in cells:
            if left[start] != {a, b}:
                continue
            for loop in _walks(cells, houses, [start]):
                extras = list[int]()
                for cell in loop:
                    extras += (layout.variable_of(cell, d) for d in sorted(left[cell] - {a, b}))
                yield extras


def _walks(cells: list[int], houses: list[set[int]], walk: list[int]) -> Iterator[list[int]]:
    """Yield closed walks: each house touched has one cell at an even and one at an odd place."""
    linked = [house for house in houses if walk[-1] in house]
    if _is_closed(houses, linked, walk):
        yield walk
    # A house may have one cell at an even and one at an odd place, so the next cell shares none
    # with a cell of its own parity.
    same = walk[len(walk) % 2 :: 2]
    taken = [house for house in houses if not house.isdisjoint(same)]
    for cell in cells:
        if cell in walk or any(cell in house for house in taken):
            continue
        if any(cell in house for house in linked):
            yield from _walks(cells, houses, [*walk, cell])


def _is_closed(houses: list[set[int]], linked: list[set[int]], walk: list[int]) -> bool:
    """Return whether a walk, the last cell of which is in the houses `linked`, is a loop."""
    if len(walk) < 4 or len(walk) % 2:
        return False
    if not any(walk[0] in house for house in linked):
        return False
    even = set(walk[::2])
    odd = set(walk[1::2])
    # Then no house notices if the two digits are exchanged in the whole loop.
    return all(len(even & house) == len(odd & house) <= 1 for house in houses)


def _bugs(position: Position) -> Iterator[list[int]]:
    """Yield the surplus candidates for each way to leave every open cell two candidates, and every
    digit two places or none in each house."""
    layout = position.layout
    variables = [
        [v for v in layout.variables_of(cell) if position.status[v] == OPEN]
        for cell in layout.all_cells
    ]
    if any(len(own) == 1 for own in variables):
        return
    wide = [own for own in variables if len(own) > 2]
    if len(wide) > MOST_CELLS:
        return
    every = set(chain(*variables))
    houses = [set(clause.variables) for clause in position.theory.clauses if clause.house]
    for kept in product(*(combinations(own, 2) for own in wide)):
        over = set(chain(*wide)).difference(*kept)
        rest = every - over
        if all(len(rest & members) in (0, 2) for members in houses):
            yield sorted(over)


def bug_lite(position: Position, literal: int, _: Places) -> bool:
    """Return whether the literal's cell, with two of its candidates, and some cells with two
    candidates each are a part of the board in which every digit is twice or not at all in each
    house: three digits or more, and not all open cells. The cell then holds none of the two."""
    layout = position.layout
    left = open_cells(position, layout.all_cells)
    cell, digit = layout.cell_and_digit(abs(literal))
    if len(left.get(cell, ())) < 3:
        return False
    pairs = {other: held for other, held in left.items() if len(held) == 2}
    for taken in map(frozenset, combinations(sorted(left[cell]), 2)):
        is_concluded = digit in taken if literal < 0 else left[cell] - taken == {digit}
        if is_concluded and _is_part(position, {**pairs, cell: taken}, cell, len(left)):
            return True
    return False


# Each cell in turn belongs to the part or does not. What matters of the cells so far is only how
# often each digit is in each house that has cells to come, and which digits there are.
def _is_part(position: Position, held: dict[int, frozenset[int]], own: int, most: int) -> bool:
    """Return whether some of these cells, `own` among them, are such a part of the board, of fewer
    than `most` cells."""
    houses = [set(house.cells) for house in position.layout.houses]
    cells = [own, *(cell for cell in held if cell != own)]
    after = {(h, d): 0 for h in range(len(houses)) for d in position.layout.digits}
    for place, cell in enumerate(cells):
        for key in _counted(houses, cell, held[cell]):
            after[key] = place
    #: By the counts of digits in houses, the digits there are and the number of cells.
    states = {(frozenset[tuple[tuple[int, int], int]](), frozenset[int](), 0)}
    for place, cell in enumerate(cells):
        keys = _counted(houses, cell, held[cell])
        further = set(states) if place else set()
        for counts, digits, number in states:
            more = dict(counts)
            for key in keys:
                more[key] = more.get(key, 0) + 1
            if max(more[key] for key in keys) <= 2:
                counted = frozenset(more.items())
                further.add((counted, digits | held[cell], number + 1))
        states = set()
        for counts, digits, number in further:
            if all(after[key] > place or n == 2 for key, n in counts):
                waiting = frozenset((key, n) for key, n in counts if after[key] > place)
                states.add((waiting, digits, number))
    return any(len(digits) > 2 and number < most for _, digits, number in states)


def _counted(houses: list[set[int]], cell: int, digits: frozenset[int]) -> list[tuple[int, int]]:
    """Return the houses of a cell, each with each of these digits."""
    inside = [number for number, house in enumerate(houses) if cell in house]
    return [(number, d) for number in inside for d in digits]


def symmetrical(position: Position, literal: int, _: Places) -> bool:
    """Return whether a half turn, a quarter turn or a reflection in a diagonal takes houses to
    houses and givens to givens, with digits exchanged, and keeps the literal's cell, which then
    holds none of the digits exchanged."""
    layout = position.layout
    cell, digit = layout.cell_and_digit(abs(literal))
    given = dict(layout.cell_and_digit(v) for v in position.given or ())
    houses = {frozenset(house.cells) for house in layout.houses}
    for symmetry in ("half-turn", "quarter-turn", "diagonal", "anti-diagonal"):
        image = maps(symmetry, layout.places)[1]
        if image[cell] != cell or {frozenset(image[k] for k in h) for h in houses} != houses:
            continue
        becomes = {d: given.get(image[k]) for k, d in given.items()}
        are_kept = all(given.get(image[k]) == becomes[d] for k, d in given.items())
        if not are_kept or None in becomes.values():
            continue
        # A single digit that is not given becomes itself, as the others are all exchanged.
        moved = {d for d, other in becomes.items() if d != other}
        left = set(position.candidates_in(cell)) - moved
        if len(becomes) + 1 >= layout.size and (digit in moved if literal < 0 else left == {digit}):
            return True
    return False
