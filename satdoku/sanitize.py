r"""Text that comes from outside, made fit to be shown: a name, a solver's line, a certificate.

Such text may hold escape sequences that colour a terminal or move its cursor, line ends that forge
a line of ours, marks that turn the direction of writing around, halves of characters that no
terminal takes, and it may be endless. `shown` leaves none of that.

>>> shown("puzzles\x1b[2K.txt")
'puzzles\\x1b[2K.txt'
>>> shown("x" * 1000, limit=10)
'xxxxxxxxx…'
"""

from __future__ import annotations

import re
from typing import Any

#: Characters that are shown of a foreign text, and of a message that quotes some.
LIMIT, MESSAGE_LIMIT = 400, 2000
#: Control characters but tabs and line ends, and marks that turn the direction of writing around.
CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def shown(text: object, limit: int = LIMIT) -> str:
    """The text in printable characters, the others written as Python escapes them, in one line.

    At most `limit` (1 or more) characters, the last of a longer text being '…'.
    """
    start = str(text)[: limit + 1]
    safe = start if start.isprintable() else "".join(map(_printable, start))
    return safe if len(safe) <= limit else safe[: limit - 1] + "…"


def without_controls(value: Any) -> Any:
    r"""What JSON holds, its texts without control characters: these become U+FFFD.

    >>> without_controls({"title": "a\x1b[31m\nb"})
    {'title': 'a\ufffd[31m\nb'}
    """
    if isinstance(value, str):
        return CONTROLS.sub("\ufffd", value)
    if isinstance(value, list):
        return [without_controls(item) for item in value]
    if isinstance(value, dict):
        return {without_controls(name): without_controls(item) for name, item in value.items()}
    return value


def _printable(character: str) -> str:
    return character if character.isprintable() else repr(character)[1:-1]
