"""Numbers with their nouns, and boards with their articles.

>>> plural(1, "step"), plural(2500, "step"), plural(0, "step")
('1 step', '2,500 steps', '0 steps')
>>> a_board(9), a_board("8x8"), a_board(18)
('a 9x9 board', 'an 8x8 board', 'an 18x18 board')
"""

from __future__ import annotations

import re

from .phrases import counted, phrase


def plural(number: int, noun: str, several: str = "") -> str:
    """Return the number and its noun, which takes an s unless the number is 1; several: its plural
    if that is another."""
    return counted(number, f"{{number}} {noun}", f"{{number}} {several or noun + 's'}")


def an(noun: str) -> str:
    """Return a noun with its article: 'a cage', 'an arrow'."""
    return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"


def a_board(board: str | int) -> str:
    """Return 'an 8x8 board' for a name, or for the size of a square."""
    name = f"{board}x{board}" if isinstance(board, int) else board
    if re.match(r"8|1[18](?![0-9])", name):  # eight, eleven, eighteen
        return phrase("an {name!s} board", name=name)
    return phrase("a {name!s} board", name=name)
