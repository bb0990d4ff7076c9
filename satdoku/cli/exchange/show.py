"""`satdoku show`: draw boards, in colour if the terminal supports it."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from ...phrases import phrase
from ..command import from_table
from ..messages import complain
from ..stream.reading import Inputs
from ..stream.writing import open_output, rendered

if TYPE_CHECKING:
    from ...render.terminal import Drawing


@from_table("show", "text", "json")
def command(
    source: Inputs,
    candidates: bool,
    true: bool,
    time_limit: float | None,
    theory: bool,
    form: str,
    output: str | None,
) -> int:
    """Show puzzles: board, regions, title, author and rules.

    In colours on a terminal (bold: given; tinted: extra houses, cages, with their sums); none where
    NO_COLOR is set or the terminal is dumb, and in files and pipes.
    \f
    satdoku show puzzle.txt
    satdoku show puzzle.txt --true-candidates
    satdoku show --layout 4x4+killer:3:r1c1,r1c2 ................ --explain-theory
    """
    from ...render.terminal import drawing

    status = 0
    with open_output(output) as stream:
        for entry in source.feed().entries():
            puzzle = entry.puzzle
            if true:
                from ...operations.true_candidates import true_candidates

                found = true_candidates(puzzle, time_limit=time_limit)
                puzzle = found.marked
                if not found.has_solution:
                    complain(phrase("{where}: {problem}", where=entry.where, problem="no solution"))
                    status = 1
            shown = drawing(puzzle, candidates or true, theory)
            if form == "text" and entry.number > 1:
                print(file=stream)
            if form == "text" and stream is sys.stdout and has_colours():
                in_colours(shown)
            else:
                print(rendered(shown, form), file=stream)
    return status


def has_colours() -> bool:
    """Whether standard output is a colour terminal and colours are not disabled."""
    dumb = os.environ.get("TERM", "") in ("", "dumb")
    return sys.stdout.isatty() and not dumb and not os.environ.get("NO_COLOR")


def in_colours(shown: Drawing) -> None:
    """Print a drawing in colours."""
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False, soft_wrap=True)
    for line in shown.lines(summed=True):
        console.print(Text.assemble(*((text, style) for text, style in line)))
