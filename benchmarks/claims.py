"""Certificates and programs as engines, in figures: `python benchmarks/claims.py`.

- certify and verify, in milliseconds of processor time per puzzle: `proper` for generated puzzles,
  and for anti-knight puzzles of few givens;
- sizes of the formula of an anti-knight board in the certificate and as exported;
- of each DIMACS solver on the PATH, by the clock: a call of an open engine, a start of the program,
  and what is left beyond the program's own time.
"""

from __future__ import annotations

import os
import shutil
import statistics
import time

import satdoku
from satdoku.backends.registry import PROGRAMS

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
#: Minimal anti-knight puzzles, from `satdoku generate --kind anti-knight --seed 3`.
KNIGHTS = 4


def certificates() -> None:
    """Print the times of certify and verify."""
    plain = list(satdoku.generate(seed=5, count=300))
    satdoku.certify(plain[0])
    knights = list(satdoku.generate(kind="anti-knight", seed=3, count=KNIGHTS))
    for name, puzzles in (("plain 9x9", plain), ("anti-knight", knights)):
        times = []
        for puzzle in puzzles:
            start = time.process_time()
            certificate = satdoku.certify(puzzle, ["proper"])
            made = time.process_time()
            satdoku.verify(certificate, layout=puzzle.layout)
            times.append((1000 * (made - start), 1000 * (time.process_time() - made)))
        fewest = min(len(puzzle.givens) for puzzle in puzzles)
        means = [statistics.mean(column) for column in zip(*times, strict=True)]
        most = [max(column) for column in zip(*times, strict=True)]
        print(
            f"{name}: {len(puzzles)} puzzles, {fewest} givens and more: certify "
            f"{means[0]:.1f} ms, verify {means[1]:.1f} on average, at most {most[0]:.0f} and "
            f"{most[1]:.0f}"
        )
    certificate = satdoku.certify(knights[0], ["proper"])
    written = satdoku.export(knights[0]).text()
    heads = [
        row
        for text in (certificate.cnf, written)
        for row in text.splitlines()
        if row.startswith("p cnf")
    ]
    print(
        f"anti-knight: the certificate is about {heads[0]} (the givens, and one clause that "
        f"excludes the solution), the export is {heads[1]}; {len(certificate.line):,} bytes"
    )


def programs() -> None:
    """Print what a call of a program costs."""
    puzzle = satdoku.parse(HARD)
    for name in filter(shutil.which, PROGRAMS):
        with satdoku.engine(name) as engine:
            engine.load()
            before = engine.statistics.processor
            seconds = []
            for _ in range(20):
                start = time.perf_counter()
                next(engine.completions(puzzle.givens, limit=1))
                seconds.append(time.perf_counter() - start)
            own = (engine.statistics.processor - before) / 20
            call = statistics.median(seconds)
            start = engine.start_seconds or 0
        print(
            f"{name}: {1000 * call:.1f} ms for a call, {1000 * start:.1f} for a start, "
            f"{1000 * (call - own):.1f} beyond the program's processor time"
        )


if __name__ == "__main__":
    print(f"load {os.getloadavg()[0]:.1f}")
    certificates()
    programs()
