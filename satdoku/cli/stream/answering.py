"""What a command hands over: one question for a puzzle, and one for a block of boards."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeVar

from ...parallel import map_ordered
from ..messages import complain
from .shapes import Line, Shape, shape_block, shape_one

if TYPE_CHECKING:
    from .answers import Output
    from .entries import Block, Entry
    from .feed import Feed

Answer = TypeVar("Answer")


def answers(
    feed: Feed,
    each: Callable[[Entry], Any],
    many: Callable[[Block], list[Any]] | None,
    jobs: int,
    shape: Shape,
    skip: int = 0,
) -> Iterator[Line]:
    """The answer to each puzzle of the feed but the first `skip`, in order.

    each: answers one, in one of `jobs` processes. many: answers a block, in one of `jobs` threads,
    with None for boards of which `each` shall be asked; None where only the plain way will do.
    """
    one = partial(shape_one, each=each, shape=shape)
    block = many and partial(shape_block, many=many, each=each, shape=shape)
    yield from spread(feed, one, block, jobs, skip)


def spread(
    feed: Feed,
    each: Callable[[Entry], Answer],
    many: Callable[[Block], list[Answer]] | None,
    jobs: int,
    skip: int = 0,
) -> Iterator[Answer]:
    """As `answers`, but just what is answered.

    A puzzle that comes alone at the start is answered by `each`, which does without NumPy; all
    others come in blocks, so a pipe is answered as quickly as a file, however slowly it begins.
    """
    from .entries import Block

    pieces, rest = feed.pieces(math.inf if many is None else 1, skip), list[Block]()

    def one_by_one() -> Iterator[Entry]:
        for piece in pieces:
            if isinstance(piece, Block):
                rest.append(piece)
                return
            yield piece

    def in_blocks() -> Iterator[Block]:
        for piece in chain(rest, pieces):
            assert isinstance(piece, Block)
            yield piece

    yield from map_ordered(each, one_by_one(), jobs, say=complain)
    if many and rest:
        for found in map_ordered(many, in_blocks(), jobs, threads=True, stop=feed.stop):
            yield from found


def respond(
    feed: Feed,
    output: Output,
    each: Callable[[Entry], Any],
    many: Callable[[Block], list[Any]] | None,
    jobs: int,
    what: str,
    through: Callable[[Iterator[Line]], Iterator[Line]] | None = None,
    **shape: Any,
) -> int:
    """Answer the feed to the output (see `answers`), with a bar that says what; the exit status.

    through: what becomes of the lines on the way. shape: how, as for `Shape`, but for the format
    and the columns, which the output knows.
    """
    wanted = Shape(output.form, output.columns, **shape)
    lines = answers(feed, each, many, jobs, wanted, output.skip)
    status = output.write(through(lines) if through else lines, what)
    return max(say_left_out(feed), status)


def say_left_out(feed: Feed) -> int:
    """Say how many lines were left out; 1 if there were any."""
    if feed.bad:
        lines = "line that holds" if feed.bad == 1 else "lines that hold"
        complain(f"left out {feed.bad:,} {lines} no puzzle")
    return int(feed.bad > 0)
