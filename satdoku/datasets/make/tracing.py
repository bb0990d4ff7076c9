"""A puzzle as a row of a data set: solution, rating and, if requested, every step.

Variables of a step are DIMACS numbers; clauses are numbers (from 0) of the theory's clauses. The
board before a step follows from the earlier steps (`candidates_before`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NotRequired, cast

import numpy as np

from ...batch.boards import Boards, as_boards, check_number
from ...board import STANDARD, Puzzle
from ...errors import PuzzleError
from ...formats.text.reader import PuzzleLike, parse
from ...languages import telling
from ...layout import Layout
from ...logic.catalog.rules import label_of
from ...logic.difficulty.scales import scale_named
from ...logic.position import Position
from ...logic.search.many_boards import Way, ways
from ...logic.step_text.sentences import sentence
from ...logic.steps import LogicStep
from ...random_stream import RandomStream
from ...record_types import Record, TypedDict
from ...workers.parallel import map_ordered
from ..files.row_files import table_of

#: Tells a text in a language.
Telling = Callable[[str], str]
#: Number of boards that a process explains at a time.
BLOCK = 64


class TracedStep(TypedDict):
    """A step. clauses: by number. wrong: a candidate that it would be wrong to eliminate."""

    rule: str
    name: str
    rating: float
    estimated: bool
    asserted: list[int]
    denied: list[int]
    clauses: list[int]
    text: str
    wrong: NotRequired[int | None]


class TraceRecord(TypedDict):
    """A puzzle with every step of its solution."""

    puzzle: str
    solution: str
    clues: int
    layout: str
    group: int
    rating: float
    estimated: bool
    label: str
    hardest_rule: str
    techniques: list[str]
    steps: list[TracedStep]


def trace(
    puzzle: PuzzleLike, *, scale: str | None = None, layout: Layout | str | None = None
) -> TraceRecord:
    """Return the row of a proper puzzle, including every step of its solution.

    scale: as for `explain`. Raises `PuzzleError` if the puzzle is not proper, `ParseError` if the
    text contains no puzzle.

    layout: of a puzzle that is text, as for `parse`.

    >>> import satdoku
    >>> row = satdoku.trace("..1..23..4......")
    >>> row["solution"], len(row["steps"])
    ('4312123434212143', 12)
    """
    puzzle = parse(puzzle, layout)
    (row,) = trace_boards(np.array([puzzle.cells], np.uint8), puzzle.layout, scale=scale)
    if row["solution"] is None:
        raise PuzzleError("a trace needs a puzzle with exactly one solution")
    return cast(TraceRecord, row)


def trace_boards(
    boards: np.ndarray,
    layout: Layout,
    groups: Sequence[int] = (),
    traces: bool = True,
    negatives: Sequence[RandomStream] = (),
    order: bool = False,
    scale: str | None = None,
    languages: Sequence[str] = (),
) -> list[Record]:
    """Return the rows of boards (N × cells digits).

    groups: the number that each board shares with its isomorphs. negatives: per board, the random
    stream that draws a wrong elimination for each step. order: also return the cells in the order
    in which they are filled, each as (cell, digit, rules since the previous one). scale: as for
    `explain`. languages: in which steps have a text, beside English.
    """
    tellings = {f"text_{language}": telling(language) for language in languages}
    found = ways(boards, layout, scale_named(scale, layout))
    rows = []
    for i, way in enumerate(found):
        group = groups[i] if len(groups) else 0
        if way is None:
            puzzle = Puzzle(tuple(boards[i].tolist()), layout)
            rows.append(_row(puzzle, None, group, (), [] if traces else None))
        else:
            draws = negatives[i] if len(negatives) else None
            rows.append(_traced(way, group, traces, draws, order, tellings))
    return rows


def explain(
    puzzles: Boards,
    *,
    scale: str | None = None,
    traces: bool = True,
    jobs: int = 1,
    layout: Layout | str = STANDARD,
) -> Any:
    """Return the solution, the rating and every step of many boards as an Arrow table.

    Columns: `puzzle, solution, clues, layout, group, rating, estimated, label, hardest_rule,
    techniques`, and `steps`, a list of structs, unless `traces` is false; their meaning is in
    `records.ROW`. A board that is not proper has no solution, rating 0 and no steps. scale: as
    for `explain`; jobs: number of processes. The steps are those of `satdoku.explain`. Raises
    `PuzzleError` for an invalid board, `EngineError` without pyarrow.
    """
    check_number("jobs", jobs, 1, 1024)
    array, board = as_boards(puzzles, layout)
    parts = (array[start : start + BLOCK] for start in range(0, len(array), BLOCK))
    work = partial(trace_boards, layout=board, traces=traces, scale=scale)
    rows = [row for part in map_ordered(work, parts, jobs) for row in part]
    for number, row in enumerate(rows):
        row["group"] = number
    return table_of(rows, traces)


def _traced(
    way: Way,
    group: int,
    traces: bool,
    negatives: RandomStream | None,
    order: bool,
    tellings: Mapping[str, Telling],
) -> Record:
    layout = way.puzzle.layout
    solution = Puzzle(way.solution, layout)
    true = sorted(solution.givens) if negatives else []
    step_rows = list[Record]()
    taken = list[LogicStep]()
    for position, step in way.steps():
        taken.append(step)
        if traces:
            text = sentence(position.theory, step)
            row = {
                "rule": step.rule_name,
                "name": step.name,
                "rating": step.rating,
                "estimated": step.estimated,
                "asserted": list(step.asserted),
                "denied": list(step.denied),
                "clauses": sorted(step.clauses),
                "text": text,
            }
            for key, tell in tellings.items():
                row[key] = tell(text)
            if negatives:
                row["wrong"] = _wrong(position, true, step.clauses, negatives)
            step_rows.append(row)
    row = _row(way.puzzle, solution, group, taken, step_rows if traces else None)
    if order:
        row["order"] = _order(taken, layout)
    return row


def _order(steps: Iterable[LogicStep], layout: Layout) -> list[tuple[int, int, list[str]]]:
    """Return (cell, digit, rules of the steps since the previous placement) per digit placed."""
    order = []
    rules = list[str]()
    for step in steps:
        rules.append(step.rule_name)
        order += [(*layout.cell_and_digit(variable), rules) for variable in step.asserted]
        if step.asserted:
            rules = []
    return order


def _row(
    puzzle: Puzzle,
    solution: Puzzle | None,
    group: int,
    steps: Iterable[LogicStep],
    step_rows: list[Record] | None,
) -> Record:
    by_rating = sorted(steps, key=lambda step: -step.tenths)  # of equal ones the first comes first
    hardest = by_rating[0] if by_rating else None
    row: Record = {
        "puzzle": puzzle.line,
        "solution": solution.line if solution else None,
        "clues": puzzle.clues,
        "layout": puzzle.layout.text(),
        "group": group,
        "rating": hardest.rating if hardest else 0.0,
        "estimated": any(step.estimated for step in by_rating),
        "label": "",
        "hardest_rule": hardest.rule_name if hardest else "",
        "techniques": list(dict.fromkeys(step.rule_name for step in by_rating)),
    }
    if solution:
        row["label"] = label_of(hardest.tenths if hardest else 0)
    if step_rows is not None:
        row["steps"] = step_rows
    return row


def _wrong(
    position: Position, true: Sequence[int], clauses: tuple[int, ...], stream: RandomStream
) -> int | None:
    """Return a candidate that the solution contains, so that its elimination would be wrong: one
    from the step's clauses if possible; None if all cells are filled."""
    members = position.theory.members
    open_ = [v for v in true if position.is_open(v)]
    near = {v for clause in clauses for v in members[clause]}
    pool = [v for v in open_ if v in near] or open_
    return pool[stream.below(len(pool))] if pool else None


def candidates_before(row: TraceRecord | Mapping[str, Any], number: int) -> list[list[int]]:
    """Return the possible digits of each cell before step `number` (from 0) of a traced row; a
    filled cell has one.

    >>> import satdoku
    >>> satdoku.candidates_before(satdoku.trace("..1..23..4......"), 0)[:2]
    [[3, 4], [3]]
    """
    position = Position.of(parse(row["puzzle"], Layout.named(row["layout"])))
    for step in row["steps"][:number]:
        position.take(step["asserted"], step["denied"])
    return [position.candidates_in(cell) for cell in position.layout.all_cells]
