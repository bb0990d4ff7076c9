"""The content of a certificate: one line of JSON for `checker`, and the CNF that it refers to.

Certificates are deterministic: the same claims about a puzzle always give the same bytes.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, NotRequired, TypedDict, cast

from ..board import Puzzle
from ..encodings.cnf.registry import encoding_named
from ..encodings.files.dimacs import write_clauses
from ..formats.programs.certificate import board_of, listed_houses
from ..layout import Layout
from ..layout_names import name_of
from ..notebook import Pictured
from ..records import Digest, Line, Natural, Number
from ..theory import Theory
from . import CLAIMS
from .rule_checker import rules_as_cnf
from .rule_forms import rules_of

VERSION = 1
PAIRWISE = encoding_named("pairwise")


#: Clauses, each of which follows from the ones before it; any sequences are accepted and stored as
#: tuples.
Lemmas = Sequence[Sequence[int]]


@dataclass(frozen=True, slots=True)
class CertifiedStep:
    """A step of logic: its rule, its rating in tenths, and the lemmas that end in its
    conclusions."""

    rule: str
    rating: int
    lemmas: Lemmas

    def __post_init__(self) -> None:
        object.__setattr__(self, "lemmas", tuple(map(tuple, self.lemmas)))


class LogicRecord(TypedDict):
    """rating: the rating in tenths."""

    rule: str
    rating: Natural
    lemmas: list[list[int]]


class CertificateRecord(TypedDict):
    """certificate: the version of the certificate format. board: the name of a board that is not a
    square. symbols: the symbols of the digits. houses: cells of the boxes and extra houses, from 0.
    rules: the rules of a variant, in generic forms. cnf: the formula that the proof refutes, and
    its digest. proper: lemmas, each by unit propagation, after which another solution is
    contradicted. irreducible: for each given, another solution of the puzzle without it. digest:
    the SHA-256 digest of the record without this key."""

    certificate: Literal[1]
    board: NotRequired[str]
    size: Number
    symbols: str
    houses: list[list[Natural]]
    rules: NotRequired[list[object]]
    puzzle: Line
    solution: Line
    cnf: str
    proper: list[list[int]]
    irreducible: NotRequired[list[Line]]
    logic: NotRequired[list[LogicRecord]]
    digest: Digest


@dataclass(frozen=True, slots=True, repr=False)
class Certificate(Pictured):
    """A proper puzzle, its solution and the evidence.

    proof: lemmas after which unit propagation refutes the existence of another solution. witnesses:
    for each given, in order, another solution without it; None if irreducibility is not claimed.
    steps: the steps of logic that lead to the solution; None if "logic" is not claimed.
    """

    puzzle: Puzzle
    solution: Puzzle
    proof: Lemmas
    witnesses: Sequence[Puzzle] | None = None
    steps: Sequence[CertifiedStep] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "proof", tuple(map(tuple, self.proof)))
        for name in ("witnesses", "steps"):
            if getattr(self, name) is not None:
                object.__setattr__(self, name, tuple(getattr(self, name)))

    @property
    def cnf(self) -> str:
        """The DIMACS text, which is unsatisfiable: theory (pairwise), givens, blocked solution."""
        return cnf_of(self.puzzle, self.solution)

    @property
    def drat(self) -> str:
        """The proof for DRAT checkers, with the empty clause at its end."""
        return lines_of(self.proof) + "0\n"

    @property
    def claims(self) -> tuple[str, ...]:
        """The claims that it makes, from `CLAIMS`."""
        held = (self.proof, self.witnesses, self.steps)
        return tuple(name for name, part in zip(CLAIMS, held, strict=True) if part is not None)

    @property
    def line(self) -> str:
        """The certificate as written to a file, without the line end."""
        return json.dumps(self.record())

    def text(self) -> str:
        """The same line: a certificate is for programs and people alike."""
        return self.line

    def record(self) -> CertificateRecord:
        """The content of the line, with keys in the order in which they are written."""
        layout = self.puzzle.layout
        digest = hashlib.sha256(self.cnf.encode()).hexdigest()
        record: dict[str, Any] = {
            "certificate": VERSION,
            **({} if layout.is_regular else {"board": name_of(layout.without_constraints())}),
            "size": layout.size,
            "symbols": layout.symbols,
            "houses": listed_houses(layout),
            **({"rules": deepcopy(rules_of(layout))} if layout.constraints else {}),
            "puzzle": self.puzzle.line,
            "solution": self.solution.line,
            "cnf": f"pairwise, givens, not the solution: sha256 {digest}",
            "proper": list(map(list, self.proof)),
        }
        if self.witnesses is not None:
            record["irreducible"] = [witness.line for witness in self.witnesses]
        if self.steps is not None:
            record["logic"] = [
                {"rule": s.rule, "rating": s.rating, "lemmas": list(map(list, s.lemmas))}
                for s in self.steps
            ]
        record["digest"] = hashlib.sha256(json.dumps(record).encode()).hexdigest()
        return cast(CertificateRecord, record)

    def __repr__(self) -> str:
        return f"<Certificate {self.puzzle.layout.name}: {', '.join(self.claims)}>"

    @classmethod
    def read(cls, line: str) -> Certificate:
        """Read a certificate that the checker has accepted.

        Extra houses lose their names, except for boards with exactly one named kind of extra
        house."""
        record = json.loads(line.replace('"told":', '"arguments":'))  # its name in 0.1.0
        layout = board_of(record)
        if layout.constraints and rules_of(layout) != record["rules"]:
            raise ValueError("its rules do not match their names")

        def grid(text: str) -> Puzzle:
            return Puzzle(tuple([layout.symbols.find(s) + 1 for s in text]), layout)

        witnesses, steps = record.get("irreducible"), record.get("logic")
        return cls(
            grid(record["puzzle"]), grid(record["solution"]), record["proper"],
            None if witnesses is None else [grid(text) for text in witnesses],
            None if steps is None else [CertifiedStep(**step) for step in steps],
        )  # fmt: skip


def cnf_of(puzzle: Puzzle, solution: Puzzle) -> str:
    """Return the DIMACS text that is unsatisfiable exactly if the puzzle has no other solution."""
    variables, count, text = _theory_lines(puzzle.layout)
    own = [*([given] for given in puzzle.givens), [-v for v in solution.givens]]
    return f"p cnf {variables} {count + len(own)}\n" + text + lines_of(own)


@lru_cache(maxsize=4)
def _theory_lines(layout: Layout) -> tuple[int, int, str]:
    """Return the number of variables, the number of clauses and the DIMACS lines of a board.

    The clauses for rules come from the checker: a CNF that differs from that of our theory but is
    equivalent to it.
    """
    theory = Theory.of(layout.without_constraints())
    _, count = PAIRWISE.size(theory)
    clauses: list[list[int]] = []
    if layout.constraints:
        clauses, _ = rules_as_cnf(rules_of(layout), layout.size, layout.symbols, layout.cell_count)
    top = max([theory.variable_count, *(abs(x) for clause in clauses for x in clause)])
    text = lines_of(PAIRWISE.clauses(theory)) + lines_of(clauses)
    return top, count + len(clauses), text


def lines_of(clauses: Iterable[Sequence[int]]) -> str:
    """Return the clauses as DIMACS lines."""
    text = io.StringIO()
    write_clauses(clauses, text)
    return text.getvalue()
