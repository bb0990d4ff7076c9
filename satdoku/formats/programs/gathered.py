"""Puzzles of other programs that stand on several lines, gathered until they are whole.

>>> text = ["SumoCueV1=1=0=0=0", "=0=0=2=0", "=0=3=0=0", "=0=0=0=4"]
>>> gathered = begun(text[0])
>>> [list(gathered.feed(line, n)) for n, line in enumerate(text, 1)]
[[], [], [], []]
>>> [puzzle.line for _, puzzle in gathered.end()]
['1.....2..3.....4']
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from ...board import Puzzle
from ...errors import ParseError
from ...frozen import frozen
from ..text.cells import ReadPuzzle
from .cage_lines import (
    begins_letters,
    goes_on_as_letters,
    goes_on_as_sums,
    is_sum,
    read_letters,
    read_sums,
)
from .cages import read_cages
from .ksudoku import read_ksudoku
from .solo import LINE, read_save
from .sumocue import read_sumocue

#: Maximum number of lines and characters of one puzzle.
MOST_LINES, MOST = 10_000, 1_000_000
#: The beginning of a list of cages: a number and a list, two lists, or an object with a sum.
CAGES = re.compile(
    r"(?:[\w.\s]{0,60}[:=])?\s{0,60}[\[(]\s{0,60}"
    r"(?:[\[(]\s*\d{1,3}\s*,\s*[\[(]\s*[\[(\"'\d]|[\[(]\s*[\[(]\s*[\[(\"']|"
    r"\{\s*[\"'](?:sum|total|cells|value)[\"']|$)"
    r"|(?:[\w.\s]{0,60}[:=])?\s{0,60}\{\s*\(\("
)
SAVE = re.compile(r"SAVEFILE:")
SUMOCUE = re.compile(r"\s*SumoCueV1")
MORE_SUMOCUE = re.compile(r"[\s=+\dJD]*[=+]\d[\s=+\dJD]*")
KSUDOKU = re.compile(r"\s*<(?:!DOCTYPE ksudoku\b|ksudoku\b)")


@frozen
class GatheredForm:
    """A puzzle on several lines. begins: whether it may begin on a line. goes_on: whether the lines
    so far go on with another. read: the puzzle of the lines, None if it is none."""

    begins: Callable[[str], object]
    goes_on: Callable[[list[str], str], bool]
    read: Callable[[str], Puzzle | None]


def in_brackets(lines: list[str], text: str) -> bool:
    """Whether the brackets of the lines are still open, and may be those of cages."""
    if len(lines) == 1 and not re.search(r"[\[(]\s*\S", lines[0]):
        whole = f"{lines[0]} {text}"
        return "{" in text or bool(CAGES.match(whole)) or text.strip() in ("[", "(")
    so_far = "".join(lines)
    return sum(map(so_far.count, "[({")) > sum(map(so_far.count, "])}"))


def in_ksudoku(lines: list[str], text: str) -> bool:
    """Whether the document is not closed yet."""
    return not any("</ksudoku" in line for line in lines[-1:])


def in_sumocue(lines: list[str], text: str) -> bool:
    """Whether a line has more entries of cells."""
    return MORE_SUMOCUE.fullmatch(text) is not None


def in_save(lines: list[str], text: str) -> bool:
    """Whether a line belongs to a saved game of Simon Tatham's Puzzles."""
    return LINE.fullmatch(text.rstrip()) is not None


FORMS = (
    GatheredForm(SAVE.match, in_save, read_save),
    GatheredForm(SUMOCUE.match, in_sumocue, read_sumocue),
    GatheredForm(KSUDOKU.match, in_ksudoku, read_ksudoku),
    GatheredForm(CAGES.match, in_brackets, read_cages),
    GatheredForm(is_sum, goes_on_as_sums, read_sums),
    GatheredForm(begins_letters, goes_on_as_letters, read_letters),
)


class Gathered:
    """The lines of such a puzzle, fed one by one.

    Invariant: lines are those so far. If they are no puzzle, `is_other` is set, and they are text.
    """

    def __init__(self, form: GatheredForm) -> None:
        self.form = form
        self.lines: list[tuple[str, int]] = []
        self.size = 0
        self.path: list[str] = []  # required by the reader
        self.is_done = self.is_other = False

    def feed(self, text: str, number: int) -> Iterator[ReadPuzzle]:
        """Handle a line."""
        texts = [line for line, _ in self.lines]
        self.size += len(text)
        is_too_long = len(texts) > MOST_LINES or self.size > MOST
        if not texts or (self.form.goes_on(texts, text) and not is_too_long):
            self.lines.append((text, number))
            return
        found = list(self.end())
        self.is_done = bool(found)
        self.is_other = not found
        yield from found

    def end(self) -> Iterator[ReadPuzzle]:
        """Finish at the end of the text, or of the puzzle."""
        number = self.lines[0][1]
        try:
            puzzle = self.form.read("\n".join(line for line, _ in self.lines))
        except ParseError as error:
            self.lines = []
            yield ParseError(error.problem, number)
            return
        if puzzle:
            self.lines = []
            yield number, puzzle


def begun(text: str) -> Gathered | None:
    """Return the puzzle that may begin on this line, if one may."""
    for form in FORMS:
        if form.begins(text):
            return Gathered(form)
    return None
