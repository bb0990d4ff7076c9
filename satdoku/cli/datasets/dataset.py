"""`satdoku dataset`: audit, make and score sets of puzzles for models."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import fields
from itertools import islice
from typing import TYPE_CHECKING, Any, TextIO

import click

from ...board import Puzzle
from ...errors import ParseError
from ...formats.format_table import kind_of
from ...frozen import frozen
from ...layout import Layout
from ...phrases import phrase
from ...plurals import plural
from ...record_types import Record
from ...sanitize import shown
from ..command import from_table
from ..commands import Commands
from ..messages import complain, tell
from ..stream.inputs import open_input
from ..stream.progress import Watch
from ..stream.writing import open_output, rendered, whole_file

if TYPE_CHECKING:
    from ...datasets.scoring import Score, ScoredEntry

#: Number of answers scored at a time.
BLOCK = 1024
#: Forms of tables, from which no answers are read.
OTHER_FORMS = ("csv", "tsv", "parquet", "arrow", "feather", "npy", "npz", "sqlite", "xlsx")

command = Commands(
    "dataset", beginning="dataset ", help="Audit, make and score sets of puzzles for models."
)


@frozen
class AuditArguments:
    """What an audit looks at: the arguments of `satdoku.audit`."""

    ratings: bool
    minimal: bool
    near: bool
    against: tuple[str, ...] = ()
    layout: Layout | None = None
    column: str | None = None
    answer: str | None = None
    scale: str | None = None

    @property
    def named(self) -> Record:
        """Return them as keyword arguments."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


@from_table("dataset audit", "text", "json", "html")
def audit(
    files: tuple[str, ...],
    examined: AuditArguments,
    clean: str | None,
    resume: bool,
    form: str,
    jobs: int,
    output: str | None,
) -> int:
    """Audit data sets: wrong answers, isomorphs, leaks, ratings.

    Is each row readable, proper, rightly answered, minimal; how hard is it; and is any the same
    puzzle as another, digits renamed, rows and columns moved, the board transposed? Rows count from
    1, on through all FILES. Exit status 1 if anything is wrong.
    \f
    satdoku dataset audit puzzles.txt
    satdoku dataset audit puzzles.txt --against others.txt --no-ratings
    satdoku dataset audit puzzles.txt --format html -o audit.html
    """
    from ...datasets.audit.auditing import audit as ask
    from ...datasets.audit.cleaning import clean_rows, form_of
    from ...render.audit_page import page

    part = f"{output}.part" if output and output != "-" else None
    if resume and not part:
        raise click.UsageError("--resume needs -o FILE: its progress is saved next to it")
    written = form_of(files, clean) if clean else ""
    try:
        with Watch() as watch:

            def progress(name: str, rows: int) -> None:
                watch.tell(phrase("{where!s}: {what}", where=shown(name), what=plural(rows, "row")))

            found = ask(
                files,
                jobs=jobs,
                keep=part,
                resume=resume,
                progress=progress,
                **examined.named,
            )
    except KeyboardInterrupt:
        if part:
            complain(
                phrase("progress is saved in {part!s}; --resume continues from there", part=part)
            )
        raise
    if clean:
        with whole_file(clean) as file:
            number = clean_rows(found, written, file)
        complain(
            phrase(
                "{number:,} of {rows:,} rows are written to {clean!s}",
                number=number,
                rows=found.rows,
                clean=clean,
            )
        )
    with open_output(output) as out:
        click.echo(page(found) if form == "html" else rendered(found, form), out)
    return 0 if found.is_faultless else 1


@from_table("dataset make", "text", "json")
def make(recipe: str, output: str, resume: bool, form: str, jobs: int) -> int:
    """Make a data set from RECIPE.toml in a new folder.

    Puzzles by level, no two of them isomorphic, in splits; rated, traced step by step where
    the recipe says so, with a manifest. The same recipe makes the same bytes. A run that was
    stopped leaves FOLDER.part, from which --resume continues.
    \f
    satdoku dataset make recipe.toml -o puzzles/
    satdoku dataset make recipe.toml -o others/ --resume --jobs 2
    satdoku dataset make recipe.toml -o more/ --format json
    """
    from ...datasets.make.making import make_dataset

    with Watch() as watch:
        made = make_dataset(recipe, output, jobs=jobs, resume=resume, progress=watch.tell)
    click.echo(rendered(made, form))
    return 0


@from_table("dataset score")
def score(
    inputs: tuple[str, ...], summary: bool, by: str | None, parts: bool, output: str | None
) -> int:
    """Score a model's answers: JSON Lines in, JSON Lines out.

    A right answer scores 1, any other 0; with --parts, one that leaves cells open, and has none
    wrong, its right cells beyond guessing. The table of --by is text, or CSV, LaTeX or a plot by
    the name of the output (.csv, .tex, .svg). Exit status 1 unless all are right.
    \f
    satdoku dataset score answers.jsonl
    satdoku dataset score answers.jsonl --summary
    satdoku dataset score answers.jsonl --by clues,kind
    """
    ending = (output or "")[-4:]
    if not by and ending in (".svg", ".tex", ".csv"):
        raise click.UsageError(phrase("{output!s}: tables and plots need --by", output=output))
    scores = []
    table: list[Any] = []
    with open_output(None if ending == ".svg" else output) as out:
        for record, puzzle, one in _scored(inputs, parts):
            scores.append(one)
            if by:
                table.append((record, puzzle, one))
            elif not summary:
                click.echo(json.dumps(_with_score(record, one), ensure_ascii=False), out)
        if not scores:
            raise ParseError("no answer found", source=", ".join(inputs))
        right = sum(one.right for one in scores)
        mean = sum(one.score for one in scores) / len(scores)
        totals = tell(
            phrase(
                "{number:,} of {all:,} right, mean score {mean:.3f}",
                number=right,
                all=len(scores),
                mean=mean,
            )
        )
        if by:
            _write_table(table, by.split(","), ending, str(output), out)
        if summary:
            click.echo(totals, out)
        else:
            complain(totals)
    return int(right < len(scores))


def _with_score(record: Record, one: Score) -> Record:
    """Return the record of an answer with its score in place of the answer."""
    from ...datasets.files.conversations import ANSWERED

    asked = {key: value for key, value in record.items() if key not in ANSWERED}
    return {**asked, **one.record()}


def _write_table(table: list[Any], names: list[str], ending: str, output: str, out: TextIO) -> None:
    """Write the table of scores by these names, in the form that the output's ending asks for."""
    from ...datasets.score_table import as_csv, as_latex, score_table
    from ...listing import Listing

    made = score_table(table, names)
    as_text = {".csv": as_csv, ".tex": as_latex}.get(ending, Listing.text)
    click.echo(as_text(made), out)
    if ending == ".svg":
        from ...render.plots import draw_shares

        draw_shares(made.rows, names, output)


def _scored(inputs: tuple[str, ...], parts: bool) -> Iterator[tuple[Record, Puzzle, Score]]:
    """Yield the records with their puzzles and scores. Blocks grow: the first scores come at
    once."""
    from ...datasets.scoring import score_entries

    records = _records(inputs)
    size = 1
    while block := list(islice(records, size)):
        size = min(2 * size, BLOCK)
        answers = [answer for _, _, answer in block]
        entries = [entry for _, entry, _ in block]
        found = score_entries(answers, entries, parts)
        for (record, entry, _), one in zip(block, found, strict=True):
            yield record, entry.puzzle, one


def _records(inputs: tuple[str, ...]) -> Iterator[tuple[Record, ScoredEntry, object]]:
    """Yield the records with what their answers are scored by, and the answers."""
    from ...datasets.scoring import answer_of, entry_of
    from ...formats.text.json_text import load_json

    for name in inputs:
        kind = kind_of(name)
        if kind in OTHER_FORMS:
            raise ParseError(
                phrase("answers are read from JSON Lines, not from .{kind!s}", kind=kind),
                source=name,
            )
        with open_input(name, must_exist=True, most=sys.maxsize) as (source, lines):
            for number, line in enumerate(lines, 1):
                if not line.strip():
                    continue
                try:
                    record = load_json(line, number)
                    if not isinstance(record, dict):
                        raise ParseError("expected one object with puzzle and answer per line")
                    answer = answer_of(record)
                    yield record, entry_of(record, f"line {number} of {source}: "), answer
                except ParseError as error:
                    raise ParseError(error.problem, number, error.column, source) from None
