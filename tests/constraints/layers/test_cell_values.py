"""Doublers, negators, multipliers: all grids of 4×4 with all shadings, by definition."""

from itertools import permutations

import pytest

import satdoku
from satdoku import Layout, Puzzle
from satdoku.constraints.evaluate import keeps
from satdoku.errors import LayoutError
from tests.marks import slow_but

BOARD = Layout.of_size(4)
GRIDS = [g.cells for g in satdoku.solutions(Puzzle((0,) * 16, BOARD), engine="dlx")]
#: Cells of which one is in each row, column and box.
PLACES = [
    cells
    for cells in ([4 * r + c for r, c in enumerate(order)] for order in permutations(range(4)))
    if len({BOARD.regions[cell] for cell in cells}) == 4
]


def placed(factor):
    """(grid, shaded cells, values) of all boards whose shaded cells hold different digits."""
    for grid in GRIDS:
        for cells in PLACES:
            if len({grid[c] for c in cells}) == 4:
                yield grid, cells, [d * (factor if c in cells else 1) for c, d in enumerate(grid)]


def wanted(factor, holds):
    """The boards with their layers, 32 digits, on which the values keep a rule."""
    return {
        (*grid, *(1 + (c in cells) for c in range(16)))
        for grid, cells, values in placed(factor)
        if holds(values)
    }


RULES = [
    ("doublers+value-sum:9:r1c1,r1c2", 2, lambda v: v[0] + v[1] == 9),
    ("doublers+value-arrow:r1c1,r2c2,r3c3", 2, lambda v: v[0] == v[5] + v[10]),
    ("negators+value-sum:-3:r1c1-r1c4", -1, lambda v: sum(v[:4]) == -3),
    ("negators+value-sum:2:r1c1,r2c2,r3c3,r4c4", -1, lambda v: sum(v[::5]) == 2),
    ("multipliers:3+value-sum:13:r1c1,r1c2", 3, lambda v: v[0] + v[1] == 13),
    ("multipliers:0+value-arrow:r4c4,r1c1,r2c2", 0, lambda v: v[15] == v[0] + v[5]),
    ("doublers+formula:'value(r1c1) * value(r2c2) = 12'", 2, lambda v: v[0] * v[5] == 12),
    ("negators+formula:'sum(value(r1c1..r1c4)) < -value(r4c4)'+formula:'value(r1c1) < 0'", -1,
     lambda v: sum(v[:4]) < -v[15] and v[0] < 0),
    ("doublers+formula:'max(value(r2c1..r2c4)) = 8'", 2, lambda v: max(v[4:8]) == 8),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "factor", "holds"), RULES)
@pytest.mark.parametrize("engine", slow_but(["minicard", "native", "cpsat-integers"], "native"))
def test_engines_find_what_the_definition_allows(rules, factor, holds, engine):
    layout, boards = Layout.named(f"4x4+{rules}"), wanted(factor, holds)
    assert Layout.named(layout.name) == layout
    given = next(iter(sorted(boards))) if boards else (0,) * 32
    few = engine == "cpsat-integers"  # it is slow to list many
    cells = tuple(d if few and i < 10 else 0 for i, d in enumerate(given))
    puzzle = Puzzle(cells, layout)
    found = [g.cells for g in satdoku.solutions(puzzle, engine=engine)]
    fits = {b for b in boards if all(x in (0, y) for x, y in zip(cells, b, strict=True))}
    assert len(found) == len(set(found)) and set(found) == fits
    assert all(keeps(g, c, layout) for g in found[:50] for c in layout.constraints)


def test_the_cells_alone():
    assert satdoku.count(Puzzle((0,) * 32, Layout.named("4x4+doublers"))) == len([*placed(2)])


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        ("layer+value-sum:3:r1c1", "cell values need one rule"),
        ("doublers+negators", "values need one rule"),
        ("layer+formula:'value(r1c1) = 2'", "values need one rule"),
        ("multipliers:1000", "a factor of 1000 is too large"),
        ("doublers+formula:'value(3) = 2'", "value takes one cell"),
    ],
)
def test_what_makes_no_sense_is_refused(rules, why):
    with pytest.raises(LayoutError, match=why):
        satdoku.Theory.of(Layout.named(f"4x4+{rules}"))


def test_a_puzzle_with_doublers_is_certified():
    layout = Layout.named("4x4+doublers+value-sum:9:r1c1,r1c2")
    puzzle = next(satdoku.generate(1, seed=2, layout=layout, keep="proper"))
    certificate = satdoku.certify(puzzle, ["proper"])
    assert satdoku.verify(certificate, layout=layout).outcome == "right"
