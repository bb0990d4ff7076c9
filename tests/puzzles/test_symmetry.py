import pytest

from satdoku import PuzzleError
from satdoku.operations.symmetry import SYMMETRIES, orbits


@pytest.mark.parametrize("symmetry", SYMMETRIES)
@pytest.mark.parametrize("size", [1, 4, 9])
def test_orbits_divide_the_board(symmetry, size):
    cells = [cell for orbit in orbits(symmetry, size) for cell in orbit]
    assert sorted(cells) == list(range(size * size))


@pytest.mark.parametrize(
    ("symmetry", "partners_of_r1c2"),
    [
        ("none", {1}),
        ("half-turn", {1, 14}),
        ("quarter-turn", {1, 7, 14, 8}),
        ("horizontal", {1, 13}),
        ("vertical", {1, 2}),
        ("diagonal", {1, 4}),
        ("anti-diagonal", {1, 11}),
        ("full", {1, 2, 4, 7, 8, 11, 13, 14}),
    ],
)
def test_the_orbit_of_r1c2_on_the_4x4_board(symmetry, partners_of_r1c2):
    assert set(next(o for o in orbits(symmetry, 4) if 1 in o)) == partners_of_r1c2


def test_an_unknown_symmetry_is_named():
    with pytest.raises(PuzzleError, match="known are none"):
        orbits("spiral", 9)
