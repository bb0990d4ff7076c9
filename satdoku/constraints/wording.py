"""What a rule says, in players' words: the one source for sheets, the desk, lists and explanations.

Each kind has one sentence (see `kind_table.Kind`). A list of kinds says it of "the thermometer", a
sheet (`rules_text`) of "a thermometer" or the mark for it, an explanation of "the thermometer
r1c1-r4c4".

>>> from satdoku.layout import Layout
>>> from satdoku.constraints.kind_table import KINDS
>>> layout = Layout.named("9x9+difference:r1c1,r1c2+thermometer:r3c1-r3c4")
>>> for constraint in layout.constraints:
...     print(fact(constraint, layout))
the two digits at the white dot r1c12 differ by 1
along the thermometer r3c1-r3c4 digits increase from the bulb
>>> definition(KINDS["thermometer"])
'along the thermometer digits increase from the bulb'
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import Self

from ..grouping import grouped
from ..layout_data import LayoutData
from ..phrases import Name, Translate, capital, phrase, told
from . import kind_table
from .constraint import Constraint, cells_text
from .forms import DigitPairs, Relation
from .kind_table import GALAXY, LAYER, SCHRODINGER, Kind
from .styles import Along, Between, Outside

#: Numbers that a sentence lists at most, and cells that it names.
MOST_NAMED, MOST_CELLS = 18, 9
#: Numbers that a name holds at most.
MOST_IN_NAME = 4
#: Two cells that share a row or a column: r1c12 for r1c1,r1c2.
SAME_ROW = re.compile(r"(?<!-)\br(\d)c(\d),r\1c(\d)\b(?!-)")
SAME_COLUMN = re.compile(r"(?<!-)\br(\d)c(\d),r(\d)c\2\b(?!-)")
#: Parts of a sentence that are left out: when the number is known, for a cage without a sum, for a
#: rule of the board that names no cells.
IF_UNKNOWN = re.compile(r" \((default|its text): [^)]*\)|, if a sum is given")
IF_GIVEN = re.compile(r" and add up to \{0\}, if a sum is given")
OF_CELLS_NAMED = re.compile(r"; [^;]*\{it\}[^;]*$")
#: What further numbers say, which few rules have.
FURTHER = re.compile(r"; (further|with a second) numbers?[^;]*$")
WITH_NUMBER = " with a number"
#: What a sentence about cells holds.
ABOUT = re.compile(r"\{(it|each|at|among|text)\}")
SECOND = re.compile(r"(, and no other is equal to it)?; with a second number 1 it")
#: What a layer says of the cell of the board, by the kind that makes it so.
LAYER_SENTENCES = {
    GALAXY: "each cell below the board holds the label of the galaxy of the cell of the board",
    SCHRODINGER: "each cell below the board holds the larger digit of a Schrödinger cell, or 0 if "
                 "the cell of the board holds one digit",
}  # fmt: skip
#: What fills a sentence about any board and numbers.
ANY = {
    "{each}": "each cell",
    "{at}": "",
    "{thirds}": "",
    "{among}": " among the cells named",
    "{0}": "N",
    "{}": "the numbers",
    "{rest}": "the further numbers",
    "{pairs}": "of the numbers",
    "{text}": "of the text",
    "{low}": "the smallest",
    "{mid}": "middle digit",
    "{high}": "the largest digit",
}


def as_written(text: str) -> str:
    """Return the text: the translation into English."""
    return text


def definition(kind: Kind) -> str:
    """Return what rules of a kind say: 'neighbours on the whisper differ by at least N (default:
    half the size, rounded up)'."""
    return _filled(kind.sentence, {**ANY, "{it}": _any_of(kind)})


def filled_for_any(said: str, translate: Translate) -> str:
    """Return a translated sentence, filled for any board and numbers."""
    shown = translate("the digits shown")
    fills = {**ANY, "{}": shown, "{rest}": shown, "{pairs}": shown, "{text}": "…", "{where}": ""}
    return _filled(said, {**fills, "{among}": "", "{low}": "1", "{mid}": "5", "{high}": "9"})


def _any_of(kind: Kind) -> str:
    if kind.cells[0] == 0:
        return "the cells named"
    if isinstance(kind.draws, Outside):
        return "the line"
    usual = "line" if isinstance(kind.draws, Along) else "cells"
    return f"the {kind.noun or usual}"


def fact(constraint: Constraint, layout: LayoutData, translate: Translate = as_written) -> str:
    """Return what a constraint says of its own cells, with its numbers or their defaults:
    'neighbours on the whisper r1c1-r1c4 differ by at least 5'. Translations name the cells only."""
    c = known_relation(constraint, layout)
    if c.parts:
        return _any_fact(c, layout, translate)
    if c.kind == LAYER:
        holding = kind_table.layer_kind(layout)
        if holding != LAYER:
            return translate(LAYER_SENTENCES[holding])
    if c.kind == "sum" and len(c.values) > 1:
        return _equation(c, layout)
    kind = kind_table.kind_named(c.kind)
    said = kind.sentence
    cells = place_text(c, layout)
    fills = _names_of_cells(c, kind, layout)
    if not c.cells:
        said = OF_CELLS_NAMED.sub("", said)
    elif not ABOUT.search(said):
        said = f"in {{it}}, {said}"
        fills["{it}"] = cells
    if translate not in (as_written, str):
        cells = told(cells, translate)
        fills = {"{it}": cells, "{each}": cells, "{at}": f" ({cells})"}
    return numbered(said, c, layout, translate, fills)


class Fact(str):
    """What `fact` says of a constraint, for telling it in another language."""

    constraint: Constraint
    layout: LayoutData

    def __new__(cls, constraint: Constraint, layout: LayoutData) -> Self:
        """Return what the constraint says, in English."""
        own = super().__new__(cls, fact(constraint, layout))
        own.constraint = constraint
        own.layout = layout
        return own

    def __getnewargs__(self) -> tuple[Constraint, LayoutData]:  # type: ignore[override]
        return self.constraint, self.layout

    def told(self, translate: Translate) -> str:
        """Return it in another language."""
        return fact(self.constraint, self.layout, translate)


@lru_cache(maxsize=256)
def known_relation(constraint: Constraint, layout: LayoutData) -> Constraint:
    """Return the constraint of another kind that says what a relation given by its pairs says, such
    as a slow thermometer, or the constraint itself."""
    if constraint.kind != "relation":
        return constraint
    one, other = constraint.cells[:2]
    own = _pairs_of(replace(constraint, cells=(one, other)), layout, one)
    differences = [("whisper", (n,)) for n in range(2, layout.size)]
    for kind, values in [("slow-thermometer", ()), ("thermometer", ()), *differences]:
        for cells in (constraint.cells, constraint.cells[::-1]):
            ends = (one, other) if cells == constraint.cells else (other, one)
            known = replace(constraint, kind=kind, values=values, cells=cells)
            if own and _pairs_of(replace(known, cells=ends), layout, one) == own:
                return known
    return constraint


def _pairs_of(constraint: Constraint, layout: LayoutData, first: int) -> DigitPairs:
    """Return the digits that two cells can hold together, of the first cell first."""
    for form in kind_table.forms_of(constraint, layout):
        if isinstance(form, Relation):
            if form.first == first:
                return form.pairs
            return frozenset((d, e) for e, d in form.pairs)
    return frozenset()


def _any_fact(c: Constraint, layout: LayoutData, translate: Translate) -> str:
    """Return what an `or` says."""
    ways = []
    for part in c.parts:
        facts = [fact(one, layout, translate) for one in part]
        ways.append(translate(" and ").join(facts))
    return translate("at least one of these holds: {}").replace("{}", "; ".join(ways))


def _equation(c: Constraint, layout: LayoutData) -> str:
    """Return a sum with factors: '2×r1c1 + 3×r1c2 = 7'."""
    total, *factors = c.values
    terms = zip(factors, c.cells, strict=True)
    added = " + ".join(f"{factor}×{layout.places.name(cell)}" for factor, cell in terms)
    return f"{added} = {total}"


def _names_of_cells(c: Constraint, kind: Kind, layout: LayoutData) -> dict[str, str]:
    """Return how a sentence names the constraint's cells, by placeholder."""
    cells = place_text(c, layout)
    noun = kind.noun
    if "{at}" in kind.sentence:
        noun = mark_of(c, layout).removesuffix(WITH_NUMBER)
    elif isinstance(kind.draws, Outside):
        noun = ""
    it = f"the {noun} {cells}" if noun else cells
    return {
        "{it}": it,
        "{each}": f"each of {cells}" if len(c.cells) > 1 else cells,
        "{at}": f" at {it}" if len(c.cells) == 2 else f" at each {noun} in {cells}",
    }


def name_of(constraint: Constraint, layout: LayoutData) -> str:
    """Return the name of a rule, for use in a sentence: 'cage r1c12 that holds 3', 'thermometer
    r5c1-r5c4'."""
    c = known_relation(constraint, layout)
    kind = kind_table.kind_named(c.kind)
    cells = place_text(c, layout)
    if is_marked_by_number(c, layout):
        return phrase("{noun} {cells}", noun=phrase(mark_of(c, layout)), cells=cells)
    if c.kind == "killer":
        if not c.values:
            return phrase("cage {cells}", cells=cells)
        return phrase("cage {cells} that holds {sum}", cells=cells, sum=c.values[0])
    formula = c.on(layout.places).formula
    if formula:
        return phrase("{noun} {cells}", noun=Name(c.kind, title_of(kind)), cells=Name(formula))
    # A list is told whole or not at all.
    values = " ".join(map(str, c.values)) if len(c.values) <= MOST_IN_NAME else ""
    if isinstance(kind.draws, Outside):
        cells = phrase("of {line}", line=cells)
    noun: str = Name(kind.noun or c.kind.replace("-", " "), title_of(kind))
    if values:
        noun = phrase("{noun} {cells}", noun=noun, cells=values)
    return phrase("{noun} {cells}", noun=noun, cells=cells) if cells else noun


def holding_text(constraint: Constraint, layout: LayoutData) -> str:
    """Return the name of a rule as a statement: 'the cage r1c12 holds 3'."""
    if constraint.kind == "killer" and constraint.values:
        cells = place_text(constraint, layout)
        return phrase("the cage {cells} holds {sum}", cells=cells, sum=constraint.values[0])
    return phrase("the {rule}", rule=name_of(constraint, layout))


def title_of(kind: Kind) -> str:
    """Return the heading of the rules of a kind: 'Killer'."""
    return kind.title or capital(kind.name.replace("-", " "))


def place_text(constraint: Constraint, layout: LayoutData) -> str:
    """Return the cells in the rule's order, 'r1c12,r2c3' or 'r1c1-r1c9'; of a clue outside the
    board the line that it sees, 'row 4 from the right'."""
    cells = constraint.cells
    if isinstance(kind_table.kind_named(constraint.kind).draws, Outside):
        for house in layout.houses:
            if not house.is_line:
                continue
            if cells == house.cells:
                return str(house)
            if cells == house.cells[::-1]:
                end = "right" if house.kind == "row" else "bottom"
                return phrase(f"{{line}} from the {end}", line=house)
    names = cells_text(cells[:MOST_CELLS], layout.places)
    if layout.places.joins_names:
        names = SAME_ROW.sub(r"r\1c\2\3", names)
        names = SAME_COLUMN.sub(r"r\1\3c\2", names)
    return f"{names}…" if len(cells) > MOST_CELLS else names


def numbered(
    said: str,
    c: Constraint,
    layout: LayoutData,
    translate: Translate = as_written,
    more: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """Fill in the numbers and digits of this puzzle, and `more`, in the translation of a text."""
    values = values_of(c, layout)
    if not values:
        said = IF_GIVEN.sub("", said)
    if len(values) == 1 and "{}" not in more:
        said = said.replace("one of {}", "{}")
    if len(values) < 2:
        said = FURTHER.sub("", said)
    if values[:1] == (1,):
        said = said.replace("the first {0} cells", "the first cell")
    # translations are of the sentence without what a known number makes superfluous
    said = translate(SECOND.sub("; it", IF_UNKNOWN.sub("", said)))
    fills = {**_of_numbers(values), **_of_digits(layout), **more}
    fills.setdefault("{text}", c.on(layout.places).formula or c.text)
    among = translate(" among {}").replace("{}", told(place_text(c, layout), translate))
    fills.setdefault("{among}", among if c.cells else "")
    return _filled(said, fills)


def _of_numbers(values: Sequence[int]) -> dict[str, str]:
    """Return what a rule's numbers fill, by placeholder."""
    numbers = [str(value) for value in values[:MOST_NAMED]]
    if len(values) > MOST_NAMED:
        numbers.append("…")
    pairs = [f"{d}-{e}" for d, e in zip(values[::2], values[1::2], strict=False)]
    if len(pairs) > MOST_NAMED:
        seconds = grouped(zip(values[::2], values[1::2], strict=False))
        pairs = [f"{d}-{'/'.join(map(str, others))}" for d, others in seconds.items()]
    return {
        "{0}": str(values[0]) if values else "",
        "{}": ", ".join(numbers),
        "{rest}": ", ".join(numbers[1:]),
        "{pairs}": ", ".join(pairs),
    }


def _of_digits(layout: LayoutData) -> dict[str, str]:
    """Return what a board's digits fill, by placeholder."""
    digits = layout.digits
    size = len(digits)
    thirds = ""
    if size % 3 == 0:
        symbols = [layout.symbol(k) for k in range(1, size + 1)]
        third = size // 3
        groups = ["".join(symbols[start : start + third]) for start in range(0, size, third)]
        thirds = f" ({', '.join(groups)})"
    return {
        "{low}": str(digits[0]),
        "{mid}": str((digits[0] + digits[-1]) // 2),
        "{high}": str(digits[-1]),
        "{thirds}": thirds,
    }


def _filled(said: str, fills: Mapping[str, str]) -> str:
    return re.sub(r"\{\w*\}", lambda m: fills.get(m[0], m[0]), said)


def values_of(c: Constraint, layout: LayoutData) -> tuple[int, ...]:
    """Return the numbers of a constraint, or its default."""
    if c.values:
        return c.values
    number = kind_table.default_number(c.kind, layout)
    return () if number is None else (number,)


def mark_of(c: Constraint, layout: LayoutData) -> str:
    """Return what the picture shows of a rule: 'white dot', 'X'."""
    kind = kind_table.kind_named(c.kind)
    mark = kind.mark or kind.noun
    draws = kind.draws
    if not isinstance(draws, Between) or draws.sign:
        return mark
    number = next(iter(values_of(c, layout)), None)
    named = dict(draws.words)
    if number in named:
        return named[number]
    if draws.fill and number != draws.usual:
        return mark + WITH_NUMBER
    return mark


def is_marked_by_number(c: Constraint, layout: LayoutData) -> bool:
    """Whether the mark of a rule is used for its number alone."""
    draws = kind_table.kind_named(c.kind).draws
    if not isinstance(draws, Between) or draws.sign:
        return False
    number = next(iter(values_of(c, layout)), None)
    return number == draws.usual or number in dict(draws.words)
