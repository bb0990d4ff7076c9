"""Rules with odd cells and numbers: what can be made can be drawn, told and read again; what cannot
is refused in one line."""

import pytest

import satdoku
from satdoku import Constraint, Layout, LayoutError, Puzzle, SatdokuError
from satdoku.constraints.registry import KINDS, forms_of
from satdoku.render.picture.svg import puzzle_picture

BASE = Layout.of_size(4)
#: One cell, cells apart, in a row, cells twice, the corner five times, all, none.
CELLS = [(), (0,), (0, 15), (0, 1, 2), (0, 1, 0), (15,) * 5, tuple(range(4)), tuple(range(16))]
NUMBERS = [(), (0,), (1,), (-3,), (99999,), (2, 2), (5, -5), (0, 1, 2), (1, 1, 1), (2, 1, 1)]
TEXTS = {
    "regex": [".*(12|34).*", "("],
    "automaton": [">a 1 2 a!", "a ?"],
    "formula": ["# = 1", "# + # > 3", "#"],
}
#: Other notations may refuse a rule, with a reason.
OTHERS = ["iss", "fpuzzles-link", "scl", "sudokupad-link", "killer-cages", "sumocue"]


def odd_layouts(kind):
    """All boards that can be made with a rule of a kind."""
    base = BASE.with_layer() if kind.on_layer else BASE
    for cells in CELLS:
        for values in NUMBERS:
            for text in TEXTS.get(kind.name, [""]):
                try:
                    yield base.with_constraints(Constraint(kind.name, cells, values, text))
                except LayoutError as error:
                    assert "\n" not in str(error)


def refused_in_a_line(ask):
    try:
        ask()
    except SatdokuError as error:
        assert "\n" not in str(error)


# (a layer has the rule of its own name: nobody gives it)
@pytest.mark.parametrize("name", [name for name in KINDS if name != "layer"])
def test_a_rule_that_can_be_made_can_be_drawn_told_and_read(name):
    for number, layout in enumerate(odd_layouts(KINDS[name])):
        puzzle = Puzzle((0,) * layout.cell_count, layout)
        assert puzzle_picture(puzzle)
        assert satdoku.rules_of(layout) and str(puzzle) and repr(puzzle)
        assert satdoku.parse(satdoku.convert(puzzle, "json")) == puzzle
        refused_in_a_line(lambda layout=layout: list(forms_of(layout.constraints[-1], layout)))
        # one notation for each board keeps it quick: with all boards each comes up
        other = OTHERS[number % len(OTHERS)]
        refused_in_a_line(lambda puzzle=puzzle, other=other: satdoku.convert(puzzle, other))


@pytest.mark.parametrize(
    ("rule", "why"),
    [
        ("equal-sums:2,3:r1c1-r1c4", r"groups of \(2, 3\) cells are not the 4 cells named"),
        ("equal-sums:4,0:r1c1-r1c4", "a group has one cell or more"),
        ("equal-sums:5,-1:r1c1-r1c4", "groups of"),
        ("same-values:3:r1c1-r1c4", "3 groups"),
        ("sum:7,1,1:r1c1-r1c3", "2 coefficients for 3 cells"),
        ("relation:1,2,3:r1c1-r1c3", "an odd number of digits"),
        ("automaton:2,1:'>a 1 a!':r1c1-r1c4", "are not the 4 cells named"),
        ("or(odd:r1c1|sum:7,1,1:r1c1-r1c3)", "2 coefficients for 3 cells"),
    ],
)
def test_numbers_that_do_not_suit_the_cells_are_refused_at_once(rule, why):
    with pytest.raises(LayoutError, match=why):
        BASE.with_constraints(rule)
