"""The setters' index: each puzzle parsed, made a theory, loaded and counted, beside ISS in one run.

    python benchmarks/index.py FOLDER [--judge judge.mjs] [--only TEXT] [--time-limit 20]

FOLDER: `index.csv` with `puzzles/ID.iss`, or a list of {"name", "text", "solutions"} as JSON.
--judge: ISS's engine, run by Node on the same strings in the same run; without it, no ratios. It
has no time limit, so it is skipped where no answer of it is known, or one after `SLOW` ms.

A puzzle is timed three times in processor milliseconds, and the best counts: reading it, making its
theory, loading the usual engine, and counting up to two solutions. Theories and engines are made
anew each time; templates that the package keeps for its lifetime stay, as ISS's compiled code does.
"""

from __future__ import annotations

import argparse
import csv
import json
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import satdoku
from satdoku import SatdokuError, Theory, TimeLimitReached, theory
from satdoku.backends import open_backend

#: Milliseconds that ISS is known to need.
SLOW = 3000
STAGES = ("read", "theory", "load", "count")


@dataclass
class Timed:
    """One puzzle's answer: its solutions up to 2 (None where there was none), and milliseconds."""

    count: int | None = None
    note: str = ""
    spent: dict[str, float] = field(default_factory=dict)

    @property
    def total(self) -> float:
        """All stages together."""
        return sum(self.spent.values())


def main() -> None:
    """Print a line for each puzzle, and the medians."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--judge", type=Path)
    parser.add_argument("--engine", default="auto")
    parser.add_argument("--only", default="")
    parser.add_argument("--time-limit", type=float, default=20)
    parser.add_argument("--json", type=Path, help="also write what was measured to this file")
    options = parser.parse_args()
    judge = Judge(options.judge) if options.judge else None
    satdoku.count("1" + "." * 80, limit=1)
    rows = []
    for name, text, known, slow in puzzles(options.folder):
        if options.only not in name:
            continue
        mine = best_of_three(text, options.engine, options.time_limit)
        theirs: dict[str, Any] = judge.ask(text) if judge and not slow else {}
        right = theirs.get("count", known)
        same = "" if right is None else "same" if mine.count == right else "DIFFERENT"
        ratio = mine.total / theirs["cpu_ms"] if theirs.get("cpu_ms") else None
        rows.append((name, mine, theirs, same, ratio))
        stages = " ".join(f"{mine.spent.get(stage, 0):8.1f}" for stage in STAGES)
        beside = f"{theirs.get('cpu_ms', 0):8.1f} {ratio or 0:6.1f}"
        print(f"{name[:28]:28} {stages} {beside} {mine.count} {same} {mine.note}", flush=True)
    report(rows)
    if options.json:
        lines = [
            {"name": name, "count": mine.count, "note": mine.note, "ms": mine.spent, "iss": theirs}
            for name, mine, theirs, _, _ in rows
        ]
        options.json.write_text(json.dumps(lines, indent=1) + "\n")


def puzzles(source: Path) -> Iterator[tuple[str, str, int | None, bool]]:
    """(name, text, its known number of solutions up to 2, ISS cannot be asked in time)."""
    if source.is_file():
        for item in json.loads(source.read_text()):
            text = item["text"]
            yield item["name"], text, item["solutions"], not text.startswith(".")
        return
    for row in csv.DictReader((source / "index.csv").open()):
        text = "".join((source / "puzzles" / f"{row['id']}.iss").read_text().split())
        said = row["solutions"].rstrip("+")
        slow = not said or float(row["solve_ms"] or 0) > SLOW
        yield row["id"], text, int(said) if said.isdigit() else None, slow


def best_of_three(text: str, engine: str, time_limit: float) -> Timed:
    """The quickest of three runs; of one where that took over two seconds."""
    best = Timed()
    for _ in range(3):
        now = run(text, engine, time_limit)
        if not best.spent or now.total < best.total:
            best = now
        if now.total > 2000 or now.count is None:
            break
    return best


def run(text: str, engine: str, time_limit: float) -> Timed:
    """One run."""
    theory._theory_of.cache_clear()  # kept theories would be no work
    timed = Timed()
    clock = [time.process_time()]

    def stage(name: str) -> None:
        clock.append(time.process_time())
        timed.spent[name] = 1000 * (clock[-1] - clock[-2])

    try:
        puzzle = satdoku.parse(text)
        stage("read")
        said = Theory.of(puzzle.layout)
        stage("theory")
        backend = open_backend(engine, said)
        backend.load()
        stage("load")
        found = backend.completions(puzzle.givens, limit=2, time_limit=time_limit)
        timed.count = sum(1 for _ in found)
        stage("count")
    except TimeLimitReached:
        stage("count")
        timed.note = "no answer in time"
    except SatdokuError as error:
        timed.note = str(error)[:90]
    return timed


def report(rows: list[tuple[str, Timed, dict[str, Any], str, float | None]]) -> None:
    """What came out."""
    answered = [mine for _, mine, _, _, _ in rows if mine.count is not None]
    wrong = [name for name, mine, _, same, _ in rows if mine.count is not None and same[:1] == "D"]
    print(f"{len(answered)} of {len(rows)} answered; not as known: {wrong}")
    for stage in STAGES:
        values = [mine.spent[stage] for mine in answered]
        print(f"{stage:7} median {median(values):7.2f} ms  95th percentile {high(values):9.2f}")
    made = [mine.spent["theory"] + mine.spent["load"] for mine in answered]
    print(f"theory and load, median {median(made):.2f} ms")
    ratios = [ratio for _, mine, _, _, ratio in rows if ratio and mine.count is not None]
    if ratios:
        print(f"times ISS: median {median(ratios):.2f}, 95th percentile {high(ratios):.1f}")


def high(values: list[float]) -> float:
    """The 95th percentile."""
    return sorted(values)[int(0.95 * (len(values) - 1))]


class Judge:
    """ISS's engine in a process of its own."""

    def __init__(self, script: Path) -> None:
        self.process = subprocess.Popen(
            ["node", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, text: str) -> dict[str, Any]:
        """Its answer, the best of three."""
        assert self.process.stdin and self.process.stdout
        question = {"id": "", "iss": text, "limit": 2, "runs": 3}
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer


if __name__ == "__main__":
    main()
