"""Rewards, rows and an environment for TRL's `GRPOTrainer` (`pip install satdoku[trl]`).

    GRPOTrainer(model, reward_funcs=right, train_dataset=dataset(1000, level="easy"))
    GRPOTrainer(model, environment_factory=SudokuTools, train_dataset=numbers(1000))

TRL needs PyTorch, so the tests do not run its trainer. They call everything here with the
arguments that the trainer of TRL 1.16.0 passes, and build the rows with `datasets` where it is
installed.
"""

from typing import Any

from ...datasets.scoring import score_answers
from ..game import Sudoku
from .asking import Episode, rows

Messages = list[dict[str, str]]
Completions = list[str] | list[Messages]


def dataset(count: int, **options: Any) -> Any:
    """Return the rows as a `datasets.Dataset`."""
    from datasets import Dataset

    return Dataset.from_list(rows(count, **options))


def right(completions: Completions, puzzle: list[str], layout: list[str], **_: Any) -> list[float]:
    """A reward function: 1 for the solution, else 0. The trainer passes the columns of the rows."""
    return _scores(completions, puzzle, layout, parts=False)


def parts(completions: Completions, puzzle: list[str], layout: list[str], **_: Any) -> list[float]:
    """Another: an unfinished answer without a wrong cell earns what it shows beyond guessing."""
    return _scores(completions, puzzle, layout, parts=True)


class SudokuTools:
    """An environment for `environment_factory`: moves are tools, and each earns what it adds to the
    board's worth.

    The reward of an episode is the sum of its moves' rewards by the number of blanks: 1 where the
    board was filled without a hint or a false move.
    """

    def __init__(self) -> None:
        game = Sudoku(budget=200, level="easy")
        self._episode = Episode(game)

    def reset(self, number: int = 0, **_: Any) -> str:
        """Begin the episode of a row; its text goes to the end of the prompt."""
        begun = self._episode.begin(seed=number)
        return "\n\n" + begun.text

    def place(self, row: int, column: int, digit: int) -> str:
        """Place a digit that follows.

        Args:
            row: The row, from 1.
            column: The column, from 1.
            digit: The digit.

        Returns:
            Whether it follows, is a guess or false, and the board.
        """
        return self._episode.act(f"place r{row}c{column} {digit}")

    def hint(self) -> str:
        """Get the next step, at a price.

        Returns:
            The step, and the board.
        """
        return self._episode.act("hint")

    def get_reward(self) -> float:
        """Return the reward of the episode."""
        return self._episode.share


def numbers(count: int) -> Any:
    """Return rows for `SudokuTools`, as a `datasets.Dataset`."""
    from datasets import Dataset

    ask = "Solve this sudoku by logic: place one digit at a time, and only where it must be so."
    prompt = [{"role": "user", "content": ask}]
    found = []
    for number in range(count):
        found.append({"prompt": prompt, "number": number})
    return Dataset.from_list(found)


def _scores(
    completions: Completions, puzzles: list[str], layouts: list[str], parts: bool
) -> list[float]:
    entries = []
    for puzzle, layout in zip(puzzles, layouts, strict=True):
        entries.append({"puzzle": puzzle, "layout": layout})
    texts = []
    for said in completions:
        text = said if isinstance(said, str) else said[-1]["content"]
        texts.append(text)
    found = score_answers(texts, entries, parts=parts)
    return [one.score for one in found]
