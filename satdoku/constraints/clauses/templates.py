"""Clauses of a form, written once and replayed on any cells.

The clauses of a form depend on its digits, its length and its numbers, not on its position. So its
writer runs once on a `Recorder`, with cells 0, 1, 2 …; the recorded actions become a `Template`,
which `Clauses.replay` executes on the cells of a board. Variables are slots of a list: those of the
cells' digits come first (slot 1 is the first digit of cell 0), then other variables that the form
is given, then those that the template creates. A slot's complement may exist already on the board,
and replaying reuses it, so templates share auxiliary variables like forms that are written
directly, and number them the same.

Templates are immutable and cached for all theories of the process, up to a weight of `KEPT`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any

from ..memo import Memo

#: Picks the variables of a clause from the slots.
Pick = Callable[[Sequence[int]], tuple[int, ...]]
#: Placeholders in names: the name of slot 5, of cell 5, of the constraint.
SLOT, CELL, WHAT = "\0v{}\0", "\0c{}\0", "\0w\0"
PLACEHOLDER = re.compile("\0([vc])(\\d+)\0|\0w\0")
#: The maximum total weight of cached templates.
KEPT = 500_000


#: The actions of a template. COMPLEMENT (a slot): its complement fills the next slot. HELPERS (a
#: number): that many auxiliary variables fill the next slots. IS_IN (a cell, digits, a pick of the
#: cell's other digits): "it holds one of the digits" fills the next. NEVER (a pick): denied
#: variables.
COMPLEMENT, HELPERS, IS_IN, NEVER = range(4)


@dataclass(slots=True)
class Deed:
    """An action with its argument, and the clauses that follow it: first exactly-one, then
    at-most-one clauses of two or more variables."""

    action: int
    argument: Any
    exactly: list[Pick] = field(default_factory=list)
    at_most: list[Pick] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Template:
    """Actions to replay.

    deeds: (action, its argument, exactly-one clauses, at-most-one clauses), see `Deed`. names: of
    auxiliary variables, by slot, with placeholders. result: what the writer returned, in slots.
    """

    deeds: tuple[tuple[int, Any, tuple[Pick, ...], tuple[Pick, ...]], ...]
    names: dict[int, str]
    result: Any

    @property
    def weight(self) -> int:
        """The approximate number of clauses and auxiliary variables that it creates."""
        clauses = (len(exactly) + len(at_most) for _, _, exactly, at_most in self.deeds)
        return len(self.deeds) + len(self.names) + sum(clauses)


class Recorder:
    """Has the methods of `Clauses` that writers use; records their calls."""

    what = WHAT

    def __init__(self, digits: Sequence[int], cells: int, others: int = 0) -> None:
        self.digits = tuple(digits)
        self.others = range(cells * len(self.digits) + 1, cells * len(self.digits) + 1 + others)
        self._top = self.others.stop - 1
        self._complements: dict[int, int] = {}
        self._groups: dict[tuple[int, frozenset[int]], int] = {}
        self._deeds: list[Deed] = []
        self._names: dict[int, str] = {}

    def template(self, result: Any = None) -> Template:
        """Return everything recorded."""
        deeds = [(d.action, d.argument, tuple(d.exactly), tuple(d.at_most)) for d in self._deeds]
        return Template(tuple(deeds), self._names, result)

    def v(self, cell: int, digit: int) -> int:
        """Return the slot of a cell (from 0) and a digit's value."""
        return cell * len(self.digits) + digit - self.digits[0] + 1

    def cell_name(self, cell: int) -> str:
        """Return a placeholder."""
        return CELL.format(cell)

    def name(self, slot: int) -> str:
        """Return a placeholder."""
        return SLOT.format(slot)

    def helper(self, name: str) -> int:
        """Return a new slot."""
        last = self._deeds[-1] if self._deeds else None
        if last and last.action == HELPERS and not last.at_most:
            last.argument += 1  # before its clauses, which changes neither
        else:
            self._deeds.append(Deed(HELPERS, 1))
        self._top += 1
        self._names[self._top] = name
        return self._top

    def complement(self, slot: int) -> int:
        """Return the slot of "not v"."""
        if slot not in self._complements:
            self._deeds.append(Deed(COMPLEMENT, slot))
            self._top += 1
            self._complements[slot], self._complements[self._top] = self._top, slot
        return self._complements[slot]

    def is_in(self, cell: int, digits: frozenset[int]) -> int:
        """Return the slot of "the cell holds one of the digits"."""
        if len(digits) == 1:
            return self.v(cell, *digits)
        if (cell, digits) not in self._groups:
            rest = tuple([self.v(cell, d) for d in self.digits if d not in digits])
            if len(rest) == 1:
                return self.complement(rest[0])
            self._deeds.append(Deed(IS_IN, (cell, digits, _picking(rest))))
            self._top += 1
            self._groups[cell, digits] = self._top
        return self._groups[cell, digits]

    def clause(self, slots: Iterable[int], exactly_one: bool = True) -> None:
        """Add a clause over the slots."""
        members = tuple(slots)
        if not exactly_one and len(members) < 2:
            return
        if not self._deeds or (exactly_one and self._deeds[-1].at_most):
            self._deeds.append(Deed(HELPERS, 0))
        last = self._deeds[-1]
        (last.exactly if exactly_one else last.at_most).append(_picking(members))

    def never(self, slots: Iterable[int]) -> None:
        """Deny the slots permanently."""
        if gone := tuple(slots):
            self._deeds.append(Deed(NEVER, _picking(gone)))

    def impossible(self, cell: int) -> None:
        """Deny every digit of the cell."""
        self.never(self.v(cell, d) for d in self.digits)

    def replay(self, template: Template, cells: Sequence[int]) -> None:
        """Record a template without auxiliary variables of its own on these cells."""
        slots = [0, *[self.v(cell, d) for cell in cells for d in self.digits]]
        for action, argument, exactly, at_most in template.deeds:
            if action == COMPLEMENT:
                slots.append(self.complement(slots[argument]))
            elif action == IS_IN:
                slots.append(self.is_in(cells[argument[0]], argument[1]))
            elif action == NEVER:
                self.never(argument(slots))
            for pick in exactly:
                self.clause(pick(slots))
            for pick in at_most:
                self.clause(pick(slots), exactly_one=False)


def _picking(slots: tuple[int, ...]) -> Pick:
    if len(slots) < 2:
        return lambda values: tuple([values[slot] for slot in slots])
    return itemgetter(*slots)


_templates = Memo(KEPT)


def recorded(
    key: Hashable, digits: tuple[int, ...], cells: int, write: Callable[[Recorder], Any],
    others: int = 0,
) -> Template:  # fmt: skip
    """Return the template recorded from `write`, cached by the key, the digits and the cells."""

    def make() -> Template:
        recorder = Recorder(digits, cells, others)
        return recorder.template(write(recorder))

    return _templates.get((key, digits, cells), make, lambda template: template.weight)
