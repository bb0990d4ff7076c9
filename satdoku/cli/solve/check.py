"""`satdoku check`: whether puzzles are proper, minimal, solvable by the base rules."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

import click

from ...errors import TimeLimitReached
from ..command import Command
from ..options import common as options
from ..options.engine import Choice
from ..options.streams import Stream, streaming
from ..stream.decorated import Measured, Unanswered
from ..stream.entries import Block, Piece
from . import folders
from .summary import summarise

if TYPE_CHECKING:
    from ...operations.checking import Report

COLUMNS = {
    "puzzle": "string",
    "clues": "int64",
    "count": "int64",
    "minimal": "bool",
    "logic_solvable": "bool",
    "logic_minimal": "bool",
}


@click.command("check", cls=Command)
@click.option(
    "--require", multiple=True, type=click.Choice(["proper", "minimal", "logic"]),
    help="Property that every puzzle needs for exit status 0 (default: proper).",
)  # fmt: skip
@click.option(
    "--summary", is_flag=True,
    help="Print only how many meet --require: quick for millions. For folders: one line per file, "
    "with one puzzle each.",
)  # fmt: skip
@streaming("text", "json", "csv", "parquet", add=True, engine=True)
def command(stream: Stream, require: tuple[str, ...], summary: bool) -> int:
    """Check puzzles: proper, minimal, solvable with singles alone.

    Exit status 1 if one of them is not what --require asks for.
    \f
    satdoku check puzzles.txt
    satdoku check --summary --require proper --jobs 2 puzzles.txt
    satdoku check --layout 4x4+killer:3:r1c1,r1c2 '..34............'
    """
    engine, wanted = stream.engine, require or ("proper",)
    if folders.has_folders(stream.inputs):
        if not summary:
            raise click.UsageError("a folder: give --summary for one line per file")
        if stream.form not in ("text", "json") or engine.stats:
            raise click.UsageError("--summary of a folder: --format text or json, no --stats")
        options.refuse("--summary of a folder", "add")
        return folders.summarise_files(stream, wanted)
    if summary:
        if stream.resume or stream.form not in ("text", "json"):
            raise click.UsageError("--summary is one answer: no --resume, --format text or json")
        if engine.stats:
            raise click.UsageError("--stats is per puzzle: leave out --summary")
        options.refuse("--summary is one answer", "add")
        return summarise(stream, wanted, partial(reports, engine=engine))
    return stream.answer(
        partial(reports, engine=engine),
        "checking",
        COLUMNS,
        singly=not engine.is_default,
        json_keys=("proper",),
        named="where",
        accepts=partial(is_what_is_wanted, require=wanted),
    )


def is_what_is_wanted(report: Report | Measured, require: tuple[str, ...]) -> bool:
    """Whether the puzzle meets all requirements."""
    return not (isinstance(report, Unanswered) or folders.missing(report, require))


def reports(piece: Piece, engine: Choice) -> Iterator[Report | Measured | Unanswered]:
    """Yield the report on each puzzle; kernels are used if fast on every board of the layout."""
    from ...batch.sharing import is_easy
    from ...operations.checking import check

    if isinstance(piece, Block) and is_easy(piece.layout):
        start = time.perf_counter()
        found = list(_by_kernels(piece))
        yield from engine.told(found, time.perf_counter() - start)
        return
    for entry in piece.entries():
        with engine.opened(piece.layout) as (backend, did):
            try:
                report = check(entry.puzzle, engine=backend, time_limit=engine.time_limit)
            except TimeLimitReached as error:
                yield Unanswered(str(error), is_open=True)
                continue
        yield Measured(report, did) if did else report


def _by_kernels(block: Block) -> Iterator[Report]:
    from ... import batch
    from ...operations.checking import Report
    from ...operations.solving import why_unsolvable

    checked = batch.check(block.cells, layout=block.layout)
    known = {-1: None, 0: False, 1: True}
    for i, (clues, count, minimal, logic, logic_minimal) in enumerate(
        zip(*(array.tolist() for array in checked), strict=True)
    ):
        problem = "" if count else str(why_unsolvable(block.entry(i).puzzle))
        yield Report(clues, count, known[minimal], logic, known[logic_minimal], problem)
