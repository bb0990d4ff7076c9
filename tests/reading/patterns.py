"""What sentences say of patterns that are more than single statements: two solutions, symmetry,
counting, colours; and the forms of sentences, each with its judge."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from tests.reading.statements import (
    ALL_HOUSES,
    CANDIDATES,
    LOOP,
    SOME,
    Cell,
    Premise,
    candidates_in,
    cells_in,
    confined,
    held,
    hold_only,
    holding,
    is_left,
    is_strong,
    last_open,
    leaves_by,
    lies_in,
    need,
    only_go,
    placed_in,
    sets,
    then_only,
    two_places,
)
from tests.sentences import CELL, DIGITS, HOUSE, HOUSES, LIST, Board, digits_of, houses_of, sees


def change_places(board: Board, m: re.Match[str]) -> Iterator[Premise]:
    """Two digits that could change places in these cells: something else is true in one of them."""
    cells, digits = set(cells_in(m["cells"])), digits_of(m["digits"])
    need(len(digits) == 2, f"{digits} are not two")
    need(not any(cell in board.givens for cell in cells), f"a given in {cells}")
    for house in ALL_HOUSES:
        need(len(cells & set(board.house(house))) in (0, 2), f"{cells} are no loop: {house}")
    for cell in cells:
        need(bool(board.candidates[cell] & digits), f"{cell} can hold none of {digits}")
    unfilled = {cell: board.candidates[cell] for cell in cells}
    if m["none"]:  # an avoidable rectangle: some digits are there, which fixes the others
        turns = _turns(cells, digits)
        held = {cell: board.placed[cell] for cell in cells if cell in board.placed}
        [would] = [t for t in turns if all(t[cell] == d for cell, d in held.items())]
        yield frozenset(
            (cell, d) for cell in cells - held.keys() for d in unfilled[cell] if d != would[cell]
        )
        return
    need(not any(cell in board.placed for cell in cells), f"a digit in {cells}")
    yield frozenset((cell, d) for cell in cells for d in unfilled[cell] - digits)


def _turns(cells: set[Cell], digits: set[int]) -> list[dict[Cell, int]]:
    """The two ways to fill a loop with two digits by turns."""
    first = min(cells)
    colours = {first: 0}
    queue = [first]
    for cell in queue:  # grows during iteration
        for other in cells:
            if sees(cell, other) and other not in colours:
                colours[other] = 1 - colours[cell]
                queue.append(other)
    a, b = sorted(digits)
    return [
        {cell: (a, b)[(colour + turn) % 2] for cell, colour in colours.items()} for turn in (0, 1)
    ]


def lines_change(board: Board, m: re.Match[str]) -> Iterator[Premise]:
    """An extended rectangle: cells of two lines that could change places pair by pair."""
    cells, digits = cells_in(m["cells"]), digits_of(m["digits"])
    need(digits == digits_of(m["same"]), "other digits")
    need(len(cells) == 2 * len(digits), f"{len(cells)} cells of {digits}")
    lines = [{cell[k] for cell in cells} for k in (0, 1)]
    across = 0 if len(lines[0]) == 2 else 1
    need(len(lines[across]) == 2, "not two lines")
    for number in lines[1 - across]:
        pair = [cell for cell in cells if cell[1 - across] == number]
        need(len(pair) == 2, f"{pair} is no pair")
    for box in range(1, 10):
        inside = [cell for cell in cells if cell in board.house(f"box {box}")]
        count = {line: sum(cell[across] == line for cell in inside) for line in lines[across]}
        numbers = {line: {c[1 - across] for c in inside if c[across] == line} for line in count}
        parts = [part for part in numbers.values() if part]
        if len(parts) == 2:
            need(parts[0] == parts[1], f"box {box} has halves of pairs")
        elif parts:  # two lines of different boxes: then all cells of a line are in one box
            need(len(parts[0]) == len(digits), f"box {box} has halves of pairs")
    yield frozenset((cell, d) for cell in cells for d in board.left(cell) - digits)


def grave(board: Board, m: re.Match[str]) -> Iterator[Premise]:
    """Without these candidates each open cell has two, and each digit two places in each house."""
    gone = set(candidates_in(m["candidates"]))
    left = {}
    for cell in board.candidates:
        if cell not in board.placed:
            left[cell] = {d for d in board.left(cell) if (cell, d) not in gone}
    need(all(len(own) == 2 for own in left.values()), "a cell has not two candidates")
    for house in ALL_HOUSES:
        for d in range(1, 10):
            number = sum(d in left.get(cell, ()) for cell in board.house(house))
            need(number in (0, 2), f"{d} has {number} places in {house}")
    yield frozenset(gone)


def part_grave(board: Board, m: re.Match[str]) -> Iterator[Premise]:
    """Without these candidates each of some cells has two, and in each house each digit two places
    among these cells, or none."""
    gone = set(candidates_in(m["candidates"]))
    cells = set(cells_in(m["cells"]))
    need({cell for cell, _ in gone} <= cells, "a candidate of another cell")
    left = {}
    for cell in cells:
        need(cell not in board.placed, f"a digit in {cell}")
        left[cell] = {d for d in board.left(cell) if (cell, d) not in gone}
        need(len(left[cell]) == 2, f"{cell} has not two candidates")
    for house in ALL_HOUSES:
        for d in range(1, 10):
            number = sum(d in left.get(cell, ()) for cell in board.house(house))
            need(number in (0, 2), f"{d} has {number} places in {house}")
    yield frozenset(gone)


MOVES: dict[str, Callable[[int, int], Cell]] = {
    "A half turn": lambda r, c: (10 - r, 10 - c),
    "A quarter turn": lambda r, c: (c, 10 - r),
    "The reflection in the falling diagonal": lambda r, c: (c, r),
    "The reflection in the rising diagonal": lambda r, c: (10 - c, 10 - r),
}


def symmetry(board: Board, m: re.Match[str]) -> Iterator[Premise]:
    """A map that takes the givens to the givens, with digits exchanged."""
    move = MOVES[m["move"]]
    digits = {int(d): int(e) for d, e in re.findall(r"(\d) becomes (\d)", m["digits"])}
    need(set(digits) == set(digits.values()), "no exchange of digits")
    for cell, d in board.givens.items():
        need(board.givens.get(move(*cell)) == digits.get(d, d), f"{cell} goes to another digit")
    for cell in cells_in(m["fixed"]):
        need(move(*cell) == cell, f"{cell} moves")
        yield frozenset((cell, d) for d in board.left(cell) if d not in digits)


def at_most(board: Board, m: re.Match[str]) -> Iterator[Premise]:
    """As many cells as digits, each at most once in its house."""
    cells = cells_in(m["cells"])
    covers = []
    for digits, house in re.findall(rf"({DIGITS}) in ({HOUSE})", m["places"]):
        covers += [(d, house) for d in digits_of(digits)]
    need(len(cells) == len(covers) == int(m["number"]), "as many cells as digits")
    for cell in cells:
        yield from holding(board, [cell], {d for d, h in covers if cell in board.house(h)})


def outside(board: Board, m: re.Match[str]) -> Iterator[Premise]:
    """'In columns 3 and 5, outside rows 4, 5 and 6, 2 lies only in rows 1 and 9; 4 lies …'."""
    band = {cell for house in houses_of(m["band"]) for cell in board.house(house)}
    for digit, where in re.findall(r"(\d) lies only in ([^;]*)", m["each"]):
        reach = {cell for house in houses_of(where) for cell in board.house(house)} | band
        for house in houses_of(m["houses"]):
            if int(digit) not in (board.placed.get(cell) for cell in board.house(house)):
                yield placed_in(board, house, int(digit), reach)


def ways(board: Board, m: re.Match[str]) -> Iterator[Premise]:
    """The number of ways to place a digit in all houses; if others matter, all are premises."""
    said = m["number"] or m["several"]
    number = 1 if said == "one" else int(said)
    digit = int(m["digit"])
    need(len(list(placings(board, digit))) == number, f"another number of ways for {digit}")
    is_alone = "combined" not in m.string
    for house in ALL_HOUSES:
        for d in (digit,) if is_alone else range(1, 10):
            if board.places(house, d):
                yield placed_in(board, house, d, board.places(house, d))
    if not is_alone:
        for cell in board.candidates:
            if cell not in board.placed:
                yield from holding(board, [cell], board.left(cell))


def placings(board: Board, digit: int) -> Iterator[set[Cell]]:
    rows = [sorted(board.places(f"row {r}", digit)) for r in range(1, 10)]
    rows = [row for row in rows if row]

    def further(k: int, chosen: list[Cell]) -> Iterator[set[Cell]]:
        if k == len(rows):
            yield set(chosen)
            return
        for cell in rows[k]:
            if not any(sees(cell, other) for other in chosen):
                yield from further(k + 1, [*chosen, cell])

    yield from further(0, [])


def same_digits(board: Board, m: re.Match[str]) -> Iterator[Premise]:
    """Houses that hold the same digits as others: the cells left over, and the digits spoken of."""
    some, others = houses_of(m["some"].lower()), houses_of(m["others"])
    need(len(some) == len(others), "another number of houses")
    count: dict[Cell, int] = {}
    for sign, houses in ((1, some), (-1, others)):
        for house in houses:
            for cell in board.house(house):
                count[cell] = count.get(cell, 0) + sign
    own = sorted(cell for cell, number in count.items() for _ in range(number))
    their = sorted(cell for cell, number in count.items() for _ in range(-number))
    told = [sorted(cells_in(m[side])) for side in ("own", "their")]
    need(told in ([own, their], [their, own]), "other cells are left over")
    for digit in digits_of(m["digits"]):
        for house in (*some, *others):
            if board.places(house, digit):
                yield placed_in(board, house, digit, board.places(house, digit))


def colours(board: Board, m: re.Match[str]) -> Iterator[Premise]:
    """Two colours, connected by strong links from each to the other."""
    first, second = set(candidates_in(m["first"])), set(candidates_in(m["second"]))
    links = [frozenset((v, w)) for v in first for w in second if is_strong(board, [v], [w])]
    reached = {min(first)}
    while True:
        more = {v for link in links if link & reached for v in link} - reached
        if not more:
            break
        reached |= more
    need(reached == first | second, "the colours are not connected by strong links")
    yield from links


Claim = Callable[[Board, re.Match[str]], Iterator[Premise]]
PATTERNS: tuple[tuple[str, Claim], ...] = (
    (
        rf"(?P<cells>{LIST}) holds? only (?P<digits>{DIGITS})"
        rf"(?:, but for (?P<extra>{CANDIDATES}))?",
        hold_only,
    ),
    (rf"(?P<cells>{CELL}) \((?P<digits>{SOME})\)", held),
    (rf"(?P<cells>{CELL}) is (?P<digits>{SOME}): if", held),
    (rf"(?:[A-Z]: |if it is \d, )(?P<cells>{LIST}) with (?P<digits>{DIGITS})", sets),
    (
        rf"(?<!then )[Ii]n (?P<houses>{HOUSES}), (?P<digits>{DIGITS}) can only go in (?:the loop )?"
        rf"(?P<cells>{LOOP}|{LIST})(?: or in (?P<more>{LIST}))?",
        only_go,
    ),
    (
        rf"then in (?P<houses>{HOUSE}), (?P<digits>\d) can only go in (?P<cells>{CELL})",
        then_only,
    ),
    (
        rf"[Ii]n (?P<house>{HOUSE}), (?P<digits>{DIGITS}) can only go in (?P<box>{HOUSE}) "
        rf"or in (?P<cell>{CELL})",
        leaves_by,
    ),
    (
        rf"In (?P<inside>{HOUSES}), (?P<digit>\d) lies only in (?P<outside>{HOUSES})"
        rf"(?:, or in the fins? (?P<fins>{LIST}))?(?=[:,;])",
        lies_in,
    ),
    (
        rf"In (?P<houses>{HOUSES}), outside (?P<band>{HOUSES}), (?P<each>[^.]*)\.",
        outside,
    ),
    (
        rf"In (?P<inside>{HOUSE}), all places for (?P<digit>\d) are in (?P<outside>{HOUSE})",
        confined,
    ),
    (
        rf"In (?P<houses>{HOUSES}), (?P<digit>\d) has two places each; (?P<inner>{CELL}) and "
        rf"(?P<near>{CELL}) are both in (?P<link>{HOUSE}), so (?P<first>{CELL}) or "
        rf"(?P<last>{CELL}) is",
        two_places,
    ),
    (rf"In (?P<cells>{CELL}), only (?P<digits>\d) is left", is_left),
    (
        rf"(?P<cells>{CELL}) is the last open cell of (?P<house>{HOUSE}): it takes "
        r"(?P<digits>\d)",
        last_open,
    ),
    (
        rf"(?P<digits>\d and \d) could change places in (?P<cells>{LIST})"
        r"(?P<none>, of which none is given)?",
        change_places,
    ),
    (
        rf"(?P<cells>{LIST}) hold only (?P<digits>{DIGITS}), but for [^.]*\. If they held only "
        rf"(?P<same>{DIGITS}), the two lines",
        lines_change,
    ),
    (rf"Without (?P<candidates>{CANDIDATES}) every open cell", grave),
    (
        rf"Without (?P<candidates>{CANDIDATES}) each of (?P<cells>{LIST}) would have two",
        part_grave,
    ),
    (
        rf"(?P<move>[A-Z][a-z ]+) takes the givens to the givens, if (?P<digits>[^.]*)\..* "
        rf"itself\. (?P<fixed>{LIST}) keep",
        symmetry,
    ),
    (
        rf"The (?P<number>\d+) cells (?P<cells>{LIST}) can hold at most \d+ digits "
        r"\((?P<places>[^)]*)\)",
        at_most,
    ),
    (
        r"(?:(?:is|are) (?P<number>\d+|one) ways?|Of the (?P<several>\d+) ways) to place "
        r"(?P<digit>\d) in every house",
        ways,
    ),
    (
        r"(?P<some>[A-Z].*) hold the same digits as (?P<others>.*); without the cells in both, "
        rf"(?P<own>{LIST}) hold the same as (?P<their>{LIST})\. In the latter (?P<digits>\d)",
        same_digits,
    ),
    (
        rf"(?:Either|either) (?P<first>{CANDIDATES}) \([AC]\) (?:is|are all) true, or "
        rf"(?P<second>{CANDIDATES}) \([BD]\)",
        colours,
    ),
)
