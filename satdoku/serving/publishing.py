"""Puzzles published as a page to play: `satdoku publish`.

The page is the exported one (`static_site`) with the puzzles inside. Each comes with what only the
program knows: its record with the drawing, its solution, rating, redundant rules and givens, and
its path, of which `page/published.js` makes hints. So it opens without asking anybody, any rule is
played, and what the kernels inside judge is judged by the visitor's browser.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from ..board import Puzzle
from ..errors import SatdokuError
from ..formats.metadata import about
from ..logic.hints import SHOWN, Hint
from ..operations.solving import solution
from ..record_types import Record
from .answering.answers import explained, shown_path
from .answering.boards import puzzle_record
from .operations import OPERATIONS
from .static_site import write_site

#: Questions whose answers go into the page as they are.
KNOWN = ("rate", "redundant")


def publish(path: Path, puzzles: Iterable[Puzzle], time_limit: float = 20.0) -> list[str]:
    """Write the page, to a file (FILE.html) or a folder; return what is not in it, in sentences.

    time_limit: seconds for each answer of each puzzle. Raises `PuzzleError` for a puzzle without
    exactly one solution, `EngineError` without kernels for browsers, and `OSError`.
    """
    given = list(puzzles)
    missing: list[str] = []
    shown = []
    for number, puzzle in enumerate(given, 1):
        record, problems = published(puzzle, time_limit)
        shown.append(record)
        missing += [f"puzzle {number}: {problem}" for problem in problems]
    write_site(path, given, published=shown)
    return missing


def published(puzzle: Puzzle, time_limit: float) -> tuple[Record, list[str]]:
    """Return (what the page holds of a puzzle, what it lacks)."""
    found = solution(puzzle, time_limit=time_limit)
    record = puzzle_record(puzzle)
    sent = {name: record[name] for name in ("puzzle", "layout", "symbols", "kept")}
    sent["constraints"] = [rule["text"] for rule in record["constraints"]]
    answers: Record = {}
    lacks = []
    for name in KNOWN:
        try:
            answers[name] = OPERATIONS[name].run({"puzzle": sent, "time_limit": time_limit})
        except SatdokuError as error:
            lacks.append(f"{name}: {error}")
    try:
        answers["explain"] = _path(sent, time_limit)
    except SatdokuError as error:
        lacks.append(f"hints: {error}")
    title = about(puzzle).get("title", "")
    cells = list(found.cells)
    inside = {"record": record, "title": title, "solution": cells, "answers": answers}
    return inside, lacks


def _path(sent: Record, time_limit: float) -> Record:
    """Return the whole path, each step with the texts of a hint for it."""
    asked = OPERATIONS["explain"].checked({"puzzle": sent, "time_limit": time_limit})
    found = explained(asked, lambda _: None)
    record = shown_path(found)
    for one, (position, step) in zip(record["steps"], found.positions(), strict=False):
        hint = Hint(found.start.board, position, step)
        one["texts"] = {level: hint.text(level) for level in SHOWN}
    return record
