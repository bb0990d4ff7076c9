"""A diagnosis as a record for JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ..logic.telling.sentences import conclusion_text
from ..logic.telling.step_records import record_of as step_record
from ..theory import Theory
from .text import solutions_text

if TYPE_CHECKING:
    from .diagnosing import Diagnosis


def record_of(found: Diagnosis) -> dict[str, Any]:
    """Return the diagnosis for JSON: variables as 'r4c7=5', cells as 'r4c7', grids as lines."""
    puzzle, layout, theory = found.puzzle, found.puzzle.layout, Theory.of(found.puzzle.layout)

    def names(variables: Iterable[int]) -> list[str]:
        return [conclusion_text(theory, [v], ()) for v in variables]

    def cells(numbers: Iterable[int]) -> list[str]:
        return [layout.cell_name(cell) for cell in numbers]

    record: dict[str, Any] = {"puzzle": puzzle.line} | layout.record() | {"outcome": found.outcome}
    if conflict := found.conflict:
        record |= {
            "conflicts": [names(givens) for givens in conflict.sets],
            "first_is_smallest": conflict.is_smallest,
            "all_conflicts": conflict.is_all,
            "first_is_minimal": conflict.is_minimal,
            "clause": str(conflict.clause) if conflict.clause else None,
            "steps": [step_record(theory, step) for step in conflict.steps],
            "repairs": [
                {
                    "given": names([repair.given])[0],
                    "change_to": layout.symbol(repair.digit) if repair.digit else None,
                    "solutions": solutions_text(repair.solutions),
                }
                for repair in conflict.repairs
            ],
            "all_repairs": conflict.all_repairs,
            "remove": names(conflict.remove),
            **(
                {
                    "conflict_rules": [list(rules) for rules in conflict.rules],
                    "rule_repairs": [
                        {
                            "rule": mended.rule,
                            "change_to": mended.value,
                            "solutions": solutions_text(mended.solutions),
                        }
                        for mended in conflict.rule_repairs
                    ],
                    "remove_rules": list(conflict.remove_rules),
                }
                if puzzle.constraints
                else {}
            ),
            "remove_at_least": conflict.remove_at_least,
        }
    if freedom := found.freedom:
        gap, added = freedom.difference, freedom.addition
        record |= {
            "solutions": freedom.count.at_least,
            "solutions_exact": freedom.count.is_exact,
            "solutions_estimate": freedom.count.estimate,
            "decided": names(freedom.decided),
            "all_candidates": freedom.all_candidates,
            "candidates": {
                names([v])[0]: grid.line for v, grid in freedom.candidates.items()
            },
            "difference": {
                "cells": cells(gap.cells), "at_least": gap.at_least, "first": gap.first.line,
                "second": gap.second.line,
            },
            "addition": {
                "givens": names(added.variables), "at_least": added.at_least,
                "solution": added.solution.line,
            },
            "cells": [
                {"cell": cells([s.cell])[0], "average": s.average, "worst": s.worst}
                for s in freedom.cells
            ],
        }  # fmt: skip
    if (spare := found.spare) and found.solution and found.unavoidable:
        record |= {
            "solution": found.solution.line,
            "kept": found.kept,
            "redundant": names(spare.redundant),
            "essential": {names([e.given])[0]: e.other.line for e in spare.essential},
            "unknown": names(spare.unknown),
            "together": names(spare.together),
            "together_at_most": spare.at_most,
            "unavoidable": [cells(group) for group in found.unavoidable.sets],
            "unavoidable_all": found.unavoidable.is_all,
            "near": [near.line for near in found.near],
            "near_cut": found.near_cut,
        }
    if rules := found.rules:
        record |= {
            "redundant_rules": list(rules.redundant),
            "together_rules": list(rules.together),
            "essential_rules": {rule: other.line for rule, other in rules.essential},
            "unknown_rules": list(rules.unknown),
        }
    if found.pairs_cut:
        record |= {"equal": None, "different": None}
    if found.pairs:
        record["equal"] = [cells(pair) for pair in found.pairs.equal]
        record["different"] = [cells(pair) for pair in found.pairs.different]
    return record
