"""CP-SAT's integer models: no constraint stands twice, and none costs more than one by hand."""

import sys
from collections import Counter
from functools import cache
from pathlib import Path
from statistics import median

import pytest

import satdoku
from satdoku import Constraint, Layout, Theory
from satdoku.constraints.kind_table import KINDS

pytest.importorskip("ortools", reason="needs OR-Tools")
ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "docs"), str(ROOT / "benchmarks")]
import cpsat_rules  # noqa: E402
import make_variant_pictures as documents  # noqa: E402

EXAMPLES = documents.examples()
RULES = (
    "renban",
    "thermometer",
    "arrow",
    "killer",
    "whisper",
    "difference",
    "ratio",
    "little-killer",
    "sandwich",
    "region-sum-line",
    "between",
    "entropic",
    "modular",
    "quadruple",
)


def twice(layout, kind):
    """The constraints that stand more than once in the model of a board."""
    found = Counter()
    for constraint in Theory.of(layout).cp_model(kind).proto.constraints:
        constraint.name = ""
        said = str(constraint)
        if constraint.has_all_diff():  # in any order
            said = str(sorted(map(str, constraint.all_diff.exprs)))
        found[said] += 1
    return [said for said, number in found.items() if number > 1]


@pytest.mark.parametrize("kind", ["integers", "booleans"])
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.kind.name)
def test_no_constraint_stands_twice(example, kind):
    assert {one.kind.name for one in EXAMPLES} == {*KINDS}
    assert not twice(example.layout, kind)


@pytest.mark.parametrize(
    "rules",
    [
        "thermometer:r1c1,r2c2,r3c3,r4c4+thermometer:r1c1,r2c2,r3c3,r4c5",
        "killer:15:r1c1,r1c2,r2c1+killer:15:r1c1,r1c2,r2c1+renban:r2c1,r1c1,r1c2",
        "distinct:r1c1-r1c9+killer:45:r1c1-r1c9+diagonal+distinct:r1c1,r2c2,r3c3",
        "quadruple:1,2:r1c1,r1c2,r2c1,r2c2+quadruple:1,2:r1c1,r1c2,r2c1,r2c2",
        "rellik:9:r1c1,r2c2,r3c4+equality-cage:r1c1,r2c2,r3c4,r5c5+rellik:8:r1c1,r2c2,r3c4",
        "or(renban:r1c1,r1c2,r2c4|odd:r1c1)+renban:r1c1,r1c2,r2c4",
    ],
)
def test_no_constraint_stands_twice_where_rules_say_the_same(rules):
    assert not twice(Layout.named(f"9x9+{rules}"), "integers")


def test_a_house_or_cage_says_what_is_inside_it():
    board = Theory.of("9x9").cp_model("integers").proto.constraints
    cage = Theory.of("9x9+killer:20:r1c1,r1c2,r2c2").cp_model("integers").proto.constraints
    assert len(cage) == len(board) + 1  # the sum; the box keeps the cells distinct
    line = [*Theory.of("9x9+renban:r1c1,r2c2,r4c4").cp_model("integers").proto.constraints]
    assert [one.has_lin_max() for one in line[-2:]] == [True, True]
    assert line[-3].has_all_diff() and len(line) == len(board) + 3


@pytest.mark.parametrize(
    "rules",
    [
        "or(renban:r1c1,r2c3,r4c2|rellik:5:r1c1,r2c3,r4c2)",
        "or(lunchbox:3:r1c1-r1c4|killer:4:r1c1,r2c3)",
        "or(killer:6:r1c1,r2c3|killer:4:r1c1,r2c3)+killer:5:r3c1,r4c3",
        "same-values:2:r1c1,r1c2,r3c3,r3c4+count-distinct:r1c1,r2c2,r3c3,r4c4",
    ],
)
@pytest.mark.parametrize("digits", ["", "+from-0"])
def test_the_models_have_the_solutions_of_the_clauses(rules, digits):
    same_solutions(satdoku.parse("." * 16, layout=f"4x4{digits}+{rules}"))


@pytest.mark.parametrize(
    "rules",
    [
        "rellik:7:r3c1,r4c4,r5c2+equality-cage:r3c1,r3c2,r4c4,r5c6",
        "or(equality-cage:r3c1,r3c2,r4c4,r5c6|renban:r3c1,r4c4,r5c2)+rellik:9:r6c1,r4c4,r5c2",
    ],
)
def test_so_have_those_with_sets_of_digits(rules):
    same_solutions(satdoku.parse("123456456123" + "." * 24, layout=f"6x6+{rules}"))


def same_solutions(puzzle):
    """CP-SAT finds what a solver finds in the clauses, each once, and there are some."""
    ours, clauses = (
        [grid.cells for grid in satdoku.solutions(puzzle, engine=engine)]
        for engine in ("cpsat-integers", "minicard")
    )
    assert sorted(ours) == sorted(clauses) and len(ours) == len(set(ours)) > 0


@cache
def puzzles(kind):
    file = Path(__file__).with_name("cpsat_puzzles.txt")
    return [one for one in cpsat_rules.read(file) if one.constraints[0].kind == kind]


@pytest.mark.nightly_cases("killer")
@pytest.mark.parametrize("question", cpsat_rules.QUESTIONS)
@pytest.mark.parametrize("kind", RULES)
def test_a_model_costs_at_most_a_tenth_more_than_by_hand(kind, question):
    assert len(puzzles(kind)) == 10
    both = [cpsat_rules.times(one, question, seeds=3, most=0.5) for one in puzzles(kind)]
    assert median([ours / by_hand for ours, by_hand in both]) <= 1.1, both


@pytest.mark.parametrize("kind", cpsat_rules.TOGETHER)
def test_a_model_of_booleans_costs_at_most_a_tenth_more_than_one_by_hand(kind):
    some = puzzles(kind)[::3]
    both = [cpsat_rules.times(one, "unique", seeds=1, most=0.5, kind="booleans") for one in some]
    assert median([ours / by_hand for ours, by_hand in both]) <= 1.1, both
    assert cpsat_rules.work(cpsat_rules.by_hand_in_booleans(some[0]), "unique", 0, 60.0)[1] == 1


def test_the_models_by_hand_have_the_same_solution():
    for kind in RULES:
        puzzle = puzzles(kind)[0]
        for model in (cpsat_rules.ours(puzzle), cpsat_rules.by_hand(puzzle)):
            assert cpsat_rules.work(model, "unique", 0, 60.0)[1] == 1
    assert {Constraint(kind).kind for kind in RULES} <= {*cpsat_rules.SAID}
