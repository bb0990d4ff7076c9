"""`satdoku engines`: what can solve here, and what can be installed."""

from __future__ import annotations

import json
from dataclasses import asdict

import click

from . import options


@click.command("engines")
@options.puzzle_format("text", "json")
def command(form: str) -> int:
    """List the engines: version, how they take givens, what they count, what to install."""
    from ..backends.inventory import inventory

    if form == "json":
        for engine in inventory():
            print(json.dumps(asdict(engine)))
        return 0
    print(f"{'engine':16}{'version':12}{'givens as':13}{'counts':35}notes")
    for engine in inventory():
        notes = [
            "cardinality constraints" if engine.cardinality else "",
            "in a process of its own" if engine.own_process else "",
            f"missing: {engine.install}" if engine.install else "",
        ]
        shown = ", ".join(note for note in notes if note)
        row = f"{engine.name:16}{engine.version:12}{engine.givens:13}{engine.counts:35}{shown}"
        print(row.rstrip())
    return 0
