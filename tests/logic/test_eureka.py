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
from satdoku.logic.truths_and_links import Cover
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


#: A position in which Sue de Coq has no almost locked set on either side.
WIDE = (
    "4 12569 125689 5789 3 15789 259 2567 25679 1237 12359 1259 6 127 14579 8 2357 234579 23678 "
    "23569 25689 45789 278 45789 23459 23567 1 1236 12346 1246 3478 5 134678 1234 9 23478 123 8 "
    "12459 3479 17 13479 6 12357 23457 136 7 14569 2 168 134689 1345 1358 3458 68 46 468 1 9 2 7 "
    "3568 3568 5 126 3 78 678 678 129 4 2689 9 126 7 358 4 3568 1235 123568 23568"
)
SK_LOOP = (
    "(38=16)r2c79-(16=39)r13c8-(39=27)r79c8-(27=45)r8c79-"
    "(45=16)r8c13-(16=48)r79c2-(48=27)r13c2-(27=38)r2c13"
)


def wide() -> Position:
    return state_of(WIDE).position


@pytest.mark.parametrize("name", ["SK loop", "multi-sector locked sets", "Sue de Coq"])
def test_what_is_counted_has_a_notation_that_is_read_back_and_proved(name: str) -> None:
    at = wide() if name == "Sue de Coq" else state_of(examples()[name].position).position
    steps = list(steps_at(at, name))
    for step in steps:
        text = bare(at.theory, step)
        chain = chain_in(spread_chain(text.partition(" =>")[0], at.theory), at)
        assert chain and not problem_in(at, chain)
        assert all(follows_from(at, chain, literal) for literal in step.literals)
        assert not verdict(at, text)
        assert not verdict(at, f"{name}: {text}")
    assert steps


def test_an_sk_loop_is_written_as_a_ring() -> None:
    position = state_of(examples()["SK loop"].position).position
    assert [step.chains for step in steps_at(position, "SK loop")] == [(SK_LOOP,)]


def test_the_rings_and_lists_that_do_not_hold_are_told_why() -> None:
    position = state_of(examples()["SK loop"].position).position
    wrong = SK_LOOP.replace("(16=39)r13c8-(39=27)", "(16=3)r13c8-(3=27)")
    assert "is in 1 of the truths, but in 0 of the links" in verdict(
        position, f"{wrong} => r1c3<>7"
    )
    assert verdict(position, f"{SK_LOOP} => r1c3<>4").startswith("(4)r1c3 cannot be taken away")
    at = wide()
    lists = "Truths = {7N12389 8N79 9N789} Links = {468r7 1235689b9}"
    assert not verdict(at, f"{lists} => r7c89<>6")
    fewer = lists.replace("468r7", "46r7")
    assert verdict(at, f"{fewer} => r7c89<>6").startswith("(8)r7c1 is in 1 of the truths")
    more = lists.replace("468r7", "468r7 6c8")
    assert verdict(at, f"{more} => r7c9<>6").startswith("(6)r7c9 cannot be taken away")
    solved = lists.replace("7N12389", "7N123489")
    assert verdict(at, f"{solved} => r7c9<>6").startswith("7N4 is no truth")


@pytest.mark.parametrize(
    ("right", "wrong", "problem"),
    [
        ("(39=27)r79c8", "(39=28)r79c8", "(39=28)r79c8 is wrong: r79c8 can hold 7 too"),
        ("(48=27)r13c2", "(48=2)r13c2", "(48=2)r13c2 is wrong: r13c2 can hold 7 too"),
        (
            "(39=27)r79c8",
            "(27=39)r79c8",
            "(16=39)r13c8-(27=39)r79c8 does not join: 39 and 27 are different digits",
        ),
    ],
)
def test_the_part_that_breaks_an_sk_loop_is_told(right: str, wrong: str, problem: str) -> None:
    position = state_of(examples()["SK loop"].position).position
    assert right in SK_LOOP
    loop = SK_LOOP.replace(right, wrong)
    assert verdict(position, f"{loop} => r1c3<>7") == f"{problem}; the conclusion is true"


def test_lists_of_another_length_than_they_say_are_refused() -> None:
    at = wide()
    lists = "10 Truths = {7N12389 8N79 9N789} 10 Links = {468r7 1235689b9}"
    unsaid = lists.replace("10 ", "")
    assert not verdict(at, f"{unsaid} => r7c89<>6")
    more_truths = lists.replace("10 Truths", "11 Truths")
    more_links = lists.replace("10 Links", "9 Links")
    for wrong, problem in (
        (more_truths, "11 truths said, 10 listed"),
        (more_links, "9 links said, 10 listed"),
    ):
        assert verdict(at, f"{wrong} => r7c89<>6") == f"{problem}; the conclusion is true"


def test_links_that_are_one_too_many_still_deny_what_two_more_contain() -> None:
    """A finned X-wing: the fin's box is a link, too."""
    position = position_after(f"{but('r1', 1, 5, 6)}<>3", f"{but('r4', 1, 5)}<>3")
    lists = "2 Truths = {3r1 3r4} 3 Links = {3c1 3c5 3b2}"
    assert not verdict(position, f"{lists} => r2c5,r3c5<>3")
    assert verdict(position, f"{lists} => r6c5<>3")


@pytest.mark.parametrize("puzzle", HARD)
def test_changed_lists_prove_nothing_false(puzzle: str) -> None:
    chance = random.Random(5)
    proved = 0
    for position, _ in satdoku.explain(puzzle, scale="satdoku").positions():
        for step in steps_at(position, "general cover"):
            cover = Cover(step.bases, step.covers)
            assert set(step.denied) <= cover.denied_at(position)
            for _ in range(8):
                lists = [list(cover.truths), list(cover.links)]
                changed = chance.choice(lists)
                changed[chance.randrange(len(changed))] = chance.choice(
                    [c for c in range(len(position.theory.clauses)) if position.open_members(c)]
                )
                other = Cover(*map(tuple, lists))
                if not other.problem_at(position):
                    for v in other.denied_at(position):
                        proved += 1
                        assert follows(position, -v)
    assert proved


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
    assert found.remark == "the puzzle is in line 3; lines without a cell skipped: 2"
    found = verify_steps(f"{P}\nHidden Single: r7c3=1\nso r9c1 looks good")
    assert (found.right, found.unjudged, found.remark) == (1, 1, "the puzzle is in line 1")
    with pytest.raises(satdoku.ParseError, match="need --puzzle"):
        verify_steps("Hidden Single: r7c3=1")


@pytest.mark.parametrize(
    ("short", "full"),
    [
        ("(3)r1c1=r1c8-r3c8=(3)r3c2", "(3)r1c1=(3)r1c8-(3)r3c8=(3)r3c2"),
        ("3r1c1=r1c8-r3c8=r3c2", "(3)r1c1=(3)r1c8-(3)r3c8=(3)r3c2"),
        ("(3)r1c1=r1c89-(3=5)r3c8-r3c2", "(3)r1c1=(3)r1c89-(3)r3c8=(5)r3c8-(5)r3c2"),
    ],
)
def test_a_digit_need_not_be_repeated_along_a_chain(short: str, full: str) -> None:
    position = position_after(rest_of_row(3, 1, 8))
    read = []
    for text in (short, full):
        read.append(chain_in(spread_chain(text, position.theory), position))
    assert read[0] == read[1] and read[0]


# -- As people type it -----------------------------------------------------------------------------

TURBOT = "(1)r4c6=(1)r6c4-(1)r2c4=(1)r2c2 => r4c2<>1"
TYPED = (
    TURBOT.replace("=>", "⇒"),
    TURBOT.replace("=>", "→"),
    TURBOT.replace("=>", "->"),
    TURBOT.replace("=>", "==>"),
    TURBOT.replace("=>", "=&gt;").replace("<>", "&lt;&gt;"),
    TURBOT.replace(" =>", "; so"),
    TURBOT.replace(" =>", ", therefore"),
    TURBOT.replace("<>", "/="),
    f"AIC {TURBOT}",
    f"AIC: {TURBOT}",
    f"3) turbot fish: {TURBOT}",
    "AIC (1): r4c6=r6c4-r2c4=r2c2 => r4c2<>1",
    "7) (1): r4c6 = r6c4 – r2c4 = r2c2 ⇒ r4c2≠1",
)


def turbot_position() -> Position:
    """Return a position with a chain of 1 by two lines and a box."""
    return position_after(
        ",".join(f"r4c{c}" for c in (1, 3, 4, 5, 7, 8, 9)) + "<>1",
        ",".join(f"r2c{c}" for c in (1, 3, 5, 6, 7, 8, 9)) + "<>1",
        "r4c5,r5c4,r5c5,r5c6,r6c5,r6c6<>1",
    )


@pytest.mark.parametrize("line", TYPED)
def test_chains_are_judged_as_people_type_them(line: str) -> None:
    position = turbot_position()
    [claim] = verify_steps(line, position).verdicts
    assert not claim.problem, claim.problem
    wrong = line.replace("r6c4", "r6c5")
    [claim] = verify_steps(wrong, position).verdicts
    assert "r6c5 is no candidate" in claim.problem


def test_a_chain_with_a_locked_set_may_be_called_aic() -> None:
    """Its links are judged, and the name says no more than that links take turns."""
    others = "r3c8<>1,r3c8<>2,r3c8<>3,r3c8<>4,r3c8<>5,r3c8<>6,r3c8<>8"
    more = "r9c8<>1,r9c8<>2,r9c8<>3,r9c8<>4,r9c8<>5,r9c8<>8,r9c8<>9"
    pair = "r3c7<>1,r3c7<>2,r3c7<>3,r3c7<>4,r3c7<>5,r3c7<>7,r3c7<>8"
    position = position_after(others, more, pair)
    assert verdict(position, "AIC: (6=9)r3c7-(9=7)r3c8-(7=6)r9c8 => r9c7<>6") == ""
    line = "AIC: (6=9)r3c7-(9=67)r3c8,r9c8 => r9c7<>6"
    assert verdict(position, line) == ""
    assert "(8)r3c7 is no candidate" in verdict(position, line.replace("(6=9)", "(6=8)"))


@pytest.mark.parametrize("end", ["", "-", " loop", "-loop.", "= RING;", "-.,"])
def test_signs_and_words_at_the_end_are_no_nodes(end: str) -> None:
    position = turbot_position()
    chain = TURBOT.partition(" =>")[0]
    assert chain_in(chain + end, position) == chain_in(chain, position) is not None


#: Lines that take minutes if each sign is compared with all that follow it.
LONG_LINES = (
    "AIC: (1)r4c6=(1)r6c4" + "-" * 50_000 + "x => r4c2<>1",
    "AIC: " + "-" * 500_000 + "x: r4c2<>1",
    "AIC" + " " * 500_000 + "x: r4c2<>1",
    "AIC: " + "x" * 500_000 + " r4c2<>1",
)


@pytest.mark.parametrize("line", LONG_LINES)
def test_long_lines_are_read_in_one_pass(line: str) -> None:
    position = turbot_position()
    [claim] = claims_of_text([line], position.theory)
    assert claim.denied == (position.theory.variable(4, 2, 1),)
    assert chain_in(claim.chain, position) is None
