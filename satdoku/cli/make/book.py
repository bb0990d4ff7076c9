"""`satdoku book`: a book of puzzles by level, as PDF."""

from __future__ import annotations

from pathlib import Path

import click

from ...formats.table import kind_of
from ...render.printing.sheets import Sheet
from ..command import from_table
from ..stream.progress import Watch
from .print import must_be_writable, write_pages


def _names(kind: str | None) -> tuple[str, ...]:
    return tuple(name.strip() for name in (kind or "").split(",") if name.strip())


@from_table("book")
def command(
    levels: dict[str, int], seed: int, layout: str, kind: str | None, symmetry: str, minimal: bool,
    sheet: Sheet, jobs: int, output: str,
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
    from ...render.printing.book import make_book

    with Watch() as watch:
        book = make_book(
            levels, seed=seed, layout=layout, kinds=_names(kind), symmetry=symmetry,
            minimal=minimal, sheet=sheet, jobs=jobs, progress=watch.tell,
        )  # fmt: skip
    write_pages(Path(output), [book])
    return 0
