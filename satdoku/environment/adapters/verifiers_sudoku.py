"""Puzzles as a taskset of verifiers (`pip install satdoku[verifiers]`, its interface
`verifiers.v1`), one answer for each puzzle: 1 for the solution, else 0.

Beside the reward each verdict is a metric ("wrong cells", "not read", …), so a run tells why
answers fail. Its evaluator takes modules that are in no package, such as that in
`examples/verifiers`. Tested with verifiers 0.4.0, whose `vf-eval` ran it against a server that
answers some puzzles.
"""

from collections.abc import Iterator
from typing import get_args

import verifiers.v1 as vf

from ...datasets.scoring import AnswerVerdict, Score, score_answer
from ..splits import Split
from .asking import numbered, question

__all__ = ["SudokuTaskset"]


class SudokuData(vf.TaskData):
    """A puzzle: its givens, and its layout with the rules."""

    puzzle: str
    layout: str


class SudokuTask(vf.Task[SudokuData]):
    """Scores the last reply."""

    def _scored(self, trace: vf.Trace) -> Score:
        record = {"puzzle": self.data.puzzle, "layout": self.data.layout}
        return score_answer(trace.last_reply, record)

    @vf.reward
    async def right(self, trace: vf.Trace) -> float:
        """Return 1 for the solution, else 0."""
        return self._scored(trace).score

    @vf.metric
    async def verdicts(self, trace: vf.Trace) -> dict[str, float]:
        """Return 1 for the verdict on the answer, and 0 for each other."""
        found = self._scored(trace).verdict
        return {verdict: float(verdict == found) for verdict in get_args(AnswerVerdict)}


class SudokuConfig(vf.TasksetConfig):
    """level, kind: as for `satdoku.generate`; kind takes the place of the level. seed: tasksets of
    different seeds have different puzzles."""

    level: str = "easy"
    kind: str = ""
    split: Split = "train"
    seed: int = 0


class SudokuTaskset(vf.Taskset[SudokuTask, SudokuConfig]):
    """Puzzles without end: `take(100)` bounds them."""

    INFINITE = True

    def load(self) -> Iterator[SudokuTask]:
        """Yield tasks; task i depends on i and the options alone."""
        config, number = self.config, self.config.seed << 32
        recipe = {"kind": config.kind} if config.kind else {"level": config.level}
        while True:
            puzzle = numbered(number, config.split, **recipe)
            data = SudokuData(
                prompt=question(puzzle), puzzle=puzzle.line, layout=puzzle.layout.name
            )
            yield SudokuTask(data, config.task)
            number += 1
