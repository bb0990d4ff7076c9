"""How fast engines and encodings are, on this machine: `python benchmarks/engines.py DATA`.

DATA is a folder with seventeen-10k.txt (17-clue puzzles) and hardest-375.txt, a puzzle a line.
Rates are puzzles a second of processor time, solution and uniqueness, all in one run.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import time
from functools import partial
from itertools import combinations
from pathlib import Path

from timing import cpu_seconds, median_ms, row

import satdoku
from satdoku.backends import open_backend
from satdoku.encodings.cnf.registry import ENCODINGS
from satdoku.encodings.files.problem import Problem
from satdoku.encodings.files.targets import ExportChoice
from satdoku.operations.random_grids import random_grid
from satdoku.random_stream import RandomStream

THEORY = satdoku.Theory.of(satdoku.Layout.boxes(3, 3))


def pairwise_cnf() -> list[list[int]]:
    """What everyone writes first: at least one, and no two."""
    cnf = []
    for clause in THEORY.clauses:
        cnf.append(list(clause.variables))
        cnf += [[-a, -b] for a, b in combinations(clause.variables, 2)]
    return cnf


def fresh(puzzles: list[satdoku.Puzzle], solver: str, cnf: list[list[int]] | None) -> None:
    """A fresh solver a puzzle; with None its CNF is made for each puzzle too."""
    from pysat.solvers import Solver

    for puzzle in puzzles:
        with Solver(solver, bootstrap_with=cnf or pairwise_cnf()) as one:
            for given in puzzle.givens:
                one.add_clause([given])
            assert one.solve()
            one.add_clause([-v for v in one.get_model() if v > 0])
            assert not one.solve()


def kept(puzzles: list[satdoku.Puzzle], engine: str, encoding: str | None = None) -> float:
    """Our backend; returns puzzles a second in the last tenth."""
    backend = open_backend(engine, THEORY, encoding)
    last = puzzles[-len(puzzles) // 10 :]
    for puzzle in puzzles[: -len(last)]:
        assert sum(1 for _ in backend.completions(puzzle.givens, limit=2)) == 1
    start = time.process_time()
    for puzzle in last:
        assert sum(1 for _ in backend.completions(puzzle.givens, limit=2)) == 1
    return len(last) / (time.process_time() - start)


def from_the_shell(path: Path, solver: str) -> float:
    """Puzzles a second of the whole command, which starts Python, reads, solves and writes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-m", "satdoku", "solve", "--engine", solver, "--format", "line", path],
        capture_output=True,
        text=True,
        check=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return done.stdout.count("\n") / seconds


def compare_kept_and_fresh(path: Path, wanted: int) -> None:
    """Rates of the kept solver against a fresh one per puzzle."""
    name, puzzles = path.stem, list(satdoku.parse_all(path.read_text()))
    few = puzzles[:: max(1, len(puzzles) // 200)]
    for solver in ("glucose4", "cadical153"):
        cnf = pairwise_cnf()
        first = len(few) / cpu_seconds(partial(fresh, few, solver, None))
        loaded = len(few) / cpu_seconds(partial(fresh, few, solver, cnf))
        start = time.process_time()
        at_the_end = kept(puzzles, solver)
        rate = len(puzzles) / (time.process_time() - start)
        row(f"{name}, {solver}: CNF and solver made for each puzzle", first, "", "/s")
        row(f"{name}, {solver}: fresh solver, CNF made once", loaded, "", "/s")
        row(f"{name}, {solver}: kept, givens as assumptions", rate, "", "/s")
        row("    the same over its last tenth", at_the_end, "", "/s")
        shell = from_the_shell(path, solver)
        row("    the same from the shell: satdoku solve", shell, "", "/s")
        row("    kept over made for each", rate / first, f"wanted >= {wanted}", "x")
        row("    kept over fresh with the CNF made once", rate / loaded, "", "x")
        row("    from the shell over made for each", shell / first, "", "x")
        row("    from the shell over fresh with the CNF made once", shell / loaded, "", "x")


def compare_names(path: Path) -> None:
    """Calls with an engine's name in a loop, against the kept solver's own time."""
    puzzles = list(satdoku.parse_all(path.read_text()))
    for solver in ("glucose4", "cadical153"):
        with satdoku.engine(solver) as engine:
            own = cpu_seconds(
                lambda e=engine: [sum(1 for _ in e.completions(p.givens, limit=2)) for p in puzzles]
            )
        for function in (satdoku.solve, satdoku.solution, satdoku.count, satdoku.outcome):
            more = {"limit": 2} if function is satdoku.count else {}
            by_name = cpu_seconds(
                lambda call=function, more=more, engine=solver: [
                    call(puzzle, engine=engine, **more) for puzzle in puzzles
                ]
            )
            name = f"{function.__name__}(puzzle, engine={solver!r}), {len(puzzles):,} calls"
            row(f"{name}, over the kept solver", by_name / own, "wanted <= 1.5", "x")


def cpsat_ratio(puzzles: list[satdoku.Puzzle]) -> None:
    """A kept CP-SAT model against a fresh one per puzzle."""
    for model in ("cpsat", "cpsat-integers"):
        backend = open_backend(model, THEORY)

        def with_kept(backend: object = backend) -> None:
            for puzzle in puzzles:
                next(backend.completions(puzzle.givens, limit=1))  # type: ignore[attr-defined]

        def with_fresh(model: str = model) -> None:
            for puzzle in puzzles:
                next(open_backend(model, THEORY).completions(puzzle.givens, limit=1))

        times = [(cpu_seconds(with_fresh), cpu_seconds(with_kept)) for _ in range(3)]
        row(f"{model}: fresh model", len(puzzles) / min(a for a, _ in times), "", "/s")
        row(f"{model}: kept proto", len(puzzles) / min(b for _, b in times), "", "/s")
        ratio = statistics.median(a / b for a, b in times)
        row("    kept over fresh", ratio, "wanted >= 2", "x")


LARGE = """
import resource, time
start = time.perf_counter()
import satdoku
from satdoku.backends import open_backend
layout = satdoku.Layout.of_size(49)
[grid] = open_backend("minicard", satdoku.Theory.of(layout)).completions((), limit=1)
board = satdoku.Puzzle.from_variables(grid, layout)
assert all(len({board.cells[c] for c in house.cells}) == 49 for house in layout.houses)
print(time.perf_counter() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


def large_boards() -> None:
    """The empty 49×49 board, and 36×36 boards with 45 % givens, as whole runs."""
    done = subprocess.run([sys.executable, "-c", LARGE], capture_output=True, text=True, check=True)
    seconds, megabytes = map(float, done.stdout.split())
    row("empty 49x49 with minicard, theory to verified grid", seconds, "wanted <= 3", "s")
    row("    memory of the whole process", megabytes, "wanted <= 150", "MB")
    layout = satdoku.Layout.of_size(36)
    times = []
    for seed in range(1, 6):
        blank = RandomStream(seed, 1).permutation(1296)[round(1296 * 0.45) :]
        puzzle = random_grid(layout, seed=seed).without(blank)
        start = time.perf_counter()
        assert next(satdoku.solutions(puzzle, limit=1)).is_full
        times.append(time.perf_counter() - start)
    row(
        "36x36 with 45 % givens, engine auto: median of 5",
        statistics.median(times),
        "wanted <= 10",
        "s",
    )
    row("    slowest of 5", max(times), "", "s")


def main() -> None:
    """Print the table."""
    if len(sys.argv) < 2:
        raise SystemExit("usage: python benchmarks/engines.py DATA")
    folder = Path(sys.argv[1])
    print(f"Python {sys.version.split()[0]}")
    problem = Problem(THEORY)
    form = ExportChoice.named("dimacs", "pairwise")
    row(
        "export of the 9x9 pairwise CNF",
        median_ms(lambda: form.content(problem), 11),
        "wanted <= 50",
    )
    for name, encoding in ENCODINGS.items():
        variables, clauses = encoding.size(THEORY)
        print(f"    {name:12} {variables:7,} variables {clauses:7,} clauses")
    if (folder / "seventeen-10k.txt").exists():
        easy = folder / "seventeen-10k.txt"
        compare_kept_and_fresh(easy, 15)
        compare_names(easy)
        compare_kept_and_fresh(folder / "hardest-375.txt", 3)
        cpsat_ratio(list(satdoku.parse_all(easy.read_text()))[::200])
    else:
        print(f"no puzzles in {folder}: give the folder that holds seventeen-10k.txt")
    large_boards()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    row("memory of this benchmark", peak, "", "MB")


if __name__ == "__main__":
    main()
