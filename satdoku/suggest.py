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
from .phrases import joined, phrase, verbatim

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
        raise error(
            phrase(
                "expected a name ({what}), got an object of type {type!s}",
                what=what,
                type=type(name).__name__,
            )
        )
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
    about = phrase("unknown {what} {name!r}", what=what, name=name)
    if name.endswith(".py"):
        return phrase(
            "{about}: write {name!s}:NAME, where NAME is its name there", about=about, name=name
        )
    names = list(known)
    by_folded = {folded(other): other for other in reversed(names)}
    from difflib import get_close_matches

    typed = folded(name)
    near = get_close_matches(typed, by_folded, NEAREST, 0.7)
    if not near and len(typed) >= FEW_LETTERS:
        near = [other for other in by_folded if typed in other][:NEAREST]
    listed = phrase("`{command!s}` lists them", command=listed_by) if listed_by else ""
    if near:
        meant = joined([verbatim(by_folded[other]) for other in near], "{one} or {next}")
        guess = phrase("{about}: did you mean {names}?", about=about, names=meant)
        return phrase("{problem} ({advice})", problem=guess, advice=listed) if listed else guess
    if len(names) > LISTED and listed:
        return phrase("{where}: {problem}", where=about, problem=listed)
    return phrase("{about}: known are {names!s}", about=about, names=", ".join(names))
