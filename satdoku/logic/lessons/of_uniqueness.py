"""Lessons on techniques that assume one solution."""

from __future__ import annotations

from ..techniques.uniqueness import bug, unique_loops
from .lesson import Lesson

LESSONS = (
    *unique_loops.LESSONS,
    Lesson(
        "avoidable rectangle, avoidable rectangle type 1, avoidable rectangle type 2",
        "The four cells of a rectangle of which none is given. Type 1: three hold digits, two "
        "equal ones crosswise; the fourth cannot hold the one that would complete them. Type 2: "
        "two hold digits, the others have the same third digit besides, and what sees both loses "
        "it.",
        "Digits found may change places in the four cells as well as candidates, and there would "
        "be a second solution; what is given may not.",
    ),
    Lesson(
        "extended rectangle",
        "Two lines cross three or more others, each pair of cells in one box or line, with three "
        "digits (as many as pairs) and a few others. A single cell with others loses the digits; "
        "else what all the others deny goes.",
        "If the digits alone were in the cells, the two lines could change places in them: a "
        "second solution.",
    ),
    *bug.LESSONS,
    Lesson(
        "Gurth's symmetrical placement",
        "A half turn, a quarter turn or the reflection in a diagonal takes the givens to "
        "themselves, digits being exchanged. A cell that stays where it is holds a digit that "
        "stays what it is.",
        "The solution, so turned and exchanged, solves the same puzzle: so it is the same.",
    ),
)
