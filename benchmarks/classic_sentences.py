"""Sentences of classic steps, read back and proved again from their words alone (`tests.reading`).

    python benchmarks/classic_sentences.py [STEPS [FILE]]

Every puzzle of FILE (9×9, one per line; without it, random ones of `generate`) is explained on both
scales, and at every few positions each technique lists some steps. Prints the number of steps read
and proved (on the way, too, as a full run takes hours), by name those that were not, and the names
that never came up. Ends with status 1 if a step was not proved.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path

import satdoku
from satdoku.logic.catalog.row import Technique
from satdoku.logic.catalog.rules import TECHNIQUES
from satdoku.logic.position import Position
from satdoku.logic.search.listing import steps_at
from satdoku.logic.step_text.sentences import sentence
from satdoku.logic.steps import LogicStep
from tests.reading.steps import faults_of_step

#: Steps at most of a technique at a position; positions of a path that list, one in so many.
EACH, APART = 3, 8
#: After how many steps the run says how far it is.
OFTEN = 500
#: Techniques about the rules of variants.
OF_RULES = ("rule with", "rules together")


def puzzles(file: str) -> Iterator[str]:
    """Yield puzzles of a file, or random ones."""
    if file:
        for line in Path(file).read_text().split("\n"):
            first = line.split(" ")[0]
            if len(first) == 81:
                yield first
        return
    for seed in count():
        yield from (puzzle.line for puzzle in satdoku.generate(20, seed=seed))


def steps_of(line: str, rows: list[Technique]) -> Iterator[tuple[Position, LogicStep]]:
    """Yield the steps of both paths, and some of each technique at some positions."""
    for scale in ("se", "satdoku"):
        for number, (position, step) in enumerate(satdoku.explain(line, scale=scale).positions()):
            yield position, step
            if scale == "satdoku" and number % APART == APART // 2:
                for row in rows:
                    for listed in islice(steps_at(position, row.name), EACH):
                        yield position, listed


def main(wanted: int = 20_000, file: str = "") -> int:
    """Read steps until so many are read; return the exit status."""
    rows = [row for row in TECHNIQUES if not any(part in row.name for part in OF_RULES)]
    read = Counter[str]()
    wrong = Counter[str]()
    for line in puzzles(file):
        for position, step in steps_of(line, rows):
            read[step.name] += 1
            faults = faults_of_step(position, step)
            if faults:
                wrong[step.name] += 1
                print(f"{step.name}: {sentence(position.theory, step)}\n  {faults[0]}", flush=True)
            if read.total() % OFTEN == 0:
                print(f"{read.total():,} read so far, {wrong.total()} not proved", flush=True)
        if read.total() >= wanted:
            break
    print(f"{read.total():,} steps of {len(read)} names read, {wrong.total()} not proved")
    lacking = [row.name for row in rows if row.name not in read and not row.joint]
    print(f"names without a step: {', '.join(lacking) or 'none'}")
    return 1 if wrong else 0


if __name__ == "__main__":
    arguments = sys.argv[1:]
    sys.exit(main(int(arguments[0]) if arguments else 20_000, *arguments[1:2]))
