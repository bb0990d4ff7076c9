"""Texts that know how they were put together, so that they can be told in any language.

A phrase is its English text, a string like any other, and keeps its template and what fills it:
cells, digits, numbers, houses, other phrases. In another language the translation of the template
is filled in the same way (`languages.telling`). What has a conversion or a format there, such as
{name!r}, {name!s} or {rating:.1f}, is filled in as it is: names, files, ratings; but thousands, as
in {number:,}, are apart as the language has it. A string without a
template is its own template; one that has no words is told as it is. If the translation of a part
is missing, nothing around it can be told in another language (`Untranslated`).

>>> said = phrase("In {house}, {digit} can only go in {cell}.", house="r1", digit=5, cell="r1c2")
>>> said
'In r1, 5 can only go in r1c2.'
>>> told(said, {"In {house}, {digit} can only go in {cell}.": "{cell}: {digit} ({house})"}.get)
'r1c2: 5 (r1)'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import reduce
from typing import Any, Self

from .sanitize import columns

#: Returns the translation of an English text or template; raises `Untranslated` if it must not be
#: left in English and there is none.
Translate = Callable[[str], str]

#: What is filled in as it is, and the numbers among it whose thousands are apart.
AS_IT_IS = re.compile(r"\{(\w+)[!:]")
LARGE = re.compile(r"\{(\w+):,\}")
#: A number of four digits and a longer one, whose translations say how thousands are apart.
FOUR_DIGITS, MORE_DIGITS = "1,234", "12,345"
CELLS = re.compile(r"\br[0-9]+c[0-9]+")
WORD = re.compile(r"[^\W\d_]{2}")


class Untranslated(LookupError):
    """A text has no translation."""


class Phrase(str):
    """A template that is filled in, in English."""

    template: str
    fills: dict[str, Any]

    def told(self, translate: Translate) -> str:
        """Return it in another language."""
        fills = dict(self.fills)
        for key in fills.keys() - {*AS_IT_IS.findall(self.template)}:
            fills[key] = told(fills[key], translate)
        for key in LARGE.findall(self.template):
            fills[key] = Large(Numeral(fills[key]).told(translate))
        return translate(self.template).format(**fills)


class Numeral(str):
    """A whole number, in English with commas between its thousands."""

    def __new__(cls, number: int) -> Self:
        """Return the number, in English."""
        return super().__new__(cls, f"{number:,}")

    def __getnewargs__(self) -> tuple[int]:  # type: ignore[override]
        return (int(self.replace(",", "")),)

    def told(self, translate: Translate) -> str:
        """Return it in another language."""
        if "," not in self:
            return str(self)
        sample = translate(FOUR_DIGITS if len(self) == len(FOUR_DIGITS) else MORE_DIGITS)
        return self.replace(",", re.sub("[0-9]", "", sample))


class Large(str):
    """A number that is told already, which takes the format of one that is not."""

    def __format__(self, form: str) -> str:
        return str(self)


class NounTemplate(str):
    """The template of a number with its noun, whose form depends on the number.

    number: it. one: the template for 1.
    """

    number: int
    one: str


def counted(number: int, one: str, several: str) -> Phrase:
    """Return a number with its noun: one, several: the templates for 1 and for any other."""
    template = NounTemplate(several)
    template.number = number
    template.one = one
    own = phrase(one if number == 1 else several, number=Numeral(number))
    own.template = template
    return own


class Name(str):
    """The name of a technique, a rule, a puzzle, which stays as it is where it has no translation.

    key: by which its translation is found, if it is not the name itself.
    """

    key: str

    def __new__(cls, text: object, key: str = "") -> Self:
        """Return the name, in English; of a thing, as its text is."""
        own = super().__new__(cls, text)
        own.key = key or str(own)
        return own

    def told(self, translate: Translate) -> str:
        """Return it in another language."""
        try:
            return translate(self.key)
        except Untranslated:
            return str(self)


def verbatim(text: object) -> Name:
    """Return a name that stays as it is in every language, since it is to be typed."""
    return Name(text, key=f"`{text}`")


class Capital(str):
    """A text that begins with a capital."""

    text: str

    def told(self, translate: Translate) -> str:
        """Return it in another language."""
        return upper(told(self.text, translate))


class SideBySide(str):
    """Texts side by side, each of which is told on its own."""

    parts: tuple[str, ...]

    def __new__(cls, *parts: str) -> Self:
        """Return the texts side by side, in English."""
        own = super().__new__(cls, "".join(parts))
        own.parts = parts
        return own

    def __getnewargs__(self) -> tuple[str, ...]:  # type: ignore[override]
        return self.parts


class Padded(str):
    """A text in a column of a table.

    width: of the column; negative where its texts begin on the left.
    """

    text: str
    width: int

    def __new__(cls, text: str, width: int) -> Self:
        """Return the text, in English."""
        own = super().__new__(cls, padded(text, width))
        own.text = text
        own.width = width
        return own

    def __getnewargs__(self) -> tuple[str, int]:  # type: ignore[override]
        return self.text, self.width

    def told(self, translate: Translate) -> str:
        """Return it in another language."""
        return padded(told(self.text, translate), self.width)


def padded(text: str, width: int) -> str:
    """Return a text with blanks before it, or, for a negative width, after it."""
    blanks = " " * (abs(width) - columns(text))
    return f"{text}{blanks}" if width < 0 else f"{blanks}{text}"


def phrase(template: str, **fills: Any) -> Phrase:
    """Return the phrase of a template, with {names} for what fills it."""
    own = Phrase(template.format(**fills))
    own.template = template
    own.fills = fills
    return own


def capital(text: str) -> Capital:
    """Return the text with a capital at its beginning."""
    own = Capital(upper(text))
    own.text = text
    return own


def upper(text: str) -> str:
    """Return a text with a capital at its beginning; cells stay as they are."""
    return text if CELLS.match(text) else text[:1].upper() + text[1:]


def in_lines(texts: Iterable[str]) -> SideBySide:
    """Return texts one below the other, each of which is told on its own."""
    parts = list[str]()
    for text in texts:
        parts += ["\n", text]
    return SideBySide(*parts[1:])


def joined(parts: Iterable[str], template: str = "{one}, {next}") -> str:
    """Return the parts, each joined to those before it by the template; "" for none."""
    texts = list(parts)
    if not texts:
        return ""
    return reduce(lambda one, following: phrase(template, one=one, next=following), texts)


def told(text: Any, translate: Translate) -> str:
    """Return a text in another language; raise what `translate` raises for a part that has no
    translation."""
    if not isinstance(text, str):
        text = str(text)
    tell = getattr(text, "told", None)
    if tell is not None:
        return str(tell(translate))
    return translate(text) if has_words(text) else str(text)


def is_put_together(text: object) -> bool:
    """Return whether a text knows how it was put together."""
    return hasattr(text, "told") or isinstance(text, SideBySide)


def has_words(text: str) -> bool:
    """Return whether a text has words, and not only cells, digits and signs."""
    return bool(WORD.search(CELLS.sub("", text)))
