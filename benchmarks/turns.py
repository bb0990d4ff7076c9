"""The table of turns of the automatic engine (`TURNS` in satdoku/backends/auto.py), by measurement.

    python benchmarks/turns.py SOURCE… [--time-limit 6] [--only TEXT]

SOURCE: puzzles as for benchmarks/collection.py: a folder, or a list as JSON. Each puzzle with rules
that the search on masks does not decide is decided by every engine alone, in processor seconds and
units of patience (slices of conflicts; for CP-SAT, seconds). Then each order of the engines, with
each first limit, is played on these figures: a SAT solver continues where it stopped, CP-SAT starts
again; minicard always begins. The order and limits whose times are nearest to the best engine's
(mean of the ratios, so that a bad case weighs more than many small gains) are printed, to be copied
into the table.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from itertools import permutations, product
from math import inf
from pathlib import Path
from typing import NamedTuple

from collection import puzzles

import satdoku
from satdoku import SatdokuError, Theory
from satdoku.backends import open_backend
from satdoku.backends.auto import GROWTH, MASKS, TURNS, WORDS
from satdoku.backends.base import OutOfPatience
from satdoku.backends.calls import slice_of
from satdoku.backends.masks import MaskEngine
from satdoku.backends.registry import CARDINALITY

#: The first limits to try, by engine.
LIMITS = {"minicard": (1, 2, 4, 8), "gluecard4": (6, 12, 24, 48, 96), WORDS: (3, 6, 12)}
ROUNDS = 4

Turns = Sequence[tuple[str, int]]


class Cost(NamedTuple):
    """What an engine needs for a puzzle: processor seconds, units of patience (inf: no answer)."""

    seconds: float
    units: float


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sources", type=Path, nargs="+")
    parser.add_argument("--time-limit", type=float, default=6)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    sizes = [least for least, _ in TURNS]
    measured: dict[int, list[dict[str, Cost]]] = {least: [] for least in sizes}
    for name, text in texts(options.sources, options.only):
        try:
            found = costs(text, options.time_limit)
        except SatdokuError as error:
            print(f"{name[:24]:24} {error}")
            continue
        if found:
            size, by_engine = found
            measured[next(least for least in sizes if size >= least)].append(by_engine)
            shown = "  ".join(f"{n} {c.seconds:.2f} s {c.units:.0f}" for n, c in by_engine.items())
            print(f"{name[:24]:24} {size:7} variables  {shown}", flush=True)
    print("TURNS = (")
    for least in sizes:
        if puzzles_of_size := decided(measured[least]):
            best = min(tables(), key=lambda turns: mean(turns, puzzles_of_size))
            print(
                f"    ({least:_}, {tuple(best)}),  # {mean(best, puzzles_of_size):.2f} times the "
                f"best engine, {len(puzzles_of_size)} puzzles"
            )
    print(")")


def texts(sources: Sequence[Path], only: str) -> Iterator[tuple[str, str]]:
    """Yield (name, text) of the puzzles."""
    for source in sources:
        for row in puzzles(source):
            if only in row.name:
                yield row.name, row.text


def costs(text: str, time_limit: float) -> tuple[int, dict[str, Cost]] | None:
    """Return the number of variables of a puzzle and what each engine needs; None if no engine is
    needed."""
    puzzle = satdoku.parse(text)
    theory = Theory.of(puzzle.layout)
    if not puzzle.constraints or is_decided(puzzle, theory):
        return None
    found = {}
    for name in LIMITS:
        engine = open_backend(name, theory)
        start = time.process_time()
        try:
            list(engine.completions(puzzle.givens, limit=2, time_limit=time_limit))
            seconds = time.process_time() - start
            units = seconds
            if name in CARDINALITY:
                per_slice = slice_of(theory.variable_count)
                units = 1 + engine.statistics.conflicts // per_slice
        except SatdokuError:
            seconds = units = inf
        engine.close()
        found[name] = Cost(seconds, units)
    return theory.variable_count, found


def is_decided(puzzle: satdoku.Puzzle, theory: Theory) -> bool:
    """Return whether the search on masks decides a puzzle before the solvers are asked."""
    try:
        masks = MaskEngine(theory)
        masks.patience = MASKS
        masks.count(puzzle.givens, limit=2)
    except (SatdokuError, OutOfPatience):
        return False
    return True


def decided(measured: Sequence[dict[str, Cost]]) -> list[dict[str, Cost]]:
    """Return those that some engine decides."""
    return [one for one in measured if min(cost.seconds for cost in one.values()) < inf]


def tables() -> Iterator[Turns]:
    """Yield every order of the engines with every first limit; minicard comes first, so that the
    order of several solutions stays as it was."""
    first, *others = LIMITS
    for order in ((first, *rest) for rest in permutations(others)):
        for limits in product(*(LIMITS[name] for name in order)):
            yield list(zip(order, limits, strict=True))


def mean(turns: Turns, measured: Sequence[dict[str, Cost]]) -> float:
    """Return the mean of the times with these turns, in times of the best engine's."""
    ratios = [played(turns, one) / min(cost.seconds for cost in one.values()) for one in measured]
    return sum(ratios) / len(ratios)


def played(turns: Turns, costs: dict[str, Cost]) -> float:
    """Return the seconds until some engine's turn decides the puzzle."""
    spent, used = 0.0, dict.fromkeys(costs, 0.0)
    for again in range(ROUNDS):
        for name, first in turns:
            limit, cost = first * GROWTH**again, costs[name]
            units = used[name] + limit if name in CARDINALITY else limit
            done = cost.units <= units
            part = (
                (cost.units - used[name] if name in CARDINALITY else cost.units) if done else limit
            )
            spent += part * seconds_per_unit(name, cost)
            if done:
                return spent
            used[name] = units
    return spent * GROWTH


def seconds_per_unit(name: str, cost: Cost) -> float:
    """Return the measured seconds of a unit; where there was no answer, a usual value."""
    usual = 0.2 if name in CARDINALITY else 1.0
    return cost.seconds / cost.units if cost.units < inf else usual


if __name__ == "__main__":
    main()
