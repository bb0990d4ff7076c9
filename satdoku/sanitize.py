r"""Makes untrusted text fit for display: a name, a solver's line, a certificate.

Such text may contain escape sequences that colour a terminal or move its cursor, line ends that
forge a line of ours, marks that reverse the direction of writing, unpaired surrogates that no
terminal accepts, and it may be endless. `shown` removes all of these.

>>> shown("puzzles\x1b[2K.txt")
'puzzles\\x1b[2K.txt'
>>> shown("x" * 1000, limit=10)
'xxxxxxxxx…'
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import partial
from typing import Any

#: The maximum length shown of untrusted text, and of a message that quotes some.
LIMIT, MESSAGE_LIMIT = 400, 2000
#: Control characters except tabs and line ends, and marks that reverse the direction of writing.
CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def shown(text: object, limit: int = LIMIT) -> str:
    """Return the text in one line of printable characters; others as Python escapes them.

    At most `limit` (1 or more) characters; a longer text ends in '…'.
    """
    # Cut before anything is escaped, since the text may be endless.
    start = str(text)[: limit + 1]
    safe = "".join(c if c.isprintable() else repr(c)[1:-1] for c in start)
    return safe if len(safe) <= limit else safe[: limit - 1] + "…"


def without_controls(value: Any) -> Any:
    r"""Return a JSON value with the control characters of its texts replaced by U+FFFD.

    >>> without_controls({"title": "a\x1b[31m\nb"})
    {'title': 'a\ufffd[31m\nb'}
    """
    return with_texts(value, partial(CONTROLS.sub, "\ufffd"))


def with_texts(value: Any, changed: Callable[[str], str]) -> Any:
    """Return a JSON value with all its texts and keys changed."""
    if isinstance(value, str):
        return changed(value)
    if isinstance(value, list):
        return [with_texts(item, changed) for item in value]
    if isinstance(value, dict):
        items = value.items()
        return {changed(name): with_texts(item, changed) for name, item in items}
    return value


def columns(text: str) -> int:
    """Return the number of terminal columns that a text takes."""
    return sum(1 + (unicodedata.east_asian_width(character) in "WF") for character in text)
