"""The table of kinds: what each is called, what it says, and how a file adds a row."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..errors import LayoutError
from ..suggest import unknown
from .constraint import Constraint
from .forms import Form
from .placement import Sown
from .styles import NOTE, Style

if TYPE_CHECKING:
    from ..layout import Layout

#: What a constraint means on a layout.
Meaning = Callable[[Constraint, "Layout"], Iterable[Form]]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of constraint.

    sentence: what it says of its cells; {0}, {1} … stand for its values, {text} for its formula.
    cells: (fewest, most) it speaks of, (0, 0) for a rule of the whole board. values: (fewest, most)
    numbers. draws: how a picture shows it. sown: how it is sown on a grid, None where it is not.
    sums: the same meaning in sums and alternatives, for an engine that knows these better than
    automata (None: as `meaning`). on_layer: it needs a layer (see `layers`).
    """

    name: str
    sentence: str
    meaning: Meaning
    cells: tuple[int, int]
    values: tuple[int, int]
    draws: Style
    sown: Sown | None
    sums: Meaning | None = None
    on_layer: bool = False

    def said(self, values: Sequence[int] = (), text: str = "") -> str:
        """The sentence with these numbers, or with N where they are not known, and this formula."""
        numbers = ", ".join(map(str, values)) or "the numbers"
        given = iter(map(str, values))
        names = ("N",)
        said = self.sentence.replace("{}", numbers).replace("{text}", text or "of the text")
        for i, name in enumerate(names):
            said = said.replace(f"{{{i}}}", next(given, name))
        return said


#: name → kind; filled by the modules that `kinds` imports
KINDS: dict[str, Kind] = {}
MANY = 1_000


def kind(
    name: str,
    sentence: str,
    *,
    cells: tuple[int, int] = (1, MANY),
    values: tuple[int, int] = (0, 0),
    draws: Style = NOTE,
    sown: Sown | None = None,
    sums: Meaning | None = None,
    on_layer: bool = False,
) -> Callable[[Meaning], Meaning]:
    """Put the function that follows into the table, as the meaning of a kind."""

    def add(meaning: Meaning) -> Meaning:
        KINDS[name] = Kind(name, sentence, meaning, cells, values, draws, sown, sums, on_layer)
        return meaning

    return add


def value(constraint: Constraint, default: int) -> int:
    """The constraint's first number, or what it is where none is given."""
    return constraint.values[0] if constraint.values else default


def kind_named(name: str) -> Kind:
    """The kind of that name; `LayoutError` with the nearest names."""
    if name not in KINDS:
        raise LayoutError(unknown(name[:40], KINDS, "rule", "satdoku layouts"))
    return KINDS[name]


def forms_of(constraint: Constraint, layout: Layout, in_sums: bool = False) -> Iterator[Form]:
    """What the constraint means, in generic forms; `LayoutError` where that makes no sense.

    in_sums: in sums and alternatives, where the kind knows how.
    """
    found = kind_named(constraint.kind)
    try:
        yield from ((in_sums and found.sums) or found.meaning)(constraint, layout)
    except LayoutError as error:
        name = str(constraint.on(layout.places))
        short = name if len(name) < 60 else name[:57] + "..."
        raise LayoutError(f"{short}: {error}") from None
