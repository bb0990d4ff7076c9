"""Clauses that break symmetries: they keep a solution of each class, as brute force finds them."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

import satdoku
from satdoku.encodings.cnf.registry import encoding_named
from satdoku.encodings.files.problem import Problem
from satdoku.encodings.symmetry_breaking import SymmetryBreaking, symmetries_of
from satdoku.theory import Theory

Solver = pytest.importorskip("pysat.solvers").Solver


def kept(problem, encoding="pairwise"):
    """Return the solutions that the clauses leave, as sets of board variables, with repetitions."""
    broken = SymmetryBreaking.of(encoding_named(encoding), problem)
    clauses = [*broken.clauses(problem.theory), *((g,) for g in problem.givens)]
    top = problem.theory.board_variables
    with Solver("cadical153", bootstrap_with=clauses) as solver:
        models = [frozenset(v for v in m if 0 < v <= top) for m in solver.enum_models()]
    variables, count = broken.size(problem.theory)
    assert count == len(clauses) - len(problem.givens)
    assert variables == max(abs(x) for clause in clauses for x in clause)
    return models


def classes(problem):
    """Return the classes of the solutions under the symmetries, all solutions found by dlx."""
    puzzle = satdoku.Puzzle.from_variables(problem.givens, problem.theory.layout)
    found = {frozenset(p.givens) for p in satdoku.solutions(puzzle, engine="dlx")}
    images, left, result = symmetries_of(problem), set(found), []
    while left:
        one, todo = set(), [left.pop()]
        while todo:
            solution = todo.pop()
            one.add(solution)
            for image in images:
                other = frozenset(image[v] for v in solution)
                assert other in found, "the image of a solution is a solution"
                if other in left:
                    left.discard(other)
                    todo.append(other)
        result.append(one)
    return result


BOARDS = [
    ("4x4", "................", 3),
    ("4x4", "1...............", 6),
    ("4x4", "1.....2.........", 12),
    ("4x4", "12..............", None),
    ("4x4+diagonal", "................", None),
    ("4x4+anti-knight", "................", None),
    ("4x4+thermo:r1c1-r1c3", "................", None),
    ("4x4/latin", "................", None),
    ("6x6", "123456456...............3...........", None),
]


@pytest.mark.parametrize(("layout", "line", "most"), BOARDS)
def test_a_solution_of_each_class_is_kept(layout, line, most):
    problem = Problem.of(satdoku.parse(line, layout))
    models, groups = kept(problem), classes(problem)
    assert len(models) == len(set(models)), "auxiliary variables have one value in each solution"
    assert set(models) <= set().union(*groups)
    assert all(group & set(models) for group in groups)
    assert len(models) < sum(map(len, groups)) or all(len(group) == 1 for group in groups)
    assert most is None or len(models) <= most


@given(st.lists(st.tuples(st.integers(0, 15), st.integers(1, 4)), max_size=4))
def test_any_givens_on_the_4x4_board(placed):
    cells = [0] * 16
    for cell, digit in placed:
        cells[cell] = digit
    problem = Problem.of(satdoku.Puzzle(tuple(cells), satdoku.Layout.of_size(4)))
    models = set(kept(problem))
    assert all(group & models for group in classes(problem))


def test_the_empty_board_has_the_symmetries_of_the_field():
    assert len(classes(Problem(Theory.of("4x4")))) == 2  # both classes of grids of the 4x4 board


def test_an_irregular_board_has_its_digits_exchanged():
    layout = satdoku.parse("." * 16, "4x4/jigsaw:1112122233343444").layout
    assert len(symmetries_of(Problem(Theory.of(layout)))) >= 3


@pytest.mark.parametrize("encoding", ["pairwise", "minimal", "product", "order", "log", "triads"])
def test_a_proper_puzzle_keeps_its_solution_in_every_encoding(encoding):
    puzzle = satdoku.parse(
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    )
    (model,) = kept(Problem.of(puzzle), encoding)
    assert model == frozenset(satdoku.solution(puzzle).givens)


def test_exported_files_have_them_and_combine_with_the_other_options():
    plain = satdoku.export(None, layout="4x4").text()
    broken = satdoku.export(None, layout="4x4", asymmetric=True).text()
    assert broken.startswith("c satdoku")
    assert "symmetries broken" in broken
    assert "symmetries broken" not in plain
    puzzle = "1..............."
    for options in ({"distinct": True}, {"simplified": True}):
        text = satdoku.export(puzzle, asymmetric=True, **options).text()
        head = next(line for line in text.splitlines() if line.startswith("p cnf"))
        clauses = [line for line in text.splitlines() if line[0] not in "cp"]
        assert int(head.split()[3]) == len(clauses)
        with Solver("glucose4", bootstrap_with=[[*map(int, c.split())][:-1] for c in clauses]) as s:
            assert s.solve()


@pytest.mark.room("research")
def test_other_targets_refuse_the_option():
    run = [sys.executable, "-m", "satdoku", "export", "--to", "knf", "--break-symmetries"]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "--break-symmetries are for dimacs" in done.stderr
    assert "Traceback" not in done.stderr
