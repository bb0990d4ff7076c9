"""Separators: the ways in which one line can be split into the cells of a row.

A line is read in several ways at once, since one line alone does not decide; `grammar` takes the
way in which as many lines as a row has cells agree:

- words: a cell is what stands between separators and frames (`5 3 . | 12`);
- marks: a cell is a character (`53. .7.`);
- places: a cell is its candidates, each at its place (`1.3......`);
- lists: as words, with commas inside of a cell (`2,4 3 {1, 2}`);
- fields: a cell is what stands between two commas, bars, …, and may be empty (`5,3,,,7`).

Prose between cells starts another run of words or marks: `1 2 3 4  row 1` has the runs of 4 and
of 1 cells.

>>> sorted(readings("12. 3..  row 1"))
[('marks', 0), ('words', 0), ('words', 1)]
>>> readings("5,,3,")[("fields", 0)], readings("| 5 |   | 3 | 12 |")[("fields", 4)]
(['5', '', '3', ''], ['', '5', '', '3', '12', ''])
"""

from __future__ import annotations

import re

from .candidate_places import groups_by_place

#: The vertical lines of frames.
BARS = "|¦│┃║╎╏┆┇┊┋"
#: What may stand between cells, around rows and in the corners of frames.
BETWEEN = " \t\r\n\f,;:!'\"`“”[](){}\\/&+=" + BARS
TO_SPACES = {ord(mark): " " for mark in BETWEEN}
TO_SPACES |= dict.fromkeys(range(9472, 9600), " ")
BARS_TO_SPACES = {ord(mark): " " for mark in BARS + "[]\r\n"}
#: Between fields; bars are made one kind first.
FIELD_MARKS = ",;\t&|"
ONE_BAR = {ord(bar): "|" for bar in BARS}
#: What may stand around the content of a field.
AROUND_FIELD = " \"'[](){}\\\r\n"
#: Words that may be one cell or several; every other word is prose.
CELLS = re.compile(
    r"[0-9._*?·xX-]+|[A-Za-z]|[0-9A-Z._*?·-]+|[0-9a-z._*?·-]*[0-9._*?·-][0-9a-z._*?·-]*"
)
#: Cells with several candidates, and what stands between those.
BRACED = re.compile(r"\{([^{}]*)\}|\(([^()]*)\)")
IN_CELL = re.compile(r"[,/]\s*")
LISTED = re.compile(r"[\w.]+(?:[,/][\w.]+)+")
#: The end of a row in LaTeX.
END_OF_ROW = re.compile(r"\\\\.*")
#: Runs of a line, and characters of a field, that are looked at.
MOST_RUNS = 3
LONGEST_FIELD = 49
#: A way of reading a line: its name, and the number of the run or of the separator.
Way = tuple[str, int]
BY_BARS = ("fields", FIELD_MARKS.index("|"))


def readings(text: str) -> dict[Way, list[str]]:
    """Return the cells of a line in each way in which it can be read."""
    found: dict[Way, list[str]] = {}
    for number, words in enumerate(_runs(text)):
        found["words", number] = words
        marks = "".join(words)
        if len(marks) > len(words):
            found["marks", number] = list(marks)
        if groups := groups_by_place(marks):
            found["places", number] = groups
    if "," in text or "/" in text:
        found |= _lists(text)
    found |= _fields(text)
    return found


def _lists(text: str) -> dict[Way, list[str]]:
    """Return the words of a line whose cells have commas inside; nothing for other lines."""
    joined = BRACED.sub(lambda cell: IN_CELL.sub("", cell[1] or cell[2] or ""), text)
    words = joined.translate(BARS_TO_SPACES).split()
    if joined == text and not any(LISTED.fullmatch(word) for word in words):
        return {}
    return {("lists", 0): [IN_CELL.sub("", word) for word in words]}


def _runs(text: str) -> list[list[str]]:
    """Return the first runs of words that may be cells."""
    runs: list[list[str]] = [[]]
    for word in text.translate(TO_SPACES).split():
        if CELLS.fullmatch(word):
            runs[-1].append(word)
        elif runs[-1]:
            runs.append([])
    return [run for run in runs if run][:MOST_RUNS]


def _fields(text: str) -> dict[Way, list[str]]:
    """Return the fields of a line between each kind of separator."""
    found: dict[Way, list[str]] = {}
    text = END_OF_ROW.sub("", text).translate(ONE_BAR)
    for number, mark in enumerate(FIELD_MARKS):
        if text.count(mark) < 3:
            continue
        fields = [field.strip(AROUND_FIELD) for field in text.split(mark)]
        if all(_is_field(field) for field in fields):
            found["fields", number] = fields
    return found


def _is_field(field: str) -> bool:
    return len(field) <= LONGEST_FIELD and len(field.split()) < 2
