"""satdoku's own notation of boards and rules, as it prints them, within a text.

A line may begin with the name of a layout, with rules, or with both, before a board or alone:

    9x9+killer:17:r1c1,r1c2 53..7....6..195....98....6.8...6…
    killer:17:r1c1,r1c2 anti-knight

The name of a layout belongs to the next board. Rules belong to the board directly below them, or
directly above if that has none yet (`reader.Reader`).

>>> noted("killer:17:r1c1,r1c2  +diagonal")
Noted(layout='', rules=('killer:17:r1c1,r1c2', 'diagonal'), rest='')
>>> noted("6x6+diagonal 1.....").rest, noted("killer puzzles: 17"), noted("9x9")
('1.....', None, None)
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ...constraints.constraint import kind_meant, split
from ...errors import LayoutError, ParseError
from ...layout import Layout
from ...layout_names import EXTRA_HOUSES, SYNONYMS, has_boxes
from ...layout_shapes import OVERLAPS
from ...phrases import phrase

#: What a line with a note begins with; most lines are told apart by this alone.
BEGINS = re.compile(
    rf"\s*(?:\+[a-z]|[a-z][a-z0-9-]*(?:[:(]\S|\s*$)|\d+x\d|(?:{'|'.join(OVERLAPS)})\b)"
)
BOARD = re.compile(rf"(?:(\d{{1,3}})x(\d{{1,3}})|{'|'.join(OVERLAPS)})(?:[@/+].*)?", re.DOTALL)
RULE = re.compile(r"(\+?)([a-z][a-z0-9-]*)(?:[:(](.*))?", re.DOTALL)
CELL = re.compile(r"\br\d{1,3}c\d", re.IGNORECASE)


class Noted(NamedTuple):
    """The note of a line. layout: the name of a board with its rules, "" for none. rules: further
    ones. rest: what follows on the line: a board."""

    layout: str
    rules: tuple[str, ...]
    rest: str


def noted(text: str) -> Noted | None:
    """Return the note with which the line begins; None for any other line.

    Raises `ParseError` for a line with rules that goes on with something else than a board.
    """
    if not BEGINS.match(text) or "://" in text:
        return None
    words = [word for word in split(text.strip(), " ") if word]
    layout = words.pop(0) if BOARD.fullmatch(words[0]) else ""
    rules = []
    while words and (rule := _rule(words[0])):
        rules.append(rule)
        words.pop(0)
    if words and words[0].startswith("#") and not layout:  # a comment
        words = []
    rest = " ".join(words)
    if not (layout or rules) or (layout and not rules and not _is_named(layout, rest)):
        return None
    if len(words) > 1 and not re.search("[0-9.]", rest):
        raise ParseError(
            phrase("{words!r} is neither a rule nor a cell of the board", words=words[0][:40])
        )
    return Noted(layout, tuple(rules), rest)


def _rule(word: str) -> str:
    """Return a word without its plus sign if it looks like a rule, else ""."""
    match = RULE.fullmatch(word)
    if not match or CELL.match(match[2]):
        return ""
    plus, name, what = match.groups()
    if word[match.end(2) :].startswith("(") and name != "or" and not plus:
        return ""  # a call in a program
    is_rule = plus or (what is not None and CELL.search(what))
    if not is_rule and len(name) > 3:
        from ...constraints.registry import KINDS

        of_board = {kind.name for kind in KINDS.values() if kind.cells[1] == kind.values[0] == 0}
        name = kind_meant(name)
        names = {*KINDS} if what else of_board | {*EXTRA_HOUSES, *SYNONYMS}
        is_rule = name in names or ("-" in name and what is None and _is_nearly(name, names))
        is_rule = is_rule or (what is not None and KINDS.has(name))
    return word.removeprefix("+") if is_rule else ""


def _is_nearly(name: str, names: set[str]) -> bool:
    from difflib import get_close_matches

    return bool(get_close_matches(name, names, 1, 0.85))


def _is_named(name: str, rest: str) -> bool:
    """Whether a word that may be the name of a layout is one: it has rules, or it says more than
    the size of a board and stands alone, or it stands before exactly as many cells."""
    if "+" in name:
        return True
    cells = len("".join(rest.split()))
    if not cells:
        size = re.fullmatch(r"(\d+)x\1", name)
        return not (size and has_boxes(int(size[1])))
    try:
        board = Layout.named(name)
    except LayoutError:
        return False
    return cells in (board.cell_count, board.board_cells)
