"""Verifying: run the checker on a certificate and name the board that it is about.

Second opinions are of third-party DRAT checkers, where installed, on the proof, and of the logic
solver on the steps.

>>> from satdoku.certificates.certifying import certify
>>> verify(certify("1..2.....13.....").line)
<Verdict right: proper, irreducible>
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

from ..board import Puzzle
from ..errors import EngineError
from ..frozen import frozen
from ..layout import Layout, as_layout
from ..phrases import Name, joined, phrase
from ..record_types import TypedDict
from ..sanitize import shown
from . import OF_PROPER
from .certificate import Certificate
from .checker import LOGIC, LONGEST, check
from .rule_checker import rules_as_cnf

#: The parts of a claim that the checker does not verify.
NOT_JUDGED = {LOGIC: "the names and ratings of the steps"}


VerdictName = Literal["right", "wrong", "other board", "not judged"]


class VerdictRecord(TypedDict):
    """outcome: other board: right, on a board that is not the usual one and was not named; not
    judged: of a DIMACS file of which a part is too large. claims: the claims that are proved.
    not_judged: claims that it does not make, and parts of its claims that are not checked. symbols:
    the symbols of the digits, in order."""

    outcome: VerdictName
    claims: list[str]
    not_judged: list[str]
    layout: str | None
    symbols: str | None
    puzzle: str | None
    problem: str | None


@frozen
class Verdict:
    """The verdict on a certificate: "right", "wrong", or "other board" (everything is proved, but
    the board is not the default one of its size and the caller named none).

    claims: what is proved, and which other checkers accept it. kinds: the same by name. puzzle: the
    puzzle on its board, with its rules and symbols (None if wrong). problem: what is wrong.

    >>> import satdoku
    >>> verdict = satdoku.verify(satdoku.certify("..1..23..4......"))
    >>> verdict.outcome, verdict.claims
    ('right', ('proper', 'irreducible'))
    """

    outcome: VerdictName
    claims: tuple[str, ...] = ()
    puzzle: Puzzle | None = None
    problem: str = ""
    kinds: tuple[str, ...] = ()

    @property
    def not_judged(self) -> tuple[str, ...]:
        """The claims that the certificate does not make, and the unverified parts of those it
        does."""
        made = {claim.split(" ")[0] for claim in self.claims}
        of_proper = OF_PROPER[:3] if "proper" in made or not made else ()
        missing = tuple(claim for claim in of_proper if claim not in made)
        unverified = tuple(NOT_JUDGED[claim] for claim in self.claims if claim in NOT_JUDGED)
        return missing + unverified

    def text(self) -> str:
        """The verdict on one line: claims, board with rules and symbols, puzzle."""
        if self.problem:
            return self.problem if self.puzzle else phrase("wrong: {why}", why=self.problem)
        assert self.puzzle
        verdict = "right on a board of its own" if self.outcome == "other board" else "right"
        claims = list[str]()
        for claim in self.claims:
            unverified = NOT_JUDGED.get(claim)
            claims.append(Name(claim))
            if unverified:
                claims[-1] = phrase(
                    "{claim} ({what} were not judged)", claim=claims[-1], what=unverified
                )
        return phrase(
            "{verdict}: {claims}: {board!s}: {puzzle!s}",
            verdict=verdict,
            claims=joined(claims),
            board=self.puzzle.layout.text(),
            puzzle=shown(self.puzzle.line, 2500),
        )

    def record(self) -> VerdictRecord:
        """The verdict for JSON."""
        puzzle = self.puzzle
        return {
            "outcome": self.outcome,
            "claims": list(self.claims),
            "not_judged": list(self.not_judged),
            "layout": puzzle.layout.name if puzzle else None,
            "symbols": puzzle.layout.symbols if puzzle else None,
            "puzzle": puzzle.line if puzzle else None,
            "problem": self.problem or None,
        }

    def __repr__(self) -> str:
        text = shown(self.problem or ", ".join(self.claims), 70)
        return f"<Verdict {self.outcome}: {text}>"


def verify(
    certificate: str | bytes | Certificate | Mapping[str, Any],
    *,
    layout: Layout | str | None = None,
    second_opinion: bool = False,
) -> Verdict:
    """Return the verdict on a certificate. No part of the certificate is trusted.

    certificate: itself, its record or its line (in text, the line end is optional). layout: the
    board that the certificate must be about, with its rules and symbols; None for the default board
    of its size, with any symbols. second_opinion: also require that the other installed checkers
    accept it.
    Anything that is not a certificate is "wrong"; no exception is raised for it. Raises
    `EngineError` for a second opinion without another checker.

    >>> import satdoku
    >>> satdoku.verify(satdoku.certify("..1..23..4......")).outcome
    'right'
    >>> satdoku.verify("{}").outcome
    'wrong'
    """
    if second_opinion:
        must_be_possible()
    if isinstance(certificate, Certificate):
        certificate = certificate.line
    elif isinstance(certificate, Mapping):
        certificate = json.dumps(dict(certificate), default=str)
    if isinstance(certificate, str):
        # Halves of characters are encoded, too: the checker is to reject them, not this line.
        certificate = (certificate.removesuffix("\n") + "\n").encode("utf-8", "surrogatepass")
    expected = as_layout(layout)
    if not isinstance(certificate, bytes):
        return Verdict("wrong", problem=f"it is not a certificate but {certificate!r:.40}")
    try:
        claims = check(certificate, rules_as_cnf).claims
        read = Certificate.read(certificate.decode())
        board = read.puzzle.layout
        if expected:
            _require_board(expected, board)
        accepted = _asked(read) if second_opinion else ()
    except Exception as error:  # a certificate may contain arbitrary data
        return Verdict("wrong", problem=_why(certificate, error))
    usual = bool(expected) or _same(Layout.of_size(board.size), board)
    outcome: VerdictName = "right" if usual else "other board"
    return Verdict(outcome, claims + accepted, read.puzzle, kinds=read.claims + accepted)


def _same(expected: Layout, board: Layout) -> bool:
    """Whether the two boards have the same houses and rules, whatever their names."""
    houses = [sorted(house.cells for house in layout.houses) for layout in (expected, board)]
    return houses[0] == houses[1] and expected.constraints == board.constraints


def _require_board(expected: Layout, board: Layout) -> None:
    """Raise ValueError unless this is the board that the caller named. Symbols must match too:
    rules use the position of a symbol as the value of its digit."""
    if not _same(expected, board):
        raise ValueError(
            phrase(
                "it is about the board {name!s}, not {wanted!s}",
                name=board.name,
                wanted=expected.name,
            )
        )
    if expected.symbols != board.symbols:
        raise ValueError(
            phrase(
                "its symbols are {symbols!s}, not {wanted!s} (name them with --symbols)",
                symbols=board.symbols,
                wanted=expected.symbols,
            )
        )


def _asked(certificate: Certificate) -> tuple[str, ...]:
    """Return who else accepts it; raise ValueError if a checker rejects it."""
    if certificate.claims == ("at-least",):
        return ("not seen by others: its grids are the evidence",)
    found = opinions(certificate)
    if against := [name for name, holds in found.items() if not holds]:
        raise ValueError(phrase("it is rejected by {names!s}", names=" and ".join(against)))
    return tuple(f"accepted by {name}" for name in found)


def _why(line: bytes, error: Exception) -> str:
    if len(line) > LONGEST:
        return f"it is longer than {LONGEST:,} bytes"
    record: Any = None
    with suppress(ValueError, RecursionError):
        record = json.loads(line)
    if not isinstance(record, dict):
        return "it is not a JSON object"
    if "problem" in record:
        return f"there is no certificate: {shown(record['problem'])}"
    if isinstance(error, ValueError):
        return shown(error)
    return f"its content is not valid ({type(error).__name__}: {shown(error)})"


def must_be_possible() -> None:
    """Raise `EngineError` if no other checker of proofs is installed."""
    if not (find_spec("dratify") or shutil.which("drat-trim")):
        raise EngineError("no second checker is installed: pip install dratify, or build drat-trim")


def opinions(certificate: Certificate) -> dict[str, bool]:
    """Return, for each checker (dratify from PyPI, the program drat-trim), whether it accepts the
    proof.

    explain: whether the rules that the certificate names solve the puzzle without any step rated
    above the hardest step in the certificate.
    """
    found = {}
    if find_spec("dratify"):
        found["dratify"] = _dratify(certificate)
    if shutil.which("drat-trim"):
        found["drat-trim"] = _drat_trim(certificate)
    if "logic" in certificate.claims:
        found["explain"] = _explain(certificate)
    return found


def _dratify(certificate: Certificate) -> bool:
    import dratify

    formula = dratify.parse_dimacs(certificate.cnf)
    return bool(dratify.check_proof(formula, certificate.drat, check_rat=False))


def _drat_trim(certificate: Certificate) -> bool:
    with TemporaryDirectory() as folder:
        cnf, drat = Path(folder) / "puzzle.cnf", Path(folder) / "proof.drat"
        cnf.write_text(certificate.cnf)
        drat.write_text(certificate.drat)
        command = ["drat-trim", str(cnf), str(drat)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = done.stdout.splitlines()
    accepted = {"s VERIFIED", "c VERIFIED derivation"} & set(lines)
    return bool(accepted) or any("trivial UNSAT" in line for line in lines)


def _explain(certificate: Certificate) -> bool:
    from ..logic.catalog.rules import rule_named
    from ..logic.explain import explain

    steps = certificate.record()["logic"]
    # (A set, so that the sum of a rule's bits has each once.)
    named = sum({1 << rule_named(step["rule"]) for step in steps})
    found = explain(certificate.puzzle, rules=named, scale="satdoku", verify=False)
    hardest = max((step["rating"] for step in steps), default=0)
    return found.outcome == "solved" and round(found.rating * 10) <= hardest
