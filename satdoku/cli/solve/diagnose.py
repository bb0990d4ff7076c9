"""`satdoku diagnose`: explain what is wrong with a puzzle, or what is redundant."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from ...suggest import meant
from ..command import from_table
from ..stream.answering import PuzzleStream, Unanswered
from ..stream.entries import Entry

if TYPE_CHECKING:
    from ...diagnosis.diagnosing import Diagnosis


@from_table("diagnose", "text", "json")
def command(
    stream: PuzzleStream,
    keep: str,
    limit: int,
    sets: int,
    unavoidable: int,
    pairs: bool,
    time_limit: float | None,
) -> int:
    """Say why a puzzle is not proper; which clues are redundant.

    Parts cut short by --time-limit are marked. Exit status 1 if a puzzle is not proper.
    \f
    satdoku diagnose 11..............
    satdoku diagnose puzzles.txt --format json
    satdoku diagnose --layout 4x4+killer:3:r1c1,r1c2+killer:9:r1c1,r1c2 ................
    """
    if keep != "proper":
        from ...diagnosis.redundant import KEPT

        keep = meant(keep, KEPT, "property")
    find = partial(
        diagnosis,
        keep=keep,
        limit=limit,
        sets=sets,
        unavoidable=unavoidable,
        pairs=pairs,
        time_limit=time_limit,
    )
    return stream.answer(
        find, "diagnosing", named="where", apart=True, accepts=is_proper, how={"shown": sets}
    )


def is_proper(found: Diagnosis | Unanswered) -> bool:
    """Whether the puzzle is proper."""
    return not isinstance(found, Unanswered) and found.outcome == "proper"


def diagnosis(entry: Entry, **settings: Any) -> Diagnosis | Unanswered:
    """Return the diagnosis of one puzzle."""
    from ...diagnosis.diagnosing import diagnose
    from ...errors import PuzzleError, TimeLimitReached

    try:
        return diagnose(entry.puzzle, **settings)
    except (PuzzleError, TimeLimitReached) as error:
        return Unanswered(str(error), is_open=isinstance(error, TimeLimitReached))
