"""Shared by commands on a player's position: puzzles or intermediate states, passed on as one
`States`.

    @click.command("hint")
    @on_states("text", "json")
    def command(states: States) -> int:
        return states.write(states.answered(of_one), "looking")
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import click

from ...backends.base import Clock
from ...board import Puzzle
from ...errors import Inconsistency, ParseError, TimeLimitReached
from ...layout import Layout
from ..stream.answers import Line, Output
from ..stream.entries import Entry
from ..stream.opening import input_error, open_input
from ..stream.source import Feed
from . import common as options
from .output_format import puzzle_format

if TYPE_CHECKING:
    from ...logic.mistakes import State
    from ...logic.position import Position


@dataclass(frozen=True)
class States:
    """The starting positions and the output, as given on the command line.

    layout: of all puzzles; None to detect it. from_state: whether the inputs contain candidates.
    entries: the player's state in a single puzzle. time_limit: seconds for each. form: of the
    output.
    """

    inputs: tuple[str, ...]
    from_state: bool
    entries: str | None
    time_limit: float | None
    form: str
    layout: Layout | None
    output: str | None

    def each(self, of_either: bool = False) -> Iterator[tuple[Entry, Puzzle | State]]:
        """Yield puzzles, or players' states; of_either: decide by the text of each input."""
        if self.from_state:
            options.refuse("candidates do not come from a link", "ignore_rules", "drawings")
        feed = Feed(self.inputs, self.layout)
        if self.entries is not None:
            yield self._entered(feed, self.entries)
        elif self.from_state or of_either:
            for number, name in enumerate(feed.inputs, 1):
                yield from self._of_input(feed, number, name)
        else:
            for entry in feed.entries():
                yield entry, entry.puzzle

    def from_positions(
        self,
        of_one: Callable[[Entry, Position], Iterator[Line]],
        of_broken: Callable[[Puzzle], str] = lambda _: "",
    ) -> Iterator[Line]:
        """Yield the results for the position of each puzzle, or of each state without mistakes.

        of_broken: returns the text for a puzzle whose givens contradict each other.
        """
        from ...logic.starting import position_of

        def of_start(entry: Entry, start: Puzzle | State) -> Iterator[Line]:
            try:
                position = Clock(self.time_limit).within(partial(position_of, start))
            except Inconsistency as error:
                text = of_broken(start) if isinstance(start, Puzzle) else ""
                yield Line(text, f"{entry.where}: {error}", ok=False)
            else:
                yield from of_one(entry, position)

        return self.answered(of_start)

    def answered(
        self, of_one: Callable[[Entry, Puzzle | State], Iterator[Line]], of_either: bool = False
    ) -> Iterator[Line]:
        """Yield the results for each; a timeout is reported, and givens that contradict each
        other."""
        for entry, start in self.each(of_either):
            try:
                yield from of_one(entry, start)
            except TimeLimitReached as error:
                yield Line("", f"{entry.where}: {error}", ok=False, is_open=True)
            except Inconsistency as error:
                yield Line("", f"{entry.where}: {error}", ok=False)

    def write(self, lines: Iterator[Line], what: str, whole: bool = False) -> int:
        """Write lines with a labelled progress bar; return the exit status.

        whole: write nothing before the last line is found.
        """
        return Output(self.output, self.form, {}).write(iter(list(lines)) if whole else lines, what)

    def _entered(self, feed: Feed, entries: str) -> tuple[Entry, State]:
        from ...logic.mistakes import state_of

        if self.from_state:
            raise click.UsageError("--entries belong to a puzzle: leave out --from-state")
        entry, *others = feed.entries()
        if others:
            raise click.UsageError(f"--entries are of one puzzle: {others[0].where} is another")
        with open_input(entries) as (_, lines):
            return entry, state_of("\n".join(lines), entry.puzzle)

    def _of_input(
        self, feed: Feed, number: int, name: str
    ) -> Iterator[tuple[Entry, Puzzle | State]]:
        """Yield the states of one input, or its puzzles if it is not a state and need not be
        one."""
        from ...formats.text.reader import read_puzzles
        from ...logic.mistakes import state_of

        with open_input(name) as (_, lines):
            texts = [line.rstrip("\n") for line in lines]
        source = feed.source(name, number)
        if self.from_state or are_states(texts, self.layout):
            for line, text in texts_of_states(texts):
                state = state_of(text, layout=self.layout)
                yield Entry(state.placed, number, source, line), state
            return
        try:
            for at, puzzle in read_puzzles(texts, self.layout, feed.ignored):
                feed.warn((at, puzzle))
                yield Entry(puzzle, number, source, at), puzzle
        except ParseError as error:
            raise input_error(name, source, error) from None


from_state = click.option(
    "--from-state", is_flag=True,
    help="INPUTS are candidates: a grid with the possible digits of each cell, or lines of a "
         "technique library.",
)  # fmt: skip


#: --from-state and --entries: the player's state.
state = options.together(
    from_state,
    click.option(
        "--entries", metavar="STATE",
        help="Your progress in the one puzzle of INPUTS: a grid of digits or candidates, first "
        "checked against the solution.",
    ),
)  # fmt: skip


def on_states(*forms: str) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """The options of these commands, passed on as `states`; forms: the choices of --format."""
    return options.bundle(
        States, "states",
        options.inputs, state, options.time_limit(), puzzle_format(*forms),
        options.ignore_rules, options.layout, options.output,
    )  # fmt: skip


def are_states(lines: list[str], layout: Layout | None) -> bool:
    """Whether the lines look like candidates, or like lines of a technique library."""
    from ...formats.programs.library import is_library_line
    from ...formats.text.candidates import are_candidates

    return is_library_line(next(filter(None, lines), "")) or are_candidates(
        "\n".join(lines), layout
    )


def texts_of_states(lines: list[str]) -> Iterator[tuple[int, str]]:
    """Yield (line, text) of each state: one, or one per line of a library."""
    from ...formats.programs.library import is_library_line

    listed = [(number, line) for number, line in enumerate(lines, 1) if is_library_line(line)]
    yield from listed or [(1, "\n".join(lines))]
