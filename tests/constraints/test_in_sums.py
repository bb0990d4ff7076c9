"""Rules said in sums mean what they mean as automata; CP-SAT finds each board once."""

import random
from itertools import product

import pytest

from satdoku import Layout, Theory
from satdoku.backends import open_backend
from satdoku.constraints.constraint import Constraint
from satdoku.constraints.evaluate import holds
from satdoku.constraints.kind_table import forms_of
from satdoku.constraints.registry import KINDS

CASES = {
    "x-sum": [("x-sum", range(1, 5), [(total,) for total in (1, 4, 6, 30)])],
    "sandwich": [("sandwich", range(2, 6), [(total,) for total in (0, 2, 5, 9, 40)])],
    "entropic": [("entropic", range(2, 6), [()])],
}


def test_every_kind_with_sums_is_tried_here():
    other = {name for name, kind in KINDS.items() if kind.sums} ^ {*CASES, "or"}
    assert not other, f"add cases of each kind that is stated as sums to CASES: {sorted(other)}"


@pytest.mark.parametrize("kind", CASES)
@pytest.mark.parametrize("digits", ["", "+digits:0-3"])
def test_sums_mean_what_the_automaton_means(kind, digits):
    layout = Layout.named(f"4x4{digits}")
    stream = random.Random(kind + digits)
    for name, lengths, values in CASES[kind]:
        for length, numbers in product(lengths, values):
            whole = length == 4 and stream.random() < 0.5
            cells = range(4) if whole else stream.sample(range(16), length)
            rule = Constraint(name, tuple(cells), numbers)
            plain = list(forms_of(rule, layout))
            sums = list(forms_of(rule, layout, in_sums=True))
            for word in product(layout.digits, repeat=length):
                if whole and len(set(word)) < length:
                    continue  # a house: rules in sums may rely on it
                board = dict(zip(cells, word, strict=True))
                said = all(holds(form, board) for form in plain)
                assert all(holds(form, board) for form in sums) == said, (rule, word)


@pytest.mark.parametrize(
    "rules",
    [
        "x-sum:3:r1c1-r1c4+sandwich:3:r1c1-r4c1",
        "or(x-sum:6:r1c1-r1c4|sandwich:3:r2c1-r2c4|odd:r1c1)",
        "or(odd:r1c1|odd:r1c2|odd:r1c3)+arrow:r1c1,r2c2,r3c3",
        "zipper:r1c1-r4c4+equal-sums:2,2:r1c1,r1c2,r3c3,r4c4",
    ],
)
def test_each_board_is_found_once_and_by_all(rules):
    layout = Layout.named(f"4x4+{rules}")
    found = list(open_backend("cpsat-integers", Theory.of(layout)).completions([]))
    assert len(found) == len(set(found)) > 1
    assert set(found) == set(open_backend("native", Theory.of(layout)).completions([]))


def test_an_or_of_what_holds_often_is_counted_in_a_few_rounds():
    rules = "+".join(["or(odd:r1c1|even:r1c1|odd:r2c2)"] * 12)
    rules += "+killer:7:r1c1,r1c2,r2c3+killer:5:r2c1,r3c2"
    layout = Layout.named(f"4x4+{rules}")
    found = list(open_backend("cpsat-integers", Theory.of(layout)).completions([]))
    assert set(found) == set(open_backend("minicard", Theory.of(layout)).completions([]))
    assert len(found) == len(set(found))
