"""`satdoku certify`: prove properties of puzzles."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from ...certificates import CLAIMS, PROVERS
from ...errors import ParseError, TimeLimitReached
from ..command import Command
from ..options import common as options
from ..options import techniques as technique_options
from ..options.streams import Stream, streaming
from ..stream.answers import Line, Output
from ..stream.decorated import Unanswered
from ..stream.entries import Entry, each
from ..stream.files import open_output
from ..stream.writers import Shape, shape_piece

if TYPE_CHECKING:
    from ...certificates.certificate import Certificate


@click.command("certify", cls=Command)
@click.option(
    "--claim", "claims", multiple=True, type=click.Choice(CLAIMS),
    help="What to certify (default: proper, and irreducible if it is).",
)  # fmt: skip
@technique_options.rules
@click.option(
    "--prover", default="search", type=click.Choice(PROVERS),
    help="search (short proofs), or a PySAT solver that logs its proof.",
)  # fmt: skip
@click.option("--dimacs", metavar="FILE", help="Also write the CNF, for one puzzle.")
@click.option("--drat", metavar="FILE", help="Also write the proof for DRAT checkers.")
@options.time_limit()
@streaming()
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
    given = click.get_current_context().get_parameter_source("rules")
    if given is ParameterSource.COMMANDLINE and "logic" not in claims:
        raise click.UsageError("--rules applies to the logic claim: add --claim logic")
    make = partial(certificate, claims=claims, rules=rules, prover=prover, time_limit=time_limit)
    if dimacs or drat:
        if stream.resume:
            raise click.UsageError("--dimacs and --drat are for one puzzle: leave out --resume")
        entries = list(stream.feed.entries())
        if len(entries) != 1:
            raise ParseError(f"--dimacs and --drat are for one puzzle, not for {len(entries)}")
        make = partial(make, dimacs=dimacs, drat=drat)
        lines = shape_piece(entries[0], each(make), Shape("json"))
        return Output(stream.output, "json", {}).write(lines, "certifying")
    return stream.answer(each(make), "certifying", singly=True)


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
