"""`satdoku diagnose`: explain what is wrong with a puzzle, or what is redundant."""

from __future__ import annotations

from functools import partial
from typing import Any

import click

from ...suggest import meant
from ..command import Command
from ..options import common as options
from ..options.streams import Stream, streaming
from ..stream.decorated import Unanswered, View
from ..stream.entries import Entry, each


@click.command("diagnose", cls=Command)
@click.option(
    "--keep", metavar="PROPERTY", default="proper",
    help="Property by which givens are judged redundant: proper, logic (the base rules), or a set "
    "of techniques as in explain.",
)  # fmt: skip
@click.option(
    "--limit", type=click.IntRange(1, 10**9), default=1000,
    help="Count solutions up to this number; then estimate.",
)  # fmt: skip
@click.option(
    "--sets", type=click.IntRange(1, 10_000), default=10,
    help="Maximum number of conflicts, unavoidable sets and near puzzles.",
)  # fmt: skip
@click.option(
    "--unavoidable", type=click.IntRange(4, 81), default=6, metavar="CELLS",
    help="Maximum size of unavoidable sets, in cells.",
)  # fmt: skip
@click.option("--pairs", is_flag=True, help="Also find pairs of cells forced equal or different.")
@options.time_limit("Time limit for the whole diagnosis of a puzzle.", default=10.0)
@streaming("text", "json")
def command(
    stream: Stream, keep: str, limit: int, sets: int, unavoidable: int, pairs: bool,
    time_limit: float,
) -> int:  # fmt: skip
    """Say why a puzzle is not proper; which clues are redundant.

    Parts cut short by --time-limit are marked. Exit status 1 if a puzzle is not proper.
    \f
    satdoku diagnose 11..............
    satdoku diagnose puzzles.txt --format json
    satdoku diagnose --layout 4x4+killer:3:r1c1,r1c2+killer:9:r1c1,r1c2 ................
    """
    if keep != "proper":
        from ...diagnosis.spare import KEPT

        keep = meant(keep, KEPT, "property")
    if stream.resume and stream.form == "text":
        raise click.UsageError("--resume needs --format json: a diagnosis as text has many lines")
    find = partial(
        diagnosis, keep=keep, limit=limit, sets=sets, unavoidable=unavoidable, pairs=pairs,
        time_limit=time_limit,
    )  # fmt: skip
    return stream.answer(
        each(find), "diagnosing", singly=True, named="where", apart=True, accepts=is_proper
    )


def is_proper(found: View | Unanswered) -> bool:
    """Whether the puzzle is proper."""
    return isinstance(found, View) and found.outcome == "proper"


def diagnosis(entry: Entry, sets: int, **settings: Any) -> View | Unanswered:
    """Return the diagnosis of one puzzle."""
    from ...diagnosis.diagnosing import diagnose
    from ...errors import PuzzleError, TimeLimitReached

    try:
        return View(diagnose(entry.puzzle, sets=sets, **settings), {"shown": sets})
    except (PuzzleError, TimeLimitReached) as error:
        return Unanswered(str(error), is_open=isinstance(error, TimeLimitReached))
