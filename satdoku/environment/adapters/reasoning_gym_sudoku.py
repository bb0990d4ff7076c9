"""Puzzles by level and kind as a dataset of reasoning-gym (`pip install satdoku[reasoning-gym]`),
whose reward is that of `score_answer`: 1 for the solution, else 0.

    reasoning_gym.create_dataset("satdoku", level="hard", seed=1, size=100)

Unlike in reasoning-gym's own sudoku, no two seeds give the same puzzles, and the puzzles of
`split="test"` share no solved grid with those of "train". Tested with reasoning-gym 0.1.25.
"""

from dataclasses import dataclass
from typing import Any

from reasoning_gym.coaching import BaseCurriculum, ScalarAttributeDefinition
from reasoning_gym.factory import ProceduralDataset, register_dataset

from ...datasets.scoring import score_answer
from ...logic.catalog.rules import LABELS
from ...operations.solving import solution
from ..splits import Split
from .asking import numbered, question

#: All levels but the last, of which next to no random puzzle is.
LEVELS = [name for name, _ in LABELS[:-1]]


@dataclass
class SatdokuConfig:
    """level, kind: as for `satdoku.generate`; kind takes the place of the level."""

    level: str = "easy"
    kind: str = ""
    split: Split = "train"
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
        first = self.seed % 2**32 << 32
        puzzle = numbered(first + idx, config.split, **recipe)
        line = puzzle.line
        answer = solution(puzzle)
        metadata = {
            "source_dataset": "satdoku",
            "source_index": idx,
            "puzzle": line,
            "layout": puzzle.layout.name,
            "num_empty": line.count("."),
            "difficulty": {"level": config.level},
        }
        return {"question": question(puzzle), "answer": answer.line, "metadata": metadata}

    def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
        """Return 1 for the solution in any readable shape, else 0."""
        found = score_answer(answer, entry["metadata"])
        return found.score


class SatdokuCurriculum(BaseCurriculum):
    """From beginner to fiendish."""

    def __init__(self) -> None:
        super().__init__(SatdokuCurriculum.__name__, SatdokuConfig)
        level = ScalarAttributeDefinition(name="level", levels=LEVELS, field_name="level")
        self._define_attributes(level)


register_dataset("satdoku", SatdokuDataset, SatdokuConfig, SatdokuCurriculum)
