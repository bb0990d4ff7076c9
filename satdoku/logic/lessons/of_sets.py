"""Lessons on sets of cells: wings, almost locked sets, exclusion, patterns."""

from __future__ import annotations

from ..techniques import tridagon
from ..techniques.almost_locked import aligned_exclusion, als_xz
from ..techniques.wings import xy_wing
from .lesson import Lesson

LESSONS = (
    *xy_wing.LESSONS,
    *tridagon.LESSONS,
    Lesson(
        "ALS-W-wing",
        "Two almost locked sets share the digits x and y, and every place for x in some house sees "
        "all x of one of them. What sees all y of both is not y.",
        "The x of that house denies x to one of the sets, which then holds all its other digits, y "
        "among them.",
    ),
    Lesson(
        "W-wing",
        "Two cells of the same two candidates w and z that do not see each other, and a house "
        "where each place of w sees one or the other. What sees both cells is not z.",
        "Refute(x), NNR: if both cells were w, the house would have no place for it.",
    ),
    Lesson(
        "WXYZ-wing, VWXYZ-wing",
        "Four (five) cells, mostly of a line and a box, with as many digits, of which only z may "
        "be there twice: it has places that do not see each other. What sees all places of z loses "
        "it. If none may be there twice, that holds for each of the digits.",
        "Refute(x): without z, k cells would hold k − 1 digits, each at most once.",
    ),
    *als_xz.LESSONS,
    Lesson(
        "ALS-XY-wing",
        "Sets A and B are each tied to a set C by a digit that both cannot have, by different "
        "digits. What sees all places of z in A and B is not z.",
        "Without z, A and B need their digits x and y, and C lacks both: k cells for k − 1 digits.",
    ),
    Lesson(
        "ALS chain",
        "Almost locked sets in a row, each tied to the next by a digit that both cannot have, "
        "another than to the one before. What sees all places of z in the first and the last is "
        "not z.",
        "A chain of sets: without z the first needs its digit, so the next lacks it and needs "
        "another; and the last lacks z and one more.",
    ),
    Lesson(
        "death blossom",
        "A stem cell, and for each of its candidates a petal: an almost locked set all of whose "
        "places for it see the stem. All petals have z; what sees all places of z in them is not "
        "z.",
        "Refute(x) by the cases of the stem: what the stem holds its petal lacks, so that one has "
        "z.",
    ),
    Lesson(
        "Sue de Coq",
        "Cells of a crossing of a line and a box, with cells of the line and of the box, as many "
        "as they have digits; no digit is in both sides (or it counts twice). The digits of the "
        "line's side go from the rest of the line, those of the box's side from the rest of the "
        "box.",
        "Cover(k): the cells are the bases; each digit in the line or in the box, where its places "
        "are, is a cover.",
    ),
    *aligned_exclusion.LESSONS,
    Lesson(
        "fireworks",
        "Three digits that leave a box, along a row and a column of one of its cells, only by one "
        "cell each. That cell and these two hold nothing else.",
        "Each digit is in the box once at most, so of its places in the row and the column one at "
        "least is among the three cells: three digits for three cells.",
    ),
    Lesson(
        "bivalue oddagon",
        "An odd loop of cells, each seeing the next, with the same two candidates. Not all hold "
        "these alone: one of the others in them, the guardians, is true.",
        "Two digits cannot take turns around an odd loop: a refutation by two cases. What all "
        "guardians deny is false.",
    ),
    Lesson(
        "junior exocet",
        "Base: two cells of a box in a line, with three or four digits. Targets: a cell in each "
        "other box of the band, in other lines; the cell beside each in its crossing line and box "
        "that is in neither its line nor the base's has no digit of the base. In the targets' "
        "crossing lines and the one through the base box's third cell, each digit of the base has "
        "its places outside the band in two lines at most. The targets hold only digits of the "
        "base, and these only what a target can hold.",
        "If x is in the base, it is in none of the three crossing lines within the band but in the "
        "targets, and outside it twice at most: Cover(3), three crossing lines in two lines and a "
        "target. So both digits of the base are in the targets.",
    ),
    Lesson(
        "SK loop",
        "Four boxes in a rectangle, in each a cell that holds a digit. Of the sixteen cells beside "
        "these in the two rows and two columns, each pair shares digits with the next, sixteen "
        "digits in all around. These go from the rest of their rows, columns and boxes.",
        "Cover(16): the cells are the bases, each digit in the row, column or box that holds its "
        "places is a cover.",
    ),
    Lesson(
        "multi-sector locked sets",
        "Cells where some rows cross some columns. Each of their digits needs some rows, columns "
        "or boxes to hold all its places there; if these are as many as the cells, the digits go "
        "from the rest of them.",
        "Cover(k): the cells are the bases, the digits in those houses the covers.",
    ),
)
