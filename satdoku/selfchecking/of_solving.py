"""Check that whatever solves is right: engines, encodings, kernels."""

from __future__ import annotations

import io

import numpy as np

from ..backends.registry import installed
from ..board import Puzzle
from ..inference.deduction import DENIED, Deduction
from ..theory import Theory
from .judge import LIMIT, differs, judged, solutions_of

ENGINES = ("native", "glucose4", "cadical153", "minicard", "cpsat")


def check_engines(puzzle: Puzzle) -> str:
    """Check that every engine finds the same solutions."""
    for engine in installed(ENGINES):
        if problem := differs(puzzle, solutions_of(puzzle, engine), engine):
            return problem
    return ""


def check_encodings(puzzle: Puzzle) -> str:
    """Check that each encoding, exported as DIMACS, solved and decoded, is satisfiable exactly if
    the puzzle has a solution."""
    from pysat.formula import CNF
    from pysat.solvers import Solver

    from ..encodings.cnf.registry import ENCODINGS
    from ..encodings.decode import grid_of, read_key
    from ..encodings.files.problem import Problem
    from ..encodings.files.targets import export

    solvable = bool(judged(puzzle))
    for name in ENCODINGS:
        text = io.StringIO()
        export(Problem.of(puzzle), text, encoding=name)
        with Solver("glucose4", CNF(from_string=text.getvalue())) as solver:
            if solver.solve() != solvable:
                return f"the encoding {name} is {'un' * solvable}satisfiable"
            if solvable:
                grid = grid_of(solver.get_model(), read_key(text.getvalue().splitlines()))
                if differs(grid, {grid.givens}, name) or set(puzzle.givens) - set(grid.givens):
                    return f"the encoding {name} decodes to a wrong solution"
    return ""


def check_kernels(puzzle: Puzzle) -> str:
    """Check that kernels and plain Python agree on counts and on the base rules' candidates."""
    from ..board import STANDARD
    from ..kernels.any_theory import AnyTheory
    from ..kernels.lockstep import Lockstep
    from ..kernels.tasks import Tasks

    theory, board = Theory.of(puzzle.layout), np.array([puzzle.cells], np.uint8)
    if theory.has_helpers:
        return ""  # kernels do not support auxiliary variables
    count, deduction = len(judged(puzzle)), Deduction(theory)
    deduction.extend(list(puzzle.givens))
    left = deduction.status[1:]
    kernels: list[Tasks] = [AnyTheory(theory)]
    kernels += [Lockstep()] if puzzle.layout == STANDARD else []
    for kernel in kernels:
        name = type(kernel).__name__
        solved = kernel.solve(board, LIMIT, True)
        if solved.counts[0] != count:
            return f"the kernel {name} finds {solved.counts[0]} solutions, dlx {count}"
        grid = Puzzle(tuple(solved.solutions[0].tolist()), puzzle.layout)
        if count and (not grid.is_full or Theory.of(grid.layout).violation(set(grid.givens))):
            return f"the kernel {name} returned a wrong solution"
        found = kernel.base_rules(board)
        n = puzzle.layout.size
        for cell, candidates in enumerate(found.candidates[0].tolist()):
            mine = [not deduction.is_broken and state != DENIED for state in left[cell * n :][:n]]
            if candidates != sum(1 << digit for digit in range(n) if mine[digit]):
                return f"the kernel {name} decides different candidates from the native engine"
    return ""
