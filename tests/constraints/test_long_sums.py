"""Long sums are read by groups of cells that a house keeps distinct; short houses whose cells are
confined hold every digit that is left."""

import random

import pytest

import satdoku
from satdoku import Layout, Puzzle, Theory
from satdoku.backends import open_backend
from satdoku.constraints.clauses.sums import groups_of
from satdoku.constraints.constraint import Constraint
from satdoku.constraints.evaluate import keeps
from satdoku.constraints.forms import weighted_sum
from satdoku.inference.deduction import DENIED, Deduction
from tests.oracle import models


def test_groups_are_all_cells_and_each_is_in_a_house():
    layout = Layout.named("9x9+diagonal")
    cells = random.Random(14).sample(range(81), 40)
    form = weighted_sum(cells, [1, -1, 3, 1] * 10, 7)
    groups = list(groups_of(form, layout))
    held = {cell: k for k, group in groups for cell in group}
    assert held == dict(zip(form.cells, form.coefficients, strict=True))
    assert sum(len(group) for _, group in groups) == 40 and len(groups) < 30
    houses = [set(house.cells) for house in layout.houses]
    assert all(len(group) == 1 or any(house >= {*group} for house in houses) for _, group in groups)


@pytest.mark.parametrize("seed", range(20))
def test_sums_of_many_cells_leave_the_grids_that_have_them(seed):
    dice = random.Random(f"long sums {seed}")
    layout = Layout.named(dice.choice(["4x4", "4x4+from-0", "4x4+diagonal"]))
    grids = [g.cells for g in satdoku.solutions(Puzzle((0,) * 16, layout), engine="dlx")]
    cells = dice.sample(range(16), dice.randint(3, 16))
    weights = [dice.choice([1, 1, 1, -1, 2]) for _ in cells]
    own = [layout.digits[d - 1] for d in dice.choice(grids)]
    total = sum(k * own[cell] for k, cell in zip(weights, cells, strict=True))
    rule = Constraint("sum", tuple(cells), (total, *weights))
    wanted = {grid for grid in grids if keeps(grid, rule, layout)}
    theory = Theory.of(layout.with_constraints(rule))
    for engine in ("native", "minicard"):
        found = [theory.on_board(one) for one in open_backend(engine, theory).completions([])]
        boards = [Puzzle.from_variables(one, layout).cells for one in found]
        assert len(boards) == len(wanted) and {*boards} == wanted


@pytest.mark.parametrize("name", ["region-sum-line:r1c1-r1c9", "equal-sums:4,4:r1c1-r1c8"])
def test_rules_that_share_a_group_name_all_clauses_that_define_it(name):
    """The third says what the first says, by helpers that the first made."""
    layout = Layout.named(f"9x9+{name}+{name.replace('r1', 'r2')}+{name}")
    theory = Theory.of(layout)
    spoken = [{v for c in rule.clauses for v in theory.members[c]} for rule in theory.rules]
    assert spoken[0] == spoken[2] and len(spoken[0]) == len(spoken[1]) > 300


def test_a_sum_of_over_thirty_cells_is_decided_at_once():
    """Every cell of four rows but one, in any order, and a total that the rest of row 1 decides."""
    cells = [cell for cell in range(36) if cell != 4]
    names = ",".join(f"r{c // 9 + 1}c{c % 9 + 1}" for c in cells)
    theory = Theory.of(Layout.named(f"9x9+sum:173:{names}"))
    deduction = Deduction(theory)
    assert deduction.extend([])
    left = [d for d in range(1, 10) if deduction.status[theory.variable(1, 5, d)] != DENIED]
    assert left == [7]
    assert theory.variable_count < 2000


def test_a_short_house_of_confined_cells_holds_each_digit_that_is_left():
    """The oracle's grids, and the clauses: nine digits from 0 to 10 are left to nine cells."""
    layout = Layout.named("2x2/2x1+digits:1-4").with_constraints("candidates:1,3:r1c1-r1c2")
    theory = Theory.of(layout)
    full = [c for c in theory.clauses if c.exactly_one and c.house]
    assert {(str(c.house), c.symbol) for c in full} == {("row 1", "1"), ("row 1", "3")}
    found = {theory.on_board(one) for one in open_backend("native", theory).completions([])}
    plain = Theory.of(layout.without_constraints())
    wanted = {
        grid
        for grid in models(plain, (), 1000)
        if all(plain.cell_and_digit(v)[1] in (1, 3) for v in grid[:2])
    }
    assert found == wanted and wanted
