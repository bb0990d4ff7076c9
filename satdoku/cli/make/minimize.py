"""`satdoku minimize`: remove every redundant given."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

import click

from ...errors import PuzzleError
from ..command import Command
from ..options import common as options
from ..options.streams import Stream, streaming
from ..stream.changed import COLUMNS, Changed, unchanged
from ..stream.decorated import Unanswered
from ..stream.entries import Entry, Piece, completed, each

if TYPE_CHECKING:
    from ...operations.minimizing import Keep


@click.command("minimize", cls=Command)
@options.keep
@options.symmetry
@options.seed("The same seed removes givens in the same order.")
@click.option("--rules", is_flag=True, help="Then also remove redundant rules.")
@streaming("grid", "line", "json", "csv", "parquet", others=True)
def command(stream: Stream, keep: Keep, symmetry: str, seed: int, rules: bool) -> int:
    """Minimise puzzles or grids: remove redundant givens.

    With a symmetry, no orbit of givens can go. Exit status 1 if a puzzle is not solvable by the
    base rules (or, with --keep proper, not proper) to begin with; a comment stands in its place.
    \f
    satdoku minimize puzzle.txt
    satdoku minimize puzzles.txt --keep proper --format line
    satdoku generate --grid --seed 1 | satdoku minimize -
    """
    find = partial(minimized, keep=keep, symmetry=symmetry, seed=seed, rules=rules)
    return stream.answer(find, "minimising", COLUMNS)


def minimized(
    piece: Piece, keep: Keep, symmetry: str, seed: int, rules: bool
) -> Iterator[Changed | Unanswered]:
    """Yield the minimised puzzles; kernels are used if they are fast on every board."""
    from ...batch.sharing import is_easy
    from ...operations.minimizing import minimize

    def one(entry: Entry) -> Changed | Unanswered:
        puzzle, index = entry.puzzle, entry.number - 1
        try:
            small = minimize(
                puzzle, keep=keep, symmetry=symmetry, seed=seed, index=index, rules=rules
            )
        except PuzzleError as error:
            advice = "take --keep proper" if keep == "logic" else "see `satdoku diagnose`"
            return unchanged(puzzle, error, advice)
        return Changed(small.line, small.layout, small.clues, puzzle.line, puzzle.kept)

    if rules or isinstance(piece, Entry) or not is_easy(piece.layout, keep):
        return each(one)(piece)
    from ... import batch
    from ...formats.text.line_blocks import texts

    small = batch.minimize(
        piece.cells,
        keep=keep,
        symmetry=symmetry,
        seed=seed,
        start=piece.number - 1,
        layout=piece.layout,
        lacking="blank",
    )
    clues = (small > 0).sum(1).tolist()
    known = [
        Changed(text, piece.layout, n, before, kept) if n else None
        for text, n, before, kept in zip(
            texts(small, piece.layout), clues, piece.texts, piece.kept, strict=True
        )
    ]
    return completed(piece, known, one)
