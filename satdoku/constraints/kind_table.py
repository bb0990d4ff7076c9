"""The table of kinds: their names, meanings and words.

`wording` makes all texts about rules from the words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import KW_ONLY, replace
from itertools import islice

from ..errors import LayoutError
from ..frozen import frozen
from ..geometry import Cells
from ..layout_data import LayoutData
from ..phrases import phrase
from ..plugins import Table
from ..suggest import unknown
from .constraint import Constraint
from .forms import Form, Forms
from .placement import Placement, Range
from .styles import NOTE, Style

#: The meaning of a constraint on a layout.
Meaning = Callable[[Constraint, LayoutData], Iterable[Form]]
#: The plain meaning of a constraint: whether its cells, in order, may hold these digits (a rule of
#: the whole board: all cells, row by row), given its numbers.
PlainMeaning = Callable[[tuple[int, ...], tuple[int, ...]], bool]
#: The maximum number of cells or numbers of kinds that do not limit it.
MANY = 1_000
#: How many cells or numbers a rule takes; a rule of the whole board takes no cells.
NONE, OPTIONAL, ONE = (0, 0), (0, 1), (1, 1)
ANY, TWO_OR_MORE = (0, MANY), (2, MANY)
#: name → kind; filled by the modules that `registry` imports
KINDS: Table[Kind] = Table("kind", "constraints.own_kinds:taken")
#: The kind that every layer has (see `layers`), and those whose presence makes the layer hold
#: something other than shades: labels (see `galaxies`), second digits (see `schrodinger`).
LAYER, GALAXY, SCHRODINGER = "layer", "galaxy", "schrodinger"


def no_meaning(constraint: Constraint, layout: LayoutData) -> Forms:
    """Refuse: the meaning of a kind that is not in the table."""
    raise LayoutError(phrase("{kind!s} has no meaning", kind=constraint.kind))


@frozen
class Kind:
    """A kind of constraint; as a decorator it adds itself to the table, with a function as its
    meaning.

    sentence: its meaning in words, about {it}: "the thermometer", "a green line". {each} stands for
    each of its cells, {at} for " at the white dot r1c12", {0} for its first number, {} for all,
    {pairs} for these in pairs, {text} for its text; {low}, {mid}, {high} and {thirds} for digits of
    the board.

    What players call it, each "" where the default is right. noun: one of them, "thermometer"
    (default: its cells). mark: what the picture shows, "white dot" (default: the noun). title: the
    heading over its rules, "Kropki" (default: its name). seen: what it says to a reader who only
    sees the picture (default: its sentence about a mark).

    cells: (fewest, most) of its cells, (0, 0) for a rule of the whole board. values: (fewest, most)
    numbers. draws: its drawing. placement: on a generated grid, None if not generated. on_layer:
    whether it needs a layer (see `layers`). sums: the same meaning for an engine that handles sums
    and alternatives better than automata, and one automaton better than many relations (None: as
    `meaning`). holds: the plain meaning, by which `satdoku layouts --judge` judges a kind of the
    user's own. check: raises `LayoutError` for numbers or a text that do not suit the cells.

    >>> Kind("rising", "digits rise along {it}", cells=(2, 9)).cells
    (2, 9)
    """

    name: str
    sentence: str
    _: KW_ONLY
    noun: str = ""
    mark: str = ""
    title: str = ""
    seen: str = ""
    cells: Range = (1, MANY)
    values: Range = (0, 0)
    draws: Style = NOTE
    placement: Placement | None = None
    on_layer: bool = False
    sums: Meaning | None = None
    meaning: Meaning = no_meaning
    holds: PlainMeaning | None = None
    check: Callable[[Constraint, LayoutData], object] | None = None

    def __call__(self, meaning: Meaning) -> Meaning:
        """Add this kind to the table, with this meaning."""
        KINDS[self.name] = replace(self, meaning=meaning)
        return meaning


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


def layer_kind(layout: LayoutData) -> str:
    """Return the kind that says what the board's layer holds: `GALAXY`, `SCHRODINGER`, or `LAYER`
    for shades."""
    for constraint in layout.constraints:
        if constraint.kind in (GALAXY, SCHRODINGER):
            return constraint.kind
    return LAYER


def groups_of(constraint: Constraint, layout: LayoutData | None = None) -> list[Cells]:
    """Return the cells in groups of so many, in order, as its numbers say; none without numbers.
    Raises `LayoutError` if these are not all cells."""
    sizes = constraint.values
    cells = constraint.cells
    if sizes and (sum(sizes) != len(cells) or min(sizes) < 0):
        raise LayoutError(
            phrase(
                "groups of {sizes!s} cells are not the {count!s} cells named",
                sizes=sizes,
                count=len(cells),
            )
        )
    rest = iter(cells)
    return [tuple(islice(rest, size)) for size in sizes]


def value(constraint: Constraint, layout: LayoutData) -> int:
    """Return the constraint's first number, or its default."""
    if constraint.values:
        return constraint.values[0]
    number = default_number(constraint.kind, layout)
    assert number is not None
    return number


def kind_named(name: str) -> Kind:
    """Return the kind of that name; raise `LayoutError` with the nearest names."""
    if name not in KINDS and not KINDS.has(name):
        raise LayoutError(unknown(name[:40], KINDS, "rule", "satdoku layouts"))
    return KINDS[name]


def forms_of(constraint: Constraint, layout: LayoutData, in_sums: bool = False) -> Forms:
    """Yield the constraint's generic forms; raise `LayoutError` if it makes no sense.

    in_sums: in sums and alternatives, if the kind supports it.
    """
    kind = kind_named(constraint.kind)
    # an engine with linear sums may take the second meaning, if there is one
    meaning = kind.meaning
    if in_sums and kind.sums:
        meaning = kind.sums
    with named_in_errors(constraint, layout):
        yield from meaning(constraint, layout)


@contextmanager
def named_in_errors(constraint: Constraint, layout: LayoutData) -> Iterator[None]:
    """Let an error begin with the rule that makes no sense."""
    try:
        yield
    except LayoutError as error:
        name = str(constraint.on(layout.places))
        if len(name) >= 60:
            name = name[:57] + "..."
        raise LayoutError(phrase("{name!s}: {error}", name=name, error=error)) from None
