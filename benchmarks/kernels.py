"""How fast the kernels are on this machine, beside other solvers.

    python benchmarks/kernels.py DATA

DATA: a folder with seventeen-10k.txt, hardest-375.txt and top1465.txt (one puzzle a line).
`qqwing` is asked if it is installed; `tdoku.py` compares with tdoku. All do the same work: two
solutions are looked for, the first is written. Boards are shuffled by the symmetries of the grid,
so that no engine meets one twice. Rates are by processor time, the median of several rounds in
which the engines take turns; threads and whole commands are by the clock.
"""

from __future__ import annotations

import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from timing import row

from satdoku import Layout, Puzzle, Theory, batch
from satdoku.backends.registry import open_backend
from satdoku.batch.boards import groups_of
from satdoku.board import STANDARD
from satdoku.formats.text.line_blocks import texts
from satdoku.kernels.any_theory.theory_tasks import AnyTheory
from satdoku.kernels.lockstep.lockstep_tasks import Lockstep
from satdoku.kernels.stream import streams
from satdoku.kernels.tasks import Removals

ROUNDS = 5
FILES = ("seventeen-10k.txt", "hardest-375.txt", "top1465.txt")
THEORY = Theory.of(STANDARD)


def read(path: Path) -> np.ndarray:
    """The boards of a file of lines."""
    lines = [line for line in path.read_text().splitlines() if len(line) > 80 and line[0] != "#"]
    boards = [line[:81].replace(".", "0") for line in lines]
    return np.array([[int(digit) for digit in board] for board in boards], np.uint8)


def shuffled(boards: np.ndarray, count: int, seed: int = 0) -> np.ndarray:
    """So many boards, each one of these under a random symmetry of the grid."""
    random = np.random.default_rng(seed)
    boards = boards[np.arange(count) % len(boards)].reshape(-1, 9, 9)
    digits = random.permuted(np.tile(np.arange(1, 10), (count, 1)), axis=1)
    digits = np.concatenate([np.zeros((count, 1), int), digits], axis=1)

    def lines() -> np.ndarray:
        bands = random.permuted(np.tile(np.arange(3), (count, 1)), axis=1)
        inner = random.permuted(np.tile(np.arange(3), (count, 3, 1)), axis=2)
        numbers: np.ndarray = 3 * bands[:, :, None] + inner
        return numbers.reshape(count, 9)

    every = np.arange(count)[:, None, None]
    boards = boards[every, lines()[:, :, None], lines()[:, None, :]]
    turned = random.random(count) < 0.5
    boards[turned] = boards[turned].transpose(0, 2, 1)
    renamed: np.ndarray = digits[every, boards].astype(np.uint8)
    return renamed.reshape(count, 81)


def rates(works: dict[str, tuple[Callable[[], object], int]]) -> dict[str, float]:
    """Boards a second of processor time, for each of some works on so many boards.

    Of all threads: the main thread has another one run kernels.
    """
    seconds: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(ROUNDS):
        for name, (work, _) in works.items():
            start = time.process_time()
            work()
            seconds[name].append(time.process_time() - start)
    return {name: works[name][1] / statistics.median(seconds[name]) for name in works}


def clock(work: Callable[[], object]) -> float:
    """Median seconds by the clock."""
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def solvers(path: Path) -> None:
    """The lockstep solver beside others, on one file."""
    own = read(path)
    boards = shuffled(own, {"hardest-375.txt": 10_000}.get(path.name, 50_000))
    works: dict[str, tuple[Callable[[], object], int]] = {
        "kernel": (lambda: Lockstep().solve(boards, 2, True), len(boards))
    }
    works["kernel"][0]()
    few = boards[: 60 if "hardest" in path.name else 300]
    glucose = open_backend("glucose4", THEORY)
    asked = [Puzzle(tuple(board)).givens for board in few.tolist()]
    works["PySAT, glucose4 kept"] = (
        lambda: [sum(1 for _ in glucose.completions(given, limit=2)) for given in asked],
        len(few),
    )
    found = rates(works)
    for name, rate in found.items():
        row(f"{path.stem}: {name}", rate, "", "/s")
    if shutil.which("qqwing"):
        text = "\n".join(texts(few[:30], STANDARD)) + "\n"
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        command = ["qqwing", "--solve", "--count-solutions", "--one-line"]
        subprocess.run(command, input=text, capture_output=True, text=True, check=True)
        used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
        row(f"{path.stem}: qqwing", 30 / used, "", "/s")


def threads(boards: np.ndarray) -> None:
    """Two threads against one."""
    one = clock(lambda: batch.solve(boards, jobs=1))
    two = clock(lambda: batch.solve(boards, jobs=2))
    row("batch.solve, 1 thread, by the clock", len(boards) / one, "", "/s")
    row("batch.solve, 2 threads", len(boards) / two, "", "/s")
    row("    two threads over one", one / two, "wanted >= 1.6", "x")


def making() -> None:
    """Minimising and generating."""
    count = 5000
    groups = groups_of("none", STANDARD)
    grids = batch.random_grids(count, seed=1)
    nothing = np.zeros(count, np.int64)

    def minimise(keep: str) -> None:
        state = streams(1, np.arange(count))
        Lockstep().minimize(grids.copy(), grids, Removals(keep, groups, state, nothing))

    for keep in ("proper", "logic"):
        minimise(keep)
    found = rates(
        {
            "minimise ready grids, proper": (lambda: minimise("proper"), count),
            "minimise ready grids, base rules": (lambda: minimise("logic"), count),
            "random grids": (lambda: batch.random_grids(count, seed=1), count),
            "generate, base rules": (lambda: batch.generate(count, seed=1), count),
            "generate, proper": (lambda: batch.generate(count, seed=1, keep="proper"), count),
        }
    )
    wanted = {
        "minimise ready grids, proper": "wanted >= 20,000",
        "minimise ready grids, base rules": "wanted >= 35,000",
        "generate, base rules": "wanted >= 15,000",
    }
    for name, rate in found.items():
        row(name, rate, wanted.get(name, ""), "/s")


def any_theory() -> None:
    """The kernel for any theory, on 16×16."""
    layout = Layout.named("16x16")
    grids = batch.random_grids(100, seed=1, layout=layout)
    boards = np.where(np.random.default_rng(1).random(grids.shape) < 0.55, grids, 0)
    boards = boards.astype(np.uint8)
    large = AnyTheory(Theory.of(layout))
    rate = rates({"16x16": (lambda: large.solve(boards, 2, True), len(boards))})["16x16"]
    row("any theory, 16x16 with 55 % givens", rate, "wanted >= 2,000", "/s")


def whole_commands(boards: np.ndarray) -> None:
    """A million lines through the command line, and the start."""
    with tempfile.TemporaryDirectory() as folder:
        path, out = Path(folder) / "million.txt", Path(folder) / "out.txt"
        path.write_text("\n".join(texts(boards, STANDARD)) + "\n")
        satdoku = [sys.executable, "-m", "satdoku"]
        million = len(boards)

        def compare(what: str, bare: Callable[[], object], *arguments: str) -> None:
            start = time.perf_counter()
            bare()
            kernel = million / (time.perf_counter() - start)
            start = time.perf_counter()
            subprocess.run([*satdoku, *arguments, "-j", "2", str(path), "-o", str(out)], check=True)
            command = million / (time.perf_counter() - start)
            row(f"{what}: bare kernel, 2 threads", kernel, "", "/s")
            row(f"satdoku {' '.join(arguments)}, {million:,} lines", command, "", "/s")
            row("    command over bare kernel", command / kernel, "wanted >= 0.5", "x")

        compare("full report", lambda: batch.check(boards, jobs=2), "check")
        compare(
            "proper or not",
            lambda: batch.solve(boards, jobs=2, solutions=False),
            "check",
            "--summary",
        )
        memory = megabytes([*satdoku, "check", "-j", "2", str(path), "-o", str(out)])
        row("satdoku check, memory", memory, "wanted <= 400", "MB")
        few = Path(folder) / "few.txt"
        few.write_text("\n".join(texts(boards[:2000], STANDARD)) + "\n")

        def start_of(lines: str) -> float:
            start = time.perf_counter()
            subprocess.run([*satdoku, "check", "--summary", lines], check=True, capture_output=True)
            return time.perf_counter() - start

        whole = statistics.median(start_of(str(few)) for _ in range(ROUNDS))
        row("satdoku check --summary, 2,000 lines", whole, "wanted <= 0.8", "s")
        one = statistics.median(start_of(texts(boards[:1], STANDARD)[0]) for _ in range(ROUNDS))
        row("the same, one puzzle", one, "", "s")


def megabytes(command: list[str]) -> float:
    """The most memory that a command takes. (A child of this large process would seem as large.)"""
    small = (
        "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True);"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    done = subprocess.run(
        [sys.executable, "-c", small, *command], capture_output=True, text=True, check=True
    )
    return int(done.stdout) / 1024


def main() -> None:
    """Print the table."""
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    data = Path(sys.argv[1])
    from satdoku.kernels.library import lanes

    print(f"Python {sys.version.split()[0]}, {lanes()} lanes, medians of {ROUNDS} rounds")
    for name in FILES:
        solvers(data / name)
    million = shuffled(read(data / FILES[0]), 1_000_000, seed=3)
    threads(million[:400_000])
    making()
    any_theory()
    whole_commands(million)


if __name__ == "__main__":
    main()
