"""Answer streams of puzzles: a command receives its puzzles as a `PuzzleStream`, and says how one
is answered, and how kernels answer a block.

    @from_table("count", "text", "json", "csv", "parquet")
    def command(stream: PuzzleStream, limit: int | None) -> int:
        return stream.answer(partial(counted, limit=limit), "counting", COLUMNS, by_kernels)
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, partial
from itertools import zip_longest
from typing import Any, NamedTuple, TypeVar

from ...backends.base import Backend, Capabilities, Clock, Statistics
from ...errors import TimeLimitReached
from ...formats.metadata import ABOUT
from ...frozen import frozen
from ...layout import Layout
from ...phrases import Name, is_put_together, phrase
from ...plurals import plural
from ...record_types import Record
from ...theory import Theory
from ...workers.parallel import map_ordered
from ..messages import complain
from ..values import promised
from .columns import TABULAR, columns_for, columns_left_out, holds_metadata
from .entries import Block, Entry, Piece
from .output import Output
from .reading import Feed, Inputs, Order
from .writing import FOR_PEOPLE, Loss, Measured, Shape, WrittenAnswer, shape_piece

Answer = TypeVar("Answer")
#: The module that is loaded once work is shared with a cluster.
CLUSTER = "satdoku.workers.cluster"


class Unanswered(NamedTuple):
    """A missing answer: the reason, and the rest of its record."""

    complaint: str
    known: Record = {}  # noqa: RUF012 - never modified
    advice: str = ""
    is_open: bool = False

    def record(self) -> Record:
        """Return the known fields and the problem."""
        return self.known | {"problem": self.complaint}

    def text(self, **_: Any) -> str:
        """Return the problem; options of answers play no part."""
        return self.complaint

    def line(self) -> str:
        """Return the problem as a comment in place of the puzzle."""
        return phrase("# {problem}", problem=self.complaint)

    def grid(self, first: bool = True) -> str:
        """Return the problem as a comment in place of the puzzle."""
        return self.line()

    def written(self, form: str, first: bool, fields: Mapping[str, Any]) -> str:
        """No-op: other formats have no comments."""
        return ""


@frozen
class EngineChoice:
    """The engine requested on the command line."""

    engine: str = "auto"
    encoding: str | None = None
    time_limit: float | None = None
    stats: bool = False

    def __post_init__(self) -> None:
        if not self.is_default:  # report an unknown or missing engine at once
            self.opened(Layout.of_size(1))

    @property
    def is_default(self) -> bool:
        """Whether no engine was requested: any will do, so kernels answer where they can."""
        return self.engine == "auto" and self.encoding is None

    def measured(
        self, found: Sequence[Answer | None], seconds: float, decisions: Sequence[int] = ()
    ) -> Sequence[Answer | Measured | None]:
        """Return a kernel's answers to a block, which took `seconds`: with --stats each is
        `Measured`, with an equal share of the time. None is passed on."""
        if not self.stats:
            return found
        share = round(seconds / max(1, len(found)), 9)
        counted = Capabilities("search", ("decisions",) if decisions else ())
        measured = list[Answer | Measured | None]()
        for i, answer in enumerate(found):
            if answer is None:
                measured.append(None)
                continue
            did = Statistics(calls=1, decisions=decisions[i] if decisions else 0, seconds=share)
            extra = {"engine": self.engine, "statistics": did.record(counted)}
            measured.append(Measured(answer, extra))
        return measured

    def opened(self, layout: Layout) -> Backend:
        """Return the engine for a layout: opened once per process."""
        return _open(self.engine, self.encoding, layout)

    def ask(self, layout: Layout, question: Callable[[Backend], Answer]) -> Answer | Measured:
        """Return the engine's answer to a question; with --stats, `Measured`."""
        # The engine is kept open for all puzzles, so its statistics are taken as differences.
        backend = self.opened(layout)
        before = replace(backend.statistics)
        start = time.perf_counter()
        answer = question(backend)
        if not self.stats:
            return answer
        did = backend.statistics.since(before)
        did.seconds = round(time.perf_counter() - start, 6)
        statistics = did.record(backend.capabilities)
        return Measured(answer, {"engine": backend.name, "statistics": statistics})


@lru_cache(maxsize=8)
def _open(name: str, encoding: str | None, layout: Layout) -> Backend:
    from ...backends.registry import open_backend

    return open_backend(name, Theory.of(layout), encoding)


@dataclass
class PuzzleStream:
    """Puzzles and the destination of their answers, as given on the command line.

    form, language: of the answers. resume: continue after the answers in the output. add:
    additional columns to compute. choice: the engine to use. outdated: as for `columns_for`.
    writes_puzzles: whether the answers are puzzles made from those read; if so, a message names the
    columns for which the form has no place.
    """

    source: Inputs
    output: str | None = None
    jobs: int = 1
    resume: bool = False
    form: str = ""
    add: tuple[str, ...] = ()
    choice: EngineChoice = field(default_factory=EngineChoice)
    language: str = "en"
    outdated: frozenset[str] = frozenset()
    writes_puzzles: bool = False

    def __post_init__(self) -> None:
        if not self.form:
            promised(self.output, ("json",))
            self.form = "json"

    @cached_property
    def feed(self) -> Feed:
        """Return the puzzles."""
        return self.source.feed()

    def answer(
        self,
        one: Callable[[Entry], Answer],
        what: str,
        columns: dict[str, str] | None = None,
        together: Callable[[Block], Sequence[Answer | None]] | None = None,
        *,
        time_limit: float | None = None,
        json_keys: tuple[str, ...] = (),
        through: Callable[[Iterator[WrittenAnswer]], Iterator[WrittenAnswer]] | None = None,
        **shape: Any,
    ) -> int:
        """Write the answers to all puzzles with a labelled progress bar; return the exit status.

        one: answers a puzzle. together: answers a block by kernels, with None where it leaves the
        answer to `one`; without it, processes share the puzzles. columns: of tables, with their
        types; None if answers have no such form and keep no columns. time_limit: for `together`, as
        for `answered`. json_keys: additional keys in json. through: transforms the lines. shape: as
        for `Shape`.
        """
        own = {}
        # Text for people holds neither columns nor titles, but --add must be refused.
        if columns is not None and (self.add or self.form not in FOR_PEOPLE):
            own = columns_for(self.feed, self.form, columns, self.add, json_keys, self.outdated)
        output = Output(self.output, self.form, own, self.resume)
        find = partial(answered, one=one, together=together, time_limit=time_limit)
        made = Shape(self.form, own, add=self.add, language=self.language, **shape)
        work = partial(shape_piece, answer=find, shape=made)
        lines = spread(self.feed, work, self.jobs, together is None, output.skip)
        losses = Counter[Loss]()
        has_columns = self.form in FOR_PEOPLE or self.form in TABULAR
        if self.writes_puzzles and not has_columns:
            noticed = ABOUT if holds_metadata(self.form) else ()
            for name in columns_left_out(self.feed, noticed):
                losses[self.form, name] = 0
        told = counted_losses(through(lines) if through else lines, losses)
        status = output.write(told, what)
        say_losses(losses)
        return max(say_left_out(self.feed), status)


def answered(
    piece: Piece,
    one: Callable[[Entry], Answer],
    together: Callable[[Block], Sequence[Answer | None]] | None,
    time_limit: float | None = None,
) -> Iterator[Answer]:
    """Yield the answers to a piece: to a block together, if that takes no longer than one may; what
    is then left open is answered one by one, each with a limit of its own.

    So a time limit changes neither who answers nor what it costs.
    """
    known: Sequence[Answer | None] = ()
    if together and isinstance(piece, Block):
        with suppress(TimeLimitReached):
            work = partial(together, piece)
            known = work() if time_limit is None else Clock(time_limit).within(work)
    for found, entry in zip_longest(known, range(len(piece))):
        if found is not None:
            yield found
        elif isinstance(piece, Block) and piece.stop.is_set():
            return  # nobody reads these answers any more
        else:
            yield one(piece.entry(entry))


def spread(
    feed: Feed, answer: Callable[[Piece], Iterable[Answer]], jobs: int, singly: bool, skip: int = 0
) -> Iterator[Answer]:
    """Yield the answers to the puzzles of the feed after the first `skip`, in order.

    singly: pieces are single puzzles, distributed over `jobs` processes; otherwise they are blocks,
    distributed over threads, except for a single puzzle at the start, which needs no NumPy. So a
    pipe is answered as quickly as a file, however slowly its puzzles come.
    """
    # The first puzzle alone: a single one is answered without loading NumPy.
    pieces = feed.pieces(Order.SINGLY if singly else Order.FIRST_ALONE, skip)
    if jobs <= 1 and CLUSTER not in sys.modules:  # no other worker
        for piece in pieces:
            yield from _listed(answer, piece)
        return
    for found in map_ordered(
        partial(_listed, answer),
        pieces,
        jobs,
        threads=not singly,
        stop=feed.stop,
        say=complain,
        slow=True,
    ):
        yield from found


def _listed(answer: Callable[[Piece], Iterable[Answer]], piece: Piece) -> list[Answer]:
    return list(answer(piece))


def counted_losses(
    lines: Iterator[WrittenAnswer], losses: Counter[Loss]
) -> Iterator[WrittenAnswer]:
    """Yield the lines, and count what was lost with them."""
    for line in lines:
        losses.update(line.lost)
        yield line


def say_losses(losses: Mapping[Loss, int]) -> None:
    """Report what was lost, with the number of puzzles; 0: not said."""
    for (holder, name), count in sorted(losses.items()):
        of_puzzles = ""
        if count:
            of_puzzles = phrase(" of {puzzles}", puzzles=plural(count, "puzzle"))
        complain(
            phrase(
                "{form} cannot hold {name}{of_puzzles}: left out",
                form=holder if is_put_together(holder) else Name(holder),
                name=name if is_put_together(name) else Name(name),
                of_puzzles=of_puzzles,
            )
        )


def say_left_out(feed: Feed) -> int:
    """Report how many lines were left out; return 1 if there were any."""
    if feed.bad:
        lines = plural(feed.bad, "line that holds no puzzle", "lines that hold no puzzle")
        complain(phrase("left out {lines}", lines=lines))
    return int(feed.bad > 0)
