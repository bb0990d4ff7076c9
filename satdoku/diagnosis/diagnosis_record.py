"""A diagnosis as a record for JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Required

from ..logic.step_text.step_records import StepRecord
from ..logic.step_text.step_records import record_of as step_record
from ..record_types import Amount, BoardRecord, CellName, Line, Natural, Placed, TypedDict
from .diagnosis_text import Words, solutions_text

if TYPE_CHECKING:
    from ..layout import Layout
    from .additions import CellGain
    from .clue_additions import ClueAddition
    from .conflicts import Conflict, Repair, RuleRepair
    from .diagnosing import Diagnosis, Freedom
    from .redundant import Spare


class RepairRecord(TypedDict):
    """change_to: the digit to change the given to; null: remove the given. solutions: number of
    solutions after the repair."""

    given: Placed
    change_to: str | None
    solutions: str


class SlipRecord(TypedDict):
    """said: the slip in words. puzzle: the board without it, which has one solution."""

    said: str
    puzzle: Line


class RuleRepairRecord(TypedDict):
    """change_to: the number that the rule should have; null: leave the rule out."""

    rule: str
    change_to: int | None
    solutions: str


class DifferenceRecord(TypedDict):
    """Two solutions that differ in as few cells as possible."""

    cells: list[CellName]
    at_least: Natural
    first: Line
    second: Line


class AdditionRecord(TypedDict):
    """A smallest set of givens whose addition leaves one solution."""

    givens: list[Placed]
    at_least: Natural
    solution: Line


class CluesRecord(TypedDict):
    """clues: rules that leave one solution. replaced: the number of the rule (from 0) that each of
    them replaces; null: it is one more."""

    clues: list[str]
    replaced: list[Natural | None]
    solution: Line


class NarrowingRecord(TypedDict):
    """average: the share of the solutions that remains on average once this digit is known. worst:
    the largest such share."""

    cell: CellName
    average: Amount
    worst: Amount


class DiagnosisRecord(BoardRecord, total=False):
    """outcome: proper, no solution, several solutions. conflicts: sets of givens that contradict
    each other. all_conflicts: whether there are no other conflicts. clause: the clause that the
    givens break directly. steps: steps that end in the contradiction. repairs: changes of one given
    that help; with several solutions, those that leave one. all_repairs: whether every repair was
    examined. slips: slips in typing that explain it, the
    likeliest first. remove: a smallest set of givens whose
    removal leaves a solution.
    conflict_rules: the rules that each conflict uses. remove_at_least: a lower bound on the size of
    such a set. solutions: the number of solutions, or a lower bound. decided: values that all
    solutions share and that are not given. clues: proposals of clues of the puzzle's own kinds,
    each of which leaves one solution. all_candidates: whether every candidate was examined.
    candidates: for each candidate of some solution, such a solution. kept: the property to keep:
    proper or logic. redundant: givens that can each be removed alone. essential: for each essential
    given, another solution without it. together: whether all of these can be removed at once.
    together_at_most: an upper bound on how many can be removed at once. unavoidable: unavoidable
    sets: of each, at least one cell must be given. near: minimal puzzles that differ little from
    this one. near_cut: whether there may be more such puzzles. below: how many of these, the first,
    are all minimal puzzles that this one contains; null if there may be more. equal: with --pairs:
    pairs of cells that are equal in all solutions; null if there are too many solutions. different:
    with --pairs: pairs of cells that differ in all solutions; null if there are too many
    solutions."""

    outcome: Required[str]
    conflicts: list[list[Placed]]
    first_is_smallest: bool
    all_conflicts: bool
    first_is_minimal: bool
    clause: str | None
    steps: list[StepRecord]
    repairs: list[RepairRecord]
    all_repairs: bool
    slips: list[SlipRecord]
    remove: list[Placed]
    conflict_rules: list[list[str]]
    rule_repairs: list[RuleRepairRecord]
    remove_rules: list[str]
    remove_at_least: Natural
    solutions: Natural
    solutions_exact: bool
    solutions_estimate: float | None
    decided: list[Placed]
    all_candidates: bool
    candidates: dict[str, Line]
    difference: DifferenceRecord
    addition: AdditionRecord
    clues: list[CluesRecord]
    cells: list[NarrowingRecord]
    solution: Line
    kept: str
    redundant: list[Placed]
    essential: dict[str, Line]
    unknown: list[Placed]
    together: list[Placed]
    together_at_most: Natural | None
    unavoidable: list[list[CellName]]
    unavoidable_all: bool
    near: list[Line]
    near_cut: bool
    below: Natural | None
    redundant_rules: list[str]
    together_rules: list[str]
    essential_rules: dict[str, Line]
    unknown_rules: list[str]
    equal: list[list[CellName]] | None
    different: list[list[CellName]] | None


def record_of(found: Diagnosis) -> DiagnosisRecord:
    """Return the diagnosis for JSON: variables as 'r4c7=5', cells as 'r4c7', grids as lines."""
    puzzle = found.puzzle
    words = Words(puzzle)
    record: DiagnosisRecord = {
        "puzzle": puzzle.line,
        **puzzle.layout.record(),  # type: ignore[typeddict-item]
        "outcome": found.outcome,
    }
    if found.conflict:
        _add_conflict(record, found.conflict, words, bool(puzzle.constraints))
    if found.freedom:
        _add_freedom(record, found.freedom, words)
    if found.spare:
        _add_spare(record, found, found.spare, words)
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
        record["equal"] = [words.names(pair) for pair in found.pairs.equal]
        record["different"] = [words.names(pair) for pair in found.pairs.different]
    return record


def _add_conflict(
    record: DiagnosisRecord, conflict: Conflict, words: Words, has_rules: bool
) -> None:
    repairs = [_repair_record(repair, words) for repair in conflict.repairs]
    record |= {
        "conflicts": [words.each(givens) for givens in conflict.sets],
        "first_is_smallest": conflict.is_smallest,
        "all_conflicts": conflict.is_all,
        "first_is_minimal": conflict.is_minimal,
        "clause": str(conflict.clause) if conflict.clause else None,
        "steps": [step_record(words.theory, step) for step in conflict.steps],
        "repairs": repairs,
        "all_repairs": conflict.all_repairs,
        "slips": [{"said": slip.said, "puzzle": slip.puzzle.line} for slip in conflict.slips],
        "remove": words.each(conflict.remove),
    }
    if has_rules:
        record |= {
            "conflict_rules": [list(rules) for rules in conflict.rules],
            "rule_repairs": [_rule_repair_record(mended) for mended in conflict.rule_repairs],
            "remove_rules": list(conflict.remove_rules),
        }
    record["remove_at_least"] = conflict.remove_at_least


def _repair_record(repair: Repair, words: Words) -> RepairRecord:
    return {
        "given": words.given(repair.given),
        "change_to": words.layout.symbol(repair.digit) if repair.digit else None,
        "solutions": solutions_text(repair.solutions),
    }


def _rule_repair_record(mended: RuleRepair) -> RuleRepairRecord:
    return {
        "rule": mended.rule,
        "change_to": mended.value,
        "solutions": solutions_text(mended.solutions),
    }


def clues_record(added: ClueAddition, layout: Layout) -> CluesRecord:
    """Return the record of clues that leave one solution."""
    return {
        "clues": [str(clue.on(layout.places)) for clue in added.clues],
        "replaced": list(added.replaced),
        "solution": added.solution.line,
    }


def _add_freedom(record: DiagnosisRecord, freedom: Freedom, words: Words) -> None:
    record |= {
        "solutions": freedom.count.at_least,
        "solutions_exact": freedom.count.is_exact,
        "solutions_estimate": freedom.count.estimate,
        "decided": words.each(freedom.decided),
        "all_candidates": freedom.all_candidates,
        "candidates": {words.given(v): grid.line for v, grid in freedom.candidates.items()},
    }
    gap = freedom.difference
    record["difference"] = {
        "cells": words.names(gap.cells),
        "at_least": gap.at_least,
        "first": gap.first.line,
        "second": gap.second.line,
    }
    added = freedom.addition
    record |= {
        "addition": {
            "givens": words.each(added.variables),
            "at_least": added.at_least,
            "solution": added.solution.line,
        },
        "clues": [clues_record(one, words.layout) for one in freedom.clues],
        "repairs": [_repair_record(change, words) for change in freedom.changes],
        "all_repairs": freedom.all_changes,
        "cells": [_narrowing_record(service, words) for service in freedom.cells],
    }


def _narrowing_record(service: CellGain, words: Words) -> NarrowingRecord:
    cell = words.layout.cell_name(service.cell)
    return {"cell": cell, "average": service.average, "worst": service.worst}


def _add_spare(record: DiagnosisRecord, found: Diagnosis, spare: Spare, words: Words) -> None:
    assert found.solution and found.unavoidable
    record |= {
        "solution": found.solution.line,
        "kept": found.kept,
        "redundant": words.each(spare.redundant),
        "essential": {words.given(e.given): e.other.line for e in spare.essential},
        "unknown": words.each(spare.unknown),
        "together": words.each(spare.together),
        "together_at_most": spare.at_most,
        "unavoidable": [words.names(group) for group in found.unavoidable.sets],
        "unavoidable_all": found.unavoidable.is_all,
        "near": [near.line for near in found.near],
        "near_cut": found.near_cut,
        "below": found.below,
    }
