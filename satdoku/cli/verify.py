"""`satdoku verify`: are these certificates right?"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import Any

import click

from ..errors import ParseError
from ..parallel import map_ordered
from . import options
from .stream.answers import Line, Output
from .stream.opening import opened


@click.command("verify")
@click.argument("certificates", metavar="FILE")
@click.option(
    "--second-opinion",
    is_flag=True,
    help="Also ask dratify and drat-trim, where they are installed.",
)
@options.jobs
@options.output
def command(certificates: str, second_opinion: bool, jobs: int, output: str | None) -> int:
    """Verify certificates, one a line, trusting nothing that they say.

    The checker is one short file that uses nothing else of satdoku. Exit status 1 if a certificate
    is wrong.
    """
    with opened(certificates, getattr(sys.stdin, "buffer", None)) as (source, stream):
        verdicts = map_ordered(partial(verify_line, ask=second_opinion), stream, jobs)
        return Output(output, "text", {}).write(_lines(verdicts, source), "verifying")


def _lines(verdicts: Iterator[tuple[str, str]], source: str) -> Iterator[Line]:
    """What is wrong, and how many are right."""
    claims: Counter[str] = Counter()
    wrong = number = 0
    for number, (claimed, problem) in enumerate(verdicts, 1):
        claims.update(claimed.split(", ") if claimed else ())
        wrong += bool(problem)
        if problem:
            yield Line(f"{source}, line {number}: wrong: {problem}", ok=False)
    if not number:
        raise ParseError("no certificate: a line each is what `satdoku certify` writes",
                         source=source)  # fmt: skip
    held = ", ".join(f"{n:,} {claim}" for claim, n in claims.items())
    right = f"{number - wrong:,} right" + (f" ({held})" if held else "")
    yield Line(f"{number:,} certificate{'s'[: number > 1]}: {right}, {wrong:,} wrong")


def verify_line(line: bytes, ask: bool) -> tuple[str, str]:
    """(the claims that hold, what is wrong)."""
    from ..certificates.checker import check

    try:
        claims = check(line)
        if ask:
            claims += _asked(line)
    except Exception as error:  # a certificate may hold any nonsense
        return "", _why(line, error)
    return claims, ""


def _asked(line: bytes) -> str:
    """Who else accepts it; ValueError if somebody does not, or nobody is there."""
    from ..certificates.certificate import Certificate
    from ..certificates.second_opinion import opinions

    found = opinions(Certificate.read(line.decode()))
    if not found:
        raise ValueError("no second opinion: install dratify (pip) or drat-trim")
    against = [name for name, holds in found.items() if not holds]
    if against:
        raise ValueError(f"it is rejected by {' and '.join(against)}")
    return "".join(f", accepted by {name}" for name in found)


def _why(line: bytes, error: Exception) -> str:
    said: Any = None
    with suppress(ValueError, RecursionError):
        said = json.loads(line)
    if not isinstance(said, dict):
        return "it is no JSON object"
    if "problem" in said:
        return f"there is no certificate: {said['problem']}"
    if isinstance(error, ValueError):
        return str(error)
    return f"what it says makes no sense ({type(error).__name__}: {error})"
