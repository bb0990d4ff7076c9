"""`satdoku selfcheck`: check that components that answer the same question agree."""

from __future__ import annotations

import sys

import click

from ...layout import Layout
from ...phrases import phrase
from ..command import from_table
from ..listing import show_verdict
from ..messages import tell
from ..stream.progress import show_progress
from ..stream.reading import Inputs


@from_table("selfcheck")
def command(
    inputs: tuple[str, ...],
    minutes: float | None,
    seed: int | None,
    names: tuple[str, ...],
    own: str | None,
    layout: Layout | None,
) -> int:
    """Check the program: engines and encodings against each other.

    Random puzzles on random boards, or those of INPUTS. A disagreement is shrunk to the smallest
    puzzle that shows it, and printed as a command. Exit status 1 if there is one.
    \f
    satdoku selfcheck
    satdoku selfcheck puzzles.txt
    satdoku selfcheck --check encodings --seed 7
    """
    if own is not None:
        from ..own_commands import judge_command

        return show_verdict(judge_command(own), "text")
    from ...kernels import library
    from ...selfchecking.running import random_puzzles, selfcheck

    puzzles = random_puzzles(minutes or 1.0, seed or 0, layout)
    if inputs:
        puzzles = (entry.puzzle for entry in Inputs(inputs, layout).feed().entries())
    found = selfcheck(
        show_progress(puzzles, "checking", None, "-"),
        checks=names,
        progress=lambda failure: print(tell(failure.text()), flush=True),
    )
    print(tell(found.summary))
    if sys.stderr.isatty():  # about this machine, not about the checks
        click.echo(tell(phrase("kernels: {about}", about=library.about())), err=True)
    return int(bool(found.failures))
