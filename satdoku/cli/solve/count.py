"""`satdoku count`: count solutions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import click

from ...errors import TimeLimitReached
from ...operations.outcomes import Counted
from ..command import Command
from ..options.engine import Choice
from ..options.streams import Stream, streaming
from ..stream.decorated import Measured
from ..stream.entries import Entry, Piece, completed, each

COLUMNS = {"puzzle": "string", "count": "int64", "exact": "bool"}


@click.command("count", cls=Command)
@click.option(
    "--limit", type=click.IntRange(1, 10**15), default=1_000_000,
    help="Stop counting here.",
)  # fmt: skip
@streaming("text", "json", "csv", "parquet", add=True, engine=True)
def command(stream: Stream, limit: int) -> int:
    """Count solutions; '+' after a number: there may be more.

    There may be more where --limit or --time-limit ended the count; exit status 2 if it was
    --time-limit.
    \f
    satdoku count 12..34.......... --limit 1000
    satdoku count --layout 6x6+diagonal .................................... --limit 100
    satdoku count puzzles.txt --format json
    """
    singly = not stream.engine.is_default
    count = partial(counts, limit=limit, engine=stream.engine)
    return stream.answer(count, "counting", COLUMNS, singly=singly)


def counts(piece: Piece, limit: int, engine: Choice) -> Iterator[Counted | Measured]:
    """Yield the number of solutions of each puzzle."""
    from ...operations import solving

    def one(entry: Entry) -> Counted | Measured:
        with engine.opened(piece.layout) as (backend, did):
            try:
                found = solving.count(
                    entry.puzzle, limit=limit + 1, engine=backend, time_limit=engine.time_limit
                )
            except TimeLimitReached as error:
                return Counted(error.found, limit, str(error))
        return Measured(Counted(found, limit), did) if did else Counted(found, limit)

    if not engine.is_default:
        return each(one)(piece)
    from ... import batch
    from ...backends.auto import patience_for

    found = batch.solve(
        piece.cells,
        limit=limit + 1,
        solutions=False,
        patience=patience_for(piece.layout),
        layout=piece.layout,
    ).counts.tolist()  # -1 for hard boards
    return completed(piece, [Counted(n, limit) if n >= 0 else None for n in found], one)
