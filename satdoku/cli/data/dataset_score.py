"""`satdoku dataset score`: score the answers of models."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from itertools import islice
from typing import Any

import click

from ...board import Puzzle
from ...errors import ParseError
from ..command import Command
from ..messages import complain
from ..options import common as options
from ..stream.files import open_output
from ..stream.opening import open_input

#: Number of answers scored at a time.
BLOCK = 1024


@click.command("score", cls=Command)
@click.argument("inputs", nargs=-1, required=True)
@click.option("--summary", is_flag=True, help="Print only how many are right, and the mean score.")
@options.output
def command(inputs: tuple[str, ...], summary: bool, output: str | None) -> int:
    """Score a model's answers: JSON Lines in, JSON Lines out.

    A right answer scores 1; another the share of the blank cells that it fills rightly, or 0 if it
    changes a given or is no board. Exit status 1 unless all are right.
    \f
    satdoku dataset score answers.jsonl
    satdoku dataset score answers.jsonl --summary
    satdoku dataset score answers.jsonl -o scores.jsonl
    """
    from ...datasets.scoring import score_answers

    scores = []

    def judged() -> Iterator[dict[str, Any]]:
        records, size = _records(inputs), 1
        while block := list(islice(records, size)):
            size = min(2 * size, BLOCK)  # start small: the first answers come at once
            answers = [str(record["answer"]) for record, _ in block]
            found = score_answers(answers, [puzzle for _, puzzle in block])
            scores.extend(found)
            for (record, _), score in zip(block, found, strict=True):
                yield {**{k: v for k, v in record.items() if k != "answer"}, **score.record()}

    with open_output(output) as out:
        for record in judged():
            if not summary:
                click.echo(json.dumps(record, ensure_ascii=False), out)
        if not scores:
            raise ParseError("no answer found", source=", ".join(inputs))
        right = sum(score.right for score in scores)
        mean = sum(score.score for score in scores) / max(1, len(scores))
        totals = f"{right:,} of {len(scores):,} right, mean score {mean:.3f}"
        if summary:
            click.echo(totals, out)
        else:
            complain(totals)
    return int(right < len(scores))


def _records(inputs: tuple[str, ...]) -> Iterator[tuple[dict[str, Any], Puzzle]]:
    """Yield the records with their puzzles."""
    from ...datasets.scoring import puzzle_of
    from ...formats.text.json_text import load_json

    for name in inputs:
        with open_input(name, must_exist=True, most=sys.maxsize) as (source, lines):
            for number, line in enumerate(lines, 1):
                if not line.strip():
                    continue
                try:
                    record = load_json(line, number)
                    if not isinstance(record, dict) or "answer" not in record:
                        raise ParseError("expected one object with puzzle and answer per line")
                    yield record, puzzle_of(record)
                except ParseError as error:
                    raise ParseError(error.problem, number, error.column, source) from None
