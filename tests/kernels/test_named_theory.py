"""A theory's arrays for the search for steps say what its clauses say."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from satdoku.kernels.logic.state import SOLVED, UNFINISHED
from satdoku.kernels.steps.named_theory import grid_of, meets_of, named_theory
from satdoku.logic.search.following import paths_of
from satdoku.theory import Theory

LAYOUTS = (
    "4x4",
    "4x4+anti-knight",
    "4x4+killer:6:r1c1-r1c3+thermometer:r2c1-r2c3",
    "6x6+white-dot:r1c1,r1c2+arrow:r3c1,r3c2,r3c3",
)
#: A board that needs more than singles.
HARD = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"


@pytest.mark.parametrize("name", LAYOUTS)
def test_meets_are_the_variables_that_two_clauses_share(name: str) -> None:
    theory = Theory.of(name)
    meets = meets_of(theory)
    found = {}
    bounds = zip(meets.members.starts, meets.members.starts[1:], strict=False)
    for (one, two), (start, end) in zip(meets.pairs.tolist(), bounds, strict=True):
        found[one, two] = meets.members.items[start:end].tolist()
    wanted = {}
    for one, two in combinations(range(len(theory.members)), 2):
        shared = {*theory.members[one]} & {*theory.members[two]}
        on_board = sorted(theory.on_board(shared))
        if len(on_board) > 1:
            wanted[one, two] = on_board
    assert found == wanted
    # They are numbered by their first members, then by their clauses.
    assert list(found) == sorted(found, key=lambda pair: (found[pair][0], pair))


@pytest.mark.parametrize("name", LAYOUTS)
def test_clauses_are_named_by_their_houses_and_digits(name: str) -> None:
    theory = Theory.of(name)
    named = named_theory(theory)
    for c, clause in enumerate(theory.clauses):
        digits = {theory.cell_and_digit(v)[1] for v in theory.on_board(clause.variables)}
        is_of_one = len(digits) == 1 and theory.is_board(max(clause.variables))
        assert named.digit[c] == (digits.pop() if is_of_one else 0)
        assert (named.house[c] >= 0) == (clause.house is not None)


@pytest.mark.parametrize("name", LAYOUTS)
def test_cells_see_each_other_by_houses_and_by_clauses_of_every_digit(name: str) -> None:
    theory = Theory.of(name)
    layout = theory.known_layout
    apart: dict[tuple[int, int], set[int]] = {}
    for members in theory.members:
        on_board = map(theory.cell_and_digit, theory.on_board(members))
        for (one, d), (two, e) in combinations(on_board, 2):
            if d == e and one != two:
                apart.setdefault((one, two), set()).add(d)
                apart.setdefault((two, one), set()).add(d)
    wanted = {pair for pair, digits in apart.items() if len(digits) == layout.size}
    grid = grid_of(theory)
    sees = grid.sees.reshape(layout.cell_count, layout.cell_count)
    assert {(int(a), int(b)) for a, b in np.argwhere(sees)} == wanted


def test_a_path_ends_at_the_first_step_rated_above_the_limit() -> None:
    board = np.frombuffer(HARD.replace(".", "0").encode(), np.uint8)[None] - ord("0")
    paths = paths_of(Theory.of("9x9"))
    whole, _ = paths.follow(board)
    hardest = int(whole.hardest[0])
    cut, _ = paths.follow(board, highest=hardest - 1)
    assert whole.status[0] == SOLVED
    assert cut.status[0] == UNFINISHED
    assert cut.hardest[0] == hardest
    assert cut.uses.sum() < whole.uses.sum()
    same, _ = paths.follow(board, highest=hardest)
    assert same.status[0] == SOLVED
    assert list(same.uses) == list(whole.uses)
