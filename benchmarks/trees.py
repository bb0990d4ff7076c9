"""Whether kernels got slower: another working tree of this project against this one.

    python benchmarks/trees.py OTHER DATA [ROUNDS] [only these words in names …]

OTHER: a folder with another commit checked out (`git worktree add`). DATA: a folder with
seventeen-10k.txt, top1465.txt and hardest-375.txt (one puzzle a line). The trees take turns, a
process each, and the least processor time of each work counts (all threads: kernels may run in
another). Ratios above 1 mean that this tree is faster. Answers are compared too.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).parents[1]
#: Seconds that a work is repeated in each process.
LEAST = 0.4


def works(data: Path) -> dict[str, Callable[[], Any]]:
    """What is measured, by name; each returns its answer."""
    import numpy as np

    from satdoku.kernels import tasks as kernel_tasks
    from satdoku.kernels.any_theory.theory_tasks import AnyTheory
    from satdoku.kernels.canonical.form_kernel import canonical_forms, shape_of
    from satdoku.kernels.lockstep.lockstep_tasks import Lockstep
    from satdoku.kernels.stream import streams
    from satdoku.kernels.tasks import Groups, Tasks
    from satdoku.layout import Layout
    from satdoku.logic.difficulty.scales import SE
    from satdoku.logic.search import following
    from satdoku.operations.layout_symmetries import symmetries
    from satdoku.theory import Theory

    def read(name: str) -> Any:
        lines = (data / f"{name}.txt").read_text().replace(".", "0").splitlines()
        boards = [list(line[:81]) for line in lines if line[:81].isdecimal() and len(line) > 80]
        return np.array(boards, np.uint8)

    def drawn(tasks: Tasks, count: int) -> Any:
        grids = tasks.random_grids(streams(1, np.arange(count)), 2000)
        return grids[grids[:, 0] > 0]

    def minimised(tasks: Tasks, grids: Any, keep: str) -> Any:
        boards, n = grids.copy(), len(grids)
        alone = Groups(np.arange(81, dtype=np.int32), np.arange(82, dtype=np.int32))
        how = (keep, alone, streams(1, np.arange(n)), np.zeros(n, np.int64), False)
        tasks.minimize(boards, grids, *([removals(*how)] if removals else how))
        return boards

    removals = getattr(kernel_tasks, "Removals", None)  # before, its fields were arguments
    standard, large = Layout.boxes(3, 3), Layout.boxes(4, 4)
    seventeen, top, hardest = read("seventeen-10k"), read("top1465"), read("hardest-375")
    lockstep, shape = Lockstep(), shape_of(standard)
    any9, any16 = AnyTheory(Theory.of(standard)), AnyTheory(Theory.of(large))
    grids, wide = drawn(lockstep, 1500), drawn(any16, 20)
    random = np.random.default_rng(1)
    wide = np.repeat(np.where(random.random(wide.shape) < 0.55, wide, 0).astype(np.uint8), 4, 0)
    paths_of = getattr(following, "paths_of", None) or following.new_paths  # its name before
    paths, by_se = paths_of(Theory.of(standard)), paths_of(Theory.of(standard), scale=SE)
    caged = Layout.named("9x9+killer:15:r1c1-r1c3")
    assert shape
    return {
        "lockstep solves 17": lambda: lockstep.solve(seventeen, 2, True).solutions,
        "lockstep solves hardest": lambda: lockstep.solve(hardest, 2, True).solutions,
        "lockstep solves top": lambda: lockstep.solve(top, 2, True).solutions,
        "lockstep base rules": lambda: lockstep.base_rules(seventeen).candidates,
        "lockstep minimises logic": lambda: minimised(lockstep, grids, "logic"),
        "lockstep minimises proper": lambda: minimised(lockstep, grids, "proper"),
        "lockstep grids": lambda: drawn(lockstep, 1500),
        "any theory solves 17": lambda: any9.solve(seventeen[:300], 2, True).solutions,
        "any theory solves top": lambda: any9.solve(top[:60], 2, True).solutions,
        "any theory base rules": lambda: any9.base_rules(seventeen[:1000]).candidates,
        "any theory minimises logic": lambda: minimised(any9, grids[:40], "logic"),
        "any theory minimises proper": lambda: minimised(any9, grids[:25], "proper"),
        "any theory grids": lambda: drawn(any9, 100),
        "any theory solves 16x16": lambda: any16.solve(wide, 2, True).solutions,
        "canonical forms, full": lambda: canonical_forms(grids[:150], shape, True).forms,
        "canonical forms, 17": lambda: canonical_forms(seventeen[:400], shape, True).forms,
        "rates 17": lambda: paths.follow(seventeen[:100])[0].hardest,
        "rates top": lambda: paths.follow(top[:20])[0].hardest,
        "rates one of the hardest": lambda: paths.follow(hardest[5:6])[0].hardest,
        "rates 17 by se": lambda: by_se.follow(seventeen[:100])[0].hardest,
        "rates top by se": lambda: by_se.follow(top[:20])[0].hardest,
        "rates one of the hardest by se": lambda: by_se.follow(hardest[5:6])[0].hardest,
        "symmetries of 9x9 with a cage": lambda: symmetries.__wrapped__(caged),
    }


def measure(data: Path, only: list[str]) -> None:
    """Print, for this process's tree, the least seconds and a digest of the answer of each work."""
    told = {}
    for name, work in works(data).items():
        if only and not any(word in name for word in only):
            continue
        digest = hashlib.sha256(work().tobytes()).hexdigest()
        best = spent = 0.0
        while spent < LEAST:
            start = time.process_time()
            work()
            taken = time.process_time() - start
            best, spent = min(best or taken, taken), spent + taken
        told[name] = best, digest
    print(json.dumps(told))


def main() -> None:
    """Let the trees take turns, and print the table."""
    if sys.argv[1:2] == ["--measure"]:
        measure(Path(sys.argv[2]), sys.argv[3:])
        return
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    trees, data = [Path(sys.argv[1]).resolve(), HERE], Path(sys.argv[2]).resolve()
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 3
    told: list[dict[str, tuple[float, str]]] = [{}, {}]
    for _ in range(rounds):
        for tree, best in zip(trees, told, strict=True):
            done = subprocess.run(
                [sys.executable, __file__, "--measure", str(data), *sys.argv[4:]],
                env={**os.environ, "PYTHONPATH": str(tree), "OPENBLAS_NUM_THREADS": "1"},
                cwd=tree,
                stdout=subprocess.PIPE,
                check=True,
            )
            for name, (seconds, digest) in json.loads(done.stdout.splitlines()[-1]).items():
                best[name] = min(seconds, best.get(name, (seconds, ""))[0]), digest
    other, own = told
    for name, (seconds, digest) in own.items():
        before, answer = other[name]
        same = "" if answer == digest else "  answers differ"
        print(
            f"{name:30} {1e3 * before:9.1f} {1e3 * seconds:9.1f} ms {before / seconds:7.3f}{same}"
        )


if __name__ == "__main__":
    main()
