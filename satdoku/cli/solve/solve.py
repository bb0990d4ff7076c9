"""`satdoku solve`: solve puzzles, by search or by logic alone."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from ...backends.base import Clock
from ...operations.outcomes import Outcome, first_of_several, outcome, stuck
from ..command import from_table
from ..refusals import refuse
from ..stream.answering import EngineChoice, PuzzleStream
from ..stream.entries import Block, Entry
from ..stream.writing import Measured

if TYPE_CHECKING:
    import numpy as np

    from ...backends.base import Backend

Together = Callable[[Block], Sequence["Outcome | Measured | None"]]
COLUMNS = {"puzzle": "string", "solution": "string", "outcome": "string"}


@from_table("solve", "grid", "line", "json", "csv", "parquet", "svg")
def command(stream: PuzzleStream, logic: bool, every: bool, limit: int | None) -> int:
    """Solve puzzles.

    Prints each puzzle and its solution as grids. Exit status 1 if a puzzle has no
    solution, several (the first is printed, unless --all or --limit asks for more), or, with
    --logic, is not solved by the base rules.
    \f
    satdoku solve puzzles.txt --format line
    satdoku solve 12..34.......... --limit 3
    satdoku solve puzzles.txt --engine cadical153 --format json --stats
    """
    just_one, choice = not (every or limit), stream.choice
    if stream.form == "line" and not just_one:
        refuse("--resume needs one line per puzzle (take --format json)", "--resume")
    together: Together | None = None
    if logic:
        together = _deduced
    elif just_one and choice.is_default:
        together = partial(_solved, choice=choice)
    most = None if every else limit or 2
    return stream.answer(
        partial(solved, logic=logic, limit=most, just_one=just_one, choice=choice),
        "solving",
        COLUMNS,
        together,
        json_keys=("solutions", "givens"),
        accepts=is_the_only_one if just_one else is_some,
    )


def is_some(found: Outcome) -> bool:
    """Whether there is a solution."""
    return found.outcome in ("unique", "found", "several")


def is_the_only_one(found: Outcome) -> bool:
    """Whether there is exactly one solution, as far as the search went."""
    return found.outcome in ("unique", "found")


def solved(
    entry: Entry, logic: bool, limit: int | None, just_one: bool, choice: EngineChoice
) -> Outcome | Measured:
    """Return the outcome for one puzzle."""
    if logic:
        return outcome(entry.puzzle, logic=True)

    clock = Clock(choice.time_limit)

    def question(backend: Backend) -> Outcome:
        found = outcome(entry.puzzle, limit=limit, engine=backend, time_limit=choice.time_limit)
        if found.outcome == "none" and entry.is_typed:
            from ...logic.slips import with_slip

            return found._replace(complaint=with_slip(found.complaint, entry.puzzle, clock))
        return first_of_several(found) if found.outcome == "several" and just_one else found

    return choice.ask(entry.layout, question)


def _solved(block: Block, choice: EngineChoice) -> Sequence[Outcome | Measured | None]:
    """Return the kernels' results; None if there is no solution or the board is hard."""
    from ... import batch
    from ...backends.auto import patience_for
    from ...formats.text.line_blocks import texts

    layout = block.layout
    puzzles = block.texts
    start = time.perf_counter()
    patience = patience_for(layout)
    result = batch.solve(block.cells, patience=patience, layout=layout)
    found = _unique(block, result.counts == 1, result.solutions)
    several = (result.counts > 1).nonzero()[0]
    first = batch.first_solutions(block.cells[several], patience=patience, layout=layout)
    for i, solution, count in zip(
        several.tolist(), texts(first.solutions, layout), first.counts.tolist(), strict=True
    ):
        if count == 1:
            found[i] = first_of_several(Outcome(puzzles[i], layout, "several", (solution,)))
    return choice.measured(found, time.perf_counter() - start, result.guesses.tolist())


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
