"""Lessons on the forcing chains that only the scale of Sudoku Explainer has."""

from __future__ import annotations

from .lesson import Lesson

LESSONS = (
    Lesson(
        "Nishio forcing chain",
        "Sudoku Explainer's Nishio: links of one digit alone, judged in the grid without what has "
        "gone so far; a candidate, supposed true (or false), leads to something and its opposite.",
        "Refute(x) within one digit; what contradicts itself is a clause with no candidate.",
    ),
    Lesson(
        "multiple forcing chain",
        "A cell or region forcing chain with the lengths of Sudoku Explainer: from all candidates "
        "of a cell of three and more, or all places of a digit in a house, the same follows.",
        "One of them is true, by the clause that they are; the opposite is refuted.",
    ),
    Lesson(
        "dynamic forcing chain",
        "As a multiple, double or contradictory forcing chain, but a link may rest on all that "
        "was denied before on its branch, not on the link before alone.",
        "Refute(x) with any clauses: each line of a branch is a base rule.",
    ),
    Lesson(
        "dynamic forcing chain with patterns",
        "A dynamic forcing chain that may use locked candidates, pairs and X-wings on its way.",
        "These are Cover(1) and Cover(2) in the grid as the supposition leaves it: each preserves "
        "every solution.",
    ),
    Lesson(
        "dynamic forcing chain with forcing chains, "
        "dynamic forcing chain with multiple forcing chains",
        "A dynamic forcing chain that may use forcing chains (multiple ones, too) inside, in the "
        "grid as it is left there.",
        "A refutation inside another: what it denies is false in every solution that fits the "
        "supposition.",
    ),
)
