"""Questions whose answers are known: five of each puzzle.

- solution: the puzzle's;
- candidates: of a puzzle with givens left out, the digits of a cell in its solutions;
- unique: whether a puzzle has exactly one solution, or several;
- wrong step: which of the steps of a solution is the first that is false, if any is. Its line has
  the form of a right one, but concludes against the solution;
- moved step: which of the steps is the first that does not follow by the technique it names from
  the board as it is then, if any is. It is a right step that comes too early; `verify-steps` says
  so.

What is asked depends on the row alone.

>>> import satdoku
>>> rows = questions_of(dict(satdoku.trace("..1..23..4......")) | {"group": 0})
>>> [row["task"] for row in rows], rows[0]["answer"]
(['solution', 'candidates', 'unique', 'wrong step', 'moved step'], '4312123434212143')
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any

from ...board import Puzzle
from ...constraints.rules_text import rules_with_cells
from ...formats.text.reader import parse
from ...grouping import groups_of
from ...layout import Layout
from ...logic.position import Position
from ...logic.step_text.sentences import conclusion_text
from ...logic.verifying import verify_steps
from ...operations.solving import solutions
from ...operations.true_candidates import true_candidates
from ...random_stream import RandomStream
from ...record_types import Record

TASKS = ("solution", "candidates", "unique", "wrong step", "moved step")
#: Of so many traces one has no false step; of so many boards one has several solutions.
ALL_RIGHT, SEVERAL = 4, 2
#: How many steps follow a false one at most; how many moves of a step are tried.
AFTER, MOVES = 3, 5


def questions_of(row: Mapping[str, Any]) -> list[Record]:
    """Return the questions about a traced row."""
    puzzle = parse(row["puzzle"], Layout.named(row["layout"]))
    solution = parse(row["solution"], puzzle.layout)
    stream = _stream_of(puzzle)
    looser = _with_several_solutions(puzzle, stream)
    asked = {
        "solution": (puzzle, "Solve it: write the filled board on one line.", solution.line),
        "candidates": (looser, *_candidates(looser, stream)),
        "unique": _unique(puzzle, looser, stream),
        "wrong step": (puzzle, *_wrong_step(row, puzzle, solution, stream)),
        "moved step": (puzzle, *_moved_step(row, puzzle, stream)),
    }
    common = {key: row[key] for key in ("group", "layout", "rating")}
    layout = puzzle.layout
    rules = [f"- {rule}" for rule in rules_with_cells(layout, layout.name)]
    found = []
    for task, (board, question, answer) in asked.items():
        told = _told(board, rules, question)
        own = {"task": task, "puzzle": board.line, "question": told, "answer": answer}
        found.append({**own, **common})
    return found


def _stream_of(puzzle: Puzzle) -> RandomStream:
    name = f"{puzzle.layout.name} {puzzle.line}"
    digest = blake2b(name.encode(), digest_size=8)
    number = int.from_bytes(digest.digest())
    return RandomStream(number)


def _told(board: Puzzle, rules: Sequence[str], question: str) -> str:
    rows = map("".join, groups_of(board.layout.size, board.line))
    usual = board.layout.without_constraints()
    lines = [f"A sudoku ({usual.name}), a dot is a blank cell:"]
    lines += rows
    if rules:
        lines.append("Besides:")
        lines += rules
    lines += ["", question]
    return "\n".join(lines)


def _with_several_solutions(puzzle: Puzzle, stream: RandomStream) -> Puzzle:
    """Return the puzzle without some givens, or, if it has none to spare, as it is."""
    cells = list(puzzle.cells)
    givens = [cell for cell, digit in enumerate(cells) if digit]
    stream.shuffle(givens)
    for cell in givens:
        cells[cell] = 0
        looser = Puzzle(tuple(cells), puzzle.layout)
        found = list(solutions(looser, limit=2))
        if len(found) > 1:
            return looser
    return puzzle


def _candidates(board: Puzzle, stream: RandomStream) -> tuple[str, str]:
    """Return the question for the digits of a cell, and its answer."""
    found = true_candidates(board)
    open_ = [cell for cell, counts in enumerate(found.counts) if sum(counts) > 1]
    cells = open_ or list(board.layout.all_cells)
    which = stream.below(len(cells))
    cell = cells[which]
    place = board.layout.cell_name(cell)
    symbols = board.layout.symbols
    pairs = zip(symbols, found.counts[cell], strict=True)
    answer = " ".join(symbol for symbol, count in pairs if count)
    return f"Which digits does {place} have in the solutions of this board?", answer


def _unique(puzzle: Puzzle, looser: Puzzle, stream: RandomStream) -> tuple[Puzzle, str, str]:
    question = "Does it have exactly one solution? Answer yes or no."
    has_one = stream.below(SEVERAL) > 0 or looser == puzzle
    return (puzzle, question, "yes") if has_one else (looser, question, "no")


def _wrong_step(
    row: Mapping[str, Any], puzzle: Puzzle, solution: Puzzle, stream: RandomStream
) -> tuple[str, str]:
    """Return the question which step is false, and the number of the first that is, or "none"."""
    steps = row["steps"]
    position = Position.of(puzzle)
    wanted = stream.below(len(steps)) if steps else 0
    has_wrong = stream.below(ALL_RIGHT) > 0
    last = wanted + 1 + stream.below(AFTER + 1)
    answer = "none"
    lines = []
    for number, step in enumerate(steps[:last]):
        asserted = step["asserted"]
        denied = step["denied"]
        if has_wrong and number == wanted:
            false = _false(position, solution, step)
            if false:
                asserted, denied = false
                answer = str(number + 1)
        lines.append(_line(position, step["name"], asserted, denied))
        position.take(step["asserted"], step["denied"])
    question = 'Which of these steps is the first that is false? Answer with its number, or "none".'
    return _numbered(question, lines), answer


def _line(position: Position, name: str, asserted: Sequence[int], denied: Sequence[int]) -> str:
    """Return a step as `verify-steps` reads it."""
    return f"{name}: {conclusion_text(position.theory, asserted, denied)}"


def _numbered(question: str, lines: Sequence[str]) -> str:
    numbered = [f"{number}. {line}" for number, line in enumerate(lines, 1)]
    return "\n".join([question, "", *numbered])


def _moved_step(row: Mapping[str, Any], puzzle: Puzzle, stream: RandomStream) -> tuple[str, str]:
    """Return the question which step comes too early, and its number, or "none"."""
    steps = row["steps"]
    start = Position.of(puzzle)
    lines = []
    for step in steps:
        line = _line(start, step["name"], step["asserted"], step["denied"])
        lines.append(line)
    last = stream.below(len(steps)) if steps else 0
    tries = MOVES if stream.below(ALL_RIGHT) and steps else 0
    answer = "none"
    for _ in range(tries):
        source = stream.below(len(steps))
        target = stream.below(source + 1)
        before = steps[:target]
        line = lines[source]
        if _is_early(start, before, line):
            lines.remove(line)
            lines.insert(target, line)
            answer = str(target + 1)
            last = target
            break
    last += 1 + stream.below(AFTER + 1)
    question = (
        "Each of these steps should follow by the technique that it names, from the board and the "
        'steps before it. Which is the first that does not? Answer with its number, or "none".'
    )
    return _numbered(question, lines[:last]), answer


def _is_early(start: Position, before: Sequence[Mapping[str, Any]], line: str) -> bool:
    """Whether a step does not follow after some others, as far as it can be judged."""
    position = start.copy()
    for step in before:
        position.take(step["asserted"], step["denied"])
    found = verify_steps(line, position)
    return found.wrong == 1 and not found.unjudged


def _false(
    position: Position, solution: Puzzle, step: Mapping[str, Any]
) -> tuple[list[int], list[int]] | None:
    """Return (asserted, denied) of a step like this one that contradicts the solution; None if
    there is none: another digit in its cell, or without the digit of a cell that it is about."""
    layout = position.layout
    for variable in step["asserted"]:
        cell, digit = layout.cell_and_digit(variable)
        others = [d for d in position.candidates_in(cell) if d != digit]
        if others:
            wrong = layout.variable_of(cell, others[0])
            return [wrong], []
    for variable in step["denied"]:
        cell, _ = layout.cell_and_digit(variable)
        true = layout.variable_of(cell, solution.cells[cell])
        return [], [true]
    return None
