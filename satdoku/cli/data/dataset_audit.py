"""`satdoku dataset audit`: check every row, and find rows with the same puzzle."""

from __future__ import annotations

import click

from ...layout import Layout
from ...sanitize import shown
from ..command import Command
from ..messages import complain
from ..options import common as options
from ..options import techniques as technique_options
from ..options.output_format import puzzle_format
from ..stream.files import open_output
from ..stream.progress import Watch
from ..stream.writers import rendered


@click.command("audit", cls=Command)
@click.argument("files", nargs=-1, required=True)
@click.option(
    "--against", multiple=True, metavar="FILE",
    help="Another set: report rows of FILES that are isomorphic to one of its rows; may be "
    "repeated.",
)  # fmt: skip
@options.column
@click.option("--answer", metavar="NAME", help="The column of answers.")
@click.option("--ratings/--no-ratings", default=True, help="Rate each proper row.")
@click.option("--scale", type=technique_options.SCALES, help="Scale of the ratings, as in rate.")
@click.option("--minimal/--no-minimal", default=True, help="Find which proper rows are minimal.")
@options.resume("Continue an interrupted audit (needs -o).")
@puzzle_format("text", "json", "html")
@options.layout
@options.workers
@options.output
def command(
    files: tuple[str, ...], against: tuple[str, ...], column: str | None, answer: str | None,
    ratings: bool, scale: str | None, minimal: bool, resume: bool, form: str,
    layout: Layout | None, jobs: int, output: str | None,
) -> int:  # fmt: skip
    """Audit data sets: wrong answers, isomorphs, leaks, ratings.

    Is each row readable, proper, rightly answered, minimal; how hard is it; and is any the same
    puzzle as another, digits renamed, rows and columns moved, the board transposed? Rows count from
    1, on through all FILES. Exit status 1 if anything is wrong.
    \f
    satdoku dataset audit puzzles.txt
    satdoku dataset audit puzzles.txt --against others.txt --no-ratings
    satdoku dataset audit puzzles.txt --format html -o audit.html
    """
    from ...datasets.audit.auditing import audit

    if not ratings:
        options.refuse("--no-ratings leaves them out", "scale")
    part = f"{output}.part" if output and output != "-" else None
    if resume and not part:
        raise click.UsageError("--resume needs -o FILE: its progress is saved next to it")
    try:
        with Watch() as watch:
            found = audit(
                files, against=against, layout=layout, column=column, answer=answer,
                ratings=ratings, scale=scale, minimal=minimal, jobs=jobs, keep=part,
                resume=resume,
                progress=lambda name, rows: watch.tell(f"{shown(name)}: {rows:,} rows"),
            )  # fmt: skip
    except KeyboardInterrupt:
        if part:
            complain(f"progress is saved in {part}; --resume continues from there")
        raise
    from ...render.audit_page import page

    with open_output(output) as out:
        click.echo(page(found) if form == "html" else rendered(found, form), out)
    return 0 if found.is_clean else 1
