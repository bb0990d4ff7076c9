"""`satdoku check`: whether puzzles are proper, minimal, solvable by the base rules."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import click

from ...backends.base import Clock
from ...errors import TimeLimitReached
from ..command import from_table
from ..old_forms import tell_new_form, words_given, written
from ..refusals import refuse
from ..stream.answering import EngineChoice, PuzzleStream, Unanswered
from ..stream.entries import Block, Entry
from ..stream.writing import Measured
from .summary import summarise, summarise_files

if TYPE_CHECKING:
    from ...operations.checking import Report

COLUMNS = {
    "puzzle": "string", "clues": "int64", "count": "int64", "minimal": "bool",
    "logic_solvable": "bool", "logic_minimal": "bool",
}  # fmt: skip


@from_table("check", "text", "json", "csv", "parquet")
def command(stream: PuzzleStream, require: tuple[str, ...], summary: bool) -> int:
    """Check puzzles: proper, minimal, solvable with singles alone.

    In a folder each file must hold one puzzle, and gets one line. Exit status 1 if a puzzle is
    not what --require asks for.
    \f
    satdoku check puzzles.txt
    satdoku check --summary --require proper --jobs 2 puzzles.txt
    satdoku check --layout 4x4+killer:3:r1c1,r1c2 '..34............'
    """
    wanted = require or ("proper",)
    is_folder = any(map(os.path.isdir, stream.source.inputs))
    if is_folder:
        if stream.form not in ("text", "json"):
            raise click.UsageError("the files of a folder are listed as text or json")
        refuse("a folder gets one line for each file", "--stats", "--add")
        if summary:
            words = words_given()
            del words["--summary"]
            tell_new_form("--summary with a folder", written("check", words))
        return summarise_files(stream, wanted)
    if summary:
        if stream.form not in ("text", "json"):
            raise click.UsageError("--summary is printed as text or json")
        refuse("--summary is one answer", "--resume")
        return summarise(stream, wanted)
    choice = stream.choice
    together = partial(by_kernels, choice=choice) if choice.is_default else None
    return stream.answer(
        partial(checked, choice=choice),
        "checking",
        COLUMNS,
        together,
        json_keys=("proper",),
        named="where",
        accepts=partial(is_what_is_wanted, require=wanted),
    )


def is_what_is_wanted(report: Report | Unanswered, require: tuple[str, ...]) -> bool:
    """Whether the puzzle meets all requirements."""
    return not isinstance(report, Unanswered) and not report.missing(require)


def checked(entry: Entry, choice: EngineChoice) -> Report | Measured | Unanswered:
    """Return the report on one puzzle."""
    from ...operations.checking import Report, check

    clock = Clock(choice.time_limit)
    ask = partial(check, entry.puzzle, time_limit=choice.time_limit)
    try:
        found = choice.ask(entry.layout, lambda backend: ask(engine=backend))
    except TimeLimitReached as error:
        return Unanswered(str(error), is_open=True)
    if not isinstance(found, Report) or not found.problem or not entry.is_typed:
        return found
    from ...logic.slips import with_slip

    return replace(found, problem=with_slip(found.problem, entry.puzzle, clock))


def by_kernels(block: Block, choice: EngineChoice) -> Sequence[Report | Measured | None]:
    """Return the reports on a block, if kernels are fast on every board of the layout."""
    from ... import batch
    from ...batch.sharing import is_easy
    from ...operations.checking import Report
    from ...operations.solving import why_unsolvable

    if not is_easy(block.layout):
        return [None] * len(block)
    start = time.perf_counter()
    found = []
    arrays = batch.check(block.cells, layout=block.layout)
    known = {-1: None, 0: False, 1: True}
    for i, (clues, count, minimal, logic, logic_minimal) in enumerate(
        zip(*(array.tolist() for array in arrays), strict=True)
    ):
        problem = "" if count else str(why_unsolvable(block.entry(i).puzzle))
        found.append(Report(clues, count, known[minimal], logic, known[logic_minimal], problem))
    return choice.measured(found, time.perf_counter() - start)
