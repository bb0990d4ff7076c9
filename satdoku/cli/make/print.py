"""`satdoku print`: sheets of puzzles as PDF, SVG or PNG."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from ...board import Puzzle
from ...errors import OutputError, SatdokuError
from ...formats.table import kind_of
from ...layout import Layout
from ..command import Command
from ..messages import complain
from ..options import common as options
from ..options.generation_run import Run, options_of_run, requested_run
from ..options.sheets import sheet_options
from ..stream.files import whole_file
from ..stream.progress import show_progress
from ..stream.source import Feed

FORMS = ("pdf", "svg", "png")


@click.command("print", cls=Command)
@options.inputs
@sheet_options("6", "6, or fewer where there are fewer")
@click.option(
    "--solutions", type=click.Choice(["back", "below", "apart", "none"]), default="back",
    help="At the back, upside down below the puzzles, in a separate file (FILE-solutions), or "
         "none.",
)  # fmt: skip
@click.option(
    "--label", type=click.Choice(["none", "level", "rating"]), default="none",
    help="What is printed next to each puzzle's number.",
)  # fmt: skip
@click.option(
    "--path", type=click.Choice(["none", "hard", "all"]), default="none",
    help="Pages with the steps of each solution path, in pictures and words: those beyond "
    "singles, or all.",
)  # fmt: skip
@click.option("--candidates", is_flag=True, help="Print the candidates of blank cells.")
@click.option("--numbers/--no-numbers", "numbered", default=True, help="Number the puzzles.")
@click.option("--qr", is_flag=True, help="A QR code for each puzzle, which opens it in SudokuPad.")
@options_of_run
@options.ignore_rules
@options.layout
@options.workers
@click.option(
    "-o", "--output", metavar="FILE", required=True,
    help="FILE.pdf; FILE.svg or FILE.png: one file per page, FILE-1.svg and so on.",
)  # fmt: skip
def command(
    inputs: tuple[str, ...], looks: dict[str, Any], solutions: str, label: str, path: str,
    candidates: bool, numbered: bool, qr: bool, run: Run, layout: Layout | None, jobs: int,
    output: str,
) -> int:  # fmt: skip
    """Print puzzles on sheets (PDF).

    Without INPUTS, puzzles are made as `satdoku generate` makes them, where any of its options is
    given: --level easy --count 12 --seed 1.

    Needs typst (pip install typst). The same puzzles and options make the same bytes.
    \f
    satdoku print puzzles.txt -o sheet.pdf
    satdoku print --count 6 --level easy --seed 1 --title 'Six easy ones' -o easy.pdf
    satdoku print puzzle.txt --large --path hard -o large.pdf
    """
    form = kind_of(output)
    if form not in FORMS:
        raise click.UsageError("--output must end in .pdf, .svg or .png")
    if form != "pdf" and "template" not in looks:
        options.refuse("only a PDF holds the author", "author")
    must_be_writable(output)
    run_options = requested_run(run, inputs)
    if not run_options:
        options.refuse(
            "the puzzles are read from INPUTS, which needs no workers", "jobs", "cluster"
        )
    from ...render.printing.sheet_data import rules_not_told
    from ...render.printing.sheets import Sheet, documents

    puzzles = _made(run_options, layout, jobs, output) if run_options else [
        entry.puzzle for entry in Feed(inputs, layout).entries()
    ]  # fmt: skip
    if not options.given("per_page"):
        looks["per_page"] = next(n for n in (1, 2, 4, 6) if n >= len(puzzles) or n == 6)
    labels = [_label(puzzle, label) for puzzle in puzzles] if label != "none" else []
    links = [_link(number, puzzle) for number, puzzle in enumerate(puzzles, 1)] if qr else []
    sheet = Sheet(
        **looks, numbered=numbered, solutions=solutions, labels=labels, links=links,
        candidates=candidates, path=path,
    )  # fmt: skip
    name = Path(output)
    if untold := dict.fromkeys(kind for puzzle in puzzles for kind in rules_not_told(puzzle)):
        named = ", ".join(untold)
        complain(f"the sheet leaves out some rules: {named}; print them yourself")
    whole, *apart = documents(puzzles, sheet, form=form)
    write_pages(name, whole)
    for pages in apart:
        write_pages(name.with_name(f"{name.stem}-solutions{name.suffix}"), pages)
    return 0


def _made(run: Run, layout: Layout | None, jobs: int, output: str) -> list[Puzzle]:
    """Return new puzzles."""
    made = run.made(layout or Layout.boxes(3, 3), jobs)
    return [one.puzzle for one in show_progress(made, "generating", run.count, output)]


def _label(puzzle: Any, label: str) -> str:
    from ...logic.difficulty.rating import rate

    rating = rate(puzzle)
    return rating.label if label == "level" else f"{rating.rating:.1f}"


def _link(number: int, puzzle: Any) -> str:
    """Return the link for the QR code; "" (and a message) if there is none."""
    from ...formats.links.sudokupad_writing import link_for_code

    try:
        return link_for_code(puzzle)
    except SatdokuError as error:
        complain(f"puzzle {number} has no QR code: {error}")
        return ""


def must_be_writable(output: str) -> None:
    """Raise `OutputError` if FILE cannot be written, before any work is done."""
    path = Path(output)
    if path.is_dir():
        raise OutputError(f"{output} is a folder")
    if not path.parent.is_dir():
        raise OutputError(f"cannot write {output}: there is no folder {path.parent}")
    if not os.access(path.parent, os.W_OK):
        raise OutputError(f"cannot write {output}: no permission to write in {path.parent}")


def write_pages(path: Path, pages: list[bytes]) -> None:
    """Write the pages to one file, or to one file each if there are several."""
    for number, page in enumerate(pages, 1):
        name = path
        if len(pages) > 1:
            name = path.with_name(f"{path.stem}-{number}{path.suffix}")
        if name.is_dir():
            raise OutputError(f"{name} is a folder")
        with whole_file(str(name)) as file:
            file.write(page)
