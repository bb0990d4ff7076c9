"""How a player's own moves are judged: of random right and wrong ones, how many are answered, how
many of the answers are true, and the processor time for each.

    python benchmarks/own_moves.py PUZZLES... [--number 200] [--seed 1] [--time-limit 20]

PUZZLES: files of puzzles, one per line, ISS strings (`*.iss`), or lists of records (`*.json`).
--number: of right and of wrong moves. A move is made at a random point of the solution: some of its
digits are placed beside the givens. It is answered if it is judged, a wrong one with a proof, a
right one with a step or a proof. What is true is decided by CP-SAT, which no part of the judgement
uses. --time-limit: processor seconds for a move.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from contextlib import suppress
from pathlib import Path

import satdoku
from satdoku.backends.base import ProcessorClock
from satdoku.errors import SatdokuError, TimeLimitReached
from satdoku.logic.available import StepListing, rows_of
from satdoku.logic.position import Position

#: Cells that hold a digit beside the givens, at most, as a share of the others.
MOST_PLACED = 0.6


def puzzles_of(names: list[str]) -> list[satdoku.Puzzle]:
    """Return the puzzles of files."""
    texts = []
    for name in names:
        text = Path(name).read_text()
        if name.endswith(".iss"):
            texts.append(text)
        elif name.endswith(".json"):
            texts += [one.get("constraints") or one["text"] for one in json.loads(text)]
        else:
            texts += [line for line in text.splitlines() if line and line[0] != "#"]
    found = []
    for text in texts:
        with suppress(SatdokuError):
            found.append(satdoku.parse(text))
    return found


def solution_of(puzzle: satdoku.Puzzle) -> tuple[int, ...] | None:
    """Return the solution by CP-SAT; None unless there is exactly one, found in time."""
    try:
        found = list(satdoku.solutions(puzzle, limit=2, engine="cpsat", time_limit=30))
    except SatdokuError:
        return None
    return found[0].cells if len(found) == 1 else None


def point_of(puzzle: satdoku.Puzzle, solution: tuple[int, ...], chance: random.Random) -> Position:
    """Return a position on the way to the solution."""
    share = MOST_PLACED * chance.random()
    cells = [
        given or (digit if chance.random() < share else 0)
        for given, digit in zip(puzzle.cells, solution, strict=False)
    ]
    return Position.of(satdoku.Puzzle(tuple(cells), puzzle.layout))


def move_at(
    position: Position, solution: tuple[int, ...], is_right: bool, chance: random.Random
) -> dict[str, str]:
    """Return a random move at a position that is right, or wrong."""
    layout = position.layout
    cells = [cell for cell in layout.all_cells if len(position.candidates_in(cell)) > 1]
    cell = chance.choice(cells)
    others = [d for d in position.candidates_in(cell) if d != solution[cell]]
    is_placed = chance.random() < 0.5
    digit = solution[cell] if is_placed == is_right else chance.choice(others)
    text = f"{layout.cell_name(cell)}{'=' if is_placed else '<>'}{layout.symbol(digit)}"
    return {"places" if is_placed else "eliminates": text}


def judged(position: Position, move: dict[str, str], limit: float) -> tuple[str, str]:
    """Return the judgement, and how it is shown: by a step, a proof, or not at all."""
    try:
        listing = StepListing(position, rows_of(), move, limit=1)  # type: ignore[arg-type]
        listing.clock = ProcessorClock(limit)
        steps = list(listing)
    except TimeLimitReached:
        return "", ""
    except SatdokuError as error:
        return "", f"error: {error}"
    [one] = listing.found.moves
    if one.judgement == "right" and steps:
        return "right", "step"
    if any("clauses together rule it out" in line for line in one.proof):
        return one.judgement, "clauses"
    return one.judgement, "proof" if one.proof else ""


def main() -> None:
    """Print a line for each move that is not answered, and the sums."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("puzzles", nargs="+")
    parser.add_argument("--number", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--time-limit", type=float, default=20)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    puzzles = puzzles_of(options.puzzles)
    spent: list[float] = []
    shown: dict[str, int] = {}
    answered = true = 0
    while len(spent) < 2 * options.number:
        puzzle = chance.choice(puzzles)
        solution = solution_of(puzzle)
        if solution is None:
            continue
        position = point_of(puzzle, solution, chance)
        is_right = len(spent) % 2 == 0
        move = move_at(position, solution, is_right, chance)
        start = time.process_time()
        judgement, how = judged(position, move, options.time_limit)
        spent.append(time.process_time() - start)
        is_true = judgement == ("right" if is_right else "wrong")
        answered += how in ("step", "proof")
        true += is_true
        shown[how] = shown.get(how, 0) + 1
        if not (how and is_true):
            board = f"{position.board.line} {puzzle.layout.name[:60]}"
            print(board, move, f"{judgement!r} {how!r} {spent[-1]:.1f} s", flush=True)
    ordered = sorted(spent)
    print(f"{answered} of {len(spent)} answered, {true} judged truly; shown by {shown}")
    print(f"processor seconds: median {ordered[len(ordered) // 2]:.2f}, highest {ordered[-1]:.1f}")
    sys.exit(answered < len(spent) or true < len(spent))


if __name__ == "__main__":
    main()
