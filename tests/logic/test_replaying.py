"""The law of steps: what goes is in a step's conclusions, or is the digit that a step places, in
another cell of a house or of cells that a rule keeps different. Nothing else ever goes."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from itertools import combinations, permutations
from pathlib import Path

import pytest

import satdoku
from satdoku import Layout, Puzzle
from satdoku.constraints.forms import Distinct, Relation
from satdoku.constraints.registry import all_forms
from satdoku.layer_words import values_of

sys.path.insert(0, str(Path(__file__).parents[2] / "docs"))
import make_variant_pictures as documents

EXAMPLES = documents.examples()
#: The rules: every second one by day, all by night.
BY_DAY_OR_NIGHT = [
    pytest.param(example, marks=pytest.mark.nightly if number % 2 else ())
    for number, example in enumerate(EXAMPLES)
]
#: The boards of a rule: one by day, all by night.
SEEDS = [
    pytest.param(0, marks=pytest.mark.slow),
    pytest.param(1, marks=pytest.mark.nightly),
    pytest.param(2, marks=pytest.mark.nightly),
]
#: How long steps of a board are looked for; those that were found by then are compared.
SECONDS = 2
ROOM = "6x6+numbered-room:1:r6c6,r5c6,r4c6,r3c6,r2c6,r1c6"


def seen_pairs(layout: Layout) -> Iterator[tuple[int, int]]:
    """Pairs of cells that cannot hold the same digit, by a house or by a rule that says just that
    of them."""
    for house in layout.houses:
        yield from combinations(house.cells, 2)
    for forms in all_forms(layout):
        for form in forms:
            if isinstance(form, Distinct):
                yield from combinations(form.cells, 2)
            elif isinstance(form, Relation):
                unequal = {*permutations(layout.digits, 2)}
                if {*form.pairs} == unequal:
                    yield form.first, form.second


def replayed(puzzle: Puzzle, steps: int) -> None:
    """Replay the steps of a puzzle by hand, and compare with what the program says is left."""
    layout = puzzle.layout
    sees: list[set[int]] = [set() for _ in layout.all_cells]
    for one, other in seen_pairs(layout):
        sees[one].add(other)
        sees[other].add(one)
    left = [{*layout.digit_numbers} for _ in layout.all_cells]
    for cell in layout.layer_cells:
        left[cell] &= {*range(1, len(values_of(layout)) + 1)}

    def place(cell: int, digit: int) -> None:
        left[cell] &= {digit}
        for other in sees[cell]:
            left[other].discard(digit)

    for v in puzzle.givens:
        place(*layout.cell_and_digit(v))
    found = satdoku.explain(puzzle, until=steps, time_limit=SECONDS)
    for position, step in found.positions():
        for cell in layout.all_cells:
            assert {*position.candidates_in(cell)} == left[cell], (layout.cell_name(cell), step)
        if step:
            for v in step.asserted:
                place(*layout.cell_and_digit(v))
            for v in step.denied:
                cell, digit = layout.cell_and_digit(v)
                left[cell].discard(digit)


def board(example: documents.Example, seed: int) -> Puzzle:
    """A board with a rule, some of its cells filled as they may be."""
    rng = random.Random(seed)
    filled = list(example.filled(example.kept).cells)
    for cell in example.cells:
        if rng.random() < 0.6:
            filled[cell] = 0
    return Puzzle(tuple(filled), example.layout)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("example", BY_DAY_OR_NIGHT, ids=lambda one: one.kind.name)
def test_what_goes_is_concluded(example: documents.Example, seed: int) -> None:
    replayed(board(example, seed), 6)


@pytest.mark.parametrize("example", EXAMPLES[::8], ids=lambda one: one.kind.name)
def test_what_goes_first_is_concluded(example: documents.Example) -> None:
    replayed(board(example, 0), 2)


def test_a_room_number_takes_candidates_by_a_step() -> None:
    puzzle = satdoku.parse("." * 35 + "3", ROOM)
    replayed(puzzle, 3)
    found = satdoku.explain(puzzle, until=1)
    assert found.steps[0].name == "numbered room clue"
