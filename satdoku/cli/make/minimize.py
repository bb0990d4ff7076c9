"""`satdoku minimize`: remove every redundant given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from ...board import Puzzle
from ...errors import PuzzleError, SatdokuError, TimeLimitReached
from ...formats.converting import written
from ...formats.metadata import about, with_about
from ...formats.text.reader import parse
from ...formats.write import with_head
from ...layout import Layout
from ...record_types import Record
from ..command import from_table
from ..stream.answering import PuzzleStream, Unanswered
from ..stream.columns import RATED
from ..stream.entries import Block, Entry
from ..stream.writing import Loss

if TYPE_CHECKING:
    from ...operations.minimizing import Keep

#: The table columns of such answers.
COLUMNS = {"puzzle": "string", "clues": "int64", "from": "string"}


@from_table("minimize", "grid", "line", "json", "csv", "parquet", others=True)
def command(
    stream: PuzzleStream,
    keep: Keep,
    symmetry: str,
    seed: int,
    rules: bool,
    time_limit: float | None,
) -> int:
    """Minimise puzzles or grids: remove redundant givens.

    With --symmetry, symmetric givens are removed together. Exit status 1 if a puzzle is not
    solvable by the base rules (or, with --keep proper, not proper) to begin with; a comment stands
    in its place.
    \f
    satdoku minimize puzzle.txt
    satdoku minimize puzzles.txt --keep proper --format line
    satdoku generate --grid --seed 1 | satdoku minimize -
    """
    how: Record = {"keep": keep, "symmetry": symmetry, "seed": seed}
    together = None if rules else partial(by_kernels, **how)
    one = partial(minimized, rules=rules, time_limit=time_limit, **how)
    stream.outdated = RATED
    stream.writes_puzzles = True
    return stream.answer(one, "minimising", COLUMNS, together, time_limit=time_limit)


def minimized(entry: Entry, **how: Any) -> Changed | Unanswered:
    """Return the minimised puzzle; how: the arguments of `minimize`."""
    from ...operations.minimizing import minimize

    puzzle = entry.puzzle
    try:
        small = minimize(puzzle, index=entry.number - 1, **how)
    except TimeLimitReached as error:
        return unchanged(puzzle, error, is_open=True)
    except PuzzleError as error:
        advice = "take --keep proper" if how["keep"] == "logic" else "see `satdoku diagnose`"
        return unchanged(puzzle, error, advice)
    return Changed(small.line, small.layout, small.clues, puzzle.line, puzzle.kept)


def by_kernels(block: Block, keep: Keep, **how: Any) -> list[Changed | None]:
    """Return the minimised puzzles of a block, if kernels are fast on every board."""
    from ... import batch
    from ...batch.sharing import is_easy
    from ...formats.text.line_blocks import texts

    layout = block.layout
    if not is_easy(layout, keep):
        return [None] * len(block)
    small = batch.minimize(
        block.cells, keep=keep, start=block.number - 1, layout=layout, lacking="blank", **how
    )
    clues = (small > 0).sum(1).tolist()
    return [
        Changed(text, layout, n, before, kept) if n else None
        for text, n, before, kept in zip(
            texts(small, layout), clues, block.texts, block.kept, strict=True
        )
    ]


class Changed(NamedTuple):
    """A changed puzzle and the original, as lines of one character per cell.

    kept: its metadata. fields: those of the original's other fields that have changed with it.
    lost: what the original had and the puzzle has not.
    """

    puzzle: str
    layout: Layout
    clues: int
    before: str
    kept: str = ""
    fields: Record = {}  # noqa: RUF012 - never modified
    lost: tuple[Loss, ...] = ()

    def record(self) -> Record:
        """Return the puzzle, its layout, its number of clues, and the original."""
        record = {"puzzle": self.puzzle} | self.layout.record()
        origin = {"clues": self.clues, "from": self.before}
        if not self.kept:
            return record | origin
        empty = Puzzle((0,) * self.layout.cell_count, self.layout, self.kept)
        return record | origin | about(empty)

    def line(self) -> str:
        """Return the puzzle as a line."""
        if self.kept:
            return self.written("line", True, {})
        return with_head(self.puzzle, self.layout)

    def grid(self, first: bool = True) -> str:
        """Return the puzzle as a grid."""
        return self.written("grid", first, {})

    def written(self, form: str, first: bool, fields: Mapping[str, Any]) -> str:
        """Return the puzzle in a format, with the metadata in these fields of a table."""
        puzzle = replace(parse(self.puzzle, self.layout), kept=self.kept)
        return written(with_about(puzzle, fields), form, first)


def unchanged(
    puzzle: Puzzle, error: SatdokuError, advice: str = "", is_open: bool = False
) -> Unanswered:
    """Return the answer if a puzzle cannot be changed this way, with advice. is_open: whether it
    may be with more time."""
    known = {"puzzle": None, "layout": puzzle.layout.name, "from": puzzle.line}
    return Unanswered(str(error), known, advice, is_open)
