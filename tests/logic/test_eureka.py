"""Chains in Eureka notation are judged link by link, by what a completion says."""

from __future__ import annotations

import random

import pytest

import satdoku
from satdoku.logic.eureka import Chain, ChainNode, chain_in, follows_from, problem_in
from satdoku.logic.lessons.about import examples
from satdoku.logic.mistakes import state_of
from satdoku.logic.position import Position
from satdoku.logic.search.listing import steps_at
from satdoku.logic.step_text.sentences import bare
from satdoku.logic.step_text.step_texts import claims_of_text, spread_chain
from satdoku.logic.technique_checks.base import follows
from satdoku.logic.verifying import verify_steps

P = ".3...89.2..2....4.......567...76...34...53........485.96..3....28.41.6.......617."
HARD = (
    "....2..4..7...6....1.5.....2......8....3..7..4.9.........6..1.38...9..........5..",
    "5..6.3....2....98.......1...1..9.......3....67.......4....8.25.4..7..............",
)


def position_after(*denied: str) -> Position:
    """Return the position of an empty board in which these candidates are denied, as r1c1<>2."""
    position = Position.of(satdoku.parse("." * 81))
    for claim in claims_of_text([f"=> {text}" for text in denied], position.theory):
        position.take((), claim.denied)
    return position


def verdict(position: Position, line: str) -> str:
    """Return the problem with a step, "" if it is right."""
    [found] = verify_steps(line, position).verdicts
    assert not found.note
    return found.problem


def rest_of_row(digit: int, *columns: int) -> str:
    """Return what leaves a digit these places in row 1."""
    others = [c for c in range(1, 10) if c not in columns]
    return f"{','.join(f'r1c{c}' for c in others)}<>{digit}"


# -- Links -----------------------------------------------------------------------------------------


def test_a_link_that_is_not_strong_is_told_with_what_stands_against_it() -> None:
    position = position_after(rest_of_row(3, 1, 5, 8))
    problem = verdict(position, "(3)r1c1=(3)r1c8 => r3c8<>3")
    assert problem == (
        "(3)r1c1=(3)r1c8 is no strong link: r1c5 can hold 3 too; the conclusion is false"
    )
    problem = verdict(position, "(3)r1c1=(3)r5c8 => r3c8<>3")
    assert "no house and no rule makes one of them true" in problem


def test_the_example_of_a_chain_that_is_nonsense() -> None:
    line = "(3)r4c2=(3)r4c8-(8=1)r3c1-(1)r23c2=(1)r456c2 => r4c3<>1"
    [found] = verify_steps(line, P).verdicts
    assert found.problem == (
        "(3)r4c2 is no candidate: r4c2 can hold 1, 2, 5 and 9; the conclusion is true"
    )


def test_a_link_that_is_not_weak_and_links_that_do_not_take_turns() -> None:
    position = position_after(rest_of_row(3, 1, 8), "r9c1,r9c2,r9c3,r9c4,r9c5,r9c7<>3")
    assert "(3)r1c8-(3)r9c9 is no weak link: both can be true" in verdict(
        position, "(3)r1c1=(3)r1c8-(3)r9c9=(3)r9c8 => r2c1<>3"
    )
    assert "two strong links meet at (3)r1c8" in verdict(
        position, "(3)r1c1=(3)r1c8=(3)r1c1 => r1c1=3"
    )
    assert "two weak links meet at (3)r1c8" in verdict(
        position, "(3)r1c1-(3)r1c8-(3)r9c8=(3)r9c9 => r3c3<>3"
    )


def test_the_conclusion_must_follow_from_the_chain() -> None:
    position = position_after(rest_of_row(3, 1, 8), "r9c2,r9c3,r9c4,r9c5,r9c6,r9c7,r9c9<>3")
    chain = "(3)r9c1=(3)r9c8-(3)r1c8=(3)r1c1"
    assert not verdict(position, f"{chain} => r5c1<>3")
    assert verdict(position, f"{chain} => r5c5<>3") == (
        "(3)r5c5 cannot be taken away by this chain; the conclusion is false"
    )


# -- Forms -----------------------------------------------------------------------------------------


def but(line: str, *kept: int) -> str:
    """Return the cells of row or column `line` ("r1", "c8") but those with these numbers."""
    others = [k for k in range(1, 10) if k not in kept]
    if line[0] == "r":
        return ",".join(f"{line}c{k}" for k in others)
    return ",".join(f"r{k}{line}" for k in others)


def only(cell: str, digits: str) -> list[str]:
    """Return what leaves a cell these digits."""
    return [f"{cell}<>{d}" for d in "123456789" if d not in digits]


#: A line, and what must be denied for it; without the first of this it does not hold.
FORMS = {
    "grouped": (
        "(3)r1c12=(3)r1c8-(3)r9c8=(3)r9c3 => r2c3<>3",
        [f"{but('r1', 1, 2, 8)}<>3", f"{but('r9', 3, 8)}<>3"],
    ),
    "almost locked set": (
        "(1=23)r1c12-(3)r1c9=(1)r1c9 => r1c8<>1",
        [*only("r1c1", "123"), *only("r1c2", "123"), *only("r1c9", "13")],
    ),
    "loop of almost locked sets": (
        "(1=23)r1c12-(2=14)r1c89 => r2c3<>3, r1c5<>4, r1c5<>1",
        [*only("r1c1", "123"), *only("r1c2", "123"), *only("r1c8", "124"), *only("r1c9", "124")],
    ),
    "cells of two digits": (
        "(1=2)r1c1-(2=1)r5c1 => r9c1<>1",
        [*only("r1c1", "12"), *only("r5c1", "12")],
    ),
    "continuous loop": (
        "(3): r1c1=r1c8-r9c8=r9c1- => r5c8<>3",
        [f"{but('r1', 1, 8)}<>3", f"{but('r9', 1, 8)}<>3"],
    ),
    "discontinuous, placed": (
        "(3)r1c1=(3)r1c8-(3)r2c8=(3)r2c3-(3)r3c1=(3)r1c1 => r1c1=3",
        [f"{but('r1', 1, 8)}<>3", f"{but('r2', 3, 8)}<>3", f"{but('c1', 1, 3)}<>3"],
    ),
    "discontinuous, removed": (
        "(3)r1c1-(3)r1c8=(3)r9c8-(3)r9c3=(3)r2c3-(3)r1c1 => r1c1<>3",
        [f"{but('c8', 1, 9)}<>3", f"{but('c3', 2, 9)}<>3"],
    ),
}


@pytest.mark.parametrize("form", [*FORMS])
def test_chains_of_each_form_are_read_and_judged(form: str) -> None:
    line, denied = FORMS[form]
    position = position_after(*denied)
    assert not verdict(position, line)
    assert verdict(position_after(*denied[1:]), line)


@pytest.mark.parametrize("name", ["ALS-XZ", "Sue de Coq"])
def test_two_sets_that_share_two_digits_are_a_loop(name: str) -> None:
    position = state_of(examples()[name].position).position
    for step in steps_at(position, name):
        [text] = step.chains
        chain = chain_in(spread_chain(text, position.theory), position)
        assert chain and not problem_in(position, chain)
        assert all(follows_from(position, chain, literal) for literal in step.literals)


def test_cells_with_two_digits_too_many_are_no_set_of_a_loop() -> None:
    position = position_after(*only("r1c1", "1234"), *only("r1c2", "1234"))
    assert verdict(position, "(1=23)r1c12-(2=1)r1c9 => r2c3<>3")


def test_a_rule_makes_links() -> None:
    position = Position.of(satdoku.parse("." * 16, "4x4+ratio:r1c1,r1c2"))
    one, other = (
        ChainNode("", (frozenset((position.theory.variable(1, c, d),)),), frozenset())
        for c, d in ((1, 4), (2, 1))
    )
    assert not problem_in(position, Chain((one, other), "-"))
    two = ChainNode("", (frozenset((position.theory.variable(2, 3, 1),)),), frozenset())
    assert problem_in(position, Chain((one, two), "-"))


# -- Against completions ---------------------------------------------------------------------------


@pytest.mark.parametrize("puzzle", HARD)
def test_the_chains_of_explain_hold_and_changed_ones_prove_nothing_false(puzzle: str) -> None:
    chance = random.Random(2)
    seen = proved = 0
    for position, step in satdoku.explain(puzzle, scale="satdoku").positions():
        if not step.nodes:
            continue
        line = bare(position.theory, step)
        [claim] = claims_of_text([line], position.theory)
        chain = chain_in(claim.chain, position)
        assert chain, line
        assert not problem_in(position, chain), line
        assert all(follows_from(position, chain, literal) for literal in step.literals), line
        seen += 1
        for _ in range(12):
            changed = changed_chain(chain, position, chance)
            if problem_in(position, changed):
                continue
            left = [v for v in position.theory.board_range if position.is_open(v)]
            for literal in (*left, *(-v for v in left)):
                if follows_from(position, changed, literal):
                    proved += 1
                    assert follows(position, literal), changed
    assert seen and proved


def changed_chain(chain: Chain, position: Position, chance: random.Random) -> Chain:
    """Return a chain with a node exchanged for a random candidate, or with another sign."""
    nodes = list(chain.nodes)
    if chance.random() < 0.7:
        v = chance.choice([v for v in position.theory.board_range if position.is_open(v)])
        cell = position.theory.cell_of(v)
        nodes[chance.randrange(len(nodes))] = ChainNode("", (frozenset((v,)),), frozenset((cell,)))
    start = chance.randrange(len(nodes) - 1)
    end = chance.randrange(start + 2, len(nodes) + 1)
    return Chain(tuple(nodes[start:end]), chain.signs[start : end - 1])


# -- Posts -----------------------------------------------------------------------------------------


POST = """Hello, this is from the newspaper:

 . 3 . | . . 8 | 9 . 2
 . . 2 | . . . | . 4 .
 . . . | . . . | 5 6 7
-------+-------+------
 . . . | 7 6 . | . . 3
 4 . . | . 5 3 | . . .
 . . . | . . 4 | 8 5 .
-------+-------+------
 9 6 . | . 3 . | . . .
 2 8 . | 4 1 . | 6 . .
 . . . | . . 6 | 1 7 .

It begins with one that is easy.
Hidden Single: r7c3=1
"""


def test_the_puzzle_of_a_post_is_where_its_steps_begin() -> None:
    found = verify_steps(POST)
    assert found.puzzle.line == P and (found.right, found.ok) == (1, True)
    assert found.remark == "the puzzle is in line 3; 2 lines without a cell skipped"
    found = verify_steps(f"{P}\nHidden Single: r7c3=1\nso r9c1 looks good")
    assert (found.right, found.unjudged, found.remark) == (1, 1, "the puzzle is in line 1")
    with pytest.raises(satdoku.ParseError, match="need --puzzle"):
        verify_steps("Hidden Single: r7c3=1")
