"""Verifying: what the checker says of a certificate, and on which board.

>>> from satdoku.certificates.certifying import certify
>>> verify(certify("1..2.....13.....").line)
<Verdict right: proper, irreducible>
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from ..board import Puzzle
from ..foreign import shown
from ..layout import Layout
from .certificate import Certificate
from .checker import LONGEST, check
from .rule_checker import rules_as_cnf


@dataclass(frozen=True, slots=True, repr=False)
class Verdict:
    """What became of a certificate: "right", "wrong", or "other board", where all it says is proved
    but on a board that the size alone does not mean and nobody asked for.

    claims: what is proved, with who else accepts it. puzzle: of which puzzle, on its board (None if
    wrong). problem: what is wrong.
    """

    outcome: str
    claims: tuple[str, ...] = ()
    puzzle: Puzzle | None = None
    problem: str = ""

    def text(self) -> str:
        """The verdict in a line, with board (its extra houses, if any) and puzzle."""
        if not self.puzzle:
            return f"wrong: {self.problem}"
        own = " on a board of its own" if self.outcome == "other board" else ""
        board = self.puzzle.layout.name
        return f"right{own}: {', '.join(self.claims)}: {board}: {shown(self.puzzle.line, 2500)}"

    def record(self) -> dict[str, Any]:
        """The verdict for JSON."""
        board = self.puzzle.layout.name if self.puzzle else None
        return {
            "outcome": self.outcome, "claims": list(self.claims), "layout": board,
            "puzzle": self.puzzle.line if self.puzzle else None, "problem": self.problem or None,
        }  # fmt: skip

    def __repr__(self) -> str:
        said = shown(self.problem or ", ".join(self.claims), 70)
        return f"<Verdict {self.outcome}: {said}>"


def verify(
    certificate: str | bytes | Certificate,
    *,
    layout: Layout | str | None = None,
    second_opinion: bool = False,
) -> Verdict:
    """The verdict on a certificate, of which nothing is trusted.

    certificate: its line (the line end may be missing in text). layout: the board that it must be
    about; None for the usual board of its size. second_opinion: other checkers that are installed
    must accept it too. What is no certificate is wrong; nothing is raised.
    """
    if isinstance(certificate, Certificate):
        certificate = certificate.line
    if isinstance(certificate, str):
        certificate = (certificate.removesuffix("\n") + "\n").encode("utf-8", "surrogatepass")
    wanted = Layout.named(layout) if isinstance(layout, str) else layout
    try:
        claimed, _, _ = check(certificate, rules_as_cnf)
        claims = tuple(claimed.split(", "))
        read = Certificate.read(certificate.decode())
        board = read.puzzle.layout
        if wanted and not _same(wanted, board):
            raise ValueError(f"it is about the board {board.name}, not {wanted.name}")
        if second_opinion:
            claims += _asked(read)
    except Exception as error:  # a certificate may hold any nonsense
        return Verdict("wrong", problem=_why(certificate, error))
    if not wanted and not _same(Layout.of_size(board.size), board):
        return Verdict("other board", claims, read.puzzle)
    return Verdict("right", claims, read.puzzle)


def _same(wanted: Layout, board: Layout) -> bool:
    """The same houses, whatever they and the digits are called."""
    houses = [sorted(house.cells for house in layout.houses) for layout in (wanted, board)]
    return houses[0] == houses[1] and wanted.constraints == board.constraints


def _asked(certificate: Certificate) -> tuple[str, ...]:
    """Who else accepts it; ValueError if somebody does not, or nobody is there."""
    from .second_opinion import opinions

    found = opinions(certificate)
    if not found:
        raise ValueError("no second opinion: install dratify (pip) or drat-trim")
    against = [name for name, holds in found.items() if not holds]
    if against:
        raise ValueError(f"it is rejected by {' and '.join(against)}")
    return tuple(f"accepted by {name}" for name in found)


def _why(line: bytes, error: Exception) -> str:
    if len(line) > LONGEST:
        return f"it is longer than {LONGEST:,} bytes"
    said: Any = None
    with suppress(ValueError, RecursionError):
        said = json.loads(line)
    if not isinstance(said, dict):
        return "it is no JSON object"
    if "problem" in said:
        return f"there is no certificate: {shown(said['problem'])}"
    if isinstance(error, ValueError):
        return shown(error)
    return f"what it says makes no sense ({type(error).__name__}: {shown(error)})"
