"""How far published puzzles with rules are explained, how hard their steps are, and whether the
sentences give evidence.

    python benchmarks/explaining.py FOLDER [--sample 40] [--seed 4] [--time-limit 20]

FOLDER: puzzles as ISS strings (`*.iss`). --sample: so many of those under 2,500 bytes, chosen with
the seed; without it, all. Each puzzle has a process of its own with at most `MEMORY` bytes and the
time limit by the clock. One line per puzzle: outcome, processor seconds, steps, highest rating,
steps of 8.0 and above. A sentence about a rule is said to recite it if it has nothing after the
rule's meaning, or only that nothing could satisfy the rule; what a cell may hold is not counted.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import sys
import time
from pathlib import Path
from typing import Any

import satdoku
from satdoku.logic.catalog.names import rule_of
from satdoku.logic.catalog.rules import TABLE
from satdoku.logic.step_text.sentences import sentence

MEMORY = 6 << 30
HARD = 80


def recites(said: str) -> bool:
    """Return whether the reason in a sentence about a rule is the rule's meaning alone."""
    reason = said.rsplit(", so ", 1)[0]
    only_fails = "nothing could satisfy the rule" in reason and "would be" not in reason
    return ": " not in reason or only_fails


def explained(text: str, limit: float) -> dict[str, Any]:
    """Return what came of a puzzle."""
    start = time.process_time()
    found = satdoku.explain(satdoku.parse(text), time_limit=limit, verify=False)
    spent = time.process_time() - start
    of_rules = [
        step
        for step in found.steps
        if TABLE[rule_of(step.rule_name)].kind == "rule" and step.name != "given candidates"
    ]
    said = [sentence(found.start.theory, step) for step in of_rules]
    return {
        "outcome": found.outcome,
        "seconds": round(spent, 1),
        "steps": len(found.steps),
        "hardest": max((step.tenths for step in found.steps), default=0),
        "hard": sum(step.tenths >= HARD for step in found.steps),
        "told": len(said),
        "recited": sum(map(recites, said)),
    }


def in_a_process(file: Path, limit: float) -> dict[str, Any]:
    """Return the same, from a process with a bound on its memory."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        try:
            answer = explained(file.read_text(), limit)
        except (MemoryError, satdoku.SatdokuError) as error:
            answer = {"outcome": f"error: {error}"[:80]}
        os.write(writer, json.dumps(answer).encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as stream:
        text = stream.read()
    os.waitpid(child, 0)
    return json.loads(text) if text else {"outcome": "ended"}


def main() -> None:
    """Print a line per puzzle, and the sums."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sample", type=int)
    parser.add_argument("--seed", type=int, default=4)
    parser.add_argument("--time-limit", type=float, default=20)
    options = parser.parse_args()
    files = sorted(options.folder.glob("*.iss"))
    if options.sample:
        files = [file for file in files if file.stat().st_size < 2500]
        random.Random(options.seed).shuffle(files)
        files = files[: options.sample]
    rows = []
    for file in files:
        row = in_a_process(file, options.time_limit)
        rows.append(row)
        shown = " ".join(str(row.get(k, "-")) for k in ("seconds", "steps", "hardest", "hard"))
        print(f"{file.stem:14} {row['outcome']:12} {shown}", flush=True)
    solved = [row for row in rows if row["outcome"] == "solved"]
    hard = sum(row["hardest"] >= HARD for row in solved)
    told, recited = (sum(row.get(k, 0) for row in rows) for k in ("told", "recited"))
    print(f"{len(solved)} of {len(rows)} solved; {hard} of these need a step of 8.0 or more")
    print(f"{recited} of {told} sentences about rules recite the rule")
    sys.exit(not solved)


if __name__ == "__main__":
    main()
