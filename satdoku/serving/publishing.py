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
from ..errors import Inconsistency, PuzzleError, SatdokuError, TimeLimitReached
from ..formats.metadata import about
from ..languages import languages
from ..logic.hints import SHOWN, Hint
from ..operations.solving import solution
from ..phrases import phrase
from ..record_types import Record
from .answering.answers import explained, shown_path
from .answering.boards import puzzle_record
from .operations import OPERATIONS
from .page_texts import words_of
from .static_site import must_be_free, write_site

#: Of a puzzle's record what a question sends, beside its rules.
SENT = ("puzzle", "layout", "symbols", "kept")
#: Questions whose answers go into the page as they are.
KNOWN = {"rate": "its rating", "redundant": "what could be left out of it"}


def publish(path: Path, puzzles: Iterable[Puzzle], time_limit: float = 20.0) -> list[str]:
    """Write the page, to a file (FILE.html) or a folder; return what is not in it, in sentences.

    time_limit: seconds for each answer of each puzzle. Raises `PuzzleError` for a puzzle without
    exactly one solution, `EngineError` without kernels for browsers, and `OSError`.
    """
    must_be_free(path)  # before anything is looked for
    given = list(puzzles)
    missing: list[str] = []
    shown = []
    for number, puzzle in enumerate(given, 1):
        try:
            record, lacks = published(puzzle, time_limit)
        except TimeLimitReached as error:
            raise TimeLimitReached(
                phrase(
                    "puzzle {number!s}: {error}; give more --time-limit", number=number, error=error
                )
            ) from None
        except (Inconsistency, PuzzleError) as error:
            raise PuzzleError(
                phrase("puzzle {number!s} cannot be published: {error}", number=number, error=error)
            ) from None
        shown.append(record)
        missing += [f"puzzle {number} is published without {lack}" for lack in lacks]
    write_site(path, given, published=shown)
    return missing


def published(puzzle: Puzzle, time_limit: float) -> tuple[Record, list[str]]:
    """Return (what the page holds of a puzzle, what it lacks)."""
    found = solution(puzzle, time_limit=time_limit)
    record = puzzle_record(puzzle)
    sent = {name: record[name] for name in SENT}
    sent["constraints"] = [rule["text"] for rule in record["constraints"]]
    answers: Record = {}
    lacks = []
    for name, meaning in KNOWN.items():
        try:
            answers[name] = OPERATIONS[name].run({"puzzle": sent, "time_limit": time_limit})
        except SatdokuError as error:
            lacks.append(f"{meaning}: {error}")
    try:
        answers["explain"] = _path(sent, time_limit)
    except SatdokuError as error:
        lacks.append(f"hints: {error}")
    title = about(puzzle).get("title", "")
    inside: Record = {"record": record, "title": title, "answers": answers}
    inside["solution"] = list(found.cells)
    told = [record, answers]
    inside["words"] = words_of(told)
    return inside, lacks


def _path(sent: Record, time_limit: float) -> Record:
    """Return the whole path, each step with the texts of a hint for it in each language."""
    asked = OPERATIONS["explain"].checked({"puzzle": sent, "time_limit": time_limit})
    found = explained(asked, lambda _: None)
    record = shown_path(found)
    for one, (position, step) in zip(record["steps"], found.positions(), strict=False):
        hint = Hint(found.start.board, position, step)
        one["texts"] = {language: _levels(hint, language) for language in languages()}
    return record


def _levels(hint: Hint, language: str) -> dict[str, str]:
    return {level: hint.text(level, language) for level in SHOWN}
