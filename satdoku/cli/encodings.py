"""`satdoku encodings`: the encodings and their sizes; the published files."""

from __future__ import annotations

import json

import click

from ..layout import Layout
from . import options


@click.command("encodings")
@click.option("--write", "folder", metavar="DIR", help="Write the published files below DIR.")
@options.puzzle_format("text", "json")
@options.layout
def command(folder: str | None, form: str, layout: Layout | None) -> int:
    """List the encodings: what they are and how large they make a board."""
    from ..encodings.registry import ENCODINGS
    from ..theory import Theory

    if folder:
        from ..encodings.published import write_all

        click.echo(f"{write_all(folder)} files written below {folder}")
        return 0
    theory = Theory.of(layout or Layout.boxes(3, 3))
    records = []
    for encoding in ENCODINGS.values():
        variables, clauses = encoding.size(theory)
        records.append(
            {
                "encoding": encoding.name,
                "variables": variables,
                "clauses": clauses,
                "propagates": encoding.propagates,
                "projects": encoding.projects,
                "title": encoding.title,
                "reference": encoding.reference,
            }
        )
    if form == "json":
        for record in records:
            print(json.dumps(record))
        return 0
    print(f"{'encoding':12}{'variables':>12}{'clauses':>14}  propagates  enumeration  what it is")
    for r in records:
        print(
            f"{r['encoding']:12}{r['variables']:>12,}{r['clauses']:>14,}  "
            f"{'yes' if r['propagates'] else 'no':10}  "
            f"{'projected' if r['projects'] else 'as it is':11}  {r['title']}"
        )
    return 0
