"""`satdoku encodings`: list the encodings with their sizes, and write the published files."""

from __future__ import annotations

import click

from ...layout import Layout
from ..command import from_table
from ..listing import show


@from_table("encodings", "text", "json")
def command(folder: str | None, form: str, layout: Layout | None) -> int:
    """List the encodings, and the size of a board in each.

    \f
    satdoku encodings
    satdoku encodings --layout 16x16
    satdoku encodings --format json
    """
    if folder:
        from ...encodings.published import write_all

        click.echo(f"{write_all(folder)} files written below {folder}")
        return 0
    from ...encodings.published import cnf_encodings

    return show(cnf_encodings(layout or Layout.boxes(3, 3)), form)
