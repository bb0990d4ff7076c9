"""Check that diagnoses are true, and that sets reported as minimal are."""

from __future__ import annotations

from collections.abc import Collection

from ..board import Puzzle
from ..constraints.constraint import Constraint
from ..layout import Layout
from .judge import judged


def check_diagnoses(puzzle: Puzzle) -> str:
    """Check that conflicts conflict and are minimal, additions leave one solution, and givens
    reported as redundant can be removed."""
    from ..diagnosis.diagnosing import diagnose

    def number(givens: set[int], layout: Layout = puzzle.layout) -> int:
        return len(judged(Puzzle.from_variables(givens, layout)))

    bare = puzzle.layout.without_constraints()

    found, givens = diagnose(puzzle, limit=100, sets=3, time_limit=1.0), set(puzzle.givens)
    if found.outcome != {0: "no solution", 1: "proper"}.get(number(givens), "several solutions"):
        return f"the diagnosis is {found.outcome}"
    for k, conflict in enumerate(found.conflict.sets if found.conflict else ()):
        assert found.conflict
        blamed = _blamed(puzzle, found.conflict.rules[k] if found.conflict.rules else ())
        board = bare.with_constraints(*blamed)
        fewer = [bare.with_constraints(*(c for c in blamed if c != out)) for out in blamed]
        if number(set(conflict), board):
            return "a conflict has a solution"
        if found.conflict.is_minimal and not (
            all(number(set(conflict) - {v}, board) for v in conflict)
            and all(number(set(conflict), less) for less in fewer)
        ):
            return "a conflict is not minimal"
    if found.freedom and number(givens | set(found.freedom.addition.variables)) != 1:
        return "an addition does not make it proper"
    if found.spare and number(givens - set(found.spare.together)) != 1:
        return "givens that can go together cannot"
    for near in (set(near.givens) for near in found.near):
        if number(near) != 1 or any(number(near - {v}) == 1 for v in near):
            return "a minimal puzzle near it is not proper, or not minimal"
    return ""


def _blamed(puzzle: Puzzle, names: Collection[str]) -> list[Constraint]:
    """Return the constraints that a diagnosis names: by text, or by number for long ones."""
    return [
        c
        for number, c in enumerate(puzzle.constraints, 1)
        if str(c.on(puzzle.layout.places)) in names
        or any(name.endswith(f"(rule {number})") for name in names)
    ]
