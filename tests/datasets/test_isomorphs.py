"""Isomorphs made as arrays: judged by `shuffled`, which makes them one at a time."""

from collections import Counter

import numpy as np
import pytest

import satdoku
from satdoku.datasets.make.isomorphs import isomorph_maps
from satdoku.datasets.make.making import make_dataset
from satdoku.datasets.make.recipe import recipe_of
from satdoku.layout import Layout

pytest.importorskip("pyarrow")


@pytest.mark.parametrize(
    "name", ["4x4", "6x6", "9x9", "9x9+diagonal", "9x9+anti-knight", "5x5/latin", "12x12"]
)
def test_the_isomorphs_are_those_of_shuffled(name):
    layout = Layout.named(name)
    board = np.arange(layout.cell_count, dtype=np.uint8) % (layout.size + 1)
    seeds, indexes = np.array([1, 2, 2**63], np.uint64), np.array([5, 0, 3])
    moved = isomorph_maps(layout, seeds, indexes).moved(np.tile(board, (3, 1)))
    puzzle = satdoku.Puzzle(tuple(board.tolist()), layout)
    for image, seed, index in zip(moved, seeds.tolist(), indexes.tolist(), strict=True):
        assert tuple(image.tolist()) == satdoku.shuffled(puzzle, seed=seed, index=index).cells


def made(folder, form):
    recipe = {"count": 5, "seed": 3, "format": form, "isomorphs": {"train": 3}}
    make_dataset(recipe_of(recipe), folder / form)
    return folder / form


def test_isomorphs_have_the_rating_and_the_steps_of_their_original_and_their_own_solution(tmp_path):
    text = (made(tmp_path, "csv") / "train-00000-of-00001.csv").read_text().splitlines()
    rows = [dict(zip(text[0].split(","), line.split(","), strict=True)) for line in text[1:]]
    assert Counter(row["group"] for row in rows) == dict.fromkeys("01234", 4)
    for row in rows:
        original = rows[4 * int(row["group"])]
        assert satdoku.solution(row["puzzle"]).line == row["solution"]
        assert row["rating"] == original["rating"]
        assert satdoku.canonical(row["puzzle"]) == satdoku.canonical(original["puzzle"])
    assert len({row["puzzle"] for row in rows}) == 20


def test_the_moved_solving_orders_fill_the_solution(tmp_path):
    orders = np.load(made(tmp_path, "order") / "train.npy")
    for number, numbers in enumerate(orders.tolist()):
        cells = [numbers[k : k + 4] for k in range(1, len(numbers), 4)]
        grid = {(r, c): digit for r, c, digit, _ in cells}
        line = "".join(str(grid[r, c]) for r in range(9) for c in range(9))
        givens = {(r, c): digit for r, c, digit, strategy in cells if strategy == 0}
        puzzle = "".join(str(givens.get((r, c), ".")) for r in range(9) for c in range(9))
        assert satdoku.solution(puzzle).line == line
        first = orders[number - number % 4].tolist()
        assert [k[3] for k in cells[numbers[0] :]] == first[4::4][numbers[0] :]


def test_the_moved_trajectories_lead_to_the_solution(tmp_path):
    from pyarrow import parquet

    (path,) = made(tmp_path, "trajectories").glob("*.parquet")
    for row in parquet.read_table(path).to_pylist():
        assert row["trajectory"][-1] == row["answer"] == satdoku.solution(row["question"]).line
        for before, after in zip(row["trajectory"], row["trajectory"][1:], strict=False):
            (cell,) = (k for k in range(81) if before[k] != after[k])
            assert (before[cell], after[cell]) == (".", row["answer"][cell])
