"""A step of a rule says what the rule says of these cells, not what its kind says of any."""

from __future__ import annotations

import pytest

import satdoku
from satdoku.constraints.wording import fact
from satdoku.errors import ParseError
from satdoku.layout import Layout
from satdoku.logic.step_text.rule_sentences import rule_text
from satdoku.logic.step_text.sentences import conclusion_text
from satdoku.logic.step_text.step_texts import claims_of_text
from satdoku.theory import Theory

LINE = "r1c1,r1c2,r1c3,r1c4"


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        (f"whisper:{LINE}", "neighbours on the whisper r1c1-r1c4 differ by at least 5"),
        (f"whisper:4:{LINE}", "neighbours on the whisper r1c1-r1c4 differ by at least 4"),
        (f"thermometer:{LINE}", "along the thermometer r1c1-r1c4 digits increase from the bulb"),
        ("difference:r1c1,r1c2", "the two digits at the white dot r1c12 differ by 1"),
        ("ratio:r1c1,r2c1", "one of the two digits at the black dot r12c1 is 2 times the other"),
        ("pair-sum:10:r1c1,r1c2", "the two digits at the X r1c12 add up to 10"),
        (
            "pair-sum:7:r1c1,r1c2",
            "the two digits at the number between two cells r1c12 add up to 7",
        ),
        (
            f"modular:{LINE}",
            "any 3 consecutive cells on the modular line r1c1-r1c4 hold digits "
            "with different remainders modulo 3",
        ),
        (
            "x-sum:5:r4c9-r4c1",
            "the first X digits in row 4 from the right, where X is the first of them, add up to 5",
        ),
        ("sandwich:35:r1c2-r9c2", "the digits between 1 and 9 in column 2 add up to 35"),
        ("odd:r1c1,r3c3", "each of r1c1,r3c3 holds an odd digit"),
        ("killer:r1c1,r1c2", "the digits in the cage r1c12 are different"),
        ("sum:10,1,2:r1c1,r1c2", "1×r1c1 + 2×r1c2 = 10"),
        (
            "or(candidates:1:r1c1|killer:5:r1c2,r1c3)",
            "at least one of these holds: r1c1 holds 1; "
            "the digits in the cage r1c23 are different and add up to 5",
        ),
        ("anti-knight", "cells a knight's move apart hold different digits"),
    ],
)
def test_the_fact_has_the_cells_and_numbers_of_this_puzzle(rule: str, said: str) -> None:
    layout = Layout.named(f"9x9+{rule}")
    assert fact(layout.constraints[0], layout) == said


#: Pairs of digits that make a relation, and what it is told as.
RISING = [(d, e) for d in range(1, 10) for e in range(d, 10)]
ODD_ONES = [(d, e) for d, e in RISING if (d, e) != (3, 3)]


@pytest.mark.parametrize(
    ("pairs", "said", "name"),
    [
        (
            RISING,
            "along the slow thermometer r1c12 digits never decrease",
            "slow thermometer r1c12",
        ),
        ([(e, d) for d, e in RISING], "along the slow thermometer r1c21", "slow thermometer r1c21"),
        (
            [(d, e) for d in range(1, 10) for e in range(1, 10) if abs(d - e) >= 4],
            "neighbours on the whisper r1c12 differ by at least 4",
            "whisper 4 r1c12",
        ),
        (
            ODD_ONES,
            "form one of the pairs 1-1/2/3/4/5/6/7/8/9, 2-2/3/4/5/6/7/8/9, 3-4/5/6/7/8/9, "
            "4-4/5/6/7/8/9, 5-5/6/7/8/9, 6-6/7/8/9, 7-7/8/9, 8-8/9, 9-9",
            "relation r1c12",
        ),
    ],
)
def test_a_relation_is_known_by_its_meaning_or_told_whole(pairs, said, name) -> None:
    numbers = ",".join(f"{d},{e}" for d, e in pairs)
    layout = Layout.named(f"9x9+relation:{numbers}:r1c1,r1c2")
    assert said in fact(layout.constraints[0], layout)
    assert rule_text(Theory.of(layout), 0) == name


def test_nine_different_cells_are_a_house_for_hidden_singles() -> None:
    """The diagonal's other cells see a 5 each, but no other house has r6c6 as the only place."""
    board = "........55..................5......................................5...........5."
    for rule, where in (("distinct", "the cells r1c1-r9c9"), ("house", "house 1")):
        layout = f"9x9+{rule}:r1c1-r9c9"
        [step] = satdoku.available(board, technique="hidden single in a house", layout=layout).steps
        text = satdoku.explain(board, layout=layout, until=2).text()
        assert step.name == "hidden single in a house"
        assert f"hidden single in a house: In {where}, 5 can only go in r6c6." in text


def test_the_step_says_the_fact() -> None:
    layout = Layout.named(f"9x9+whisper:{LINE}")
    [line, *_] = satdoku.explain(satdoku.Puzzle((0,) * 81, layout), until=1).text().split("\n")
    said = "Neighbours on the whisper r1c1-r1c4 differ by at least 5"
    assert f"whisper: {said}: " in line and line.endswith(", so r1c1234<>5.")


@pytest.mark.parametrize(
    ("name", "rule", "cells"),
    [
        ("9x9+killer:3:r1c1,r1c2", "cage r1c12 that holds 3", "r9c89<>1"),
        ("4x4+digits:0-4+schrodinger+value-sum:7:r4c4", "value cage 7 r4c4", "r4c34<>single"),
        ("6x6+layer+shaded:r6c6", "shaded r6c6", "r6c56<>unshaded"),
        ("twodoku+killer:3:r15c14,r15c15", "cage r15c14,r15c15 that holds 3", "r15c14,r15c15<>1"),
    ],
)
def test_cells_are_named_where_they_are_and_read_again(name: str, rule: str, cells: str) -> None:
    """Also where rows have another length than there are digits, or numbers above 9."""
    theory = Theory.of(Layout.named(name))
    layout = theory.layout
    assert layout
    last = [layout.variable_of(layout.cell_count - k, 1) for k in (1, 2)]
    assert rule_text(theory, len(theory.rules) - 1) == rule
    assert conclusion_text(theory, (), last) == cells
    (claim,) = claims_of_text([f"=> {cells}"], theory)
    assert sorted(claim.denied) == sorted(last)


def test_a_cell_beyond_the_board_is_refused() -> None:
    theory = Theory.of(Layout.named("6x6+layer"))
    for cell in ("r7c1", "r1c7", "r7c7"):
        with pytest.raises(ParseError, match=f"{cell} is not a cell of this board"):
            list(claims_of_text([f"=> {cell}<>1"], theory))
