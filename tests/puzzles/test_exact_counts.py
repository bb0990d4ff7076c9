"""Counts without enumeration, against enumeration, each other, and published numbers."""

import random
from itertools import combinations, islice
from statistics import mean
from unittest.mock import patch

import numpy as np
import pytest

import satdoku
from satdoku.backends.base import Clock
from satdoku.batch.box_sums import count_by_boxes
from satdoku.batch.clause_states import count_by_states
from satdoku.batch.counting import (
    RARE,
    _on_masks,
    count_at_once,
    counted,
    dives,
    mean_of,
    quick_estimate,
)
from satdoku.batch.exact_counts import GRIDS, exact_count, known_count
from satdoku.errors import TimeLimitReached
from satdoku.kernels.propagation.diving import dive
from satdoku.kernels.propagation.mask_search import MaskBoard
from satdoku.kernels.stream import streams
from satdoku.kernels.table_sums import sum_of_products
from satdoku.layout import Layout

BOTH = (count_by_boxes, count_by_states)


def blank(layout):
    return satdoku.Puzzle((0,) * layout.cell_count, layout)


def some_of_a_grid(layout, givens, seed):
    """A puzzle with these many givens of a random grid."""
    grid, cells = satdoku.random_grid(layout=layout, seed=seed), [0] * layout.cell_count
    for cell in random.Random(seed).sample(range(layout.cell_count), givens):
        cells[cell] = grid.cells[cell]
    return satdoku.Puzzle(tuple(cells), layout)


@pytest.mark.parametrize("way", BOTH)
@pytest.mark.parametrize(
    ("shape", "number"), [((2, 2), 288), ((2, 3), 28_200_960), ((3, 2), 28_200_960)]
)
def test_empty_boards_have_the_known_numbers(way, shape, number):
    assert way(blank(Layout.boxes(*shape)), Clock(None)) == number


@pytest.mark.parametrize(
    ("name", "number"), [("5x5/latin", 161_280), ("6x6/latin", 812_851_200), ("3x3/latin", 12)]
)
def test_latin_squares_have_the_known_numbers(name, number):
    assert satdoku.count(blank(Layout.named(name))) == number


@pytest.mark.parametrize("name", ["8x8", "9x9", "10x10", "12x12", "12x12/2x6", "7x7/latin"])
def test_published_numbers_are_those_of_empty_boards_without_rules_only(name):
    layout = Layout.named(name)
    number, source = known_count(blank(layout))
    assert source and satdoku.count(blank(layout)) == number
    assert known_count(satdoku.Puzzle((1, *blank(layout).cells[1:]), layout)) is None
    assert known_count(blank(Layout.named(f"{name}+killer:3:r1c1,r1c2"))) is None


def test_a_given_divides_the_known_number_by_the_size():
    layout = Layout.boxes(2, 3)
    for cell in (0, 17, 35):
        puzzle = satdoku.Puzzle(tuple(2 * (c == cell) for c in range(36)), layout)
        assert {way(puzzle, Clock(None)) for way in BOTH} == {28_200_960 // 6}
    assert GRIDS[3, 3] % 362_880 == 0


@pytest.mark.parametrize(
    ("shape", "givens"),
    [((2, 2), 3), ((2, 3), 9), ((3, 2), 10), ((2, 4), 26), ((4, 2), 26), ((3, 3), 31)],
)
def test_counts_are_those_of_dancing_links(shape, givens):
    for seed in range(4):
        puzzle = some_of_a_grid(Layout.boxes(*shape), givens, seed)
        number = satdoku.count(puzzle, engine="dlx")
        assert count_by_boxes(puzzle, Clock(None)) == number
        assert count_by_states(puzzle, Clock(None)) in (number, None if shape != (2, 3) else number)


@pytest.mark.parametrize(
    ("shape", "lines"),
    [
        ((2, 2), (1,)),
        ((2, 3), (2, 5)),
        ((3, 2), (0, 4)),
        ((3, 3), (2, 3, 6, 7)),
        ((3, 3), range(4)),
    ],
)
def test_lines_without_givens_are_exchanged(shape, lines):
    """All cells of a few rows, then of these columns, are given."""
    layout = Layout.boxes(*shape)
    size = layout.size
    for seed in range(3):
        grid = satdoku.random_grid(layout=layout, seed=seed)
        rows = grid.without([c for c in range(size**2) if c // size not in lines])
        columns = grid.without([c for c in range(size**2) if c % size not in lines])
        for puzzle in (rows, columns):
            number = satdoku.batch.solve([puzzle], limit=10**7).counts[0]
            assert 1 < number < 10**7 and count_by_boxes(puzzle, Clock(None)) == number


def test_few_givens_are_counted_exactly_on_a_board_that_is_turned_and_renamed_too():
    board = satdoku.parse(
        "...79..........6........4.......4..................5..................3....8.3.9."
    )
    turned = [board.cells[9 * c + r] for r in range(9) for c in range(9)]
    renamed = satdoku.Puzzle(tuple(10 - d if d else 0 for d in turned), board.layout)
    found = {count_by_boxes(puzzle, Clock(None)) for puzzle in (board, renamed)}
    low, high = quick_estimate(board, 0, Clock(None)).interval
    assert len(found) == 1 and low < found.pop() < high


@pytest.mark.slow_cases("4x4+doublers", "6x6+anti-knight", "6x6+diagonal")
@pytest.mark.parametrize(
    "name",
    [
        "4x4+killer:3:r1c1,r1c2",
        "6x6+diagonal",
        "6x6+anti-knight",
        "4x4@r1c1,r3c3",
        "4x4+thermometer:r2c1,r2c2+pair-sum:5:r4c3,r4c4",
        "4x4+doublers+value-sum:3:r1c1,r1c2",
    ],
)
def test_rules_are_counted_by_states(name):
    layout = Layout.named(name)
    for seed in range(3):
        cells = [0] * layout.cell_count
        cells[seed] = seed + 1
        puzzle = satdoku.Puzzle(tuple(cells), layout)
        number = sum(1 for _ in satdoku.solutions(puzzle, engine="dlx", limit=100_001))
        if number <= 100_000:
            assert count_by_states(puzzle, Clock(None)) in (number, None)


def test_no_solution_is_counted_as_none():
    for puzzle in ("11..............", "12..34......1..1"):
        assert exact_count(satdoku.parse(puzzle), Clock(None)) == 0


def test_few_givens_of_a_9x9_board_by_boxes_and_by_the_kernels():
    for number in (100_382, 45_416):
        puzzle = satdoku.parse(
            ".4..2..7..12........79.6...9.3..2.5....6......61..8....96.......74....8.5........"
            if number == 100_382
            else "....235.....7....935.......9....26..4.5......76..5.9.2.......25.74..9............"
        )
        assert satdoku.batch.solve([puzzle], limit=10**7).counts[0] == number
        assert count_by_boxes(puzzle, Clock(None)) == satdoku.count(puzzle) == number


def test_all_minimal_puzzles_of_a_grid_by_trying_all_sets():
    grid = satdoku.parse("1234341221434321")
    found = list(satdoku.minimal_puzzles(grid))
    assert [p.clues for p in found] == sorted([4] * 12 + [5] * 256 + [6] * 16)
    proper = {
        kept
        for size in range(4, 7)
        for kept in combinations(range(16), size)
        if satdoku.is_proper(grid.without(set(range(16)).difference(kept)), engine="dlx")
    }
    minimal = {
        kept
        for kept in proper
        if not any(tuple(c for c in kept if c != cell) in proper for cell in kept)
    }
    assert {tuple(c for c in range(16) if p.cells[c]) for p in found} == minimal


def test_the_fewest_givens_of_a_9x9_grid_are_bounded_at_once():
    spare = satdoku.diagnose(satdoku.random_grid(seed=2)).spare
    assert spare and 13 <= 81 - spare.at_most <= 81 - len(spare.together)


def test_a_limit_is_heeded_by_exact_counts():
    board = blank(Layout.boxes(2, 3))
    assert satdoku.count(board) == 28_200_960
    assert satdoku.count(board, limit=10**6) == 10**6
    assert counted(board, 28_200_960, Clock(None)) == (28_200_960, False)
    assert counted(board, 28_200_961, Clock(None)) == (28_200_960, True)
    assert counted(board, None, Clock(None), enough=7) == (28_200_960, True)


@pytest.mark.parametrize("way", BOTH)
def test_no_exact_way_goes_on_without_time(way):
    with pytest.raises(TimeLimitReached):
        way(blank(Layout.boxes(2, 3)), Clock(0))


def test_estimates_come_with_an_interval():
    about, (low, high), _ = quick_estimate(blank(Layout.boxes(2, 3)), 0, Clock(None))
    assert low < about < high and low < 28_200_960 < high
    assert quick_estimate(satdoku.parse("11.............."), 0, Clock(None)).number == 0


@pytest.mark.parametrize(
    "name, number",
    [
        ("4x4", 288),
        ("6x6+diagonal", None),
        ("6x6+non-consecutive", None),
        ("6x6+killer:10:r1c1-r1c3", None),
    ],
)
def test_every_dive_on_a_board_with_rules_ends_in_solutions(name, number):
    board = blank(Layout.named(name))
    number = number or satdoku.count(board)
    weights = list(islice(dives(board, Clock(None)), 200))
    assert min(weights) > 0 and abs(mean(weights) - number) < 0.1 * number


def test_samples_are_the_same_in_the_interpreter():
    board = MaskBoard.of(Layout.named("4x4+anti-knight"))
    found = []
    for run in (dive, dive.interpreted):
        with patch("satdoku.kernels.propagation.mask_search.dive", run):
            search = board.search(board.all_masks())
            stream = streams(0, np.arange(1))
            found.append([search.dive(stream, 2, 10**9, 10**6) for _ in range(5)])
    assert found[0] == found[1]


@pytest.mark.parametrize("name", ["4x4", "6x6+non-consecutive", "6x6+diagonal"])
def test_dives_whose_branches_are_not_decided_have_the_right_mean(name):
    board = MaskBoard.of(Layout.named(name))
    search = board.search(board.all_masks())
    stream = streams(0, np.arange(1))
    # so little work that hardly any search below a digit ends
    weights = [search.dive(stream, 8, 10**12, 200) for _ in range(5_000)]
    center, error = mean_of(weights)
    assert error > 0 and abs(center - satdoku.count(blank(board.layout))) < 4 * error


def test_a_board_with_few_solutions_for_much_search_has_an_estimate():
    board = blank(Layout.named("9x9+non-consecutive"))
    assert quick_estimate(board, 0, Clock(None)).number > 1000


def test_an_estimate_that_is_missing_says_why():
    grid = blank(Layout.named("36x36"))
    assert "36 digits are more than 32" in quick_estimate(grid, 0, Clock(None)).text()
    assert "too hard" in quick_estimate(blank(Layout.of_size(9)), 0, Clock(0.0)).text()


@pytest.mark.parametrize("run", [sum_of_products, sum_of_products.interpreted])
def test_a_sum_of_products_is_that_of_its_terms(run):
    rng = np.random.default_rng(1)
    equal = rng.integers(0, 3, (3, 2), np.int32)
    left, right = rng.integers(0, 2**15, (2, 4, 5), np.int32) * 2**15
    row_groups, column_groups = [0, 0, 1, 2], [0, 1, 1, 1, 1]
    left_rows, right_rows = np.array([[3, 1, 0, 2], [1, 1, 3, 0]])
    found = np.zeros(2, np.int64)
    row_starts, column_starts = np.array([0, 2, 3, 4]), np.array([0, 1, 5])
    flat = (equal.ravel(), left.ravel(), right.ravel())
    run(*flat, row_starts, left_rows.copy(), right_rows.copy(), column_starts, found)
    expected = sum(
        int(equal[p, c]) * int(left[i, column]) * int(right[j, column])
        for p, i, j in zip(row_groups, left_rows, right_rows, strict=True)
        for column, c in enumerate(column_groups)
    )
    low, high = found.tolist()
    assert low + (high << 32) == expected > 2**59


def test_solutions_with_rules_are_counted_once():
    board = satdoku.parse("." * 81, layout="9x9+killer:10:r1c1,r1c2")
    for clock in (Clock(None), Clock(100)):
        with (
            patch("satdoku.batch.counting.count_at_once", wraps=count_at_once) as asked,
            patch("satdoku.batch.counting._on_masks", wraps=_on_masks) as searched,
            patch("satdoku.batch.counting.exact_count", return_value=None),
        ):
            assert counted(board, None, clock, enough=1001) == (1001, False)
        calls = asked.call_args_list + searched.call_args_list
        assert [call.args[1] for call in calls] == [1001]


def test_rare_solutions_are_counted_for_a_fixed_amount_of_work():
    board = blank(Layout.named("9x9+non-consecutive"))
    found, is_all = counted(board, None, Clock(None), enough=1001)
    assert RARE <= found < 1001 and not is_all


def test_few_solutions_are_all_counted_though_they_are_rare():
    board = blank(Layout.named("6x6+non-consecutive"))
    whole = counted(board, None, Clock(None), enough=1001)
    with patch("satdoku.batch.counting.RARE_WORK", 1000):
        assert counted(board, None, Clock(None), enough=1001) == whole
