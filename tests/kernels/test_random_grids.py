import pytest

from satdoku import GenerationError, Layout, Puzzle, Theory, random_grid
from satdoku.operations import random_grids
from satdoku.random_stream import RandomStream
from tests.marks import slow_but
from tests.oracle import JIGSAW_6, JIGSAW_9, models

SMALL = ["1x1", "2x2", "3x3", "4x4", "5x5", "6x6", "7x7", "8x8", "9x9", "10x10", "12x12", "15x15",
         "16x16", "9x9/latin", "9x9+diagonal+window", "9x9+disjoint", JIGSAW_6, JIGSAW_9,
         "12x12+diagonal"]  # fmt: skip
LARGE = ["20x20", "25x25", "35x35", "36x36", "47x47", "49x49", "25x25/latin"]


def assert_is_grid(grid: Puzzle) -> None:
    """Every house holds each digit once (at most once if it is short)."""
    assert grid.is_full
    for house in grid.layout.houses:
        digits = [grid.cells[cell] for cell in house.cells]
        assert len(set(digits)) == len(digits)


@pytest.mark.parametrize("name", SMALL + LARGE)
def test_every_layout_gets_a_grid_and_the_same_one_again(name):
    layout = Layout.named(name)
    grid = random_grid(layout, seed=3)
    assert_is_grid(grid)
    assert random_grid(layout, seed=3) == grid
    if layout.size > 3:
        assert random_grid(layout, seed=3, index=1) != grid
        assert random_grid(layout, seed=4) != grid


def lexically_least(layout: Layout, orders: list[list[int]]) -> tuple[int, ...]:
    """All grids by PySAT, compared cell by cell in the order of each cell's digits."""
    n = layout.size
    grids = [
        Puzzle.from_variables(model, layout).cells for model in models(Theory.of(layout), (), 1000)
    ]
    rank = [{digit: place for place, digit in enumerate(order)} for order in orders]
    return min(grids, key=lambda cells: [rank[c][cells[c] - 1] for c in range(n * n)])


@pytest.mark.parametrize("seed", range(8))
def test_the_lectures_grid_is_the_lexically_least(seed):
    layout = Layout.of_size(4)
    stream = RandomStream(seed)
    orders = [stream.permutation(4) for _ in range(16)]
    assert random_grid(layout, seed=seed).cells == lexically_least(layout, orders)


@pytest.mark.slow
def test_random_grids_of_the_4x4_board_reach_all_288():
    grids = {random_grid(Layout.of_size(4), seed=1, index=i) for i in range(3000)}
    assert len(grids) == 288


@pytest.mark.parametrize(
    "name", slow_but(["25x25+diagonal", "20x20+diagonal", "36x36+diagonal"], "20x20+diagonal")
)
def test_large_boards_with_extra_houses_get_grids(name):
    assert_is_grid(random_grid(Layout.named(name), seed=1))


def test_where_the_lexical_search_gives_up_restarts_find_a_grid(monkeypatch):
    monkeypatch.setattr(random_grids, "LEXICAL_CONFLICTS", 1)
    assert_is_grid(random_grid(Layout.named(JIGSAW_9), seed=1))


@pytest.mark.slow
def test_where_restarts_give_up_a_solver_finds_a_grid(monkeypatch):
    monkeypatch.setattr(random_grids, "LEXICAL_CONFLICTS", 1)
    monkeypatch.setattr(random_grids, "RESTART_CONFLICTS", 0)
    layout = Layout.named(JIGSAW_9)
    grids = [random_grid(layout, seed=1, index=i) for i in (0, 0, 1, 2)]
    for grid in grids:
        assert_is_grid(grid)
    assert len(set(grids)) == 3
    monkeypatch.setattr(random_grids, "SOLVER_CONFLICTS", 1)
    with pytest.raises(GenerationError, match="found within 1 conflicts; it may have none"):
        random_grid(Layout.named("16x16+window"), seed=1)
    with pytest.raises(GenerationError, match="has no grid"):
        random_grids.solver_grid(Layout.named(IMPOSSIBLE), RandomStream(1))


IMPOSSIBLE = "4x4/jigsaw:1213441242313324"


def test_a_jigsaw_without_a_grid_says_so():
    layout = Layout.named(IMPOSSIBLE)
    assert models(Theory.of(layout), (), 1) == set()
    with pytest.raises(GenerationError, match="has no grid"):
        random_grid(layout)


def test_the_luby_sequence():
    expected = [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]
    assert [random_grids.luby(i) for i in range(1, 16)] == expected
