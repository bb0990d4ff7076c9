"""`satdoku print`: sheets of puzzles as PDF, SVG or PNG."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...backends.base import Clock
from ...board import Puzzle
from ...errors import OutputError
from ...formats.format_table import kind_of
from ...layout import Layout
from ...phrases import phrase
from ...plurals import plural
from ...render.printing.sheets import Sheet, documents, labelled
from ...render.printing.typesetting import IllegibleError
from ..command import from_table
from ..make.generation import GenerationRun
from ..messages import complain
from ..old_forms import Words, tell_new_form, words_given, written
from ..refusals import given, refuse
from ..stream.progress import Watch, show_progress
from ..stream.reading import Inputs
from ..stream.writing import whole_file
from .options import MOVED, RUN

if TYPE_CHECKING:
    from ...logic.difficulty.rating import Rating

FORMS = ("pdf", "svg", "png")


@from_table("print")
def command(
    source: Inputs,
    sheet: Sheet,
    label: str,
    qr: bool,
    run: GenerationRun,
    jobs: int,
    output: str,
) -> int:
    """Print puzzles on sheets (PDF).

    New puzzles come from `satdoku generate`, through a pipe. Needs typst (pip install typst). The
    same puzzles and options make the same bytes.
    \f
    satdoku print puzzles.txt -o sheet.pdf
    satdoku generate --count 6 --level easy --seed 1 | satdoku print - --title Six -o easy.pdf
    satdoku print puzzle.txt --large --path hard -o large.pdf
    """
    form = kind_of(output)
    if form not in FORMS:
        raise click.UsageError("--output must end in .pdf, .svg or .png")
    if form != "pdf" and not sheet.template:
        refuse("only a PDF holds the author", "--author")
    must_be_writable(output)
    if given(*RUN.split()):  # not with INPUTS
        refuse(
            "generated puzzles do not come from a link",
            "--ignore-rules",
            "--drawings",
            "--rules-from-text",
        )
        run = run.seeded(show_seed=False)
        words = {"--seed": ["--seed", str(run.seed)]} | words_given()
        tell_new_form("making puzzles here", _piped(words))
        puzzles = _made(run, source.layout, jobs, output)
    else:
        needless = "the puzzles are read from INPUTS, which needs no workers"
        refuse(needless, "--jobs", "--cluster")
        puzzles = puzzles_of(source)
    per_page = sheet.per_page
    if not given("--per-page"):
        per_page = next(n for n in (1, 2, 4, 6) if n >= len(puzzles) or n == 6)
    plain = replace(sheet, per_page=per_page)

    with Watch() as watch:

        def say(message: str) -> None:
            watch.clear()
            complain(message)

        def pages() -> list[list[bytes]]:
            ratings = _rated(puzzles, watch)
            full = labelled(plain, puzzles, label, qr, say, ratings)
            try:
                return documents(puzzles, full, form=form, progress=watch.tell)
            except IllegibleError as error:
                if given("--per-page") or not error.most:
                    raise
                fewer = replace(full, per_page=error.most)
                return documents(puzzles, fewer, form=form, progress=watch.tell)

        made = Clock(run.wanted.time_limit).within(pages)
    write_documents(Path(output), made)
    return 0


def _rated(puzzles: Sequence[Puzzle], watch: Watch) -> Iterator[Rating]:
    """Yield the ratings of puzzles, for those labels that show them."""
    from ...logic.difficulty.rating import rate

    for number, puzzle in enumerate(puzzles, 1):
        yield rate(puzzle)
        watch.tell(phrase("{puzzles} rated", puzzles=plural(number, "puzzle")))


def puzzles_of(source: Inputs) -> list[Puzzle]:
    """Return the puzzles of inputs."""
    return [entry.puzzle for entry in source.feed().entries()]


def _piped(words: Words) -> str:
    """Return the new form of a command that makes puzzles and prints them: `generate | print`.

    Both get the board, which a grid does not name; but puzzles of a kind are records that do.
    """
    board = ("--layout", "--symbols")
    for_generate = {name: words[name] for name in words if name in (*MOVED, *board)}
    here = MOVED if "--kind" not in words else (*MOVED, *board)
    for_print = {name: given for name, given in words.items() if name not in here}
    for_print = {"-": ["-"]} | for_print
    return f"{written('generate', for_generate)} | {written('print', for_print)}"


def _made(run: GenerationRun, layout: Layout | None, jobs: int, output: str) -> list[Puzzle]:
    """Return new puzzles."""
    made = run.made(layout or Layout.boxes(3, 3), jobs)
    return [one.puzzle for one in show_progress(made, "generating", run.count, output)]


def must_be_writable(output: str) -> None:
    """Raise `OutputError` if FILE cannot be written, before any work is done."""
    path = Path(output)
    if path.is_dir():
        raise OutputError(phrase("{output!s} is a folder", output=output))
    if not path.parent.is_dir():
        raise OutputError(
            phrase(
                "cannot write {output!s}: there is no folder {parent!s}",
                output=output,
                parent=path.parent,
            )
        )
    if not os.access(path.parent, os.W_OK):
        raise OutputError(
            phrase(
                "cannot write {output!s}: no permission to write in {parent!s}",
                output=output,
                parent=path.parent,
            )
        )


def write_documents(path: Path, made: list[list[bytes]]) -> None:
    """Write the document, and that of the solutions beside it if they are apart."""
    whole, *apart = made
    _write_pages(path, whole)
    for pages in apart:
        _write_pages(path.with_name(f"{path.stem}-solutions{path.suffix}"), pages)


def _write_pages(path: Path, pages: list[bytes]) -> None:
    """Write the pages to one file, or to one file each if there are several."""
    for number, page in enumerate(pages, 1):
        name = path
        if len(pages) > 1:
            name = path.with_name(f"{path.stem}-{number}{path.suffix}")
        if name.is_dir():
            raise OutputError(phrase("{name!s} is a folder", name=name))
        with whole_file(str(name)) as file:
            file.write(page)
