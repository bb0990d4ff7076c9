"""`satdoku solve`: solve puzzles, by search or by logic alone."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

import click

from ...operations.outcomes import Outcome, first_of_several, outcome, stuck
from ..command import Command
from ..options.engine import Choice
from ..options.streams import Stream, streaming
from ..stream.decorated import Measured
from ..stream.entries import Block, Entry, Piece, completed, each

if TYPE_CHECKING:
    import numpy as np

COLUMNS = {"puzzle": "string", "solution": "string", "outcome": "string"}


@click.command("solve", cls=Command)
@click.option(
    "--logic", is_flag=True, help="Use the base rules only; '.' where they do not decide."
)
@click.option("--all", "every", is_flag=True, help="All solutions.")
@click.option("--limit", type=click.IntRange(1, 10**15), help="Maximum number of solutions.")
@streaming("grid", "line", "json", "csv", "parquet", "svg", add=True, engine=True)
def command(stream: Stream, logic: bool, every: bool, limit: int | None) -> int:
    """Solve puzzles.

    Prints each puzzle and its solution as the lecture does. Exit status 1 if a puzzle has no
    solution, several (the first is printed, unless --all or --limit asks for more), or, with
    --logic, is not solved by the base rules.
    \f
    satdoku solve puzzles.txt --format line
    satdoku solve 12..34.......... --limit 3
    satdoku solve puzzles.txt --engine cadical153 --format json --stats
    """
    engine = stream.engine
    if logic and (every or limit or engine != Choice()):
        raise click.UsageError(
            "--logic finds what the rules imply: no --all, --limit, --engine, --encoding, "
            "--time-limit or --stats"
        )
    if every and limit:
        raise click.UsageError("--all has no limit: give either --all or --limit")
    if stream.resume and stream.form == "line" and (every or limit):
        raise click.UsageError("--resume needs one line per puzzle: take --format json")
    just_one = not (every or limit)
    find = partial(
        outcomes, logic=logic, limit=None if every else limit or 2, just_one=just_one, engine=engine
    )
    singly = not (logic or (engine.is_default and just_one))
    accepts = is_the_only_one if just_one else is_some
    json_keys = ("solutions", "givens")
    return stream.answer(
        find, "solving", COLUMNS, singly=singly, json_keys=json_keys, accepts=accepts
    )


def is_some(found: Outcome) -> bool:
    """Whether there is a solution."""
    return found.outcome in ("unique", "found", "several")


def is_the_only_one(found: Outcome) -> bool:
    """Whether there is exactly one solution, as far as the search went."""
    return found.outcome in ("unique", "found")


def outcomes(
    piece: Piece, logic: bool, limit: int | None, just_one: bool, engine: Choice
) -> Iterator[Outcome | Measured]:
    """Yield the outcomes for the puzzles of a piece."""

    def one(entry: Entry) -> Outcome | Measured:
        if logic:
            return outcome(entry.puzzle, logic=True)
        with engine.opened(piece.layout) as (backend, did):
            found = outcome(entry.puzzle, limit=limit, engine=backend, time_limit=engine.time_limit)
        if found.outcome == "several" and just_one:
            found = first_of_several(found)
        return Measured(found, did) if did else found

    if isinstance(piece, Entry):
        return each(one)(piece)
    return completed(piece, _deduced(piece) if logic else _solved(piece, engine), one)


def _solved(block: Block, engine: Choice) -> list[Outcome | Measured | None]:
    """Return the kernels' results; None if there is no solution or the board is hard."""
    from ... import batch
    from ...backends.auto import patience_for
    from ...formats.text.line_blocks import texts

    layout, puzzles, start = block.layout, block.texts, time.perf_counter()
    patience = patience_for(layout)
    solved = batch.solve(block.cells, patience=patience, layout=layout)
    found = _unique(block, solved.counts == 1, solved.solutions)
    several = (solved.counts > 1).nonzero()[0]
    first = batch.first_solutions(block.cells[several], patience=patience, layout=layout)
    for i, solution, count in zip(
        several.tolist(), texts(first.solutions, layout), first.counts.tolist(), strict=True
    ):
        if count == 1:
            found[i] = first_of_several(Outcome(puzzles[i], layout, "several", (solution,)))
    spent = time.perf_counter() - start
    return engine.told(found, spent, solved.guesses.tolist())  # type: ignore[no-any-return]


def _deduced(block: Block) -> list[Outcome | None]:
    """Return the results of the base rules; None for a contradiction."""
    from ... import batch
    from ...formats.text.line_blocks import texts
    from ...kernels.lockstep.solving import SOLVED, STUCK

    layout, puzzles = block.layout, block.texts
    decided = batch.base_rules(block.cells, layout=layout)
    digits = batch.decided_digits(decided.candidates)
    found = _unique(block, decided.status == SOLVED, digits)
    lines = texts(digits, layout)
    for i in (decided.status == STUCK).nonzero()[0].tolist():
        found[i] = stuck(puzzles[i], layout, lines[i])
    return found


def _unique(block: Block, unique: np.ndarray, grids: np.ndarray) -> list[Outcome | None]:
    """Return the outcomes for boards marked in `unique`, whose only solution is in `grids`."""
    from ...formats.text.line_blocks import texts

    rows = zip(unique.tolist(), block.texts, texts(grids, block.layout), strict=True)
    return [
        Outcome(puzzle, block.layout, "unique", (solution,)) if is_unique else None
        for is_unique, puzzle, solution in rows
    ]
