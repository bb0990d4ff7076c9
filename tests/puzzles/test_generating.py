from itertools import cycle, islice
from time import process_time

import pytest

from satdoku import GenerationError, Layout, PuzzleError, Theory, explain, generate, rate
from satdoku.cancellation import Stop, Stopped, TimeIsOver, interruptibly, run_under, within
from satdoku.logic.difficulty.level_generation import Level, generate_at
from satdoku.operations.generating import (
    Recipe,
    are_hopeless,
    generate_one,
    try_until_it_fits,
)
from satdoku.operations.minimizing import givens_of
from satdoku.operations.symmetry import SYMMETRIES, orbits
from tests.oracle import JIGSAW_9, models
from tests.puzzles.test_minimizing import is_logic_solvable, is_proper


@pytest.mark.slow_cases("16x16")
@pytest.mark.parametrize("name", ["4x4", "6x6", "9x9", "9x9+window", JIGSAW_9, "16x16"])
def test_generated_puzzles_are_proper_logic_solvable_and_irreducible(name):
    for board in generate(2, seed=1, layout=Layout.named(name)):
        assert is_proper(board)
        assert is_logic_solvable(board)
        assert not any(is_logic_solvable(board.without([cell])) for cell in givens_of(board))


def test_proper_puzzles_are_minimal():
    for board in generate(3, seed=1, keep="proper"):
        assert is_proper(board)
        assert not any(is_proper(board.without([cell])) for cell in givens_of(board))


def test_puzzle_i_depends_on_seed_i_and_options_alone():
    whole = list(generate(6, seed=9))
    assert list(generate(3, seed=9, start=3)) == whole[3:]
    assert list(islice(generate(None, seed=9), 6)) == whole
    assert list(generate(1, seed=10)) != whole[:1]
    assert len(set(whole)) == 6


def test_the_puzzles_of_a_seed_never_change():
    """A promise: the same seed gives the same bytes in every release."""
    golden = "3.92..........8...18....65.5.2....8..1...........79.6.....9.7.....1..8..8.6...3.."
    assert next(generate(seed=2026)).line == golden


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_the_pattern_has_the_symmetry(symmetry):
    board = next(generate(seed=4, symmetry=symmetry))
    givens = set(givens_of(board))
    assert all(givens.issuperset(o) or givens.isdisjoint(o) for o in orbits(symmetry, 9))
    assert is_logic_solvable(board)


def test_clue_counts_within_a_range():
    for board in generate(5, seed=2, clues=(22, 23)):
        assert 22 <= board.clues <= 23
        assert not any(is_logic_solvable(board.without([cell])) for cell in givens_of(board))
    counts = [b.clues for b in generate(8, seed=2, clues=(30, 36), minimal=False)]
    assert min(counts) >= 30
    assert max(counts) <= 36
    assert len(set(counts)) > 1


@pytest.mark.parametrize("keep", ["logic", "proper"])
def test_givens_on_just_the_cells_of_a_mask(keep):
    mask = frozenset(c for c in range(81) if (c // 9 + c % 9) % 3 == 0)
    [board] = generate(1, seed=1, mask=mask, keep=keep)
    assert frozenset(givens_of(board)) == mask
    assert is_proper(board)
    assert keep == "proper" or is_logic_solvable(board)
    assert list(generate(1, seed=1, mask=mask, keep=keep)) == [board]


def test_it_says_when_it_could_not():
    with pytest.raises(GenerationError, match="no puzzle with 17 clues within 3 tries"):
        next(generate(seed=1, clues=(17, 17), tries=3))
    with pytest.raises(GenerationError, match="pattern of 5 clues within 10 tries"):
        next(generate(seed=1, mask=frozenset(range(5)), tries=10))


def test_rules_are_refused_on_boards_that_masks_do_not_hold():
    with pytest.raises(GenerationError, match="up to 32 digits, and this one has 36"):
        next(generate(1, layout="36x36", kind="killer", seed=1))


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"clues": (30, 20)}, "30..20"),
        ({"clues": (0, 82)}, "choose 0 to 81"),
        ({"clues": (30, 28)}, "30..28: the first is larger than the second"),
        ({"mask": frozenset({81})}, "outside"),
        ({"mask": frozenset({1}), "symmetry": "full"}, "mask fixes"),
        ({"symmetry": "odd"}, "unknown symmetry"),
        ({"keep": "odd"}, "unknown property"),
    ],
)
def test_impossible_options_are_refused(options, says):
    with pytest.raises((GenerationError, PuzzleError), match=says):
        next(generate(**options))


def test_an_empty_mask_of_the_smallest_board_is_a_puzzle():
    [board] = generate(1, layout=Layout.of_size(1), mask=frozenset())
    assert board.clues == 0
    assert len(models(Theory.of(board.layout), (), 2)) == 1


@pytest.mark.slow
def test_a_time_limit_ends_what_a_single_board_takes():
    with pytest.raises(GenerationError, match=r"within 0\.2 s: allow more time"):
        generate_one(Recipe(Layout.of_size(25), "proper", time_limit=0.2), 1, 0)
    level = Level(40, 45, layout=Layout.of_size(16), time_limit=0.5)
    with pytest.raises(GenerationError, match=r"within 0\.5 s: allow more time"):
        generate_at(level, 1, 0)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["killer", "thermometer", "kropki", "anti-knight"])
def test_a_time_limit_ends_the_placing_of_rules_on_a_large_board(kind):
    before = process_time()
    with pytest.raises(GenerationError, match=r"within 1 s: allow more time"):
        next(generate(1, layout="25x25", kind=kind, seed=1, time_limit=1))
    assert process_time() - before < 2


def test_time_that_is_over_ends_kernels_and_a_stop_ends_its_parts():
    def endless(stop):
        while not stop.is_set():
            pass

    with pytest.raises(TimeIsOver):
        within(0.01, lambda: interruptibly(endless))
    outer, seen = Stop(), []

    def told(stop):
        outer.set()
        seen.append(stop.is_set())

    with pytest.raises(Stopped):
        run_under(outer, within, 60, lambda: interruptibly(told))
    assert seen == [True]


@pytest.mark.parametrize(
    "options",
    [
        {"count": -1},
        {"count": 1.5},
        {"seed": -1},
        {"seed": 2**64},
        {"start": -1},
        {"symmetry": "none at all"},
        {"keep": "no"},
        {"level": "no"},
        {"needs": "no such rule"},
        {"level": "easy", "rating": 3.0},
        {"scale": "se"},
        {"grid": True, "level": "easy"},
        {"level": "easy", "keep": "proper"},
        {"layout": "no"},
        {"mask": [81]},
        {"clues": (9, 3)},
        {"layout": Layout.of_size(4), "symbols": "ABCD"},
    ],
)
def test_options_that_cannot_be_are_refused_before_the_first_puzzle(options):
    with pytest.raises(ValueError):
        generate(**options)


@pytest.mark.slow
def test_python_takes_the_options_of_the_command():
    (easy,) = generate(1, seed=3, level="easy")
    assert rate(easy).label == "easy"
    (rated,) = generate(1, seed=3, rating=(2.0, 2.6))
    assert 2.0 <= rate(rated).hardest <= 2.6
    (needing,) = generate(1, seed=3, needs="x-wing")
    assert "X-wing" in {step.name for step in explain(needing).steps}
    (lettered,) = generate(1, layout="4x4", symbols="ABCD")
    assert set(lettered.line) <= set("ABCD.")
    grids = list(generate(3, seed=5, grid=True, layout="6x6"))
    assert all(grid.is_full for grid in grids)
    assert list(islice(generate(None, seed=5, level="easy"), 2)) == list(
        generate(2, seed=5, level="easy")
    )


def test_numbers_of_givens_that_are_impossible_or_far_off_are_told_soon():
    with pytest.raises(GenerationError, match=r"of 81 givens some are not needed.*at most 72"):
        next(generate(seed=1, clues=(81, 81)))
    with pytest.raises(GenerationError, match=r"within 10 tries .* are left would hardly make one"):
        next(generate(seed=1, clues=(12, 12), layout="4x4"))
    [full] = generate(seed=1, clues=(81, 81), minimal=False)
    assert full.clues == 81


def test_a_single_puzzle_with_a_number_of_givens_is_that_of_the_plain_engine():
    for seed in (2, 3):
        recipe = Recipe(clues=(22, 22), tries=300)
        [puzzle] = generate(1, of=recipe, seed=seed)
        assert puzzle == generate_one(recipe, seed, 0)


def test_tries_go_on_where_one_of_them_may_fit():
    counts = [24, 25, 23, 26, 24, 25, 27, 24, 23, 25]
    assert not are_hopeless(counts, 28, 28, tries=990)
    assert are_hopeless(counts, 36, 36, tries=990)
    assert not are_hopeless(counts, 36, 36, tries=10**9)


def test_a_batch_gives_up_as_each_puzzle_alone():
    def message(count):
        with pytest.raises(GenerationError) as told:
            list(generate(count, seed=1, clues=(12, 12), layout="4x4"))
        return str(told.value)

    assert message(3) == message(1)


def test_each_puzzle_of_a_batch_is_judged_by_its_own_tries():
    # Number 0 has counts so far apart that more tries may fit; number 1 would give up alone.
    tries = cycle([{0: 24, 1: 24}, {0: 36, 1: 24}, {0: 30, 1: 24}])

    def attempt(numbers):
        counts = next(tries)
        return [counts[number] for number in numbers]

    recipe = Recipe(clues=(40, 40))
    with pytest.raises(GenerationError, match=r"within 3 tries \(they had 24\)"):
        try_until_it_fits(recipe, 2, attempt)


@pytest.mark.parametrize("clues", [30, 40])
def test_givens_are_added_to_puzzles_of_a_level_that_have_too_few(clues):
    [board] = generate(seed=1, clues=clues, level="easy")
    assert board.clues == clues
    assert rate(board).label == "easy"


def test_a_level_says_which_numbers_of_givens_it_cannot_have():
    with pytest.raises(GenerationError, match="at least 17 givens"):
        next(generate(seed=1, clues=12, level="easy"))
    with pytest.raises(PuzzleError, match="choose 0 to 81"):
        next(generate(seed=1, clues=99, level="easy"))
    with pytest.raises(GenerationError, match="too few givens could be added"):
        next(generate(seed=1, clues=81, level="easy"))
