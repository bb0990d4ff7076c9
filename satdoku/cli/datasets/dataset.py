"""`satdoku dataset`: audit, make and score sets of puzzles for models."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from itertools import islice
from typing import Any

import click

from ...board import Puzzle
from ...errors import ParseError
from ...layout import Layout
from ...sanitize import shown
from ..command import from_table
from ..commands import Commands
from ..messages import complain
from ..stream.inputs import open_input
from ..stream.progress import Watch
from ..stream.writing import open_output, rendered, whole_file

#: Number of answers scored at a time.
BLOCK = 1024

command = Commands(
    "dataset", beginning="dataset ", help="Audit, make and score sets of puzzles for models."
)


@from_table("dataset audit", "text", "json", "html")
def audit(
    files: tuple[str, ...],
    against: tuple[str, ...],
    column: str | None,
    answer: str | None,
    ratings: bool,
    scale: str | None,
    minimal: bool,
    near: bool,
    clean: str | None,
    resume: bool,
    form: str,
    layout: Layout | None,
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
    from ...datasets.audit import auditing
    from ...datasets.audit.cleaning import clean_rows, form_of

    part = f"{output}.part" if output and output != "-" else None
    if resume and not part:
        raise click.UsageError("--resume needs -o FILE: its progress is saved next to it")
    written = form_of(files, clean) if clean else ""
    try:
        with Watch() as watch:
            found = auditing.audit(
                files,
                against=against,
                layout=layout,
                column=column,
                answer=answer,
                ratings=ratings,
                scale=scale,
                minimal=minimal,
                near=near,
                jobs=jobs,
                keep=part,
                resume=resume,
                progress=lambda name, rows: watch.tell(f"{shown(name)}: {rows:,} rows"),
            )
    except KeyboardInterrupt:
        if part:
            complain(f"progress is saved in {part}; --resume continues from there")
        raise
    if clean:
        with whole_file(clean) as file:
            number = clean_rows(found, written, file)
        complain(f"{number:,} of {found.rows:,} rows are written to {clean}")
    from ...render.audit_page import page

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
    from ...datasets.scoring import ANSWERED, score_answers

    scores, table = [], list[Any]()

    def judged() -> Iterator[dict[str, Any]]:
        records, size = _records(inputs), 1
        while block := list(islice(records, size)):
            size = min(2 * size, BLOCK)  # start small: the first answers come at once
            _, puzzles, answers = zip(*block, strict=True)
            found = score_answers(answers, puzzles, parts=parts)
            scores.extend(found)
            if by:
                table.extend((*row[:2], one) for row, one in zip(block, found, strict=True))
            for (record, *_), one in zip(block, found, strict=True):
                yield {**{k: v for k, v in record.items() if k not in ANSWERED}, **one.record()}

    ending = (output or "")[-4:]
    if not by and ending in (".svg", ".tex", ".csv"):
        raise click.UsageError(f"{output}: tables and plots need --by")
    with open_output(None if ending == ".svg" else output) as out:
        for record in judged():
            if not summary and not by:
                click.echo(json.dumps(record, ensure_ascii=False), out)
        if not scores:
            raise ParseError("no answer found", source=", ".join(inputs))
        right = sum(one.right for one in scores)
        mean = sum(one.score for one in scores) / max(1, len(scores))
        totals = f"{right:,} of {len(scores):,} right, mean score {mean:.3f}"
        if by:
            from ...datasets.score_table import as_csv, as_latex, score_table
            from ...listing import Listing

            as_named = {".csv": as_csv, ".tex": as_latex}.get(ending, Listing.text)
            names = by.split(",")
            made = score_table(table, names)
            click.echo(as_named(made), out)
            if ending == ".svg":
                from ...render.plots import draw_shares

                draw_shares(made.rows, names, str(output))
        if summary:
            click.echo(totals, out)
        else:
            complain(totals)
    return int(right < len(scores))


def _records(inputs: tuple[str, ...]) -> Iterator[tuple[dict[str, Any], Puzzle, object]]:
    """Yield the records with their puzzles and answers."""
    from ...datasets.scoring import answer_of, puzzle_of
    from ...formats.text.json_text import load_json

    for name in inputs:
        with open_input(name, must_exist=True, most=sys.maxsize) as (source, lines):
            for number, line in enumerate(lines, 1):
                if not line.strip():
                    continue
                try:
                    record = load_json(line, number)
                    if not isinstance(record, dict):
                        raise ParseError("expected one object with puzzle and answer per line")
                    answer = answer_of(record)
                    yield record, puzzle_of(record), answer
                except ParseError as error:
                    raise ParseError(error.problem, number, error.column, source) from None
