"""Implied sums: each holds on every grid that keeps the rules, none changes an answer, and the
theory, its rules and its names stay as they are without them."""

import random
from itertools import accumulate

import pytest
from click.testing import CliRunner

import satdoku
from satdoku import Layout, Puzzle, Theory
from satdoku.backends import open_backend
from satdoku.backends.base import Clock
from satdoku.cli.main import cli
from satdoku.constraints.constraint import Constraint
from satdoku.constraints.evaluate import holds
from satdoku.constraints.implied import implied_sums
from satdoku.kernels.propagation import compiling
from satdoku.kernels.propagation.mask_search import MaskBoard
from satdoku.operations.random_grids import draw_grid
from satdoku.random_stream import RandomStream

#: A hard killer from the tests of Interactive Sudoku Solver (MIT).
KILLER = "G<<N<J<H<^O>^>^K^^>^GI<A^<L^>^^E^<>^FF<E^<C^I^^E^<>^>^^C^<GH<^QF^<>^^E<^^<J<<>^>^"


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


@pytest.mark.parametrize("name", ["4x4", "6x6"])
def test_the_search_on_masks_with_implied_sums_finds_what_clauses_allow(name):
    for seed in range(10):
        _, layout = board_with_sums(seed, name)
        theory = Theory.of(layout)
        by_clauses = list(open_backend("minicard", theory).find_boards((), 200, Clock(None)))
        by_masks = list(open_backend("masks", theory).find_boards((), 200, Clock(None)))
        assert len(by_masks) == len(by_clauses)
        for found, judge in ((by_masks, "minicard"), (by_clauses, "masks")):
            if len(found) < 200:
                assert set(by_masks) == set(by_clauses)
            else:  # not all are there, so each is judged by the other
                assert open_backend(judge, theory).count(found[-1], limit=2) == 1


def test_implied_sums_save_the_search_on_masks_most_conflicts(monkeypatch):
    def conflicts():
        board = MaskBoard(puzzle.layout)
        search = board.search(board.masks_of(puzzle.givens))
        assert search.count(2) == 1
        return search.conflicts

    puzzle = satdoku.parse(KILLER)
    with_them = conflicts()
    monkeypatch.setattr(compiling, "implied_sums", lambda layout: ())
    assert 10 * with_them < conflicts()


def test_what_people_read_of_a_theory_knows_nothing_of_implied_sums():
    layout = Layout.named("4x4+killer:6:r1c1-r1c3")
    theory = Theory.of(layout)
    assert [rule.name for rule in theory.rules] == ["killer:6:r1c1-r1c3"]
    assert not any("implied" in clause.kind for clause in theory.clauses)
    (first, *_) = implied_sums(layout)
    assert first.text(layout) == "r1c4 = 4 (row 1)"


def test_implied_sums_are_shown_where_a_person_wants_them():
    puzzle = "1..............."
    arguments = ["show", "--layout", "4x4+killer:6:r1c1-r1c3", puzzle]
    runner = CliRunner()
    bare, said = runner.invoke(cli, arguments), runner.invoke(cli, [*arguments, "--explain-theory"])
    assert bare.exit_code == said.exit_code == 0
    assert "r1c4 = 4 (row 1)" in said.output and "r1c4 = 4" not in bare.output
    assert "killer:6:r1c1-r1c3" in said.output


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
