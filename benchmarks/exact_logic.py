"""Record exactly what the logic answers, so that two states of the tree can be compared.

    python benchmarks/exact_logic.py DATA OUT [ratings] [steps] [techniques]

DATA: a folder with seventeen-10k.txt, top1465.txt and hardest-375.txt (one puzzle per line). OUT: a
folder for three files, one JSON value per line, to be compared with `diff`:

- ratings.txt: the rating of 10,000 puzzles of many kinds, in both scales where both apply: outcome,
  highest, sum, first and until the first digit (in tenths), and the number of steps by rule;
- steps.txt: 500 explanations, each step with its rule, rating and conclusion;
- techniques.txt: at positions on the way, what each technique lists by name.

It uses public names alone, so the same file runs in both trees.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

import satdoku
from satdoku import batch
from satdoku.errors import PuzzleError

#: Boards beside the standard one, with how many of their puzzles are rated, and whether by both
#: scales.
BOARDS = (
    ("6x6", 60, True),
    ("8x8", 40, True),
    ("9x9+diagonal", 40, False),
    ("9x9+window", 20, False),
)  # fmt: skip
#: Puzzles with rules: a board and its rules, from which a few puzzles are generated.
RULED = (
    "9x9+killer:15:r1c1-r1c3+killer:9:r5c5,r5c6+anti-king",
    "9x9+thermometer:r1c1-r5c1+thermometer:r9c9-r5c9",
    "6x6+whisper:r1c1-r1c4+renban:r3c1-r3c3",
)
BOTH = ("se", "satdoku")
#: Techniques with one of these words take seconds per position: they are listed at few.
SLOW = (
    "Franken", "mutant", "squirmbag", "whale", "leviathan", "exclusion", "blossom", "ALS chain",
    "almost locked", "net", "multi-sector", "kraken", "refutation", "general cover", "VWXYZ",
)  # fmt: skip


def read(data: Path, name: str, count: int, step: int = 1) -> np.ndarray:
    """So many puzzles of a file, every step-th line."""
    lines = (data / f"{name}.txt").read_text().splitlines()
    lines = [line[:81].replace(".", "0") for line in lines if line and line[0] != "#"]
    return np.array([list(map(int, line)) for line in lines[::step][:count]], np.uint8)


def ratings(data: Path) -> Iterator[Any]:
    """Each puzzle with its rating, in each scale."""
    drawn = batch.generate(1500, seed=11, keep="proper")
    for boards, layout, scales in (
        (read(data, "seventeen-10k", 2500, 4), "9x9", BOTH),
        (read(data, "top1465", 400, 3), "9x9", BOTH),
        (read(data, "hardest-375", 25, 15), "9x9", BOTH[:1]),
        (read(data, "hardest-375", 8, 40), "9x9", BOTH[1:]),
        (drawn, "9x9", BOTH),
        *(
            (
                batch.generate(count, seed=12, keep="proper", layout=name),
                name,
                BOTH if both else BOTH[1:],
            )
            for name, count, both in BOARDS
            if count
        ),
    ):
        for scale in scales:
            for unique in (None, False) if scale == "se" and boards is drawn else (None,):
                rated = batch.rate(boards, scale=scale, uniqueness=unique, layout=layout)
                for i, board in enumerate(boards.tolist()):
                    used = {
                        name: int(n)
                        for name, n in zip(rated.rules, rated.steps[i], strict=True)
                        if n
                    }
                    yield [
                        layout,
                        scale,
                        unique,
                        "".join(map(str, board)),
                        int(rated.counts[i]),
                        *(
                            round(10 * float(array[i]))
                            for array in (
                                rated.hardest,
                                rated.total,
                                rated.first,
                                rated.until_placed,
                            )
                        ),
                        dict(sorted(used.items())),
                    ]
    for puzzle in ruled(5):
        rating = satdoku.rate(puzzle)
        yield [puzzle.layout.name, puzzle.line, rating.hardest, rating.total, dict(rating.steps)]


def ruled(count: int) -> Iterator[Any]:
    """Puzzles with rules."""
    for name in RULED:
        yield from satdoku.generate(count, seed=3, layout=name)


def steps(data: Path) -> Iterator[Any]:
    """Explanations, step by step."""
    for name, count, step, scale in (
        ("seventeen-10k", 170, 41, "se"),
        ("seventeen-10k", 170, 43, "satdoku"),
        ("top1465", 80, 17, "se"),
        ("top1465", 60, 19, "satdoku"),
        ("hardest-375", 5, 70, "se"),
    ):
        for board in read(data, name, count, step).tolist():
            line = "".join(map(str, board))
            found = satdoku.explain(line, scale=scale, verify=False)
            yield [scale, line, found.outcome, [conclusion(step) for step in found.steps]]
    for puzzle in ruled(5):
        found = satdoku.explain(puzzle, verify=False)
        yield [puzzle.layout.name, found.outcome, [conclusion(step) for step in found.steps]]


def conclusion(step: Any) -> list[Any]:
    """What a step says: its rule, rating, and what it asserts and denies."""
    return [step.rule_name, step.tenths, *map(sorted, (step.asserted, step.denied))]


def techniques(data: Path) -> Iterator[Any]:
    """What is listed by name at positions on the way."""
    names = [row["name"] for row in satdoku.techniques("satdoku")]
    quick = [name for name in names if not any(word in name for word in SLOW)]
    for name, count, step in (("seventeen-10k", 30, 300), ("top1465", 40, 30)):
        for i, board in enumerate(read(data, name, count, step).tolist()):
            found = satdoku.explain("".join(map(str, board)), scale="se", verify=False)
            places = [k for k, (_, step) in enumerate(found.positions()) if step.tenths > 23]
            chosen = set(places[:: max(1, len(places) // 3)][:3])
            for k, (position, _) in enumerate(found.positions()):
                if k in chosen:
                    yield from listed(position, quick if i % 15 else names)


def listed(position: Any, names: Iterable[str]) -> Iterator[Any]:
    """A technique and all that it finds at a position, each conclusion once."""
    for name in names:
        try:
            found = satdoku.available(position, technique=name, uniqueness=True, verify=False)
        except PuzzleError:
            continue
        told = sorted(
            [step.name, step.tenths, sorted(step.asserted), sorted(step.denied)]
            for step in found.steps
        )
        if told:
            yield [position.board.line, name, told]


def main() -> None:
    """Write what is wanted."""
    data, out, *wanted = sys.argv[1:]
    works: dict[str, Callable[[Path], Iterator[Any]]]
    works = {"ratings": ratings, "steps": steps, "techniques": techniques}
    Path(out).mkdir(parents=True, exist_ok=True)
    for name in wanted or works:
        with (Path(out) / f"{name}.txt").open("w") as file:
            for row in works[name](Path(data)):
                file.write(json.dumps(row) + "\n")
                file.flush()


if __name__ == "__main__":
    main()
