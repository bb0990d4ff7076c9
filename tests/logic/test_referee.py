"""A player's own moves are judged as an independent solver (CP-SAT) does, and shown why."""

from __future__ import annotations

import random

import pytest

import satdoku
from satdoku.board import Puzzle
from satdoku.errors import Inconsistency, PuzzleError
from satdoku.logic.available import Available, available
from satdoku.logic.moves import literals_text
from satdoku.logic.position import Position
from satdoku.logic.step_text.sentences import sentence
from satdoku.logic.steps import LogicStep

P = ".3...89.2..2....4.......567...76...34...53........485.96..3....28.41.6.......617."
CAGES = "4x4+killer:6:r1c1,r1c2,r2c1+killer:3:r3c3,r3c4+anti-knight"
SEVERAL = ".....2...31.4..2"


def completed(position: Position, literals: list[int]) -> list[frozenset[int]]:
    """Return up to two completions of a position in which these literals hold, by CP-SAT."""
    theory = position.theory
    known = [*position.asserted, *(v for v in literals if v > 0)]
    gone = {v for v in theory.board_range if position.status[v] == 2} | {-v for v in literals}
    found = satdoku.solutions(theory, engine="cpsat", asserted=known)
    return [one for one in found if gone.isdisjoint(one)][:2]


@pytest.mark.parametrize("board", ["4x4", "6x6", CAGES, "4x4+diagonal"])
def test_every_move_is_judged_as_cp_sat_does(board: str) -> None:
    layout = satdoku.Layout.named(board)
    chance = random.Random(3)
    [puzzle] = satdoku.generate(1, seed=5, layout=layout)
    position = Position.of(puzzle)
    [solution] = completed(position, [])
    for v in chance.sample(list(position.theory.board_range), 20):
        for literal in (v, -v):
            text = literals_text(position.theory, [literal])
            move = {"places" if literal > 0 else "eliminates": text}
            found = available(position, technique="hidden single", **move)  # type: ignore[arg-type]
            is_right = (v in solution) == (literal > 0)
            assert found.judgement == ("right" if is_right else "wrong"), text
            assert found.steps or found.moves[0].proof
            assert "0 steps" not in found.text()


def test_with_several_solutions_a_move_is_right_wrong_or_not_decided() -> None:
    position = Position.of(SEVERAL)
    every = completed(position, [])
    assert len(every) == 2
    solutions = list(satdoku.solutions(SEVERAL, engine="cpsat"))
    for v in position.theory.board_range:
        held = {v in one.givens for one in solutions}
        text = literals_text(position.theory, [v])
        found = available(position, places=text, technique="naked single")
        assert found.judgement == {(True,): "right", (False,): "wrong"}.get(
            tuple(held), "undecided"
        ), text
        if found.judgement == "undecided":
            cell = position.theory.cell_of(v)
            digits = sorted({one.cells[cell] for one in solutions})
            shown = f"{text[:4]} can be {', '.join(map(str, digits[:-1]))} or {digits[-1]}"
            assert found.moves[0].reason == f"the puzzle has several solutions, {shown}"


def test_without_a_solution_nothing_is_judged() -> None:
    found = available("2....1.3...44...", eliminates="2r4c4")
    assert found.judgement == "unsolvable"
    assert found.text() == "not decided: the puzzle has no solution\nunsolvable"


def test_a_wrong_move_has_a_proof_and_no_steps() -> None:
    found = available(P, eliminates="5r4c2")
    assert found.judgement == "wrong" and not found.steps
    assert found.moves[0].reason == "r4c2 is 5: 5 cannot be removed"
    assert found.moves[0].proof[0] == "no other place for 5 is possible in column 2"
    assert found.summary == "wrong"


def test_the_proof_against_a_move_is_sound() -> None:
    """Each line of a refutation follows, by CP-SAT, from what is supposed above it."""
    position = Position.of(P)
    found = available(position, places="r4c2=1")
    first, *rest = found.moves[0].proof
    assert (first, rest[0]) == ("no digit would be left for r2c2", "suppose r4c2=1")
    for line in rest[1:-1]:
        digit = line.split(" can only")[0].split(", ")[1] if "can only" in line else ""
        cell = line.split("go in ")[1][:4] if digit else line[3:7]
        digit = digit or line.split("only ")[1][0]
        r, c, d = int(cell[1]), int(cell[3]), int(digit)
        position.take([position.theory.variable(4, 2, 1)], ())
        v = position.theory.variable(r, c, d)
        assert position.is_open(v)
        position.take([v], ())
    assert not position.candidates_in(10)


def test_parts_of_a_move_are_named_each_and_the_rest_is_proved() -> None:
    found = available(P, eliminates="1r4c3,9r5c3,2r1c2", technique="singles, pointing")
    assert found.judgement == "right"
    assert [step.name for step in found.steps] == ["hidden single in a box"]
    assert [bool(move.proof) for move in found.moves] == [False, True, True]
    assert found.moves[1].reason == "r5c3<>9: no technique tried gives it in one step"
    assert found.moves[2].reason == "r1c2<>2: already known"
    mixed = available(P, eliminates="1r4c3,5r4c2", technique="singles")
    assert mixed.judgement == "wrong" and mixed.steps
    assert [move["judgement"] for move in mixed.record()["moves"]] == ["right", "wrong"]


def test_no_step_argues_for_a_digit_by_that_digit() -> None:
    """r1c8 can only be 1, so what begins with 'r1c8 (1)' is no argument for r1c8=1."""
    named = "WXYZ-wing, ALS-XZ, Sue de Coq, 3D medusa, single-digit refutation"
    found = available(P, places="r1c8=1", technique=f"naked single, {named}")
    assert [step.name for step in found.steps].count("naked single") == 1
    assert {"WXYZ-wing", "Sue de Coq", "3D medusa"}.isdisjoint(step.name for step in found.steps)
    position = found.position
    digit = position.theory.variable(1, 8, 1)
    for step in found.steps:
        if step.name != "naked single":
            alone = [c for c in step.clauses if position.open_members(c) == [digit]]
            assert not alone, sentence(position.theory, step)
    # Where the digit is no premise, the same techniques are arguments for it.
    others = available(P, places="r2c9=8", technique=named)
    assert {"WXYZ-wing", "ALS-XZ", "3D medusa"} <= {step.name for step in others.steps}
    # What such a step concludes about other cells is its own.
    assert available(P, eliminates="1r1c3", technique="WXYZ-wing").steps


@pytest.mark.parametrize("text", [",", " , "])
def test_a_move_without_a_candidate_is_refused(text: str) -> None:
    with pytest.raises(PuzzleError, match="is not a move: write 3r4c5"):
        available(P, eliminates=text)


def test_a_move_is_judged_at_a_player_s_state() -> None:
    grid = satdoku.explain(P, until=3).end
    text = satdoku.logic.starting.write_candidates(grid)  # type: ignore[attr-defined]
    assert available(text, eliminates="5r4c2").judgement == "wrong"
    assert available(text, eliminates="1r4c2", technique="singles").judgement == "right"
    with pytest.raises(Inconsistency):
        available(satdoku.position(P, entries=P[:27] + "1" + P[28:]), places="r4c2=5")


def test_a_time_limit_keeps_the_judgement(monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(*_: object) -> list[LogicStep]:
        raise satdoku.TimeLimitReached("no answer")

    monkeypatch.setattr("satdoku.logic.available.stream", lambda *_: _raising(slow))
    found = available(P, eliminates="1r4c2")
    assert found.judgement == "right" and not found.is_all
    assert found.moves[0].reason == "r4c2<>1: none of the steps found so far gives it"
    assert found.moves[0].proof


def _raising(slow):  # type: ignore[no-untyped-def]
    yield from slow()


def test_a_list_without_a_move_has_no_judgement() -> None:
    found = available("..1..23..4......", limit=2)
    assert isinstance(found, Available)
    assert (found.record()["judgement"], found.record()["moves"]) == ("", [])
    assert Puzzle
