"""What follows from cases (`kernels/logic/cases.py`), against propagation in plain Python.

The judge knows a board as candidates (row, column, digit) and as sets of these, one for each cell,
and for each digit in each row, column and box. It repeats the base rules until nothing changes.
"""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from satdoku.board import Puzzle
from satdoku.kernels.logic.cases import CELLS, CONSEQUENCES, HOUSES, OPPOSITES, SOURCES
from satdoku.kernels.logic.propagation import ANY, STATIC
from satdoku.layout import Layout
from satdoku.logic.position import Position
from satdoku.logic.search.reports import Entry, reports_of
from satdoku.logic.techniques.chains.refutation import FINDER

Candidate = tuple[int, int, int]
#: Candidates that are true, and those that are false.
Known = tuple[frozenset[Candidate], frozenset[Candidate]]

GRID = "1234341221434321"
HARD = (
    "....9..168..5.3..7..2.....55..8.9..2..1.2.....34......7..2...693.6.5..........7..",
    "1.......252..7..49..9...5.....689......7.3....9.1.5.3.64..1..25.1.....7.9.......8",
)


def boards() -> list[str]:
    """Boards of 4×4 with some digits of a grid, and two of 9×9."""
    drawn = Random(4)
    small = ["".join(d if drawn.random() < 0.25 else "." for d in GRID) for _ in range(12)]
    return [*small, *HARD]


def sets_of(line: str) -> dict[str, list[frozenset[Candidate]]]:
    """The candidates of each cell, and of each digit in each house, that the digits leave."""
    n, box = (4, 2) if len(line) == 16 else (9, 3)

    def houses(r: int, c: int) -> tuple[tuple[str, int], ...]:
        return ("row", r), ("column", c), ("box", r // box * box + c // box)

    placed = {
        (house, int(d)) for k, d in enumerate(line) if d != "." for house in houses(*divmod(k, n))
    }
    cells, by_house = (
        list[frozenset[Candidate]](),
        dict[tuple[tuple[str, int], int], set[Candidate]](),
    )
    for k in (k for k, d in enumerate(line) if d == "."):
        r, c = divmod(k, n)
        own = [d for d in range(1, n + 1) if not {(house, d) for house in houses(r, c)} & placed]
        cells.append(frozenset((r, c, d) for d in own))
        for d, house in product(own, houses(r, c)):
            by_house.setdefault((house, d), set()).add((r, c, d))
    return {"cells": cells, "houses": [frozenset(places) for places in by_house.values()]}


def propagated(
    sets: list[frozenset[Candidate]], one: Candidate, is_true: bool, chains: bool
) -> Known | None:
    """What follows if this candidate is true (or false); None if a set has no candidate left.
    chains: only sets of two candidates give new digits. A set of one is a step of its own: it gives
    none here."""
    true, false = ({one}, set[Candidate]()) if is_true else (set[Candidate](), {one})
    before = (-1, -1)
    while before != (len(true), len(false)):
        before = (len(true), len(false))
        for members in sets:
            if members & true:
                false |= members - true if len(members & true) == 1 else members
            left = members - false
            if not left:
                return None
            if len(left) == 1 < len(members) and (len(members) == 2 or not chains):
                true |= left
    return frozenset(true), frozenset(false)


def verities(line: str, mode: int) -> set[tuple[Candidate, bool]]:
    """What follows from all cases of some cell, house or candidate, if none of them fails."""
    sets, chains = sets_of(line), mode & 3 == STATIC
    every = [*sets["cells"], *sets["houses"]]
    sources: list[list[tuple[Candidate, bool]]] = []
    for name, bit in (("cells", CELLS), ("houses", HOUSES)):
        if mode & bit:
            sources += ([(one, True) for one in members] for members in sets[name])
    if mode & OPPOSITES:
        sources += ([(one, True), (one, False)] for one in frozenset().union(*every))
    known = {case: propagated(every, *case, chains) for source in sources for case in source}
    found = set[tuple[Candidate, bool]]()
    for source in sources:
        ends = [known[case] for case in source]
        if len(ends) > 1 and None not in ends:
            for k, is_true in enumerate((True, False)):
                common = frozenset.intersection(*(end[k] for end in ends if end))
                found |= {(one, is_true) for one in common}
    return found


def reported(line: str, mode: int) -> tuple[list[Entry], dict[int, Candidate]]:
    """What the kernel reports, and the candidate of each variable."""
    layout = Layout.of_size(4 if len(line) == 16 else 9)
    position = Position.of(Puzzle(tuple(int(d.replace(".", "0")) for d in line), layout))
    named = {
        layout.variable_of(cell, d): (*divmod(cell, layout.size), d)
        for cell in range(layout.cell_count)
        for d in layout.digits
    }
    return [*reports_of(position, FINDER, mode)], named


@pytest.mark.slow_cases("30", "9")
@pytest.mark.parametrize(
    "mode", [STATIC | CELLS, STATIC | HOUSES, STATIC | OPPOSITES, ANY | SOURCES]
)
def test_just_what_all_cases_of_a_source_share_is_reported(mode: int) -> None:
    number = 0
    for line in boards():
        entries, named = reported(line, mode)
        said = [(named[v], True) for _, (asserted, *_) in entries for v in asserted]
        said += [(named[v], False) for _, (_, denied, *_) in entries for v in denied]
        assert len(said) == len(set(said)), "each literal once"
        assert set(said) == verities(line, mode), line
        number += len(said)
    assert number > 20


@pytest.mark.parametrize("mode", [STATIC, ANY])
def test_the_consequences_of_each_candidate_are_reported(mode: int) -> None:
    for line in boards():
        entries, named = reported(line, mode | CONSEQUENCES)
        sets = [members for some in sets_of(line).values() for members in some]
        expected = {
            one: known
            for one in frozenset[Candidate]().union(*sets)
            if (known := propagated(sets, one, True, mode == STATIC))
        }
        said = {
            named[asserted[0]]: (
                frozenset(named[v] for v in proof[::2]),
                frozenset(named[v] for v in denied),
            )
            for _, (asserted, denied, _, _, proof) in entries
        }
        assert said == expected, line
