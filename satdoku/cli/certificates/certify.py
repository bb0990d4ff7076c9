"""`satdoku certify`: prove properties of puzzles."""

from __future__ import annotations

from dataclasses import asdict
from functools import cache, partial
from typing import TYPE_CHECKING

import click

from ...errors import ParseError, TimeLimitReached
from ...frozen import frozen
from ...phrases import phrase
from ...record_types import Record
from ..command import from_table
from ..refusals import refuse
from ..stream.answering import PuzzleStream, Unanswered, answered
from ..stream.entries import Entry
from ..stream.output import Output
from ..stream.writing import Shape, WrittenAnswer, open_output, shape_piece

if TYPE_CHECKING:
    from ...certificates.certificate import Certificate


@frozen
class Claims:
    """What to certify, and how: the arguments of `certify`."""

    limit: int
    follows: str
    denied: str
    rules: str
    prover: str
    claims: tuple[str, ...] = ()
    equals: str | None = None
    time_limit: float | None = None

    def refuse_needless(self) -> None:
        """Raise a usage error for an option of a claim that is not asked for."""
        if "logic" not in self.claims:
            refuse("--rules applies to the logic claim (add --claim logic)", "--rules")
        if "at-least" not in self.claims:
            refuse("--limit applies to the claim at-least", "--limit")

    @property
    def named(self) -> Record:
        """Return them as keyword arguments."""
        return asdict(self) | {"claims": self.claims or None}


@frozen
class CheckerFiles:
    """Files for other checkers, by what they hold."""

    dimacs: str | None = None
    drat: str | None = None
    lrat: str | None = None
    opb: str | None = None
    veripb: str | None = None

    @property
    def given(self) -> dict[str, str]:
        """The files to write, by what they hold."""
        return {name: file for name, file in asdict(self).items() if file}


@from_table("certify")
def command(stream: PuzzleStream, claims: Claims, checkers: CheckerFiles) -> int:
    """Certify claims about puzzles, with proofs.

    That a puzzle is proper, has no solution or just these; that a candidate cannot be; that no
    fewer givens would do. `satdoku verify` checks them. Exit status 1 if a claim does not hold; the
    output says why instead.
    \f
    satdoku certify puzzle.txt -o certificate.json
    satdoku certify puzzle.txt --follows "r4c7<>3"
    satdoku certify puzzle.txt --dimacs puzzle.cnf --lrat puzzle.lrat -o certificate.json
    """
    claims.refuse_needless()
    files = checkers.given
    make = partial(certificate, asked=claims.named, files=files)
    if not files:
        return stream.answer(make, "certifying")
    entries = list(stream.feed.entries())
    if len(entries) != 1:
        raise ParseError(
            phrase(
                "files for other checkers are for one puzzle, not for {number}", number=len(entries)
            )
        )
    answer = partial(answered, one=make, together=None)
    lines = shape_piece(entries[0], answer, Shape("json"))
    return Output(stream.output, "json", {}).write(lines, "certifying")


def certificate(entry: Entry, asked: Record, files: dict[str, str]) -> WrittenAnswer | Unanswered:
    """Return the certificate of one puzzle, or the reason why there is none."""
    from ...certificates.certifying import Unfounded, certify

    try:
        certificate = certify(entry.puzzle, **asked)
    except ParseError as error:
        problem = phrase("in --follows, --denied or --equals: {problem}", problem=error.problem)
        raise click.UsageError(problem) from None
    except (Unfounded, TimeLimitReached) as error:
        return Unanswered(str(error), is_open=isinstance(error, TimeLimitReached))
    if files:
        _write(certificate, files)
    return WrittenAnswer(certificate.line)


def _write(certificate: Certificate, files: dict[str, str]) -> None:
    """Write the files for other checkers: all of them, or none."""
    from ...certificates.outside import lrat, veripb

    constraints_and_proof = cache(partial(veripb, certificate))
    writers = {
        "dimacs": lambda: certificate.cnf,
        "drat": lambda: certificate.drat,
        "lrat": lambda: lrat(certificate),
        "opb": lambda: constraints_and_proof()[0],
        "veripb": lambda: constraints_and_proof()[1],
    }
    texts = {name: writers[kind]() for kind, name in files.items()}  # all before the first file
    for name, text in texts.items():
        with open_output(name) as stream:
            stream.write(text)
