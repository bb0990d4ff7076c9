"""A player's mistake is named before any step; hints say no more than asked."""

from __future__ import annotations

import pytest

import satdoku
from satdoku import Inconsistency, Layout, ParseError, PuzzleError, batch
from satdoku.logic.candidate_grids import read_candidates, write_candidates
from satdoku.logic.explain import explain
from satdoku.logic.hints import hint
from satdoku.logic.mistakes import checked, mistakes_in, state_of
from satdoku.logic.position import Position

SMALL = "..1..23..4......"  # 4312 1234 3421 2143
PUZZLE = "...3....656...9......6..8...5.1437...71........2.......9.....1...7.583..3..2.4.7."


def named(entries: str, puzzle: str | None = SMALL) -> list[str]:
    return [
        str(mistake).split(" is wrong")[0] for mistake in mistakes_in(state_of(entries, puzzle))
    ]


def test_a_wrong_digit_is_named_first() -> None:
    assert named("..1..23..4..2...") == []
    assert named("..1..23..4..3...") == ["r4c1=3"]
    found = hint(SMALL, entries="..1..23..4..3...")
    assert found.step is None and not found.ok
    assert found.text().startswith("mistake: r4c1=3 is wrong")


def test_a_candidate_that_must_stay_is_named() -> None:
    later = explain(PUZZLE, until=10).end
    cells = [set(later.candidates_in(cell)) for cell in range(81)]
    answer = satdoku.solve(satdoku.parse(PUZZLE))
    assert answer
    cell = next(cell for cell in range(81) if len(cells[cell]) > 2)
    cells[cell].discard(answer.cells[cell])
    text = " ".join("".join(map(str, sorted(some))) for some in cells)
    name = f"r{cell // 9 + 1}c{cell % 9 + 1}<>{answer.cells[cell]}"
    assert named(text, PUZZLE) == [name]


def test_the_digits_of_a_state_tell_its_mistakes_where_they_can() -> None:
    right = write_candidates(explain(SMALL, until=2).end)
    assert mistakes_in(state_of(right)) == ()
    digits = "..1..23..4..3..."
    with pytest.raises(Inconsistency, match="one of them is wrong: give the puzzle"):
        checked(state_of(" ".join(digits.replace(".", "*")).replace("*", "1234")))
    # These digits have one solution, in which r1c4 is 2.
    cells = " ".join(SMALL.replace(".", "*")).replace("*", "1234").split()
    cells[3] = "134"
    assert named(" ".join(cells), None) == ["r1c4<>2"]


def test_what_cannot_be_judged_is_said() -> None:
    with pytest.raises(PuzzleError, match="several solutions: entries cannot be judged"):
        hint("1...............", entries="12..............")
    with pytest.raises(ParseError, match="no grid of this board"):
        hint(SMALL, entries="nothing")


def test_a_hint_tells_itself() -> None:
    found = hint(SMALL)
    assert repr(found) == "<Hint: hidden single in a box: look at box 1>"
    assert found.record()["step"]["asserted"] == [[2, 1, 1]]
    assert hint("4312123434212143").ok


def test_no_step_left_leads_on() -> None:
    assert "satdoku diagnose" in hint("." * 16).text()
    assert hint(PUZZLE, rules="jellyfish").problem.endswith("allow more rules")


@pytest.mark.parametrize("name", ["6x6", "9x9+diagonal", "9x9", "7x7/latin", "16x16"])
def test_candidates_are_read_back_on_every_layout(name: str) -> None:
    layout = Layout.named(name)
    [cells] = batch.generate(1, seed=2, layout=layout)
    found = explain(satdoku.Puzzle(tuple(cells.tolist()), layout), until=5)
    text = write_candidates(found.end)
    back = read_candidates(text, layout)
    # A cell with one candidate is read as placed: so is it here.
    placed = Position(found.end.theory, found.end.status)
    for cell in range(layout.cell_count):
        digits = found.end.candidates_in(cell)
        if len(digits) == 1:
            placed.assert_(layout.variable_of(cell, digits[0]))
    assert back.masks() == placed.masks()


def test_a_cage_that_nothing_can_fill_is_told_as_a_step() -> None:
    from satdoku import Layout, Puzzle, explain

    found = explain(Puzzle((0,) * 16, Layout.named("4x4+killer:99:r1c1,r1c2")))
    assert found.outcome == "contradiction"
    assert "r1c12 holds 99: no combination is left, so r1c12<>1" in found.text()
