"""`satdoku certify`: proof of what a puzzle is said to be."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from ..certificates import CLAIMS, PROVERS
from ..errors import ParseError, TimeLimitReached
from ..layout import Layout
from . import options
from .stream.answering import respond
from .stream.answers import Line, Output
from .stream.feed import Feed
from .stream.files import Entry, open_output

if TYPE_CHECKING:
    from ..certificates.certificate import Certificate


@click.command("certify")
@options.inputs
@click.option(
    "--claim",
    "claims",
    multiple=True,
    type=click.Choice(CLAIMS),
    help="What must be certified (default: proper, and irreducible where it is so).",
)
@options.rules
@click.option(
    "--prover",
    default="search",
    show_default=True,
    type=click.Choice(PROVERS),
    help="search (short proofs), or a solver of PySAT that logs its proof.",
)
@click.option("--dimacs", metavar="FILE", help="Also write the CNF, for one puzzle.")
@click.option("--drat", metavar="FILE", help="Also write the proof for DRAT checkers.")
@click.option("--time-limit", type=options.SECONDS, metavar="SECONDS", help="For each puzzle.")
@options.layout
@options.jobs
@options.stream
@options.output
def command(
    inputs: tuple[str, ...],
    claims: tuple[str, ...],
    rules: str,
    prover: str,
    dimacs: str | None,
    drat: str | None,
    time_limit: float | None,
    layout: Layout | None,
    jobs: int,
    on_error: str,
    column: str | None,
    resume: bool,
    output: str | None,
) -> int:
    """Certify puzzles: that they are proper, and more, with proof; a certificate a line.

    `satdoku verify` checks them. Exit status 1 if a claim does not hold; what stands in the place
    of the certificate says why.
    """
    options.promised(output, ("json",))
    given = click.get_current_context().get_parameter_source("rules")
    if given is ParameterSource.COMMANDLINE and "logic" not in claims:
        raise click.UsageError("--rules is for the steps of logic: add --claim logic")
    feed = Feed(inputs, layout, on_error == "skip", column)
    make = partial(certify_entry, claims=claims, rules=rules, prover=prover, time_limit=time_limit)
    if dimacs or drat:
        if resume:
            raise click.UsageError("--dimacs and --drat are for one puzzle: leave out --resume")
        entries = list(feed.entries())
        if len(entries) != 1:
            raise ParseError(f"--dimacs and --drat are for one puzzle, not for {len(entries)}")
        make = partial(make, dimacs=dimacs, drat=drat)
        return Output(output, "json", {}).write(map(make, entries), "certifying")
    return respond(feed, Output(output, "json", {}, resume), make, None, jobs, "certifying")


def certify_entry(
    entry: Entry,
    claims: tuple[str, ...],
    rules: str,
    prover: str,
    time_limit: float | None,
    dimacs: str | None = None,
    drat: str | None = None,
) -> Line:
    """The certificate of one puzzle, or why there is none."""
    from ..certificates.certifying import Unfounded, certify

    try:
        certificate = certify(
            entry.puzzle, claims or None, rules=rules, prover=prover, time_limit=time_limit
        )
    except (Unfounded, TimeLimitReached) as error:
        record = {"puzzle": entry.puzzle.line, "problem": str(error)}
        said = f"{entry.where}: {error}"
        return Line(json.dumps(record, ensure_ascii=False), said, ok=False)
    _write(certificate, dimacs, drat)
    return Line(certificate.line)


def _write(certificate: Certificate, dimacs: str | None, drat: str | None) -> None:
    for name, text in ((dimacs, certificate.cnf), (drat, certificate.drat)):
        if name:
            with open_output(name) as stream:
                stream.write(text)
