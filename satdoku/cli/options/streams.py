"""What commands on streams of puzzles share: their inputs and options, handed over as one `Stream`.

A command says which forms it has and what it needs of the rest, and is given the stream:

    @click.command("count")
    @click.option("--limit", …)
    @streaming("text", "json", "csv", "parquet", add=True, engine=True)
    def command(stream: Stream, limit: int) -> int:
        return stream.answer(partial(counts, limit=limit), "counting", COLUMNS)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ...layout import Layout
from ..stream.answering import respond
from ..stream.answers import Output
from ..stream.columns import columns_for
from ..stream.entries import Piece
from ..stream.source import Feed
from ..stream.writers import Line
from . import common as options
from . import output_format as forms
from .engine import ANY, Choice, engine_options


@dataclass
class Stream:
    """Puzzles and where their answers go, as the command line says.

    layout: that of all puzzles, None to recognise it. column: of puzzles in tables. on_error: at a
    line that holds no puzzle "stop" or "skip". form: of the answers. resume: after those that the
    output holds. add: columns found besides. engine: who is asked.
    """

    inputs: tuple[str, ...]
    layout: Layout | None
    on_error: str
    column: str | None
    output: str | None
    jobs: int
    resume: bool
    form: str = ""
    add: tuple[str, ...] = ()
    engine: Choice = ANY

    def __post_init__(self) -> None:
        if not self.form:
            forms.promised(self.output, ("json",))
            self.form = "json"

    @cached_property
    def feed(self) -> Feed:
        """The puzzles."""
        return Feed(self.inputs, self.layout, self.on_error == "skip", self.column)

    def answer(
        self,
        answer: Callable[[Piece], Iterable[Any]],
        what: str,
        columns: dict[str, str] | None = None,
        *,
        singly: bool = False,
        told: tuple[str, ...] = (),
        through: Callable[[Iterator[Line]], Iterator[Line]] | None = None,
        **shape: Any,
    ) -> int:
        """Answer each puzzle to the output, with a bar that says what; the exit status.

        answer: the answers to a piece, which may be a single puzzle. singly: it always is, since
        Python works and no kernel; processes share the puzzles. columns: of tables, with their
        types; None where answers have no such form and keep no columns. told: what json tells
        besides. through: what becomes of the lines. shape: as for `Shape`.
        """
        self.engine.needs_json(self.form)
        own = {} if columns is None else columns_for(self.feed, self.form, columns, self.add, told)
        output = Output(self.output, self.form, own, self.resume)
        return respond(
            self.feed, output, answer, self.jobs, what, singly, through, add=self.add, **shape
        )


def streaming(
    *names: str, add: bool = False, engine: bool = False, others: bool = False
) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """The options that all commands on streams have, handed over as `stream`.

    names: of the forms that --format knows; without any there is no --format, and all is json.
    add, engine: whether there are --add, and --engine with what belongs to it. others: whether
    puzzles are made, which --format writes in any format.
    """

    return options.bundle(
        Stream,
        "stream",
        options.inputs,
        options.add if add else None,
        forms.puzzle_format(*names, others=others) if names else None,
        engine_options if engine else None,
        options.ignore_rules,
        options.layout,
        options.workers,
        options.lines,
        options.output,
    )
