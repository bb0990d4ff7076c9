"""Claims of reasons in figures: `python benchmarks/reasons.py [CLAIMS] [FILE…]`.

Takes steps of rules and proves every claim of their reasons from the premises that the step names,
until CLAIMS of them (50,000) are proved; prints the number of steps and claims, as they come those
that were not proved, at the end all by form, and the steps that name a rule without which they
follow all the same.

The boards: those of the gallery (docs/gallery.txt) and of the files, each a puzzle on a line or one
.iss file; then boards with random rules and candidates, as the tests make them.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import satdoku
from satdoku.inference.entailment import not_entailed
from satdoku.logic.position import Position
from satdoku.logic.steps import LogicStep

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))
from tests.logic.step_text.test_claims import random_board, steps_of  # noqa: E402

#: Seconds for a puzzle; after how many claims the run says how far it is.
SECONDS, OFTEN = 4, 1000


def taken(files: list[str]) -> Iterator[tuple[Position, LogicStep]]:
    """The steps of rules by which puzzles are solved, each with its position."""
    lines = (HERE.parent / "docs" / "gallery.txt").read_text().splitlines()
    puzzles = [line.split(" ", 1)[1] for line in lines]
    for name in files:
        text = Path(name).read_text()
        puzzles += ["".join(text.split())] if name.endswith(".iss") else text.splitlines()
    for text in puzzles:
        if text.strip() not in ("", "-"):
            found = satdoku.explain(satdoku.parse(text), time_limit=SECONDS, verify=False)
            for position, step in found.positions():
                if step and step.claims:
                    yield position, step
    for seed in count():
        position = random_board(seed)
        for step in steps_of(position):
            yield position, step


def unused_rules(position: Position, step: LogicStep) -> list[str]:
    """The rules that a step names, without which it follows."""
    theory = position.theory
    named = {*step.bases}
    # What is known of auxiliary variables may rest on rules that the step does not name.
    on_board = theory.board_variables + 1
    known = bytes(position.status[:on_board]) + bytes(theory.variable_count + 1 - on_board)
    own = [rule for rule in theory.rules if named.issuperset(rule.clauses)]
    unused = []
    for rule in own:
        rest = {c for other in own if other is not rule for c in other.clauses}
        if not rest.issuperset(rule.clauses):
            clauses = (*rest, *step.links)
            if not not_entailed(theory, known, clauses, step.literals):
                unused.append(rule.name)
    return unused


def main() -> None:
    """Print the figures."""
    words = sys.argv[1:]
    most = int(words.pop(0)) if words and words[0].isdecimal() else 50_000
    proved, failed = Counter[str](), Counter[str]()
    steps = unused = 0
    start = time.process_time()
    for position, step in taken(words):
        steps += 1
        unused += bool(unused_rules(position, step))
        for claim in step.claims:
            follows = claim.follows(position, step.clauses)
            (proved if follows else failed)[claim.form] += 1
            if not follows:
                print(f"not proved: {position.layout.name}: {claim}", flush=True)
            if proved.total() % OFTEN == 0:
                print(f"{steps:,} steps, {proved.total():,} claims proved so far", flush=True)
        if proved.total() >= most:
            break
    print(f"{steps:,} steps, {proved.total():,} claims proved, {failed.total():,} not")
    for form, number in proved.most_common():
        print(f"  {form}: {number:,} proved, {failed[form]:,} not")
    print(f"steps that name a rule they do not need: {unused:,}")
    print(f"{time.process_time() - start:.0f} s of processor time")


if __name__ == "__main__":
    main()
