"""`satdoku engines`: what can solve here, and what can be installed."""

from __future__ import annotations

import json

import click

from . import options


@click.command("engines")
@options.puzzle_format("text", "json")
def command(form: str) -> int:
    """List the engines: version, how they take givens, what they count, what to install."""
    from ..backends.inventory import engines

    found = engines()
    if form == "json":
        for engine in found:
            print(json.dumps(engine.record()))
    else:
        print(found.text())
    return 0
