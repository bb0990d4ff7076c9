"""Clauses under construction: the variables that forms share (complements, "it is one of these"),
and what is denied permanently.

Most forms are written once, as a `ClauseTemplate` (see `templates`), and replayed on their
variables. So data that is costly and rarely read is computed on demand: names, and the constraint
of each clause.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain, pairwise

import numpy as np

from ...geometry import Cells
from ...layout_data import LayoutData
from ..forms import DigitSet
from .templates import PLACEHOLDER, each_name
from .writing import IS_IN, NEVER, TRUE, ClauseTemplate, ClauseWriter, Variables, repeated

#: (the clause's constraint, its variables, exactly one rather than at most one)
Made = tuple[str, tuple[int, ...], bool]
Name = str | tuple[int, DigitSet]
ALWAYS = "what always holds"


class Clauses(ClauseWriter):
    """The clauses of a layout's constraints, under construction.

    rows: the clauses as arrays. difficulties: one per constraint, see `form_clauses`.
    """

    def __init__(self, layout: LayoutData) -> None:
        super().__init__(layout.digits, layout.variable_count)
        self.layout = layout
        self.difficulties: list[int] = []
        #: sums of groups of cells: see `sums`
        self.sums: dict[Cells, Variables] = {}
        #: lines compared with others: see `ranks`
        self.ranks: dict[Cells, list[tuple[int, int]]] = {}
        self._first = layout.digits[0] - 1
        #: auxiliary variables, and the range of clauses that define them all
        self._defined_together: list[tuple[Sequence[int], int, int]] = []
        #: (number of clauses before, constraint from there on), and the first clause of each
        self._speakers: list[tuple[int, str]] = [(0, "")]
        self._starts: list[int] = []
        self._replays: list[tuple[ClauseTemplate, int, Sequence[int], str]] = []

    @property
    def what(self) -> str:
        """The name of the current constraint, for its clauses and auxiliary variables."""
        return self._speakers[-1][1]

    @what.setter
    def what(self, what: str) -> None:
        if what != self._speakers[-1][1]:
            self._speakers.append((self.written, what))

    def begin(self, what: str) -> None:
        """Start the next constraint."""
        self._starts.append(self.written)
        self.what = what

    # -- Variables ----------------------------------------------------------------------------

    def v(self, cell: int, digit: int) -> int:
        """Return the variable of a cell and a digit's value."""
        return self.layout.variable_of(cell, digit - self._first)

    def cell_name(self, cell: int) -> str:
        """Return 'r4c7'."""
        return self.layout.cell_name(cell)

    def defines(self, helpers: Sequence[int], start: int) -> None:
        """Record that the clauses from `start` on define these auxiliary variables, so that every
        constraint that uses them needs these clauses."""
        self._defined_together.append((helpers, start, self.written))

    # -- Clauses ------------------------------------------------------------------------------

    def replay(
        self, template: ClauseTemplate, cells: Sequence[int], others: Iterable[int] = ()
    ) -> list[int]:
        """Instantiate a template on these cells and other variables; return the variable of each
        slot."""
        slots = self._slots
        first = len(slots)
        slots.append(0)
        for cell in cells:
            slots += self.layout.variables_of(cell)
        slots += others
        self._replay(template, first, cells)
        if template.named:
            self._replays.append((template, first, cells, self.what))
        return slots[first:] if template.result else []

    # -- Reading ------------------------------------------------------------------------------

    def _repeated(self, members: np.ndarray, lengths: np.ndarray, exactly: np.ndarray) -> list[int]:
        return repeated(members, lengths, np.flatnonzero(exactly == 0))

    @property
    def gone(self) -> frozenset[int]:
        """The variables denied permanently."""
        denied = [gone for _, action, gone, _ in self._notes if action == NEVER]
        return frozenset(chain.from_iterable(denied))

    @cached_property
    def members(self) -> tuple[tuple[int, ...], ...]:
        """The variables of each clause."""
        rows = self.rows
        members = rows.members.tolist()
        return tuple([tuple(members[a:b]) for a, b in pairwise(rows.starts.tolist())])

    @property
    def made(self) -> list[Made]:
        """The constraint of each clause, its variables, and whether exactly one of them is true."""
        before = self.rows.before.tolist()
        ends = [*self._speakers[1:], (self.written, "")]
        meanings = []
        for (start, what), (end, _) in zip(self._speakers, ends, strict=True):
            meanings += [what] * (before[end] - before[start])
        for _, action, _, clause in self._notes:
            if action == TRUE:
                meanings[before[clause]] = ALWAYS
        exactly = map(bool, self.rows.exactly.tolist())
        return list(zip(meanings, self.members, exactly, strict=True))

    @property
    def owners(self) -> list[int]:
        """The number, from 0, of the constraint that each clause comes from."""
        found = []
        for k, (start, end) in enumerate(self._spans()):
            found += [k] * (end - start)
        return found

    @property
    def helper_names(self) -> tuple[str, ...]:
        """The names of the variables after the board's, in order."""
        names: dict[int, Name] = dict(each_name(self._named))
        for variable, action, argument, _ in self._notes:
            if action in (IS_IN, TRUE):
                names[variable] = argument or ALWAYS
        for replay in self._replays:
            self._fill_names(names, *replay)
        helpers = range(self.layout.variable_count + 1, self.top + 1)
        return tuple([self._name(helper, names) for helper in helpers])

    def _fill_names(
        self,
        names: dict[int, Name],
        template: ClauseTemplate,
        first: int,
        cells: Sequence[int],
        what: str,
    ) -> None:
        """Add the names that a replayed template gives. first: the place of its slot 0."""
        slots = self._slots

        def fill(found: re.Match[str]) -> str:
            if not found[1]:
                return what
            number = int(found[2])
            if found[1] == "v":
                return self._name(slots[first + number], names)
            return self.cell_name(cells[number])

        for slot, text in each_name(template.named):
            names[slots[first + slot]] = PLACEHOLDER.sub(fill, text)

    def _name(self, variable: int, names: dict[int, Name]) -> str:
        found = names.get(variable)
        # a variable without a name of its own is the complement of one that has it
        if found is None and variable > self.layout.variable_count:
            return f"not {self._name(self._complements[variable], names)}"
        if found is None:
            cell, digit = self.layout.cell_and_digit(variable)
            return f"({self.layout.symbol(digit)}){self.cell_name(cell)}"
        if isinstance(found, str):
            return found
        cell, digits = found
        listed = " ".join(map(str, sorted(digits)))
        return f"{self.cell_name(cell)} is one of {listed}"

    @property
    def sizes(self) -> tuple[int, ...]:
        """The number of clauses that each constraint added."""
        return tuple([end - start for start, end in self._spans()])

    def _spans(self) -> Iterator[tuple[int, int]]:
        return pairwise([*self.rows.before[self._starts].tolist(), len(self.rows.exactly)])

    def of_constraints(self) -> Iterator[tuple[int, ...]]:
        """Yield for each constraint the indexes of all its clauses: its own, and those that define
        the auxiliary variables that it shares with others."""
        definitions = self._definitions()
        shared = self._members_among(definitions)
        for start, end in self._spans():
            places = dict.fromkeys(range(start, end))
            pending = [place for place in places if place in shared] if shared else []
            taken = set()
            for place in pending:  # the loop appends to it
                for variable in shared.get(place, ()):
                    span = definitions[variable]
                    if span in taken:
                        continue
                    taken.add(span)
                    for defined in span:
                        if defined not in places:
                            places[defined] = None
                            pending.append(defined)
            yield tuple(places)

    def _members_among(self, variables: Iterable[int]) -> dict[int, list[int]]:
        """Return clause → its members among these variables. (Most clauses have none, and are left
        out.)"""
        is_wanted = np.zeros(self.top + 1, bool)
        is_wanted[list(variables)] = True
        is_found = is_wanted[self.rows.members]
        clause_of = np.repeat(np.arange(len(self.rows.exactly)), np.diff(self.rows.starts))
        found: dict[int, list[int]] = {}
        members = self.rows.members[is_found].tolist()
        for clause, variable in zip(clause_of[is_found].tolist(), members, strict=True):
            found.setdefault(clause, []).append(variable)
        return found

    def _definitions(self) -> dict[int, range]:
        """Return auxiliary variable → the indexes of the clauses that define it."""
        before = self.rows.before.tolist()
        found = {}
        for variable, _, _, clause in self._notes:
            if variable:
                found[variable] = range(before[clause], before[clause] + 1)
        for helpers, start, end in self._defined_together:
            # any of these variables may be used by several constraints: each of them needs all
            # clauses
            span = range(before[start], before[end])
            for helper in helpers:
                # complements and groups among them have a clause of their own, noted above
                found.setdefault(helper, span)
        return found
