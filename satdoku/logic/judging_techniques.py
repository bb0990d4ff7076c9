"""Judges a technique of the user's own: each conclusion against the solution and against its proof.

At each position of the solution paths of puzzles of several sizes, all that the finder yields is
compared with the puzzle's solution, which another engine has found, and with the clauses that it
names: these alone must entail it. If the technique has a judge of its own, it must agree too.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ..board import Puzzle
from ..errors import PuzzleError
from ..inference.entailment import StepError
from ..operations.solving import solve
from ..plugins import Judging, PluginVerdict
from .catalog.row import OwnTechnique
from .catalog.rules import row_named
from .explain import StepWalk
from .generating import generate
from .position import Position
from .search.listing import must_be_proper, step_found
from .step_text.sentences import literal_text
from .steps import LogicStep
from .view import View

#: The puzzles: board, how many, kinds of rules.
SAMPLE = (("4x4", 2, ""), ("6x6", 3, ""), ("9x9", 6, ""), ("6x6", 1, "killer"))
#: The maximum number of positions of one puzzle.
POSITIONS = 80


def judge_technique(name: str) -> PluginVerdict:
    """Return the verdict on a technique: FILE.py:NAME, or the name of an installed one.

    Raises `PluginError` for what is not a technique of the user's, and for one that fails.

    >>> judge_technique("killer")
    Traceback (most recent call last):
    satdoku.extensions.PluginError: 'killer' is not a technique of your own: write FILE.py:NAME
    """
    judging = Judging("technique", name)
    return judging.verdict(_faults(judging.thing))


def _faults(technique: OwnTechnique) -> Iterator[str]:
    """Yield the fault of each conclusion, "" for none."""
    found = 0
    looked_at = 0
    for puzzle in _puzzles():
        start = Position.of(puzzle)
        try:
            must_be_proper(start, [row_named(technique.name)])
        except PuzzleError:  # it assumes one solution, and not on such boards
            continue
        solution = {*solve(puzzle).givens}
        walk = StepWalk(start, verify=False)
        for position in islice(_positions(walk), POSITIONS):
            looked_at += 1
            for fault in _faults_at(technique, position, solution):
                found += 1
                yield fault
    if not found:
        yield f"it found nothing at {looked_at} positions, so there was nothing to judge"


def _puzzles() -> Iterator[Puzzle]:
    for board, number, kind in SAMPLE:
        yield from generate(number, seed=1, layout=board, keep="proper", kind=kind)


def _positions(walk: StepWalk) -> Iterator[Position]:
    """Yield the positions of a solution path."""
    yield walk.position
    for step in walk:
        walk.position.take(step.asserted, step.denied)
        yield walk.position


def _faults_at(technique: OwnTechnique, position: Position, solution: set[int]) -> Iterator[str]:
    for finding in technique.find(View(position.copy())):
        step = step_found(row_named(technique.name), finding)
        yield _fault(technique, position, step, solution)


def _fault(technique: OwnTechnique, position: Position, step: LogicStep, solution: set[int]) -> str:
    theory = position.theory
    where = f"at {position.board.line}"
    for literal in (*step.asserted, *(-v for v in step.denied)):
        conclusion = literal_text(theory, literal)
        if (abs(literal) in solution) != (literal > 0):
            return f"{where}, {conclusion} contradicts the solution"
        if technique.judge and not technique.judge(position, literal, ()):
            return f"{where}, its own judge does not confirm {conclusion}"
    try:
        step.verify(position)
    except StepError as error:
        return f"{where}: {error}"
    return ""
