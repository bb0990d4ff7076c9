"""Constraints placed on random grids, and the puzzles that are made of them."""

from itertools import pairwise
from pathlib import Path

import pytest

import satdoku
from satdoku import Layout, Puzzle, PuzzleError, Theory
from satdoku.backends import open_backend
from satdoku.constraints.registry import ALIASES, KINDS
from satdoku.operations.minimizing import is_logic_solvable
from satdoku.operations.random_grids import draw_grid
from satdoku.operations.variant_generation import generated_kinds, place_constraints, with_kinds
from satdoku.random_stream import RandomStream

SMALL = Layout.of_size(6)
GENERATED = [name for name, kind in KINDS.items() if kind.placement]
BOARD = [name for name in GENERATED if KINDS[name].placement.shape == "board"]


@pytest.mark.parametrize("name", sorted(set(GENERATED) - set(BOARD)))
def test_the_grid_keeps_what_is_placed_on_it(name):
    for layout, seed in ((SMALL, 1), (Layout.boxes(3, 3), 2)):
        grid = draw_grid(layout, RandomStream(seed))
        placed = place_constraints((name,), grid, RandomStream(seed, 7))
        assert {c.kind for c in placed} <= {name}
        ruled = Puzzle(grid.cells, layout.with_constraints(*placed))
        judge = open_backend("minicard", Theory.of(ruled.layout))
        assert list(judge.completions(ruled.givens, limit=1))
    assert placed


@pytest.mark.parametrize("name", ["thermometer", "renban", "arrow"])
def test_lines_go_from_cell_to_cell_and_never_cross(name):
    layout = Layout.boxes(3, 3)
    lines = [
        c.cells
        for c in place_constraints((name,), draw_grid(layout, RandomStream(3)), RandomStream(3))
    ]
    cells = [cell for line in lines for cell in line]
    assert len(lines) > 3 and len(cells) == len(set(cells))
    squares = []
    for line in lines:
        for a, b in pairwise(line):
            down, across = b // 9 - a // 9, b % 9 - a % 9
            assert max(abs(down), abs(across)) == 1
            if down and across:
                squares.append((min(a // 9, b // 9), min(a % 9, b % 9)))
    assert len(squares) == len(set(squares))


def test_cages_are_in_one_piece_and_tile_the_board():
    layout = Layout.boxes(3, 3)
    grid = draw_grid(layout, RandomStream(1))
    cages = [set(c.cells) for c in place_constraints(("killer",), grid, RandomStream(1))]
    assert sum(map(len, cages)) == len(set().union(*cages)) > 70
    for cage in cages:
        reached = {min(cage)}
        for _ in cage:
            reached |= {b for a in reached for b in cage
                        if abs(a // 9 - b // 9) + abs(a % 9 - b % 9) == 1}  # fmt: skip
        assert reached == cage and 2 <= len(cage) <= 5


def without(puzzle, k):
    """The puzzle without its constraint number k."""
    rules = puzzle.layout.constraints
    board = puzzle.layout.without_constraints().with_constraints(*rules[:k], *rules[k + 1 :])
    return Puzzle(puzzle.cells, board)


@pytest.mark.parametrize("kind", ["killer", "thermometer,kropki", "anti-king,arrow", "sandwich"])
@pytest.mark.parametrize("keep", ["proper", "logic"])
def test_puzzles_of_a_kind_are_irreducible_over_givens_and_constraints(kind, keep):
    holds = is_logic_solvable
    if keep == "proper":

        def holds(puzzle):  # fmt: skip
            return satdoku.count(puzzle, limit=2, engine="cpsat-integers") == 1

    puzzle = next(satdoku.generate(seed=4, layout=SMALL, kind=kind, keep=keep))
    assert holds(puzzle) and puzzle.constraints
    for cell in [cell for cell, digit in enumerate(puzzle.cells) if digit]:
        assert not holds(puzzle.without([cell]))
    for k, constraint in enumerate(puzzle.constraints):
        if constraint.kind not in BOARD:
            assert not holds(without(puzzle, k))


def test_rules_of_the_whole_board_are_the_layouts():
    layout, kinds = with_kinds(SMALL, "anti-knight, killer,kropki")
    assert [c.kind for c in layout.constraints] == ["anti-knight"]
    assert kinds == ("killer", "difference", "ratio")
    plain = list(satdoku.generate(2, seed=5, layout="9x9+anti-knight"))
    assert list(satdoku.generate(2, seed=5, kind="anti-knight")) == plain


def test_puzzle_i_depends_on_seed_i_and_options_alone():
    whole = list(satdoku.generate(3, seed=9, layout=SMALL, kind="killer"))
    assert list(satdoku.generate(1, seed=9, start=2, layout=SMALL, kind="killer")) == whole[2:]
    assert len(set(whole)) == 3


def test_a_killer_without_givens():
    puzzle = next(satdoku.generate(seed=1, kind="killer", keep="proper", clues=(0, 0)))
    assert not puzzle.clues
    assert satdoku.count(puzzle, limit=2, engine="cpsat") == 1


def test_a_killer_without_givens_that_the_base_rules_solve():
    puzzle = next(satdoku.generate(seed=3, kind="killer", clues=(0, 0)))
    assert not puzzle.clues and is_logic_solvable(puzzle)
    assert satdoku.count(puzzle, limit=2, engine="cpsat") == 1


def test_what_cannot_be_is_told():
    for kind in ("kiler", "regex", " , "):
        with pytest.raises(PuzzleError):
            next(satdoku.generate(kind=kind))
    with pytest.raises(PuzzleError, match="irreducible"):
        next(satdoku.generate(kind="killer", minimal=False))
    assert {"killer", "kropki", "xv", "whispers", "anti-knight"} <= set(generated_kinds())


def test_the_page_lists_the_kinds_that_are_generated():
    page = (Path(__file__).parents[2] / "docs" / "generating.md").read_text()
    assert not [
        name for name in generated_kinds() if name not in ALIASES and f"`{name}`" not in page
    ]


def test_a_rule_that_cannot_be_placed_at_random_is_told_from_an_unknown_one() -> None:
    with pytest.raises(satdoku.PuzzleError, match="write it into the layout yourself"):
        next(satdoku.generate(1, kind="yin-yang"))
    with pytest.raises(satdoku.PuzzleError, match="unknown kind to generate 'nonsense'"):
        next(satdoku.generate(1, kind="nonsense"))
