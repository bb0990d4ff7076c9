"""What boards in a text are for: the names of sections, and of what stands below a line of prose.

>>> [role_of_section(name, True) for name in ("Puzzle", "State", "PencilMarks", "Colours")]
['puzzle', 'state', 'state', 'other']
>>> role_of_label("Solution:"), role_of_label("The solution is hard to find in this one.")
('solution', '')
"""

from __future__ import annotations

import re

#: The role of sections by their names, in lower case; "other" sections are no boards.
ROLES = {
    "puzzle": "puzzle", "givens": "puzzle", "clues": "puzzle", "grid": "puzzle", "board": "puzzle",
    "sudoku": "puzzle", "start": "puzzle", "problem": "puzzle", "state": "state",
    "current": "state", "progress": "state", "pencilmarks": "state", "candidates": "state",
    "marks": "state", "solution": "solution", "solved": "solution", "answer": "solution",
}  # fmt: skip
SOLUTION = re.compile(
    r"\W*(?:(?:the|its|a|full|complete|unique|final)\s+)*"
    r"(?:solution|solved|answer)(?:\s+(?:grid|board|is|was|\d+))?\W*",
    re.IGNORECASE,
)

HEADER = re.compile(r"\[\w+\]\s*")


def role_of_section(name: str, is_collection: bool) -> str:
    """Return what the boards of a section are.

    is_collection: a section of a puzzle came before, so names that say nothing of a board name
    something else of that puzzle; otherwise they may be the names of puzzles.
    """
    unknown = "other" if is_collection else ""
    return ROLES.get(name.lower().replace("_", ""), unknown)


def role_of_label(text: str) -> str:
    """Return what a line of prose says that the board below it is; "" if it says nothing."""
    return "solution" if len(text) < 60 and SOLUTION.fullmatch(text) else ""


def leads_on(text: str) -> bool:
    """Whether a line may stand between a puzzle and its state or its solution."""
    from .gathering import is_candidates

    if text.startswith("["):
        return HEADER.fullmatch(text) is not None
    return role_of_label(text) != "" or is_candidates(text)
