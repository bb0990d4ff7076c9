"""Steps on random puzzles of many boards: each is verified, and none takes a solution away.

    python benchmarks/random_steps.py [STEPS [SEED]]

A line a board: its steps, and how many were wrong. Ends with status 1 if any was, or a walk ended
before the solution.
"""

from __future__ import annotations

import sys
from collections import Counter
from itertools import count

from satdoku.inference.entailment import StepError
from satdoku.layout import Layout
from satdoku.logic.explain import Walk
from satdoku.logic.position import Position
from satdoku.logic.search.choosing import choice
from satdoku.operations.generating import Recipe, generate_one
from satdoku.operations.solving import solutions

BOARDS = ("6x6", "7x7", "8x8+diagonal", "6x6/jigsaw:111222111422333424335444355666555666",
          "6x6/jigsaw:111222111422333424335444355666555666+diagonal", "9x9+diagonal", "9x9+window",
          "12x12", "16x16")  # fmt: skip


def walked(name: str, wanted: int, seed: int) -> tuple[int, Counter[str]]:
    """(steps taken, faults by what they are) of puzzles of a board, on both scales."""
    layout, taken, faults = Layout.named(name), 0, Counter[str]()
    for index in count():
        keep = "proper" if layout.size < 10 else "logic"
        try:
            puzzle = generate_one(Recipe(layout, keep=keep), seed, index)
        except Exception as error:
            faults[f"generating: {error}"] += 1
            break
        solution = set(next(solutions(puzzle)).givens)
        for scale in ("se", "satdoku"):
            start = Position.of(puzzle)
            walk = Walk(start, choice(layout, scale=scale), verify=False)
            for step in walk:
                taken += 1
                try:
                    step.verify(walk.position)
                except StepError as error:
                    faults[f"{scale}: {puzzle.line}: {error}"] += 1
                if not set(step.asserted) <= solution or solution & set(step.denied):
                    faults[f"{scale}: {puzzle.line}: {step.name}: the solution goes"] += 1
            if walk.outcome != "solved":
                faults[f"{scale}: {puzzle.line}: ends {walk.outcome}"] += 1
        if taken >= wanted:
            return taken, faults
    return taken, faults


def main() -> int:
    """Walk all boards."""
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    seed, bad = int(sys.argv[2]) if len(sys.argv) > 2 else 1, 0
    for name in BOARDS:
        taken, faults = walked(name, wanted // len(BOARDS), seed)
        print(f"{name[:50]:50} {taken:7,} steps {sum(faults.values()):4} wrong", flush=True)
        for fault, number in faults.most_common(5):
            print(f"    {number} × {fault[:200]}", flush=True)
        bad += sum(faults.values())
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
