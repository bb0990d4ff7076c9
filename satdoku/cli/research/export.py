"""`satdoku export`: write puzzles for other solvers."""

from __future__ import annotations

import json
import os
import sys
from functools import partial

import click

from ...backends.base import Clock
from ...board import Puzzle
from ...encodings.exporting import Exported, exported
from ...encodings.files.problem import Problem
from ...encodings.files.targets import TARGETS, ExportChoice
from ...errors import ParseError
from ...formats.format_table import kind_of
from ...frozen import frozen
from ...layout import Layout
from ...phrases import phrase
from ...theory import Theory
from ..command import from_table
from ..stream.reading import Feed, Ignored, Inputs
from ..stream.writing import open_output


@frozen
class Wanted:
    """What to write, as given on the command line."""

    distinct: bool
    simplify: bool
    break_symmetries: bool
    target: str | None = None
    encoding: str | None = None

    def choice(self, file: str) -> ExportChoice:
        """Return what to write to a file of this name."""
        return ExportChoice.named(
            target_for(file, self.target),
            self.encoding,
            distinct=self.distinct,
            simplified=self.simplify,
            asymmetric=self.break_symmetries,
        )


@from_table("export")
def command(
    puzzle: str | None,
    wanted: Wanted,
    layout: Layout | None,
    output: str | None,
    ignored: Ignored,
    time_limit: float | None,
) -> int:
    """Write a puzzle for a SAT, pseudo-Boolean, CP or SMT solver.

    PUZZLE is a file, "-" or a puzzle; without it, the board's theory with no givens. `satdoku
    decode` turns the solver's model back into a grid.
    \f
    satdoku export puzzle.txt -o puzzle.cnf
    satdoku export puzzle.txt --to smtlib
    satdoku export puzzles.txt --encoding product -o problems/
    """
    folder = output and (output.endswith(os.sep) or os.path.isdir(output))
    form = wanted.choice("" if folder else output or "")
    if puzzle is None:
        if folder:
            raise click.UsageError(
                phrase("{output!s} is a folder: give the puzzles to write into it", output=output)
            )
        problem_of = partial(_blank, layout or Layout.boxes(3, 3))
    else:
        feed = Inputs((puzzle,), layout, ignored=ignored).feed()
        if folder:
            return export_all(feed, str(output), form, time_limit)
        entries = feed.entries()
        entry = next(entries)
        if another := next(entries, None):
            says = "a second puzzle: give -o DIR/ to write each to a file"
            raise ParseError(says, another.line, source=another.source)
        problem_of = partial(Problem.of, entry.puzzle)
    with open_output(output) as stream:
        if form.target.binary and stream is sys.stdout and sys.stdout.isatty():
            raise click.UsageError("binary output: give -o FILE, or use --to cpsat-text")
        Clock(time_limit).within(lambda: form.write(problem_of(), stream))
    return 0


def _blank(layout: Layout) -> Problem:
    """Return the theory of a board with no givens."""
    return Problem(Theory.of(layout))


def target_for(name: str, target: str | None) -> str:
    """Return the requested target, or the one of the file's extension; they must not conflict."""
    ending = kind_of(name)
    by_name = next((to for to, row in TARGETS.items() if ending in row.endings), None)
    if by_name is None and ending in TARGETS:  # its name is not its ending
        by_name = ending
    chosen = target or by_name or "dimacs"
    if ending not in ("", "txt", *TARGETS[chosen].endings):
        problem = phrase(
            "{name!s} files end in {suffix!s}, not .{ending!s}",
            name=chosen,
            suffix=TARGETS[chosen].suffix,
            ending=ending,
        )
        if target and by_name:
            said = "{problem}, or leave out --to {name!s}"
            problem = phrase(said, problem=problem, name=target)
        raise click.UsageError(problem)
    return chosen


def _made(puzzle: Puzzle, form: ExportChoice) -> Exported:
    return exported(Problem.of(puzzle), form)


def export_all(feed: Feed, folder: str, form: ExportChoice, time_limit: float | None) -> int:
    """Write each puzzle to a file of its own, in its own time, and manifest.jsonl with one line per
    file."""
    os.makedirs(folder, exist_ok=True)
    if os.listdir(folder):
        raise click.UsageError(
            phrase("{folder!s} is not empty: choose a new folder", folder=folder)
        )
    with open_output(os.path.join(folder, "manifest.jsonl")) as manifest:
        for entry in feed.entries():
            made = Clock(time_limit).within(partial(_made, entry.puzzle, form))
            name = f"{entry.number:06}{form.target.suffix}"
            with open_output(os.path.join(folder, name)) as stream:
                stream.flush()
                stream.buffer.write(made.content)
            record = {"file": name, "source": entry.source, "line": entry.line} | made.record()
            print(json.dumps(record, ensure_ascii=False), file=manifest)
    return 0
