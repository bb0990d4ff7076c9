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
    if folder:
        options.refuse("--write writes them all, as published", "form", "layout", "symbols")
        from ..encodings.published import write_all

        click.echo(f"{write_all(folder)} files written below {folder}")
        return 0
    from ..encodings.sizes import encodings

    found = encodings(layout or Layout.boxes(3, 3))
    if form == "json":
        for encoding in found:
            print(json.dumps(encoding.record()))
    else:
        print(found.text())
    return 0
