"""Answer a stream of puzzles piece by piece, and write the answers."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from ...workers.parallel import map_ordered
from ..messages import complain
from .writers import Line, Shape, shape_piece

if TYPE_CHECKING:
    from .answers import Output
    from .entries import Piece
    from .source import Feed

Answer = TypeVar("Answer")


def spread(
    feed: Feed, answer: Callable[[Piece], Iterable[Answer]], jobs: int, singly: bool, skip: int = 0
) -> Iterator[Answer]:
    """Yield the answers to the puzzles of the feed after the first `skip`, in order.

    singly: pieces are single puzzles, distributed over `jobs` processes; otherwise they are blocks,
    distributed over threads, except for a single puzzle at the start, which needs no NumPy. So a
    pipe is answered as quickly as a file, however slowly its puzzles come.
    """
    pieces = feed.pieces(math.inf if singly else 1, skip)
    work = partial(_answered, answer)
    for found in map_ordered(work, pieces, jobs, not singly, feed.stop, complain, slow=True):
        yield from found


def _answered(answer: Callable[[Piece], Iterable[Answer]], piece: Piece) -> list[Answer]:
    return list(answer(piece))


def respond(
    feed: Feed,
    output: Output,
    answer: Callable[[Piece], Iterable[Any]],
    jobs: int,
    what: str,
    singly: bool = False,
    through: Callable[[Iterator[Line]], Iterator[Line]] | None = None,
    **shape: Any,
) -> int:
    """Write the answers to the feed with a labelled progress bar; return the exit status.

    answer: returns the answers to a piece, in order. singly: as for `spread`. through: transforms
    the lines. shape: arguments of `Shape`, except the format and the columns, which the output
    knows.
    """
    wanted = Shape(output.form, output.columns, **shape)
    shaped = partial(shape_piece, answer=answer, shape=wanted)
    lines = spread(feed, shaped, jobs, singly, output.skip)
    status = output.write(through(lines) if through else lines, what)
    return max(say_left_out(feed), status)


def say_left_out(feed: Feed) -> int:
    """Report how many lines were left out; return 1 if there were any."""
    if feed.bad:
        lines = "line that holds" if feed.bad == 1 else "lines that hold"
        complain(f"left out {feed.bad:,} {lines} no puzzle")
    return int(feed.bad > 0)
