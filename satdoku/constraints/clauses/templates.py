"""Clauses of a form, written once and replayed on any cells.

The clauses of a form depend on its digits, its length and its numbers, not on its position. So its
writer runs once on a `Recorder`, with cells 0, 1, 2 …; the recorded actions become a
`ClauseTemplate`, which `Clauses.replay` executes on the cells of a board. Variables are slots of a
list: those of the cells' digits come first (slot 1 is the first digit of cell 0), then other
variables that the form is given, then those that the template creates. A slot's complement may
exist already on the board, and replaying reuses it, so templates share auxiliary variables like
forms that are written directly, and number them the same.

The clauses are arrays, in a template and in what it is replayed into: the members of all clauses,
one after the other, as places in a list of variables. So replaying is a copy and an addition, and
all clauses of a board are made at once when they are read. Only what a board shares, complements
and groups of digits, is looked up one by one.

At-most-one clauses of different templates may repeat each other on a board; `Clauses.rows` compares
them once, when all are written.

Templates are immutable and cached for all theories of the process, up to a weight of `KEPT`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from ..memo import Memo
from .writing import HELPERS, ClauseTemplate, ClauseWriter, Named

#: Placeholders in names: the name of slot 5, of cell 5, of the constraint.
SLOT, CELL, WHAT = "\0v{}\0", "\0c{}\0", "\0w\0"
PLACEHOLDER = re.compile("\0([vc])(\\d+)\0|\0w\0")
#: The maximum total weight of cached templates.
KEPT = 1_000_000


def each_name(named: Iterable[Named]) -> Iterator[tuple[int, str]]:
    """Yield (an auxiliary variable, its name)."""
    for first, count, text in named:
        if not count:
            yield first, text
        for k in range(count):
            yield first + k, f"{text}{k + 1}"


class Recorder(ClauseWriter):
    """Has the methods of `Clauses` that writers use; records their calls."""

    what = WHAT

    def __init__(self, digits: Sequence[int], cells: int, others: int = 0) -> None:
        first = cells * len(digits) + 1
        self.others = range(first, first + others)
        super().__init__(digits, first + others - 1)

    def template(self, result: Any = None) -> ClauseTemplate:
        """Return everything recorded."""
        # clauses that define a variable again (see `replay`) are left out here, not in each replay
        rows = self.rows
        before = rows.before.tolist()
        deeds = [(action, argument, before[k]) for _, action, argument, k in self._notes]
        return ClauseTemplate(
            deeds=tuple(deeds),
            lengths=np.diff(rows.starts).astype(np.int32).tobytes(),
            members=rows.members,
            exactly=rows.exactly.tobytes(),
            named=tuple(self._named),
            result=result,
        )

    def v(self, cell: int, digit: int) -> int:
        """Return the slot of a cell (from 0) and a digit's value."""
        return cell * len(self.digits) + digit - self.digits[0] + 1

    def cell_name(self, cell: int) -> str:
        """Return a placeholder."""
        return CELL.format(cell)

    def name(self, slot: int) -> str:
        """Return a placeholder."""
        return SLOT.format(slot)

    def _add_helpers(self, count: int) -> None:
        self.top += count
        # neighbouring requests become one action: replaying is faster
        if self._notes and self._notes[-1][1] == HELPERS:
            count += self._notes.pop()[2]
        # a note without a variable of its own: helpers have names, and no clause that defines them
        self._notes.append((0, HELPERS, count, 0))

    def replay(self, template: ClauseTemplate, cells: Sequence[int]) -> None:
        """Record a template without auxiliary variables of its own on these cells."""
        first = len(self._slots)
        self._slots.append(0)
        for cell in cells:
            self._slots += [self.v(cell, d) for d in self.digits]
        self._replay(template, first, cells)


_templates = Memo(KEPT)


def recorded(
    key: Hashable,
    digits: tuple[int, ...],
    cells: int,
    write: Callable[[Recorder], Any],
    others: int = 0,
) -> ClauseTemplate:
    """Return the template recorded from `write`, cached by the key, the digits and the cells."""

    def make() -> ClauseTemplate:
        recorder = Recorder(digits, cells, others)
        return recorder.template(write(recorder))

    return _templates.get((key, digits, cells), make, lambda template: template.weight)
