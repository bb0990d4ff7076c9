"""`satdoku book`: a book of puzzles by level or kind, as PDF."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import click

from ...errors import PuzzleError
from ...formats.format_table import kind_of
from ...frozen import frozen
from ...layout import Layout
from ...phrases import phrase
from ...render.printing.sheets import Sheet
from ...rooms import require
from ...suggest import unknown
from ..command import from_table
from ..messages import complain
from ..old_forms import Words, tell_new_form, words_given, written
from ..refusals import given, refuse
from ..stream.progress import Watch
from ..stream.reading import Ignored, Inputs
from ..stream.writing import whole_file
from .print import must_be_writable, puzzles_of, write_documents

#: The option of `book` for each key of a chapter of new puzzles.
IN_RECIPE = {
    "levels": "--level",
    "seed": "--seed",
    "layout": "--layout",
    "kinds": "--kind",
    "symmetry": "--symmetry",
    "minimal": "--minimal",
}


@frozen
class NewPuzzles:
    """New puzzles for a book, as given on the command line. levels: how many of each level."""

    levels: dict[str, int] | None = None
    seed: int = 0
    kind: str | None = None
    symmetry: str = "none"
    minimal: bool = True

    def chapter(self, layout: Layout | None) -> Mapping[str, Any]:
        """Return the chapter of a book that these puzzles make."""
        refuse(
            "new puzzles do not come from a link",
            "--ignore-rules",
            "--drawings",
            "--rules-from-text",
        )
        board = layout or Layout.boxes(3, 3)
        return {
            "levels": self.levels,
            "seed": self.seed,
            "layout": board.name,
            "kinds": _names(self.kind),
            "symmetry": self.symmetry,
            "minimal": self.minimal,
        }


@frozen
class BookOptions:
    """The options of a book beside its puzzles and pages: the arguments of `make_book`, and the
    file for its puzzles (record). time_limit: for the whole book."""

    by: str
    label: str
    qr: bool
    unlike: str | None = None
    record: str | None = None
    time_limit: float | None = None


@from_table("book")
def command(
    source: Inputs,
    new: NewPuzzles,
    options: BookOptions,
    sheet: Sheet,
    jobs: int,
    output: str,
) -> int:
    """Make a book (PDF): cover, instructions, puzzles, solutions.

    The puzzles are those of INPUTS, or those of a recipe: FILE.toml with chapters, for which new
    puzzles of levels are chosen (see `satdoku help sheets`). No two have the same solved grid up to
    symmetry. Needs typst and pypdf (pip install typst pypdf).
    \f
    satdoku generate --count 6 --level easy --seed 1 | satdoku book - --title Six -o easy.pdf
    satdoku book puzzles.txt --title 'My puzzles' --language de --qr -o mine.pdf
    satdoku book book.toml --booklet --paper a5 -o booklet.pdf
    """
    if kind_of(output) != "pdf":
        raise click.UsageError("a book is a PDF: --output must end in .pdf")
    must_be_writable(output)
    if options.record:
        must_be_writable(options.record)
    path = Path(output)
    sheet, chapters = _chapters(source, new, sheet)
    if new.levels:
        with_recipe = _with_recipe(words_given(), chapters[0], path)
        tell_new_form("making puzzles here", with_recipe)
    from ...render.printing.chosen_book import make_book

    with Watch() as watch:
        book = make_book(
            chapters,
            by=options.by,
            unlike=_names(options.unlike),
            sheet=sheet,
            label=options.label,
            qr=options.qr,
            jobs=jobs,
            time_limit=options.time_limit,
            progress=watch.tell,
        )
    for message in book.messages:
        complain(message)
    write_documents(path, book.documents)
    if options.record:
        with whole_file(options.record) as file:
            for line in book.records(jobs):
                text = json.dumps(line, ensure_ascii=False)
                file.write(f"{text}\n".encode())
    return 0


def _chapters(
    source: Inputs, new: NewPuzzles, sheet: Sheet
) -> tuple[Sheet, list[Mapping[str, Any]]]:
    """Return the pages and chapters: of a recipe, of the puzzles of inputs, or of new ones."""
    inputs = source.inputs
    if any(kind_of(name) == "toml" for name in inputs):
        if len(inputs) > 1:
            raise click.UsageError("a recipe stands alone: name the other files in its chapters")
        refuse("the recipe says which boards puzzles have", "--layout", "--symbols")
        return _recipe(inputs[0], sheet, source.ignored)
    if inputs:
        return sheet, [{"puzzles": puzzles_of(source)}]
    if new.levels:
        return sheet, [new.chapter(source.layout)]
    raise click.UsageError("give puzzles or a recipe (FILE.toml)")


def _with_recipe(words: Words, chapter: Mapping[str, Any], output: Path) -> str:
    """Return the new form of a book of new puzzles: a recipe beside the book, and its use.

    A pipe from `generate` would not hold the same puzzles: a book chooses among several, so that
    they have all ratings of a level.
    """
    lines = ["[[chapter]]"]
    others = dict(words)
    names_board = others.pop("--symbols", None)
    for key, option in IN_RECIPE.items():
        is_given = others.pop(option, None)
        if is_given or (key == "layout" and names_board):
            value = _toml(chapter[key])
            lines.append(f"{key} = {value}")
    recipe = str(output.with_suffix(".toml"))
    others[""] = [recipe]
    makes_recipe = shlex.join(["printf", r"%s\n", *lines])
    makes_book = written("book", others)
    return f"{makes_recipe} > {shlex.quote(recipe)} && {makes_book}"


def _toml(value: object) -> str:
    """Return a value of a chapter as TOML, which writes all but tables as JSON does."""
    if not isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False)
    pairs = []
    for key, number in value.items():
        name = json.dumps(key)
        pairs.append(f"{name} = {number}")
    inside = ", ".join(pairs)
    return f"{{ {inside} }}"


def _names(text: str | None) -> list[str]:
    if not text:
        return []
    names = map(str.strip, text.split(","))
    return [name for name in names if name]


def _recipe(name: str, sheet: Sheet, ignored: Ignored) -> tuple[Sheet, list[Mapping[str, Any]]]:
    """Return the pages and chapters of a recipe; options that are given go before its keys."""
    require("datasets", "the recipe of a book needs")
    from ...datasets.make.recipe import read_toml

    settings = read_toml(name)
    chapters = settings.pop("chapter", [])
    sheet = _with_settings(name, settings, sheet)
    if not _are_all(chapters, dict):
        raise PuzzleError(
            phrase("{name!s}: write the chapters as tables, each below [[chapter]]", name=name)
        )
    for chapter in chapters:
        inputs = chapter.pop("inputs", None)
        if not inputs:
            continue
        if not _are_all(inputs, str):
            raise PuzzleError(
                phrase(
                    '{name!s}: inputs = {inputs!r}: write inputs = ["FILE"]',
                    name=name,
                    inputs=inputs,
                )
            )
        source = Inputs(tuple(inputs), ignored=ignored)
        chapter["puzzles"] = puzzles_of(source)
    return sheet, chapters


def _are_all(values: object, kind: type) -> bool:
    """Whether the values are a list of values of this type."""
    if not isinstance(values, list):
        return False
    return all(isinstance(value, kind) for value in values)


def _with_settings(name: str, settings: Mapping[str, Any], sheet: Sheet) -> Sheet:
    """Return the pages as the settings of a recipe say, but for options that are given."""
    known = [one.name for one in fields(Sheet) if isinstance(one.default, str | int)]
    usual = Sheet()
    for key, value in settings.items():
        if key not in known:
            problem = unknown(key, [*known, "chapter"], "key of a book")
            raise PuzzleError(phrase("{name!s}: {problem}", name=name, problem=problem))
        kind = type(getattr(usual, key))
        if not isinstance(value, kind):
            raise PuzzleError(
                phrase(
                    "{name!s}: {key!s} = {value!r}: write a value as of --{key!s}",
                    name=name,
                    key=key,
                    value=value,
                )
            )
        option = key.replace("_", "-")
        if not given(f"--{option}"):
            sheet = replace(sheet, **{key: value})
    return sheet
