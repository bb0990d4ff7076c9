"""What is wrong with a position that does not have exactly one solution."""

from __future__ import annotations

from satdoku import parse
from satdoku.logic.position import Position
from satdoku.logic.properness import what_is_wrong

PUZZLE = "....9..168..5.3..7..2.....55..8.9..2..1.2.....34......7..2...693.6.5..........7.."


def test_nothing_is_wrong_with_a_proper_puzzle_or_where_time_runs_out() -> None:
    assert what_is_wrong(parse(PUZZLE)) == ""
    assert what_is_wrong(parse("12.......3..4..."), time_limit=0) == ""


def test_one_of_several_solutions_is_an_example() -> None:
    said = "it has several solutions (r1c3 can be 3 or 4, for example)"
    assert what_is_wrong(parse("1" + "." * 15)) == said


def test_a_lost_candidate_is_no_fault_of_the_givens() -> None:
    position = Position.of(parse(PUZZLE))
    [solution] = position.completions()
    other = next(v for v in range(1, 730) if position.is_open(v) and v not in solution)
    spared = position.copy()
    spared.deny(other)
    assert what_is_wrong(spared) == ""
    position.deny(next(v for v in solution if position.is_open(v)))
    assert what_is_wrong(position).startswith("no solution is left: a candidate of the solution")


def test_the_givens_that_contradict_each_other_are_named_with_those_to_blame() -> None:
    said = what_is_wrong(parse("12.......2..4..."))
    pair = "r1c2=2 and r3c2=2"
    assert said.startswith(f"it has no solution: {pair} contradict each other; without ")
    for given in ("r1c2=2", "r3c2=2"):
        assert given in said.partition(";")[2]
