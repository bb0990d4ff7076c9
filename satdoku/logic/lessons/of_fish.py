"""Lessons on fish of all sorts: one digit, k houses against k houses."""

from __future__ import annotations

from ..techniques.fish import basic_fish
from .lesson import Lesson

_SIZES = ("X-wing", "swordfish", "jellyfish")
_LARGE = ("squirmbag", "whale", "leviathan")


def _all(*shapes: str, sizes: tuple[str, ...] = _SIZES) -> str:
    return ", ".join(f"{shape} {size}" for shape in shapes for size in sizes)


LESSONS = (
    *basic_fish.LESSONS,
    Lesson(
        "templates, template set, template delete",
        "A template is a way to place a digit once in each row, column and box. A candidate in no "
        "template goes (delete); one in every template is placed (set).",
        "The true places of the digit are one of its templates.",
    ),
    Lesson(
        "broken wing",
        "A loop of an odd number of places for a digit, each in a house with the next. Other "
        "places in these houses are guardians. What sees all guardians goes; a single guardian is "
        "placed.",
        "Without guardians, places along the loop would be true and false in turn, which is not "
        "possible in an odd loop. So one of the guardians is true.",
    ),
    Lesson(
        _all("finned", sizes=_SIZES + _LARGE),
        "A fish but for some places of its bases outside the covers, the fins. What the fish would "
        "take away goes where it sees all fins.",
        "Refute(x) for what goes: it denies the fins, and its own cover is full. So the k bases "
        "would have k − 1 covers left, against Cover(k).",
    ),
    Lesson(
        _all("sashimi", sizes=_SIZES + _LARGE),
        "A finned fish one of whose bases has less than two places in the covers: without its fins "
        "there would be a single.",
        "As for a finned fish: with what goes supposed, k bases have k − 1 covers left.",
    ),
    Lesson(
        _all("Franken"),
        "A fish with boxes among its bases or its covers, beside lines of one kind: all places of "
        "a digit in k bases lie in k covers. It goes from the rest of the covers.",
        "Cover(k), with boxes as clauses like any others. Where two bases share a place, two "
        "covers must hold it.",
    ),
    Lesson(
        _all("finned Franken", "sashimi Franken"),
        "A Franken fish but for fins: what it would take away goes where it sees all of them. "
        "Sashimi: a base has less than two places in the covers.",
        "Refute(x): it denies the fins and fills its cover, and k bases have k − 1 covers left.",
    ),
    Lesson(
        _all("mutant"),
        "A fish of any houses: rows and columns on one side. All places of a digit in k bases "
        "(which share none) lie in k covers. It goes from the rest of the covers.",
        "Cover(k) in full: it never asked of which kind the clauses are.",
    ),
    Lesson(
        _all("finned mutant", "sashimi mutant"),
        "A mutant fish but for fins: what it would take away goes where it sees all of them. "
        "Sashimi: a base has less than two places in the covers.",
        "Refute(x): it denies the fins and fills its cover, and k bases have k − 1 covers left.",
    ),
    Lesson(
        "general cover",
        "Franken and mutant fish without fins, of two to four bases of any kinds.",
        "Cover(k), word by word.",
    ),
    Lesson(
        f"{', '.join(f'kraken {size} type 1' for size in _SIZES)}, kraken fish type 1",
        "A fish with fins that need not see what goes: from each fin a chain leads to its being "
        "false.",
        "Refute(x) by cases: if no fin is true, the fish takes it away by Cover(k); if one is, "
        "its chain does.",
    ),
    Lesson(
        f"{', '.join(f'kraken {size} type 2' for size in _SIZES)}, kraken fish type 2",
        "A fish with fins, and one of its covers: from each of the cover's places in the bases, "
        "and from each fin, a chain leads to the same candidate's being false.",
        "If no fin is true, the k bases fill the k covers (Cover(k)), so one of the cover's places "
        "in the bases is true. Each of these cases refutes the candidate.",
    ),
)
