"""`satdoku verify-steps`: check each step of a list."""

from __future__ import annotations

import os
from collections.abc import Iterator

import click

from ...errors import ParseError
from ...layout import Layout
from ...phrases import Name, phrase
from ..command import from_table
from ..stream.inputs import input_error, open_input
from ..stream.output import Output
from ..stream.writing import WrittenAnswer, rendered


@from_table("verify-steps", "text", "json")
def command(
    steps: str,
    puzzle: str | None,
    from_state: bool,
    form: str,
    layout: Layout | None,
    output: str | None,
) -> int:
    """Verify a list of steps, from `explain` or any other program.

    In text a step is a line that names a technique and ends in its conclusion, "Naked Pair: 3,5 in
    r1c12 => r1c5<>3". It is right if it follows by that technique; what was not judged is named. A
    chain in Eureka notation is judged link by link. Steps begin at the givens, whatever candidates
    a file brings. Exit status 1 unless every line was judged and is right.
    \f
    satdoku explain puzzle.txt --format json -o steps.json && satdoku verify-steps steps.json
    satdoku explain puzzle.txt | satdoku verify-steps - --puzzle $(cat puzzle.txt)
    satdoku verify-steps steps.json --format json
    """
    if steps != "-" and not os.path.exists(steps) and not {"=", "<", "{"} & set(steps):
        raise ParseError(
            phrase("{steps!r}: neither a file nor a step like 'X-wing => r1c3<>7'", steps=steps)
        )
    with open_input(steps) as (source, lines):
        text = "\n".join(line.rstrip("\n") for line in lines)
    verdicts = _verdicts(text, source, puzzle, from_state, layout, form)
    return Output(output, form, {}).write(verdicts, "verifying")


def _verdicts(
    text: str, source: str, puzzle: str | None, from_state: bool, layout: Layout | None, form: str
) -> Iterator[WrittenAnswer]:
    from ...formats.text.reader import parse
    from ...logic.position import Position
    from ...logic.starting import read_candidates
    from ...logic.step_text.step_texts import read_steps
    from ...logic.verifying import verification

    if from_state and puzzle is None and not text.lstrip().startswith(("{", "<")):
        raise click.UsageError("--from-state with text needs --puzzle: its candidates")
    start = None
    if puzzle is not None:
        with open_input(puzzle) as (_, lines):
            given = "\n".join(lines)
        try:
            if from_state:
                start = read_candidates(given, layout)
            else:
                start = Position.of(parse(given, layout))
        except ParseError as error:
            raise input_error(puzzle, puzzle, error) from None
    try:
        for part in read_steps(text, start, from_state):
            found = verification(part)
            remark = found.remark
            if remark:
                remark = phrase("{where}: {problem}", where=Name(source), problem=remark)
            yield WrittenAnswer(rendered(found, form), remark, found.ok)
    except ParseError as error:
        raise ParseError(error.problem, error.line, error.column, source) from None
