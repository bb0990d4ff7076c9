"""Lessons on techniques that assume one solution."""

from __future__ import annotations

from ..techniques import bug
from .lesson import Lesson

_SWAP = (
    "If two digits alone were in the four cells, they could change places in any solution and "
    "touch nothing else: there would be a second one. "
)
_RECTANGLE = "Four cells in two rows, two columns and two boxes have candidates a and b. "

LESSONS = (
    Lesson(
        "incomplete rectangle, incomplete unique rectangle type 1, incomplete unique rectangle "
        "type 2, incomplete unique rectangle type 3, incomplete unique rectangle type 4, "
        "incomplete unique rectangle type 5, incomplete unique rectangle type 6, incomplete hidden "
        "rectangle",
        "A unique rectangle some of whose cells have lost one of the two digits. It is used as if "
        "the digit were still there.",
        "Were all four cells of these two digits, they could change places in the solution, "
        "whatever was deduced about them before.",
    ),
    Lesson(
        "unique rectangle",
        _RECTANGLE + "Any of the types 1 to 6, or a hidden rectangle.",
        _SWAP + "So something else is true in one of them.",
    ),
    Lesson(
        "unique rectangle type 1",
        _RECTANGLE + "Three hold nothing else. The fourth loses a and b.",
        _SWAP + "So the fourth holds another digit.",
    ),
    Lesson(
        "unique rectangle type 2, unique rectangle type 5",
        _RECTANGLE + "Those that hold more have one and the same digit c besides: two of a side "
        "(type 2), two opposite or three (type 5). What sees all these loses c.",
        _SWAP + "So one of them holds c.",
    ),
    Lesson(
        "unique rectangle type 3",
        _RECTANGLE + "Two of a side hold more; their other digits make a naked subset with cells "
        "of a house of that side. Its digits go from the rest of that house.",
        _SWAP + "So one of the two holds another digit: together they act as one cell of these "
        "digits, and Cover(k) does the rest.",
    ),
    Lesson(
        "unique rectangle type 4",
        _RECTANGLE + "Two of a side hold more, and a has only these two places in a house of that "
        "side. They lose b.",
        _SWAP + "One of the two holds a; with b in the other the four would hold a and b alone.",
    ),
    Lesson(
        "unique rectangle type 6",
        _RECTANGLE + "Two opposite ones hold more, and a has only places in the four cells in both "
        "rows (or both columns). The two lose a.",
        _SWAP + "With a in one of the two, a is in both, being an X-wing, and b in the others.",
    ),
    Lesson(
        "hidden rectangle",
        _RECTANGLE + "One holds nothing else; a has only places in the four cells in the row and "
        "the column of the opposite corner. That corner is not b.",
        _SWAP + "With b in that corner, a would be beside it in both lines, and b in the first.",
    ),
    Lesson(
        "avoidable rectangle, avoidable rectangle type 1, avoidable rectangle type 2",
        "The four cells of a rectangle of which none is given. Type 1: three hold digits, two "
        "equal ones crosswise; the fourth cannot hold the one that would complete them. Type 2: "
        "two hold digits, the others have the same third digit besides, and what sees both loses "
        "it.",
        _SWAP + "Digits found may change places as well as candidates; what is given may not.",
    ),
    Lesson(
        "unique loop",
        "A loop of six or more cells that have a and b, each house holding none of them or two "
        "neighbours. As with rectangles: a single cell with others loses a and b, a common third "
        "digit is in one of the cells that have it, two cells with others may make a naked subset "
        "or lose b where a has only them in a house.",
        "If a and b alone were in the loop, they could change places all around.",
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
