import pytest

from satdoku import Layout, canonical, generate, is_proper, parse, rate, shuffled, solve
from tests.oracle import JIGSAW_9, LECTURE

NAMES = ["4x4", "9x9", "6x6/2x3", "5x5/latin", "4x4+diagonal", "9x9+diagonal", JIGSAW_9]


@pytest.mark.parametrize("name", NAMES)
def test_a_shuffled_puzzle_is_an_isomorph(name):
    [puzzle] = generate(1, seed=3, layout=name, keep="proper")
    forms = {canonical(shuffled(puzzle, seed=1, index=i)).puzzle for i in range(6)}
    assert forms == {canonical(puzzle).puzzle}
    other = shuffled(puzzle, seed=1, index=2)
    assert other.clues == puzzle.clues
    assert solve(other).is_full


def test_every_isomorph_of_a_small_board_comes_up():
    """4×4: 128 moves of the board times 24 names, over 2 automorphisms of this board."""
    puzzle = parse("1...............")
    assert len({shuffled(puzzle, seed=s).line for s in range(2000)}) == 16 * 4


def test_an_isomorph_depends_on_seed_and_index_and_keeps_the_rating():
    assert shuffled(LECTURE, seed=4) == shuffled(LECTURE, seed=4)
    assert len({shuffled(LECTURE, seed=4, index=i) for i in range(20)}) == 20
    assert rate(shuffled(LECTURE, seed=4)).hardest == rate(parse(LECTURE)).hardest


def test_boards_with_rules_keep_them_and_digits_that_rules_mind():
    knight = next(generate(seed=1, layout=Layout.named("6x6+anti-knight")))
    other = shuffled(knight, seed=3)
    assert other != knight and is_proper(other) and other.layout == knight.layout
    layout = Layout.named("4x4+killer:3:r1c1,r1c2+killer:3:r4c3,r4c4")
    caged = next(generate(seed=1, layout=layout, keep="proper"))
    for seed in range(10):
        other = shuffled(caged, seed=seed)
        assert is_proper(other) and sorted(other.cells) == sorted(caged.cells)
