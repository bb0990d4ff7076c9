"""`satdoku encodings`: list the encodings with their sizes, and write the published files."""

from __future__ import annotations

import click

from ...layout import Layout
from ..command import from_table
from ..listing import show, show_verdict


@from_table("encodings", "text", "json")
def command(folder: str | None, judge: str | None, form: str, layout: Layout | None) -> int:
    """List the encodings and their sizes, or judge one.

    --judge tries an encoding on clauses and small boards: whether it is right, models, propagation.
    Exit status 1 if it is wrong. MY.PY:FUNCTION is one of your own (see `satdoku help sat`).

    \f
    satdoku encodings
    satdoku encodings --layout 16x16
    satdoku encodings --judge product
    """
    board = layout or Layout.boxes(3, 3)
    if judge is not None:
        from ...operations.judging_encodings import judge_encoding

        return show_verdict(judge_encoding(judge, board), form)
    if folder:
        from ...certificates.outside import puzzles_with_proofs
        from ...encodings.published import write_all

        number = write_all(folder, puzzles_with_proofs())
        click.echo(f"{number} files written below {folder}")
        return 0
    from ...encodings.published import cnf_encodings

    return show(cnf_encodings(board), form)
