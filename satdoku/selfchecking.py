"""Proof of the program: random puzzles on random boards go through all that answers the same
question, and any disagreement is shrunk to the smallest puzzle that shows it.

A check looks at one puzzle and says what is wrong, "" if nothing is. To add one, write a function
and list it in `CHECKS`. No answer is judged by what gave it: the judge is dancing links, which
shares no code with the others, and the theory's clauses.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from .backends.registry import open_backend
from .board import Puzzle
from .errors import TimeLimitReached
from .layout import Layout
from .operations.random_grids import draw_grid
from .random_stream import RandomStream
from .theory import Theory

#: Solutions that are compared.
LIMIT = 5
#: Seconds that one engine may take for one puzzle; what takes longer is left out.
SECONDS = 10.0
ENGINES = ("native", "glucose4", "cadical153", "minicard", "cpsat")
BOARDS = (
    "1x1", "2x2/latin", "3x3/latin", "4x4", "4x4/latin", "4x4+diagonal", "5x5", "6x6", "6x6/3x2",
    "6x6+diagonal", "6x6/jigsaw:112333112433122443122544666545666555", "6x6+house:r1c1,r2c3,r3c5",
    "7x7", "8x8", "8x8/4x2", "9x9", "9x9+diagonal", "9x9+window", "9x9+center",
    "9x9/jigsaw:111122222113333322114433352144663552446666555447666588747995588777999998777998888",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Failure:
    """A check that failed: on which puzzle (as small as it could be made), and what is wrong."""

    check: str
    puzzle: Puzzle
    problem: str

    @property
    def command(self) -> str:
        """What shows it again."""
        return f"satdoku selfcheck --check {self.check} --layout '{self.puzzle.layout.name}' " + (
            self.puzzle.line
        )


def random_puzzle(seed: int, index: int, layout: Layout | None = None) -> Puzzle:
    """Puzzle number `index` of a run: from nearly empty to full, one in four with a wrong digit.

    layout: where none is given, one of `BOARDS`.
    """
    stream = RandomStream(seed, index)
    drawn = BOARDS[stream.below(len(BOARDS))]
    layout = layout or Layout.named(drawn)
    cells = list(draw_grid(layout, stream).cells)
    order = stream.permutation(layout.cell_count)
    # Large boards keep more: nearly empty ones take some engines minutes.
    least = layout.cell_count // 4 if layout.size > 6 else 0
    kept = least + stream.below(layout.cell_count - least + 1)
    for cell in order[kept:]:
        cells[cell] = 0
    if stream.below(4) == 0:
        cells[stream.below(layout.cell_count)] = 1 + stream.below(layout.size)
    return Puzzle(tuple(cells), layout)


def look_at(puzzle: Puzzle, names: tuple[str, ...] = ()) -> Iterator[Failure]:
    """What the checks (of these names, or all) find wrong with one puzzle, shrunk."""
    for name in names or CHECKS:
        problem = ask(name, puzzle)
        if problem:
            smallest = shrink(puzzle, lambda board, name=name: bool(ask(name, board)))  # type: ignore[misc]
            yield Failure(name, smallest, ask(name, smallest))


def ask(name: str, puzzle: Puzzle) -> str:
    """What a check says; an error is wrong too, but for a time limit."""
    try:
        return CHECKS[name](puzzle)
    except TimeLimitReached:
        return ""
    except Exception as error:  # any error is what we look for
        return f"{type(error).__name__}: {error}"


def shrink(puzzle: Puzzle, fails: Callable[[Puzzle], bool]) -> Puzzle:
    """A puzzle below this one that fails, from which no given can go without it failing no more."""
    changed = True
    while changed:
        changed = False
        for cell, digit in enumerate(puzzle.cells):
            if digit and fails(fewer := puzzle.without([cell])):
                puzzle, changed = fewer, True
    return puzzle


# -- The checks -----------------------------------------------------------------------------------


def solutions_of(puzzle: Puzzle, engine: str, encoding: str | None = None) -> set[tuple[int, ...]]:
    """Up to `LIMIT` solutions, by an engine."""
    backend = open_backend(engine, Theory.of(puzzle.layout), encoding)
    return set(backend.completions(puzzle.givens, limit=LIMIT, time_limit=SECONDS))


def judged(puzzle: Puzzle) -> set[tuple[int, ...]]:
    """Up to `LIMIT` solutions, by the judge."""
    return solutions_of(puzzle, "dlx")


def differs(puzzle: Puzzle, found: set[tuple[int, ...]], who: str) -> str:
    """What is wrong with solutions, up to `LIMIT`, that somebody found."""
    theory, wanted = Theory.of(puzzle.layout), judged(puzzle)
    for true in found:
        if theory.violation(set(true)) or not set(puzzle.givens) <= set(true):
            return f"{who} gives what is no solution"
    if len(found) != len(wanted) or (len(wanted) < LIMIT and found != wanted):
        return f"{who} finds {len(found)} solutions, dlx {len(wanted)}"
    return ""


def check_engines(puzzle: Puzzle) -> str:
    """Every engine finds the same solutions."""
    for engine in ENGINES:
        if problem := differs(puzzle, solutions_of(puzzle, engine), engine):
            return problem
    return ""


def check_encodings(puzzle: Puzzle) -> str:
    """Every encoding, written as DIMACS, solved and decoded, is satisfiable as it should be."""
    from pysat.formula import CNF
    from pysat.solvers import Solver

    from .encodings.decode import grid_of, read_key
    from .encodings.problem import Problem
    from .encodings.registry import ENCODINGS
    from .encodings.targets import export

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
                    return f"the encoding {name} decodes to what is no solution"
    return ""


def check_kernels(puzzle: Puzzle) -> str:
    """Compiled code counts, and decides by the base rules, as plain code does."""
    from .batch.interpreter import PlainTasks
    from .board import STANDARD
    from .kernels.any_theory import AnyTheory
    from .kernels.lockstep import Lockstep
    from .kernels.tasks import Tasks

    theory, board = Theory.of(puzzle.layout), np.array([puzzle.cells], np.uint8)
    wanted, count = PlainTasks(theory, False).base_rules(board), len(judged(puzzle))
    kernels: list[Tasks] = [AnyTheory(theory)]
    kernels += [Lockstep()] if puzzle.layout == STANDARD else []
    for kernel in kernels:
        name = type(kernel).__name__
        solved = kernel.solve(board, LIMIT, True)
        if solved.counts[0] != count:
            return f"the kernel {name} finds {solved.counts[0]} solutions, dlx {count}"
        grid = Puzzle(tuple(solved.solutions[0].tolist()), puzzle.layout)
        if count and (not grid.is_full or Theory.of(grid.layout).violation(set(grid.givens))):
            return f"the kernel {name} gives what is no solution"
        found = kernel.base_rules(board)
        if found.status[0] != wanted.status[0] or (found.candidates != wanted.candidates).any():
            return f"the kernel {name} decides other candidates than the plain engine"
    return ""


def check_logic(puzzle: Puzzle) -> str:
    """Steps are verified, end in the solution, and the rating by compiled code is the same."""
    from .logic.explaining import explain
    from .logic.rating import rate, rate_boards

    wanted = judged(puzzle)
    if len(wanted) != 1:
        return ""
    found = explain(puzzle)
    if found.outcome != "solved" or {found.end.board.givens} != wanted:
        return f"the steps end {found.outcome}, not in the solution"
    if [rate(puzzle)] != rate_boards(np.array([puzzle.cells], np.uint8), puzzle.layout):
        return "the rating by compiled code is another one"
    return ""


def check_certificates(puzzle: Puzzle) -> str:
    """What is proper is certified, and verified; what is not, is not."""
    from .certificates.certifying import Unfounded, certify
    from .certificates.checker import check

    is_proper = len(judged(puzzle)) == 1
    try:
        line = certify(puzzle, time_limit=SECONDS).line
    except Unfounded as error:
        return f"not certified: {error}" if is_proper else ""
    if not is_proper:
        return "certified, and not proper"
    check(line.encode() + b"\n")
    return ""


def check_forms(puzzle: Puzzle) -> str:
    """The least form has as many solutions, and is its own least form."""
    from .batch.least_forms import canonical, contradicts_itself

    if contradicts_itself(np.array([puzzle.cells], np.uint8), puzzle.layout).any():
        return ""
    form = canonical(puzzle).puzzle
    if canonical(form).puzzle != form:
        return f"the form {form.line} has another form"
    if len(judged(form)) != len(judged(puzzle)):
        return f"the form {form.line} has another number of solutions"
    return ""


def check_text(puzzle: Puzzle) -> str:
    """What is written is read again."""
    from .formats.reader import parse

    for text in (puzzle.line, str(puzzle)):
        if parse(text, puzzle.layout) != puzzle:
            return f"{text!r} is read as another puzzle"
    return ""


def check_diagnoses(puzzle: Puzzle) -> str:
    """Conflicts conflict and cannot shrink; additions leave one solution; spare givens can go."""
    from .diagnosis.diagnosing import diagnose

    def number(givens: set[int]) -> int:
        return len(judged(Puzzle.from_variables(givens, puzzle.layout)))

    found, givens = diagnose(puzzle, limit=100, sets=3, time_limit=1.0), set(puzzle.givens)
    if found.outcome != {0: "no solution", 1: "proper"}.get(number(givens), "several solutions"):
        return f"the diagnosis is {found.outcome}"
    for conflict in found.conflict.sets if found.conflict else ():
        if number(set(conflict)) or not all(number(set(conflict) - {v}) for v in conflict):
            return "a conflict is none, or not minimal"
    if found.freedom and number(givens | set(found.freedom.addition.variables)) != 1:
        return "an addition does not make it proper"
    if found.spare and number(givens - set(found.spare.together)) != 1:
        return "givens that can go together cannot"
    return ""


CHECKS: dict[str, Callable[[Puzzle], str]] = {
    "text": check_text,
    "engines": check_engines,
    "encodings": check_encodings,
    "kernels": check_kernels,
    "logic": check_logic,
    "certificates": check_certificates,
    "forms": check_forms,
    "diagnoses": check_diagnoses,
}
