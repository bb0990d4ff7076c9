"""A reader of the sentences of steps: it knows cells, digits and houses, and nothing of how steps
are found. It gives the claims that a sentence makes about the candidates, each with its judge.

Each pattern below is one form of sentence. A sentence that no pattern reads is a fault too, so a
new form needs a pattern here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

Cells = dict[tuple[int, int], set[int]]

CELL = r"r\d+c\d+"
LIST = rf"{CELL}(?:(?:, | and |,){CELL})*"
DIGITS = r"\d(?:(?:, | and )\d)*"
HOUSE = r"(?:row|column|box) \d"
NUMBERED = r"(?:rows?|columns?|box(?:es)?) \d(?:(?:, | and )\d)*"
HOUSES = rf"{NUMBERED}(?:(?:, and | and |, ){NUMBERED})*"


class Board:
    """candidates: by (row, column) from 1, a placed digit as the only one. placed: the digit of
    each cell that holds one. solution: by cell."""

    def __init__(
        self, candidates: Cells, placed: dict[tuple[int, int], int], solution: Cells
    ) -> None:
        self.candidates, self.placed, self.solution = candidates, placed, solution

    def cells_of(self, text: str) -> list[tuple[int, int]]:
        """'r1c2 and r4c56': the cells."""
        return [
            (int(r), int(c))
            for rows, columns in re.findall(r"r(\d+)c(\d+)", text)
            for r in rows
            for c in columns
        ]

    def house(self, text: str) -> list[tuple[int, int]]:
        """'row 3', 'box 5': its cells."""
        kind, number = text.split()
        n = int(number)
        if kind == "row":
            return [(n, c) for c in range(1, 10)]
        if kind == "column":
            return [(r, n) for r in range(1, 10)]
        top, left = 3 * ((n - 1) // 3), 3 * ((n - 1) % 3)
        return [(top + r, left + c) for r in (1, 2, 3) for c in (1, 2, 3)]

    def places(self, house: str, digit: int) -> set[tuple[int, int]]:
        """The open cells of a house that may hold a digit."""
        return {
            cell
            for cell in self.house(house)
            if digit in self.candidates[cell] and cell not in self.placed
        }

    def left(self, cell: tuple[int, int]) -> set[int]:
        """The candidates of an open cell."""
        return set() if cell in self.placed else self.candidates[cell]


def digits_of(text: str) -> set[int]:
    return {int(d) for d in re.findall(r"\d", text)}


def houses_of(text: str) -> list[str]:
    """'rows 2 and 5, and box 4': each by its own name."""
    return [
        f"{'box' if kind == 'boxes' else kind.removesuffix('s')} {n}"
        for kind, numbers in re.findall(r"(rows?|columns?|box(?:es)?) ([\d, and]*\d)", text)
        for n in re.findall(r"\d", numbers)
    ]


Claim = Callable[[Board, re.Match[str]], bool]


def only_place(board: Board, m: re.Match[str]) -> bool:
    [cell] = board.cells_of(m["cell"])
    return board.places(m["house"], int(m["digit"])) == {cell}


def only_places(board: Board, m: re.Match[str]) -> bool:
    """A hidden subset: as many cells as digits, and the digits have no other place."""
    cells, digits = set(board.cells_of(m["cells"])), digits_of(m["digits"])
    return len(cells) == len(digits) and all(
        board.places(m["house"], d) <= cells and board.places(m["house"], d) for d in digits
    )


def hold_only(board: Board, m: re.Match[str]) -> bool:
    cells, digits = set(board.cells_of(m["cells"])), digits_of(m["digits"])
    inside = all(cells <= set(board.house(house)) for house in houses_of(m["houses"]))
    return inside and len(cells) == len(digits) and all(board.left(c) <= digits for c in cells)


def confined(board: Board, m: re.Match[str]) -> bool:
    """All places of a digit in some houses are in as many others."""
    digit, inside, outside = int(m["digit"]), houses_of(m["inside"]), houses_of(m["outside"])
    reach = {cell for house in outside for cell in board.house(house)}
    places = [board.places(house, digit) for house in inside]
    return len(inside) == len(outside) and all(some and some <= reach for some in places)


def only_left(board: Board, m: re.Match[str]) -> bool:
    [cell] = board.cells_of(m["cell"])
    return board.left(cell) == {int(m["digit"])}


def last_open(board: Board, m: re.Match[str]) -> bool:
    [cell] = board.cells_of(m["cell"])
    return [c for c in board.house(m["house"]) if c not in board.placed] == [cell]


def wing(board: Board, m: re.Match[str]) -> bool:
    """Whatever the pivot holds, one of the others is the digit."""
    [pivot] = board.cells_of(m["pivot"])
    digit, wings = int(m["digit"]), board.cells_of(m["cells"])
    return all(
        (d == digit and pivot in wings)
        or any(sees(pivot, w) and board.left(w) <= {d, digit} for w in wings if w != pivot)
        for d in board.left(pivot)
    )


def sees(a: tuple[int, int], b: tuple[int, int]) -> bool:
    same_box = (a[0] - 1) // 3 == (b[0] - 1) // 3 and (a[1] - 1) // 3 == (b[1] - 1) // 3
    return a != b and (a[0] == b[0] or a[1] == b[1] or same_box)


def swap(board: Board, m: re.Match[str]) -> bool:
    """Cells that could hold two digits by turns: open, each house with none of them or two."""
    cells, digits = set(board.cells_of(m["cells"])), digits_of(m["digits"])
    return (
        len(digits) == 2
        and len(cells) % 2 == 0
        and all(board.left(cell) & digits for cell in cells)
        and all(
            len(cells & set(board.house(f"{kind} {n}"))) in (0, 2)
            for kind in ("row", "column", "box")
            for n in range(1, 10)
        )
    )


def one_of_two(board: Board, m: re.Match[str]) -> bool:
    """At least one of two candidates (or groups) is true in the solution."""
    return true_in(board, m["first"]) or true_in(board, m["second"])


def two_links(board: Board, m: re.Match[str]) -> bool:
    """Two houses have two places each for a digit, one place of each is in a third house, and one
    of the others holds the digit."""
    digit = int(m["digit"])
    house, other = houses_of(m["houses"])
    first, inner, near, last = (
        board.cells_of(m[name])[0] for name in ("first", "inner", "near", "last")
    )
    return (
        board.places(house, digit) == {first, inner}
        and board.places(other, digit) == {near, last}
        and {inner, near} <= set(board.house(m["link"]))
        and {digit} in (board.solution[first], board.solution[last])
    )


def true_in(board: Board, candidate: str) -> bool:
    digit = int(candidate[1])
    return any(board.solution[cell] == {digit} for cell in board.cells_of(candidate))


def is_so(board: Board, m: re.Match[str]) -> bool:
    [cell] = board.cells_of(m["cell"])
    return (board.solution[cell] == {int(m["digit"])}) != bool(m["not"])


def named(text: str) -> list[tuple[tuple[int, int], int]]:
    """'(7)r1c2 or (3)r4c5': (cell, digit) of each."""
    return [((int(r), int(c)), int(d)) for d, r, c in re.findall(r"\((\d)\)r(\d+)c(\d+)", text)]


def no_way(board: Board, m: re.Match[str]) -> bool:
    """However the cells are filled with such a candidate, the others cannot be filled."""
    cells, others = board.cells_of(m["cells"]), board.cells_of(m["others"] or "")

    def fits(rest: list[tuple[int, int]], known: dict[tuple[int, int], int]) -> bool:
        if not rest:
            return True
        cell, *later = rest
        able = [
            d
            for d in board.left(cell)
            if all(d != e or not sees(cell, other) for other, e in known.items())
        ]
        return any(fits(later, known | {cell: d}) for d in able)

    return not any(
        fits([*(c for c in cells if c != cell), *others], {cell: digit})
        for cell, digit in named(m["candidates"])
    )


def is_grave(board: Board, m: re.Match[str]) -> bool:
    """Without these candidates each open cell has two, and each digit two places in each house."""
    gone = set(named(m["candidates"]))
    left = {
        cell: {d for d in board.left(cell) if (cell, d) not in gone}
        for cell in board.candidates
        if cell not in board.placed
    }
    houses = [board.house(f"{kind} {n}") for kind in ("row", "column", "box") for n in range(1, 10)]
    return all(len(own) == 2 for own in left.values()) and all(
        sum(d in left.get(cell, ()) for cell in house) in (0, 2)
        for house in houses
        for d in range(1, 10)
    )


PATTERNS: tuple[tuple[str, Claim], ...] = (
    (rf"In (?P<house>{HOUSE}), (?P<digit>\d) can only go in (?P<cell>{CELL})\.", only_place),
    (rf"In (?P<cell>{CELL}), only (?P<digit>\d) is left\.", only_left),
    (rf"(?P<cell>{CELL}) is the last open cell of (?P<house>{HOUSE}): it takes \d\.", last_open),
    (rf"In (?P<house>{HOUSE}), (?P<digits>{DIGITS}) can only go in (?P<cells>{LIST}), "
     r"so nothing else goes there(?:: |; )", only_places),
    (rf"(?P<cells>{LIST}) hold only (?P<digits>{DIGITS}), so these go nowhere else in "
     rf"(?P<houses>{HOUSES})(?:: |; )", hold_only),
    (rf"In (?P<inside>{HOUSE}), all places for (?P<digit>\d) are in (?P<outside>{HOUSE}), "
     r"so no other \d there(?:: |; )", confined),
    (rf"In (?P<inside>{HOUSES}), (?P<digit>\d) lies only in (?P<outside>{HOUSES}), "
     r"so nowhere else there: ", confined),
    (rf"Whatever (?P<pivot>{CELL}) holds, one of (?P<cells>{LIST}) is (?P<digit>\d), so ", wing),
    (rf"Every way to fill (?P<cells>{LIST}) with (?P<candidates>\(.*?) repeats a digit in a house"
     rf"(?: or leaves too few digits for (?P<others>{LIST}))?(?:: .*)?, so ", no_way),
    (r"Without (?P<candidates>\(.*?) every open cell would have two candidates, and every digit "
     r"two places in each house", is_grave),
    (rf"(?P<digits>\d and \d) could change places in (?P<cells>{LIST}), and the puzzle would have "
     r"two solutions", swap),
    (rf"If (?P<cells>{LIST}) held only (?P<digits>\d and \d), these could change places", swap),
    (r"If (?P<first>\(\d\)r\d+c\d+) is false, (?P<second>\(\d\)r\d+c\d+) is true, so either way ",
     one_of_two),
    (rf"In (?P<houses>{HOUSES}), (?P<digit>\d) has two places each; "
     rf"(?P<inner>{CELL}) and (?P<near>{CELL}) are both in (?P<link>{HOUSE}), so (?P<first>{CELL}) "
     rf"or (?P<last>{CELL}) is \d, and what sees both is not: ", two_links),
    (rf"(?:Wherever \d goes in {HOUSE}|Whatever {CELL} holds|Whether {CELL} is \d or not), "
     rf"(?P<cell>{CELL})(?:=|(?P<not><>))(?P<digit>\d)(?:\.|,| follows)", is_so),
)  # fmt: skip


def claims(text: str) -> Iterator[tuple[str, Claim, re.Match[str]]]:
    """What a text says: pattern, claim and match of each."""
    for pattern, claim in PATTERNS:
        for match in re.finditer(pattern, text):
            yield pattern, claim, match


def conclusions(text: str) -> Iterator[tuple[tuple[int, int], int, bool]]:
    """(cell, digit, placed) of what a text concludes: 'r12c3,r4c5<>7, r1c1=2'."""
    found = re.findall(r"((?:r\d+c\d+,?)+)(<>|=)(\d)", text)
    for cells, sign, digit in found:
        for rows, columns in re.findall(r"r(\d+)c(\d+)", cells):
            yield from (((int(r), int(c)), int(digit), sign == "=") for r in rows for c in columns)
