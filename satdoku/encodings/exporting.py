"""A puzzle or a theory as a file for other solvers, as a value.

>>> exported = export("12..34..........", "knf")
>>> exported
<Exported knf of 4x4: 2,574 bytes>
>>> exported.text().splitlines()[8:10]
['p knf 64 132', '1 0']
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from ..board import STANDARD, Puzzle
from ..cancellation import TimeIsOver, within
from ..errors import EncodingError, TimeLimitReached
from ..formats.text.reader import PuzzleLike, parse
from ..frozen import frozen
from ..layout import Layout, as_layout
from ..phrases import phrase
from ..record_types import BoardRecord, Digest, Natural
from ..theory import Theory
from .files.problem import Problem
from .files.targets import TARGETS, ExportChoice


class ExportedRecord(BoardRecord):
    """A file for a solver. encoding: "" where the target writes the clauses as they are. bytes: its
    size."""

    target: str
    encoding: str
    bytes: Natural
    sha256: Digest


@frozen
class Exported:
    """The file. content: its bytes. encoding: "" if the target writes the clauses as they are.

    >>> file = export(target="opb", layout="4x4")
    >>> file
    <Exported opb of 4x4: 2,482 bytes>
    """

    target: str
    encoding: str
    problem: Problem
    content: bytes

    def text(self) -> str:
        """Return the file as text; raise `EncodingError` for a binary one."""
        if TARGETS[self.target].binary:
            raise EncodingError(f"{self.target} is binary: use {self.target}-text, or `save`")
        return self.content.decode()

    def save(self, path: str) -> None:
        """Write the file."""
        Path(path).write_bytes(self.content)

    def record(self) -> ExportedRecord:
        """Return a description for JSON and manifests, without the content."""
        layout = self.problem.theory.layout
        puzzle = Puzzle.from_variables(self.problem.givens, layout).line if layout else ""
        board = layout.record() if layout else {"layout": ""}
        return {
            "target": self.target,
            "encoding": self.encoding,
            "puzzle": puzzle,
            **board,
            "bytes": len(self.content),
            "sha256": hashlib.sha256(self.content).hexdigest(),
        }

    def __repr__(self) -> str:
        layout = self.problem.theory.layout
        name = layout.name[:40] if layout else f"{self.problem.theory.variable_count} variables"
        return f"<Exported {self.target} of {name}: {len(self.content):,} bytes>"


def export(
    puzzle: PuzzleLike | Theory | Problem | None = None,
    target: str = "dimacs",
    *,
    encoding: str | None = None,
    distinct: bool = False,
    simplified: bool = False,
    asymmetric: bool = False,
    layout: Layout | str | None = None,
    time_limit: float | None = None,
) -> Exported:
    """Return the file for a solver; `decode` reads the solver's output.

    puzzle: a puzzle, a problem, a theory (without givens), or None for the layout's empty board.
    target: a name of `files.targets.TARGETS`. For "dimacs": encoding, distinct (each clause once),
    simplified (by unit propagation of the givens), and asymmetric (with clauses that keep one of
    each class of symmetric solutions, see `symmetry_breaking`). Raises `EncodingError` for options
    that cannot be combined, `TimeLimitReached` if the file is not made within `time_limit` seconds.

    >>> file = export("12..34..........", encoding="product")
    >>> file.text().splitlines()[-1]
    '-60 -64 0'
    """
    form = ExportChoice.named(target, encoding, distinct, simplified, asymmetric)

    def made() -> Exported:
        if puzzle is None or isinstance(puzzle, Theory):
            problem = Problem(puzzle or Theory.of(as_layout(layout) or STANDARD))
        elif isinstance(puzzle, Problem):
            problem = puzzle
        else:
            problem = Problem.of(parse(puzzle, layout))
        return exported(problem, form)

    try:
        return within(time_limit, made)
    except TimeIsOver:
        raise TimeLimitReached(phrase("no answer within {limit:g} s", limit=time_limit)) from None


def exported(problem: Problem, form: ExportChoice) -> Exported:
    """Return the file of a problem in this form."""
    encoding = form.encoding.name if form.encoding else ""
    return Exported(form.target.name, encoding, problem, form.content(problem))
