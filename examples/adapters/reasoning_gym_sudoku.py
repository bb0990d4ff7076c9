"""An adapter: puzzles by level and kind as a dataset of reasoning-gym (`pip install
reasoning-gym`), whose reward is that of `satdoku.score_answer`: 1 for the solution, else 0.

    reasoning_gym.create_dataset("satdoku", level="hard", seed=1, size=100)

Unlike in reasoning-gym's own sudoku, no two seeds give the same puzzles, and the puzzles of
`split="test"` share no solved grid with those of "train". Tested with reasoning-gym 0.1.25.
"""

from dataclasses import dataclass
from typing import Any

import reasoning_gym
from asking import numbered, question
from reasoning_gym.coaching import BaseCurriculum, ScalarAttributeDefinition
from reasoning_gym.factory import ProceduralDataset, register_dataset

import satdoku

LEVELS = ["beginner", "easy", "medium", "tricky", "hard", "expert", "master", "fiendish"]


@dataclass
class SatdokuConfig:
    """level, kind: as for `satdoku.generate`; kind takes the place of the level."""

    level: str = "easy"
    kind: str = ""
    split: str = "train"
    seed: int | None = None
    size: int = 500

    def validate(self) -> None:
        """Raise an error for a level that there is not."""
        assert self.level in LEVELS, f"level must be one of {LEVELS}"


class SatdokuDataset(ProceduralDataset):
    """A puzzle for each index, which depends on the seed, the index and the options alone."""

    def __init__(self, config: SatdokuConfig) -> None:
        super().__init__(config=config, seed=config.seed, size=config.size)

    def __getitem__(self, idx: int) -> dict[str, Any]:
        """Return question, answer and metadata."""
        config = self.config
        recipe = {"kind": config.kind} if config.kind else {"level": config.level}
        puzzle = numbered((self.seed % 2**32 << 32) + idx, config.split, **recipe)
        return {
            "question": question(puzzle),
            "answer": satdoku.solution(puzzle).line,
            "metadata": {
                "source_dataset": "satdoku",
                "source_index": idx,
                "puzzle": puzzle.line,
                "layout": puzzle.layout.name,
                "num_empty": puzzle.line.count("."),
                "difficulty": {"level": config.level},
            },
        }

    def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
        """Return 1 for the solution in any readable shape, else 0."""
        return satdoku.score_answer(answer, entry["metadata"]).score


class SatdokuCurriculum(BaseCurriculum):
    """From beginner to fiendish."""

    def __init__(self) -> None:
        super().__init__(SatdokuCurriculum.__name__, SatdokuConfig)
        level = ScalarAttributeDefinition(name="level", levels=LEVELS, field_name="level")
        self._define_attributes(level)


register_dataset("satdoku", SatdokuDataset, SatdokuConfig, SatdokuCurriculum)


def main() -> None:
    """Ask for two puzzles, and score a right answer and none."""
    data = reasoning_gym.create_dataset("satdoku", level="medium", seed=1, size=2)
    print(data[0]["question"])
    right = f"<answer>{data[1]['answer']}</answer>"
    print(data.score_answer(right, data[1]), data.score_answer(None, data[1]))


if __name__ == "__main__":
    main()
