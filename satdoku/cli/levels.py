"""`satdoku levels`: the labels of difficulty and their ratings."""

from __future__ import annotations

import click

from . import options
from .listing import show


@click.command("levels")
@options.puzzle_format("text", "json")
def command(form: str) -> int:
    """List the levels: what the hardest step of a puzzle is rated, and which rules that allows."""
    from ..logic.names import techniques
    from ..logic.rules import LABELS, label_range

    records = []
    for label, _ in LABELS:
        lowest, highest = (tenths / 10 for tenths in label_range(label))
        names = [
            row["name"]
            for row in techniques()
            if row["rule"] == row["name"] and lowest <= row["rating"] <= highest
        ]
        top = None if label == LABELS[-1][0] else highest
        records.append({"level": label, "lowest": lowest, "highest": top, "rules": names})
    return show(
        records,
        form,
        {
            "level": lambda record: record["level"],
            "ratings": lambda record: (
                f"{record['lowest']:.1f} to {record['highest']:.1f}"
                if record["highest"] is not None
                else f"{record['lowest']:.1f} and above"
            ),
            "rules that begin there": lambda record: ", ".join(record["rules"]),
        },
    )
