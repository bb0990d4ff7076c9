"""What sentences say of candidates: cells that hold only some digits, houses in which a digit can
only go in some cells. Each statement is checked and becomes premises.

A premise is a set of candidates of which at least one is true.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import combinations

from pysat.solvers import Cadical153

from tests.sentences import CELL, Board, digits_of, houses_of, sees

Cell = tuple[int, int]
Candidate = tuple[Cell, int]
Premise = frozenset[Candidate]
#: '3, 5 or 7', '3 and 5'.
SOME = r"\d(?:(?:, | or | and )\d)*"
#: 'r1c2-r3c2-r3c5'
LOOP = rf"{CELL}(?:-{CELL})+"
#: '(1)r2c3, (4)r5c67 and (4)r2c2'
CANDIDATES = r"\(\d\)r\d+c\d+(?:(?:, | and |,)(?:\(\d\))?r\d+c\d+)*"
ALL_HOUSES = [f"{kind} {n}" for kind in ("row", "column", "box") for n in range(1, 10)]


class Fault(Exception):
    """Something that a sentence says is not so."""


def need(holds: bool, what: str) -> None:
    if not holds:
        raise Fault(what)


def cells_in(text: str) -> list[Cell]:
    """'r1c2 and r4c56': the cells in order."""
    found = []
    for rows, columns in re.findall(r"r(\d+)c(\d+)", text):
        found += [(int(r), int(c)) for r in rows for c in columns]
    return found


def candidates_in(text: str) -> list[Candidate]:
    """'(1)r2c3, (4)r5c67,r2c2': the candidates."""
    found = []
    for digit, cells in re.findall(r"\((\d)\)([^()]*)", text):
        found += [(cell, int(digit)) for cell in cells_in(cells)]
    return found


def holding(board: Board, cells: Iterable[Cell], digits: set[int]) -> Iterator[Premise]:
    """These cells hold nothing but these digits."""
    for cell in cells:
        left = board.left(cell)
        need(bool(left) and left <= digits, f"{cell} holds {left}, not only {digits}")
        yield frozenset((cell, d) for d in left)


def placed_in(board: Board, house: str, digit: int, cells: set[Cell]) -> Premise:
    """In a house, a digit can only go in these cells."""
    left = board.places(house, digit)
    need(bool(left) and left <= cells, f"{digit} in {house} is in {left}, not only {cells}")
    return frozenset((cell, digit) for cell in left)


def hold_only(board: Board, m: re.Match[str]) -> Iterator[Premise]:
    extra = candidates_in(m["extra"] or "")
    digits = digits_of(m["digits"])
    for cell in cells_in(m["cells"]):
        yield from holding(board, [cell], digits | {d for own, d in extra if own == cell})
    for cell, d in extra:
        need(d in board.left(cell) - digits, f"{d} is no extra of {cell}")


def held(board: Board, m: re.Match[str]) -> Iterator[Premise]:
    """'r1c2 (3 or 8)': exactly these candidates."""
    digits = digits_of(m["digits"])
    for cell in cells_in(m["cells"]):
        need(board.left(cell) == digits, f"{cell} holds {board.left(cell)}, not {digits}")
    yield from holding(board, cells_in(m["cells"]), digits)


def sets(board: Board, m: re.Match[str]) -> Iterator[Premise]:
    """'A: r1c2 and r1c5 with 1, 2 and 3': an almost locked set."""
    cells = cells_in(m["cells"])
    digits = digits_of(m["digits"])
    need(len(digits) == len(cells) + 1, f"{cells} are no almost locked set of {digits}")
    need({d for c in cells for d in board.left(c)} == digits, f"{cells} hold other digits")
    need(all(sees(a, b) for a, b in combinations(cells, 2)), f"{cells} are not in one house")
    yield from holding(board, cells, digits)


def only_go(board: Board, m: re.Match[str]) -> Iterator[Premise]:
    cells = {*cells_in(m["cells"]), *cells_in(m["more"] or "")}
    for house in houses_of(m["houses"]):
        for digit in digits_of(m["digits"]):
            yield placed_in(board, house, digit, cells)


def then_only(board: Board, m: re.Match[str]) -> Iterator[Premise]:
    """'then in row 2, 5 can only go in r2c3': once the others are gone."""
    left = board.places(m["houses"], int(m["digits"]))
    need(cells_in(m["cells"])[0] in left, f"{m[0]}: no candidate")
    yield frozenset((cell, int(m["digits"])) for cell in left)


def leaves_by(board: Board, m: re.Match[str]) -> Iterator[Premise]:
    """'In row 6, 2 and 4 can only go in box 5 or in r6c1'."""
    cells = {*board.house(m["box"]), *cells_in(m["cell"])}
    for digit in digits_of(m["digits"]):
        yield placed_in(board, m["house"], digit, cells)


def lies_in(board: Board, m: re.Match[str]) -> Iterator[Premise]:
    """A fish: in some houses a digit lies only in as many others, and in fins."""
    inside, outside = houses_of(m["inside"]), houses_of(m["outside"])
    digit = int(m["digit"])
    need(len(inside) == len(outside), f"{len(inside)} houses in {len(outside)}")
    fins = set(cells_in(m["fins"] or ""))
    for other in outside:
        places = {cell for house in inside for cell in board.places(house, digit)}
        need(bool(places & set(board.house(other))), f"{other} covers no place")
    for fin in fins:
        times = sum(fin in board.house(h) for h in inside)
        need(times > 1 or all(fin not in board.house(h) for h in outside), f"{fin} is no fin")
    reach = {cell for house in outside for cell in board.house(house)} | fins
    for house in inside:
        yield placed_in(board, house, digit, reach)


def confined(board: Board, m: re.Match[str]) -> Iterator[Premise]:
    yield placed_in(board, m["inside"], int(m["digit"]), set(board.house(m["outside"])))


def two_places(board: Board, m: re.Match[str]) -> Iterator[Premise]:
    inner, near = cells_in(m["inner"])[0], cells_in(m["near"])[0]
    need({inner, near} <= set(board.house(m["link"])), f"{inner}, {near} are not in {m['link']}")
    ends = (cells_in(m["first"])[0], cells_in(m["last"])[0])
    for house, cells in zip(
        houses_of(m["houses"]), ((ends[0], inner), (near, ends[1])), strict=True
    ):
        need(board.places(house, int(m["digit"])) == {*cells}, f"{house} has other places")
        yield placed_in(board, house, int(m["digit"]), {*cells})


def is_left(board: Board, m: re.Match[str]) -> Iterator[Premise]:
    yield from holding(board, cells_in(m["cells"]), digits_of(m["digits"]))


def last_open(board: Board, m: re.Match[str]) -> Iterator[Premise]:
    [cell] = cells_in(m["cells"])
    rest = [other for other in board.house(m["house"]) if other not in board.placed]
    need(rest == [cell], f"{cell} is not the last of {m['house']}")
    yield from holding(board, [cell], digits_of(m["digits"]))


def follows(premises: Iterable[Premise], v: Candidate, is_true: bool) -> bool:
    """Whether the premises, one digit a cell and each digit once in a house prove the literal."""
    premises = list(premises)
    every = sorted({v, *(w for premise in premises for w in premise)})
    number = {w: k for k, w in enumerate(every, 1)}
    clauses = [[number[w] for w in premise] for premise in premises]
    clauses += [[-number[a], -number[b]] for a, b in combinations(every, 2) if excludes(a, b)]
    with Cadical153(bootstrap_with=clauses) as solver:
        return not solver.solve(assumptions=[-number[v] if is_true else number[v]])


def excludes(v: Candidate, w: Candidate) -> bool:
    """Both cannot be true."""
    if v[0] == w[0]:
        return v[1] != w[1]
    return v[1] == w[1] and sees(v[0], w[0])


def is_strong(board: Board, one: Iterable[Candidate], other: Iterable[Candidate]) -> bool:
    """Some cell or house has no other candidates."""
    both = {*one, *other}
    cell = {c for c, _ in both}
    if len(cell) == 1:
        [own] = cell
        if board.left(own) <= {d for _, d in both}:
            return True
    digits = {d for _, d in both}
    if len(digits) > 1:
        return False
    [digit] = digits
    places = {c for c, _ in both}
    return any(board.places(h, digit) and board.places(h, digit) <= places for h in ALL_HOUSES)
