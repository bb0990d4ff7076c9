"""Checks of a puzzle that take too long for users: canonical forms, certificates, steps, diagnoses.

Like those of `satdoku.selfchecking`, a check returns a description of the problem, or "". For
components that validate input (certificates, steps), it also forges input; an accepted forgery is a
failure.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection
from dataclasses import replace
from typing import Any

import numpy as np

from satdoku.backends.registry import open_backend
from satdoku.board import Puzzle
from satdoku.constraints.constraint import Constraint
from satdoku.errors import Inconsistency, LayoutError, PuzzleError
from satdoku.geometry import House
from satdoku.layout import Layout
from satdoku.selfchecking.checks import CHECKS, LIMIT, SECONDS, Check, judged
from satdoku.theory import Theory


def check_forms(puzzle: Puzzle) -> str:
    """Check that the canonical form has as many solutions and is its own canonical form."""
    from satdoku.batch.canonical_forms import canonical, contradicts_itself

    if contradicts_itself(np.array([puzzle.cells], np.uint8), puzzle.layout).any():
        return ""
    try:
        form = canonical(puzzle).puzzle
    except (LayoutError, PuzzleError):  # too many symmetries, or an `or` (symmetries unknown)
        return "" if puzzle.constraints else "there is no canonical form"
    if canonical(form).puzzle != form:
        return f"the form {form.line} has a different form"
    if len(judged(form)) != len(judged(puzzle)):
        return f"the form {form.line} has a different number of solutions"
    return ""


def check_certificates(puzzle: Puzzle) -> str:
    """Check that proper puzzles are certified and verified, others are not, and forgeries fail."""
    from satdoku.certificates.certifying import Unfounded, certify
    from satdoku.certificates.verifying import verify

    expected = judged(puzzle)
    try:
        certificate = certify(puzzle, time_limit=SECONDS)
    except Unfounded as error:
        return f"not certified: {error}" if len(expected) == 1 else _hidden_house(puzzle, expected)
    if len(expected) != 1:
        return "certified, but not proper"
    found = verify(certificate, layout=puzzle.layout)
    if found.outcome != "right" or found.puzzle is None or found.puzzle.line != puzzle.line:
        return f"its certificate is {found.text()}"
    said = json.loads(certificate.line)
    given = next((k for k, s in enumerate(said["puzzle"]) if s != "."), None)
    lies: dict[str, dict[str, Any]] = {
        "a list for text": {"symbols": list(said["symbols"])},
        "a key more": {"author": "me"},
        "a house of no cells": {"houses": [*said["houses"], []]},
    }
    loose = [[True if cell == 1 else cell for cell in cells] for cells in said["houses"]]
    if any(cell is True for cells in loose for cell in cells):
        lies["true for 1"] = {"houses": loose}
    if given is not None:
        other = said["puzzle"][:given] + "." + said["puzzle"][given + 1 :]
        lies["another puzzle"] = {"puzzle": other}
    for name, lie in lies.items():
        if verify(signed(said | lie), layout=puzzle.layout).outcome != "wrong":
            return f"a forged certificate with {name} is accepted"
    return ""


def signed(said: dict[str, Any]) -> str:
    """Return a certificate with this content, right or wrong, and a correct digest."""
    said = {key: value for key, value in said.items() if key != "digest"}
    return json.dumps(said | {"digest": hashlib.sha256(json.dumps(said).encode()).hexdigest()})


def _hidden_house(puzzle: Puzzle, expected: set[tuple[int, ...]]) -> str:
    """Check, for a puzzle with two solutions, that a certificate with an added two-cell house,
    which leaves one solution, is not accepted for the board without that house."""
    from satdoku.certificates.certifying import certify
    from satdoku.certificates.verifying import verify

    if len(expected) != 2 or puzzle.constraints:
        return ""
    first, second = (Puzzle.from_variables(true, puzzle.layout).cells for true in sorted(expected))
    cells = range(puzzle.layout.cell_count)
    pairs = ((a, b) for a in cells for b in cells if a < b and second[a] == second[b])
    pair = next(((a, b) for a, b in pairs if first[a] != first[b]), None)
    if pair is None:
        return ""
    houses = (*puzzle.layout.extra_houses, House("house", 1, pair))
    own = replace(puzzle.layout, extra_houses=houses)
    forged = certify(Puzzle(puzzle.cells, own), ["proper"], time_limit=SECONDS)
    if "right" in (verify(forged, layout=puzzle.layout).outcome, verify(forged).outcome):
        return "a house hidden in its board makes it proper, and verify accepts it"
    return ""


#: Steps on a board with rules are checked against all its solutions if there are fewer than this.
MANY = 6


def check_logic(puzzle: Puzzle) -> str:
    """Check that steps verify and end in the solution, and that compiled code rates them the
    same."""
    from satdoku.logic.difficulty.rating import rate, rate_boards
    from satdoku.logic.explain import explain
    from satdoku.logic.verifying import verify_steps

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
    from satdoku.logic.explain import explain

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


def check_diagnoses(puzzle: Puzzle) -> str:
    """Check that conflicts conflict and are minimal, additions leave one solution, and givens
    reported as redundant can be removed."""
    from satdoku.diagnosis.diagnosing import diagnose

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


ALL: dict[str, Check] = CHECKS | {
    "logic": check_logic,
    "rules": check_rules,
    "certificates": check_certificates,
    "forms": check_forms,
    "diagnoses": check_diagnoses,
}
