"""Two drills: a new kind that relates two cells, and a new kind of line, each an entry and a test.

Neither is in the program. What follows from an entry (name, clauses, all engines, drawing, draft)
follows here.
"""

import subprocess
import sys

import pytest

import satdoku
from satdoku import Constraint, Layout, Puzzle
from satdoku.constraints.forms import Reader, automaton
from satdoku.constraints.kind_table import Kind
from satdoku.constraints.kinds.pairings import in_pairs, in_turn
from satdoku.constraints.placement import Placement
from satdoku.constraints.registry import KINDS
from satdoku.constraints.styles import Along, Between
from satdoku.render.picture.svg import puzzle_picture

BOARD = Layout.of_size(4)
GRIDS = [grid.cells for grid in satdoku.solutions(Puzzle((0,) * 16, BOARD), engine="dlx")]


@pytest.fixture
def coprime():
    """The entry of a kind that relates two cells: a test of two digits."""

    @Kind(
        "coprime",
        "the two digits{at} have no common divisor",
        mark="blue dot",
        cells=(2, 9),
        draws=Between("#aaccff"),
        placement=Placement("neighbours"),
    )
    @in_pairs(in_turn)
    def coprime(d, e):
        return not (d % 2 == e % 2 == 0 or d % 3 == e % 3 == 0)

    yield "coprime"
    del KINDS["coprime"]


@pytest.fixture
def wave():
    """The entry of a kind of line by an automaton: a function."""

    @Kind(
        "wave",
        "digits rise and fall in turn",
        cells=(2, 9),
        draws=Along("#00aaaa", 4),
        placement=Placement("line"),
    )
    def wave(c, layout):
        def step(q, i, d):
            if i == 0:
                return (d, None)
            before, rose = q
            return (d, d > before) if d != before and rose != (d > before) else None

        yield automaton(c.cells, layout.digits, Reader(None, step))

    yield "wave"
    del KINDS["wave"]


def solved_with(rule, engine):
    puzzle = Puzzle((0,) * 16, BOARD.with_constraints(rule))
    return sorted(grid.cells for grid in satdoku.solutions(puzzle, engine=engine))


@pytest.mark.parametrize("engine", ["native", "minicard", "cpsat-integers", "dlx", "cadical153"])
def test_a_new_pairing_is_an_entry(coprime, engine):
    wanted = [g for g in GRIDS if {g[5], g[10]} != {2, 4} and not g[5] == g[10] != 1]
    assert 0 < len(wanted) < len(GRIDS)
    assert solved_with("coprime:r2c2,r3c3", engine) == sorted(wanted)


@pytest.mark.parametrize("engine", ["native", "minicard", "cpsat-integers", "dlx", "cadical153"])
def test_a_new_line_is_an_entry(wave, engine):
    def holds(a, b, c, d):
        return (a < b > c < d) or (a > b < c > d)

    wanted = [g for g in GRIDS if holds(g[0], g[5], g[6], g[3])]
    assert 0 < len(wanted) < len(GRIDS)
    assert solved_with("wave:r1c1,r2c2,r2c3,r1c4", engine) == sorted(wanted)


@pytest.mark.slow_cases("wave")
@pytest.mark.parametrize("name", ["coprime", "wave"])
def test_a_new_kind_is_drawn_generated_diagnosed_and_kept_in_text(name, request):
    request.getfixturevalue(name)
    (puzzle,) = satdoku.generate(1, seed=3, layout="6x6", kind=name)
    assert {c.kind for c in puzzle.constraints} == {name}
    assert satdoku.count(puzzle, limit=2, engine="cpsat-integers") == 1
    assert puzzle_picture(puzzle) != puzzle_picture(Puzzle(puzzle.cells, Layout.of_size(6)))
    assert Layout.named(puzzle.layout.name) == puzzle.layout
    (rule,) = BOARD.with_constraints(Constraint(name, (0, 1))).constraints
    assert str(rule.on(BOARD.places)) == f"{name}:r1c1,r1c2"


@pytest.mark.parametrize("first", ["registry", "user_defined.custom", "kinds.shadings"])
def test_the_order_of_the_kinds_does_not_depend_on_which_file_is_imported_first(first):
    listed = (
        f"import satdoku.constraints.{first}, satdoku.constraints.registry as r; print(*r.KINDS)"
    )
    printed = subprocess.run([sys.executable, "-c", listed], capture_output=True, check=True)
    assert printed.stdout.decode().split() == list(KINDS)
