"""Puzzles that are chosen are kept in files; a set of Python and plain indexing judge."""

import numpy as np
import pytest

from satdoku.datasets.make import chosen
from satdoku.layout import Layout


def test_known_keys_are_those_that_were_added():
    random = np.random.default_rng(1)
    known = chosen.KnownKeys()
    there = set()
    for size in (0, 1, 500, 3, 40, 2000, 1):
        some = random.integers(0, 1 << 10, size, np.uint64) << np.uint64(54)
        asked = random.integers(0, 1 << 10, 300, np.uint64) << np.uint64(54)
        assert known.have(asked).tolist() == [key in there for key in asked.tolist()]
        known.add(some)
        there.update(some.tolist())
    runs = [run for runs in known.shares for run in runs]
    assert all(len(share) < 12 for share in known.shares) and len(runs) > 1


def test_boards_are_written_in_any_order(tmp_path, monkeypatch):
    monkeypatch.setattr(chosen, "PART", 7)
    monkeypatch.setattr(chosen, "TAKEN", 5)
    boards = np.random.default_rng(2).integers(0, 5, (23, 16)).astype(np.uint8)
    gathered = chosen.PuzzleFiles(tmp_path)
    for start in (0, 4, 20):
        stop = {0: 4, 4: 20, 20: 23}[start]
        gathered.add(boards[start:stop], np.arange(start, stop, dtype=np.uint64))
    order = chosen.random_order(23, seed=3)
    assert sorted(order.tolist()) == [*range(23)] != order.tolist()
    assert order.tolist() != chosen.random_order(23, seed=4).tolist()
    assert gathered.grids().tolist() == [*range(23)]
    layout = Layout.of_size(4)
    gathered.in_order(tmp_path / "boards.bin", order, layout.cell_count)
    gathered.close()
    found = chosen.Selection(tmp_path / "boards.bin", 23, [layout], {})
    assert (found.boards(0, 23) == boards[order]).all()
    assert [i for i, _, _ in found.part(3, 9)] == [*range(3, 9)]
    assert [one.cells for one in found.puzzles()] == [tuple(boards[k].tolist()) for k in order]
    assert chosen.Selection.stored(found.file) is None
    found.store()
    assert chosen.Selection.stored(found.file) == found
    assert [path.name for path in tmp_path.iterdir() if "taken" in path.name] == []


@pytest.mark.parametrize("seed", range(4))
def test_an_order_of_many_items_keeps_grids_together(seed, monkeypatch):
    monkeypatch.setattr(chosen, "TAKEN", 50)
    random = np.random.default_rng(seed)
    grids = random.integers(0, 600, 1000).astype(np.uint64) * np.uint64(2**53 + 3)
    order = random.permutation(1000)
    before = order.copy()
    chosen.keep_together(order, grids, [900, 100])
    assert sorted(order.tolist()) == [*range(1000)]
    assert not {*grids[order[:900]].tolist()} & {*grids[order[900:]].tolist()}
    assert (order != before).mean() < 0.5
