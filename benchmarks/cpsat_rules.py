"""CP-SAT on puzzles with rules: our integer model against one written by hand.

    python benchmarks/cpsat_rules.py [--puzzles 6] [--seed 5]

Generated killers, thermometers and arrows; one worker each, medians of three rounds in
milliseconds, from the puzzle to its solution, the model built anew each time. Ours also proves the
auxiliary variables of its clauses. Both must find the same solution.
"""

from __future__ import annotations

import argparse
import os
from itertools import pairwise

from ortools.sat.python import cp_model
from timing import median_ms

import satdoku
from satdoku import Puzzle

KINDS = ("killer", "thermometer", "arrow")


def by_hand(puzzle: Puzzle) -> tuple[int, ...]:
    """Return the solution by a model such as a user of OR-Tools writes."""
    model = cp_model.CpModel()
    x = [model.new_int_var(1, 9, "") for _ in range(81)]
    for house in puzzle.layout.houses:
        model.add_all_different([x[cell] for cell in house.cells])
    for rule in puzzle.constraints:
        own = [x[cell] for cell in rule.cells]
        if rule.kind == "killer":
            model.add_all_different(own)
            if rule.values:
                model.add(sum(own) == rule.values[0])
        elif rule.kind == "thermometer":
            for low, high in pairwise(own):
                model.add(low < high)
        else:
            digits = rule.values[0] if rule.values else 1
            circle = sum(10 ** (digits - 1 - i) * own[i] for i in range(digits))
            model.add(circle == sum(own[digits:]))
    for cell, digit in enumerate(puzzle.cells):
        if digit:
            model.add(x[cell] == digit)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.solve(model)
    return tuple([solver.value(one) for one in x])


def ours(puzzle: Puzzle) -> tuple[int, ...]:
    """Return the solution by the engine."""
    with satdoku.engine("cpsat-integers", puzzle.layout) as engine:
        return satdoku.solve(puzzle, engine=engine).cells


def main() -> None:
    """Print a line for each kind of rule."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--puzzles", type=int, default=6)
    parser.add_argument("--seed", type=int, default=5)
    chosen = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.1f}")
    for kind in KINDS:
        puzzles = list(satdoku.generate(chosen.puzzles, seed=chosen.seed, kind=kind))
        assert all(ours(one) == by_hand(one) for one in puzzles)
        times = [
            sorted(median_ms(lambda one=one, way=way: way(one), 3) for one in puzzles)
            for way in (ours, by_hand)
        ]
        mid = [row[len(row) // 2] for row in times]
        print(f"{kind:12} ours {mid[0]:5.1f} ms, by hand {mid[1]:5.1f} ms")


if __name__ == "__main__":
    main()
