"""The fast answer to an edit: none, one or several solutions, and the solutions per candidate.

The budget is a number of queries, not time (see `operations.true_candidates`). Which candidates are
true and which are settled is deterministic; so is, on masks, the number of solutions seen for the
others, but not that of a solver, whose state depends on earlier puzzles.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from ...backends.base import Clock, OutOfPatience
from ...board import Puzzle
from ...diagnosis.sum_conflict import sum_conflict
from ...errors import Inconsistency, TimeLimitReached
from ...inference.deduction import Deduction
from ...kernels.propagation.pieces import NotOnMasks
from ...layout import Layout
from ...logic.step_text.sentences import listed
from ...operations.true_candidates import MaskTally, SolverTally, Tally
from ...phrases import phrase
from ...record_types import Record
from ...theory import Theory
from .clue_advice import Blame, BoardSolver, given_names, kept, rule_name
from .validation import Say, puzzle_of

#: Maximum number of queries for the counts of known true candidates, and for shrinking a conflict.
QUESTIONS, SHRINKING = 40, 400


def live(arguments: Record, say: Say) -> Record:
    """none / unique / several, the true candidates with solutions of each, or the conflict."""
    return _told(arguments, QUESTIONS, say)


def true_candidates(arguments: Record, say: Say) -> Record:
    """The same with all counts up to the cap, however many queries that takes."""
    return _told(arguments, None, say)


def _told(arguments: Record, most: int | None, say: Say) -> Record:
    clock = Clock(arguments["time_limit"])
    return answer(puzzle_of(arguments), arguments["cap"], most, clock, say)


def answer(puzzle: Puzzle, cap: int, most: int | None, clock: Clock, say: Say) -> Record:
    """Return the record. most: number of queries after which later rounds stop; None: no limit."""
    record: Record = {"clues": puzzle.clues, "constraints": len(puzzle.constraints)}
    with suppress(NotOnMasks, OutOfPatience):
        on_masks = MaskTally(puzzle, clock)
        if not on_masks.solutions:
            return record | {"outcome": "none", "conflict": conflict_of(puzzle, clock)}
        return record | _with_solutions(on_masks, puzzle, cap=cap, most=most, say=say)
    desk = kept(BoardSolver, puzzle.layout, clock)
    elements = desk.elements(puzzle)
    desk.prefer(desk.theory.board_range)
    first = desk.completion(elements)
    if first is None:
        return record | {"outcome": "none", "conflict": conflict_of(puzzle, clock)}
    tally = SolverTally(desk, elements, puzzle.layout.variable_count)
    tally.take(first)
    try:
        return record | _with_solutions(tally, puzzle, cap=cap, most=most, say=say)
    finally:
        # The desk is kept for the next edit of the same board: what the tally excluded must not
        # stay.
        tally.forget()


def _with_solutions(
    found: Tally, puzzle: Puzzle, *, cap: int, most: int | None, say: Say
) -> Record:
    """Return the record of a puzzle with solutions. most: query budget after the first round."""
    try:
        for wanted in range(1, cap + 1):
            # The first round is never cut: which candidates are true at all is the answer itself,
            # and only the number of solutions beside each of them can wait.
            if wanted > 1 and most and found.questions > most:
                break
            found.reach(wanted, most if wanted > 1 else None, say)
    except TimeLimitReached:  # report what is known, including unsettled candidates
        # After one solution nothing is certain yet, not even whether it is the only one.
        if found.solutions == 1:
            raise
    layout = puzzle.layout
    counts = []
    unsettled = []
    is_exact = False
    for cell in layout.all_cells:
        variables = layout.variables_of(cell)
        counts.append([min(cap, found.count[v]) for v in variables])
        unsettled += [[cell, d] for d, v in enumerate(variables, 1) if not found.is_settled(v, cap)]
        # Each solution has one digit here: if no candidate of a cell has more, all are known.
        is_exact = is_exact or all(found.is_settled(v, 0) for v in variables)
    record: Record = {
        "outcome": "several",
        "solutions": found.solutions,
        "exact": is_exact,
        "candidates": counts,
        "unsettled": unsettled,
        "cap": cap,
    }
    if found.solutions == 1:
        record["outcome"] = "unique"
        true = [v for v, count in enumerate(found.count) if count]
        record["solution"] = Puzzle.from_variables(true, layout).line
    return record


# -- No solution --------------------------------------------------------------------------------


def conflict_of(puzzle: Puzzle, clock: Clock) -> Record:
    """Return a minimal conflict: givens, constraints, its text and its cells; and, if there is one,
    the arithmetic of cages that shows it (`sums`)."""
    layout = puzzle.layout
    blame = kept(Blame, layout, clock)
    core, is_minimal = _shrunk(blame, blame.elements(puzzle))
    givens = [v for v in core if v in puzzle.givens]
    rules = [number for number, selector in enumerate(blame.selectors) if selector in core]
    cells = [layout.cell_of(v) for v in givens]
    touched = dict.fromkeys(cells)
    for number in rules:
        touched |= dict.fromkeys(layout.constraints[number].cells)
    words = given_names(layout, givens) + [rule_name(layout, number) for number in rules]
    text = _conflict_text(words)
    where = "" if rules else _where(layout, givens)
    if where:
        text = phrase("{text}: {reason}", text=text, reason=where)
    return {
        "sums": sum_conflict(layout),
        "cells": cells,
        "rules": rules,
        "touched": list(touched),
        "minimal": is_minimal,
        "text": text,
    }


def _conflict_text(words: Sequence[str]) -> str:
    """Return in words that these givens and rules conflict."""
    if not words:
        return phrase("the board itself has no solution: its houses contradict each other")
    if len(words) == 1:
        return phrase("{digits} leaves no solution", digits=words[0])
    return phrase("{digits} contradict each other", digits=listed(words))


def _shrunk(desk: Blame, elements: Sequence[int]) -> tuple[list[int], bool]:
    """Return (a conflicting subset of the elements, whether it is minimal)."""
    desk.completion(elements)
    core = [e for e in elements if e in set(desk.core)]
    left = list(core)
    with suppress(TimeLimitReached):
        # `shrinking` works on `left` in place, so what is left after a timeout still conflicts: it
        # is only not known to be minimal.
        return left, all(tried < SHRINKING for tried in desk.shrinking(left, core))
    return left, False


def _where(layout: Layout, givens: Sequence[int]) -> str:
    """Return where the base rules meet the contradiction; "" if they do not."""
    deduction = Deduction(Theory.of(layout.without_constraints()))
    try:
        deduction.assert_all(givens)
    except Inconsistency as broken:
        return broken.where
    return ""
