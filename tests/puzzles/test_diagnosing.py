"""Diagnoses: every claim again by enumeration on small boards, and as commands."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import combinations

import pytest
from pysat.solvers import Solver

import satdoku
from satdoku import Layout, Puzzle, PuzzleError, Theory, is_proper, parse, random_grid, solve
from satdoku.backends import open_backend
from satdoku.backends.assuming import Assuming
from satdoku.backends.base import Clock
from satdoku.diagnosis.additions import smallest_addition
from satdoku.diagnosis.conflicts import contradiction, smallest_correction
from satdoku.diagnosis.diagnosing import diagnose
from satdoku.diagnosis.freedom import smallest_difference
from satdoku.diagnosis.grid import SolvedGrid
from satdoku.diagnosis.redundant import what_is_spare
from satdoku.diagnosis.sum_conflict import sum_conflict
from satdoku.logic.explain import explain
from satdoku.operations.checking import is_irreducible
from satdoku.operations.minimizing import is_logic_solvable
from tests.marks import slow_but
from tests.oracle import EASY, HARD, JIGSAW_6, cnf, models, puzzle
from tests.processes import command

Grid = tuple[int, ...]
TINY = ["4x4", "4x4+diagonal", "4x4/latin"]
SMALL = [*TINY, "6x6", JIGSAW_6, "6x6+diagonal"]
WRONG = EASY[:-1] + "5"


@lru_cache(maxsize=8)
def all_grids(layout: str) -> list[frozenset[int]]:
    """Sorted, since the order in which a solver finds them depends on what ran before."""
    return list(map(frozenset, sorted(models(Theory.of(Layout.named(layout)), [], 10_000))))


def grids_with(layout: str, givens, most: int = 5000) -> list[frozenset[int]]:
    """By enumeration, with another encoding and solver than ours."""
    board = Layout.named(layout)
    if board.size < 5:
        return [grid for grid in all_grids(layout) if grid.issuperset(givens)]
    return [frozenset(m) for m in models(Theory.of(board), givens, most)]


def boards(layout: str, kind: str, count: int) -> Iterator[tuple[Puzzle, list[frozenset[int]]]]:
    """(puzzle, its solutions) with none, several or one."""
    board, dice = Layout.named(layout), random.Random(f"{layout} {kind}")
    start = all_grids(layout) if board.size < 5 else [random_grid(board, seed=1).givens]
    n = board.size
    while count:
        grid = sorted(dice.choice(start))
        names = dice.sample(range(1, n + 1), n)
        grid = [v - (v - 1) % n - 1 + names[(v - 1) % n] for v in grid]
        few, most = {"none": (n, 2 * n + 1), "several": (n, 2 * n + 2), "one": (n + 1, 3 * n)}[kind]
        chosen = dice.sample(grid, dice.randint(few, most))
        if kind == "none":
            for k in dice.sample(range(len(chosen)), dice.randint(1, 2)):
                cell = (chosen[k] - 1) // n
                chosen[k] = cell * n + dice.randint(1, n)
        found = grids_with(layout, chosen, 300)
        if {0: "none", 1: "one"}.get(len(found), "several") == kind and len(found) < 300:
            count -= 1
            yield Puzzle.from_variables(chosen, board), found


def subsets(items, least: int = 0) -> Iterator[tuple[int, ...]]:
    for size in range(least, len(items) + 1):
        yield from combinations(items, size)


# -- No solution ----------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", slow_but(SMALL, "4x4", "6x6"))
def test_conflicts_repairs_and_corrections_are_those_of_enumeration(layout: str) -> None:
    theory = Theory.of(Layout.named(layout))
    with Solver("glucose4", bootstrap_with=cnf(theory.clauses)) as solver:
        for board, _ in boards(layout, "none", 4):
            found = diagnose(board, sets=10_000)
            assert found.outcome == "no solution"
            assert found.conflict
            minimal: list[tuple[int, ...]] = []
            solvable = list[tuple[int, ...]]()
            for chosen in subsets(board.givens):
                if any(set(m) <= set(chosen) for m in minimal):
                    continue
                if solver.solve(assumptions=chosen):
                    solvable.append(chosen)
                else:
                    minimal.append(chosen)
            assert set(found.conflict.sets) == set(minimal)
            assert list(map(len, found.conflict.sets)) == sorted(map(len, minimal))
            assert found.conflict.is_all and found.conflict.is_smallest
            most = max(map(len, solvable))
            assert len(found.conflict.remove) == len(board.givens) - most
            rest = set(board.givens) - set(found.conflict.remove)
            assert solver.solve(assumptions=sorted(rest))
            check_repairs(layout, board, found.conflict.repairs)


def check_repairs(layout: str, board: Puzzle, repairs) -> None:
    n, wanted = board.layout.size, set()
    for given in board.givens:
        others = [v for v in board.givens if v != given]
        number = len(grids_with(layout, others, 2))
        if number:
            wanted.add((given, 0, min(number, 2)))
        for d in range(1, n + 1):
            changed = given - (given - 1) % n - 1 + d
            if changed != given and (number := len(grids_with(layout, [*others, changed], 2))):
                wanted.add((given, d, min(number, 2)))
    assert {(r.given, r.digit, r.solutions) for r in repairs} == wanted


def test_the_steps_lead_to_the_clause_that_breaks() -> None:
    wrong = parse(WRONG[:-4] + ".379")
    found = diagnose(wrong).conflict
    assert found and found.clause
    position = explain(wrong).start.copy()
    for step in found.steps:
        step.verify(position)
        position.take(step.asserted, step.denied)
    broken = position.broken_clause
    assert broken is not None and position.theory.clauses[broken] == found.clause


def test_what_is_cut_short_says_so() -> None:
    board = parse(WRONG[:-4] + ".379")
    whole = diagnose(board)
    found = diagnose(board, time_limit=1e-6)
    assert found.conflict and whole.conflict and not found.conflict.is_all
    assert not (found.conflict.is_smallest or found.conflict.is_minimal)
    [givens] = found.conflict.sets
    assert Assuming(Theory.of(board.layout)).completion(givens) is None
    assert not found.conflict.all_repairs and whole.conflict.all_repairs
    assert "out of time" in found.text() and "out of time" not in whole.text()
    fewer = puzzle(HARD).without([2, 5, 13, 18, 21, 27, 30])
    some = diagnose(fewer, time_limit=1e-6).freedom
    assert some and not some.addition.is_smallest and some.addition.at_least == 1
    assert set(some.addition.variables).isdisjoint(fewer.givens)
    assert not some.all_candidates and not some.decided and not some.count.is_exact
    one = diagnose(HARD, time_limit=1e-6)
    assert one.spare and one.spare.unknown == puzzle(HARD).givens and one.near_cut
    assert not one.spare.is_largest and one.unavoidable and not one.unavoidable.is_all
    assert one.text().count("out of time") == 2


def test_steps_of_logic_end_when_the_time_is_over() -> None:
    """They would take minutes on this board, and look at no clock of their own."""
    board = Puzzle((1,) + (0,) * 255, Layout.of_size(16))
    assert contradiction(board, Clock(0.2)) == (None, (), True)


def test_a_smallest_correction_is_found_or_bounded() -> None:
    board = parse("1" * 3 + "." * 13, Layout.of_size(4))
    [*found], at_least = smallest_correction(board, 2, Clock(None))
    assert len(found) == at_least == 2
    assert smallest_correction(board, 2, Clock(1e-9)) == ((), 2)


# -- Several solutions ----------------------------------------------------------------------------


@pytest.mark.parametrize("layout", SMALL)
def test_what_is_said_of_several_solutions_is_that_of_enumeration(layout: str) -> None:
    for board, grids in boards(layout, "several", 6):
        found = diagnose(board, pairs=True)
        free = found.freedom
        assert free and found.outcome == "several solutions"
        assert (free.count.at_least, free.count.is_exact) == (len(grids), True)
        assert set(free.candidates) == frozenset().union(*grids) and free.all_candidates
        for v, witness in free.candidates.items():
            assert v in witness.givens and frozenset(witness.givens) in grids
        common = frozenset.intersection(*grids)
        assert set(free.decided) == common - set(board.givens)
        nearest = min(len(a - b) for a, b in combinations(grids, 2))
        assert len(free.difference.cells) == free.difference.at_least == nearest
        assert {
            frozenset(free.difference.first.givens),
            frozenset(free.difference.second.givens),
        } <= {*grids}
        added = free.addition
        assert added.is_smallest and [g for g in grids if g.issuperset(added.variables)] == [
            frozenset(added.solution.givens)
        ]
        open_ = sorted(frozenset().union(*grids) - common)
        for fewer in combinations(open_, len(added.variables) - 1):
            assert sum(g.issuperset(fewer) for g in grids) != 1
        check_pairs(board, grids, found.pairs)
        changes = {(change.given, change.digit) for change in free.changes}
        assert free.all_changes and changes == proper_changes_by_enumeration(layout, board)
        for service in free.cells:
            n = board.layout.size
            held = [sum(service.cell * n + d in g for g in grids) for d in range(1, n + 1)]
            assert service.worst == max(held) / len(grids)
            assert service.average == pytest.approx(sum(h * h for h in held) / len(grids) ** 2)


def proper_changes_by_enumeration(layout: str, board: Puzzle) -> set[tuple[int, int]]:
    """(given, other digit) with which the board has one solution."""
    found = set()
    for given in board.givens:
        cell, digit = board.layout.cell_and_digit(given)
        kept = [v for v in board.givens if v != given]
        for other in board.layout.digit_numbers:
            changed = [*kept, board.layout.variable_of(cell, other)]
            if other != digit and len(grids_with(layout, changed, 2)) == 1:
                found.add((given, other))
    return found


def check_pairs(board: Puzzle, grids: list[frozenset[int]], pairs) -> None:
    n, layout = board.layout.size, board.layout
    digits = [Puzzle.from_variables(grid, layout).cells for grid in grids]
    open_ = [cell for cell in range(n * n) if len({d[cell] for d in digits}) > 1]
    shared = {pair for house in layout.houses for pair in combinations(house.cells, 2)}
    equal = {(a, b) for a, b in combinations(open_, 2) if all(d[a] == d[b] for d in digits)}
    other = {(a, b) for a, b in combinations(open_, 2) if all(d[a] != d[b] for d in digits)}
    assert set(pairs.equal) == equal
    assert set(pairs.different) == other - shared


def test_the_nearest_solutions_are_found_where_few_are_known() -> None:
    for board, grids in boards("6x6", "several", 8):
        nearest = min(len(a - b) for a, b in combinations(grids, 2))
        far = max(combinations(grids, 2), key=lambda pair: len(pair[0] - pair[1]))
        found = smallest_difference(board, [tuple(sorted(g)) for g in far], False, Clock(None))
        assert len(found.cells) == found.at_least == nearest


@pytest.mark.slow
def test_additions_beyond_three_are_enough_and_cannot_shrink() -> None:
    empty = Puzzle((0,) * 36, Layout.of_size(6))
    theory = Theory.of(empty.layout)
    known = list(map(frozenset, open_backend("dlx", theory).completions((), limit=200)))
    found = smallest_addition(empty, range(1, 217), True, known, Clock(20.0))
    made = Puzzle.from_variables(found.variables, empty.layout)
    assert is_proper(made, engine="dlx") and is_irreducible(made, is_proper)
    assert len(found.variables) > 6 and not found.is_smallest and found.at_least < 5


@pytest.mark.slow
def test_many_solutions_are_estimated() -> None:
    found = diagnose(Puzzle((0,) * 36, Layout.of_size(6)), limit=50, time_limit=2)
    count = found.freedom and found.freedom.count
    assert count and (count.at_least, count.is_exact) == (51, False)
    assert 28_200_960 / 2 < count.estimate < 28_200_960 * 2  # the number of 6×6 grids


# -- One solution ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "layout",
    slow_but(SMALL, "4x4"),
)
def test_what_is_said_of_one_solution_is_that_of_enumeration(layout: str) -> None:
    is_tiny = layout in TINY
    for board, [grid] in boards(layout, "one", 3 if is_tiny else 2):
        found = diagnose(board, unavoidable=8, sets=1000 if is_tiny else 20)
        spare = found.spare
        assert spare and found.solution and frozenset(found.solution.givens) == grid

        def one(givens, layout: str = layout) -> bool:
            return len(grids_with(layout, sorted(givens), 2)) == 1

        givens = set(board.givens)
        assert set(spare.redundant) == {v for v in givens if one(givens - {v})}
        for essential in spare.essential:
            others = givens - {essential.given}
            assert others <= set(essential.other.givens) != set(grid)
        assert spare.is_largest and one(givens - set(spare.together))
        for more in combinations(spare.redundant, len(spare.together) + 1):
            assert not one(givens - set(more))
        for near in found.near:
            assert set(near.givens) <= grid and is_irreducible(near, is_proper) and one(near.givens)
        below = {frozenset(near.givens) for near in found.near if set(near.givens) <= givens}
        if spare.redundant:
            assert frozenset(givens - set(spare.together)) in {*below} or below
        if board.layout.size < 5:
            differing = {frozenset(grid - other) for other in all_grids(layout) if other != grid}
            minimal = [d for d in differing if len(d) <= 8 and not any(e < d for e in differing)]
            n = board.layout.size
            cells = {frozenset((v - 1) // n for v in d) for d in minimal}
            assert found.unavoidable and found.unavoidable.is_all
            assert set(map(frozenset, found.unavoidable.sets)) == cells


@pytest.mark.slow
def test_a_proper_puzzle_is_diagnosed_without_kernels() -> None:
    code = (
        "import sys; from satdoku import diagnose, parse; found = diagnose(parse(sys.argv[1])); "
        "assert found.outcome == 'proper' and 'satdoku.kernels.library' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code, HARD], check=True, timeout=120)


@pytest.mark.slow
def test_a_level_can_be_kept() -> None:
    board = parse(EASY)
    spare = what_is_spare(board, "logic", SolvedGrid(solve(board)), Clock(10.0))
    cells = {v: (v - 1) // 9 for v in board.givens}
    for given in board.givens:
        assert is_logic_solvable(board.without([cells[given]])) == (given in spare.redundant)
    assert is_logic_solvable(board.without([cells[v] for v in spare.together]))
    for essential in spare.essential:
        assert not essential.other.is_full
    singles = what_is_spare(board, "singles", SolvedGrid(solve(board)), Clock(10.0))
    rest = board.without([cells[v] for v in singles.together])
    assert explain(rest, rules="singles").outcome == "solved"
    with pytest.raises(PuzzleError, match="not solvable by the rules 'singles'"):
        what_is_spare(parse(HARD), "singles", SolvedGrid(solve(parse(HARD))), Clock(None))
    with pytest.raises(PuzzleError, match="unknown property"):
        diagnose(puzzle("12..............", "4x4"), keep="beauty")


def test_an_assumption_is_asked_in_time() -> None:
    asked = Assuming(Theory.of(Layout.of_size(9)), clock=Clock(None))
    assert asked.completion([1]) and asked.clock.left is None
    assert Clock(5).left


# -- Rules of variants, judged by plain sums over all grids ----------------------------------------


def cages(
    dice: random.Random, grid: list[int], wrong: int
) -> dict[str, tuple[tuple[int, int], int]]:
    """By text, the cells and the sum of cages of two cells; some are wrong."""
    pairs = [(c, c + 1) for c in range(16) if c % 4 < 3] + [(c, c + 4) for c in range(12)]
    chosen = {}
    for number, (a, b) in enumerate(dice.sample(pairs, 5)):
        told = (
            grid[a] + grid[b]
            if number >= wrong
            else dice.choice([total for total in range(3, 8) if total != grid[a] + grid[b]])
        )
        names = ",".join(f"r{c // 4 + 1}c{c % 4 + 1}" for c in (a, b))
        chosen[f"killer:{told}:{names}"] = ((a, b), told)
    return chosen


def with_rules(givens, rules) -> list[list[int]]:
    """The grids that hold the givens (cell, digit) and the cages."""
    boards = [[(v - 1) % 4 + 1 for v in sorted(grid)] for grid in all_grids("4x4")]
    return [
        board
        for board in boards
        if all(board[cell] == digit for cell, digit in givens)
        and all(board[a] + board[b] == told for (a, b), told in rules)
    ]


@pytest.mark.parametrize("seed", range(6))
def test_conflicts_name_rules_as_enumeration_does(seed: int) -> None:
    dice = random.Random(seed)
    grid = [(v - 1) % 4 + 1 for v in sorted(dice.choice(all_grids("4x4")))]
    rules = cages(dice, grid, 2 + seed % 2)
    cells = dice.sample(range(16), 3)
    layout = Layout.named("+".join(["4x4", *rules]))
    board = Puzzle(tuple(grid[c] if c in cells else 0 for c in range(16)), layout)
    found = diagnose(board, sets=100)
    elements = [(c, grid[c]) for c in sorted(cells)] + [*rules]

    def holds(chosen) -> bool:
        givens = [e for e in chosen if isinstance(e, tuple)]
        return bool(with_rules(givens, [rules[e] for e in chosen if isinstance(e, str)]))

    if holds(elements):
        assert found.outcome != "no solution"
        return
    assert found.conflict and found.conflict.is_all and found.conflict.is_smallest
    minimal: list[set] = []
    for size in range(len(elements) + 1):
        for chosen in combinations(elements, size):
            if not holds(chosen) and not any(m <= set(chosen) for m in minimal):
                minimal.append(set(chosen))
    told = [
        {*(layout.cell_and_digit(v) for v in givens), *named}
        for givens, named in zip(found.conflict.sets, found.conflict.rules, strict=True)
    ]
    assert sorted(map(len, minimal)) == list(map(len, told))
    assert all(chosen in minimal for chosen in told)
    one_rule = {e for e in rules if holds([x for x in elements if x != e])}
    repairs = found.conflict.rule_repairs
    assert {repair.rule for repair in repairs if repair.value is None} == one_rule
    for rule in one_rule:
        others = [e for e in elements if e != rule]
        givens = [e for e in others if isinstance(e, tuple)]
        kept = [rules[e] for e in others if isinstance(e, str)]
        cage, old = rules[rule]
        sums = {v: len(with_rules(givens, [*kept, (cage, v)])) for v in range(9) if v != old}
        best = min([v for v in sums if sums[v]], key=lambda v: (sums[v] > 1, abs(v - old)))
        told_sums = [(r.value, r.solutions) for r in repairs if r.rule == rule and r.value]
        assert [(abs(v - old), n) for v, n in told_sums] == [(abs(best - old), min(sums[best], 2))]
    assert "rule" in found.text() and json.dumps(found.record())
    removed = {*map(layout.cell_and_digit, found.conflict.remove), *found.conflict.remove_rules}
    if removed:
        assert holds([e for e in elements if e not in removed])
        for fewer in combinations(elements, len(removed) - 1):
            assert not holds([e for e in elements if e not in fewer])


@pytest.mark.parametrize("seed", range(4))
def test_rules_to_spare_are_those_of_enumeration(seed: int) -> None:
    dice = random.Random(seed)
    grid = [(v - 1) % 4 + 1 for v in sorted(dice.choice(all_grids("4x4")))]
    rules = cages(dice, grid, 0)
    cells = set(range(16))
    for cell in dice.sample(range(16), 16):  # as few givens as these rules allow
        if len(with_rules([(c, grid[c]) for c in cells - {cell}], rules.values())) == 1:
            cells -= {cell}
    layout = Layout.named("+".join(["4x4", *rules]))
    found = diagnose(Puzzle(tuple(grid[c] if c in cells else 0 for c in range(16)), layout))
    givens = [(c, grid[c]) for c in cells]
    assert found.outcome == "proper" and found.rules and found.spare and not found.spare.redundant
    for rule in rules:
        others = [rules[e] for e in rules if e != rule]
        assert (len(with_rules(givens, others)) == 1) == (rule in found.rules.redundant)
    left = [rules[e] for e in rules if e not in found.rules.together]
    assert len(with_rules(givens, left)) == 1
    for rule, other in found.rules.essential:
        assert list(other.cells) in with_rules(givens, [rules[e] for e in rules if e != rule])
    assert "essential rule" in found.text() or not found.rules.essential


# -- The command ----------------------------------------------------------------------------------


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return command("diagnose", *arguments)


def test_a_wrong_clue_is_told() -> None:
    done = run(WRONG)
    assert done.returncode == 1
    assert "the smallest conflict: 2 givens: r8c9=5, r9c9=5" in done.stdout
    assert "where it shows: two 5s in column 9, at once" in done.stdout
    assert "repair: change r9c9=5 to 9: one solution" in done.stdout
    record = json.loads(run(WRONG, "--format", "json").stdout)
    assert record["conflicts"][0] == ["r8c9=5", "r9c9=5"]
    assert record["repairs"][0]["solutions"] == "one solution"


def test_a_board_without_any_solution_is_told() -> None:
    done = run("--layout", "2x2/latin+diagonal", "1...")
    assert done.returncode == 1
    assert done.stdout.endswith(
        "the board itself has no solution: its houses contradict each other\n"
    )
    assert json.loads(run("--layout", "2x2/latin+diagonal", "....", "--format", "json").stdout)[
        "conflicts"
    ] == [[]]


def test_large_boards_end_in_time_and_say_what_is_unknown() -> None:
    done = run("--layout", "16x16", "." * 256, "--time-limit", "0.02", "--pairs")
    assert done.returncode == 1
    for words in (
        "solutions: at least",
        "there may be more",
        "not proved",
        "forced pairs: unknown",
    ):
        assert words in done.stdout


def test_near_puzzles_are_minimal_whatever_is_kept() -> None:
    board = parse(
        "..31.49.61...9...227.....5....6......5...9...6...7....9.6..52..3..942.....536...1"
    )
    for near in diagnose(board, keep="logic").near:
        assert is_proper(near) and is_irreducible(near, is_proper)


def test_several_and_one_solution_are_told() -> None:
    done = run("12..34..........", "--pairs")
    assert done.returncode == 1
    assert "solutions: 12" in done.stdout and "to make it proper, add" in done.stdout
    assert "forced different:" in done.stdout
    done = run(EASY, "--sets", "2")
    assert done.returncode == 0
    assert "together 10 can go (proved largest)" in done.stdout
    assert done.stdout.count("minimal and near") == 2
    record = json.loads(run(EASY, "--format", "json").stdout)
    assert record["together_at_most"] == len(record["together"]) == 10
    done = run(EASY, "--keep", "beauty")
    assert done.returncode == 2 and "unknown property 'beauty'" in done.stderr


def test_all_conflicts_of_rules_are_named():
    layout = Layout.named("4x4+killer:3:r1c1,r1c2+killer:3:r1c3,r1c4")
    text = diagnose(Puzzle((0, 0, 0, 4) + (0,) * 12, layout)).text()
    assert "1 given: r1c4=4; 1 rule: killer:3:r1c3,r1c4" in text
    assert "another conflict: 2 rules: killer:3:r1c1,r1c2, killer:3:r1c3,r1c4" in text


@pytest.mark.parametrize("seed", [1, 2])
def test_no_fewer_givens_are_found_by_minimising(seed: int) -> None:
    grid = satdoku.random_grid(seed=seed)
    spare = diagnose(grid).spare
    assert spare
    kept = [v for v in grid.givens if v not in spare.together]
    left = Puzzle.from_variables(kept, grid.layout)
    assert satdoku.count(left, limit=2) == 1
    by_minimizing = min(satdoku.minimize(grid, keep="proper", seed=k).clues for k in range(1, 9))
    assert grid.clues - spare.at_most <= left.clues <= by_minimizing


def test_cages_that_do_not_fit_their_houses_are_told_as_arithmetic() -> None:
    cages = "killer:5:r1c1,r2c1+killer:5:r1c2,r1c3+killer:6:r2c2,r2c3+killer:5:r1c4,r2c4"
    found = satdoku.diagnose(satdoku.parse("." * 16, layout=f"4x4+{cages}"))
    said = "the cages in rows 1 and 2 add up to 21, the digits there to 20"
    assert found.conflict and found.conflict.sums == said and said in found.text()
    cages = "killer:5:r1c1,r1c2+killer:6:r2c1-r2c3"
    found = satdoku.diagnose(satdoku.parse("." * 16, layout=f"4x4+{cages}+killer:3:r1c3,r1c4"))
    assert found.conflict and found.conflict.sums == (
        "the cages in row 1 add up to 8, the digits there to 10"
    )
    cages = "killer:10:r1c1-r1c4+killer:3:r2c1,r2c2+killer:1:r2c3"
    found = satdoku.diagnose(satdoku.parse("." * 16, layout=f"4x4+{cages}"))
    assert found.conflict and found.conflict.sums.endswith(" to 10: 6 is left for r2c4")


def test_no_arithmetic_refutes_a_board_that_has_a_solution() -> None:
    changed = 0
    for made in satdoku.generate(12, seed=3, kind="killer", layout="6x6"):
        assert sum_conflict(made.layout) == ""
        for number, cage in enumerate(made.constraints):
            rules = [*made.constraints]
            rules[number] = replace(cage, values=(cage.values[0] + 1,))
            layout = made.layout.without_constraints().with_constraints(*rules)
            if sum_conflict(layout):
                changed += 1
                assert satdoku.count(satdoku.Puzzle((0,) * 36, layout), limit=1) == 0
    assert changed > 20


def test_a_sum_that_its_cage_cannot_have_is_told_by_itself() -> None:
    for total, said in ((8, "at most 7"), (2, "at least 3")):
        cages = f"killer:6:r1c1,r1c2+killer:{total}:r2c3,r2c4"
        found = sum_conflict(Layout.named(f"4x4+{cages}"))
        assert found == f"cage r2c34 that holds {total}: 2 cells add up to {said}"


def test_what_is_known_of_the_fewest_givens_is_told_of_the_usual_board_alone():
    usual = satdoku.diagnose("." * 81, time_limit=0.5)
    assert usual.freedom.addition.at_least == 17
    assert "at least 17: a classic 9x9 puzzle has at least 17 givens" in usual.text()
    other = satdoku.diagnose("." * 81, layout="9x9+diagonal", time_limit=0.5)
    assert other.freedom.addition.at_least < 17
    assert "a classic" not in other.text()
