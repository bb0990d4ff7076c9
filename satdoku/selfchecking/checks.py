"""The checks that run on each puzzle. A check returns a description of the problem, or "".

No result is judged by the component that produced it (`judge`). Checks that take longer, of steps,
certificates, canonical forms and diagnoses, run in the tests (tests/fuzz/more_checks.py).
"""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt

import numpy as np

from ..backends.registry import installed
from ..board import Puzzle
from ..errors import ParseError
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
    from ..encodings.files.targets import Form

    solvable = bool(judged(puzzle))
    for name in ENCODINGS:
        text = Form.named(encoding=name).content(Problem.of(puzzle)).decode()
        with Solver("glucose4", CNF(from_string=text)) as solver:
            if solver.solve() != solvable:
                return f"the encoding {name} is {'un' * solvable}satisfiable"
            if solvable:
                grid = grid_of(solver.get_model(), read_key(text.splitlines()))
                if differs(grid, {grid.givens}, name) or set(puzzle.givens) - set(grid.givens):
                    return f"the encoding {name} decodes to a wrong solution"
    return ""


def check_kernels(puzzle: Puzzle) -> str:
    """Check that kernels and plain Python agree on counts and on the base rules' candidates."""
    from ..board import STANDARD
    from ..kernels.any_theory.arrays import AnyTheory
    from ..kernels.lockstep.arrays import Lockstep
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


def check_text(puzzle: Puzzle) -> str:
    """Check that written text is read back, that a file reads like its lines, and that a truncated
    line is reported."""
    from ..formats.text.line_blocks import Boards, read_part
    from ..formats.text.reader import Reader, parse, read_found, text_lines
    from ..formats.text.rows import WIDE

    for text in (puzzle.line, str(puzzle)):
        if parse(text, puzzle.layout) != puzzle:
            return f"{text!r} is read as a different puzzle"
    file, read = (puzzle.line + "\n").encode() * 3, list[list[int]]()
    for part in read_part(Reader(puzzle.layout), 1, file):
        if not isinstance(part, Boards):
            return f"a file of three lines of it cannot be read: {part}"
        read += part.cells.tolist()
    if read != [list(puzzle.cells)] * 3:
        return "a file of three lines of it is read differently from one line"
    cut = puzzle.line[: 3 * len(puzzle.line) // 5]
    if len(cut) > WIDE and isqrt(len(cut)) ** 2 < len(cut):
        text = f"{puzzle.line}\n{cut}\n{puzzle.line}"
        named = [
            isinstance(item, ParseError) for item in read_found(text_lines(text), puzzle.layout)
        ]
        if named != [False, True, False]:
            return f"a line cut off after {len(cut)} characters is not named"
    return ""


Check = Callable[[Puzzle], str]
CHECKS: dict[str, Check] = {
    "text": check_text,
    "engines": check_engines,
    "encodings": check_encodings,
    "kernels": check_kernels,
}
