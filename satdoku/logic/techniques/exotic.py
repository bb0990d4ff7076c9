"""Patterns of the hardest puzzles: bivalue oddagon, fireworks, symmetry (for the tridagon see
`tridagon`).

- Bivalue oddagon: a loop of an odd number of cells with the same two digits, each seeing the next;
  they cannot be filled alternately, so one of the other candidates in them (the guardians) is true.
- Firework: three digits that leave a box, in a row and in a column of one of its cells, only
  through one cell each: the three cells hold the three digits.
- Gurth's symmetrical placement: if the givens are symmetrical up to a permutation of digits, so is
  the only solution; a cell that the symmetry fixes holds a digit that it fixes.

The first two follow from the theory (they are refutations by cases); the last assumes one solution.
Source: the Sudoku Players' Forum; R. Gurth's theorem.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, product

from ..view import Found, View, bits_of, each

#: Maximum number of guardians, and of cells of an oddagon.
MOST_GUARDIANS, LONGEST = 6, 11


def _guarded(
    view: View, cells: int, digits: int, said: str, rests: tuple[int, ...]
) -> Iterator[Found]:
    """Yield the step from the fact that one of the other candidates in the cells is true."""
    guardians = view.held(cells, ~digits)
    if not 0 < len(guardians) <= MOST_GUARDIANS:
        return
    common = view.peers(guardians[0])
    for v in guardians[1:]:
        common &= view.peers(v)
    owners = {view.layout.cell_and_digit(v)[0] for v in guardians}
    if len(owners) == 1:
        common |= bits_of(view.held(1 << owners.pop(), digits))
    if common:
        more = tuple(
            c
            for z in each(common)
            for v in guardians
            for c in view.theory.occurrences[z]
            if v in view.theory.members[c]
        )
        yield Found(
            tuple(each(common)),
            (),
            f"{said}, so one of {', '.join(map(view.theory.variable_name, guardians))} is true",
            view.cell_clauses(cells),
            (),
            tuple(dict.fromkeys((*rests, *more))),
            roles=(("pattern", view.held(cells, digits)), ("guardian", guardians)),
            size=len(guardians),
        )


def oddagon(view: View, _: object) -> Iterator[Found]:
    """Yield odd loops of cells with one pair."""
    for a, b in combinations(range(1, view.n + 1), 2):
        pair = 1 << a | 1 << b
        cells = view.at[a] & view.at[b]
        known = set[int]()
        for loop in _odd_loops(view, cells, pair):
            if loop not in known:
                known.add(loop)
                said = (
                    f"If {view.one_by_one(loop)} held only {view.symbols(pair)}, they could not be "
                    "filled by turns: their number is odd"
                )
                yield from _guarded(view, loop, pair, said, view.links(loop, pair))


def _odd_loops(view: View, cells: int, pair: int) -> Iterator[int]:
    left = [20_000]

    def further(path: list[int], extra: int) -> Iterator[int]:
        left[0] -= 1
        if left[0] < 0:
            return
        for cell in each(view.sees[path[-1]] & cells):
            if cell == path[0] and len(path) > 4 and len(path) % 2:
                yield bits_of(path)
            more = extra + (view.left[cell] & ~pair).bit_count()
            if cell > path[0] and cell not in path and len(path) < LONGEST and more <= 3:
                yield from further([*path, cell], more)

    for start in each(cells):
        yield from further([start], (view.left[start] & ~pair).bit_count())


def fireworks(view: View, _: object) -> Iterator[Found]:
    """Yield three digits that leave a box through the same cells."""
    for cross in each(view.open):
        lines = [h for h in view.of_cell[cross] if h.is_line]
        boxes = [h for h in view.of_cell[cross] if h.kind == "box"]
        if len(lines) != 2 or len(boxes) != 1:
            continue
        away = [
            {d: line.bits & view.at[d] & ~boxes[0].bits for d in range(1, view.n + 1)}
            for line in lines
        ]
        for one, other in product(
            *(each(line.bits & ~boxes[0].bits & view.open) for line in lines)
        ):
            ends = [1 << one, 1 << other]
            digits = [
                d
                for d in range(1, view.n + 1)
                if all(not a[d] & ~end for a, end in zip(away, ends, strict=True))
                and any(h.bits & view.at[d] for h in lines)
                and all(line.bits & view.at[d] for line in lines)
            ]
            for chosen in combinations(digits, 3):
                bits = bits_of(chosen)
                cells = 1 << cross | 1 << one | 1 << other
                gone = view.held(cells, ~bits)
                if gone:
                    yield Found(
                        gone,
                        (),
                        f"In {lines[0].house} and {lines[1].house}, {view.symbols(bits)} leave "
                        f"{boxes[0].house} only by {view.told(ends[0])} and {view.told(ends[1])}: "
                        f"each is in one of {view.one_by_one(cells)}, which hold nothing else",
                        tuple(view.clause(h, d) for h in lines for d in chosen),
                        view.cell_clauses(cells),
                        tuple(view.clause(boxes[0], d) for d in chosen),
                        roles=(("cross", view.held(1 << cross)), ("wings", view.held(cells, bits))),
                    )


def symmetrical(view: View, _: object) -> Iterator[Found]:
    """Yield steps for givens that a half turn, a quarter turn or a diagonal reflection maps to
    themselves."""
    n, given = view.n, view.position.given
    placed = {cell: d for cell, d in enumerate(view.digit) if d}
    if given is not None:
        placed = dict(view.layout.cell_and_digit(v) for v in given)
    turns: dict[str, Callable[[int, int], tuple[int, int]]] = {
        "a half turn": lambda r, c: (n - 1 - r, n - 1 - c),
        "a quarter turn": lambda r, c: (c, n - 1 - r),
        "the falling diagonal": lambda r, c: (c, r),
        "the rising diagonal": lambda r, c: (n - 1 - c, n - 1 - r),
    }
    houses = {frozenset(h.house.cells) for h in view.houses}
    for what, turn in turns.items():
        to = [r * n + c for r, c in (turn(cell // n, cell % n) for cell in range(n * n))]
        digits = dict[int, int]()
        fits = all(
            to[cell] in placed and digits.setdefault(d, placed[to[cell]]) == placed[to[cell]]
            for cell, d in placed.items()
        )
        if not fits or {frozenset(to[cell] for cell in h) for h in houses} != houses:
            continue
        if len(set(digits.values())) < len(digits) or len(digits) < n - 1:
            continue
        missing = set(range(1, n + 1)) - digits.keys()
        for d in missing:  # a digit that is not given maps to the one left
            digits[d] = (set(range(1, n + 1)) - set(digits.values())).pop()
        moved = bits_of(d for d, e in digits.items() if d != e)
        fixed = bits_of(cell for cell in range(n * n) if to[cell] == cell)
        gone = view.held(fixed, moved)
        if gone:
            told = ", ".join(f"{view.symbol(d)} to {view.symbol(digits[d])}" for d in each(moved))
            yield Found(
                gone,
                (),
                f"The givens come to themselves by {what}, with {told}; so does the only solution, "
                f"in which {view.one_by_one(fixed)} stay",
                view.cell_clauses(fixed),
                roles=(("fixed", view.held(fixed)),),
            )
