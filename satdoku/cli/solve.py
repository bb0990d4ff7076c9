"""`satdoku solve`: complete puzzles, by search or by logic alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import click

from ..board import Puzzle
from ..errors import Inconsistency, TimeLimitReached
from ..formats.write import rule, session
from ..layout import Layout
from . import options
from .files import Entry, open_output, read_entries
from .messages import complain
from .progress import show_progress


@dataclass(frozen=True, slots=True)
class Answer:
    """What solving gave.

    status: "unique"; "several"; "none"; "partial" (logic stuck); "found" (one solution, and no
    other was looked for); "unknown" (out of time).
    """

    entry: Entry
    status: str
    solutions: tuple[Puzzle, ...]
    problem: str = ""
    blame: tuple[str, ...] = ()
    extra: dict[str, Any] = field(default_factory=dict)


@click.command("solve")
@options.inputs
@click.option("--logic", is_flag=True, help="By the base rules only; what they leave open is '.'.")
@click.option("--all", "every", is_flag=True, help="All solutions.")
@click.option("--limit", type=click.IntRange(1), help="Up to so many solutions.")
@options.puzzle_format("grid", "line", "json")
@options.engine
@options.layout
@options.jobs
@options.output
def command(
    inputs: tuple[str, ...],
    logic: bool,
    every: bool,
    limit: int | None,
    form: str,
    engine: options.Choice,
    layout: Layout | None,
    jobs: int,
    output: str | None,
) -> int:
    """Solve puzzles.

    Prints each puzzle and its solution as the lecture does. Exit status 1 if a puzzle has no
    solution, several (the first is printed, unless --all or --limit asks for more), or, with
    --logic, is not solved by the base rules.
    """
    if logic and (every or limit or engine.name != "auto"):
        raise click.UsageError("--logic finds what the rules imply: no --all, --limit or --engine")
    if every and limit:
        raise click.UsageError("--all is without limit: give one of --all and --limit")
    from ..parallel import map_ordered

    wanted = None if every else limit or 2
    work = partial(
        answer, logic=logic, limit=wanted, first_only=not (every or limit), engine=engine
    )
    status = 0
    with open_output(output) as stream:
        answers = map_ordered(work, read_entries(inputs, layout), jobs)
        for number, found in enumerate(show_progress(answers, "solving", output=output)):
            if form == "grid" and number == 0:
                print(rule(found.entry.puzzle.layout, "="), file=stream)
            for text in render(found, form):
                print(text, file=stream)
            honest_no = found.status in ("none", "partial", "unknown")
            if honest_no or (found.status == "several" and not (every or limit)):
                status = 1
                complain(f"{found.entry.where}: {found.problem}")
    return status


def answer(
    entry: Entry, *, logic: bool, limit: int | None, first_only: bool, engine: options.Choice
) -> Answer:
    """Solve one puzzle."""
    from ..operations.solving import solutions, solve_by_logic, why_unsolvable

    puzzle, extra, found = entry.puzzle, dict[str, Any](), list[Puzzle]()
    try:
        if logic:
            result = solve_by_logic(puzzle)
            if result.is_full:
                return Answer(entry, "unique", (result,))
            problem = f"the base rules leave {result.cells.count(0)} cells open"
            return Answer(entry, "partial", (result,), problem)
        with engine.asked(puzzle.layout) as (backend, extra):
            asked = solutions(puzzle, limit=limit, engine=backend, time_limit=engine.time_limit)
            for solution in asked:
                found.append(solution)
        if not found:
            raise why_unsolvable(puzzle)
    except TimeLimitReached as error:
        return Answer(entry, "unknown", tuple(found), str(error), extra=extra)
    except Inconsistency as error:
        names = map(puzzle.layout.cell_name, (v // puzzle.layout.size for v in _cells(error)))
        return Answer(entry, "none", (), error.problem, tuple(names), extra)
    if len(found) == 1:
        return Answer(entry, "found" if limit == 1 else "unique", tuple(found), extra=extra)
    shown = tuple(found[:1] if first_only else found)
    problem = "more than one solution; this is the first (--all shows all)"
    return Answer(entry, "several", shown, problem, extra=extra)


def _cells(error: Inconsistency) -> list[int]:
    return [variable - 1 for variable in error.givens]


def render(answer: Answer, form: str) -> Iterator[str]:
    """The answer as text."""
    puzzle, found = answer.entry.puzzle, answer.solutions
    nothing = "no answer in time" if answer.status == "unknown" else "no solution"
    if form == "grid":
        yield session(puzzle, *(found or (nothing,)))
    elif form == "line":
        yield from [solution.line for solution in found] or [f"# {nothing}"]
    else:
        record = {
            "puzzle": puzzle.line,
            "layout": puzzle.layout.name,
            "status": answer.status,
            "solutions": [solution.line for solution in found],
        }
        if answer.problem and answer.status in ("none", "partial", "unknown"):
            record |= {"problem": answer.problem, "givens": list(answer.blame)}
        yield json.dumps(record | answer.extra, ensure_ascii=False)
