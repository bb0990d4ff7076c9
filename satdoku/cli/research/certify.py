"""`satdoku certify`: prove properties of puzzles."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ...errors import ParseError, TimeLimitReached
from ..command import from_table
from ..refusals import refuse
from ..stream.answering import Stream, Unanswered, answered
from ..stream.entries import Entry
from ..stream.output import Output
from ..stream.writing import Line, Shape, open_output, shape_piece

if TYPE_CHECKING:
    from ...certificates.certificate import Certificate


@from_table("certify")
def command(
    stream: Stream, claims: tuple[str, ...], rules: str, prover: str, dimacs: str | None,
    drat: str | None, time_limit: float | None,
) -> int:  # fmt: skip
    """Certify puzzles: proper, minimal and more, with proofs.

    `satdoku verify` checks them. Exit status 1 if a claim does not hold; the output
    says why instead.
    \f
    satdoku certify puzzle.txt -o certificate.json
    satdoku certify puzzles.txt -o certificates.jsonl --jobs 2
    satdoku certify puzzle.txt --dimacs puzzle.cnf --drat puzzle.drat -o certificate.json
    """
    if "logic" not in claims:
        refuse("--rules applies to the logic claim (add --claim logic)", "--rules")
    make = partial(certificate, claims=claims, rules=rules, prover=prover, time_limit=time_limit)
    if dimacs or drat:
        entries = list(stream.feed.entries())
        if len(entries) != 1:
            raise ParseError(f"--dimacs and --drat are for one puzzle, not for {len(entries)}")
        make = partial(make, dimacs=dimacs, drat=drat)
        lines = shape_piece(entries[0], partial(answered, one=make, together=None), Shape("json"))
        return Output(stream.output, "json", {}).write(lines, "certifying")
    return stream.answer(make, "certifying")


def certificate(
    entry: Entry,
    claims: tuple[str, ...],
    rules: str,
    prover: str,
    time_limit: float | None,
    dimacs: str | None = None,
    drat: str | None = None,
) -> Line | Unanswered:
    """Return the certificate of one puzzle, or the reason why there is none."""
    from ...certificates.certifying import Unfounded, certify

    try:
        certificate = certify(
            entry.puzzle, claims or None, rules=rules, prover=prover, time_limit=time_limit
        )
    except (Unfounded, TimeLimitReached) as error:
        return Unanswered(str(error), is_open=isinstance(error, TimeLimitReached))
    _write(certificate, dimacs, drat)
    return Line(certificate.line)


def _write(certificate: Certificate, dimacs: str | None, drat: str | None) -> None:
    for name, text in ((dimacs, certificate.cnf), (drat, certificate.drat)):
        if name:
            with open_output(name) as stream:
                stream.write(text)
