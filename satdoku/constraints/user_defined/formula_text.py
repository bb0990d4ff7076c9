"""User-defined formulas as text: parsing, checking and writing.

    r1c1 * r1c2 + r2c1 = 14        count(r1c1..r1c9 > 5) = 3 or not r5c5 = max(r1c1..r1c4)

A formula is a condition: comparisons (= <> < <= > >=, also in chains), joined by and, or, not.
Numbers are integers: + - * mod, min(…), max(…), sum(…), abs(…), and count(…), which takes
conditions and returns how many are true. Several cells, `r1c1..r1c9` or `[r1c1,r2c4]`, stand for
each of them in turn inside min, max, sum and count. `a mod b` has the sign of b, as in Python. On a
board with a layer, `shaded(r1c1)` is a condition; with doublers and the like, `value(r1c1)` is a
number.

A `Constraint` stores the cells separately from the text, in which `#` stands for the next cell and
`#9` for the next nine; so only this file handles the notation of cells in a formula.

>>> from satdoku.geometry import square
>>> cells, text = read("r1c1 * r1c2 >= sum(r2c1..r2c3)", square(9))
>>> cells, text
((0, 1, 9, 10, 11), '# * # >= sum(#3)')
>>> written(text, cells, square(9))
'r1c1 * r1c2 >= sum(r2c1..r2c3)'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NoReturn

from ...errors import LayoutError
from ...frozen import frozen
from ...geometry import Cells, Places
from ...phrases import Name, phrase
from ...plurals import plural

#: The maximum length of a formula, and the maximum depth of brackets.
LONGEST, DEEPEST = 5_000, 40
CELL = r"r\d{1,3}c\d{1,3}"
CELLS = rf"{CELL}\s*\.\.\s*{CELL}|\[\s*{CELL}(?:\s*,\s*{CELL})*\s*\]|{CELL}"
TOKEN = re.compile(
    rf"(?P<cells>{CELLS})|(?P<number>\d+)|(?P<word>[a-z]+)|"
    r"(?P<sign><=|>=|<>|!=|==|[-+*=<>(),])",
    re.IGNORECASE,
)
#: Alternative spellings of signs.
MEANT = {"==": "=", "!=": "<>", "≠": "<>", "≤": "<=", "≥": ">=", "×": "*", "·": "*", "−": "-"}
SHADED, VALUE = "shaded", "value"
COMPARISONS = ("=", "<>", "<", "<=", ">", ">=")
#: Functions; `count` takes conditions, the others numbers.
FUNCTIONS = ("min", "max", "sum", "abs", "count", SHADED, VALUE)
WORDS = ("and", "or", "not", "mod")


@frozen
class FormulaPart:
    """A part of a formula: a number, a cell, "several" cells, a sign or a word, with its parts.

    values: the number, or the cells. place: its position in the text.
    """

    operator: str
    parts: tuple[FormulaPart, ...] = ()
    values: tuple[int, ...] = ()
    place: int = 0

    @property
    def is_condition(self) -> bool:
        """Whether it is a condition, rather than a number."""
        return self.operator in ("and", "or", "not", SHADED, *COMPARISONS)


def read(text: str, places: Places) -> tuple[tuple[int, ...], str]:
    """Return (cells, text without them) of a formula as a person writes it; the `LayoutError` gives
    the position of a mistake."""
    for sign, meant in MEANT.items():
        text = text.replace(sign, meant)
    text = " ".join(text.split())
    parsed(text, places)
    cells = []

    def without(found: re.Match[str]) -> str:
        own = _cells_named(found[0], found.start(), text, places)
        cells.extend(own)
        return "#" if re.fullmatch(CELL, found[0], re.IGNORECASE) else f"#{len(own)}"

    bare = re.sub(CELLS, without, text, flags=re.IGNORECASE)
    if not cells:
        fail(text, 0, "it names no cell")
    return tuple(cells), bare


def written(text: str, cells: Cells, places: Places) -> str:
    """Return the formula as a person writes it, readable by `read`. Raise `LayoutError` unless the
    text has as many cells as given."""
    counts = [int(count or 1) for count in re.findall(r"#(\d*)", text)]
    if sum(counts) != len(cells) or re.search(CELL, text, re.IGNORECASE):
        raise LayoutError(
            phrase(
                "a formula for {cells}, not {count!s}: {text!r}",
                cells=plural(sum(counts), "cell"),
                count=len(cells),
                text=text[:40],
            )
        )
    left = list(cells)

    def named(found: re.Match[str]) -> str:
        count = int(found[1] or 1)
        own, left[:count] = left[:count], []
        if not found[1]:
            return places.name(own[0])
        ends = f"{places.name(own[0])}..{places.name(own[-1])}"
        if count > 1 and places.straight(places.place(own[0]), places.place(own[-1])) == own:
            return ends
        return f"[{','.join(map(places.name, own))}]"

    return re.sub(r"#(\d*)", named, text)


def parsed(text: str, places: Places) -> FormulaPart:
    """Parse a formula with cells by name; raise `LayoutError` if it is invalid."""
    if len(text) > LONGEST:
        raise LayoutError(phrase("a formula of over {most:,} characters is too long", most=LONGEST))
    return _FormulaParser(text, places).condition()


def fail(text: str, place: int, why: str) -> NoReturn:
    """Raise `LayoutError` with the problem and its position."""
    start = max(0, place - 30)
    before = text[start:place]
    if start > 0:
        before = f"…{before}"
    if not before.strip():
        said = "character {place!s} of the formula: {why}"
        raise LayoutError(phrase(said, place=place + 1, why=why))
    said = "character {place!s} of the formula (after {before!r}): {why}"
    raise LayoutError(phrase(said, place=place + 1, before=before, why=why))


def _cells_named(token: str, start: int, text: str, places: Places) -> list[int]:
    found = []
    for r, c in re.findall(r"r(\d+)c(\d+)", token.lower()):
        cell = places.cell_at(int(r) - 1, int(c) - 1)
        if cell is None:
            fail(text, start, phrase("r{r!s}c{c!s} is not a cell of this board", r=r, c=c))
        found.append(cell)
    if ".." in token:
        line = places.straight(places.place(found[0]), places.place(found[1]))
        if line is None:
            fail(text, start, phrase("{token!s} is not a straight line of cells", token=token))
        return line
    return found


def _tokens(text: str) -> Iterator[tuple[str, str, int]]:
    """Yield (kind, token, place) of a formula, at the end with kind ""."""
    place = 0
    while place < len(text):
        if text[place] == " ":
            place += 1
            continue
        found = TOKEN.match(text, place)
        if not found:
            why = phrase("{mark!r} cannot stand in a formula", mark=text[place])
            if text[place] in "/÷":
                why = phrase("{problem}: multiply instead", problem=why)
            fail(text, place, why)
        token = found[0].lower()
        yield str(found.lastgroup), MEANT.get(token, token), place
        place = found.end()
    yield "", "", len(text)


class _FormulaParser:
    """Parses a formula by recursive descent. Invariant: kind, token and place are those of
    the next token to read; kind is "" after the last."""

    def __init__(self, text: str, places: Places) -> None:
        self.text = text
        self.places = places
        self.depth = 0
        self.tokens = iter(list(_tokens(text)))  # all at once: what no token fits is told first
        self._advance()

    def condition(self) -> FormulaPart:
        """Parse the whole formula."""
        whole = self._need_condition(self._either())
        if self.kind:
            why = phrase("expected and, or or the end, not {token!r}", token=self.token)
            fail(self.text, self.place, why)
        return whole

    # -- Tokens -------------------------------------------------------------------------------

    def _advance(self) -> None:
        self.kind, self.token, self.place = next(self.tokens)

    def _next(self, *expected: str) -> str:
        """Consume and return the next token if it is one of these; "" if not."""
        token = self.token
        if self.kind not in ("word", "sign") or token not in expected:
            return ""
        self._advance()
        return token

    def _need(self, sign: str) -> None:
        if not self._next(sign):
            found = Name(repr(self.token)) if self.kind else "the end"
            fail(
                self.text,
                self.place,
                phrase("expected {sign!r}, not {found}", sign=sign, found=found),
            )

    def _need_condition(self, part: FormulaPart) -> FormulaPart:
        if not part.is_condition:
            problem = "a number stands where a comparison is needed, as in r1c1 mod 2 = 0"
            fail(self.text, part.place, problem)
        return part

    def _need_number(self, part: FormulaPart) -> FormulaPart:
        if part.is_condition:
            why = "a condition stands where a number is needed: count(…) makes a number of it"
            fail(self.text, part.place, why)
        return part

    # -- From the lowest to the highest precedence --------------------------------------------

    def _either(self) -> FormulaPart:
        return self._joined("or", self._both)

    def _both(self) -> FormulaPart:
        return self._joined("and", self._negated)

    def _joined(self, word: str, inner: Callable[[], FormulaPart]) -> FormulaPart:
        parts = [inner()]
        while self._next(word):
            self._need_condition(parts[0])
            parts.append(self._need_condition(inner()))
        return FormulaPart(word, tuple(parts), (), parts[0].place) if len(parts) > 1 else parts[0]

    def _negated(self) -> FormulaPart:
        place = self.place
        if self._next("not"):
            self._deeper()
            inner = self._need_condition(self._negated())
            self.depth -= 1
            return FormulaPart("not", (inner,), (), place)
        return self._compared()

    def _compared(self) -> FormulaPart:
        first = self._added()
        found = []
        while sign := self._next(*COMPARISONS):
            self._need_number(first)
            second = self._need_number(self._added())
            found.append(FormulaPart(sign, (first, second), (), first.place))
            first = second
        if len(found) > 1:
            return FormulaPart("and", tuple(found), (), found[0].place)
        return found[0] if found else first

    def _added(self) -> FormulaPart:
        return self._operated(self._multiplied, "+", "-")

    def _multiplied(self) -> FormulaPart:
        return self._operated(self._signed, "*", "mod")

    def _operated(self, inner: Callable[[], FormulaPart], *signs: str) -> FormulaPart:
        left = inner()
        while sign := self._next(*signs):
            self._need_number(left)
            left = FormulaPart(sign, (left, self._need_number(inner())), (), left.place)
        return left

    def _signed(self) -> FormulaPart:
        place = self.place
        if self._next("-"):
            self._deeper()
            inner = self._need_number(self._signed())
            self.depth -= 1
            return FormulaPart("-", (FormulaPart("number", (), (0,), place), inner), (), place)
        return self._simple()

    def _simple(self) -> FormulaPart:
        kind = self.kind
        token = self.token
        place = self.place
        if kind == "number":
            if len(token) > 9:
                fail(self.text, place, "a number of over 9 digits is too large")
            self._advance()
            return FormulaPart("number", (), (int(token),), place)
        if kind == "cells":
            self._advance()
            return self._cells(token, place)
        if kind == "word" and token in FUNCTIONS:
            self._advance()
            self._need("(")
            return self._function(token, place)
        if self._next("("):
            self._deeper()
            inner = self._either()
            self._need(")")
            self.depth -= 1
            return inner
        if kind == "word" and token not in WORDS:
            known = ", ".join((*FUNCTIONS, *WORDS))
            why = "{token!r} is unknown: cells are r1c1, words are {known!s}"
            fail(self.text, place, phrase(why, token=token, known=known))
        found = Name(repr(token)) if kind else "the end"
        fail(
            self.text,
            place,
            phrase("expected a cell, a number or a bracket, not {found}", found=found),
        )

    def _cells(self, token: str, place: int) -> FormulaPart:
        operator = "cell" if re.fullmatch(CELL, token) else "several"
        return FormulaPart(
            operator, (), tuple(_cells_named(token, place, self.text, self.places)), place
        )

    def _function(self, name: str, place: int) -> FormulaPart:
        self._deeper()
        need = self._need_condition if name == "count" else self._need_number
        parts = [need(self._either())]
        while self._next(","):
            parts.append(need(self._either()))
        self._need(")")
        self.depth -= 1
        if name == "abs" and len(parts) > 1:
            fail(self.text, place, "abs takes one number")
        one_cell = len(parts) == 1 and parts[0].operator in ("cell", "several")
        if name in (SHADED, VALUE) and not one_cell:
            fail(self.text, place, phrase("{name!s} takes one cell", name=name))
        return FormulaPart(name, tuple(parts), (), place)

    def _deeper(self) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            why = phrase("brackets are nested more than {most!s} deep", most=DEEPEST)
            fail(self.text, self.place, why)
