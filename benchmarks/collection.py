"""Setters' puzzles: each read from its text as it is, decided, and timed beside ISS.

    python benchmarks/collection.py SOURCE… [--judge judge.mjs] [--only TEXT] [--time-limit 20]
                                    [--further SECONDS] [--write docs/collection.md]

SOURCE: a folder with `index.csv` (id, types, solutions: 1 or 2 for more, solution) and
`puzzles/ID.iss`, or a list as JSON of {"name", "text" or "constraints", "solutions", "solution"},
where a solution without a number is the only one. Each source gets its own summary. --judge: ISS's
engine, run by Node on the same texts in the same run; without it, no ratios. It is stopped after
`PATIENCE` seconds; in an index it is skipped where no answer of it is known, or one after `SLOW`
ms. --further: also explain and certify each puzzle that has one solution, each within so many
seconds. --write: a page with a row for each puzzle.

Each puzzle is counted once, after other puzzles in the same process, as when a person opens it:
processor milliseconds for reading it, making the forms of its rules, its propagators, and counting
up to two solutions as `satdoku.count` does. What the package keeps of other puzzles helps, as ISS's
compiled code helps ISS; nothing made of a board's rules is kept. Before each, the garbage of the
others is collected, and two short puzzles are counted: while ISS answered, other programs have
filled the processor's caches. ISS answers three times, and its best counts, since the engine is
compiled while it runs.
"""

from __future__ import annotations

import argparse
import csv
import gc
import json
import os
import subprocess
import textwrap
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import satdoku
from satdoku import Layout, Puzzle, SatdokuError, TimeLimitReached, theory
from satdoku.constraints import registry
from satdoku.constraints.searched import searched_forms
from satdoku.kernels.propagation import mask_search
from satdoku.kernels.propagation.mask_search import MaskBoard
from satdoku.kernels.propagation.pieces import NotOnMasks
from satdoku.workers.parallel import map_ordered

#: Milliseconds that ISS is known to need.
SLOW = 3000
#: Seconds after which ISS is stopped.
PATIENCE = 30
#: What the page begins with.
INTRODUCTION = """
What satdoku makes of {count} puzzles of the index of Interactive Sudoku Solver (ISS), each read
from its file as it is. Milliseconds of processor time in one process: reading the file, making the
forms of its rules and propagators of these, and counting up to two solutions, each puzzle once,
after the others; beside them those of ISS's engine in the same run, the best of three. "In time" is
{time_limit:g} s of wall time.
Explained and certified: within {further:g} s of wall time each; – where there was no result by
then, or the puzzle does not have one solution. Two cores were shared with much other work. Made by
"""
STAGES = ("read", "forms", "propagators", "count")
#: Counted before each puzzle.
BEFORE = (
    "1" + "." * 80,
    ".Cage~17~R1C1~R1C2.Thermo~R3C3~R3C4~R3C5.Arrow~R5C5~R5C6~R6C6.Whisper~R8C1~R8C2~R9C2",
)


@dataclass
class Timed:
    """One puzzle's answer: its solutions up to 2 (None where there was none), the cells of its
    only one, why there is no answer, and milliseconds."""

    count: int | None = None
    solution: str = ""
    note: str = ""
    spent: dict[str, float] = field(default_factory=dict)

    @property
    def total(self) -> float:
        """All stages together."""
        return sum(self.spent.values())


@dataclass
class Row:
    """A puzzle, and what was found. known: solutions up to 2; is_slow: ISS cannot be asked in time;
    explained: the steps that explain it, certified: bytes of its certificate, "–" where neither
    came in time or it was not tried."""

    name: str
    text: str
    known: int | None
    solution: str
    kinds: str
    is_slow: bool
    mine: Timed = field(default_factory=Timed)
    iss: dict[str, Any] = field(default_factory=dict)
    explained: str = "–"
    certified: str = "–"

    @property
    def verdict(self) -> str:
        """Beside what is known."""
        known = self.iss.get("count", self.known)
        if self.mine.count is None:
            return self.mine.note
        if known is None:
            return "answered, ISS has no answer"
        solution = self.iss.get("solution", self.solution)
        same = self.mine.count == known and (known != 1 or solution in ("", self.mine.solution))
        return "the same" if same else "DIFFERENT"

    @property
    def ratio(self) -> float | None:
        """Times ISS."""
        theirs = self.iss.get("cpu_ms")
        return self.mine.total / theirs if theirs and self.mine.count is not None else None


def main() -> None:
    """Print a line for each puzzle, and the medians."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sources", type=Path, nargs="+", metavar="source")
    parser.add_argument("--judge", type=Path)
    parser.add_argument("--engine", default="auto")
    parser.add_argument("--only", default="")
    parser.add_argument("--time-limit", type=float, default=20)
    parser.add_argument("--further", type=float, default=0)
    parser.add_argument("--write", type=Path)
    options = parser.parse_args()
    judge = Judge(options.judge) if options.judge else None
    for text in BEFORE:
        satdoku.count(text, limit=2, engine="minicard")
    rows = []
    summary = []
    for source in options.sources:
        some = [row for row in puzzles(source) if options.only in row.name]
        for row in some:
            time_row(row, judge, options)
        if options.further:
            explain_rows(some, options.further)
        said = report(some)
        if len(options.sources) > 1:
            said = [f"{source.name}: {line}" for line in said]
        print("\n".join(said), flush=True)
        rows += some
        summary += said
    if options.write:
        options.write.write_text(page(rows, summary, options))


def time_row(row: Row, judge: Judge | None, options: argparse.Namespace) -> None:
    """Answer a puzzle, ask ISS, and print both."""
    row.mine = run(row.text, options.engine, options.time_limit)
    if judge and not row.is_slow:
        row.iss = judge.ask(row.text)
    stages = " ".join(f"{row.mine.spent.get(stage, 0):8.1f}" for stage in STAGES)
    beside = f"{row.iss.get('cpu_ms', 0):8.1f} {row.ratio or 0:6.1f}"
    print(f"{row.name[:28]:28} {stages} {beside} {row.verdict}", flush=True)


def explain_rows(rows: list[Row], seconds: float) -> None:
    """Explain and certify the puzzles with one solution, each within so many seconds."""
    proper = [row for row in rows if row.mine.count == 1]
    work = partial(further, seconds=seconds)
    told = map_ordered(work, [row.text for row in proper], os.cpu_count() or 1)
    for row, (row.explained, row.certified) in zip(proper, told, strict=True):
        print(f"{row.name[:28]:28} explained {row.explained}, certified {row.certified}")


def puzzles(source: Path) -> Iterator[Row]:
    """The puzzles."""
    if source.is_file():
        for item in json.loads(source.read_text()):
            text = item.get("text") or item["constraints"]
            solution = item.get("solution") or ""
            known = item.get("solutions", 1 if solution else None)
            slow = item.get("iss_cpu_ms", 0) > SLOW
            yield Row(item["name"], text, known, solution, "", slow)
        return
    for row in csv.DictReader((source / "index.csv").open()):
        text = (source / "puzzles" / f"{row['id']}.iss").read_text()
        said = row["solutions"].rstrip("+")
        slow = not said or float(row["solve_ms"] or 0) > SLOW
        known = int(said) if said.isdigit() else None
        yield Row(row["id"], text, known, row["solution"], row["types"], slow)


def further(text: str, seconds: float) -> tuple[str, str]:
    """Steps that explain a puzzle to its end, and bytes of a certificate that the checker takes;
    "–" for each that did not come in time."""
    explained = certified = "–"
    with suppress(SatdokuError):
        steps = satdoku.explain(text, time_limit=seconds)
        if steps.outcome == "solved":
            explained = f"{len(steps.steps):,} steps"
    with suppress(SatdokuError):
        certificate = satdoku.certify(text, ["proper"], time_limit=seconds)
        layout = satdoku.parse(text).layout
        if satdoku.verify(certificate, layout=layout).outcome == "right":
            certified = f"{len(certificate.line):,} bytes"
    return explained, certified


def run(text: str, engine: str, time_limit: float) -> Timed:
    """Read and count a puzzle."""
    gc.collect()
    for before in BEFORE:
        satdoku.count(before, limit=2)
    for kept in (theory._theory_of, registry.all_forms, searched_forms, mask_search._board_of):
        kept.cache_clear()  # what is kept would be no work
    MaskBoard.of(Layout.of_size(9))
    timed = Timed()
    clock = [time.process_time()]

    def stage(name: str) -> None:
        clock.append(time.process_time())
        timed.spent[name] = 1000 * (clock[-1] - clock[-2])

    try:
        puzzle = satdoku.parse(text)
        stage("read")
        if puzzle.constraints:
            searched_forms(puzzle.layout)
        stage("forms")
        if puzzle.constraints:
            with suppress(NotOnMasks):
                MaskBoard.of(puzzle.layout)
        stage("propagators")
        timed.count = satdoku.count(puzzle, limit=2, engine=engine, time_limit=time_limit)
        stage("count")
        if timed.count == 1:
            (solution,) = satdoku.solutions(puzzle, engine=engine)
            timed.solution = as_iss(solution)
    except TimeLimitReached:
        stage("count")
        timed.note = "no answer in time"
    except SatdokuError as error:
        timed.note = str(error)[:90]
    return timed


def as_iss(solution: Puzzle) -> str:
    """Return the cells as ISS writes them: if one of them is above 9, A stands for 1."""
    layout = solution.layout
    held = [layout.digits[cell - 1] for cell in solution.cells[: layout.board_cells]]
    if max(held) < 10:
        return "".join(map(str, held))
    return "".join([chr(ord("@") + digit) if digit else "0" for digit in held])


def report(rows: list[Row]) -> list[str]:
    """What came out, in lines."""
    verdicts = Counter(
        row.verdict if row.mine.count is not None or "in time" in row.verdict else "refused"
        for row in rows
    )
    lines = [f"{len(rows)} puzzles: " + ", ".join(f"{n} {word}" for word, n in verdicts.items())]
    theirs = [row.iss["cpu_ms"] for row in rows if row.iss.get("cpu_ms")]
    if theirs:
        lines.append(f"ISS: median {median(theirs):.2f} ms, 95th percentile {high(theirs):.1f} ms")
    answered = [row.mine for row in rows if row.mine.count is not None]
    for stage in STAGES if answered else ():
        values = [mine.spent[stage] for mine in answered]
        lines.append(
            f"{stage}: median {median(values):.2f} ms, 95th percentile {high(values):.1f} ms"
        )
    ratios = [row.ratio for row in rows if row.ratio]
    if ratios:
        lines.append(f"times ISS: median {median(ratios):.2f}, 95th percentile {high(ratios):.1f}")
    return lines


def page(rows: list[Row], summary: list[str], options: argparse.Namespace) -> str:
    """The page, in Markdown."""
    lines = [
        "# A setters' collection",
        "",
        *textwrap.wrap(INTRODUCTION.format(count=len(rows), **vars(options)).strip(), 120),
        "",
        "```text",
        f"python benchmarks/collection.py FOLDER --judge judge.mjs --time-limit "
        f"{options.time_limit:g} --further {options.further:g} --write docs/collection.md",
        "```",
        "",
        *[f"- {line}" for line in summary],
        f"- explained: {sum(row.explained != '–' for row in rows)}, "
        f"certified: {sum(row.certified != '–' for row in rows)}",
        "",
        "| puzzle | rules | answer | beside ISS | ms | ISS, ms | explained | certified |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    answers = {None: "–", 0: "none", 1: "unique", 2: "several"}
    for row in rows:
        kinds = row.kinds.replace(";", ", ")
        verdict = row.verdict.replace("|", "\\|")
        mine = f"{row.mine.total:,.1f}" if row.mine.count is not None else "–"
        theirs = f"{row.iss['cpu_ms']:,.1f}" if row.iss.get("cpu_ms") else "–"
        cells = [row.name, kinds, answers[row.mine.count], verdict, mine, theirs]
        lines.append(f"| {' | '.join([*cells, row.explained, row.certified])} |")
    return "\n".join(lines) + "\n"


def high(values: list[float]) -> float:
    """The 95th percentile."""
    return sorted(values)[int(0.95 * (len(values) - 1))]


class Judge:
    """ISS's engine in a process of its own."""

    def __init__(self, script: Path) -> None:
        self.script = script
        self.process = self.started()

    def started(self) -> subprocess.Popen[str]:
        """Return a new process of it."""
        return subprocess.Popen(
            ["node", self.script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, text: str) -> dict[str, Any]:
        """Return its answer, the best of three; nothing if it takes longer than `PATIENCE`."""
        assert self.process.stdin and self.process.stdout
        question = {"id": "", "iss": text, "limit": 2, "runs": 3}
        timer = threading.Timer(PATIENCE, self.process.kill)
        timer.start()
        with suppress(BrokenPipeError):
            self.process.stdin.write(json.dumps(question) + "\n")
            self.process.stdin.flush()
        line = self.process.stdout.readline()
        timer.cancel()
        if not line:
            self.process.wait()
            self.process = self.started()
            return {}
        answer: dict[str, Any] = json.loads(line)
        return answer


if __name__ == "__main__":
    main()
