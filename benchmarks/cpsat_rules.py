"""CP-SAT on puzzles with rules: our integer model against one written by hand.

    python benchmarks/cpsat_rules.py FILE [--seeds 3] [--most 5]

FILE: a line per puzzle, the board and the layout with its rules, as tests/engines/cpsat_puzzles.txt
(rules of the kinds that `SAID` has). Both models get the same question with the same parameters:
one worker, some seeds, the median of CP-SAT's deterministic time, which counts operations, so that
other work of the machine plays no part. "first" is the first solution, "unique" the enumeration
that ends with the proof that there is no second one. --most: the deterministic seconds after which
a search ends. A line for each puzzle: the time by hand, and how many times that ours takes; at the
end the median of each kind, which a puzzle has by its first rule.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

from ortools.sat.python import cp_model

import satdoku
from satdoku import Constraint, Puzzle, Theory

QUESTIONS = ("first", "unique")


def _killer(model: Any, own: Sequence[Any], rule: Constraint) -> None:
    model.add_all_different(own)
    if rule.values:
        model.add(sum(own) == rule.values[0])


def _thermometer(model: Any, own: Sequence[Any], rule: Constraint) -> None:
    for low, high in pairwise(own):
        model.add(low < high)


def _arrow(model: Any, own: Sequence[Any], rule: Constraint) -> None:
    digits = rule.values[0] if rule.values else 1
    circle = sum(10 ** (digits - 1 - i) * own[i] for i in range(digits))
    model.add(circle == sum(own[digits:]))


def _renban(model: Any, own: Sequence[Any], rule: Constraint) -> None:
    model.add_all_different(own)
    least, most = (model.new_int_var(1, 9, "") for _ in range(2))
    model.add_min_equality(least, own)
    model.add_max_equality(most, own)
    model.add(most - least == len(own) - 1)


def _pair_sum(model: Any, own: Sequence[Any], rule: Constraint) -> None:
    total = rule.values[0] if rule.values else 10
    for a, b in pairwise(own):
        model.add(a + b == total)


#: How a user of OR-Tools says a rule, by its kind.
SAID: dict[str, Callable[[Any, Sequence[Any], Constraint], None]] = {
    "killer": _killer,
    "thermometer": _thermometer,
    "arrow": _arrow,
    "renban": _renban,
    "pair-sum": _pair_sum,
}


def by_hand(puzzle: Puzzle) -> Any:
    """Return a model such as a user of OR-Tools writes. Raises `KeyError` for other rules."""
    model = cp_model.CpModel()
    size = puzzle.layout.size
    x = [model.new_int_var(1, size, "") for _ in puzzle.cells]
    for house in puzzle.layout.houses:
        model.add_all_different([x[cell] for cell in house.cells])
    for rule in puzzle.constraints:
        SAID[rule.kind](model, [x[cell] for cell in rule.cells], rule)
    for cell, digit in enumerate(puzzle.cells):
        if digit:
            model.add(x[cell] == digit)
    return model


def ours(puzzle: Puzzle) -> Any:
    """Return satdoku's model."""
    return Theory.of(puzzle.layout).cp_model("integers", givens=puzzle)


def work(model: Any, question: str, seed: int, most: float) -> tuple[float, int]:
    """Return CP-SAT's deterministic time for one question, and the number of solutions found."""
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = seed
    solver.parameters.max_deterministic_time = most
    solver.parameters.enumerate_all_solutions = question == "unique"
    counted = _Counted()
    solver.solve(model, counted)
    return solver.response_proto.deterministic_time, counted.number


class _Counted(cp_model.CpSolverSolutionCallback):  # type: ignore[misc]
    """Counts solutions."""

    def __init__(self) -> None:
        super().__init__()
        self.number = 0

    def on_solution_callback(self) -> None:
        """Count one."""
        self.number += 1


def times(puzzle: Puzzle, question: str, seeds: int, most: float) -> tuple[float, float]:
    """Return the median deterministic times of our model and of that by hand."""
    found = []
    for model in (ours(puzzle), by_hand(puzzle)):
        found.append(median([work(model, question, seed, most)[0] for seed in range(seeds)]))
    return found[0], found[1]


def read(path: Path) -> Iterator[Puzzle]:
    """Yield the puzzles of a file."""
    for line in path.read_text().splitlines():
        if line and line[0] != "#":
            board, layout = line.split()
            yield satdoku.parse(board, layout=layout)


def main() -> None:
    """Print a line for each puzzle, and the medians."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--most", type=float, default=5.0)
    chosen = parser.parse_args()
    ratios: dict[tuple[str, str], list[float]] = {}
    for puzzle in read(chosen.file):
        kind = puzzle.constraints[0].kind
        line = f"{kind:12} {puzzle.clues:2} givens"
        for question in QUESTIONS:
            mine, hand = times(puzzle, question, chosen.seeds, chosen.most)
            ratios.setdefault((kind, question), []).append(mine / hand)
            line += f"  {question} {hand:7.4f} × {mine / hand:5.2f}"
        print(line, flush=True)
    for (kind, question), own in ratios.items():
        print(f"{kind:12} {question:7} median {median(own):.2f} of {len(own)} puzzles")


if __name__ == "__main__":
    main()
