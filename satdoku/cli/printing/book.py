"""`satdoku book`: a book of puzzles by level or kind, as PDF."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import click

from ...errors import PuzzleError
from ...formats.format_table import kind_of
from ...layout import Layout
from ...render.printing.sheets import Sheet
from ...suggest import unknown
from ..command import from_table
from ..messages import complain
from ..refusals import given, refuse
from ..stream.progress import Watch
from ..stream.reading import Ignored
from ..stream.writing import whole_file
from .print import must_be_writable, puzzles_of, write_documents


@from_table("book")
def command(
    inputs: tuple[str, ...],
    levels: dict[str, int] | None,
    seed: int,
    layout: Layout | None,
    kind: str | None,
    symmetry: str,
    minimal: bool,
    by: str,
    unlike: str | None,
    record: str | None,
    sheet: Sheet,
    label: str,
    qr: bool,
    jobs: int,
    output: str,
    ignored: Ignored,
) -> int:
    """Make a book (PDF): cover, instructions, puzzles, solutions.

    The puzzles are those of INPUTS, or new ones (--level), or those of a recipe: FILE.toml with
    chapters (see docs/sheets.md). No two have the same solved grid up to symmetry. Needs typst and
    pypdf (pip install typst pypdf).
    \f
    satdoku book --level easy:4,tricky:2 --seed 1 --chapters level -o book.pdf
    satdoku book puzzles.txt --title 'My puzzles' --language de --qr -o mine.pdf
    satdoku book --level easy:4 --seed 1 --layout 6x6 --booklet --paper a5 -o booklet.pdf
    """
    if kind_of(output) != "pdf":
        raise click.UsageError("a book is a PDF: --output must end in .pdf")
    must_be_writable(output)
    if record:
        must_be_writable(record)
    if [name for name in inputs if kind_of(name) == "toml"]:
        if len(inputs) > 1:
            raise click.UsageError("a recipe stands alone: name the other files in its chapters")
        refuse("the recipe says which boards puzzles have", "--layout", "--symbols")
        sheet, chapters = _recipe(inputs[0], sheet, ignored)
    elif inputs:
        chapters = [{"puzzles": puzzles_of(inputs, layout, ignored)}]
    elif levels:
        refuse("new puzzles do not come from a link", "--ignore-rules", "--drawings")
        chapters = [
            {
                "levels": levels,
                "seed": seed,
                "layout": (layout or Layout.boxes(3, 3)).name,
                "kinds": _names(kind),
                "symmetry": symmetry,
                "minimal": minimal,
            }
        ]
    else:
        raise click.UsageError("give puzzles, a recipe (FILE.toml) or --level")
    from ...render.printing.chosen_book import make_book

    with Watch() as watch:
        book = make_book(
            chapters,
            by=by,
            unlike=_names(unlike),
            sheet=sheet,
            label=label,
            qr=qr,
            jobs=jobs,
            progress=watch.tell,
        )
    for message in book.messages:
        complain(message)
    write_documents(Path(output), book.documents)
    if record:
        with whole_file(record) as file:
            for line in book.records(jobs):
                file.write(f"{json.dumps(line, ensure_ascii=False)}\n".encode())
    return 0


def _names(text: str | None) -> list[str]:
    return [name.strip() for name in (text or "").split(",") if name.strip()]


def _recipe(name: str, sheet: Sheet, ignored: Ignored) -> tuple[Sheet, list[Mapping[str, Any]]]:
    """Return the pages and chapters of a recipe; options that are given go before its keys."""
    from ...datasets.make.recipe import read_toml

    settings = read_toml(name)
    chapters = settings.pop("chapter", [])
    known = [one.name for one in fields(Sheet) if isinstance(one.default, str | int)]
    for key, value in settings.items():
        if key not in known:
            raise PuzzleError(f"{name}: {unknown(key, [*known, 'chapter'], 'key of a book')}")
        if not isinstance(value, type(getattr(Sheet(), key))):
            raise PuzzleError(f"{name}: {key} = {value!r}: write a value as of --{key}")
        if not given(f"--{key.replace('_', '-')}"):
            sheet = replace(sheet, **{key: value})
    if not isinstance(chapters, list) or not all(isinstance(one, dict) for one in chapters):
        raise PuzzleError(f"{name}: write the chapters as tables, each below [[chapter]]")
    for chapter in chapters:
        if inputs := chapter.pop("inputs", None):
            if not isinstance(inputs, list) or not all(isinstance(one, str) for one in inputs):
                raise PuzzleError(f'{name}: inputs = {inputs!r}: write inputs = ["FILE"]')
            chapter["puzzles"] = puzzles_of(tuple(inputs), None, ignored)
    return sheet, chapters
