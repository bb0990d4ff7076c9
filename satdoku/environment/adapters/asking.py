"""What the adapters share: puzzles by number, and the question for a model.

Puzzles of the split "train" and of "test" never meet, whatever their numbers: the class of a
puzzle's solved grid decides which of the two it belongs to (`splits`).
"""

from typing import Any

from ...board import Puzzle
from ...constraints.rules_text import rules_of
from ..game import Sudoku
from ..splits import Split

QUESTION = """Solve this sudoku of {size} rows. Each row, column and region holds each digit once; \
a dot is a blank cell.{rules}

{board}

Think first, then write the whole filled board, row by row, between <answer> and </answer>."""


def numbered(number: int, split: Split = "train", **recipe: Any) -> Puzzle:
    """Return the puzzle of a number; recipe: options of `satdoku.generate`, as level or kind."""
    return Sudoku(split=split, **recipe).reset(seed=number).board


def question(puzzle: Puzzle) -> str:
    """Return the question for a model: rules, and where they are, and the board."""
    layout = puzzle.layout
    board = "\n".join(
        puzzle.line[i : i + layout.size] for i in range(0, len(puzzle.line), layout.size)
    )
    rules = "".join(f"\n{sentence}" for sentence in rules_of(layout))
    _, *places = layout.name.split("+")
    if places:
        rules += f"\nRules and their cells: {'; '.join(places)}."
    return QUESTION.format(size=layout.size, rules=rules, board=board)
