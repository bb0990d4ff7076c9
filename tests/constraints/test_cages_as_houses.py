"""Cages are houses with holes: subsets in them are found, told, and judged."""

from __future__ import annotations

import json

import satdoku
from satdoku import Layout, Puzzle
from satdoku.logic.explain import explain

#: A cage in no house, two cells of which hold only 1 and 2.
PAIR = "6x6+killer:r2c3,r2c4,r3c4,r3c3+candidates:1,2:r2c3,r3c4"


def test_a_pair_in_a_cage_leaves_the_other_cells():
    board = Puzzle((0,) * 36, Layout.named(PAIR))
    # (With the rule alone the cage's ways say the same, which is easier.)
    begun = explain(board, only="rule with few ways", until=1)
    position = begun.start.copy()
    position.take((), begun.steps[0].denied)
    found = explain(position, only="naked pair")
    step = found.steps[-1]
    theory = satdoku.Theory.of(Layout.named(PAIR))
    assert step.rule_name == "naked pair"
    assert sorted(theory.variable_name(v) for v in step.denied) == [
        "(1)r2c4",
        "(1)r3c3",
        "(2)r2c4",
        "(2)r3c3",
    ]
    told = "r2c3 and r3c4 hold only 1 and 2, so these go nowhere else in cage r2c34,r3c43"
    assert told in found.text()
    for said in (json.dumps(found.record()), found.text()):
        assert satdoku.verify_steps(said, position).ok


def test_the_pair_follows_by_no_rule_alone():
    """And where the cells need not differ, it does not follow at all."""
    loose = PAIR.replace("killer:", "same-values:2:")
    names = {step.rule_name for step in explain(Puzzle((0,) * 36, Layout.named(loose))).steps}
    assert "naked pair" not in names


def test_steps_in_cages_keep_the_solutions():
    used = 0
    for puzzle in satdoku.generate(3, seed=3, kind="killer", layout=Layout.named("6x6")):
        solution = set(satdoku.solve(puzzle, engine="cpsat-integers").givens)
        for step in explain(puzzle).steps:
            assert set(step.asserted) <= solution and not set(step.denied) & solution
            used += 1
    assert used
