"""Shared by commands on streams of puzzles: their inputs and options, passed on as one `Stream`.

A command declares its output forms and other needs, and receives the stream:

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
    """Puzzles and the destination of their answers, as given on the command line.

    layout: of all puzzles; None to detect it. column: the puzzle column of tables. on_error: "stop"
    or "skip" at a line without a puzzle. form: of the answers. resume: continue after the answers
    in the output. add: additional columns to compute. engine: the engine to use.
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
        """Return the puzzles."""
        return Feed(self.inputs, self.layout, self.on_error == "skip", self.column)

    def answer(
        self,
        answer: Callable[[Piece], Iterable[Any]],
        what: str,
        columns: dict[str, str] | None = None,
        *,
        singly: bool = False,
        json_keys: tuple[str, ...] = (),
        through: Callable[[Iterator[Line]], Iterator[Line]] | None = None,
        **shape: Any,
    ) -> int:
        """Write the answers to all puzzles with a labelled progress bar; return the exit status.

        answer: returns the answers to a piece, which may be a single puzzle. singly: pieces are
        always single puzzles, since Python does the work instead of a kernel; processes share the
        puzzles. columns: of tables, with their types; None if answers have no such form and keep no
        columns. json_keys: additional keys in json. through: transforms the lines. shape: as for
        `Shape`.
        """
        self.engine.needs_json(self.form)
        own = (
            {}
            if columns is None
            else columns_for(self.feed, self.form, columns, self.add, json_keys)
        )
        output = Output(self.output, self.form, own, self.resume)
        return respond(
            self.feed, output, answer, self.jobs, what, singly, through, add=self.add, **shape
        )


def streaming(
    *names: str, add: bool = False, engine: bool = False, others: bool = False
) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """The options of all commands on streams, passed on as `stream`.

    names: the choices of --format; without any there is no --format, and output is json. add,
    engine: whether there is --add, and --engine with its related options. others: whether the
    command makes puzzles, which --format writes in any format.
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
        options.on_error,
        options.column,
        options.resume("Continue after the answers (one per line) already in the file."),
        options.output,
    )
