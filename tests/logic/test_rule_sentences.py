"""A step of a rule says what the rule says of these cells, not what its kind says of any."""

from __future__ import annotations

import pytest

import satdoku
from satdoku.constraints.kinds import KINDS
from satdoku.layout import Layout
from satdoku.logic.telling.rule_sentences import FACTS, fact_text
from satdoku.theory import Theory

LINE = "r1c1,r1c2,r1c3,r1c4"


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        (f"whisper:{LINE}", "adjacent digits on the whisper r1c1234 differ by at least 5"),
        (f"whisper:4:{LINE}", "adjacent digits on the whisper r1c1234 differ by at least 4"),
        (f"thermometer:{LINE}", "digits increase along the thermometer r1c1234"),
        (f"difference:{LINE}", "adjacent digits in r1c1234 differ by 1"),
        ("ratio:r1c1,r1c2", "of two adjacent digits in r1c12, one is 2 times the other"),
        ("pair-sum:10:r1c1,r1c2", "adjacent digits in r1c12 add up to 10"),
        (f"modular:{LINE}", "on the modular r1c1234, any 3 consecutive cells on the line hold "
         "digits with different remainders modulo 3"),
        ("anti-knight", "cells a knight's move apart hold different digits"),
    ],
)  # fmt: skip
def test_the_fact_has_the_cells_and_numbers_of_this_puzzle(rule: str, said: str) -> None:
    assert fact_text(Theory.of(Layout.named(f"9x9+{rule}")), 0) == said


def test_the_step_says_the_fact() -> None:
    layout = Layout.named(f"9x9+whisper:{LINE}")
    [line, *_] = satdoku.explain(satdoku.Puzzle((0,) * 81, layout), until=1).text().split("\n")
    fact = "Adjacent digits on the whisper r1c1234 differ by at least 5"
    assert line.endswith(f"whisper: {fact}, so r1c1234<>5.")


def test_facts_are_of_kinds_that_there_are() -> None:
    assert set(FACTS) <= set(KINDS)
    assert all("{cells}" in fact for fact in FACTS.values())
