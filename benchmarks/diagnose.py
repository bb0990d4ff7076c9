"""Diagnoses, certificates and canonical forms: sizes and times.

    python benchmarks/diagnose.py DATA

DATA: a folder with seventeen-10k.txt and hardest-375.txt (one puzzle a line).
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from kernels import read
from timing import row

from satdoku import batch
from satdoku.board import Puzzle
from satdoku.certificates.certifying import certify
from satdoku.certificates.checker import check, lines_of
from satdoku.diagnosis.diagnosing import diagnose


def timed(work: Callable[..., Any], *arguments: Any) -> tuple[float, Any]:
    """(seconds, what came out)."""
    start = time.perf_counter()
    done = work(*arguments)
    return time.perf_counter() - start, done


def certificates(name: str, boards: np.ndarray, wanted: tuple[str, str, str]) -> None:
    """Sizes of proofs, and the times to make and to check certificates."""
    making, checking, sizes = [], [], []
    for board in boards:
        puzzle = Puzzle(tuple(board.tolist()))
        seconds, certificate = timed(certify, puzzle)
        making.append(1000 * seconds)
        line = certificate.line.encode() + b"\n"
        checking.append(1000 * timed(check, line)[0])
        sizes.append(len(lines_of(certificate.proof)))
    row(f"proof of {name}, median", statistics.median(sizes), wanted[0], "B")
    row("    the largest", max(sizes), "", "B")
    row("    making the certificate, median", statistics.median(making), wanted[1])
    row("    checking it, median", statistics.median(checking), wanted[2])


def all_of(path: Path) -> None:
    """Certify and verify a whole file on two cores, as commands."""
    with TemporaryDirectory() as folder:
        certified = str(Path(folder) / "all.json")
        commands = [
            ["certify", str(path), "-o", certified, "-j", "2"],
            ["verify", certified, "-j", "2"],
        ]
        seconds, said = timed(lambda: [satdoku(command) for command in commands])
    row(f"certifying and verifying {path.name}, -j 2", seconds / 60, "wanted <= 15", "min")
    print("    " + said[-1].strip())


def satdoku(arguments: list[str]) -> str:
    """What a command prints."""
    done = subprocess.run(
        [sys.executable, "-m", "satdoku", *arguments], capture_output=True, text=True, check=False
    )
    return done.stdout


def diagnoses() -> None:
    """A wrong clue, as a command; and additions to fragments of 20 clues."""
    random = np.random.default_rng(1)
    seconds = []
    for board in batch.generate(20, seed=4, keep="logic"):
        wrong = board.copy()
        cell = random.choice(np.flatnonzero(board))
        while batch.solve(wrong[None]).counts[0]:
            wrong[cell] = random.integers(1, 10)
        line = "".join(map(str, wrong.tolist()))
        seconds.append(timed(satdoku, ["diagnose", line])[0])
    row(
        "diagnose with a wrong clue, the whole command, median",
        statistics.median(seconds),
        "wanted <= 1",
        "s",
    )
    row("    the slowest of 20", max(seconds), "", "s")
    seconds, proved = [], 0
    for board in batch.generate(40, seed=3, keep="proper"):
        givens = np.flatnonzero(board)
        fragment = board.copy()
        fragment[random.choice(givens, len(givens) - 20, replace=False)] = 0
        puzzle = Puzzle(tuple(fragment.tolist()))
        spent, found = timed(diagnose, puzzle)
        seconds.append(spent)
        proved += found.freedom.addition.is_smallest
    row("diagnose of 20-clue fragments, median", statistics.median(seconds), "wanted <= 10", "s")
    row("    the slowest of 40", max(seconds), "", "s")
    row("    smallest addition proved", proved, "", "")


def forms(sets: dict[str, np.ndarray]) -> None:
    """Canonical forms on one core."""
    for name, boards in sets.items():
        batch.canonical(boards[:1000])
        seconds, _ = timed(batch.canonical, boards)
        wanted = "" if "grids" in name else "wanted >= 20,000"
        row(f"canonical forms of {name}, one core", len(boards) / seconds, wanted, "/s")


def main() -> None:
    """Measure."""
    folder = Path(sys.argv[1])
    seventeen, hardest = read(folder / "seventeen-10k.txt"), read(folder / "hardest-375.txt")
    forms(
        {
            "seventeen-10k": seventeen,
            "random minimal": batch.generate(10_000, seed=1, keep="proper"),
            "random grids": batch.random_grids(2000, seed=1),
        }
    )
    certificates(
        "17-clue puzzles", seventeen[::20], ("wanted <= 16", "wanted <= 100", "wanted <= 100")
    )
    certificates("the hardest", hardest, ("wanted <= 5,000", "wanted <= 1,000", "wanted <= 300"))
    diagnoses()
    all_of(folder / "seventeen-10k.txt")


if __name__ == "__main__":
    main()
