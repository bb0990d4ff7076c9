"""A certificate: one line of JSON for `checker`, and its refutation for checkers of others.

Certificates are deterministic: the same claims about a puzzle always give the same bytes.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Literal, NotRequired, cast

from ..board import Puzzle
from ..cancellation import stop_if_cancelled
from ..errors import PuzzleError
from ..formats.programs.certificate import board_of, grid_in, listed_houses
from ..frozen import frozen
from ..layout import Layout
from ..layout_names import name_of
from ..notebook import Pictured
from ..record_types import Digest, Line, Natural, Number, Record, TypedDict
from . import checker
from .rule_checker import rules_as_cnf
from .rule_forms import rules_of

VERSION = 2
Lemmas = list[list[int]]


class LogicRecord(TypedDict):
    """rating: the rating in tenths."""

    rule: str
    rating: Natural
    lemmas: Lemmas


class HittingRecord(TypedDict):
    """grids: each must be hit by a given. lemmas: they refute that fewer givens hit all grids.
    puzzle: the one whose smallest conflict it is."""

    puzzle: NotRequired[Line]
    grids: list[Line]
    lemmas: Lemmas


class FollowsRecord(TypedDict):
    """literals: the conclusions, a negative number for a candidate that is false."""

    literals: list[int]
    lemmas: Lemmas


class EquivalentRecord(TypedDict):
    """puzzle: the other puzzle. there: its givens follow from this one's; back: the reverse."""

    puzzle: Line
    there: Lemmas
    back: Lemmas


class CertificateRecord(TypedDict):
    """certificate: the version of the certificate format. board: the name of a board that is not a
    square. symbols: the symbols of the digits. houses: cells of the boxes and extra houses, from 0.
    rules: the rules of a variant, in generic forms. denied: candidates excluded before "follows".
    cnf: the formula that the main proof refutes, and its digest. proper: lemmas, each by unit
    propagation, after which another solution is contradicted. complete: the same for solutions that
    are not listed. irreducible, rules_needed: for each given or rule, another solution of the
    puzzle without it. digest: the SHA-256 digest of the record without this key."""

    certificate: Literal[2]
    board: NotRequired[str]
    size: Number
    symbols: str
    houses: list[list[Natural]]
    rules: NotRequired[list[object]]
    puzzle: Line
    denied: NotRequired[list[Number]]
    solution: NotRequired[Line]
    solutions: NotRequired[list[Line]]
    cnf: NotRequired[str]
    proper: NotRequired[Lemmas]
    complete: NotRequired[Lemmas]
    irreducible: NotRequired[list[Line]]
    rules_needed: NotRequired[list[Line]]
    logic: NotRequired[list[LogicRecord]]
    fewest: NotRequired[HittingRecord]
    smallest: NotRequired[HittingRecord]
    follows: NotRequired[FollowsRecord]
    equivalent: NotRequired[EquivalentRecord]
    digest: Digest


@frozen
class Certificate(Pictured):
    """A puzzle, what is claimed of it, and the evidence.

    line: the certificate as written to a file, without the line end.

    >>> import satdoku
    >>> satdoku.certify("..1..23..4......").claims
    ('proper', 'irreducible')
    """

    puzzle: Puzzle
    line: str

    @property
    def claims(self) -> tuple[str, ...]:
        """The claims that it makes, from `CLAIMS`, or "follows" or "equivalent"."""
        record = self.record()
        found = [key for key in checker.CLAIMS if key in record]
        if "solutions" in record:
            kind = "all" if record["solutions"] else "none"
            found[found.index("solutions")] = kind if "complete" in record else "at-least"
        return tuple([name.replace("_", "-") for name in found])

    @property
    def proof(self) -> tuple[tuple[int, ...], ...]:
        """The lemmas of its main refutation; () if it has none."""
        found = self._refutations()
        return tuple(map(tuple, found[-1].lemmas)) if found else ()

    @property
    def solution(self) -> Puzzle | None:
        """The solution of a puzzle that is claimed to be proper."""
        line = self.record().get("solution")
        return grid_in(line, self.puzzle.layout) if line else None

    @property
    def witnesses(self) -> tuple[Puzzle, ...] | None:
        """For each given, in order, another solution without it; None if "irreducible" is not
        claimed."""
        found = self.record().get("irreducible")
        return None if found is None else tuple([grid_in(x, self.puzzle.layout) for x in found])

    def refutation(self) -> checker.Refutation:
        """Return the main refutation: clauses that nothing satisfies, and lemmas that show it.

        That of "fewest" or "smallest" is about which givens are there. Raises `PuzzleError` if the
        evidence consists of grids alone.
        """
        found = self._refutations()
        if not found:
            raise PuzzleError("this claim has no refutation: the grids are its evidence")
        return found[-1]

    def _refutations(self) -> list[checker.Refutation]:
        claims = checker.claims_of(cast(Record, self.record()), judged(self.puzzle))
        return [refutation for claim in claims for refutation in claim.refutations]

    @property
    def cnf(self) -> str:
        """The DIMACS text of the main refutation, which is unsatisfiable."""
        formula, own, _ = self.refutation()
        return formula.dimacs(own)

    @property
    def drat(self) -> str:
        """The main refutation for DRAT checkers, with the empty clause at its end."""
        return checker.lines_of(self.refutation().lemmas) + "0\n"

    def text(self) -> str:
        """The same line: a certificate is for programs and people alike."""
        return self.line

    def record(self) -> CertificateRecord:
        """The content of the line, with keys in the order in which they are written."""
        return cast(CertificateRecord, json.loads(self.line))

    def __repr__(self) -> str:
        return f"<Certificate {self.puzzle.layout.name}: {', '.join(self.claims)}>"

    @classmethod
    def read(cls, line: str) -> Certificate:
        """Read a certificate that the checker has accepted.

        Extra houses lose their names, except for boards with exactly one named kind of extra
        house."""
        record = json.loads(line)
        layout = board_of(record)
        # The checker judged the forms; names that mean something else would claim what was not
        # proved.
        if layout.constraints and rules_of(layout) != record["rules"]:
            raise ValueError("its rules do not match their names")
        return cls(grid_in(record["puzzle"], layout), line.removesuffix("\n"))


def certificate_of(puzzle: Puzzle, evidence: Mapping[str, Any]) -> Certificate:
    """Return the certificate with this evidence, whose lemmas need not be sufficient.

    evidence: the values of the checker's keys after "puzzle"; "cnf" is added. Raises ValueError for
    grids that are no evidence.
    """
    record = {
        "certificate": VERSION,
        **header_of(puzzle.layout),
        "puzzle": puzzle.line,
        "cnf": "",
        **evidence,
    }
    for claim in checker.claims_of(record, judged(puzzle)):
        if claim.without is not None:
            record["cnf"] = claim.cnf()
    # In the order of the checker's keys, so that equal claims have equal bytes, whoever collected
    # them.
    record = {key: record[key] for key in checker.SHAPE if record.get(key, "") != ""}
    record["digest"] = hashlib.sha256(json.dumps(record).encode()).hexdigest()
    return Certificate(puzzle, json.dumps(record))


def header_of(layout: Layout) -> Record:
    """Return the part of a certificate that describes the board."""
    return {
        **({} if layout.is_regular else {"board": name_of(layout.without_constraints())}),
        "size": layout.size,
        "symbols": layout.symbols,
        "houses": listed_houses(layout),
        **({"rules": rules_of(layout)} if layout.constraints else {}),
    }


class _Watched(list[Record]):
    """A list whose loops end where the work of their thread is cancelled."""

    def __iter__(self) -> Iterator[Record]:
        for entry in super().__iter__():
            stop_if_cancelled()
            yield entry


def read_rules(rules: list[Record], n: int, symbols: str, cell_count: int) -> checker.Meaning:
    """Return what rules mean as `rule_checker` says, in work that a time limit can cancel."""
    watched = _Watched({**rule, "forms": _Watched(rule["forms"])} for rule in rules)
    return rules_as_cnf(watched, n, symbols, cell_count)


@lru_cache(maxsize=4)
def _theory(layout: Layout) -> checker.BoardTheory:
    blank = header_of(layout) | {"puzzle": "." * layout.cell_count}
    stop_if_cancelled()
    return checker.puzzle_of(blank, read_rules).theory


def judged(puzzle: Puzzle) -> checker.PuzzleTheory:
    """Return the puzzle as the checker sees it; raise ValueError for a board that it refuses."""
    return checker.PuzzleTheory(_theory(puzzle.layout), set(puzzle.givens))
