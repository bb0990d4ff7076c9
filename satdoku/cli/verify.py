"""`satdoku verify`: are these certificates right?"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from ..errors import ParseError
from ..foreign import shown
from ..layout import Layout
from ..parallel import map_ordered
from . import options
from .stream.answers import Line, Output
from .stream.opening import opened

if TYPE_CHECKING:
    from ..certificates.verifying import Verdict


@click.command("verify")
@click.argument("certificates", metavar="FILE")
@click.option(
    "--second-opinion",
    is_flag=True,
    help="Also ask dratify and drat-trim, where they are installed.",
)
@options.puzzle_format("text", "json")
@options.layout
@options.jobs
@options.output
def command(
    certificates: str,
    second_opinion: bool,
    form: str,
    layout: Layout | None,
    jobs: int,
    output: str | None,
) -> int:
    """Verify certificates, one a line, trusting nothing that they say.

    The checker is one short file that uses nothing else of satdoku. Each answer names the board and
    the puzzle; on another board than the usual one of its size a certificate counts only with
    --layout. Exit status 1 if one is wrong, or on a board of its own.
    """
    with opened(certificates, getattr(sys.stdin, "buffer", None)) as (source, stream):
        ask = partial(verdict_of, second_opinion=second_opinion, layout=layout)
        verdicts = map_ordered(ask, whole_lines(stream), jobs)
        lines = _records(verdicts, source) if form == "json" else _lines(verdicts, shown(source))
        return Output(output, form, {}).write(lines, "verifying")


def verdict_of(line: bytes, second_opinion: bool, layout: Layout | None) -> Verdict:
    """The verdict on one line."""
    from ..certificates.verifying import verify

    return verify(line, layout=layout, second_opinion=second_opinion)


def whole_lines(stream: Any) -> Iterator[bytes]:
    """The lines of a stream; of one that is too long for a certificate no more than shows that."""
    from ..certificates.checker import LONGEST

    is_start = True
    while piece := stream.readline(LONGEST + 1):
        if is_start:
            yield piece
        is_start = piece.endswith(b"\n")


def _records(verdicts: Iterator[Verdict], source: str) -> Iterator[Line]:
    number = 0
    for number, verdict in enumerate(verdicts, 1):
        record = {"line": number} | verdict.record()
        text = json.dumps(record, ensure_ascii=False)
        yield Line(text, ok=verdict.outcome == "right")
    _some(number, source)


def _lines(verdicts: Iterator[Verdict], source: str) -> Iterator[Line]:
    """Each verdict, and how many are right."""
    claims: Counter[str] = Counter()
    outcomes: Counter[str] = Counter()
    for verdict in verdicts:
        outcomes[verdict.outcome] += 1
        is_right = verdict.outcome == "right"
        claims.update(verdict.claims if is_right else ())
        yield Line(f"{source}, line {outcomes.total()}: {verdict.text()}", ok=is_right)
    number = outcomes.total()
    _some(number, source)
    held = ", ".join(f"{n:,} {claim}" for claim, n in claims.items())
    right = f"{outcomes['right']:,} right" + (f" ({held})" if held else "")
    own = outcomes["other board"]
    asked = f", {own:,} on a board of its own: name the board with --layout" if own else ""
    yield Line(
        f"{number:,} certificate{'s'[: number > 1]}: {right}, {outcomes['wrong']:,} wrong{asked}"
    )


def _some(number: int, source: str) -> None:
    if not number:
        raise ParseError("no certificate: a line each is what `satdoku certify` writes",
                         source=source)  # fmt: skip
