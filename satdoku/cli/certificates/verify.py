"""`satdoku verify`: check certificates."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from ...errors import ParseError
from ...formats.opening import BUFFER, opened
from ...formats.tables import is_binary
from ...layout import Layout
from ...phrases import Name, counted, joined, phrase
from ...plurals import plural
from ...sanitize import shown
from ...workers.parallel import map_ordered
from ..command import from_table
from ..lines import naming
from ..messages import tell
from ..stream.inputs import DIMACS, first_lines, refuse_puzzle
from ..stream.output import Output
from ..stream.writing import WrittenAnswer

if TYPE_CHECKING:
    from ...certificates.verifying import Verdict

NO_CERTIFICATE = "no certificate found: expected lines written by `satdoku certify`"


@from_table("verify", "text", "json")
def command(
    certificates: str | None,
    dimacs: str | None,
    puzzle: str | None,
    second_opinion: bool,
    form: str,
    layout: Layout | None,
    jobs: int,
    output: str | None,
) -> int:
    """Verify certificates by an independent checker.

    The checker is a file that uses nothing else of satdoku. Each answer names the claims and the
    puzzle with its board, rules and symbols. On another board than the usual one of its size a
    certificate counts only with --layout, and --symbols must be its symbols. Exit status 1 if one
    is wrong, or on a board of its own. With --dimacs, prove that a file's clauses are the theory of
    the puzzle that its comments name.
    \f
    satdoku certify puzzle.txt -o certificate.json && satdoku verify certificate.json
    satdoku verify certificate.json --format json
    satdoku export puzzle.txt -o puzzle.cnf && satdoku verify --dimacs puzzle.cnf
    """
    if bool(certificates) == bool(dimacs):
        raise click.UsageError("give either a file of certificates or --dimacs FILE")
    if dimacs:
        return Output(output, form, {}).write(_of_file(dimacs, puzzle, layout, form), "verifying")
    if second_opinion:
        from ...certificates.verifying import must_be_possible

        must_be_possible()
    assert certificates
    refuse_puzzle(certificates, "verify takes a file of certificates, not a puzzle")
    with opened(certificates, getattr(sys.stdin, "buffer", None)) as (source, stream):
        start, unread = first_lines(stream)
        _refuse_other_files(start, certificates)
        ask = partial(_verdict_on, second_opinion=second_opinion, layout=layout)
        verdicts = map_ordered(ask, whole_lines(unread), jobs)
        return Output(output, form, {}).write(answers(verdicts, source, form), "verifying")


def _refuse_other_files(start: bytes, name: str) -> None:
    """Raise `ParseError` for a file whose first lines are no objects of JSON: one error says more
    than one for each of its lines."""
    lines = [line for line in start.splitlines() if line.strip()]
    is_one_long_line = b"\n" not in start and len(start) >= BUFFER
    may_be_right = any(line.lstrip().startswith(b"{") for line in lines)
    if not is_binary(start) and (not lines or may_be_right or is_one_long_line):
        return
    if DIMACS.search(start):
        raise ParseError(
            phrase(
                "a DIMACS file, which is not a certificate: `satdoku verify --dimacs {name!s}` "
                "checks its clauses",
                name=name,
            )
        )
    raise ParseError(NO_CERTIFICATE)


def _verdict_on(line: bytes, second_opinion: bool, layout: Layout | None) -> Verdict | None:
    """Return the verdict on a line, None for one more blank line; a function of the module, so that
    processes can share the work."""
    from ...certificates.verifying import verify

    return verify(line, second_opinion=second_opinion, layout=layout) if line else None


def _of_file(
    name: str, puzzle: str | None, layout: Layout | None, form: str
) -> Iterator[WrittenAnswer]:
    """Yield the verdict on a DIMACS file."""
    from ...certificates.formulas import verify_dimacs
    from ...formats.text.reader import parse

    subject = parse(puzzle, layout) if puzzle else None
    with naming(name) as lines:
        verdict = verify_dimacs("".join(lines), subject)
    if layout and verdict.puzzle and verdict.puzzle.layout != layout:
        raise click.UsageError(
            phrase(
                "{name!s} is for the board {board!s}", name=name, board=verdict.puzzle.layout.name
            )
        )
    record = {"line": 1} | verdict.record()
    text = json.dumps(record, ensure_ascii=False) if form == "json" else verdict.text()
    yield WrittenAnswer(
        text if form == "json" else f"{shown(name)}: {tell(text)}", ok=verdict.outcome == "right"
    )


def whole_lines(stream: Any) -> Iterator[bytes]:
    """Yield the lines of a stream; an overlong line is cut once it is too long for a certificate,
    and of blank lines in a row all but the first are b""."""
    from ...certificates.checker import LONGEST

    is_start = True
    is_blank = False
    while piece := stream.readline(LONGEST + 1):
        if is_start:
            was_blank = is_blank
            is_blank = not piece.strip()
            yield b"" if was_blank and is_blank else piece
        is_start = piece.endswith(b"\n")


def summary(outcomes: Counter[str], claims: Counter[str]) -> str:
    """Return '3 certificates: 2 right (2 proper), 1 wrong'."""
    right, wrong, own = (outcomes[name] for name in ("right", "wrong", "other board"))
    counts = [phrase("{number:,} right", number=right)]
    if claims:
        each = [phrase("{number:,} {what}", number=n, what=claim) for claim, n in claims.items()]
        counts = [phrase("{number:,} right ({claims})", number=right, claims=joined(each))]
    counts.append(counted(wrong, "{number} wrong", "{number} wrong"))
    if own:
        advice = "{number:,} on a board of its own: name the board with --layout"
        counts.append(phrase(advice, number=own))
    certificates = plural(outcomes.total(), "certificate")
    return phrase("{where}: {problem}", where=certificates, problem=joined(counts))


def answers(verdicts: Iterator[Verdict | None], source: str, form: str) -> Iterator[WrittenAnswer]:
    """Yield each verdict, None being that on one more blank line; in text form, also the number of
    right ones."""
    outcomes = Counter[str]()
    claims = Counter[str]()
    for number, verdict in enumerate(verdicts, 1):
        if verdict is None:
            continue
        outcomes[verdict.outcome] += 1
        claims.update(verdict.kinds if verdict.outcome == "right" else ())
        if form == "json":
            text = json.dumps({"line": number} | verdict.record(), ensure_ascii=False)
        else:
            where = phrase("{source}, line {number}", source=Name(shown(source)), number=number)
            text = tell(phrase("{where}: {problem}", where=where, problem=verdict.text()))
        yield WrittenAnswer(text, ok=verdict.outcome == "right")
    if not outcomes:
        raise ParseError(NO_CERTIFICATE, source=source)
    if form == "text":
        yield WrittenAnswer(tell(summary(outcomes, claims)))
