"""Texts in other languages: `translations/LANGUAGE.po` holds the translation of each English text.

The English text is the key, with {0}, {} and names in braces for what is filled in afterwards. What
has no translation stays English. docs/sheets.md says how to add a language.

>>> translator("de")("Solutions")
'Lösungen'
>>> translator("en")("Solutions")
'Solutions'
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

from .suggest import meant

FOLDER = Path(__file__).with_name("translations")
#: An entry of a PO file (GNU gettext): each text is one or more strings.
STRINGS = r'((?:"(?:[^"\\]|\\.)*"\s*)+)'
ENTRY = re.compile(rf"^msgid {STRINGS}^msgstr {STRINGS}", re.MULTILINE)

#: Returns the translation of an English text.
Translate = Callable[[str], str]


def languages() -> list[str]:
    """Return the codes of the languages: "en", and those that have a file."""
    return ["en", *sorted(file.stem for file in FOLDER.glob("*.po"))]


@cache
def translator(language: str) -> Translate:
    """Return the translation into a language; raise `PuzzleError` for an unknown code."""
    if meant(language, languages(), "language") == "en":
        return str
    text = (FOLDER / f"{language}.po").read_text("utf-8")
    texts = {_joined(key): _joined(own) for key, own in ENTRY.findall(text)}
    return lambda key: texts.get(key) or key


def _joined(strings: str) -> str:
    return "".join(json.loads(line) for line in strings.splitlines() if line)
