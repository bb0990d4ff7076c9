"""`satdoku diagnose`: explain what is wrong with a puzzle, or what is redundant; search its grid
for puzzles with few givens."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, TextIO

from ...errors import OutputError
from ...formats.opening import naming_file
from ...frozen import frozen
from ...phrases import phrase
from ...suggest import meant
from ..command import from_table
from ..stream.answering import PuzzleStream, Unanswered
from ..stream.entries import Entry
from ..stream.progress import Watch
from ..stream.resuming import keep_whole_lines

if TYPE_CHECKING:
    from ...diagnosis.clue_search import CluePart, ClueSearch
    from ...diagnosis.diagnosing import Diagnosis


@frozen
class PartsChoice:
    """The search asked for: the number of givens (None: a diagnosis), the cells that they may be in
    (None: any), and the file of parts."""

    clues: int | None = None
    within: str | None = None
    progress: str | None = None


@from_table("diagnose", "text", "json")
def command(
    stream: PuzzleStream,
    keep: str,
    limit: int,
    sets: int,
    unavoidable: int,
    pairs: bool,
    parts: PartsChoice,
    time_limit: float | None,
) -> int:
    """Say why a puzzle is not proper; which clues are redundant.

    Parts cut short by --time-limit are marked. Exit status 1 if a puzzle is not proper.
    \f
    satdoku diagnose 11..............
    satdoku diagnose --layout 4x4+killer:3:r1c1,r1c2+killer:9:r1c1,r1c2 ................
    satdoku diagnose puzzle.txt --clues 12 --progress parts.jsonl
    """
    if parts.clues:
        search = partial(clue_search, parts=parts, clues=parts.clues, time_limit=time_limit)
        return stream.answer(search, "searching", named="where", apart=True, accepts=is_found)
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


def is_found(search: ClueSearch | Unanswered) -> bool:
    """Whether there is a puzzle with so many givens."""
    return not isinstance(search, Unanswered) and search.outcome == "found"


def clue_search(
    entry: Entry, parts: PartsChoice, clues: int, time_limit: float | None
) -> ClueSearch | Unanswered:
    """Search for a puzzle with so many givens."""
    from ...constraints.constraint import parse_cells
    from ...diagnosis.clue_search import search_clues
    from ...errors import Inconsistency, LayoutError, PuzzleError, TimeLimitReached

    with Watch() as watch, kept_parts(parts.progress) as (before, file):

        def tell(part: CluePart) -> None:
            if file:
                file.write(json.dumps(part.record()) + "\n")
                file.flush()
            watch.tell(
                phrase(
                    "{done:,} of {parts:,} parts", done=part.so_far.done, parts=part.so_far.parts
                )
            )

        try:
            cells = None
            if parts.within:
                cells = parse_cells(parts.within, entry.puzzle.layout.places)
            found = search_clues(
                entry.puzzle,
                clues,
                within=cells,
                before=before,
                progress=tell,
                time_limit=time_limit,
            )
        except (Inconsistency, LayoutError, PuzzleError, TimeLimitReached) as error:
            return Unanswered(str(error), is_open=isinstance(error, TimeLimitReached))
    if found.outcome == "undecided":
        return Unanswered(found.text(), dict(found.record()), is_open=True)
    return found


@contextmanager
def kept_parts(path: str | None) -> Iterator[tuple[list[Any], TextIO | None]]:
    """Open the file of parts: the records in it, and the file to add more to."""
    if path is None:
        yield [], None
        return
    with naming_file(path), open(path, "a+", encoding="utf-8") as file:
        keep_whole_lines(path)
        file.seek(0)
        try:
            before = [dict(json.loads(line)) for line in file]
        except (TypeError, ValueError):
            text = f"{path} holds no parts of a search: give another --progress"
            raise OutputError(text) from None
        yield before, file


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
