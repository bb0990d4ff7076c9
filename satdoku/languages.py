"""Texts in other languages: `translations/LANGUAGE.po` holds the translation of each English text.

The English text is the key, with {0}, {} and names in braces for what is filled in afterwards. On
sheets, what has no translation stays English; a sentence of several parts (see `phrases`) is told
whole in one language: in English, with a mark, if a part of it has no translation. docs/sheets.md
says how to add a language.

>>> translator("de")("Solutions")
'Lösungen'
>>> translator("en")("Solutions")
'Solutions'
>>> from satdoku.phrases import phrase
>>> telling("de")(phrase("row {number}", number=3))
'Zeile 3'
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from .phrases import (
    NounTemplate,
    SideBySide,
    Translate,
    Untranslated,
    has_words,
    is_put_together,
    told,
)
from .suggest import meant

#: The folder of the translations; a path as text, since every command loads this module.
FOLDER = os.path.join(os.path.dirname(__file__), "translations")
ENDING = ".po"
#: An entry of a PO file (GNU gettext): each text is one or more strings.
STRINGS = r'((?:"(?:[^"\\]|\\.)*"\s*)+)'
ENTRY = re.compile(rf"^(?:msgctxt (.*)\n)?msgid {STRINGS}^msgstr {STRINGS}", re.MULTILINE)
#: The context of entries that say how two words contract: "de el" to "del".
CONTRACTION = '"contraction"'
#: What GNU gettext puts between the context of an entry and its text; the context of a number with
#: its noun is a category of numbers, such as "few".
CONTEXT = "\x04"
#: Blanks at which a line must not break, by language: the catalogue has usual ones there.
HARD = {"fr": re.compile(r" (?=[:;!?»])|(?<=«) ")}
#: What stands before a sentence that has no translation.
IN_ENGLISH = "[en] "
#: Where the system says which language is wanted, the most important first.
SYSTEM = ("LC_ALL", "LC_MESSAGES", "LANG")


def languages() -> list[str]:
    """Return the codes of the languages: "en", and those that have a file."""
    files = sorted(os.listdir(FOLDER))
    found = [name.removesuffix(ENDING) for name in files if name.endswith(ENDING)]
    return ["en", *found]


@cache
def translator(language: str) -> Translate:
    """Return the translation into a language; raise `PuzzleError` for an unknown code."""
    if known(language) == "en":
        return str
    texts = dict(_entries(language)[0])
    return lambda key: texts.get(key) or key


@cache
def telling(language: str) -> Translate:
    """Return what tells a text in a language: each of its parts whole in this language, or whole in
    English with a mark; raise `PuzzleError` for an unknown code."""
    if known(language) == "en":
        return str
    texts = _entries(language)[0]

    def translate(key: str) -> str:
        if isinstance(key, NounTemplate):
            key = form_of(key, language, texts)
        if key not in texts:
            raise Untranslated(key)
        return texts[key]

    def tell(text: str) -> str:
        if isinstance(text, SideBySide):
            return "".join(map(tell, text.parts))
        if not has_words(text) and not is_put_together(text):
            return str(text)
        try:
            said = told(text, translate)
        except Untranslated:
            return f"{IN_ENGLISH}{text}"
        return contracted(said, language)

    return tell


def form_of(key: NounTemplate, language: str, texts: Mapping[str, str]) -> str:
    """Return the key of the form that a number's noun has in a language: that of its category where
    there is such an entry, else that for 1 or for any other number."""
    category = PLURALS.get(language, one_or_other)(key.number)
    own = category + CONTEXT + key
    if own in texts:
        return own
    return key.one if category == "one" else str(key)


def one_or_other(number: int) -> str:
    """Return the category of a number where only 1 is apart."""
    return "one" if number == 1 else "other"


def in_arabic(number: int) -> str:
    """Return the category of a number in Arabic, which has six."""
    if number < 3:
        return ("zero", "one", "two")[number]
    if 3 <= number % 100 <= 10:
        return "few"
    return "many" if number % 100 > 10 else "other"


def in_french(number: int) -> str:
    """Return the category of a number in French: 0 takes the singular."""
    return "one" if number < 2 else "other"


#: The category of a number by the plural rules of CLDR, where more than 1 is apart.
PLURALS: Mapping[str, Callable[[int], str]] = {
    "ar": in_arabic,
    "fr": in_french,
    "ja": lambda number: "other",
}


def told_record(value: Any, language: str) -> Any:
    """Return a record with each text that knows how it was put together told in a language, as far
    as it has a translation; other strings, which may be data, are as they were."""
    if isinstance(value, dict):
        return {key: told_record(one, language) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [told_record(one, language) for one in value]
    return said(value, language) if is_put_together(value) else value


def said(text: str, language: str) -> str:
    """Return a text in a language, in English without a mark if a part has no translation."""
    return telling(language)(text).replace(IN_ENGLISH, "")


def contracted(text: str, language: str) -> str:
    """Return a text with its words contracted as the language does: "de el" to "del"."""
    if language == "en":
        return text
    for apart, together in _entries(language)[1].items():
        text = re.sub(rf"\b{apart}\b", together, text)
    return text


def texts_of(language: str) -> dict[str, str]:
    """Return the translation of each text of a language's catalogue; none for English."""
    return {} if known(language) == "en" else dict(_entries(language)[0])


def known(language: str) -> str:
    """Return the code of a language; raise `PuzzleError` for one that has no texts."""
    return meant(language, languages(), "language")


def language_of_system() -> str:
    """Return the language that the environment asks for, if it has texts; else "en"."""
    wanted = next(filter(None, map(os.environ.get, SYSTEM)), "en")
    code = re.split(r"[_.@-]", wanted)[0].lower()
    return code if code in languages() else "en"  # C, POSIX, a language without texts


@cache
def _entries(language: str) -> tuple[dict[str, str], dict[str, str]]:
    """Return the translation of each text, and the contractions, of a language."""
    texts = dict[str, str]()
    contractions = dict[str, str]()
    with open(os.path.join(FOLDER, language + ENDING), encoding="utf-8") as file:
        content = file.read()
    for context, strings, own in ENTRY.findall(content):
        key = _joined(strings)
        translation = _joined(own)
        if language in HARD:
            translation = HARD[language].sub("\N{NO-BREAK SPACE}", translation)
        if context == CONTRACTION:
            contractions[key] = translation
        elif context:
            texts[_joined(context) + CONTEXT + key] = translation
        elif key:  # not that of the file's header
            texts[key] = translation
    return texts, contractions


def _joined(strings: str) -> str:
    import json  # English needs none

    return "".join(json.loads(line) for line in strings.splitlines() if line)
