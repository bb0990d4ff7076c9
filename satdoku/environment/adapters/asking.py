"""What the adapters share: puzzles by number, the question for a model, rows with it, and episodes
that are played by lines of text.

Puzzles of the split "train" and of "test" never meet, whatever their numbers: the class of a
puzzle's solved grid decides which of the two it belongs to (`splits`).
"""

from typing import Any

from ...board import Puzzle
from ...constraints.rules_text import rules_with_cells
from ...errors import PuzzleError
from ...grouping import groups_of
from ..game import Sudoku
from ..observing import Observation
from ..splits import Split

QUESTION = """Solve this sudoku of {size} rows. Each row, column and region holds each digit once; \
a dot is a blank cell.{rules}

{board}

{task}"""
#: What a model is asked to do, if it has no tools.
ANSWER = (
    "Think first, then write the whole filled board, row by row, between <answer> and </answer>."
)


def numbered(number: int, split: Split = "train", **recipe: Any) -> Puzzle:
    """Return the puzzle of a number; recipe: options of `satdoku.generate`, as level or kind."""
    game = Sudoku(split=split, **recipe)
    seen = game.reset(seed=number)
    return seen.board


def question(puzzle: Puzzle, task: str = ANSWER) -> str:
    """Return the question for a model: rules, and where they are, the board, and what to do."""
    layout = puzzle.layout
    rows = map("".join, groups_of(layout.size, puzzle.line))
    board = "\n".join(rows)
    rules = ""
    for sentence in rules_with_cells(layout, layout.name):
        rules += f"\n{sentence}"
    return QUESTION.format(size=layout.size, rules=rules, board=board, task=task)


def rows(
    count: int, seed: int = 0, split: Split = "train", task: str = ANSWER, **recipe: Any
) -> list[dict[str, Any]]:
    """Return rows with a conversational prompt, and the puzzle for the reward."""
    found = []
    first = seed << 32
    for number in range(first, first + count):
        puzzle = numbered(number, split, **recipe)
        asked = {"role": "user", "content": question(puzzle, task)}
        layout = puzzle.layout.name
        row = {"prompt": [asked], "puzzle": puzzle.line, "layout": layout}
        found.append(row)
    return found


class Episode:
    """An episode that is played by lines of text.

    share: the sum of the rewards so far by the number of blanks: 1 where the board was filled
    without a hint or a false move.
    """

    def __init__(self, game: Sudoku) -> None:
        self._game = game
        self._earned = 0.0
        self._blanks = 1

    def begin(self, **start: Any) -> Observation:
        """Begin the episode of a seed or a puzzle, as `Sudoku.reset`."""
        begun = self._game.reset(**start)
        board = begun.board
        blanks = board.layout.cell_count - board.clues
        self._earned = 0.0
        self._blanks = max(blanks, 1)
        return begun

    def act(self, action: str) -> str:
        """Take an action; return its verdict and the board."""
        try:
            outcome = self._game.act(action)
        except PuzzleError as error:  # the episode is over
            return str(error)
        self._earned += outcome.reward
        return f"{outcome.text}\n{outcome.observation.text}"

    @property
    def share(self) -> float:
        """The return so far, as a share of what a solver earns."""
        return self._earned / self._blanks
