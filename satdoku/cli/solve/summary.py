"""`satdoku check --summary`: print only how many puzzles have each property."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from ...plurals import plural
from ..options.streams import Stream
from ..stream.answering import say_left_out, spread
from ..stream.decorated import Unanswered
from ..stream.entries import Block, Piece
from ..stream.files import open_output
from ..stream.progress import show_progress
from ..stream.writers import rendered

#: Puzzles without a result.
LATE = "without an answer in time"


class Summary(NamedTuple):
    """The number of puzzles, in total and with each property."""

    counts: Counter[str]

    def record(self) -> dict[str, Any]:
        """Return the counts by name."""
        return dict(self.counts)

    def text(self) -> str:
        """Return the counts in words."""
        parts = [plural(self.counts["puzzles"], "puzzle")]
        parts += [f"{n:,} {name}" for name, n in self.counts.items() if name != "puzzles"]
        return ", ".join(parts)


def summarise(
    stream: Stream, require: tuple[str, ...], reports: Callable[[Piece], Iterator[Any]]
) -> int:
    """Print the counts; return the exit status. reports: reports on a piece (`check.reports`)."""
    counts: Counter[str] = Counter()
    count = partial(counted, require=require, reports=reports)
    parts = spread(stream.feed, count, stream.jobs, singly=not stream.engine.is_default)
    with open_output(stream.output) as file:
        for part in show_progress(parts, "checking", output=stream.output):
            counts.update(part)
        print(rendered(Summary(counts), stream.form), file=file)
    misses = any(counts[name] < counts["puzzles"] for name in require)
    if counts[LATE]:
        return 2
    return say_left_out(stream.feed) or int(misses)


def counted(
    piece: Piece, require: tuple[str, ...], reports: Callable[[Piece], Iterator[Any]]
) -> Iterator[dict[str, int]]:
    """Return the counts of a piece; kernels are used if fast on every board of the layout."""
    from ...batch.sharing import is_easy

    if isinstance(piece, Block) and is_easy(piece.layout):
        from ... import batch

        checked = batch.check(
            piece.cells, minimal="minimal" in require, logic="logic" in require, layout=piece.layout
        )
        others = {"minimal": (checked.minimal == 1).sum(), "logic": checked.logic.sum()}
        yield _counts([int((checked.counts == n).sum()) for n in range(3)], others, require)
        return
    for report in reports(piece):
        if isinstance(report, Unanswered):
            yield {"puzzles": 1, LATE: 1}
        else:
            others = {"minimal": bool(report.minimal), "logic": report.logic_solvable}
            yield _counts([int(report.count == n) for n in range(3)], others, require)


def _counts(
    by_count: list[int], others: Mapping[str, int], require: tuple[str, ...]
) -> dict[str, int]:
    """by_count: number of puzzles with no, one, several solutions. others: number with other
    properties."""
    none, proper, several = by_count
    counts = {"puzzles": sum(by_count), "proper": proper}
    counts |= {"with several solutions": several, "with none": none}
    return counts | {name: int(holds) for name, holds in others.items() if name in require}
