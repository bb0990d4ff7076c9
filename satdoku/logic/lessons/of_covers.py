"""Lessons on singles, locked candidates, subsets and steps from variant rules."""

from __future__ import annotations

from .lesson import Lesson

LESSONS = (
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
