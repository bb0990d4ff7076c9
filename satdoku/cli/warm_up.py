"""`satdoku warm-up`: compile the kernels now rather than at first use."""

from __future__ import annotations

import click


@click.command("warm-up")
def command() -> int:
    """Compile all kernels now, once for this machine and version: under a minute.

    Without it each is compiled when it is first worth its while (hundreds of puzzles).
    """
    from ..batch import warm_up

    warm_up(click.echo)
    return 0
