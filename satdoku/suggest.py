"""Names as people type them: case, blanks and hyphens do not matter; near misses are suggested.

>>> meant("x wing", ["X-wing", "swordfish"], "rule")
'X-wing'
>>> unknown("swordfihs", ["X-wing", "swordfish"], "rule")
"unknown rule 'swordfihs': did you mean swordfish?"
>>> unknown("Gurth", ["X-wing", "Gurth's symmetrical placement"], "rule")
"unknown rule 'Gurth': did you mean Gurth's symmetrical placement?"
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from .errors import PuzzleError, SatdokuError

#: At most this many names are listed in a message; otherwise it refers to the command that does.
LISTED = 12
#: At most this many names are suggested; a part of a name counts from this many letters on.
NEAREST = 3
FEW_LETTERS = 4


def folded(name: str) -> str:
    """Return the name in lower case, without blanks, underscores and hyphens."""
    return re.sub(r"[\s_\-–]+", "", name.casefold())


def meant(
    name: str,
    known: Iterable[str],
    what: str,
    error: type[SatdokuError] = PuzzleError,
    listed_by: str = "",
) -> str:
    """Return the known name that `name` stands for.

    what: the kind of name, for the message; listed_by: a command that lists the names. Raises
    `error` for an unknown name.
    """
    if not isinstance(name, str):
        raise error(f"expected the name of a {what}, got an object of type {type(name).__name__}")
    names = list(known)
    # Turned around, so that of names that fold alike the first counts.
    by_folded = {folded(other): other for other in reversed(names)}
    if name in names:
        return name
    if folded(name) in by_folded:
        return by_folded[folded(name)]
    raise error(unknown(name, names, what, listed_by))


def unknown(name: str, known: Iterable[str], what: str, listed_by: str = "") -> str:
    """Return the message for an unknown name, with the nearest names or those that are known."""
    if name.endswith(".py"):
        return f"unknown {what} {name!r}: write {name}:NAME, where NAME is its name there"
    names = list(known)
    by_folded = {folded(other): other for other in reversed(names)}
    from difflib import get_close_matches

    typed = folded(name)
    near = get_close_matches(typed, by_folded, NEAREST, 0.7)
    if not near and len(typed) >= FEW_LETTERS:
        near = [other for other in by_folded if typed in other][:NEAREST]
    listed = f"`{listed_by}` lists them" if listed_by else ""
    if near:
        guess = f"did you mean {' or '.join(by_folded[other] for other in near)}?"
        return f"unknown {what} {name!r}: {guess}" + (f" ({listed})" if listed else "")
    if len(names) > LISTED and listed:
        return f"unknown {what} {name!r}: {listed}"
    return f"unknown {what} {name!r}: known are {', '.join(names)}"
