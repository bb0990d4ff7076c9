"""What boards in a text are for: the names of sections, and of what stands below a line of prose.

>>> [role_of_section(name, True) for name in ("Puzzle", "State", "PencilMarks", "Colours")]
['puzzle', 'state', 'state', 'other']
>>> role_of_label("Solution:"), role_of_label("The solution is hard to find in this one.")
('solution', '')
"""

from __future__ import annotations

import re

from .candidates import is_candidates

#: The names of sections with boards, in lower case; other sections have none.
PUZZLES = ["puzzle", "givens", "clues", "grid", "board", "sudoku", "start", "problem"]
STATES = ["state", "current", "progress", "pencilmarks", "candidates", "marks"]
SOLUTIONS = ["solution", "solved", "answer"]
LONGEST_LABEL = 60
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
    plain = name.lower()
    plain = plain.replace("_", "")
    if plain in PUZZLES:
        return "puzzle"
    if plain in STATES:
        return "state"
    if plain in SOLUTIONS:
        return "solution"
    return "other" if is_collection else ""


def role_of_label(text: str) -> str:
    """Return what a line of prose says that the board below it is; "" if it says nothing."""
    if len(text) > LONGEST_LABEL:
        return ""
    return "solution" if SOLUTION.fullmatch(text) else ""


def leads_on(text: str) -> bool:
    """Whether a line may stand between a puzzle and its state or its solution."""
    if text.startswith("["):
        header = HEADER.fullmatch(text)
        return header is not None
    if role_of_label(text):
        return True
    return is_candidates(text)
