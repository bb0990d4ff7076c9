"""Lines and regions whose remaining cells hold the same digits."""

from collections import Counter

import pytest

import satdoku
from satdoku import Layout
from satdoku.logic.techniques.patterns.set_equivalence import patterns
from satdoku.logic.view import ones

JIGSAW = "6x6/jigsaw:112333112433122443122544666545666555"


@pytest.mark.parametrize("name", ["9x9", "9x9+window", "6x6", JIGSAW])
def test_both_sides_hold_the_same_digits_in_every_grid(name: str) -> None:
    layout = Layout.named(name)
    grids = [satdoku.random_grid(layout=layout, seed=seed) for seed in range(5)]
    assert patterns(layout)
    for pattern in patterns(layout):
        for grid in grids:
            held = [
                Counter(grid.cells[cell] for some in (once, twice, twice) for cell in ones(some))
                for once, twice in (pattern.of_lines, pattern.of_regions)
            ]
            assert held[0] == held[1]


def test_the_ring_around_the_middle_box_is_among_them() -> None:
    ring = {r * 9 + c for r in range(2, 7) for c in range(2, 7)}
    ring -= {r * 9 + c for r in range(3, 6) for c in range(3, 6)}
    corners = {r * 9 + c for r in (0, 1, 7, 8) for c in (0, 1, 7, 8)}
    sides = [
        tuple(set(ones(once | twice)) for once, twice in (p.of_lines, p.of_regions))
        for p in patterns(Layout.of_size(9))
    ]
    assert (ring, corners) in sides
