"""Layers in words: a person reads of the cells of the board, never of rows below it."""

from __future__ import annotations

import json
import re

import pytest

import satdoku
from satdoku.layer_words import cell_and_digit, cell_and_word
from satdoku.layout import Layout
from satdoku.logic.step_text.sentences import cells_text
from satdoku.logic.verifying import verify_steps
from satdoku.render.picture.svg import puzzle_picture
from satdoku.theory import Theory

STARS = ("4x4+star-battle:1+shaded-sum:2:r1c1-r1c4", "1234341221434321")
PAIRS = (
    "4x4+digits:0-4+schrodinger+value-sum:7:r1c1+value-sum:3:r3c3,r3c4",
    "3..0..41........",
)
GALAXIES = (
    "4x4/latin+galaxy:r1c1,r1c2,r2c1,r2c2+galaxy:r2c3,r2c4,r3c3,r3c4"
    "+galaxy:r3c1,r3c2,r4c1,r4c2+galaxy:r1c3,r1c4+galaxy:r4c3,r4c4"
)
BELOW = re.compile(r"r\d*[5-9]\d*c\d")


def puzzle_of(layout: str, line: str) -> satdoku.Puzzle:
    """Return the puzzle on the board of that name."""
    return satdoku.parse(line, Layout.named(layout))


def test_cells_of_a_line_are_joined_however_many_rows_the_layer_adds() -> None:
    theory = Theory.of(Layout.named("6x6+doublers"))
    assert cells_text(theory, [theory.variable(2, c, 1) for c in (1, 2, 4)]) == "r2c124"


@pytest.mark.parametrize(("layout", "line"), [STARS, PAIRS])
def test_an_explanation_speaks_of_the_board_and_its_text_is_judged_right(
    layout: str, line: str
) -> None:
    found = satdoku.explain(puzzle_of(layout, line))
    assert found.record()["outcome"] == "solved"
    for verbosity in ("all", "terse"):
        text = found.text(verbosity)
        assert not BELOW.search(text)
        assert "below the board" not in text
        assert verify_steps(text).ok
    assert verify_steps(found).ok


@pytest.mark.slow_cases(
    "vague-4x4+digits:0-4+schrodinger+value-sum:7:r1c1+value-sum:",
    "what-4x4+digits:0-4+schrodinger+value-sum:7:r1c1+value-sum:3",
    "where-4x4+digits:0-4+schrodinger+value-sum:7:r1c1+value-sum:",
    "why-4x4+digits:0-4+schrodinger+value-sum:7:r1c1+value-sum:3:",
)
@pytest.mark.parametrize(("layout", "line"), [STARS, PAIRS])
@pytest.mark.parametrize("show", ["vague", "where", "what", "why"])
def test_a_hint_speaks_of_the_board_at_every_level_of_detail(
    layout: str, line: str, show: str
) -> None:
    explanation = satdoku.explain(puzzle_of(layout, line))
    for number in range(len(explanation.steps)):
        position = satdoku.explain(puzzle_of(layout, line), until=number).end
        text = satdoku.hint(position).text(show)
        assert text
        assert not BELOW.search(text)


def test_a_rule_of_the_whole_board_is_told_by_the_house_it_speaks_of() -> None:
    text = satdoku.explain(puzzle_of(*PAIRS)).text()
    assert "In schrodinger" not in text
    assert "By row 3, (3)r3c2 or (second 3)r3c2 is true, and by column 2" in text


def test_a_diagnosis_names_shades() -> None:
    text = satdoku.diagnose(puzzle_of("4x4+star-battle:1", "1234341221434321")).text()
    assert "decided: 8 cells: r1c1=unshaded, r1c4=unshaded" in text
    assert "r1c2 unshaded/shaded" in text
    assert not BELOW.search(text)


@pytest.mark.parametrize("layout", [STARS[0], PAIRS[0], GALAXIES])
def test_what_is_told_of_a_variable_can_be_read(layout: str) -> None:
    board = Layout.named(layout)
    for cell in range(board.cell_count):
        for digit in range(1, board.size + 1):
            if cell < board.board_cells or layout != STARS[0] or digit < 3:
                assert cell_and_digit(board, *cell_and_word(board, cell, digit)) == (cell, digit)


@pytest.mark.slow_cases("layout2-................")
@pytest.mark.parametrize(
    ("layout", "line"),
    [STARS, PAIRS, (GALAXIES, "." * 16), ("4x4+killer:3:r1c1,r1c2+arrow:r4c1,r4c2,r3c3", "." * 16)],
)
def test_every_listed_step_concludes_about_the_board(layout: str, line: str) -> None:
    found = satdoku.available(puzzle_of(layout, line))
    theory = found.position.theory
    assert all(theory.is_board(v) for step in found.steps for v in (*step.asserted, *step.denied))
    assert found.text()


@pytest.mark.parametrize(("layout", "line"), [STARS, PAIRS])
def test_a_record_may_leave_the_layer_out(layout: str, line: str) -> None:
    record = json.dumps({"puzzle": line, "layout": layout})
    assert satdoku.parse(record) == puzzle_of(layout, line)
    assert satdoku.count(satdoku.parse(record), engine="native") == 1


def test_a_wrong_number_of_cells_is_told_of_the_board_without_its_layer() -> None:
    with pytest.raises(satdoku.ParseError, match="has 16, or with its layer 32"):
        satdoku.parse(json.dumps({"puzzle": "123.", "layout": "4x4+yin-yang"}))


def test_the_rows_of_a_layer_are_numbered_as_those_of_the_board() -> None:
    drawn = puzzle_picture(puzzle_of(*STARS))
    assert re.findall(r'text-anchor="middle">(\d)</text>', drawn)[:12] == list("123412341234")
