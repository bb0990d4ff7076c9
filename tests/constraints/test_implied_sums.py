"""Implied sums, and what else rules imply: each holds on every grid that keeps the rules, none
changes an answer, and the theory, its rules and its names stay as they are without them."""

import random
from bisect import bisect_right
from itertools import accumulate

import pytest
from click.testing import CliRunner

import satdoku
from satdoku import Layout, Puzzle, Theory
from satdoku.backends import open_backend
from satdoku.cli.main import cli
from satdoku.constraints.constraint import Constraint
from satdoku.constraints.evaluate import holds
from satdoku.constraints.implied import implied_sums
from satdoku.inference.deduction import DENIED, Deduction
from satdoku.operations.random_grids import draw_grid
from satdoku.random_stream import RandomStream


def board_with_sums(seed, name):
    """A grid, and its layout with random cages of neighbours, sums and diagonals of it."""
    grid = draw_grid(Layout.named(name), RandomStream(seed))
    layout, rng = grid.layout, random.Random(seed)
    digits = [layout.digits[digit - 1] for digit in grid.cells]
    free, rules = set(range(layout.cell_count)), []
    while len(free) > rng.randrange(layout.cell_count // 2):
        cage = [rng.choice(sorted(free))]
        for _ in range(rng.randrange(4)):
            r, c = layout.places.place(rng.choice(cage))
            near = {layout.places.cell_at(r + i, c + j) for i, j in ((0, 1), (1, 0), (0, -1))}
            fits = [x for x in sorted(near - {None}) if x in free and x not in cage]
            cage += fits[:1]
        free -= set(cage)
        worth = [digits[cell] for cell in cage]
        kind = "killer" if len(set(worth)) == len(worth) and rng.random() < 0.8 else "sum"
        rules.append(Constraint(kind, tuple(cage), (sum(worth),)))
    line = tuple(rng.sample(range(layout.cell_count), 3))  # overlaps with the cages
    rules.append(Constraint("little-killer", line, (sum(digits[cell] for cell in line),)))
    return digits, layout.with_constraints(*rules)


@pytest.mark.parametrize("name", ["4x4", "6x6", "9x9", "9x9+diagonals", "samurai"])
def test_every_implied_sum_holds_on_the_grid_that_the_rules_were_read_from(name):
    found = 0
    for seed in range(4 if name == "samurai" else 12):
        digits, layout = board_with_sums(seed, name)
        for one in implied_sums(layout):
            found += 1
            total = sum(digits[c] for c in one.plus) - sum(digits[c] for c in one.minus)
            assert total == one.total, one.text(layout)
            assert all(holds(form, digits) for form in one.forms(layout)), one.text(layout)
    assert found > 20


@pytest.mark.slow_cases("6x6")
@pytest.mark.parametrize("name", ["4x4", "6x6"])
def test_solutions_are_the_same_with_implied_sums(name):
    for seed in range(10):
        _, layout = board_with_sums(seed, name)
        theory = Theory.of(layout)
        strong = theory.strengthened
        assert strong.members[: len(theory.members)] == theory.members
        assert strong.helper_names[: len(theory.helper_names)] == theory.helper_names
        plain, cut = (
            sorted(
                one[: sum(v <= theory.variable_count for v in one)]
                for one in open_backend("minicard", which).completions((), limit=200)
            )
            for which in (theory, strong)
        )
        assert len(plain) == len(cut) and (plain == cut or len(plain) == 200)
        usual = {grid.cells for grid in satdoku.solutions(Puzzle((0,) * layout.cell_count, layout))}
        judge = satdoku.solutions(Puzzle((0,) * layout.cell_count, layout), engine="cpsat-integers")
        assert usual == {grid.cells for grid in judge}


def test_solutions_are_the_same_with_the_sum_of_the_digits_in_circles():
    for seed in range(8):
        rng = random.Random(seed)
        cells = tuple(rng.sample(range(16), rng.choice((1, 3, 4, 6, 10))))
        digits = rng.choice(("1234", "0123"))
        layout = Layout.of_size(4, symbols=digits).with_constraints(
            Constraint("counting-circles", cells)
        )
        theory = Theory.of(layout)
        assert theory.strengthened is not theory
        plain, strong = (
            [one[:16] for one in open_backend("minicard", which).completions(())]
            for which in (theory, theory.strengthened)
        )
        assert len(plain) == len(strong) and set(plain) == set(strong)


def test_what_people_read_of_a_theory_knows_nothing_of_implied_sums():
    layout = Layout.named("4x4+killer:6:r1c1-r1c3")
    theory = Theory.of(layout)
    assert theory.strengthened.variable_count >= theory.variable_count
    assert [rule.name for rule in theory.rules] == ["killer:6:r1c1-r1c3"]
    assert not any("implied" in clause.kind for clause in theory.clauses)
    assert theory.strengthened.rules == theory.rules
    (first, *_) = implied_sums(layout)
    assert first.text(layout) == "r1c4 = 4 (row 1)"


def test_a_board_without_sums_is_not_strengthened():
    theory = Theory.of(Layout.named("9x9+anti-knight"))
    assert theory.strengthened is theory
    plain = Theory.of(Layout.of_size(4))
    assert plain.strengthened is plain


def test_implied_sums_are_shown_where_a_person_wants_them():
    puzzle = "1..............."
    arguments = ["show", "--layout", "4x4+killer:6:r1c1-r1c3", puzzle]
    runner = CliRunner()
    bare, said = runner.invoke(cli, arguments), runner.invoke(cli, [*arguments, "--explain-theory"])
    assert bare.exit_code == said.exit_code == 0
    assert "r1c4 = 4 (row 1)" in said.output and "r1c4 = 4" not in bare.output
    assert "killer:6:r1c1-r1c3" in said.output


@pytest.mark.parametrize(
    "rules",
    [
        "sandwich:5:r1c1-r1c4+x-sum:6:r1c1-r4c1",
        "sandwich:0:r1c2-r4c2+sandwich:2:r3c1-r3c4",
        "x-sum:10:r4c4-r1c4+x-sum:1:r2c1-r2c4",
        "x-sum:3:r2c4-r2c1+sandwich:3:r1c3-r4c3",
        "x-sum:2:r1c1-r1c4",
        "sandwich:9:r1c1-r1c4",
    ],
)
def test_sets_of_digits_in_segments_lose_no_solution_and_count_none_twice(rules):
    theory = Theory.of(Layout.named(f"4x4+{rules}"))
    stronger = theory.strengthened
    assert stronger is not theory
    plain = set(open_backend("dlx", theory).completions(()))
    found = list(open_backend("dlx", stronger).completions(()))
    assert len(found) == len(plain)
    assert {full[: bisect_right(full, theory.variable_count)] for full in found} == plain


def test_segments_of_parts_of_a_line_are_left_as_they_are():
    for name in (
        "4x4+sandwich:2:r1c1-r1c3",
        "4x4+from-0+x-sum:2:r1c1-r1c4",
        "3x3+sandwich:2:r1c1-r1c3",
    ):
        theory = Theory.of(Layout.named(name))
        assert theory.strengthened is theory


@pytest.mark.parametrize(
    "rules",
    [
        "or(sum:3:r1c1,r2c2|sum:4:r1c1,r2c2)",
        "or(killer:6:r1c1-r1c3|palindrome:r1c1,r2c2,r3c1)",
        "or(sum:9:r1c1-r1c2|sum:2:r3c3,r4c4|odd:r1c4)",
        "or(odd:r1c1&even:r2c2|renban:r1c1,r2c2,r3c3)",
        "or(or(odd:r1c1|odd:r1c2)&sum:5:r1c1,r2c2|whisper:2:r4c1,r4c2)",
        "sum-line:5,1:r1c1,r1c2,r2c2,r2c1",
    ],
)
def test_the_union_of_what_alternatives_allow_loses_no_solution_and_counts_none_twice(rules):
    theory = Theory.of(Layout.named(f"4x4+{rules}"))
    stronger = theory.strengthened
    plain = set(open_backend("dlx", theory).completions(()))
    found = list(open_backend("dlx", stronger).completions(()))
    assert len(found) == len(plain) > 0
    assert {full[: bisect_right(full, theory.variable_count)] for full in found} == plain


def test_a_digit_that_no_alternative_allows_is_denied():
    theory = Theory.of(Layout.named("4x4+or(sum:3:r1c1,r2c2|sum:4:r1c1,r2c2)"))
    deduction = Deduction(theory.strengthened)
    assert deduction.extend([])
    assert deduction.status[theory.variable(1, 1, 4)] == deduction.status[theory.variable(2, 2, 4)]
    assert deduction.status[theory.variable(1, 1, 4)] == DENIED


@pytest.mark.slow_cases("10", "15")
@pytest.mark.parametrize("total", [5, 10, 15])
def test_a_sum_loop_divides_from_some_cell_on(total):
    layout = Layout.named(f"4x4+sum-line:{total},1:r1c1-r1c4,r2c4-r4c4,r4c3-r4c1,r3c1,r2c1")
    ring = layout.constraints[0].cells

    def divides(digits):
        starts = (digits[k:] + digits[:k] for k in range(len(digits)))
        return any(
            {*range(total, sum(line) + 1, total)} <= {*accumulate(line)} and not sum(line) % total
            for line in starts
        )

    grids = satdoku.solutions(Puzzle((0,) * 16, Layout.of_size(4)))
    wanted = sum(divides([grid.cells[cell] for cell in ring]) for grid in grids)
    assert satdoku.count(Puzzle((0,) * 16, layout)) == wanted
