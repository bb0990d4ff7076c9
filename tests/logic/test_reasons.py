"""Why a candidate is true or false: each answer judged by the solution, and each refutation line by
line."""

import random

import pytest

import satdoku
from satdoku.errors import PuzzleError
from satdoku.inference.entailment import is_entailed
from satdoku.logic.position import Position
from satdoku.logic.reasons import reason_for, why, why_false
from satdoku.logic.search import case_proofs
from satdoku.logic.search.case_proofs import refute_by_cases
from satdoku.logic.search.proofs import Retelling, refute
from satdoku.logic.steps import check_proof
from tests.marks import slow_but

EASY = "...3....656...9......6..8...5.1437...71........2.......9.....1...7.583..3..2.4.7."
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def at(line: str) -> Position:
    return Position.of(satdoku.parse(line))


def variable(position: Position, cell: int, digit: int) -> int:
    return position.theory.layout.size * cell + digit


def candidates(position: Position, seed: int, count: int) -> list[tuple[int, bool]]:
    """Random candidates, each with whether the solution has it."""
    solution = set(next(position.completions()))
    open_ = [v for v in range(1, position.theory.board_variables + 1) if position.is_open(v)]
    return [(v, v in solution) for v in random.Random(seed).sample(open_, count)]


@pytest.mark.slow
def test_what_is_said_of_a_candidate_is_so_in_the_solution():
    position = at(EASY)
    for v in [v for v, holds in candidates(position, 1, 12) if not holds]:
        lines, is_true = why(position, v)
        assert not is_true and " is false: " in lines[0]
    single = variable(position, 12, 4)
    assert why(position, single) == (
        ("r2c4=4 is forced by the smallest set of 1 clauses: box 2 digit 4",),
        True,
    )
    lines, is_true = why(position, -single)
    assert not is_true and lines[0] == "r2c4<>4 is false: r2c4=4 holds"


def test_a_reason_forces_its_conclusion_and_can_spare_no_clause():
    position = at(EASY)
    theory, status = position.theory, position.status
    for v, holds in candidates(position, 2, 3):
        literal = v if holds else -v
        found = reason_for(position, literal, seconds=0)
        assert is_entailed(theory, status, found.clauses, literal)
        for clause in found.clauses:
            fewer = [other for other in found.clauses if other != clause]
            assert not is_entailed(theory, status, fewer, literal)


ON_PUZZLES = [(EASY, 40), (HARD, 6)]


@pytest.mark.parametrize(("line", "count"), slow_but(ON_PUZZLES, (EASY, 40)))
def test_a_false_candidate_is_refuted_line_by_line(line, count):
    position, by_cases = at(line), 0
    theory, story = position.theory, Retelling(position)
    for v, holds in candidates(position, 3, count):
        if holds:
            assert not refute(story, v) and not refute(story, v, pending=True)
            continue
        proof = refute(story, v) or refute(story, v, pending=True)
        if not proof:
            proof = refute_by_cases(position, v)
            by_cases += any(line.mark == "refute" for line in proof)
        assert proof and check_proof(theory, position.status, proof)
        assert len(why_false(position, v)) > len(proof)
    assert by_cases > 0 or line != HARD


def test_what_is_decided_needs_no_reason():
    position = at(EASY)
    given = variable(position, 3, 3)
    assert why(position, variable(position, 3, 4)) == (
        ("r1c4=4 is false: it is the given 3",),
        False,
    )
    assert why(position, -given)[0][0].startswith("r1c4<>3 is false: ")
    with pytest.raises(PuzzleError, match="nothing to explain"):
        why(position, given)
    with pytest.raises(PuzzleError, match="not a candidate now"):
        reason_for(position, given)
    seen = variable(position, 4, 3)  # row 1 has its 3 in r1c4
    assert why(position, seen) == (("r1c5=3 is false: row 1 has r1c4=3",), False)
    assert why(position, -seen)[1]
    other = next(v for v, holds in candidates(position, 4, 9) if not holds)
    position.take((), (other,))
    assert why(position, other)[0][0].endswith("that candidate is already removed")


def test_what_cannot_be_decided_says_so():
    position = at("................")
    with pytest.raises(PuzzleError, match="cannot be decided: it holds in some solutions"):
        why(position, 1)
    with pytest.raises(PuzzleError, match="does not follow"):
        reason_for(position, 1)


def test_cases_refute_on_boards_with_rules_and_end_after_their_work(monkeypatch):
    puzzle = satdoku.parse("." * 16, "4x4+thermometer:r1c1-r1c3+killer:4:r3c1,r3c2")
    position = Position.of(puzzle)
    solutions = [set(one) for one in position.completions()]
    false = [v for v in range(1, 65) if not any(v in one for one in solutions)]
    for v in filter(position.is_open, false):
        proof = refute_by_cases(position, v)
        at_once = any("one clause rules it out" in line for line in why_false(position, v))
        assert at_once or check_proof(position.theory, position.status, proof)
    assert not refute_by_cases(position, next(filter(position.is_open, solutions[0])))

    hard = at(HARD)
    v = next(v for v, holds in candidates(hard, 3, 40) if not holds and not refute_at(hard, v))
    assert refute_by_cases(hard, v)
    monkeypatch.setattr(case_proofs, "MOST_DENIED", 10)
    assert not refute_by_cases(hard, v)
    assert "clauses together rule it out" in why_false(hard, v)[0]


def refute_at(position: Position, v: int) -> bool:
    story = Retelling(position)
    return bool(refute(story, v) or refute(story, v, pending=True))
