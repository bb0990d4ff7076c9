"""The page's texts in other languages: what `page/words.js` loads, one file a language.

A text stands in the page where it is used, in English: t`Step ${k} of ${n}` in JavaScript, which is
"Step {0} of {1}" in the catalogues; a noun that `plural` counts; a text or a label in index.html.
Names that are data (kinds of rules, techniques, levels) come from their tables. A file holds those
of them that the language's catalogue has, and nothing else.

>>> "Give a hint" in texts_in("const words = t`Give a hint`;")
True
>>> texts_in("t`Step ${path.at + 1} of ${path.steps.length}.`; plural(n, 'step'); h('p')")
{'Step {0} of {1}.'}
>>> sorted(texts_in('plural(games.length, "game")'))
['{number} game', '{number} games']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from ..constraints.registry import KINDS
from ..constraints.rules_text import sentence_of
from ..constraints.wording import definition, title_of
from ..formats.converting import SAID
from ..formats.links.shown import SHOWN
from ..formats.metadata import ABOUT
from ..languages import languages, said, texts_of, translator
from ..logic.catalog.names import NAMES
from ..logic.catalog.rules import LABELS
from ..logic.difficulty.scales import EXPLAINED
from ..phrases import capital, is_put_together
from .page_files import files_of_page

#: What a text is filled with: an expression, which may have braces and texts of its own.
FILL = re.compile(r"\$\{(?:[^{}`]|\{[^{}]*\}|`[^`]*`)*\}")
TEXT = re.compile(r"(?<![\w.])t`((?:[^`$\\]|\\.|\$(?!\{)|" + FILL.pattern + r")*)`")
NOUN = re.compile(r'plural\([^"`\n]*, "(\w+)"\)')
#: A text between tags, or a label, of a page's HTML.
OF_HTML = re.compile(
    r'>\s*([^<>\s][^<>]*?)\s*<|(?:aria-label|placeholder|name="description" content)="([^"]+)"'
)
#: Houses, as reasons name them.
HOUSES = ("row {number}", "column {number}", "box {number}")
#: What a record has in every language already, and names that are data.
AS_THEY_ARE = ("texts", "kind", "layout")
#: Beside its kind, the text of a rule is data, too.
OF_A_RULE = ("text",)
#: How a search for a path ends, as the page tells it.
OUTCOMES = ("solved", "stuck", "out of time", "contradiction")


def words_of(record: Any) -> dict[str, dict[str, str]]:
    """Return by language the translations of a record's texts, by the English ones."""
    texts: dict[str, str] = {}
    for text in _texts_of(record):
        # of equal texts, one that knows its parts can be told in more languages
        if text not in texts or is_put_together(text):
            texts[str(text)] = text
    found = {}
    for language in languages()[1:]:
        told = {english: said(text, language) for english, text in texts.items()}
        found[language] = {english: own for english, own in told.items() if own != english}
    return found


def _texts_of(value: Any) -> Iterator[str]:
    """Yield the texts of a record that are no data."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        data = AS_THEY_ARE + OF_A_RULE if "kind" in value else AS_THEY_ARE
        for key, one in value.items():
            if key not in data:
                yield from _texts_of(one)
    elif isinstance(value, (list, tuple)):
        for one in value:
            # most of a record are places: lists of numbers
            if not isinstance(one, int):
                yield from _texts_of(one)


def texts_in(script: str) -> set[str]:
    """Return the texts of a script, as the catalogues have them."""
    found = set()
    for text in TEXT.findall(script):
        # What fills a text may have texts of its own.
        for fill in FILL.findall(text):
            found |= texts_in(fill)
        numbered = _with_numbers(text)
        lines = numbered.replace("\\n", "\n")
        found.add(lines.replace("\\", ""))
    for noun in NOUN.findall(script):
        found |= {f"{{number}} {noun}", f"{{number}} {noun}s"}
    return found


def _with_numbers(text: str) -> str:
    """Return a text with {0}, {1}, … for what fills it."""
    first, *others = FILL.split(text)
    return first + "".join(f"{{{k}}}{part}" for k, part in enumerate(others))


@cache
def page_texts() -> frozenset[str]:
    """Return every text that the page can say by itself, in English."""
    found = {*NAMES, *EXPLAINED, *OUTCOMES, *(label for label, _ in LABELS)}
    found |= {*ABOUT, *SAID.values(), *SHOWN, *HOUSES}
    for kind in KINDS.values():
        found.add(str(title_of(kind)))
    for path in files_of_page().values():
        if path.suffix == ".js":
            script = path.read_text("utf-8")
            found |= texts_in(script)
        elif path.suffix == ".html":
            page = path.read_text("utf-8")
            for between, label in OF_HTML.findall(page):
                found.add(between or label)
    return frozenset(found)


@cache
def words(language: str) -> dict[str, str]:
    """Return the page's texts in a language; raise `PuzzleError` for one that has no texts."""
    own = texts_of(language)
    if not own:
        return {}
    found = {}
    for text in sorted(page_texts()):
        if own.get(text):
            found[text] = own[text]
    translate = translator(language)
    for kind in KINDS.values():
        found[definition(kind)] = sentence_of(kind, translate)
        # The page makes a title of the name where the kind has another one.
        name = kind.name.replace("-", " ")
        found[capital(name)] = translate(title_of(kind))
    return found
