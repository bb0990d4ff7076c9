"""What boards in a text are for: the names of sections, and of what stands below a line of prose.

>>> [role_of_section(name, True) for name in ("Puzzle", "State", "PencilMarks", "Colours")]
['puzzle', 'state', 'state', 'other']
>>> role_of_label("Solution:"), role_of_label("The solution is hard to find in this one.")
('solution', '')
>>> role_of_label("My progress so far:"), role_of_label("Colours"), names_another("Puzzle 2")
('state', 'aside', True)
"""

from __future__ import annotations

import re

from .candidates import is_candidates

#: The names of sections with boards, in lower case; other sections have none.
PUZZLES = ["puzzle", "givens", "clues", "grid", "board", "sudoku", "start", "problem"]
STATES = ["state", "current", "progress", "pencilmarks", "candidates", "marks"]
SOLUTIONS = ["solution", "solved", "answer"]
LONGEST_LABEL = 60
ARROWS = ("=>", "->", "→", "⇒")
SOLUTION = re.compile(
    r"\W*(?:(?:the|its|a|full|complete|unique|final|expected|correct)\s+)*"
    r"(?:solution|solved|expected|answer|sol|lösung|solución|soluzione|solução|oplossing)"
    r"(?:\s+(?:grid|board|is|was|(?:(?:to|of|for)\s+)?(?:puzzle\s+|sudoku\s+)?\W?(?:\d+|[a-z])))?\W*",
    re.IGNORECASE,
)
SOLUTIONS_BELOW = re.compile(
    r"\W*(?:the\s+|all\s+)*(?:solutions|answers|answer\s+key|lösungen|soluciones|soluzioni|soluções|oplossingen)"
    r"(?:\s+(?:to|of|for)\s+(?:the\s+|all\s+)*(?:puzzles|sudokus))?\W*",
    re.IGNORECASE,
)
#: What a program made of the puzzle above: its solution, or something wrong.
OUTPUT = re.compile(
    r"\W*(?:(?:the|my|its|actual|wrong|expected|sample)\s+)*(?:got|actual|output|result|returns|returned|prints)"
    r"(?:\s+(?:is|was|grid|board|output|result|instead))*\W*",
    re.IGNORECASE,
)
STATE = re.compile(
    r"\W*(?:(?:the|my|our|its|all|current|present)\s+)*"
    r"(?:state|current|progress|position|candidates|pencil[\s-]*marks|marks|placed|entered|filled)"
    r"(?:\s+(?:so\s+far|in|cells|digits|now|grid|board|is|are))*\W*",
    re.IGNORECASE,
)
REGIONS = re.compile(r"\W*(?:(?:the|irregular|jigsaw)\s+)*regions?(?:\s+map)?\W*", re.IGNORECASE)
#: What else may be told cell by cell: no digits of a puzzle.
ASIDE = re.compile(
    r"\W*(?:the\s+)?(?:killer\s+)?(?:colou?rs?|colou?ring|cages?|counts?|shading|areas?|zones?)"
    r"(?:\s+(?:map|grid))?\W*"
    r"|(?=.*matrix).*\b(?:adjacency|incidence|distance|transition|weights?|costs?)\s+matrix\b.*",
    re.IGNORECASE,
)
#: Which cells hold givens; such a head may stand above a puzzle, too.
MASK = re.compile(r"\W*(?:fixed|givens?|mask|locked)(?:\s+(?:cells|mask))?\W*", re.IGNORECASE)
#: Boards that are not written row by row.
COLUMNS = re.compile(
    r"\W*(?:the\s+)?(?:col(?:umn|onne)?s?|columnas?|colonn[ae]|spalten?|box(?:es)?|blocks?|nonets?)"
    r"\W{0,3}\d{0,2}\W{0,2}",
    re.IGNORECASE,
)
ROLES = {
    "solution": SOLUTION,
    "output": OUTPUT,
    "state": STATE,
    "regions": REGIONS,
    "aside": ASIDE,
    "mask": MASK,
    "columns": COLUMNS,
}
#: What begins another puzzle: its number, or a word for the next.
ANOTHER = re.compile(
    r"\b(?:puzzle|sudoku|problem|board|grid|game|quiz|example|level|day|no|nr|number|rätsel)\b"
    r"\W{0,3}\d{1,6}\b(?![-.\d*_?]{3})|#\s?\d|^\s*\(?\d{1,3}[.):]\s*$|\b(?:next|another|second|new)\b",
    re.IGNORECASE,
)

#: A name to which a value is given, in code or JSON.
NAMED = re.compile(
    r"[\s{]*(?:[\w<>\[\].]+\s+){0,3}[\"']?(\w+)[\"']?(?:\[\d*\])*\s*:?[:=]\s*[\[({|]"
)
#: A label before cells.
LABELLED = re.compile(r"([^:=]{1,60})[:=]")
HEADER = re.compile(r"\[\w+\]\s*")
#: What is said of a board that stands below the name of columns or boxes.
BY_COLUMNS = "the board is written in columns or boxes: write it row by row"


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
    return next((role for role, label in ROLES.items() if label.fullmatch(text)), "")


def role_of_name(text: str) -> str:
    """Return what the name before a board says that it is, in code; "" if it says nothing.

    >>> role_of_name("const regions = [[1, 1, 2, 2],"), role_of_name("grid = [[1, 0, 0, 0],")
    ('regions', '')
    """
    name = NAMED.match(text) or LABELLED.match(text)
    return role_of_label(name[1]) if name else ""


def names_another(text: str) -> bool:
    """Whether a line says that a further puzzle follows."""
    return not role_of_label(text) and ANOTHER.search(text) is not None


def tells_apart(label: str) -> bool:
    """Whether what stands before a board in its line is more than the label of a list's item."""
    has_words = any(map(str.isalpha, label)) and not any(map(str.isdigit, label))
    are_several = " " in label
    return label in ARROWS or (has_words and (are_several or label.endswith((":", "=", *ARROWS))))


def heads_solutions(text: str) -> bool:
    """Whether a line says that the solutions of all puzzles follow."""
    return len(text) <= LONGEST_LABEL and SOLUTIONS_BELOW.fullmatch(text) is not None


def leads_on(text: str) -> bool:
    """Whether a line may stand between a puzzle and its state or its solution."""
    if text.startswith("["):
        header = HEADER.fullmatch(text)
        return header is not None
    if role_of_label(text) or is_candidates(text):
        return True
    return len(text) <= LONGEST_LABEL and not names_another(text)
