"""Rows in the formats of other projects: reasoning-gym records, Sudoku-Bench records, and
trajectories (the boards on the way to the solution).

Source: the columns of reasoning-gym's sudoku and of the set sudoku-extreme with traces.

>>> row = {"puzzle": "1..4............", "solution": "1234341221434321", "layout": "4x4"}
>>> row |= {"clues": 2, "rating": 1.2, "estimated": False, "label": "beginner"}
>>> record = gym_record(row, 0)
>>> print(record["question"])
Fill in this 4x4 sudoku, so that every row, column and box holds each digit once. `_` is blank.
<BLANKLINE>
1 _ _ 4
_ _ _ _
_ _ _ _
_ _ _ _
<BLANKLINE>
Answer with the filled grid in the same form, between <answer> and </answer>.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ...board import Puzzle
from ...formats.programs.sudoku_bench import bench_record
from ...formats.text.reader import parse
from ...layout import Layout
from ...record_types import Record
from ...theory import Theory

#: A row of a data set, by column.
TracedRow = Mapping[str, Any]
GIVENS = "the givens, one character per cell, '.' for blank"
#: The columns of a row.
ROW = {
    "puzzle": GIVENS,
    "solution": "the only solution",
    "clues": "how many givens",
    "layout": "the board, by its name",
    "group": "a number shared by isomorphs of one puzzle and no other rows",
    "rating": "of the hardest step that a person needs, simplest first",
    "estimated": "whether the rating only estimates that by Sudoku Explainer",
    "label": "the level of that rating",
    "hardest_rule": "the name of that step's rule",
    "techniques": "the names of all steps' rules, the hardest first (in CSV separated by '; ')",
    "steps": "the way to the solution: rule, name, rating, estimated, asserted, denied (variables: "
    "n·n·(row − 1) + n·(column − 1) + digit on a board of n × n), clauses (numbers from 0 of the "
    "clauses that it follows from), text; with negatives `wrong`, a candidate that the solution "
    "holds: its elimination would be false; with languages the text in each, as `text_de`",
    "picture": "the board as a picture",
}
#: The columns of each other format, as described in the card.
COLUMNS = {
    "gym": {
        "question": "the puzzle and the question, in words",
        "answer": "the filled grid, digits apart by spaces",
        "metadata": "puzzle and solution as rows of digits (0 for blank), num_empty (blank cells), "
        "source_index (the same for isomorphs), difficulty (rating and label of the hardest step, "
        "and whether the rating is an estimate)",
    },
    "bench": {
        "puzzle_id": "the same for isomorphs", "title": "empty", "author": "empty",
        "rules": "in words", "initial_board": GIVENS, "rows": "of the board",
        "cols": "of the board", "visual_elements": "a list in JSON: none",
        "solution": "the only solution", "prompt": "the question for a model",
    },
    "ctc": {
        "puzzle_id": "the same for isomorphs", "initial_board": GIVENS,
        "solution": "the only solution",
        "start": "the givens and all candidates, as tokens of Sudoku-CTC-Reasoning",
        "trace": "the steps, one per line: the sentence, then actions: <vl> a digit placed, "
        "<cd><-> a candidate removed",
    },
    "questions": {
        "task": "solution, candidates (of a cell, in all solutions), unique (or several "
        "solutions), or wrong step (which of some is the first that is false)",
        "puzzle": GIVENS, "question": "the board, its rules and the question, in words",
        "answer": "as the question asks for it", "group": "shared by questions of one puzzle",
        "layout": "the board, by its name", "rating": "of the puzzle's hardest step",
    },
    "trajectories": {
        "source": "who made it", "question": GIVENS, "answer": "the only solution",
        "rating": "of the hardest step that a person needs, simplest first",
        "estimated": "whether the rating only estimates that by Sudoku Explainer",
        "trajectory": "boards: the question, then one after each digit placed, to the answer",
        "num_steps": "digits placed", "strategies": "for each of them, its technique",
    },
}  # fmt: skip


def gym_record(row: TracedRow, number: int) -> Record:
    """Return question, answer and metadata; digits are separated by spaces, "_" is blank."""
    layout = Layout.named(row["layout"])
    puzzle = parse(row["puzzle"], layout)
    solution = parse(row["solution"], layout)
    question = (
        f"Fill in this {layout.name} sudoku, so that every row, column and box holds each digit "
        f"once. `_` is blank.\n\n{_spaced(puzzle)}\n\nAnswer with the filled grid in the same form,"
        " between <answer> and </answer>."
    )
    return {
        "question": question,
        "answer": _spaced(solution),
        "metadata": {
            "source_dataset": "sudoku",
            "source_index": number,
            "puzzle": _rows(puzzle),
            "solution": _rows(solution),
            "num_empty": layout.cell_count - row["clues"],
            "difficulty": {key: row[key] for key in ("rating", "estimated", "label")},
        },
    }


def trajectory_record(row: TracedRow, number: int) -> Record:
    """Return source, question, answer, rating, estimated; trajectory: the boards from the question
    to the answer, one per digit placed; strategies: the rule that placed each; num_steps: their
    number."""
    layout = Layout.named(row["layout"])
    theory = Theory.of(layout)
    cells = list(row["puzzle"])
    boards = [row["puzzle"]]
    strategies = []
    for step in row["steps"]:
        for variable in step["asserted"]:
            cell, digit = theory.cell_and_digit(variable)
            cells[cell] = layout.symbol(digit)
            boards.append("".join(cells))
            strategies.append(step["rule"])
    return {
        "source": "satdoku",
        "question": row["puzzle"],
        "answer": row["solution"],
        "rating": row["rating"],
        "estimated": row["estimated"],
        "trajectory": boards,
        "num_steps": len(strategies),
        "strategies": strategies,
    }


def bench_row(row: TracedRow, number: int) -> Record:
    """Return a Sudoku-Bench record with its solution and a prompt."""
    layout = Layout.named(row["layout"])
    puzzle = parse(row["puzzle"], layout)
    record: Record = json.loads(bench_record(puzzle))
    n = layout.size
    prompt = (
        f"Rules: {record['rules']}\nThe board has {n} rows and {n} columns; the cell in row R and "
        f"column C is called rRcC.\n\n{_spaced(puzzle)}\n\nWrite the digit of one cell that "
        "follows, as <ANSWER>r1c1: 5</ANSWER>, or the whole board, row by row, between such tags."
    )
    return {
        "puzzle_id": f"satdoku-{number}",
        **record,
        "solution": row["solution"],
        "prompt": prompt,
    }


def _rows(puzzle: Puzzle) -> list[list[int]]:
    n = puzzle.layout.size
    cells = list(puzzle.cells)
    return [cells[start : start + n] for start in range(0, n * n, n)]


def _spaced(puzzle: Puzzle) -> str:
    symbols = "_" + puzzle.layout.symbols
    lines = []
    for row in _rows(puzzle):
        lines.append(" ".join(symbols[digit] for digit in row))
    return "\n".join(lines)
