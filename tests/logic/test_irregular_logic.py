"""Logic on boards that are no regular squares: each step judged against the only solution, and by
the checker of steps."""

from __future__ import annotations

import json

import pytest

import satdoku
from satdoku import Layout, Puzzle
from satdoku.logic.explain import explain
from satdoku.logic.starting import read_candidates, write_candidates

BOARDS = (
    "2x2@r1c1,r2c2", "4x4@r1c1,r3c3", "6x8", "6x8/latin", "6x8+from-0", "5x10",
    "4x7/jigsaw:1222222111113244441334443333", "6x6/3x3+digits:0-8", "6x6+digits:8",
    "4x4@r1c1,r3c3+killer:5:r1c1,r1c2+greater:r5c5,r6c6",
    "6x8+thermometer:r1c1-r4c4+killer:9:r6c7,r6c8",
    "5x5/free:11233112334455..45566_566+digits:5",
)  # fmt: skip


def puzzles_of(name: str, count: int) -> list[Puzzle]:
    """Proper puzzles, by CP-SAT's own model."""
    made = satdoku.generate(count, seed=9, layout=Layout.named(name), keep="proper")
    puzzles = [puzzle for puzzle in made if puzzle.clues < puzzle.layout.cell_count]
    assert all(satdoku.count(p, limit=2, engine="cpsat-integers") == 1 for p in puzzles)
    return puzzles


@pytest.mark.parametrize("name", BOARDS)
def test_no_step_takes_the_solution_away_and_each_follows(name):
    for puzzle in puzzles_of(name, 2):
        solution = set(satdoku.solve(puzzle, engine="cpsat-integers").givens)
        explanation = explain(puzzle)
        for step in explanation.steps:
            assert set(step.asserted) <= solution and not set(step.denied) & solution
        assert explanation.outcome != "solved" or set(explanation.end.asserted) == solution
        judged = satdoku.verify_steps(json.dumps(explanation.record()))
        assert judged.ok and not judged.unjudged, judged.text()
        assert satdoku.rate(puzzle).hardest == explanation.rating
        assert satdoku.hint(puzzle).text()


@pytest.mark.slow
def test_fish_are_found_on_each_of_several_boards():
    """The textbook's X-wing, on the first and then on the last of two boards that share a box."""
    layout = Layout.named("9x9@r1c1,r7c7")
    board = "1.....569492.561.8.561.924...964.8.1.64.1....218.356.4.4.5...169.5.614.2621.....5"
    for number in (0, 1):
        cells = [0] * layout.cell_count
        for cell, symbol in zip(layout.places.board(number), board, strict=True):
            cells[cell] = int(symbol.replace(".", "0"))
        found = explain(Puzzle(tuple(cells), layout), rules="all")
        step = next(step for step in found.steps if step.rule_name == "X-wing")
        denied = {satdoku.Theory.of(layout).cell_and_digit(v)[0] for v in step.denied}
        assert denied <= set(layout.places.board(number))


@pytest.mark.parametrize("name", ["6x8", "4x4@r1c1,r3c3", "3x4/free:1_1_22_.22..+digits:5"])
def test_candidates_are_drawn_where_cells_are(name):
    layout = Layout.named(name)
    position = satdoku.explain(Puzzle((0,) * layout.cell_count, layout), until=0).start
    text = write_candidates(position)
    assert len([line for line in text.splitlines() if line]) == layout.height
    assert read_candidates(text, layout).status == position.status
