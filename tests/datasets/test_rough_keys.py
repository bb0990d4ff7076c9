"""Rough keys: isomorphic boards share them, judged by `shuffled` and by canonical forms."""

import numpy as np
import pytest

import satdoku
from satdoku.datasets.audit.rough_keys import rough_keys
from satdoku.layout import Layout


@pytest.mark.parametrize("name", ["4x4", "6x6", "9x9", "9x9+diagonal", "5x5/latin"])
def test_isomorphs_share_their_keys_and_other_boards_hardly_ever(name):
    layout = Layout.named(name)
    puzzles = list(satdoku.generate(12, seed=61, layout=layout))
    images = [satdoku.shuffled(puzzle, seed=k) for k, puzzle in enumerate(puzzles)]
    of, removed, keys = rough_keys(np.array([p.cells for p in puzzles], np.uint8), layout)
    moved = rough_keys(np.array([p.cells for p in images], np.uint8), layout)
    assert keys[:12].tolist() == moved[2][:12].tolist()
    form_of = {}
    for index, cell, key in zip(of.tolist(), removed.tolist(), keys.tolist(), strict=True):
        cells = list(puzzles[index].cells)
        if cell:
            cells[cell - 1] = 0
        form = satdoku.canonical(satdoku.Puzzle(tuple(cells), layout)).puzzle.line
        assert form_of.setdefault(form, key) == key
    assert set(keys.tolist()) == set(moved[2].tolist())
    assert len(set(keys.tolist())) > 0.8 * len(form_of)
