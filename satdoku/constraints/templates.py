"""Clauses of a form, written once and replayed on any cells.

The clauses of a form depend on its digits, its length and its numbers, not on where it lies. So its
writer runs once on a `Recorder`, with cells 0, 1, 2 …; what it does becomes a `Template`, which
`Clauses.replay` carries out on the cells of a board. Variables are slots of a list: those of the
cells' digits come first (slot 1 is the first digit of cell 0), then other variables that the form
is given, then what the template makes on its way. A slot's complement may exist already on the
board: replaying asks for it, so templates share helpers as forms that are written directly do, and
number them the same.

Templates are immutable and kept for all theories of the process, up to `KEPT` clauses of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from .memo import Memo

#: The variables of a clause, picked from the slots.
Pick = Callable[[Sequence[int]], tuple[int, ...]]
#: In names: the name of slot 5, of cell 5, of the constraint.
SLOT, CELL, WHAT = "\0v{}\0", "\0c{}\0", "\0w\0"
PLACEHOLDER = re.compile("\0([vc])(\\d+)\0|\0w\0")
#: Clauses and helpers of the templates that are kept.
KEPT = 500_000


#: What a template does next. With a slot: its complement fills the next slot. With a number: so
#: many helpers fill the next slots. With a cell and digits: "it holds one of them" fills the next.
#: With picks: clauses; at-most-one clauses. With a pick: variables to deny.
COMPLEMENT, HELPERS, IS_IN, EXACTLY, AT_MOST, NEVER = range(6)


@dataclass(frozen=True, slots=True)
class Template:
    """Deeds to replay.

    deeds: pairs of one of the numbers above and what goes with it. names: of helpers, by slot, with
    placeholders. result: what the writer returned, in slots.
    """

    deeds: tuple[tuple[int, Any], ...]
    names: dict[int, str]
    result: Any

    @property
    def weight(self) -> int:
        """About how many clauses and helpers it makes."""
        clauses = (len(what) for deed, what in self.deeds if deed in (EXACTLY, AT_MOST))
        return len(self.deeds) + len(self.names) + sum(clauses)


class Recorder:
    """Has the methods of `Clauses` that writers use; keeps what they do."""

    what = WHAT

    def __init__(self, digits: Sequence[int], cells: int, others: int = 0) -> None:
        self.digits = tuple(digits)
        self.others = range(cells * len(self.digits) + 1, cells * len(self.digits) + 1 + others)
        self._top = self.others.stop - 1
        self._complements: dict[int, int] = {}
        self._groups: dict[tuple[int, frozenset[int]], int] = {}
        self._deeds: list[tuple[int, Any]] = []
        self._names: dict[int, str] = {}

    def template(self, result: Any = None) -> Template:
        """All that was recorded."""
        return Template(tuple(self._deeds), self._names, result)

    def v(self, cell: int, digit: int) -> int:
        """The slot of a cell (from 0) and what a digit is worth."""
        return cell * len(self.digits) + digit - self.digits[0] + 1

    def cell_name(self, cell: int) -> str:
        """A placeholder."""
        return CELL.format(cell)

    def name(self, slot: int) -> str:
        """A placeholder."""
        return SLOT.format(slot)

    def helper(self, name: str) -> int:
        """A new slot."""
        if self._deeds and self._deeds[-1][0] is HELPERS:
            self._deeds[-1] = (HELPERS, self._deeds[-1][1] + 1)
        else:
            self._deeds.append((HELPERS, 1))
        self._top += 1
        self._names[self._top] = name
        return self._top

    def complement(self, slot: int) -> int:
        """ "not v"."""
        if slot not in self._complements:
            self._deeds.append((COMPLEMENT, slot))
            self._top += 1
            self._complements[slot], self._complements[self._top] = self._top, slot
        return self._complements[slot]

    def is_in(self, cell: int, digits: frozenset[int]) -> int:
        """ "the cell holds one of the digits"."""
        if len(digits) == 1:
            return self.v(cell, *digits)
        if (cell, digits) not in self._groups:
            self._deeds.append((IS_IN, (cell, digits)))
            self._top += 1
            self._groups[cell, digits] = self._top
        return self._groups[cell, digits]

    def clause(self, slots: Iterable[int], exactly_one: bool = True) -> None:
        """A clause over the slots."""
        deed = EXACTLY if exactly_one else AT_MOST
        if not self._deeds or self._deeds[-1][0] is not deed:
            self._deeds.append((deed, []))
        self._deeds[-1][1].append(_picking(tuple(slots)))

    def never(self, slots: Iterable[int]) -> None:
        """They are denied for good."""
        if gone := tuple(slots):
            self._deeds.append((NEVER, _picking(gone)))

    def impossible(self, cell: int) -> None:
        """No digit is left for the cell."""
        self.never(self.v(cell, d) for d in self.digits)


def _picking(slots: tuple[int, ...]) -> Pick:
    if len(slots) < 2:
        return lambda values: tuple([values[slot] for slot in slots])
    return itemgetter(*slots)


_templates = Memo(KEPT)


def recorded(
    key: Hashable,
    digits: tuple[int, ...],
    cells: int,
    write: Callable[[Recorder], Any],
    others: int = 0,
) -> Template:
    """The template of what `write` does, kept under the key and these digits and cells."""

    def make() -> Template:
        recorder = Recorder(digits, cells, others)
        return recorder.template(write(recorder))

    return _templates.get((key, digits, cells), make, lambda template: template.weight)
