"""The formats that a problem can be exported to, by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TextIO

from ...errors import EncodingError
from ...suggest import meant
from .. import cpsat
from ..cnf.registry import encoding_named
from . import cardinality, dimacs, lp, minizinc, opb, smtlib
from .problem import Problem

Writer = Callable[[Problem, TextIO], None]


@dataclass(frozen=True)
class Target:
    """A format: description, file extensions with the usual one first, and writer (None: dimacs
    and CP-SAT)."""

    name: str
    title: str
    endings: tuple[str, ...]
    write: Writer | None = None

    @property
    def suffix(self) -> str:
        """The usual extension, with its dot."""
        return f".{self.endings[0]}"


TARGETS = {
    target.name: target
    for target in (
        Target("dimacs", "CNF for any SAT solver", ("cnf", "dimacs")),
        Target("knf", "cardinality CNF", ("knf",), cardinality.write_knf),
        Target("cnf+", "cardinality CNF of minicard and PySAT", ("cnfp", "cnf+"),
               cardinality.write_cnfplus),
        Target("opb", "pseudo-Boolean", ("opb",), opb.write),
        Target("lp", "integer programming", ("lp",), lp.write),
        Target("smtlib", "SMT-LIB 2", ("smt2", "smt"), smtlib.write),
        Target("minizinc", "MiniZinc", ("mzn",), minizinc.write),
        Target("cpsat", "CP-SAT model proto, Booleans, binary", ("pb",)),
        Target("cpsat-text", "the same as text", ("pbtxt",)),
        Target("cpsat-integers", "CP-SAT model proto, integers, binary", ("pb",)),
        Target("cpsat-integers-text", "the same as text", ("pbtxt",)),
    )
}  # fmt: skip

#: Targets whose content is binary.
BINARY = ("cpsat", "cpsat-integers")
#: The default encoding for "dimacs".
USUAL = "pairwise"


def export(
    problem: Problem,
    stream: TextIO,
    target: str = "dimacs",
    encoding: str | None = None,
    *,
    distinct: bool = False,
    simplified: bool = False,
) -> None:
    """Write a problem to a text stream.

    encoding, distinct (each clause once) and simplified (by unit propagation of the givens) are for
    "dimacs". Raises `EncodingError` for options that cannot be combined. For binary targets see
    `export_bytes`.
    """
    target = meant(target, TARGETS, "target", EncodingError)
    if target == "dimacs":
        if encoding == "native":
            raise EncodingError(
                "DIMACS CNF has no cardinality constraints: use --to knf, cnf+ or opb"
            )
        chosen = encoding_named(encoding or USUAL)
        if simplified:
            dimacs.write_simplified(problem, chosen, stream)
        else:
            dimacs.write(problem, chosen, stream, distinct)
        return
    must_go_together(target, encoding, distinct, simplified)
    writer = TARGETS[target].write
    if writer:
        writer(problem, stream)
    else:
        stream.write(export_bytes(problem, target).decode())


def must_go_together(target: str, encoding: str | None, distinct: bool, simplified: bool) -> None:
    """Raise `EncodingError` for options without effect: only "dimacs" has a choice of clauses."""
    if target != "dimacs" and (encoding not in (None, "native") or distinct or simplified):
        raise EncodingError(
            f"{target} writes the clauses as they are: encodings, --distinct and --simplify are "
            "for dimacs"
        )


def export_bytes(problem: Problem, target: str) -> bytes:
    """Return a CP-SAT model proto, as the file that CP-SAT itself writes."""
    kind = "integers" if "integers" in target else "booleans"
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"model{TARGETS[target].suffix}"
        cpsat.write(problem, kind, str(path))
        return path.read_bytes()
