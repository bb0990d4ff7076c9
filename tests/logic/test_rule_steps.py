"""Steps by the rules of variants: each judged against all solutions, told in a person's words."""

from __future__ import annotations

import json

import pytest

import satdoku
from satdoku import Layout, Puzzle
from satdoku.logic.catalog.rules import bits, number_of
from satdoku.logic.explain import explain
from satdoku.logic.position import Position
from satdoku.logic.refuting import refuted_by_steps
from satdoku.logic.step_text.sentences import sentence
from satdoku.theory import Theory
from tests.kernel_builds import run_by

#: Boards with rules of every generic form.
BOARDS = (
    "4x4+killer:3:r1c1,r1c2+killer:5:r3c3,r4c3+thermometer:r2c3,r2c4,r3c4",
    "4x4+odd:r1c1+arrow:r4c1,r4c2,r3c3+clone:r1c1,r1c2,r4c3,r4c4",
    "4x4+sandwich:0:r1c1-r1c4+renban:r2c1-r2c3+pair-sum:5:r3c1,r3c2",
    "4x4+or(killer:3:r1c1,r1c2|thermometer:r2c1,r2c2)+skyscraper:2:r4c1-r4c4",
    "6x6+killer:9:r1c1-r1c3+killer:12:r2c1-r2c3+palindrome:r3c1,r4c2,r5c3+anti-knight",
    "6x6+little-killer:8:r1c2,r2c1+x-sum:6:r1c6-r6c6+whisper:r3c3,r4c4,r5c3+difference:r6c1,r6c2",
)


def proper_puzzles(name: str, count: int = 3) -> list[Puzzle]:
    """Minimal puzzles of a board, judged proper by CP-SAT's own model."""
    puzzles = list(satdoku.generate(count, seed=3, layout=Layout.named(name)))
    assert all(satdoku.count(p, limit=2, engine="cpsat-integers") == 1 for p in puzzles)
    return puzzles


#: Puzzles that need chains: rules link candidates, and break suppositions.
CHAINS = (
    ("9x9+anti-knight",
     "...16.......3..1.........6.3.........9..............27.......42..5.8....7........"),
    ("9x9+killer:10:r1c1,r1c2,r2c1+killer:20:r4c4,r4c5,r5c4+whisper:r7c7,r8c8,r9c9,r9c8",
     "234...9.......6.....9....7.8....1..9..5...34......58....8...4..12..........1..7.."),
)  # fmt: skip


@pytest.mark.parametrize("scale", ["satdoku", "se"])
@pytest.mark.parametrize("name", BOARDS)
def test_no_step_takes_the_solution_away(name, scale):
    used = set()
    for puzzle in proper_puzzles(name):
        solution = set(satdoku.solve(puzzle, engine="cpsat-integers").givens)
        explanation = explain(puzzle, scale=scale)
        rating = satdoku.rate(puzzle, scale=scale)
        assert (rating.hardest, rating.scale) == (explanation.rating, scale)
        assert explanation.outcome == "solved"
        for step in explanation.steps:
            assert set(step.asserted) <= solution and not set(step.denied) & solution
            used.add(step.kind)
        assert set(explanation.end.asserted) == solution
    assert "rule" in used


@pytest.mark.slow_cases("9x9+anti-knight-...16.......3..1.........6.3.........9......")
@pytest.mark.parametrize(("name", "givens"), CHAINS)
def test_chains_of_the_scale_se_go_through_rules(name, givens):
    puzzle = Puzzle(tuple(int(symbol) for symbol in givens.replace(".", "0")), Layout.named(name))
    solution = set(satdoku.solve(puzzle, engine="cpsat-integers").givens)
    explanation = explain(puzzle, scale="se", without="aligned pair exclusion")
    assert explanation.outcome == "solved" and explanation.rating > 4
    for step in explanation.steps:
        assert set(step.asserted) <= solution and not set(step.denied) & solution
    for form in (json.dumps(explanation.record()), explanation.text(), explanation.text("terse")):
        found = satdoku.verify_steps(form)
        assert found.ok and not found.unjudged, found.text()


@pytest.mark.parametrize("scale", ["satdoku", "se"])
@pytest.mark.parametrize("name", BOARDS)
def test_records_of_steps_are_verified_and_say_nothing_of_helpers(name, scale):
    puzzle = proper_puzzles(name, 1)[0]
    explanation = explain(puzzle, scale=scale)
    found = satdoku.verify_steps(json.dumps(explanation.record()))
    assert found.ok and not found.unjudged, found.text()
    by_text = satdoku.verify_steps(explanation.text())
    assert by_text.ok and not by_text.unjudged, by_text.text()
    theory = Theory.of(puzzle.layout)
    assert all(theory.is_board(v) for s in explanation.steps for v in (*s.asserted, *s.denied))


def test_a_false_step_by_a_rule_is_wrong():
    layout = Layout.named("4x4+killer:3:r1c1,r1c2+killer:7:r1c3,r1c4")
    record = explain(Puzzle((0,) * 16, layout), until=1).record()
    assert record["steps"][0]["clauses"] == ["killer:3:r1c1,r1c2"]
    right = satdoku.verify_steps(json.dumps(record))
    assert right.ok
    record["steps"][0]["clauses"] = ["killer:7:r1c3,r1c4"]
    assert not satdoku.verify_steps(json.dumps(record)).ok
    record["steps"][0]["clauses"] = ["killer:3:r1c1,r1c2"]
    record["steps"][0]["denied"] = [[1, 1, 1]]
    assert not satdoku.verify_steps(json.dumps(record)).ok


@pytest.mark.slow
def test_a_cage_is_told_as_a_person_would():
    layout = Layout.named("9x9+killer:3:r1c1,r1c2+killer:13:r5c1-r5c3+thermometer:r9c1-r9c4")
    said = [step.text() for step in satdoku.solving_steps(Puzzle((0,) * 81, layout))][:3]
    assert said[0] == (
        "killer cage combinations: The cage r1c12 holds 3: 1 and 2 in some order, so r1c12<>3, "
        "r1c12<>4, r1c12<>5, r1c12<>6, r1c12<>7, r1c12<>8, r1c12<>9."
    )
    assert said[1].startswith(
        "thermometer: Along the thermometer r9c1-r9c4 digits increase from the bulb: "
        "nothing goes with 7, 8 or 9 in r9c1, "
    )


def test_a_rule_that_the_givens_break_is_a_contradiction():
    layout = Layout.named("4x4+arrow:r1c1,r2c2,r3c3")
    cells = [0] * 16
    cells[0], cells[5], cells[10] = 1, 2, 3
    explanation = explain(Puzzle(tuple(cells), layout))
    assert explanation.outcome == "contradiction"
    assert satdoku.rate(Puzzle(tuple(cells), layout)).outcome == "no solution"


@pytest.mark.parametrize("name", BOARDS)
def test_helpers_are_decided_as_far_as_the_candidates_go(name):
    """Whatever the order of the steps, the helpers are what the candidates make them."""
    puzzle = proper_puzzles(name, 1)[0]
    explanation = explain(puzzle)
    for position, _ in explanation.positions():
        cells = [position.candidates_in(cell) for cell in range(puzzle.layout.cell_count)]
        again = Position(position.theory)
        for v in range(1, position.theory.board_variables + 1):
            cell, digit = position.theory.cell_and_digit(v)
            if digit not in cells[cell]:
                again.deny(v)
        for v in position.asserted:
            again.assert_(v)
        assert again.status == position.status


def test_what_assumes_one_solution_refuses_boards_with_rules():
    puzzle = proper_puzzles(BOARDS[0], 1)[0]
    with pytest.raises(satdoku.LayoutError, match="variant rules"):
        explain(puzzle, uniqueness=True)
    with pytest.raises(satdoku.LayoutError, match="variant rules"):
        explain(puzzle, uniqueness=True, scale="se")


@pytest.mark.parametrize("name", BOARDS)
def test_compiled_code_takes_the_same_steps(name):
    import numpy as np

    from satdoku.logic.search.following import paths_of

    puzzle = proper_puzzles(name, 1)[0]
    theory = Theory.of(puzzle.layout)
    boards = np.array([puzzle.cells], np.uint8)
    _, log = paths_of(theory).follow(boards, log_size=1 << 16)
    with run_by(None):
        _, same = paths_of(theory).follow(boards, log_size=1 << 16)
    assert list(log) == list(same) and len(log)


#: (board, how its first step by the rule of 45 is told)
SUMS = (
    (
        "9x9+killer:24:r1c1-r1c5+killer:16:r1c6-r1c8",
        "rule of 45: Row 1 sums to 45, the cages in it to 40, so r1c9=5.",
    ),
    (
        "9x9+killer:20:r1c1-r1c3+killer:10:r2c1-r2c3+killer:18:r3c1-r3c4",
        "rule of 45: Box 1 sums to 45, the cages with r3c4 outside to 48, so r3c4=3.",
    ),
    (
        "6x6+sum:10:r1c1,r1c2,r2c1+killer:8:r2c2,r2c3",
        "rule of 45: Box 1 sums to 21, the cages in it to 18, so r1c3=3.",
    ),
    (
        "9x9+killer:29:r1c1-r1c7",
        "rule of 45 with several cells: Row 1 sums to 45, cage r1c1-r1c7 that holds 29 in it to "
        "29: r1c8 + r1c9 make 16, so r1c89<>1, r1c89<>2, r1c89<>3, r1c89<>4, r1c89<>5, r1c89<>6, "
        "r1c89<>8.",
    ),
)


@pytest.mark.parametrize(("name", "said"), SUMS)
def test_the_rule_of_45_is_told_and_holds(name, said):
    layout = Layout.named(name)
    empty = Puzzle((0,) * layout.cell_count, layout)
    explanation = explain(empty, rules="rule of 45, rule of 45 with several cells", until=1)
    theory, step = Theory.of(layout), explanation.steps[0]
    assert f"{step.name}: {sentence(theory, step)}" == said
    assert satdoku.verify_steps(json.dumps(explanation.record())).ok
    assert satdoku.verify_steps(explanation.text()).ok
    for v in step.denied:
        cell, digit = theory.cell_and_digit(v)
        cells = list(empty.cells)
        cells[cell] = digit
        assert satdoku.count(Puzzle(tuple(cells), layout), limit=1, engine="cpsat-integers") == 0
    record = explanation.record()
    own = record["steps"][0]["clauses"]
    record["steps"][0]["clauses"] = [name for name in own if ":" not in name]  # without the rules
    assert not satdoku.verify_steps(json.dumps(record)).ok


def test_equations_of_houses_and_cages_hold_in_every_grid():
    from satdoku.constraints.equations import sums_of_lines

    layout = Layout.named(
        "4x4+killer:4:r1c1,r2c1+killer:5:r1c2,r1c3+killer:3:r3c1,r3c2+killer:3:r4c3,r4c4"
        "+sum:5:r2c3,r3c3"
    )
    found = sums_of_lines(layout)
    grids = list(satdoku.solutions(Puzzle((0,) * 16, layout)))
    assert len(found) > 5 and grids
    for equation in found:
        for grid in grids:
            own = [weight * grid.cells[cell] for cell, weight in equation.weights]
            assert sum(own) == equation.total


def test_a_chain_from_a_candidate_that_sees_a_group_through_two_rules_denies_it():
    """It denied nothing once, and so was found again and again."""
    rules = (
        "6:r2c4,r2c5 17:r5c9,r6c8,r6c9 11:r3c1-r5c1 10:r6c7,r7c7 11:r1c9,r2c9 13:r7c2,r7c3,r8c2 "
        "20:r4c2,r4c3,r5c2 12:r2c3,r3c2,r3c3 12:r3c9,r4c8,r4c9,r5c8 12:r8c5,r9c5 7:r7c8,r7c9 "
        "17:r8c3,r8c4,r9c4 23:r2c6,r3c5,r3c6 20:r1c6,r1c7,r2c7 5:r8c6,r8c7 16:r1c8-r3c8 "
        "9:r5c5,r5c6 10:r4c5,r4c6"
    )
    layout = Layout.named("9x9+" + "+".join(f"killer:{rule}" for rule in rules.split()))
    names = ("two rules together", "three rules together", "chain through rules")
    upto = (2 << number_of("grouped X-chain")) - 1
    allowed = upto & ~bits(map(number_of, names))
    found = explain(Puzzle((0,) * 81, layout), rules=allowed, scale="satdoku")
    assert found.outcome == "stuck" and {s.rule_name for s in found.steps} >= {"grouped X-chain"}
    assert all(step.asserted or step.denied for step in found.steps)


@pytest.mark.parametrize(
    "name", ["6x6+arrow:r1c1,r1c2,r1c3", "4x4+little-killer:3:r1c2,r2c1+renban:r3c1-r3c3"]
)
def test_steps_listed_before_any_digit_is_placed_hold_in_every_solution(name):
    """An auxiliary variable may be decided at the start, so its clause asks for nothing more."""
    layout = Layout.named(name)
    empty = Puzzle((0,) * layout.cell_count, layout)
    theory, listed = Theory.of(layout), satdoku.available(empty)
    assert listed.steps
    for step in listed.steps:
        for variable in step.denied:
            cell, digit = theory.cell_and_digit(variable)
            digits = [0] * layout.cell_count
            digits[cell] = digit
            assert not satdoku.count(Puzzle(tuple(digits), layout), limit=1, engine="cpsat")


def test_groups_that_only_the_pairs_of_a_rule_link_are_linked_in_listed_chains():
    """Two places each in rows 3 and 4, a knight's move apart crosswise: no clause holds a group and
    a candidate of the other."""
    layout = Layout.named("6x6+anti-knight")
    puzzle = satdoku.parse("..1.....2.3....5.....1....4.........", layout)
    solution = set(satdoku.solve(puzzle, engine="cpsat").givens)
    listed = satdoku.available(puzzle, technique="grouped X-chain")
    assert ((6, "r3c3"), (6, "r4c3")) in {
        tuple((d, layout.cell_name(c)) for c, d in map(Theory.of(layout).cell_and_digit, node))
        for step in listed.steps
        for node in step.nodes
    }
    assert not any(set(step.denied) & solution for step in listed.steps)


@pytest.mark.parametrize(
    ("rule", "rating"),
    [
        ("killer:3:r1c1,r1c2", 1.6),
        ("killer:10:r1c1,r1c2", 1.6),
        ("killer:6:r1c1-r1c3", 1.7),
        ("killer:7:r1c1-r1c3", 1.7),
        ("killer:8:r1c1-r1c3", 1.8),
        ("killer:10:r1c1-r1c3", 2.0),
        ("killer:10:r1c1-r1c4", 1.8),
        ("killer:21:r1c1-r1c6", 2.0),
    ],
)
def test_a_rating_counts_the_cells_and_the_sets_that_are_told(rule, rating):
    """Not the ways: six cells that hold 1 to 6 have 720. A rule of two cells is a step of 1.6."""
    found = explain(Puzzle((0,) * 81, Layout.named(f"9x9+{rule}")), until=1)
    assert found.rating == rating


def test_what_a_broken_rule_lacks_is_named():
    layout = Layout.named("9x9+killer:7:r1c1,r1c2+killer:15:r5c1-r5c3")
    position = Position.of(Puzzle((0,) * 81, layout))
    for d in (1, 3):
        position.deny(position.theory.variable(1, 2, d))
    broken, *_ = refuted_by_steps(position, position.theory.variable(1, 1, 4))
    assert broken == (
        "nothing could satisfy the rule cage r1c12 that holds 7: r1c1 can only be 4 and r1c2 only "
        "2, 5, 6, 7, 8 or 9"
    )


@pytest.mark.parametrize("board", ["4x4", "6x6"])
def test_a_rating_calls_the_hardest_rule_of_a_puzzle_as_the_explanation_does(board: str) -> None:
    [puzzle] = satdoku.generate(1, seed=2, kind="killer", clues=(0, 0), level="easy", layout=board)
    rating = satdoku.rate(puzzle)
    steps = satdoku.explain(puzzle).steps
    hardest = max(steps, key=lambda step: step.tenths)
    assert hardest.kind == "rule"
    assert hardest.name == "killer cage combinations" != hardest.rule_name
    assert f"easy  {hardest.name}" in rating.text()
    assert rating.hardest_rule == hardest.rule_name  # in tables: as `satdoku rules` lists it
    assert rating.record()["steps"][hardest.rule_name] > 0
