"""The likeliest slip in a board typed wrong, for each kind of slip."""

import json
import random

import pytest

import satdoku
from satdoku import Layout, Puzzle
from satdoku.logic.slips import likely_slips

RIGHT = satdoku.parse(
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
#: (the slip in words, {cell: the digit typed})
SLIPS = (
    ("r1c1 is 5, not 6", {0: 6}),
    ("r2c5 and r2c6 are exchanged", {13: 5, 14: 9}),
    ("the 6 of r3c9 belongs in r3c8", {25: 0, 26: 6}),
    ("the digits of r4c2-r4c8 belong one cell forward", {31: 0, 30: 6, 35: 0, 34: 3}),
)


def typed(changed):
    return Puzzle(
        tuple(changed.get(cell, digit) for cell, digit in enumerate(RIGHT.cells)), RIGHT.layout
    )


def is_impossible(puzzle):
    return next(iter(satdoku.solutions(puzzle, limit=1)), None) is None


@pytest.mark.parametrize(("said", "changed"), SLIPS)
def test_a_slip_is_told_and_undone(said, changed):
    wrong = typed(changed)
    assert is_impossible(wrong)
    found = likely_slips(wrong)
    assert found[0].said == said and found[0].puzzle == RIGHT


def test_slips_of_any_kind_are_found_in_most_boards():
    """Wrong digits, exchanged neighbours and shifted rows, at random: where they leave no solution,
    undoing them is among the slips told, and each of these leaves one solution."""
    stream, tried, first = random.Random(5), 0, 0
    for _ in range(120):
        cells = list(RIGHT.cells)
        kind, row = stream.randrange(3), stream.randrange(9)
        if kind == 0:
            cell = stream.choice([c for c, d in enumerate(cells) if d])
            cells[cell] = stream.randint(1, 9)
        elif kind == 1:
            cell = 9 * row + stream.randrange(8)
            cells[cell], cells[cell + 1] = cells[cell + 1], cells[cell]
        else:
            line = cells[9 * row : 9 * row + 9]
            cells[9 * row : 9 * row + 9] = [*line[1:], line[0]] if not line[0] else line
        wrong = Puzzle(tuple(cells), RIGHT.layout)
        if is_impossible(wrong):
            found = [slip.puzzle for slip in likely_slips(wrong)]
            assert RIGHT in found and len({*found}) == len(found)
            for puzzle in found[:3]:
                assert len(list(satdoku.solutions(puzzle, limit=2, engine="cadical153"))) == 1
            tried, first = tried + 1, first + (found[0] == RIGHT)
    assert tried > 30 and first > tried / 2


def test_boards_of_other_sizes_and_with_rules_have_slips():
    assert likely_slips(satdoku.parse("12..3.1......1.1"))
    layout = Layout.named("4x4+killer:3:r1c1,r1c2+thermometer:r3c1-r3c4")
    killer = satdoku.parse("3.......1.2....1", layout)
    assert all(slip.puzzle.layout == layout for slip in likely_slips(killer))


def test_rules_that_contradict_each_other_are_no_slip():
    assert not likely_slips(Puzzle((0,) * 16, Layout.named("4x4+killer:9:r1c1,r1c2")))


@pytest.mark.room("serving")
@pytest.mark.parametrize("operation", ["solve", "check", "diagnose", "repairs", "hint"])
def test_every_door_tells_the_slip(operation):
    from satdoku.serving.operations import OPERATIONS

    told = OPERATIONS[operation].run({"puzzle": typed({80: 7}).line})
    assert "r9c9 is 9, not 7" in json.dumps(told)
