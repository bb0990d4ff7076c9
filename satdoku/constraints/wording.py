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
from collections.abc import Mapping
from types import MappingProxyType

from ..languages import Translate
from ..layout_data import LayoutData
from . import kind_table
from .constraint import Constraint, cells_text
from .kind_table import GALAXY, LAYER, SCHRODINGER, Kind
from .styles import Along, Between, Outside

#: Numbers that a sentence lists at most, and cells that it names.
MOST_NAMED, MOST_CELLS = 18, 9
#: Two cells that share a row or a column: r1c12 for r1c1,r1c2.
SAME_ROW = re.compile(r"\br(\d)c(\d),r\1c(\d)\b(?!-)")
SAME_COLUMN = re.compile(r"\br(\d)c(\d),r(\d)c\2\b(?!-)")
#: Parts of a sentence that are left out: when the number is known, for a cage without a sum, for a
#: rule of the board that names no cells.
IF_UNKNOWN = re.compile(r" \((default|its text): [^)]*\)|, if a sum is given")
IF_GIVEN = re.compile(r" and add up to \{0\}, if a sum is given")
OF_CELLS_NAMED = re.compile(r"; [^;]*\{it\}[^;]*$")
WITH_NUMBER = " with a number"
#: What a sentence about cells holds.
ABOUT = re.compile(r"\{(it|each|at|among|text)\}")
LOOP = re.compile(r"with a second number 1 it")
#: What a layer says of the cell of the board, by the kind that makes it so.
LAYER_SENTENCES = {
    GALAXY: "each cell below the board holds the label of the galaxy of the cell of the board",
    SCHRODINGER: "each cell below the board holds the larger digit of a Schrödinger cell, or 0 if "
                 "the cell of the board holds one digit",
}  # fmt: skip


def definition(kind: Kind) -> str:
    """Return what rules of a kind say: 'neighbours on the whisper differ by at least N (default:
    half the size, rounded up)'."""
    fills = {
        "{it}": _any_of(kind),
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
    return _filled(kind.sentence, fills)


def _any_of(kind: Kind) -> str:
    if kind.cells[0] == 0:
        return "the cells named"
    if isinstance(kind.draws, Outside):
        return "the line"
    return f"the {kind.noun or ('line' if isinstance(kind.draws, Along) else 'cells')}"


def fact(constraint: Constraint, layout: LayoutData, translate: Translate = str) -> str:
    """Return what a constraint says of its own cells, with its numbers or their defaults:
    'neighbours on the whisper r1c1-r1c4 differ by at least 5'. Translations name the cells only."""
    c, kind = constraint, kind_table.kind_named(constraint.kind)
    if c.parts:
        ways = (
            translate(" and ").join(fact(one, layout, translate) for one in part)
            for part in c.parts
        )
        return translate("at least one of these holds: {}").replace("{}", "; ".join(ways))
    if c.kind == LAYER and (holding := kind_table.layer_kind(layout)) != LAYER:
        return translate(LAYER_SENTENCES[holding])
    if c.kind == "sum" and len(c.values) > 1:
        terms = zip(c.values[1:], c.cells, strict=True)
        return f"{' + '.join(f'{k}×{layout.places.name(a)}' for k, a in terms)} = {c.values[0]}"
    cells = place_text(c, layout)
    noun = "" if isinstance(kind.draws, Outside) else kind.noun
    if "{at}" in kind.sentence:
        noun = mark_of(c, layout).removesuffix(WITH_NUMBER)
    it = f"the {noun} {cells}" if noun else cells
    each = f"each of {cells}" if len(c.cells) > 1 else cells
    at = f" at {it}" if len(c.cells) == 2 else f" at each {noun} in {cells}"
    said = kind.sentence if c.cells else OF_CELLS_NAMED.sub("", kind.sentence)
    if c.cells and not ABOUT.search(said):
        said = f"in {{it}}, {said}"
        it = cells
    more = {"{it}": it, "{each}": each, "{at}": at}
    if translate is not str:
        more = {"{it}": cells, "{each}": cells, "{at}": f" ({cells})"}
    return numbered(said, c, layout, translate, more)


def name_of(constraint: Constraint, layout: LayoutData) -> str:
    """Return the name of a rule, for use in a sentence: 'cage r1c12 that holds 3', 'thermometer
    r5c1-r5c4'."""
    c, kind = constraint, kind_table.kind_named(constraint.kind)
    cells = place_text(c, layout)
    if is_marked_by_number(c, layout):
        return f"{mark_of(c, layout)} {cells}"
    if c.kind == "killer":
        return f"cage {cells}" + "".join(f" that holds {total}" for total in c.values)
    if formula := c.on(layout.places).formula:
        return f"{c.kind} {formula}"
    values = " ".join(map(str, c.values[:3])) + " ..." * (len(c.values) > 3)
    of = "of " * isinstance(kind.draws, Outside)
    return " ".join(filter(None, (kind.noun or c.kind.replace("-", " "), values, of + cells)))


def place_text(constraint: Constraint, layout: LayoutData) -> str:
    """Return the cells in the rule's order, 'r1c12,r2c3' or 'r1c1-r1c9'; of a clue outside the
    board the line that it sees, 'row 4 from the right'."""
    cells = constraint.cells
    if isinstance(kind_table.kind_named(constraint.kind).draws, Outside):
        for house in layout.houses:
            if cells in (house.cells, house.cells[::-1]) and house.kind in ("row", "column"):
                end = "right" if house.kind == "row" else "bottom"
                return str(house) if cells == house.cells else f"{house} from the {end}"
    names = cells_text(cells[:MOST_CELLS], layout.places)
    if layout.places.joins_names:
        names = SAME_ROW.sub(r"r\1c\2\3", names)
        names = SAME_COLUMN.sub(r"r\1\3c\2", names)
    return names + "…" * (len(cells) > MOST_CELLS)


def numbered(
    said: str,
    c: Constraint,
    layout: LayoutData,
    translate: Translate = str,
    more: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """Fill in the numbers and digits of this puzzle, and `more`, in the translation of a text."""
    values, digits = values_of(c, layout), layout.digits
    if not values:
        said = IF_GIVEN.sub("", said)
    if len(values) == 1 and "{}" not in more:
        said = said.replace("one of {}", "{}")
    if len(values) < 2:
        said = re.sub(r"; (further|with a second) numbers?[^;]*$", "", said)
    n = len(digits)
    thirds = [
        "".join(map(layout.symbol, range(k * n // 3 + 1, (k + 1) * n // 3 + 1))) for k in range(3)
    ]
    pairs = (f"{d}-{e}" for d, e in zip(values[::2], values[1::2], strict=False))
    among = translate(" among {}").replace("{}", place_text(c, layout))
    numbers = [str(v) for v in values[:MOST_NAMED]] + ["…"] * (len(values) > MOST_NAMED)
    fills = {
        "{0}": str(values[0]) if values else "",
        "{}": ", ".join(numbers),
        "{rest}": ", ".join(numbers[1:]),
        "{pairs}": ", ".join([*pairs][:MOST_NAMED]),
        "{text}": c.on(layout.places).formula or c.text,
        "{among}": among * bool(c.cells),
        "{low}": str(digits[0]),
        "{mid}": str((digits[0] + digits[-1]) // 2),
        "{high}": str(digits[-1]),
        "{thirds}": f" ({', '.join(thirds)})" if n % 3 == 0 else "",
    }
    said = _filled(translate(LOOP.sub("it", IF_UNKNOWN.sub("", said))), {**fills, **more})
    return said.replace("the first 1 cells", "the first cell")


def _filled(said: str, fills: Mapping[str, str]) -> str:
    return re.sub(r"\{\w*\}", lambda m: fills.get(m[0], m[0]), said)


def values_of(c: Constraint, layout: LayoutData) -> tuple[int, ...]:
    """Return the numbers of a constraint, or its default."""
    number = kind_table.default_number(c.kind, layout)
    return c.values or (() if number is None else (number,))


def mark_of(c: Constraint, layout: LayoutData) -> str:
    """Return what the picture shows of a rule: 'white dot', 'X'."""
    kind = kind_table.kind_named(c.kind)
    mark = kind.mark or kind.noun
    if isinstance(kind.draws, Between) and not kind.draws.sign:
        number = next(iter(values_of(c, layout)), None)
        if number in dict(kind.draws.words):
            return dict(kind.draws.words)[number]
        if kind.draws.fill and number != kind.draws.usual:
            return mark + WITH_NUMBER
    return mark


def is_marked_by_number(c: Constraint, layout: LayoutData) -> bool:
    """Whether the mark of a rule is used for its number alone."""
    draws = kind_table.kind_named(c.kind).draws
    if not isinstance(draws, Between) or draws.sign:
        return False
    number = next(iter(values_of(c, layout)), None)
    return number == draws.usual or number in dict(draws.words)
