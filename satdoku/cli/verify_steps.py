"""`satdoku verify-steps`: is each step of a list right?"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from ..errors import ParseError
from ..layout import Layout
from . import options
from .stream.answers import Line, Output
from .stream.files import open_input

if TYPE_CHECKING:
    from ..logic.position import Position
    from ..logic.verifying import Claim


@click.command("verify-steps")
@click.argument("steps", metavar="STEPS")
@click.option("--puzzle", metavar="PUZZLE", help="Where the steps begin, unless STEPS is our JSON.")
@options.layout
@options.output
def command(steps: str, puzzle: str | None, layout: Layout | None, output: str | None) -> int:
    """Verify a list of steps: what `explain --format json` wrote, or text of any tool.

    In text a step is a line that ends in its conclusion, "... => r1c3,r4c8<>7". Exit status 1 if a
    step is wrong.
    """
    with open_input(steps) as (source, lines):
        text = "\n".join(lines)
    start, claims = _read(text, source, puzzle, layout)
    return Output(output, "text", {}).write(_verdicts(start, claims, source), "verifying")


def _verdicts(start: Position, claims: Iterator[Claim], source: str) -> Iterator[Line]:
    from ..logic.verifying import verify_steps

    right = wrong = 0
    for verdict in verify_steps(start, claims):
        if verdict.problem:
            wrong += 1
            said = f"step {verdict.number} is wrong: {verdict.text}: {verdict.problem}"
            yield Line(said, ok=False)
        right += not verdict.problem
    if not right + wrong:
        raise ParseError(f"no step found in {source}: a line must end like '=> r1c3<>7'")
    yield Line(f"{right} steps are right, {wrong} wrong", ok=not wrong)


def _read(
    text: str, source: str, puzzle: str | None, layout: Layout | None
) -> tuple[Position, Iterator[Claim]]:
    """(where the steps begin, the steps)."""
    from ..formats.reader import parse
    from ..layout import Layout as Board
    from ..logic.position import Position
    from ..logic.verifying import claims_of_records, claims_of_text

    if text.lstrip().startswith("{"):
        try:
            record = json.loads(text)
            board = Board.named(record["layout"])
            masks, givens = record["candidates"], parse(record["puzzle"], board)
            start = Position.of(givens)
            for cell, mask in enumerate(masks):
                for d in range(1, board.size + 1):
                    if not mask >> (d - 1) & 1:
                        start.deny(cell * board.size + d)
            return start, claims_of_records(record["steps"], start.theory)
        except (ValueError, KeyError, TypeError) as error:
            raise ParseError(
                f"{source} is not what `satdoku explain --format json` writes for one puzzle: "
                f"{error}"
            ) from None
    if puzzle is None:
        raise click.UsageError("steps as text need --puzzle: where do they begin?")
    with open_input(puzzle) as (_, lines):
        start = Position.of(parse("\n".join(lines), layout))
    return start, claims_of_text(text.splitlines(), start.theory)
