"""Check that the steps of logic are right, on plain boards and with variant rules."""

from __future__ import annotations

import json

import numpy as np

from ..backends.registry import open_backend
from ..board import Puzzle
from ..errors import Inconsistency
from ..theory import Theory
from .judge import LIMIT, SECONDS, judged

#: Steps on a board with rules are checked against all its solutions if there are fewer than this.
MANY = 6


def check_logic(puzzle: Puzzle) -> str:
    """Check that steps verify and end in the solution, and that compiled code rates them the
    same."""
    from ..logic.difficulty.rating import rate, rate_boards
    from ..logic.explain import explain
    from ..logic.verifying import verify_steps

    expected = judged(puzzle)
    if len(expected) != 1:
        return ""
    found = explain(puzzle)
    if found.outcome != "solved" or {found.end.board.givens} != expected:
        return f"the steps end {found.outcome}, not in the solution"
    if [rate(puzzle)] != rate_boards(np.array([puzzle.cells], np.uint8), puzzle.layout):
        return "the rating by compiled code differs"
    record = found.record()
    if verify_steps(json.dumps(record)).wrong:
        return "its own steps are judged wrong"
    if record["steps"]:
        theory, [solution] = Theory.of(puzzle.layout), expected
        open_ = set(solution) - set(puzzle.givens)
        whole = [list(theory.coordinates(v)) for v in sorted(open_)]
        if len(whole) > 1:
            forged = record | {"steps": [record["steps"][0] | {"asserted": whole, "denied": []}]}
            if not verify_steps(json.dumps(forged)).wrong:
                return "the whole solution is accepted as one step"
    return ""


def check_rules(puzzle: Puzzle) -> str:
    """Check that CP-SAT's own model of the rules has the same solutions and no step removes one."""
    from ..logic.explain import explain

    if not puzzle.constraints:
        return ""
    backend = open_backend("cpsat-integers", Theory.of(puzzle.layout))
    found = backend.completions(puzzle.givens, limit=MANY, time_limit=SECONDS)
    solutions = list(map(set, map(backend.theory.on_board, found)))
    expected = len(judged(puzzle))
    if min(len(solutions), LIMIT) != expected:
        return f"CP-SAT finds {len(solutions)} solutions with its own constraints, dlx {expected}"
    if len(solutions) == MANY:
        return ""
    try:
        explanation = explain(puzzle)
    except Inconsistency:
        return "givens that have solutions are judged contradictory" if solutions else ""
    for number, step in enumerate(explanation.steps, 1):
        for solution in solutions:
            if not set(step.asserted) <= solution or set(step.denied) & solution:
                return f"step {number}, {step.name}, removes a solution"
    if explanation.outcome not in {0: ("contradiction", "stuck"), 1: ("solved",)}.get(
        len(solutions), ("stuck",)
    ):
        return f"{len(solutions)} solutions, and the steps end {explanation.outcome}"
    return ""
