"""What the logic reaches: shares solved by each set of rules, speed of rating and of explaining.

    python benchmarks/logic.py DATA

DATA: a folder with seventeen-10k.txt, top1465.txt and hardest-375.txt (one puzzle a line).
"""

from __future__ import annotations

import statistics
import sys
import time
from pathlib import Path

import numpy as np
from kernels import read
from timing import cpu_seconds, row

from satdoku import batch
from satdoku.board import Puzzle
from satdoku.kernels.logic.state import SOLVED
from satdoku.layout import Layout
from satdoku.logic.catalog.rules import RULE_SETS, rule_set
from satdoku.logic.difficulty.level_generation import Level, generate_at
from satdoku.logic.difficulty.scales import SE
from satdoku.logic.explain import explain
from satdoku.logic.search.following import paths_of
from satdoku.theory import Theory

LAYOUT = Layout.boxes(3, 3)
#: The table of published shares (all 17-clue puzzles, top1465, hardest, random minimal).
WANTED = {
    "singles": (44.56, 0, 0, 41.2),
    "locked": (76.03, 4.1, 0, 53.1),
    "pairs": (84.64, 18.8, 0, None),
    "covers": (84.77, 21.2, 0, 60),
    "chains": (99.49, 42, 0, 96.2),
    "grouped": (99.82, 54, 0, 97.9),
    "refutation": (100, 99.6, 0, 100),
    "refutation-locked": (100, 100, 0, 100),
    "nested": (100, 100, 100, 100),
}


def main() -> None:
    """Measure."""
    folder = Path(sys.argv[1])
    sets = {
        name: read(folder / f"{name}.txt") for name in ("seventeen-10k", "top1465", "hardest-375")
    }
    sets["random minimal"] = batch.generate(2000, seed=1, keep="proper")
    paths = paths_of(Theory.of(LAYOUT))
    paths.follow(sets["top1465"][:1])
    print("shares solved, in % (published)")
    for rules in RULE_SETS:
        if rules == "all":
            continue
        told = []
        for (name, boards), wanted in zip(sets.items(), WANTED[rules], strict=True):
            # The hardest take a second each where refutations are nested: some of them will do.
            looked_at = boards[::10] if rules == "nested" and name.startswith("hard") else boards
            rated, _ = paths.follow(looked_at, allowed=rule_set(rules))
            share = 100 * float(np.mean(rated.status == SOLVED))
            told.append(f"{name} {share:.2f} ({wanted})")
        print(f"{rules:18}", " · ".join(told), flush=True)
    for name in ("seventeen-10k", "top1465"):
        start = time.perf_counter()
        rated, _ = paths.follow(sets[name])
        rate = len(sets[name]) / (time.perf_counter() - start)
        row(
            f"rating {name}, one core",
            rate,
            "wanted >= " + ("1,000" if name == "seventeen-10k" else "40"),
            "/s",
        )
        row("    solved", 100 * float(np.mean(rated.status == SOLVED)), "wanted 100", "%")
    drawn = batch.generate(550, seed=5, keep="proper")
    mixed = np.concatenate([sets["seventeen-10k"][::18][:550], sets["top1465"][::2][:560], drawn])
    batch.rate(mixed[:1], scale="se")
    for what, boards, wanted in (
        (f"rating {len(mixed)} mixed puzzles on the scale se, processor", mixed, 1.7),
        ("    all of hardest-375", sets["hardest-375"], 56),
    ):
        taken = cpu_seconds(lambda boards=boards: batch.rate(boards, scale="se"))  # type: ignore[misc]
        row(what, taken, f"wanted <= {wanted}", "s")
    for name, boards in sets.items():
        times = []
        for digits in boards[:: max(1, len(boards) // 40)].tolist():
            start = time.perf_counter()
            found = explain(Puzzle(tuple(digits), LAYOUT))
            times.append(1000 * (time.perf_counter() - start))
            assert found.outcome == "solved"
        row(f"explaining {name}, every step verified, median", statistics.median(times), "")
        row("    the slowest", max(times), "")
    start = time.perf_counter()
    level = Level(needs=(SE.place_of("XY-wing"),), highest=SE.named("XY-wing").tenths)
    for index in range(100):
        generate_at(level, seed=1, index=index)
    row(
        "100 puzzles that need an XY-wing, nothing harder",
        time.perf_counter() - start,
        "wanted <= 60",
        "s",
    )


if __name__ == "__main__":
    main()
