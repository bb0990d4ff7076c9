"""Every kind of rule in every format that can carry it comes back with the same meaning; a format
that cannot says so in a line."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import satdoku
from satdoku import Layout, Puzzle
from satdoku.constraints.symmetry import forms_on, placed
from satdoku.errors import LayoutError
from satdoku.formats.converting import convert
from tests.constraints.test_kinds import EXAMPLES, NEARBY
from tests.formats.test_links import some_puzzle
from tests.marks import by_night_but, slow_but

RULES = [name for name, *_ in EXAMPLES] + [name for name, *_ in NEARBY]
#: Formats that carry rules at all.
FORMATS = ("json", "iss", "iss-link", "fpuzzles", "fpuzzles-link", "sudokupad-link")


def meaning(puzzle: Puzzle) -> tuple:
    """Givens, houses, and what the rules say as forms, whatever they are called; what is said
    twice means no more."""
    forms = {placed(form, int) for form in forms_on(puzzle.layout)}
    houses = sorted(house.cells for house in puzzle.layout.houses)
    return puzzle.cells, houses, forms


def check(puzzle: Puzzle, form: str) -> bool:
    """It comes back, or the format says that it cannot carry it (False)."""
    try:
        text = convert(puzzle, form)
    except LayoutError as error:
        assert "\n" not in str(error)
        return False
    same = meaning(satdoku.parse(text)) == meaning(puzzle)  # the two are too long to be shown
    assert same, text
    return True


def with_givens(name: str) -> Puzzle:
    return Puzzle((0, 0, 0, 0, 5, *[0] * 75, 7), Layout.named(f"9x9+{name}"))


@pytest.mark.slow_cases("anti-taxicab")
@pytest.mark.parametrize("name", slow_but(RULES, *RULES[::3]))
def test_a_rule_comes_back_from_every_format_that_has_it(name):
    carried = {form for form in FORMATS if check(with_givens(name), form)}
    assert "json" in carried


@pytest.mark.slow
def test_most_kinds_have_more_than_one_format():
    """So that the test above says something."""
    by_form = Counter(f for name in RULES for f in FORMATS if check(with_givens(name), f))
    assert by_form["json"] == len(RULES)
    assert by_form["iss"] > len(RULES) * 2 // 3 and by_form["fpuzzles"] > len(RULES) // 3


@pytest.mark.parametrize("block", by_night_but(range(4), 0))
def test_hundreds_of_random_puzzles_come_back(block):
    """Mixes of rules and givens, of all kinds that a format has."""
    done = 0
    for seed in range(100 * block, 100 * block + 60):
        chance = random.Random(seed)
        puzzle = some_puzzle(seed)
        rules = list(puzzle.constraints)
        more = [with_givens(name).constraints[0] for name in chance.sample(RULES, 3)]
        layout = puzzle.layout.without_constraints()
        mixed = Puzzle(puzzle.cells, layout.with_constraints(*rules, *more))
        done += sum(check(mixed, form) for form in FORMATS)
        done += sum(check(puzzle, form) for form in FORMATS)
    assert done > 180


def test_a_dot_does_not_free_cells_of_a_rule_of_the_whole_board():
    """f-puzzles' negative constraints say nothing of pairs that have a dot."""
    dots = Puzzle((0,) * 81, Layout.named("9x9+non-consecutive+difference:2:r1c1,r1c2"))
    assert not check(dots, "fpuzzles") and check(dots, "json")
