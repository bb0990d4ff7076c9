"""`satdoku count`: count solutions."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial

import click

from ...backends.base import Clock
from ...formats.metadata import caveat, unread
from ...operations.outcomes import Counted
from ..command import Command
from ..options.engine import Choice
from ..options.streams import Stream, streaming
from ..stream.decorated import Measured
from ..stream.entries import Entry, Piece, completed, each, in_time
from ..stream.progress import Watch

COLUMNS = {"puzzle": "string", "count": "int64", "exact": "bool"}


@click.command("count", cls=Command)
@click.option(
    "--limit", type=click.IntRange(1, 10**15),
    help="Stop counting here. (default: by the board, so that a count takes about a second: "
    "1,000,000 up to 9×9, 10,000 up to 16×16 or on overlapping boards, 1,000 up to 25×25 or with "
    "rules, then 10)",
)  # fmt: skip
@streaming("text", "json", "csv", "parquet", add=True, engine=True)
def command(stream: Stream, limit: int | None) -> int:
    """Count solutions; a + means: at least.

    There may be more where --limit or --time-limit ended the count; exit status 2 if it was
    --time-limit.
    \f
    satdoku count 12..34.......... --limit 1000
    satdoku count --layout 6x6+diagonal .................................... --limit 100
    satdoku count puzzles.txt --format json
    """
    count = partial(counts, limit=limit, engine=stream.engine, shows=stream.jobs == 1)
    return stream.answer(count, "counting", COLUMNS, singly=not stream.engine.is_default)


def counts(
    piece: Piece, limit: int | None, engine: Choice, shows: bool = False
) -> Iterator[Counted | Measured]:
    """Yield the number of solutions of each puzzle. shows: whether to show the number so far."""
    from ...batch import counting

    most = limit or counting.usual_limit(piece.layout)

    def one(entry: Entry) -> Counted | Measured:
        clock, complaint = Clock(engine.time_limit), ""
        with engine.opened(piece.layout) as (backend, did), Watch() as watch:
            progress = partial(_show, watch) if watch.shows and shows else None
            found, is_all = counting.counted(entry.puzzle, most + 1, clock, progress, backend)
        if not is_all and found <= most:
            complaint = str(clock.over())
        answer = Counted(found, most, complaint, caveat=caveat(entry.puzzle, found))
        return Measured(answer, did) if did else answer

    def together(piece: Piece) -> Iterator[Counted | Measured]:
        from ... import batch
        from ...backends.auto import patience_for

        start, layout = time.perf_counter(), piece.layout
        solved = batch.solve(
            piece.cells, limit=most + 1, solutions=False, layout=layout,
            patience=patience_for(layout, most),
        )  # fmt: skip
        found = [Counted(n, most) if n >= 0 else None for n in solved.counts.tolist()]
        spent = time.perf_counter() - start
        return completed(piece, engine.told(found, spent, solved.guesses.tolist()), one)

    if not engine.is_default or (isinstance(piece, Entry) and unread(piece.puzzle)):
        return each(one)(piece)
    return in_time(engine.time_limit, together, one, piece)


def _show(watch: Watch, found: int) -> None:
    watch.tell(f"{found:,} solutions so far")
