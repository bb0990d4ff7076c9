"""The formats that a problem can be exported to, by name."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TextIO, cast

from ...cancellation import stop_if_cancelled
from ...errors import EncodingError
from ...frozen import frozen
from ...phrases import phrase
from ...suggest import meant
from .. import cpsat
from ..cnf.exactly_one import Encoding
from ..cnf.registry import encoding_named
from ..symmetry_breaking import SymmetryBreaking
from . import dimacs, native
from .problem import Problem

Writer = Callable[[Problem, TextIO], None]


def proto(kind: str, ending: str) -> Writer:
    """Return the writer of a CP-SAT model proto, as the file that CP-SAT itself writes."""

    def write(problem: Problem, stream: TextIO) -> None:
        # CP-SAT exports to a path only.
        with TemporaryDirectory() as folder:
            path = Path(folder) / f"model.{ending}"
            cpsat.write(problem, kind, str(path))
            # Text that the stream still holds must come before the bytes that are written below it.
            stream.flush()
            stream.buffer.write(path.read_bytes())

    return write


@frozen
class Target:
    """A format: description, file extensions with the usual one first, writer (None: dimacs)."""

    name: str
    title: str
    endings: tuple[str, ...]
    write: Writer | None = None
    binary: bool = False

    @property
    def suffix(self) -> str:
        """The usual extension, with its dot."""
        return f".{self.endings[0]}"


TARGETS = {
    target.name: target
    for target in (
        Target("dimacs", "CNF for any SAT solver", ("cnf", "dimacs")),
        Target("knf", "cardinality CNF", ("knf",), native.write_knf),
        Target(
            "cnf+", "cardinality CNF of minicard and PySAT", ("cnfp", "cnf+"), native.write_cnfplus
        ),
        Target("opb", "pseudo-Boolean", ("opb",), native.write_opb),
        Target("lp", "integer programming", ("lp",), native.write_lp),
        Target("smtlib", "SMT-LIB 2", ("smt2", "smt"), native.write_smtlib),
        Target("minizinc", "MiniZinc", ("mzn",), native.write_minizinc),
        Target(
            "cpsat",
            "CP-SAT model proto, Booleans, binary",
            ("pb",),
            proto("booleans", "pb"),
            binary=True,
        ),
        Target("cpsat-text", "the same as text", ("pbtxt",), proto("booleans", "pbtxt")),
        Target(
            "cpsat-integers",
            "CP-SAT model proto, integers, binary",
            ("pb",),
            proto("integers", "pb"),
            binary=True,
        ),
        Target("cpsat-integers-text", "the same as text", ("pbtxt",), proto("integers", "pbtxt")),
    )
}


class _Cancellable:
    """A text stream that writes no more once the work of its thread is cancelled."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        """Write a text, unless the work is cancelled."""
        stop_if_cancelled()
        return self.stream.write(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write texts, until the work is cancelled."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


@frozen
class ExportChoice:
    """What to write: a target, and for dimacs the encoding, each clause once (distinct), or what is
    left after unit propagation of the givens (simplified), with clauses that keep one solution of
    each class of symmetric ones, or a few more (asymmetric)."""

    target: Target
    encoding: Encoding | None = None
    distinct: bool = False
    simplified: bool = False
    asymmetric: bool = False

    @classmethod
    def named(
        cls,
        target: str = "dimacs",
        encoding: str | None = None,
        distinct: bool = False,
        simplified: bool = False,
        asymmetric: bool = False,
    ) -> ExportChoice:
        """Look the names up; raise `EncodingError` for unknown ones, and for options without
        effect: only "dimacs" has a choice of clauses."""
        to = TARGETS[meant(target, TARGETS, "target", EncodingError)]
        if not to.write:
            if encoding == "native":
                raise EncodingError(
                    "DIMACS CNF has no cardinality constraints: use --to knf, cnf+ or opb"
                )
            return cls(to, encoding_named(encoding or "pairwise"), distinct, simplified, asymmetric)
        if encoding not in (None, "native") or distinct or simplified or asymmetric:
            raise EncodingError(
                phrase(
                    "{name!s} writes the clauses as they are: encodings, --distinct, "
                    "--simplify and --break-symmetries are for dimacs",
                    name=to.name,
                )
            )
        return cls(to)

    def write(self, problem: Problem, stream: TextIO) -> None:
        """Write a problem to a text stream, or to the bytes below it; a time limit of the caller
        (`Clock.within`) ends it between two pieces."""
        stream = cast(TextIO, _Cancellable(stream))
        encoding = self.encoding
        if encoding and self.asymmetric:
            encoding = SymmetryBreaking.of(encoding, problem)
        if self.target.write:
            self.target.write(problem, stream)
        elif encoding and self.simplified:
            dimacs.write_simplified(problem, encoding, stream)
        elif encoding:
            dimacs.write(problem, encoding, stream, self.distinct)

    def content(self, problem: Problem) -> bytes:
        """Return the file."""
        raw = io.BytesIO()
        with io.TextIOWrapper(raw, "utf-8", newline="") as stream:
            self.write(problem, stream)
            stream.flush()
            return raw.getvalue()
