"""Arguments of several premises have a judge of their own, by CP-SAT: it accepts what the finder
reports and refuses what needs fewer premises, more of them, or does not follow; and it would notice
if one of its conditions were dropped."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import pytest

from satdoku.logic.position import Position
from satdoku.logic.search.listing import steps_at
from satdoku.logic.technique_checks import together
from satdoku.logic.technique_checks.table import judge_of
from tests.logic.step_text.test_claims import random_board
from tests.logic.techniques.test_arguments import ALONE, BOARDS, position_on

SIZES = {"two rules together": (2,), "three rules together": (3,)}


def concluded(position: Position, name: str) -> list[int]:
    """The literals that the finder concludes by a technique."""
    found = dict[int, None]()
    for step in steps_at(position, name):
        found |= dict.fromkeys(step.literals)
    return list(found)


@pytest.mark.parametrize("number", range(len(BOARDS)))
def test_the_judge_accepts_what_the_finder_reports(number: int) -> None:
    position = position_on(*BOARDS[number])
    for name, sizes in SIZES.items():
        for step in steps_at(position, name):
            for literal in step.literals[:2]:
                assert together.together(position, literal, (), sizes, among=step.clauses)
                judge = judge_of(step.name)
                assert judge and judge(position, literal, ()), step.name


def test_the_judge_accepts_steps_on_random_boards() -> None:
    judged = 0
    for seed in (0, 1, 3):
        position = random_board(seed)
        for name, sizes in SIZES.items():
            for step in list(steps_at(position, name))[:3]:
                [literal, *_] = step.literals
                assert together.together(position, literal, (), sizes, among=step.clauses)
                judged += 1
    assert judged >= 5


def cases() -> Iterator[tuple[Position, int, Sequence[int], bool]]:
    """Positions, literals and numbers of premises, with the right judgement."""
    for name, gone in BOARDS[1:4]:
        position = position_on(name, gone)
        by_one = [literal for row in ALONE for literal in concluded(position, row)]
        by_two = concluded(position, "two rules together")
        for literal in by_one[1:2]:
            yield position, literal, (2, 3), False  # one of them is enough
        for literal in by_two[:2]:
            yield position, literal, (2,), True
            yield position, -literal, (2, 3), False  # the opposite of what is true
        for literal in by_two[1:2]:
            yield position, literal, (3,), False  # two of them are enough
    for board in ("4x4+killer:7:r4c1,r4c2+killer:5:r4c3,r3c4", "4x4+killer:5:r1c1,r2c2"):
        # A hidden single and a pair: houses do it without the rules.
        position = position_on(board, ((0, 3), (0, 4), (1, 3), (1, 4), (4, 1), (5, 1)))
        theory = position.theory
        yield position, -theory.variable(1, 3, 1), (2, 3), False
        yield position, -theory.variable(1, 4, 2), (2, 3), False


def judgements() -> list[bool]:
    return [together.together(position, v, (), sizes) for position, v, sizes, _ in cases()]


RIGHT = [is_right for *_, is_right in cases()]


def test_the_judge_refuses_what_is_no_such_argument() -> None:
    assert RIGHT.count(True) >= 3 and RIGHT.count(False) >= 10
    assert judgements() == RIGHT


def _always(*_: object) -> bool:
    return True


def _never(*_: object) -> bool:
    return False


MUTANTS: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "whatever follows": lambda patch: patch.setattr(together, "_is_needed", _always),
    "nothing": lambda patch: patch.setattr(together, "_is_needed", _never),
    "what follows without the rules": lambda patch: patch.setattr(
        together, "say_rules", lambda *_: None
    ),
    "what any number of premises give": lambda patch: patch.setattr(
        together, "_sufficient", _of_any_number(together._sufficient)
    ),
}


def _of_any_number(sufficient: Callable[..., Iterator[object]]) -> Callable[..., Iterator[object]]:
    def both(position: Position, v: int, premises: object, _: int) -> Iterator[object]:
        for size in (2, 3):
            yield from sufficient(position, v, premises, size)

    return both


@pytest.mark.parametrize("mutant", MUTANTS)
def test_the_judgements_notice_each_condition(mutant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    MUTANTS[mutant](monkeypatch)
    assert judgements() != RIGHT


def test_a_name_of_its_own_says_which_premises() -> None:
    position = position_on(*BOARDS[1])  # two cages
    [literal, *_] = concluded(position, "two rules together")
    judged = {}
    for name in ("cages together", "hidden cage", "arrow bounds", "renban must contain"):
        judge = judge_of(name)
        judged[name] = bool(judge and judge(position, literal, ()))
    assert judged["cages together"] or judged["hidden cage"]
    assert not judged["arrow bounds"] and not judged["renban must contain"]
