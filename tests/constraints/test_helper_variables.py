"""Auxiliary variables, in every engine, encoding and format, against a filter of all 288 grids.

The theory is made by hand: on the 4×4 board r1c1 and r4c4 are both odd or both even, and at most
one of r1c2 and r4c3 is 1.
"""

import shutil
from itertools import islice

import numpy as np
import pytest

import satdoku
from satdoku import EncodingError, Layout, Puzzle, Theory, export
from satdoku.backends import open_backend
from satdoku.backends.registry import ENGINES
from satdoku.encodings.cnf.exactly_one import pairs
from satdoku.encodings.cnf.registry import ENCODINGS
from satdoku.encodings.files.problem import Problem
from satdoku.encodings.models import read_model
from satdoku.kernels.any_theory.theory_tasks import AnyTheory
from satdoku.theory import Clause
from tests.oracle import models
from tests.plain_tasks import PlainTasks

BOARD = Layout.of_size(4)
PLAIN = Theory.of(BOARD)
NAMES = ("r1c1 is odd", "r1c1 is even", "r4c4 is odd", "r4c4 is even")


def variable(r: int, c: int, d: int) -> int:
    return PLAIN.variable(r, c, d)


def made() -> Theory:
    """Clauses of the board, and four helpers 65 … 68."""
    odd, even, last_odd, last_even = 65, 66, 67, 68
    more = [
        Clause("r1c1 is odd or one of 2 and 4", (odd, variable(1, 1, 2), variable(1, 1, 4))),
        Clause("r1c1 is even or one of 1 and 3", (even, variable(1, 1, 1), variable(1, 1, 3))),
        Clause("r4c4 is odd or one of 2 and 4", (last_odd, variable(4, 4, 2), variable(4, 4, 4))),
        Clause("r4c4 is even or one of 1, 3", (last_even, variable(4, 4, 1), variable(4, 4, 3))),
        Clause("odd here, even there", (odd, last_even), exactly_one=False),
        Clause("even here, odd there", (even, last_odd), exactly_one=False),
        Clause("1 once", (variable(1, 2, 1), variable(4, 3, 1)), exactly_one=False),
    ]
    return Theory(68, [*PLAIN.clauses, *more], BOARD, NAMES)


THEORY = made()
GRIDS = {
    grid
    for grid in models(PLAIN, (), 1000)
    if sum(
        v in (variable(1, 1, 1), variable(1, 1, 3), variable(4, 4, 1), variable(4, 4, 3))
        for v in grid
    )
    % 2
    == 0
    and not {variable(1, 2, 1), variable(4, 3, 1)} <= set(grid)
}
#: The last two have no model of auxiliary variables without a rule.
NOT_HERE = ("cryptosat", "minisatgh", "cpsat-integers", "masks")


def assert_right(found, wanted=GRIDS) -> None:
    """Each grid once, with the helpers that follow from it."""
    completions = list(found)
    assert len(completions) == len(wanted)
    assert {THEORY.on_board(completion) for completion in completions} == wanted
    assert all(THEORY.violation(set(completion)) is None for completion in completions)


@pytest.mark.parametrize("engine", [name for name in ENGINES if name not in NOT_HERE])
def test_every_engine_finds_each_grid_once(engine):
    assert 50 < len(GRIDS) < 288
    backend = open_backend(engine, THEORY)
    assert_right(backend.completions(()))
    first = min(GRIDS)[0]
    assert_right(backend.completions((first,)), {grid for grid in GRIDS if first in grid})


def test_helpers_may_be_asserted():
    even = {grid for grid in GRIDS if {variable(1, 1, 2), variable(1, 1, 4)} & set(grid)}
    for engine in ("native", "dlx", "minicard", "glucose4", "cadical153", "cpsat", "auto"):
        assert_right(open_backend(engine, THEORY).completions((66,)), even)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_every_encoding_says_the_helpers(encoding):
    assert_right(open_backend("glucose4", THEORY, encoding).completions(()))


@pytest.mark.parametrize("command", ["cadical -q", "minisat", "clasp"])
def test_programs_answer_with_helpers(command):
    if not shutil.which(command.split()[0]):
        pytest.skip(f"{command} is not installed")
    found = list(open_backend(command, THEORY).completions((min(GRIDS)[0],), limit=3))
    assert len({THEORY.on_board(completion) for completion in found}) == 3
    assert {THEORY.on_board(completion) for completion in found} <= GRIDS


def test_integers_refuse_helpers_that_they_do_not_know():
    with pytest.raises(EncodingError, match="does not support these auxiliary variables"):
        open_backend("cpsat-integers", THEORY)


@pytest.mark.parametrize("target", ["dimacs", "knf", "cnf+", "opb", "lp", "smtlib", "minizinc"])
def test_comments_name_helpers(target):
    text = export(THEORY, target).text()
    for number, name in enumerate(NAMES, 65):
        assert f" helper {number} {name}\n" in text
    assert "68 variables of the theory" in text


def test_names_of_helpers_cannot_forge_lines():
    named = Theory(68, THEORY.clauses, BOARD, ["a\nv 1 0", *NAMES[1:]])
    assert "\nv 1 0" not in export(named, "knf").text()


def test_minizinc_gives_the_true_variables_of_a_theory_with_helpers(tmp_path):
    text = export(Problem(THEORY, (65,)), "minizinc").text()
    assert "all_different" not in text
    assert "constraint x[65];" in text
    grid = min(GRIDS)
    helpers = [66, 68] if variable(1, 1, 1) not in grid else [65, 67]
    printed = " ".join(map(str, [*grid, *helpers])) + " \n----------\n"
    literals = read_model(printed.splitlines(), THEORY)
    assert Puzzle.from_variables(THEORY.on_board(literals), BOARD).clues == 16


def test_simplified_files_lead_back_to_helpers():
    text = export(Problem(THEORY, (variable(1, 1, 1),)), simplified=True).text()
    true = next(line for line in text.splitlines() if line.startswith("c true"))
    assert {"1", "65"} <= set(true.split())
    assert list(pairs((1, 2))) == [(-1, -2)]


def test_the_compiled_search_counts_boards_and_decides_helpers():
    boards = np.zeros((3, 16), np.uint8)
    boards[1, 0], boards[1, 15] = 1, 2  # odd here, even there
    boards[2, 0] = 1
    solved = AnyTheory(THEORY).solve(boards, 1000, True)
    with_one = {grid for grid in GRIDS if variable(1, 1, 1) in grid}
    assert solved.counts.tolist() == [len(GRIDS), 0, len(with_one)]
    first, none, with_given = (
        tuple(4 * cell + digit for cell, digit in enumerate(line) if digit)
        for line in solved.solutions.tolist()
    )
    assert first in GRIDS
    assert none == ()
    assert with_given in with_one


def test_the_compiled_kernels_answer_as_the_plain_engine_does_with_helpers():
    layout = Layout.boxes(2, 3).with_constraints(
        "killer:8:r1c1,r1c2,r2c1", "thermometer:r3c1,r3c2,r4c3,r5c4"
    )
    theory = Theory.of(layout)
    assert theory.helper_names
    grids = np.array(
        [p.cells for p in islice(satdoku.solutions(Puzzle.from_variables((), layout)), 4)], np.uint8
    )
    boards = np.where(np.random.default_rng(1).random(grids.shape) < 0.5, grids, 0)
    boards = boards.astype(np.uint8)
    boards[3, 0] = boards[3, 0] % 6 + 1
    kernel, plain = AnyTheory(theory), PlainTasks(theory)
    solved, asked = kernel.solve(boards, 500, True), plain.solve(boards, 500, True)
    assert solved.counts.tolist() == asked.counts.tolist()
    for own, other in zip(kernel.base_rules(boards), plain.base_rules(boards), strict=True):
        assert own.tolist() == other.tolist()
