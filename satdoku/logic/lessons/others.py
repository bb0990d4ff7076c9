"""Lessons that are in no technique's file: on steps from variant rules, and on the forcing chains
that only the scale of Sudoku Explainer has."""

from __future__ import annotations

from ..catalog.row import Lesson

_OF_RULES = (
    Lesson(
        "rule of a pair, rule of a set, rule of a line",
        "A rule of a variant alone, with the candidates as they are: of two cells (a dot, a step "
        "of a thermometer), of a set of different digits (a cage, a renban), of a line of cells "
        "(an arrow, a sandwich). What is in no way to fulfil it goes.",
        "Refutation by the clauses of the rule: they are made so that the base rules leave "
        "nothing that the rule forbids.",
    ),
    Lesson(
        "rule of 45, rule of 45 with several cells",
        "Up to four rows or columns side by side, or a box, sum to a known number (45 for each on "
        "the usual board), and the cages inside to theirs. What is left over (innies), or sticks "
        "out (outies), has the difference as its sum; digits in no such sum go.",
        "Each house holds each digit once: the sum of its digit clauses. It is arithmetic on "
        "exactly-one clauses, checked as such.",
    ),
)
_OF_EXPLAINER = (
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
#: By the title of their group.
OTHERS = {
    "Singles, locked candidates, subsets, rules": _OF_RULES,
    "Assumptions: refutations, forcing chains and nets": _OF_EXPLAINER,
}
