"""The checks that run on each puzzle. A check returns a description of the problem, or "".

No result is judged by the component that produced it: the reference is dancing links, which shares
no code with the other engines, and the clauses of the theory. Checks that take longer, of steps,
certificates, canonical forms and diagnoses, run in the tests (tests/fuzz/more_checks.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain
from math import isqrt
from typing import TYPE_CHECKING

import numpy as np

from ..backends.base import ProcessorClock
from ..backends.registry import installed, open_backend
from ..board import STANDARD, Puzzle
from ..errors import ParseError, need_pysat
from ..inference.deduction import DENIED, Deduction
from ..theory import Theory, Variables

if TYPE_CHECKING:
    from ..kernels.tasks import Tasks

#: Maximum number of solutions that are compared.
LIMIT = 5
#: Processor seconds for one engine on one puzzle; after that the check is skipped. Not seconds of
#: the clock: a busy machine must not decide what is checked.
SECONDS = 10.0
ENGINES = ("native", "glucose4", "cadical153", "minicard", "cpsat")


def solutions_of(puzzle: Puzzle, engine: str) -> set[Variables]:
    """Return up to `LIMIT` solutions found by an engine."""
    backend = open_backend(engine, Theory.of(puzzle.layout))
    found = backend.find_boards(puzzle.givens, LIMIT, ProcessorClock(SECONDS))
    return set(map(backend.theory.on_board, found))


def judged(puzzle: Puzzle) -> set[Variables]:
    """Return up to `LIMIT` solutions found by the reference engine."""
    return solutions_of(puzzle, "dlx")


def differs(puzzle: Puzzle, found: set[Variables], who: str) -> str:
    """Return what is wrong with the solutions (up to `LIMIT`) that component `who` found, or ""."""
    theory = Theory.of(puzzle.layout)
    expected = judged(puzzle)
    for true in found:
        if _is_none(theory, true) or not set(puzzle.givens) <= set(true):
            return f"{who} returned a wrong solution"
    # At the limit each engine may have found others of many solutions: then only their number
    # counts.
    if len(found) != len(expected) or (len(expected) < LIMIT and found != expected):
        return f"{who} finds {len(found)} solutions, dlx {len(expected)}"
    return ""


def _is_none(theory: Theory, true: Iterable[int]) -> bool:
    """Whether these board variables are not a solution; the base rules derive auxiliary
    variables."""
    if not theory.has_helpers:
        return theory.violation(set(true)) is not None
    deduction = Deduction(theory)
    return not (deduction.extend(list(true)) and deduction.is_complete)


def check_engines(puzzle: Puzzle) -> str:
    """Check that every engine finds the same solutions."""
    for engine in installed(ENGINES):
        if problem := differs(puzzle, solutions_of(puzzle, engine), engine):
            return problem
    return ""


def check_encodings(puzzle: Puzzle) -> str:
    """Check that each encoding, exported as DIMACS, solved and decoded, is satisfiable exactly if
    the puzzle has a solution."""
    need_pysat()
    from pysat.formula import CNF
    from pysat.solvers import Solver

    from ..encodings.cnf.registry import ENCODINGS
    from ..encodings.decode import grid_of, read_key
    from ..encodings.files.problem import Problem
    from ..encodings.files.targets import ExportChoice

    # The reference says whether there is a solution; the clauses judge the one that was decoded.
    solvable = bool(judged(puzzle))
    for name in ENCODINGS:
        text = ExportChoice.named(encoding=name).content(Problem.of(puzzle)).decode()
        with Solver("glucose4", CNF(from_string=text)) as solver:
            if solver.solve() != solvable:
                word = "unsatisfiable" if solvable else "satisfiable"
                return f"the encoding {name} is {word}"
            if solvable:
                grid = grid_of(solver.get_model(), read_key(text.splitlines()))
                if differs(grid, {grid.givens}, name) or set(puzzle.givens) - set(grid.givens):
                    return f"the encoding {name} decodes to a wrong solution"
    return ""


def check_kernels(puzzle: Puzzle) -> str:
    """Check that kernels and plain Python agree on counts and on the base rules' candidates."""
    from ..kernels.any_theory.theory_tasks import AnyTheory
    from ..kernels.lockstep.lockstep_tasks import Lockstep

    theory = Theory.of(puzzle.layout)
    if theory.has_helpers:
        return ""  # kernels do not support auxiliary variables
    count = len(judged(puzzle))
    candidates = _candidates_by_base_rules(puzzle, theory)
    kernels: list[Tasks] = [AnyTheory(theory)]
    if puzzle.layout == STANDARD:
        kernels.append(Lockstep())
    for kernel in kernels:
        problem = _check_kernel(kernel, puzzle, count, candidates)
        if problem:
            return f"the kernel {type(kernel).__name__} {problem}"
    return ""


def _candidates_by_base_rules(puzzle: Puzzle, theory: Theory) -> list[int]:
    """Return the candidates of each cell that the native engine leaves, as bits from digit 1."""
    n = puzzle.layout.size
    deduction = Deduction(theory)
    deduction.extend(puzzle.givens)
    if deduction.is_broken:
        return [0] * puzzle.layout.cell_count
    left = deduction.status[1:]
    candidates = []
    for cell in puzzle.layout.all_cells:
        states = left[cell * n :][:n]
        candidates.append(sum(1 << d for d, state in enumerate(states) if state != DENIED))
    return candidates


def _check_kernel(kernel: Tasks, puzzle: Puzzle, count: int, candidates: list[int]) -> str:
    """Return what a kernel does wrong, "" if nothing. count: the number of solutions up to `LIMIT`;
    candidates: those that the base rules leave."""
    board = np.array([puzzle.cells], np.uint8)
    solved = kernel.solve(board, LIMIT, want_solutions=True)
    if solved.counts[0] != count:
        return f"finds {solved.counts[0]} solutions, dlx {count}"
    if count:
        grid = Puzzle(tuple(solved.solutions[0].tolist()), puzzle.layout)
        if not grid.is_full or Theory.of(grid.layout).violation(set(grid.givens)):
            return "returned a wrong solution"
    if kernel.base_rules(board).candidates[0].tolist() != candidates:
        return "decides different candidates from the native engine"
    return ""


def check_text(puzzle: Puzzle) -> str:
    """Check that written text is read back, that a file reads like its lines, and that a truncated
    line is reported."""
    from ..formats.text.line_blocks import Boards, gathered, read_part
    from ..formats.text.reader import TextReader, parse, read_found, text_lines
    from ..formats.text.rows import WIDE

    for text in (puzzle.line, str(puzzle)):
        if parse(text, puzzle.layout) != puzzle:
            return f"{text!r} is read as a different puzzle"
    file = (puzzle.line + "\n").encode() * 3
    read = list[list[int]]()
    reader = TextReader(puzzle.layout)
    for part in chain(read_part(reader, 1, file), gathered(reader.end())):
        if not isinstance(part, Boards):
            return f"a file of three lines of it cannot be read: {part}"
        read += part.cells.tolist()
    if read != [list(puzzle.cells)] * 3:
        return "a file of three lines of it is read differently from one line"
    # A square number of cells would be read as a smaller board, so such a cut is not tried.
    cut = puzzle.line[: 3 * len(puzzle.line) // 5]
    if len(cut) > WIDE and isqrt(len(cut)) ** 2 < len(cut):
        text = f"{puzzle.line}\n{cut}\n{puzzle.line}"
        named = [isinstance(one, ParseError) for one in read_found(text_lines(text), puzzle.layout)]
        if named != [False, True, False]:
            return f"a line cut off after {len(cut)} characters is not named"
    return ""


Check = Callable[[Puzzle], str]
CHECKS: dict[str, Check] = {
    "text": check_text, "engines": check_engines, "encodings": check_encodings,
    "kernels": check_kernels,
}  # fmt: skip
