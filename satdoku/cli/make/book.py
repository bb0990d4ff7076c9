"""`satdoku book`: a book of puzzles by level, as PDF."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import click

from ...formats.table import kind_of
from ..command import Command
from ..options import common as options
from ..options.sheets import sheet_options
from ..stream.progress import Watch
from .print import must_be_writable, write_pages


def _levels(context: click.Context, parameter: click.Parameter, value: str) -> dict[str, int]:
    levels = dict[str, int]()
    for part in value.split(","):
        found = re.fullmatch(r"\s*([\w-]+)\s*:\s*(\d{1,5})\s*", part)
        if not found:
            raise click.BadParameter(f"{part!r}: write LEVEL:COUNT, as in easy:20,hard:10")
        levels[found[1]] = levels.get(found[1], 0) + int(found[2])
    return levels


def _names(kind: str | None) -> tuple[str, ...]:
    return tuple(name.strip() for name in (kind or "").split(",") if name.strip())


@click.command("book", cls=Command)
@click.option(
    "--level", "levels", required=True, callback=_levels, metavar="LEVEL:COUNT,…",
    help="Number of puzzles of each level (see `satdoku levels`).",
)  # fmt: skip
@options.seed("The same seed makes the same book.")
@click.option("--layout", default="9x9", metavar="NAME", help="The board.")
@options.kind
@options.symmetry
@options.minimal
@sheet_options("2")
@options.jobs
@click.option("-o", "--output", metavar="FILE.pdf", required=True)
def command(
    levels: dict[str, int], seed: int, layout: str, kind: str | None, symmetry: str, minimal: bool,
    looks: dict[str, Any], jobs: int, output: str,
) -> int:  # fmt: skip
    """Make a book (PDF): cover, instructions, puzzles, solutions.

    No two puzzles are isomorphic. Needs typst and pypdf (pip install typst pypdf).
    \f
    satdoku book --level easy:4,tricky:2 --seed 1 -o book.pdf
    satdoku book --level easy:4 --seed 1 --booklet --paper a5 -o booklet.pdf
    satdoku book --level easy:4 --seed 1 --layout 6x6 -o small.pdf
    """
    if kind_of(output) != "pdf":
        raise click.UsageError("a book is a PDF: --output must end in .pdf")
    must_be_writable(output)
    if kind is not None:
        options.refuse("variant puzzles are always irreducible", "minimal")
    from ...render.printing.book import make_book
    from ...render.printing.sheets import Sheet

    with Watch() as watch:
        book = make_book(
            levels, seed=seed, layout=layout, kinds=_names(kind), symmetry=symmetry,
            minimal=minimal, sheet=Sheet(**looks), jobs=jobs, progress=watch.tell,
        )  # fmt: skip
    write_pages(Path(output), [book])
    return 0
