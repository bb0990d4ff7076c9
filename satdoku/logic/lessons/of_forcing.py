"""Lessons on assumptions and their consequences: refutations, forcing chains and nets."""

from __future__ import annotations

from .lesson import Lesson

LESSONS = (
    Lesson(
        "single-digit refutation",
        "A candidate that, supposed true, leaves a house without a place for its digit, by that "
        "digit's clauses alone.",
        "Refute(x) within one digit.",
    ),
    Lesson(
        "Nishio forcing chain",
        "Sudoku Explainer's Nishio: links of one digit alone, judged in the grid without what has "
        "gone so far; a candidate, supposed true (or false), leads to something and its opposite.",
        "Refute(x) within one digit; what contradicts itself is a clause with no candidate.",
    ),
    Lesson(
        "cell forcing chain",
        "From each candidate of a cell a chain leads to the same conclusion.",
        "One of them is true: the cell's clause. Refute(x) for the opposite: it denies all "
        "candidates of the cell.",
    ),
    Lesson(
        "region forcing chain",
        "From each place of a digit in a house a chain leads to the same conclusion.",
        "One of them is true: the clause of the digit in the house. The opposite is refuted, as it "
        "denies all of them.",
    ),
    Lesson(
        "double forcing chain",
        "A candidate leads by chains to the same conclusion whether it is true or false.",
        "It is one or the other. The opposite of the conclusion refutes both.",
    ),
    Lesson(
        "forcing chain contradiction",
        "A candidate, supposed true or false, leads by chains to a clause without a candidate, or "
        "to its own opposite.",
        "Refute(x); all clauses on the way have two candidates left.",
    ),
    Lesson(
        "forcing chain verity",
        "Cell, region or double forcing chain: whichever of several is true, the same follows.",
        "One of them is true, as their clause says; so the conclusion is.",
    ),
    Lesson(
        "forcing chain",
        "In the scale se: a candidate that leads to its own opposite by strong and weak links, or "
        "a cycle of them, of one digit or of all. In our own scale: a cell or region forcing "
        "chain.",
        "Refute(x) all of whose clauses have two candidates, but perhaps for the last; a cycle is "
        "Cover(k).",
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
    Lesson(
        "forcing net contradiction",
        "As a forcing chain contradiction, with any number of denials behind a link: a net.",
        "Refute(x): the base rules, from the supposition to a clause without a candidate.",
    ),
    Lesson(
        "forcing net verity",
        "As a forcing chain verity, with nets instead of chains.",
        "One of the suppositions is true, by their clause; each net is made of base rules.",
    ),
    Lesson(
        "refutation",
        "A candidate that, supposed true, leads by the base rules to a clause without a candidate.",
        "Refute(x) itself, with the smallest proof that is found.",
    ),
    Lesson(
        "refutation with locked candidates",
        "A refutation that may use locked candidates on its way.",
        "They are Cover(1) in the grid as the supposition leaves it.",
    ),
    Lesson(
        "nested refutation",
        "A refutation with refutations inside, to any depth.",
        "Each inner one denies, in every solution that fits what is supposed, one candidate more.",
    ),
)
