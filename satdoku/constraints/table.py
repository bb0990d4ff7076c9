"""The table of kinds: their names and sentences, and the decorator that adds a row."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
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
class Kind:
    """A kind of constraint.

    sentence: its meaning in words; {0} stands for its first value, {} for all, {text} for its
    formula.
    cells: (fewest, most) of its cells, (0, 0) for a rule of the whole board. values: (fewest, most)
    numbers. draws: its drawing. placement: on a generated grid, None if not generated.
    sums: the same meaning in sums and alternatives, for an engine that handles these better than
    automata (None: as `meaning`). on_layer: whether it needs a layer (see `layers`).
    """

    name: str
    sentence: str
    meaning: Meaning
    cells: tuple[int, int]
    values: tuple[int, int]
    draws: Style
    placement: Placement | None
    sums: Meaning | None = None
    on_layer: bool = False

    def sentence_for(self, values: Sequence[int] = (), text: str = "") -> str:
        """Return the sentence with these numbers (N and its default if none) and formula."""
        numbers = ", ".join(map(str, values[:MOST_NAMED])) or "the numbers"
        numbers += ", …" * (len(values) > MOST_NAMED)
        sentence = self.sentence.replace("{}", numbers).replace("{text}", text or "of the text")
        if values:
            sentence = IF_UNKNOWN.sub("", sentence)
        return sentence.replace("{0}", str(values[0]) if values else "N")


#: Numbers that a sentence lists at most.
MOST_NAMED = 18
#: Parts of a sentence that are left out when the numbers are known.
IF_UNKNOWN = re.compile(r" \(default: [^)]*\)|, if a sum is given")
#: The part about a sum, left out of the sentence of a cage without one.
IF_GIVEN = re.compile(r", and [^,]*, if a sum is given")
#: The part about the cells that a rule names, left out where it names none.
OF_CELLS_NAMED = re.compile(r"; [^;]*\bcells named\b[^;]*$")
#: Numbers of rules that give none; `default_number` has those that depend on the board.
DEFAULTS = {
    "arrow": 1, "difference": 1, "modular": 3, "no-other-difference": 1, "no-other-ratio": 2,
    "pair-sum": 10, "ratio": 2,
}  # fmt: skip


def default_number(kind: str, layout: LayoutData) -> int | None:
    """Return the number of a rule of this kind that gives none, or None if there is no default."""
    if kind == "whisper":
        return (layout.size + 1) // 2
    if kind == "lockout":
        return (layout.size - 1) // 2
    return DEFAULTS.get(kind)


#: What a layer says of the cell of the board, by the kind that makes it so.
LAYER_SENTENCES = {
    GALAXY: "each cell below the board holds the label of the galaxy of the cell of the board",
    SCHRODINGER: "each cell below the board holds the larger digit of a Schrödinger cell, or 0 if "
                 "the cell of the board holds one digit",
}  # fmt: skip


def layer_kind(layout: LayoutData) -> str:
    """Return the kind that says what the board's layer holds: `GALAXY`, `SCHRODINGER`, or `LAYER`
    for shades."""
    return next((c.kind for c in layout.constraints if c.kind in LAYER_SENTENCES), LAYER)


def sentence_of(constraint: Constraint, layout: LayoutData) -> str:
    """Return what a constraint says, with its numbers or their defaults: 'adjacent digits on the
    line differ by at least 5'."""
    if constraint.kind == LAYER and (holding := layer_kind(layout)) != LAYER:
        return LAYER_SENTENCES[holding]
    values = constraint.values
    if not values and (number := default_number(constraint.kind, layout)) is not None:
        values = (number,)
    meant = constraint.on(layout.places)
    sentence = kind_named(constraint.kind).sentence_for(values, meant.formula)
    sentence = sentence.replace("the first 1 cells, read as a number, hold", "the first cell holds")
    if not constraint.cells:
        sentence = OF_CELLS_NAMED.sub("", sentence)
    return sentence if values else IF_GIVEN.sub("", sentence)


#: name → kind; filled by the modules that `registry` imports
KINDS: dict[str, Kind] = {}
MANY = 1_000


def kind(
    name: str, sentence: str, *, cells: tuple[int, int] = (1, MANY),
    values: tuple[int, int] = (0, 0), draws: Style = NOTE, placement: Placement | None = None,
    sums: Meaning | None = None, on_layer: bool = False,
) -> Callable[[Meaning], Meaning]:  # fmt: skip
    """Return a decorator that adds a function to the table, as the meaning of a kind."""

    def add(meaning: Meaning) -> Meaning:
        KINDS[name] = Kind(name, sentence, meaning, cells, values, draws, placement, sums, on_layer)
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
