"""A player's mistake is named before any step; hints say no more than asked."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

import satdoku
from satdoku import Inconsistency, Layout, ParseError, batch
from satdoku.cli.main import cli
from satdoku.logic.explain import explain
from satdoku.logic.hints import hint
from satdoku.logic.mistakes import checked, mistakes_in, state_of
from satdoku.logic.position import Position
from satdoku.logic.starting import read_candidates, write_candidates

SMALL = "..1..23..4......"  # 4312 1234 3421 2143
PUZZLE = "...3....656...9......6..8...5.1437...71........2.......9.....1...7.583..3..2.4.7."


def named(entries: str, puzzle: str | None = SMALL) -> list[str]:
    return [
        f"{mistake.cell}{'<>' if mistake.taken_away else '='}{mistake.symbol}"
        for mistake in mistakes_in(state_of(entries, puzzle))
    ]


def test_a_wrong_digit_is_named_first() -> None:
    assert named("..1..23..4..2...") == []
    assert named("..1..23..4..3...") == ["r4c1=3"]
    found = hint(SMALL, entries="..1..23..4..3...")
    assert found.step is None and not found.ok
    assert found.text() == "there is a mistake"
    assert found.text("where") == "mistake: the digit in r4c1 is wrong"
    assert found.text("what").startswith("mistake: r4c1 cannot be 3: ")


def test_a_wrong_digit_is_answered_with_the_shortest_reason() -> None:
    seen = hint(SMALL, entries="2.1..23..4......")
    assert seen.text("why") == "mistake: r1c1 cannot be 2: box 1 has r2c2=2"
    two = hint(SMALL, entries="2.1..23..4..3...")
    reasons = [len(mistake.why) for mistake in two.mistakes]
    assert len(reasons) == 2 and reasons[0] == 1 < reasons[1]
    wrong = hint(PUZZLE, entries="2" + PUZZLE[1:])
    [mistake] = wrong.mistakes
    lines = wrong.text("why").split("\n")
    assert lines[1] == "  suppose r1c1=2" and lines[-1].startswith("  no ")
    assert mistake.cell == "r1c1"


def test_a_changed_given_is_called_a_changed_given() -> None:
    found = hint(SMALL, entries="..2..23..4......")
    assert found.text("what") == "mistake: r1c3 is a given 1, and 2 was entered"
    assert "2" not in found.text("where")


def test_no_level_below_what_names_the_digit_of_a_mistake() -> None:
    kept = " ".join(SMALL.replace(".", "*")).replace("*", "1234").split()
    kept[3] = "134"  # the solution has 2 there
    found = hint(SMALL, entries=" ".join(kept))
    assert found.text("where") == "mistake: a candidate was removed from r1c4 that must stay"
    keep = "mistake: r1c4 must keep its candidate 2: no other place for 2 is possible in row 1"
    assert found.text("what") == keep


def test_a_removed_candidate_gets_a_proof_as_a_wrong_digit_does() -> None:
    puzzle = "...3....656...9......6..8...5.1437...71........2.......9.....1...7.583..3..2.4.7."
    cells = satdoku.solution(puzzle).cells
    kept = ["123456789"] * 81
    cell = puzzle.index(".")
    kept[cell] = kept[cell].replace(str(cells[cell]), "")
    found = hint(puzzle, entries=" ".join(kept))
    first, *lines = found.text("why").split("\n")
    assert f"r1c1 must keep its candidate {cells[cell]}: no other " in first
    assert any("suppose" in line for line in lines)
    assert "suppose" not in found.text("what")


@pytest.mark.parametrize(
    ("puzzle", "said"),
    [
        (
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..78",
            "it has no solution: r7c8=8 and r9c9=8 contradict each other; "
            "without r9c9=8 it has one",
        ),
        ("1...............", "it has several solutions (r"),
    ],
)
def test_a_puzzle_without_exactly_one_solution_gets_no_hint(puzzle: str, said: str) -> None:
    found = hint(puzzle)
    assert found.step is None and not found.ok
    assert found.problem.startswith(said)
    done = CliRunner().invoke(cli, ["hint", puzzle], standalone_mode=False)
    assert done.return_value == 1 and said in done.stderr


def test_the_suspects_are_a_minimal_conflict() -> None:
    puzzle = satdoku.parse(PUZZLE)
    solution = satdoku.solve(puzzle)
    assert solution
    cells = list(puzzle.cells)
    cells[0] = cells[0] or solution.cells[0] % 9 + 1  # one wrong given
    found = hint(satdoku.Puzzle(tuple(cells)))
    assert found.problem.startswith("it has no solution: ")
    assert f"r1c1={cells[0]}" in found.problem


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
    found = hint("1...............", entries="12..............")
    assert found.problem.startswith("it has several solutions")
    with pytest.raises(ParseError, match="nor a grid of this board"):
        hint(SMALL, entries="nothing")


def test_a_hint_tells_itself() -> None:
    found = hint(SMALL)
    assert repr(found) == "<Hint: look at box 1>"
    assert found.record()["step"]["asserted"] == [[2, 1, 1]]
    assert hint("4312123434212143").ok


def test_no_step_left_leads_on() -> None:
    assert hint(PUZZLE, rules="jellyfish").problem.endswith("allow more")


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
    assert "r1c12 holds 99: no combination is left, so r1c1<>1" in found.text()
