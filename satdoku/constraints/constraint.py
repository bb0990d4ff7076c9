"""A constraint: a kind of rule, its cells and its numbers; immutable data.

As text it is KIND:VALUES:CELLS, without empty parts, with cells on a straight line abbreviated. A
text argument (a regular expression, a formula) is in quotes, where no other mark is special:

>>> str(Constraint("killer", (0, 1, 9), (13,)).on(square(9)))
'killer:13:r1c1,r1c2,r2c1'
>>> constraint_named("thermometer:r1c1-r4c4", square(9)).cells
(0, 10, 20, 30)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from ..errors import LayoutError
from ..frozen import frozen
from ..geometry import Cells, Places, square
from ..phrases import phrase
from ..suggest import folded

#: The maximum number of cells, values and alternatives of one constraint.
MOST = 20_000
#: The maximum nesting depth of rules.
DEEPEST = 20
#: The kind whose text names its cells, and the characters that are not quoted in its text.
FORMULA, READABLE = "formula", " *=<>()[]+,"
QUOTES = "'\""


@cache
def other_names() -> dict[str, tuple[str, ...]]:
    """Return for each kind its other names, as setters and players say them."""
    from pathlib import Path  # only rules need it

    text = Path(__file__).with_name("aliases.txt").read_text("utf-8")
    found = {}
    for line in text.splitlines():
        kind, colon, names = line.partition(":")
        if colon and not kind.startswith("#"):
            found[kind] = tuple(map(str.strip, names.split(",")))
    return found


@cache
def _kinds_by_name() -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for kind, names in other_names().items():
        for name in names:
            found.setdefault(_plain(name), set()).add(kind)
    # A kind's own name, even in the plural or with blanks, means this kind alone.
    for kind in other_names():
        found[_plain(kind)] = {kind}
    return found


def kind_meant(name: str) -> str:
    """Return the kind of another name ("german whispers" for "whisper"); the name itself if it is
    not another name of exactly one kind."""
    meant = kinds_meant(name)
    return meant[0] if len(meant) == 1 else name


def kinds_meant(name: str) -> list[str]:
    """Return the kinds that have this name beside their own.

    >>> kinds_meant("kropki"), kinds_meant("killer")
    (['difference', 'ratio'], [])
    """
    if name in other_names():
        return []
    return sorted(_kinds_by_name().get(_plain(name), ()))


def _plain(name: str) -> str:
    return folded(name).replace("'", "").removesuffix("s")


@frozen
class Constraint:
    """A rule of a variant on some cells; immutable data.

    kind: a name that `satdoku layouts` lists. cells: from 0, row by row, in the order of the
    kind. values: its numbers (a sum, digits, coefficients), as its kind defines. text: a regular
    expression and the like. parts: the alternatives of an "or", each of some constraints.

    Nothing is checked here; a layout raises `LayoutError` for a constraint that makes no sense.

    >>> cage = Constraint("killer", cells=(0, 1), values=(3,))
    >>> str(cage.on(9))
    'killer:3:r1c1,r1c2'
    >>> cage.moved((2, 3))
    Constraint(kind='killer', cells=(2, 3), values=(3,), text='', parts=())
    """

    kind: str
    cells: Cells = ()
    values: tuple[int, ...] = ()
    text: str = ""
    parts: tuple[tuple[Constraint, ...], ...] = ()

    def on(self, places: Places | int) -> PlacedConstraint:
        """Return this constraint on a board with these places (or a square of that side), whose
        `str` is the constraint's text."""
        return PlacedConstraint(self, square(places) if isinstance(places, int) else places)

    def all(self) -> Iterator[Constraint]:
        """Yield this constraint and those inside it."""
        yield self
        for part in self.parts:
            for inner in part:
                yield from inner.all()

    def moved(self, cells: Cells) -> Constraint:
        """Return the same constraint on other cells."""
        return Constraint(self.kind, cells, self.values, self.text, self.parts)


@frozen
class PlacedConstraint:
    """A constraint on the cells of a board; `str` is what `constraint_named` reads."""

    constraint: Constraint
    places: Places

    def __str__(self) -> str:
        from urllib.parse import quote  # only few need it

        c = self.constraint
        if c.parts:
            inside = ["&".join(str(one.on(self.places)) for one in part) for part in c.parts]
            return f"{c.kind}({'|'.join(inside)})"
        parts = [c.kind]
        if c.values:
            parts.append(",".join(map(str, c.values)))
        if c.kind == FORMULA:
            parts.append("'" + quote(self.formula, safe=READABLE) + "'")
        elif c.text:
            parts.append("'" + quote(c.text, safe="") + "'")
        if c.cells and c.kind != FORMULA:
            parts.append(cells_text(c.cells, self.places))
        return ":".join(parts)

    @property
    def formula(self) -> str:
        """A formula with its cells by name; "" for another kind."""
        from .user_defined.formula_text import written

        c = self.constraint
        return written(c.text, c.cells, self.places) if c.kind == FORMULA else ""


def cells_text(cells: Cells, places: Places) -> str:
    """Return the cells in order; three or more in a straight line as 'r1c1-r1c9'."""
    parts = []
    start = 0
    while start < len(cells):
        end = start + 1
        while end < len(cells) and _is_straight(cells[start : end + 1], places):
            end += 1
        name = places.name(cells[start])
        if end - start < 3:
            end = start + 1
        else:
            name = f"{name}-{places.name(cells[end - 1])}"
        parts.append(name)
        start = end
    return ",".join(parts)


def _is_straight(cells: Cells, places: Places) -> bool:
    return places.straight(places.place(cells[0]), places.place(cells[-1])) == [*cells]


def parse_cells(text: str, places: Places) -> Cells:
    """Return the cells of 'r1c1,r2c2-r5c5'; raise `LayoutError` for any other text."""
    cells = []
    for part in text.split(","):
        ends = re.fullmatch(r"r(\d{1,3})c(\d{1,3})(?:-r(\d{1,3})c(\d{1,3}))?", part.lower())
        at = [int(number) - 1 for number in ends.groups() if number] if ends else [-1, -1]
        start = (at[0], at[1])
        end = (at[-2], at[-1])
        if places.cell_at(*start) is None or places.cell_at(*end) is None:
            raise LayoutError(
                phrase(
                    "{part!r} is not a cell of the board: write r1c1,r2c2 or r1c1-r1c9", part=part
                )
            )
        # a range is a line in any of the eight directions
        line = places.straight(start, end)
        if line is None:
            raise LayoutError(phrase("{part!r} is not a straight line of cells", part=part))
        cells += line
    return tuple(cells)


def constraint_named(text: str, places: Places, depth: int = 0) -> Constraint:
    """Return the constraint of that text (see above) on a board with these places.

    Raises `LayoutError` for text that cannot be parsed; `registry.check` checks whether the kind
    exists and its numbers fit. depth: the nesting depth.
    """
    if depth > DEEPEST:
        raise LayoutError(
            phrase("rules more than {deepest} deep within each other", deepest=DEEPEST)
        )
    group = re.fullmatch(r"([a-z0-9-]+)\((.*)\)", text, re.DOTALL)
    if group:
        alternatives: list[tuple[Constraint, ...]] = []
        for part in split(group[2], "|"):
            rules = [constraint_named(one, places, depth + 1) for one in split(part, "&")]
            alternatives.append(tuple(rules))
        return Constraint(group[1], parts=tuple(alternatives))
    kind, *parts = split(text, ":")
    values: tuple[int, ...] = ()
    cells: Cells = ()
    words = ""
    if kind == FORMULA and parts and parts[0][:1] not in tuple(QUOTES):
        raise LayoutError(
            phrase("put the formula in quotes: formula:'{names!s}'", names=":".join(parts)[:60])
        )
    for part in parts:
        if part[:1] in ("r", "R"):
            cells = parse_cells(part, places)
        elif len(part) > 1 and part[0] == part[-1] and part[0] in QUOTES:
            from urllib.parse import unquote

            words = unquote(part[1:-1])
        elif re.fullmatch(r"-?\d{1,9}(,-?\d{1,9})*", part):
            values = tuple(map(int, part.split(",")))
        else:
            raise LayoutError(
                phrase(
                    "{text!r} is not a constraint: write KIND:NUMBERS:CELLS, such as "
                    "killer:13:r1c1,r1c2,r2c1; a text goes in quotes",
                    text=text[:60],
                )
            )
    if max(len(values), len(cells), len(words)) > MOST:
        raise LayoutError(
            phrase(
                "a {kind!s} of over {most:,} cells or numbers is too large",
                kind=kind[:20],
                most=MOST,
            )
        )
    if kind == FORMULA:
        if cells or values:
            raise LayoutError("a formula includes its cells: formula:'r1c1 * r1c2 = 14'")
        from .user_defined.formula_text import read

        cells, words = read(words, places)
    return Constraint(kind_meant(kind), cells, values, words)


def split(text: str, mark: str) -> list[str]:
    """Split at the marks outside of brackets and quotes."""
    parts = []
    start = 0
    depth = 0
    quote = ""
    for place, character in enumerate(text):
        if quote or character in QUOTES:
            quote = "" if character == quote else quote or character
        else:
            depth += (character == "(") - (character == ")")
        if character == mark and depth == 0 and not quote:
            parts.append(text[start:place])
            start = place + 1
    return [*parts, text[start:]]
