"""How fast the 9×9 kernels are beside tdoku: `python benchmarks/tdoku.py DATA TDOKU`.

DATA: a folder with seventeen-10k.txt, hardest-375.txt and top1465.txt (one puzzle a line). TDOKU: a
folder with tdoku's sources, which g++ compiles here with what tdoku's own builds use.

Both do the same work on the same boards (shuffled by the symmetries of the grid, so that nobody
meets one twice): two solutions are looked for, and either only counted or the first one written
too. tdoku gets its boards as text and is called from a loop in C++; we are called from Python with
an array. Engines take turns for nine rounds; the processor time of the user is compared, best of
nine and median. `SATDOKU_LEVEL` chooses another level of ours, and tdoku is then compiled for that
level as well: `SATDOKU_LEVEL=x86-64-v3` shows how a processor without AVX-512 does.
"""

from __future__ import annotations

import ctypes
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
from kernels import read, shuffled
from timing import row

from satdoku import batch
from satdoku.kernels.library import about

ROUNDS = 9
#: Boards in a round, by file.
BOARDS = {"seventeen-10k.txt": 50_000, "hardest-375.txt": 5_000, "top1465.txt": 30_000}
GRIDS = 2_000
LEVEL = os.environ.get("SATDOKU_LEVEL") or "native"
FLAGS = ["-O3", f"-march={LEVEL}", "-std=c++14", "-fno-exceptions", "-fno-rtti", "-shared", "-fPIC"]
LOOPS = """
#include <cstddef>
#include <cstdint>
#include "tdoku.h"
extern "C" void solve_all(const char* in, size_t n, uint32_t how, int* counts, char* out) {
    size_t guesses;
    for (size_t i = 0; i < n; i++)
        counts[i] = TdokuSolverDpllTriadSimd(in + 82 * i, 2, how, out + 81 * i, &guesses);
}
extern "C" void minimize_all(size_t n, char* grids) {
    for (size_t i = 0; i < n; i++) TdokuMinimize(false, false, grids + 82 * i);
}
"""


def built(sources: Path) -> ctypes.CDLL:
    """tdoku, with loops over many boards."""
    with tempfile.TemporaryDirectory() as folder:
        loops, library = Path(folder) / "loops.cc", Path(folder) / "tdoku.so"
        loops.write_text(LOOPS)
        files = [str(sources / name) for name in ("solver_dpll_triad_simd.cc", "util.cc")]
        command = ["g++", *FLAGS, f"-I{sources}", str(loops), *files, "-o", str(library)]
        subprocess.run(command, check=True)
        return ctypes.CDLL(str(library))


def as_text(boards: np.ndarray) -> np.ndarray:
    """Boards as tdoku takes them: 81 characters and a zero."""
    text = np.zeros((len(boards), 82), np.uint8)
    text[:, :81] = np.where(boards, boards + ord("0"), ord("."))
    return text


def compare(
    name: str, wanted: float, ours: Callable[[], object], theirs: Callable[[], object], count: int
) -> None:
    """Print both rates, and the ratio of times: best of all rounds, and the median."""
    works = ours, theirs
    seconds: tuple[list[float], list[float]] = [], []
    for k in range(2 * ROUNDS):
        before = resource.getrusage(resource.RUSAGE_SELF).ru_utime
        works[k % 2]()
        seconds[k % 2].append(resource.getrusage(resource.RUSAGE_SELF).ru_utime - before)
    row(f"{name}: satdoku", count / min(seconds[0]), "", "/s")
    row(f"{name}: tdoku", count / min(seconds[1]), "", "/s")
    row("    ratio, best of rounds", min(seconds[1]) / min(seconds[0]), "", "x")
    median = statistics.median(b / a for a, b in zip(*seconds, strict=True))
    row("    ratio, median", median, f"wanted >= {wanted:g}", "x")


def solving(tdoku: ctypes.CDLL, path: Path, wanted: tuple[float, float]) -> None:
    """Is there one solution; and which?"""
    boards = shuffled(read(path), BOARDS[path.name])
    text, counts = as_text(boards), np.zeros(len(boards), np.int32)
    out = np.zeros((len(boards), 81), np.uint8)

    def theirs(how: int) -> None:
        size = ctypes.c_size_t(len(boards))
        tdoku.solve_all(text.ctypes, size, ctypes.c_uint32(how), counts.ctypes, out.ctypes)

    for how, what in enumerate(("counts only", "with solutions")):
        if not wanted[how]:
            continue
        found = batch.solve(boards, solutions=bool(how))
        theirs(how)
        assert (found.counts == counts).all()
        compare(
            f"{path.stem}, {what}",
            wanted[how],
            lambda how=how: batch.solve(boards, solutions=bool(how)),  # type: ignore[misc]
            lambda how=how: theirs(how),
            len(boards),  # type: ignore[misc]
        )


def minimizing(tdoku: ctypes.CDLL) -> None:
    """Full grids to minimal puzzles, givens tried in random order."""
    grids = batch.random_grids(GRIDS, seed=1)
    text = as_text(grids)
    compare(
        "minimise full grids, proper",
        8,
        lambda: batch.minimize(grids, keep="proper"),
        lambda: tdoku.minimize_all(ctypes.c_size_t(GRIDS), text.copy().ctypes),
        GRIDS,
    )


def main() -> None:
    """Print the table."""
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    data, tdoku = Path(sys.argv[1]), built(Path(sys.argv[2]))
    print(f"Python {sys.version.split()[0]}, kernels {about()}, {ROUNDS} rounds")
    solving(tdoku, data / "seventeen-10k.txt", (11, 10.5))
    solving(tdoku, data / "hardest-375.txt", (7, 0))
    solving(tdoku, data / "top1465.txt", (7, 0))
    minimizing(tdoku)


if __name__ == "__main__":
    main()
