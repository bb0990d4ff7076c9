"""`satdoku solve`: complete puzzles, by search or by logic alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import click

from ..board import Puzzle
from ..errors import Inconsistency, TimeLimitReached
from ..formats.write import rule, session
from ..layout import Layout
from . import options
from .stream.answers import Line, Output, shaped
from .stream.feed import Block, Feed, respond
from .stream.files import Entry

COLUMNS = {"puzzle": "string", "solution": "string", "status": "string"}


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
@click.option("--limit", type=click.IntRange(1, 10**15), help="Up to so many solutions.")
@options.puzzle_format("grid", "line", "json", "csv", "parquet")
@options.engine
@options.layout
@options.jobs
@options.stream
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
    on_error: str,
    column: str | None,
    resume: bool,
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
    if resume and form == "line" and (every or limit):
        raise click.UsageError("--resume needs one line a puzzle: take --format json")
    wanted = None if every else limit or 2
    each = partial(
        respond_to,
        form=form,
        logic=logic,
        limit=wanted,
        first_only=not (every or limit),
        engine=engine,
    )
    many = None
    if logic:
        many = partial(deduce_block, form=form, each=each)
    elif engine.is_default and not (every or limit):
        many = partial(solve_block, form=form, each=each)
    feed = Feed(inputs, layout, on_error == "skip", column)
    return respond(feed, Output(output, form, COLUMNS, resume), each, many, jobs, "solving")


def respond_to(
    entry: Entry,
    *,
    form: str,
    logic: bool,
    limit: int | None,
    first_only: bool,
    engine: options.Choice,
) -> Line:
    """Solve one puzzle, and say so."""
    return _said(
        answer(entry, logic=logic, limit=limit, first_only=first_only, engine=engine),
        form,
        first_only,
    )


def _said(found: Answer, form: str, first_only: bool) -> Line:
    honest_no = found.status in ("none", "partial", "unknown")
    ok = not (honest_no or (found.status == "several" and first_only))
    text, row = render(found, form)
    return Line(text, "" if ok else f"{found.entry.where}: {found.problem}", ok, row)


def solve_block(block: Block, form: str, each: Callable[[Entry], Line]) -> list[Line]:
    """Solve a block of boards. What has no solution, or is hard, is left to the plain way."""
    from .. import batch
    from ..backends.auto import patience_for

    boards, layout = block.boards.cells, block.boards.layout
    patience = patience_for(layout)
    solved = batch.solve(boards, patience=patience, layout=layout)
    lines = _lines(block, solved.counts == 1, solved.solutions, form)
    several = (solved.counts > 1).nonzero()[0]
    first = batch.first_solutions(boards[several], patience=patience, layout=layout)
    for i, solution, count in zip(
        several.tolist(), first.solutions.tolist(), first.counts.tolist(), strict=True
    ):
        if count == 1:
            grid = Puzzle(tuple(solution), layout)
            lines[i] = _said(first_of_several(block.entry(i), (grid,)), form, first_only=True)
    return [line or each(block.entry(i)) for i, line in enumerate(lines)]


def deduce_block(block: Block, form: str, each: Callable[[Entry], Line]) -> list[Line]:
    """Solve a block of boards by the base rules. Contradictions are left to the plain way."""
    from .. import batch
    from ..kernels.base_rules import SOLVED, STUCK

    layout = block.boards.layout
    decided = batch.base_rules(block.boards.cells, layout=layout)
    digits = batch.decided_digits(decided.candidates)
    lines = _lines(block, decided.status == SOLVED, digits, form)
    for i in (decided.status == STUCK).nonzero()[0].tolist():
        left = Puzzle(tuple(digits[i].tolist()), layout)
        lines[i] = _said(stuck(block.entry(i), left), form, first_only=True)
    return [line or each(block.entry(i)) for i, line in enumerate(lines)]


def _lines(block: Block, unique: Any, grids: Any, form: str) -> list[Line | None]:
    """The lines of a block where `unique` tells that the only solution is in `grids`."""
    from ..formats.line_blocks import texts

    layout = block.boards.layout
    lines: list[Line | None] = []
    rows = zip(unique.tolist(), block.boards.texts, texts(grids, layout), strict=True)
    for i, (is_unique, puzzle, solution) in enumerate(rows):
        if not is_unique:
            lines.append(None)
        elif form == "line":
            lines.append(Line(solution))
        elif form == "grid":
            found = Puzzle(tuple(grids[i].tolist()), layout)
            lines.append(Line(render(Answer(block.entry(i), "unique", (found,)), form)[0]))
        else:
            lines.append(_shaped(puzzle, layout.name, "unique", [solution], form))
    return lines


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
            return stuck(entry, result)
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
    return first_of_several(entry, tuple(found[:1] if first_only else found), extra)


def first_of_several(
    entry: Entry, shown: tuple[Puzzle, ...], extra: dict[str, Any] | None = None
) -> Answer:
    """The answer where there is more than one solution."""
    problem = "more than one solution; this is the first (--all shows all)"
    return Answer(entry, "several", shown, problem, extra=extra or {})


def stuck(entry: Entry, left: Puzzle) -> Answer:
    """The answer where logic sticks at a partial solution."""
    problem = f"the base rules leave {left.cells.count(0)} cells open"
    return Answer(entry, "partial", (left,), problem)


def _cells(error: Inconsistency) -> list[int]:
    return [variable - 1 for variable in error.givens]


def render(answer: Answer, form: str) -> tuple[str, dict[str, Any]]:
    """The answer as (text, row of a table)."""
    puzzle, found = answer.entry.puzzle, answer.solutions
    nothing = "no answer in time" if answer.status == "unknown" else "no solution"
    if form == "grid":
        text = session(puzzle, *(found or (nothing,)))
        return (f"{rule(puzzle.layout, '=')}\n{text}" if answer.entry.number == 1 else text), {}
    lines = [solution.line for solution in found]
    if form == "line":
        return "\n".join(lines or [f"# {nothing}"]), {}
    extra = answer.extra
    if answer.problem and answer.status in ("none", "partial", "unknown"):
        extra = {"problem": answer.problem, "givens": list(answer.blame)} | extra
    line = _shaped(puzzle.line, puzzle.layout.name, answer.status, lines, form, extra)
    return line.text, line.record


def _shaped(
    puzzle: str,
    layout: str,
    status: str,
    solutions: list[str],
    form: str,
    extra: dict[str, Any] | None = None,
) -> Line:
    record: dict[str, Any] = {"puzzle": puzzle, "layout": layout, "status": status}
    record["solutions"] = solutions
    if form != "json":
        record["solution"] = solutions[0] if solutions else None
    text, row = shaped(record | (extra or {}), form, COLUMNS)
    return Line(text, record=row)
