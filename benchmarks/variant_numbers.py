"""Numbers of variants: killers, mixed puzzles against a hand-written CP-SAT model, generation.

    python benchmarks/variant_numbers.py [--puzzles 12] [--generate 100]

Everything is made from seeds. CPU time of this process; the median and the worst of the puzzles.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import median
from typing import Any

import satdoku
from satdoku import Layout, Puzzle, Theory
from satdoku.backends import open_backend
from satdoku.backends.assuming import Assuming, Ruled
from satdoku.diagnosis.clue_additions import clue_numbers
from satdoku.operations.minimizing import removable
from satdoku.operations.random_grids import draw_grid
from satdoku.operations.variant_generation import place_constraints
from satdoku.random_stream import RandomStream

MIX = ("arrow", "thermometer", "little-killer", "sandwich", "x-sum")


def main() -> None:
    """Print them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--puzzles", type=int, default=12)
    parser.add_argument("--generate", type=int, default=100)
    parser.add_argument("--time-limit", type=float, default=300)
    options = parser.parse_args()
    killers = list(
        satdoku.generate(options.puzzles, seed=1, kind="killer", keep="proper", clues=(0, 0))
    )
    for engine in ("minicard", "cadical153", "cpsat", "cpsat-integers", "auto"):
        told(f"killers without givens: unique, {engine}, kept", killers, partial_kept(engine))
        told(f"killers without givens: unique, {engine}, with the load", killers, loaded(engine))
    told("killers without givens: true candidates, kept", killers, candidates)
    mixed = [mixed_puzzle(seed) for seed in range(5)]
    sizes = [Theory.of(p.layout).variable_count for p in mixed]
    print(f"mixed puzzles: 14 rules each, {min(sizes):,} to {max(sizes):,} variables")
    for engine in ("minicard", "cadical153", "cpsat", "cpsat-integers", "auto"):
        told(f"mixed: unique, {engine}, kept", mixed, partial_kept(engine))
        told(f"mixed: unique, {engine}, with the load", mixed, loaded(engine))
    told("mixed: unique, CP-SAT by hand, kept", mixed, by_hand_kept)
    told("mixed: unique, CP-SAT by hand, with the load", mixed, by_hand_loaded)
    told("empty boards with rules: true candidates", empty_boards(RULES), true_ones)
    told("empty boards with rules: true candidates, up to 8", empty_boards(RULES), up_to_eight)
    told("cages without a sum: their sums", empty_boards(CAGES), sums_of_the_first)
    for title, count, options_of in GENERATED:
        for seed in range(count):
            start = time.process_time()
            made = list(satdoku.generate(1, seed=seed, time_limit=options.time_limit, **options_of))
            print(f"{since(start):9.1f} s  generate {title}, seed {seed}: {made[0].clues} givens")
    start = time.process_time()
    made = list(satdoku.generate(options.generate, seed=2, kind="anti-knight"))
    print(f"{since(start):9.1f} s  generate {len(made)} anti-knight puzzles")


#: Rules of empty boards.
RULES = ("killer:20:r1c1,r1c2,r2c1", "anti-knight", "anti-king", "renban:r1c1,r2c2,r3c3,r4c4,r5c5")
#: Rules of empty boards, of which the first is a cage without a sum.
CAGES = (
    "killer:r1c1,r1c2,r2c1",
    "killer:r1c1,r1c2,r2c1,r2c2+killer:15:r5c5,r5c6+killer:20:r7c7-r7c9,r8c9",
    "killer:r1c1,r2c1,r2c2+arrow:r1c1-r1c4+thermometer:r5c5-r9c5",
)
#: What is generated: in words, from how many seeds, and by which options.
GENERATED: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("a killer without givens", 5, {"kind": "killer", "keep": "proper", "clues": (0, 0)}),
    ("tricky arrows", 5, {"kind": "arrow", "level": "tricky", "clues": (0, 3)}),
    (
        "renbans by a technique",
        5,
        {"kind": "renban", "needs": "renban must contain", "clues": (0, 3)},
    ),
    ("25x25", 2, {"layout": "25x25"}),
)


def empty_boards(rules: Sequence[str]) -> list[Puzzle]:
    """9×9 boards with these rules, and no givens."""
    return [satdoku.parse("." * 81, layout=f"9x9+{rule}") for rule in rules]


def true_ones(puzzle: Puzzle) -> float:
    """Its true candidates, with all that has to be made for them."""
    start = time.process_time()
    satdoku.true_candidates(puzzle)
    return since(start)


def up_to_eight(puzzle: Puzzle) -> float:
    """The same with the solutions of each, up to eight."""
    start = time.process_time()
    satdoku.true_candidates(puzzle, cap=8)
    return since(start)


def sums_of_the_first(puzzle: Puzzle) -> float:
    """The numbers that the first rule can have."""
    start = time.process_time()
    clue_numbers(puzzle, 0)
    return since(start)


Timed = Callable[[Puzzle], float]


def told(title: str, puzzles: Sequence[Puzzle], timed: Timed) -> None:
    """A line: the median and the worst in milliseconds."""
    times = [1000 * timed(puzzle) for puzzle in puzzles]
    print(f"{median(times):9.1f} ms {max(times):9.1f} ms  {title}", flush=True)


def since(start: float) -> float:
    """CPU seconds."""
    return time.process_time() - start


def partial_kept(engine: str) -> Timed:
    """Uniqueness, by an engine that holds the theory."""

    def timed(puzzle: Puzzle) -> float:
        backend = open_backend(engine, Theory.of(puzzle.layout))
        backend.load()
        if engine == "auto":
            list(backend.completions(puzzle.givens, limit=2))
        start = time.process_time()
        assert len(list(backend.completions(puzzle.givens, limit=2))) == 1
        return since(start)

    return timed


def loaded(engine: str) -> Timed:
    """The same, with making the theory and loading it."""

    def timed(puzzle: Puzzle) -> float:
        start = time.process_time()
        theory = Theory.of(shifted(puzzle.layout))
        assert len(list(open_backend(engine, theory).completions(puzzle.givens, limit=2))) == 1
        return since(start)

    return timed


_times = iter(range(10**9))


def shifted(layout: Layout) -> Layout:
    """The same layout, but one of which no theory is kept: its constraints in another order."""
    k = next(_times) % len(layout.constraints)
    rules = layout.constraints
    return replace(layout, constraints=(*rules[k:], *rules[:k]))


def candidates(puzzle: Puzzle) -> float:
    """All candidates that stand in some solution (of a unique puzzle, those of the solution)."""
    theory = Theory.of(puzzle.layout)
    asked = Assuming(theory)
    start = time.process_time()
    unseen = set(range(1, theory.board_variables + 1))
    activation = asked.new_variable()
    while True:
        asked.add([-activation, *sorted(unseen)])
        model = asked.completion([*puzzle.givens, activation])
        if model is None:
            return since(start)
        unseen -= model
        activation = asked.new_variable()


def mixed_puzzle(seed: int) -> Puzzle:
    """14 rules along lines and outside, and as few givens as they need."""
    stream = RandomStream(seed)
    grid = draw_grid(Layout.boxes(3, 3), stream)
    rules = place_constraints(MIX, grid, stream)
    stream.shuffle(rules)
    layout = grid.layout.with_constraints(*rules[:14])
    asked = Ruled(layout)
    asked.forbid(grid.givens)

    def can_go(cells: Sequence[int]) -> bool:
        left = [v for cell, v in enumerate(grid.givens) if cell not in cells]
        return asked.completion([*left, *asked.selectors]) is None

    gone = removable(stream.permutation(81), can_go)
    return Puzzle(grid.cells, layout).without(gone)


class ByHand:
    """What a person writes for CP-SAT: integers, AllDifferent, linear sums."""

    def __init__(self, puzzle: Puzzle) -> None:
        from ortools.sat.python import cp_model

        self.model = model = cp_model.CpModel()
        self.x = x = [model.new_int_var(1, 9, "") for _ in range(81)]
        for house in puzzle.layout.houses:
            model.add_all_different([x[cell] for cell in house.cells])
        for constraint in puzzle.constraints:
            cells = [x[cell] for cell in constraint.cells]
            total = constraint.values[0] if constraint.values else 0
            match constraint.kind:
                case "arrow":
                    model.add(cells[0] == sum(cells[1:]))
                case "thermometer":
                    for a, b in pairwise(cells):
                        model.add(a < b)
                case "little-killer":
                    model.add(sum(cells) == total)
                case "x-sum":
                    self.x_sum(cells, total)
                case "sandwich":
                    self.sandwich(cells, total)
        for cell, digit in enumerate(puzzle.cells):
            if digit:
                model.add(x[cell] == digit)

    def equals(self, x: Any, value: int) -> Any:
        """A Boolean: x has the value."""
        yes = self.model.new_bool_var("")
        self.model.add(x == value).only_enforce_if(yes)
        self.model.add(x != value).only_enforce_if(~yes)
        return yes

    def x_sum(self, cells: list[Any], total: int) -> None:
        """The first so many cells add up to the total."""
        for k in range(1, 10):
            self.model.add(sum(cells[:k]) == total).only_enforce_if(self.equals(cells[0], k))

    def sandwich(self, cells: list[Any], total: int) -> None:
        """What is between 1 and 9 adds up to the total."""
        model = self.model
        crust = [self.equals(x, 1) + self.equals(x, 9) for x in cells]
        parts = []
        for i in range(1, 8):
            inside = self.equals(sum(crust[:i]), 1)
            filling = model.new_bool_var("")
            model.add(sum(crust[:i]) - crust[i] == 1).only_enforce_if(filling)
            model.add_implication(filling, inside)
            model.add(sum(crust[:i]) - crust[i] != 1).only_enforce_if(~filling)
            part = model.new_int_var(0, 9, "")
            model.add(part == cells[i]).only_enforce_if(filling)
            model.add(part == 0).only_enforce_if(~filling)
            parts.append(part)
        model.add(sum(parts) == total)

    def is_unique(self) -> bool:
        """There is just one solution."""
        from ortools.sat.python import cp_model

        class Two(cp_model.CpSolverSolutionCallback):
            found = 0

            def on_solution_callback(self) -> None:
                self.found += 1
                if self.found == 2:
                    self.stop_search()

        solver, callback = cp_model.CpSolver(), Two()
        solver.parameters.num_workers = 1
        solver.parameters.enumerate_all_solutions = True
        solver.solve(self.model, callback)
        return callback.found == 1


def by_hand_kept(puzzle: Puzzle) -> float:
    """Uniqueness, with the model made before."""
    model = ByHand(puzzle)
    start = time.process_time()
    assert model.is_unique()
    return since(start)


def by_hand_loaded(puzzle: Puzzle) -> float:
    """Uniqueness, with making the model."""
    start = time.process_time()
    assert ByHand(puzzle).is_unique()
    return since(start)


if __name__ == "__main__":
    main()
