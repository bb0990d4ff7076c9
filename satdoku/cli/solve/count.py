"""`satdoku count`: count solutions."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from functools import partial

from ...backends.base import Backend, Clock
from ...formats.metadata import caveat
from ...operations.outcomes import Counted
from ...phrases import phrase
from ..command import from_table
from ..stream.answering import EngineChoice, PuzzleStream
from ..stream.entries import Block, Entry
from ..stream.progress import Watch
from ..stream.writing import Measured

COLUMNS = {"puzzle": "string", "count": "int64", "exact": "bool"}


@from_table("count", "text", "json", "csv", "parquet")
def command(stream: PuzzleStream, limit: int | None) -> int:
    """Count solutions; a + means: at least.

    There may be more where --limit or --time-limit ended the count; exit status 2 if it was
    --time-limit. Without --limit, an estimate with a 95% interval comes with it.
    \f
    satdoku count 12..34.......... --limit 1000
    satdoku count --layout 6x6+diagonal ....................................
    satdoku count puzzles.txt --format json
    """
    choice = stream.choice
    together = partial(by_kernels, limit=limit, choice=choice) if choice.is_default else None
    one = partial(counted, limit=limit, choice=choice, shows=stream.jobs == 1)
    return stream.answer(one, "counting", COLUMNS, together, time_limit=choice.time_limit)


def counted(
    entry: Entry, limit: int | None, choice: EngineChoice, shows: bool
) -> Counted | Measured:
    """Return the number of solutions of a puzzle. shows: whether to show the number so far."""
    from ...batch import counting
    from ...batch.exact_counts import known_count

    most = limit or counting.usual_limit(entry.layout)

    def question(backend: Backend) -> Counted:
        whole = Clock(choice.time_limit)
        clock = counting.before_estimate(whole)
        count = partial(
            counting.counted,
            entry.puzzle,
            limit and limit + 1,
            clock,
            engine=backend,
            enough=most + 1,
        )
        if shows and sys.stderr.isatty():
            with Watch() as watch:
                found, is_all = count(partial(_show, watch))
        else:
            found, is_all = count(None)
        complaint = ""
        shown = max(most, found) if is_all else min(most, found - 1)
        if not is_all and found <= most and choice.time_limit is not None:
            complaint = str(whole.over())
            shown = most
        known = known_count(entry.puzzle) if is_all and choice.is_default else None
        estimate = None
        if not is_all and (complaint or limit is None):
            estimate = counting.quick_estimate(entry.puzzle, found, whole)
        return Counted(
            found,
            limit=shown,
            complaint=complaint,
            caveat=caveat(entry.puzzle, found),
            estimate=estimate,
            source=known[1] if known else "",
        )

    return choice.ask(entry.layout, question)


def by_kernels(
    block: Block, limit: int | None, choice: EngineChoice
) -> Sequence[Counted | Measured | None]:
    """Return the numbers of solutions of a block; None where it takes long."""
    from ... import batch
    from ...backends.auto import patience_for
    from ...batch.counting import few, usual_limit

    start, layout = time.perf_counter(), block.layout
    wanted = limit or usual_limit(layout)
    most = min(wanted, few(layout))
    solved = batch.solve(
        block.cells,
        limit=most + 1,
        solutions=False,
        layout=layout,
        patience=patience_for(layout, most),
    )
    ends = most if most != limit else most + 1  # above it, there may be an exact way
    found = [Counted(n, wanted) if 0 <= n <= ends else None for n in solved.counts.tolist()]
    return choice.measured(found, time.perf_counter() - start, solved.guesses.tolist())


def _show(watch: Watch, found: int) -> None:
    watch.tell(phrase("{number:,} solutions so far", number=found))
