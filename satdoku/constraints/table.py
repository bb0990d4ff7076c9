"""The table of kinds: their names, meanings and words, and the decorator that adds a row.

`wording` makes all texts about rules from the words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from ..errors import LayoutError
from ..layout_data import LayoutData
from ..suggest import unknown
from .constraint import Constraint
from .forms import Form
from .placement import Placement
from .styles import NOTE, Style

#: The meaning of a constraint on a layout.
Meaning = Callable[[Constraint, "LayoutData"], Iterable[Form]]
#: The kind that every layer has (see `layers`), and those whose presence makes the layer hold
#: something other than shades: labels (see `galaxies`), second digits (see `schrodinger`).
LAYER, GALAXY, SCHRODINGER = "layer", "galaxy", "schrodinger"


@dataclass(frozen=True, slots=True)
class Words:
    """What players call a kind. Each is "" where the default is right.

    noun: one of them, "thermometer" (default: its cells). mark: what the picture shows, "white
    dot" (default: the noun). title: the heading over its rules, "Kropki" (default: its name).
    seen: what it says to a reader who only sees the picture (default: its sentence about a mark).
    """

    noun: str = ""
    mark: str = ""
    title: str = ""
    seen: str = ""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of constraint.

    sentence: its meaning in words, about {it}: "the thermometer", "a green line". {each} stands for
    each of its cells, {at} for " at the white dot r1c12", {0} for its first number, {} for all,
    {pairs} for these in pairs, {text} for its text; {low}, {mid}, {high} and {thirds} for digits of
    the board. words: what players call it.
    cells: (fewest, most) of its cells, (0, 0) for a rule of the whole board. values: (fewest, most)
    numbers. draws: its drawing. placement: on a generated grid, None if not generated.
    sums: the same meaning in sums and alternatives, for an engine that handles these better than
    automata (None: as `meaning`). on_layer: whether it needs a layer (see `layers`).
    """

    name: str
    sentence: str
    meaning: Meaning
    words: Words
    cells: tuple[int, int]
    values: tuple[int, int]
    draws: Style
    placement: Placement | None
    sums: Meaning | None = None
    on_layer: bool = False


#: Numbers of rules that give none; `default_number` has those that depend on the board.
DEFAULTS = {
    "arrow": 1, "difference": 1, "modular": 3, "no-other-difference": 1, "no-other-ratio": 2,
    "pair-sum": 10, "ratio": 2,
}  # fmt: skip


def default_number(kind: str, layout: LayoutData) -> int | None:
    """Return the number of a rule of this kind that gives none, or None if there is no default."""
    if kind == "whisper":
        return (layout.size + 1) // 2
    return (layout.size - 1) // 2 if kind == "lockout" else DEFAULTS.get(kind)


def layer_kind(layout: LayoutData) -> str:
    """Return the kind that says what the board's layer holds: `GALAXY`, `SCHRODINGER`, or `LAYER`
    for shades."""
    return next((c.kind for c in layout.constraints if c.kind in (GALAXY, SCHRODINGER)), LAYER)


#: name → kind; filled by the modules that `registry` imports
KINDS: dict[str, Kind] = {}
MANY = 1_000
PLAIN = Words()


def kind(
    name: str,
    sentence: str,
    *,
    words: Words = PLAIN,
    cells: tuple[int, int] = (1, MANY),
    values: tuple[int, int] = (0, 0),
    draws: Style = NOTE,
    placement: Placement | None = None,
    sums: Meaning | None = None,
    on_layer: bool = False,
) -> Callable[[Meaning], Meaning]:
    """Return a decorator that adds a function to the table, as the meaning of a kind."""

    def add(meaning: Meaning) -> Meaning:
        KINDS[name] = Kind(
            name, sentence, meaning, words, cells, values, draws, placement, sums, on_layer
        )
        return meaning

    return add


def value(constraint: Constraint, layout: LayoutData) -> int:
    """Return the constraint's first number, or its default."""
    if constraint.values:
        return constraint.values[0]
    number = default_number(constraint.kind, layout)
    assert number is not None
    return number


def kind_named(name: str) -> Kind:
    """Return the kind of that name; raise `LayoutError` with the nearest names."""
    if name not in KINDS:
        raise LayoutError(unknown(name[:40], KINDS, "rule", "satdoku layouts"))
    return KINDS[name]


def forms_of(constraint: Constraint, layout: LayoutData, in_sums: bool = False) -> Iterator[Form]:
    """Yield the constraint's generic forms; raise `LayoutError` if it makes no sense.

    in_sums: in sums and alternatives, if the kind supports it.
    """
    found = kind_named(constraint.kind)
    try:
        yield from ((in_sums and found.sums) or found.meaning)(constraint, layout)
    except LayoutError as error:
        name = str(constraint.on(layout.places))
        short = name if len(name) < 60 else name[:57] + "..."
        raise LayoutError(f"{short}: {error}") from None
