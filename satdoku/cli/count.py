"""`satdoku count`: how many solutions?"""

from __future__ import annotations

from functools import partial

import click

from ..errors import TimeLimitReached
from ..operations.outcomes import Counted
from .engine_option import Choice
from .stream.entries import Block, Entry
from .stream.wrapped import Measured
from .streaming import Stream, streaming

COLUMNS = {"puzzle": "string", "count": "int64", "exact": "bool"}


@click.command("count")
@click.option(
    "--limit",
    type=click.IntRange(1, 10**15),
    default=1_000_000,
    show_default=True,
    help="Count no further than this.",
)
@streaming("text", "json", "csv", "parquet", add=True, engine=True)
def command(stream: Stream, limit: int) -> int:
    """Count solutions: one number per line, followed by '+' if there may be more.

    There may be more where --limit or --time-limit ended the count; exit status 2 if it was
    --time-limit.
    """
    each = partial(count_entry, limit=limit, engine=stream.engine)
    many = partial(count_block, limit=limit) if stream.engine.is_default else None
    return stream.answer(each, many, "counting", COLUMNS)


def count_entry(entry: Entry, limit: int, engine: Choice) -> Counted | Measured:
    """The number of solutions of one puzzle."""
    from ..batch import puzzles
    from ..operations import solving

    if engine.is_default:
        return Counted(puzzles.count(entry.puzzle, limit=limit + 1), limit)
    with engine.asked(entry.puzzle.layout) as (backend, did):
        try:
            found = solving.count(
                entry.puzzle, limit=limit + 1, engine=backend, time_limit=engine.time_limit
            )
        except TimeLimitReached as error:
            return Counted(error.found, limit, str(error))
    return Measured(Counted(found, limit), did) if did else Counted(found, limit)


def count_block(block: Block, limit: int) -> list[Counted | None]:
    """The numbers of solutions of a block of boards; what is hard is left to the plain way."""
    from .. import batch
    from ..backends.auto import patience_for

    counts = batch.solve(
        block.boards.cells,
        limit=limit + 1,
        solutions=False,
        patience=patience_for(block.boards.layout),
        layout=block.boards.layout,
    ).counts
    return [Counted(n, limit) if n >= 0 else None for n in counts.tolist()]
