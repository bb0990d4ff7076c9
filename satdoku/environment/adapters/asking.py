"""What the adapters share: puzzles by number, and the question for a model.

Puzzles of the split "train" and of "test" never meet, whatever their numbers: the class of a
puzzle's solved grid decides which of the two it belongs to (`splits`).
"""

from typing import Any

from ...board import Puzzle
from ...constraints.rules_text import rules_with_cells
from ...grouping import groups_of
from ..game import Sudoku
from ..splits import Split

QUESTION = """Solve this sudoku of {size} rows. Each row, column and region holds each digit once; \
a dot is a blank cell.{rules}

{board}

Think first, then write the whole filled board, row by row, between <answer> and </answer>."""


def numbered(number: int, split: Split = "train", **recipe: Any) -> Puzzle:
    """Return the puzzle of a number; recipe: options of `satdoku.generate`, as level or kind."""
    game = Sudoku(split=split, **recipe)
    seen = game.reset(seed=number)
    return seen.board


def question(puzzle: Puzzle) -> str:
    """Return the question for a model: rules, and where they are, and the board."""
    layout = puzzle.layout
    rows = map("".join, groups_of(layout.size, puzzle.line))
    board = "\n".join(rows)
    rules = ""
    for sentence in rules_with_cells(layout, layout.name):
        rules += f"\n{sentence}"
    return QUESTION.format(size=layout.size, rules=rules, board=board)
