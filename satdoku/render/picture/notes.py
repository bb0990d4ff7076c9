"""The lines below a board: rules that the picture does not draw, in words of any language.

>>> wrapped("digits differ by two", 12)
['digits', 'differ by', 'two']
>>> wrapped("隣り合う数字の差は2。", 10)
['隣り合う数', '字の差は', '2。']
"""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections.abc import Callable, Iterator, Sequence

from ...constraints.constraint import Constraint
from ...constraints.drawings import RuleDrawing
from ...constraints.styles import Note
from ...layout import Layout
from ...sanitize import columns

#: Says a rule of a board in words.
TellRule = Callable[[Constraint, Layout], str]

#: What is never broken in a text of a script without blanks between words: a character, or a word
#: of katakana or of other scripts, with the marks that follow it.
UNBROKEN = re.compile(
    r"(?:[\u30a1-\u30ff]+|[\u3000-\u30a0\u3100-\u9fff]|[^\s\u3000-\u9fff]+)[、。，．：；）」』】]*\s*"
)
#: Around a text that runs from right to left, in a line that runs from left to right.
RIGHT_TO_LEFT = "\u2067{}\u2069"


def notes(rules: Sequence[RuleDrawing], layout: Layout, room: int, tell: TellRule) -> Iterator[str]:
    """Yield the lines about rules that are not drawn. room: characters in a line.
    tell: says one."""
    for rule in rules:
        if isinstance(rule.style, Note):
            yield from wrapped(tell(rule.constraint, layout), room)


def wrapped(text: str, room: int) -> list[str]:
    """Return the lines of a text, each of at most `room` columns: it is broken at blanks, and
    where a script has none anywhere but within `UNBROKEN`. (What is wider by itself has a line of
    its own there.)"""
    if columns(text) == len(text):
        return textwrap.wrap(text, room)
    lines = [""]
    for piece in UNBROKEN.findall(text):
        longer = lines[-1] + piece
        if columns(longer.rstrip()) <= room or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(piece)
    return [line.strip() for line in lines]


def runs_from_right(text: str) -> bool:
    """Return whether a text runs from right to left: its first letter is of such a script."""
    ways = map(unicodedata.bidirectional, text)
    return next((way for way in ways if way in ("L", "R", "AL")), "L") != "L"
