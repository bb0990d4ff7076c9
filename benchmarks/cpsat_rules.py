"""CP-SAT on puzzles with rules: our integer model against one written by hand.

    python benchmarks/cpsat_rules.py FILE [--seeds 3] [--most 5] [--booleans]

FILE: a line per puzzle, the board and the layout with its rules, as tests/engines/cpsat_puzzles.txt
(rules of the kinds that `SAID` has). Both models get the same question with the same parameters:
one worker, some seeds, the median of CP-SAT's deterministic time, which counts operations, so that
other work of the machine plays no part. "first" is the first solution, "unique" the enumeration
that ends with the proof that there is no second one. --most: the deterministic seconds after which
a search ends. --booleans: our model of Booleans against one of Booleans by hand, for rules about
neighbours on a line; other puzzles are left out. A line for each puzzle: the time by hand, and how
many times that ours takes; at the end the median of each kind, which a puzzle has by its first
rule.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, pairwise, product
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


def _whisper(model: Any, own: Sequence[Any], rule: Constraint) -> None:
    least = rule.values[0] if rule.values else 5
    for a, b in pairwise(own):
        apart = cp_model.Domain.from_intervals([[-8, -least], [least, 8]])
        model.add_linear_expression_in_domain(a - b, apart)


def _difference(model: Any, own: Sequence[Any], rule: Constraint) -> None:
    by = rule.values[0] if rule.values else 1
    for a, b in pairwise(own):
        model.add_linear_expression_in_domain(a - b, cp_model.Domain.from_values([-by, by]))


def _ratio(model: Any, own: Sequence[Any], rule: Constraint) -> None:
    times = rule.values[0] if rule.values else 2
    pairs = [(a, b) for a in range(1, 10) for b in range(1, 10) if a == times * b or b == times * a]
    for a, b in pairwise(own):
        model.add_allowed_assignments([a, b], pairs)


def _little_killer(model: Any, own: Sequence[Any], rule: Constraint) -> None:
    model.add(sum(own) == rule.values[0])


def _sandwich(model: Any, own: Sequence[Any], rule: Constraint) -> None:
    ends = [model.new_int_var(0, 8, "") for _ in range(2)]
    model.add_element(ends[0], own, 1)
    model.add_element(ends[1], own, 9)
    first, last = (model.new_int_var(0, 8, "") for _ in range(2))
    model.add_min_equality(first, ends)
    model.add_max_equality(last, ends)
    terms = []
    for place, digit in enumerate(own):
        is_behind, is_before, is_inside = (model.new_bool_var("") for _ in range(3))
        model.add(first < place).only_enforce_if(is_behind)
        model.add(first >= place).only_enforce_if(~is_behind)
        model.add(last > place).only_enforce_if(is_before)
        model.add(last <= place).only_enforce_if(~is_before)
        model.add_min_equality(is_inside, [is_behind, is_before])
        term = model.new_int_var(0, 9, "")
        model.add(term == digit).only_enforce_if(is_inside)
        model.add(term == 0).only_enforce_if(~is_inside)
        terms.append(term)
    model.add(sum(terms) == rule.values[0])


def _region_sum(model: Any, own: Sequence[Any], rule: Constraint) -> None:
    pieces = groupby(zip(rule.cells, own, strict=True), lambda one: (one[0] // 27, one[0] % 9 // 3))
    sums = [sum(digit for _, digit in piece) for _, piece in pieces]
    for a, b in pairwise(sums):
        model.add(a == b)


def _between(model: Any, own: Sequence[Any], rule: Constraint) -> None:
    least, most = (model.new_int_var(1, 9, "") for _ in range(2))
    model.add_min_equality(least, [own[0], own[-1]])
    model.add_max_equality(most, [own[0], own[-1]])
    for digit in own[1:-1]:
        model.add(digit > least)
        model.add(digit < most)


def _three_differ(model: Any, own: Sequence[Any], class_of: dict[int, int]) -> None:
    classes = [model.new_int_var(0, 2, "") for _ in own]
    for digit, which in zip(own, classes, strict=True):
        model.add_allowed_assignments([digit, which], list(class_of.items()))
    for i in range(len(own) - 2):
        model.add_all_different(classes[i : i + 3])


def _entropic(model: Any, own: Sequence[Any], rule: Constraint) -> None:
    _three_differ(model, own, {d: (d - 1) // 3 for d in range(1, 10)})


def _modular(model: Any, own: Sequence[Any], rule: Constraint) -> None:
    _three_differ(model, own, {d: d % 3 for d in range(1, 10)})


def _quadruple(model: Any, own: Sequence[Any], rule: Constraint) -> None:
    for wanted, least in Counter(rule.values).items():
        held = [model.new_bool_var("") for _ in own]
        for yes, digit in zip(held, own, strict=True):
            model.add(digit == wanted).only_enforce_if(yes)
            model.add(digit != wanted).only_enforce_if(~yes)
        model.add(sum(held) >= least)


#: How a user of OR-Tools says a rule, by its kind.
SAID: dict[str, Callable[[Any, Sequence[Any], Constraint], None]] = {
    "killer": _killer,
    "thermometer": _thermometer,
    "arrow": _arrow,
    "renban": _renban,
    "pair-sum": _pair_sum,
    "whisper": _whisper,
    "difference": _difference,
    "ratio": _ratio,
    "little-killer": _little_killer,
    "sandwich": _sandwich,
    "region-sum-line": _region_sum,
    "between": _between,
    "entropic": _entropic,
    "modular": _modular,
    "quadruple": _quadruple,
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


#: Whether two neighbours on a line go together, for rules of which a model of Booleans says so.
TOGETHER: dict[str, Callable[[int, int], bool]] = {
    "thermometer": lambda a, b: a < b,
    "whisper": lambda a, b: abs(a - b) >= 5,
    "difference": lambda a, b: abs(a - b) == 1,
    "ratio": lambda a, b: a == 2 * b or b == 2 * a,
}


def by_hand_in_booleans(puzzle: Puzzle) -> Any:
    """Return a model of 729 Booleans with a clause for each two that exclude each other by a rule.
    Raises `KeyError` for rules that are not in `TOGETHER` (with their usual numbers)."""
    model = cp_model.CpModel()
    digits = range(1, puzzle.layout.size + 1)
    x = [{d: model.new_bool_var("") for d in digits} for _ in puzzle.cells]
    for held in x:
        model.add_exactly_one(held.values())
    for house in puzzle.layout.houses:
        for d in digits:
            model.add_exactly_one([x[cell][d] for cell in house.cells])
    for rule in puzzle.constraints:
        go_together = TOGETHER[rule.kind]
        for first, second in pairwise(rule.cells):
            for a, b in product(digits, digits):
                if not go_together(a, b):
                    model.add_bool_or([~x[first][a], ~x[second][b]])
    for cell, digit in enumerate(puzzle.cells):
        if digit:
            model.add(x[cell][digit] == 1)
    return model


def ours(puzzle: Puzzle, kind: str = "integers") -> Any:
    """Return satdoku's model, of "integers" or "booleans"."""
    return Theory.of(puzzle.layout).cp_model(kind, givens=puzzle)


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


def times(
    puzzle: Puzzle, question: str, seeds: int, most: float, kind: str = "integers"
) -> tuple[float, float]:
    """Return the median deterministic times of our model and of that by hand."""
    judge = by_hand if kind == "integers" else by_hand_in_booleans
    found = []
    for model in (ours(puzzle, kind), judge(puzzle)):
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
    parser.add_argument("--booleans", action="store_true")
    chosen = parser.parse_args()
    ratios: dict[tuple[str, str], list[float]] = {}
    model = "booleans" if chosen.booleans else "integers"
    for puzzle in read(chosen.file):
        kind = puzzle.constraints[0].kind
        if chosen.booleans and kind not in TOGETHER:
            continue
        line = f"{kind:12} {puzzle.clues:2} givens"
        for question in QUESTIONS:
            mine, hand = times(puzzle, question, chosen.seeds, chosen.most, model)
            ratios.setdefault((kind, question), []).append(mine / hand)
            line += f"  {question} {hand:7.4f} × {mine / hand:5.2f}"
        print(line, flush=True)
    for (kind, question), own in ratios.items():
        print(f"{kind:12} {question:7} median {median(own):.2f} of {len(own)} puzzles")


if __name__ == "__main__":
    main()
