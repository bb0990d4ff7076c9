"""`satdoku certify`: prove properties of puzzles."""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING, Any

from ...errors import ParseError, TimeLimitReached
from ..command import from_table
from ..refusals import refuse
from ..stream.answering import PuzzleStream, Unanswered, answered
from ..stream.entries import Entry
from ..stream.output import Output
from ..stream.writing import Line, Shape, open_output, shape_piece

if TYPE_CHECKING:
    from ...certificates.certificate import Certificate


@from_table("certify")
def command(
    stream: PuzzleStream,
    claims: tuple[str, ...],
    limit: int,
    follows: str,
    denied: str,
    equals: str | None,
    rules: str,
    prover: str,
    dimacs: str | None,
    drat: str | None,
    lrat: str | None,
    opb: str | None,
    veripb: str | None,
    time_limit: float | None,
) -> int:
    """Certify claims about puzzles, with proofs.

    That a puzzle is proper, has no solution or just these; that a candidate cannot be; that no
    fewer givens would do. `satdoku verify` checks them. Exit status 1 if a claim does not hold; the
    output says why instead.
    \f
    satdoku certify puzzle.txt -o certificate.json
    satdoku certify puzzle.txt --follows "r4c7<>3"
    satdoku certify puzzle.txt --dimacs puzzle.cnf --lrat puzzle.lrat -o certificate.json
    """
    if "logic" not in claims:
        refuse("--rules applies to the logic claim (add --claim logic)", "--rules")
    if "at-least" not in claims:
        refuse("--limit applies to the claim at-least", "--limit")
    files = {"dimacs": dimacs, "drat": drat, "lrat": lrat, "opb": opb, "veripb": veripb}
    asked = {
        "claims": claims or None,
        "limit": limit,
        "follows": follows,
        "denied": denied,
        "equals": equals,
        "rules": rules,
        "prover": prover,
        "time_limit": time_limit,
    }
    make = partial(certificate, asked=asked, files={k: f for k, f in files.items() if f})
    if any(files.values()):
        entries = list(stream.feed.entries())
        if len(entries) != 1:
            raise ParseError(f"files for other checkers are for one puzzle, not for {len(entries)}")
        lines = shape_piece(entries[0], partial(answered, one=make, together=None), Shape("json"))
        return Output(stream.output, "json", {}).write(lines, "certifying")
    return stream.answer(make, "certifying")


def certificate(entry: Entry, asked: dict[str, Any], files: dict[str, str]) -> Line | Unanswered:
    """Return the certificate of one puzzle, or the reason why there is none."""
    from ...certificates.certifying import Unfounded, certify

    try:
        certificate = certify(entry.puzzle, **asked)
    except (Unfounded, TimeLimitReached) as error:
        return Unanswered(str(error), is_open=isinstance(error, TimeLimitReached))
    if files:
        _write(certificate, files)
    return Line(certificate.line)


def _write(certificate: Certificate, files: dict[str, str]) -> None:
    """Write the files for other checkers: all of them, or none."""
    from ...certificates.outside import lrat, veripb

    constraints_and_proof = cache(partial(veripb, certificate))
    texts = {
        "dimacs": lambda: certificate.cnf,
        "drat": lambda: certificate.drat,
        "lrat": lambda: lrat(certificate),
        "opb": lambda: constraints_and_proof()[0],
        "veripb": lambda: constraints_and_proof()[1],
    }
    for name, text in [(files[kind], texts[kind]()) for kind in files]:
        with open_output(name) as stream:
            stream.write(text)
