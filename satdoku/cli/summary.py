"""`satdoku check --summary`: how many puzzles are what is asked for, and no more than that."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import partial

from ..parallel import map_ordered
from .feed import EASY, Block, Feed, say_left_out
from .files import Entry, open_output
from .progress import show_progress


def summarise(
    feed: Feed, require: tuple[str, ...], form: str, jobs: int, output: str | None
) -> int:
    """Print the counts; the exit status."""
    counts: Counter[str] = Counter()
    with open_output(output) as stream:
        for part in show_progress(_counts(feed, require, jobs), "checking", output=output):
            counts.update(part)
        if form == "json":
            print(json.dumps(dict(counts)), file=stream)
        else:
            said = [f"{counts['puzzles']:,} puzzles"]
            said += [f"{number:,} {name}" for name, number in counts.items() if name != "puzzles"]
            print(", ".join(said), file=stream)
    misses = any(counts[name] < counts["puzzles"] for name in require)
    return say_left_out(feed) or int(misses)


def _counts(feed: Feed, require: tuple[str, ...], jobs: int) -> Iterator[dict[str, int]]:
    if feed.is_large:
        yield from map_ordered(
            partial(count_block, require=require), feed.blocks(), jobs, threads=True
        )
    else:
        yield from map_ordered(partial(count_entry, require=require), feed.entries(), jobs)


def count_block(block: Block, require: tuple[str, ...]) -> dict[str, int]:
    """The counts of a block."""
    from .. import batch

    boards = block.boards
    if boards.layout.size > EASY:
        counts: Counter[str] = Counter()
        for i in range(0 if block.stop.is_set() else len(block)):
            counts.update(count_entry(block.entry(i), require))
        return counts
    checked = batch.check(
        boards.cells,
        minimal="minimal" in require,
        logic="logic" in require,
        layout=boards.layout,
    )
    found = {
        "puzzles": len(block),
        "proper": int((checked.counts == 1).sum()),
        "with several solutions": int((checked.counts > 1).sum()),
        "with none": int((checked.counts == 0).sum()),
    }
    if "minimal" in require:
        found["minimal"] = int((checked.minimal == 1).sum())
    if "logic" in require:
        found["logic"] = int(checked.logic.sum())
    return found


def count_entry(entry: Entry, require: tuple[str, ...]) -> dict[str, int]:
    """The counts of one puzzle."""
    from ..operations.checking import check

    report = check(entry.puzzle)
    counts = {
        "puzzles": 1,
        "proper": int(report.proper),
        "with several solutions": int(report.solution_count > 1),
        "with none": int(report.solution_count == 0),
    }
    asked = {"minimal": bool(report.minimal), "logic": report.logic_solvable}
    return counts | {name: int(holds) for name, holds in asked.items() if name in require}
