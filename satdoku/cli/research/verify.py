"""`satdoku verify`: check certificates."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from ...errors import ParseError
from ...formats.opening import opened
from ...layout import Layout
from ...plurals import plural
from ...sanitize import shown
from ...workers.parallel import map_ordered
from ..command import Command
from ..options import common as options
from ..options.output_format import puzzle_format
from ..stream.answers import Line, Output
from ..stream.writers import rendered

if TYPE_CHECKING:
    from ...certificates.verifying import Verdict


@click.command("verify", cls=Command)
@click.argument("certificates", metavar="FILE")
@click.option(
    "--second-opinion", is_flag=True,
    help="Also check the proof with dratify and drat-trim, if installed.",
)  # fmt: skip
@puzzle_format("text", "json")
@options.layout
@options.jobs
@options.output
def command(
    certificates: str, second_opinion: bool, form: str, layout: Layout | None, jobs: int,
    output: str | None,
) -> int:  # fmt: skip
    """Verify certificates by an independent checker.

    The checker is a file that uses nothing else of satdoku. Each answer names the claims and the
    puzzle with its board, rules and symbols. On another board than the usual one of its size a
    certificate counts only with --layout, and --symbols must be its symbols. Exit status 1 if one
    is wrong, or on a board of its own.
    \f
    satdoku certify puzzle.txt -o certificate.json && satdoku verify certificate.json
    satdoku certify puzzles.txt | satdoku verify -
    satdoku verify certificate.json --format json
    """
    if second_opinion:
        from ...certificates.verifying import must_be_possible

        must_be_possible()
    with opened(certificates, getattr(sys.stdin, "buffer", None)) as (source, stream):
        ask = partial(verdict_of, second_opinion=second_opinion, layout=layout)
        verdicts = map_ordered(ask, whole_lines(stream), jobs)
        return Output(output, form, {}).write(answers(verdicts, source, form), "verifying")


def verdict_of(line: bytes, second_opinion: bool, layout: Layout | None) -> Verdict:
    """Return the verdict on one line."""
    from ...certificates.verifying import verify

    return verify(line, layout=layout, second_opinion=second_opinion)


def whole_lines(stream: Any) -> Iterator[bytes]:
    """Yield the lines of a stream; an overlong line is cut once it is too long for a
    certificate."""
    from ...certificates.checker import LONGEST

    is_start = True
    while piece := stream.readline(LONGEST + 1):
        if is_start:
            yield piece
        is_start = piece.endswith(b"\n")


class Judged(NamedTuple):
    """The verdict on the certificate in one line of a file."""

    verdict: Verdict
    source: str
    number: int

    def record(self) -> dict[str, Any]:
        """Return the verdict with the line number."""
        return {"line": self.number} | self.verdict.record()

    def text(self) -> str:
        """Return the verdict with its source and line."""
        return f"{shown(self.source)}, line {self.number}: {self.verdict.text()}"


@dataclass
class Tally:
    """The number of right certificates, and what they claim."""

    outcomes: Counter[str] = field(default_factory=Counter)
    claims: Counter[str] = field(default_factory=Counter)

    def add(self, verdict: Verdict) -> None:
        """Count a verdict."""
        self.outcomes[verdict.outcome] += 1
        self.claims.update(verdict.claims if verdict.outcome == "right" else ())

    def text(self) -> str:
        """Return '3 certificates: 2 right (2 proper), 1 wrong'."""
        number, right, wrong, own = (
            self.outcomes.total(),
            *(self.outcomes[name] for name in ("right", "wrong", "other board")),
        )
        claims = ", ".join(f"{n:,} {claim}" for claim, n in self.claims.items())
        summary = f"{right:,} right" + (f" ({claims})" if claims else "")
        advice = f", {own:,} on a board of its own: name the board with --layout" if own else ""
        return f"{plural(number, 'certificate')}: {summary}, {wrong:,} wrong{advice}"


def answers(verdicts: Iterator[Verdict], source: str, form: str) -> Iterator[Line]:
    """Yield each verdict; in text form, also the number of right ones."""
    tally = Tally()
    for number, verdict in enumerate(verdicts, 1):
        tally.add(verdict)
        yield Line(rendered(Judged(verdict, source, number), form), ok=verdict.outcome == "right")
    if not tally.outcomes:
        raise ParseError("no certificate found: expected lines written by `satdoku certify`",
                         source=source)  # fmt: skip
    if form == "text":
        yield Line(tally.text())
