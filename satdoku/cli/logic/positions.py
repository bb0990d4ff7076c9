"""Shared by commands on a player's position: puzzles or intermediate states, as one `States`, and
the techniques that are permitted.

    @from_table("hint", "text", "json")
    def command(states: States) -> int:
        return states.write(states.answered(of_one), "looking")
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING

import click

from ...backends.base import Clock
from ...board import Puzzle
from ...errors import Inconsistency, ParseError, TimeLimitReached
from ...frozen import frozen
from ...languages import telling
from ...layout import Layout
from ...phrases import Translate, phrase
from ...record_types import Record
from ..stream.entries import Entry
from ..stream.inputs import input_error, open_input
from ..stream.output import Output
from ..stream.reading import Feed, Inputs
from ..stream.writing import WrittenAnswer

if TYPE_CHECKING:
    from ...logic.mistakes import PlayerState
    from ...logic.position import Position


@frozen
class States:
    """The starting positions and the output, as given on the command line.

    from_state: whether the inputs contain candidates. entries: the player's state in a single
    puzzle. time_limit: seconds for each. form, language: of the output.
    """

    source: Inputs
    from_state: bool = False
    entries: str | None = None
    time_limit: float | None = None
    form: str = "text"
    output: str | None = None
    language: str = "en"

    @property
    def tell(self) -> Translate:
        """What tells a text in the language asked for."""
        return telling(self.language)

    def text(self, lines: Iterable[str]) -> str:
        """Return lines as a text in the language asked for."""
        return "\n".join(map(self.tell, lines))

    def each(self, of_either: bool = False) -> Iterator[tuple[Entry, Puzzle | PlayerState]]:
        """Yield puzzles, or players' states; of_either: decide by the text of each input."""
        feed = self.source.feed()
        if self.entries is not None:
            yield self._entered(feed, self.entries)
        elif self.from_state or (of_either and feed.form is None):
            for number, name in enumerate(feed.inputs, 1):
                yield from self._of_input(feed, number, name)
        else:
            yield from ((entry, entry.puzzle) for entry in feed.entries())

    def from_positions(
        self,
        of_one: Callable[[Entry, Position], Iterator[WrittenAnswer]],
        of_broken: Callable[[Puzzle], str] = lambda _: "",
    ) -> Iterator[WrittenAnswer]:
        """Yield the results for the position of each puzzle, or of each state without mistakes.

        of_broken: returns the text for a puzzle whose givens contradict each other.
        """
        from ...logic.starting import position_of

        def of_start(entry: Entry, start: Puzzle | PlayerState) -> Iterator[WrittenAnswer]:
            try:
                position = Clock(self.time_limit).within(partial(position_of, start))
            except Inconsistency as error:
                text = of_broken(start) if isinstance(start, Puzzle) else ""
                yield WrittenAnswer(
                    text, phrase("{where}: {problem}", where=entry.where, problem=error), ok=False
                )
            else:
                yield from of_one(entry, position)

        return self.answered(of_start)

    def answered(
        self,
        of_one: Callable[[Entry, Puzzle | PlayerState], Iterator[WrittenAnswer]],
        of_either: bool = False,
    ) -> Iterator[WrittenAnswer]:
        """Yield the results for each; a timeout is reported, and givens that contradict each
        other."""
        for entry, start in self.each(of_either):
            try:
                yield from of_one(entry, start)
            except TimeLimitReached as error:
                yield WrittenAnswer(
                    "",
                    phrase("{where}: {problem}", where=entry.where, problem=error),
                    ok=False,
                    is_open=True,
                )
            except Inconsistency as error:
                yield WrittenAnswer(
                    "", phrase("{where}: {problem}", where=entry.where, problem=error), ok=False
                )

    def write(self, lines: Iterator[WrittenAnswer], what: str, whole: bool = False) -> int:
        """Write lines with a labelled progress bar; return the exit status.

        whole: write nothing before the last line is found.
        """
        return Output(self.output, self.form, {}).write(iter(list(lines)) if whole else lines, what)

    def _entered(self, feed: Feed, entries: str) -> tuple[Entry, PlayerState]:
        from ...logic.mistakes import state_of

        entry, *others = feed.entries()
        if others:
            raise click.UsageError(
                phrase("--entries are of one puzzle: {where} is another", where=others[0].where)
            )
        with open_input(entries) as (_, lines):
            return entry, state_of("\n".join(lines), entry.puzzle)

    def _of_input(
        self, feed: Feed, number: int, name: str
    ) -> Iterator[tuple[Entry, Puzzle | PlayerState]]:
        """Yield the states of one input, or its puzzles if it is not a state and need not be
        one."""
        from ...formats.text.reader import read_puzzles
        from ...logic.mistakes import state_of

        with open_input(name) as (_, lines):
            texts = [line.rstrip("\n") for line in lines]
        source = feed.source(name, number)
        states = states_in(texts, feed.layout, self.from_state)
        for line, text in states:
            try:
                state = state_of(text, layout=feed.layout)
            except ParseError as error:
                raise input_error(name, source, error) from None
            yield Entry(state.placed, number, source, line), state
        if states:
            return
        try:
            for at, puzzle in read_puzzles(texts, feed.layout, feed.ignored):
                feed.warn((at, puzzle))
                yield Entry(puzzle, number, source, at), puzzle
        except ParseError as error:
            raise input_error(name, source, error) from None


@frozen
class ChosenTechniques:
    """The permitted techniques as given on the command line: the arguments of
    `logic.search.choosing.choice`."""

    rules: str = "all"
    only: str = ""
    without: str = ""
    scale: str | None = None
    uniqueness: bool | None = None
    also: str = ""

    @property
    def named(self) -> Record:
        """Return the options as keyword arguments."""
        return asdict(self)


def states_in(lines: list[str], layout: Layout | None, certain: bool) -> list[tuple[int, str]]:
    """Return (line, text) of each state: one per line of a technique library, or a grid of
    candidates; nothing if they look like neither, unless it is certain that there are states."""
    from ...formats.programs.library import is_library_line
    from ...formats.text.states import are_candidates

    text = "\n".join(lines)
    first = next(filter(None, lines), "")
    listed = [(number, line) for number, line in enumerate(lines, 1) if is_library_line(line)]
    if listed and (certain or is_library_line(first)):
        return listed
    return [(1, text)] if certain or are_candidates(text, layout) else []
