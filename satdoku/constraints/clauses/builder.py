"""Clauses under construction: the variables that forms share (complements, "it is one of these"),
and what is denied permanently.

Most forms are written once, as a `Template` (see `templates`), and replayed on their variables. So
data that is costly and rarely read is computed on demand: names, and the constraint of each clause.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from itertools import pairwise

from ...layout_data import LayoutData
from .templates import COMPLEMENT, HELPERS, IS_IN, PLACEHOLDER, Template

#: (the clause's constraint, its variables, exactly one rather than at most one)
Made = tuple[str, tuple[int, ...], bool]
Name = str | tuple[int, frozenset[int]]
ALWAYS = "what always holds"


class Clauses:
    """The clauses of a layout's constraints, under construction.

    members: the variables of each clause. exactly: for each, 1 if exactly one of them is true, 0 if
    at most one is. difficulties: one per constraint, see `form_clauses`.
    """

    def __init__(self, layout: LayoutData) -> None:
        self.layout = layout
        self.digits = tuple(layout.digits)
        self.members: list[tuple[int, ...]] = []
        self.exactly = bytearray()
        self.difficulties: list[int] = []
        #: variables denied permanently
        self.gone: set[int] = set()
        #: sums of groups of cells: see `sums`
        self.sums: dict[tuple[int, ...], dict[int, int]] = {}
        #: lines compared with others: see `ranks`
        self.ranks: dict[tuple[int, ...], list[tuple[int, int]]] = {}
        self.top = layout.variable_count
        self._first = layout.digits[0] - 1
        self._complements: dict[int, int] = {}
        self._groups: dict[tuple[int, frozenset[int]], int] = {}
        self._pairs: set[frozenset[int]] = set()
        self._true = 0
        #: auxiliary variable → the clauses that define it; and the same for several that share them
        self._defined: dict[int, Sequence[int]] = {}
        self._defined_together: list[tuple[Sequence[int], range]] = []
        #: (number of clauses before, constraint from there on), and the first clause of each
        self._speakers: list[tuple[int, str]] = [(0, "")]
        self._starts: list[int] = []
        #: auxiliary variable → its name, or (cell, digits) for "the cell holds one of the digits";
        #: without replayed ones and complements
        self._names: dict[int, Name] = {}
        self._replays: list[tuple[Template, list[int], Sequence[int], str]] = []

    @property
    def what(self) -> str:
        """The name of the current constraint, for its clauses and auxiliary variables."""
        return self._speakers[-1][1]

    @what.setter
    def what(self, what: str) -> None:
        if what != self._speakers[-1][1]:
            self._speakers.append((len(self.members), what))

    def begin(self, what: str) -> None:
        """Start the next constraint."""
        self._starts.append(len(self.members))
        self.what = what

    def fork(self) -> Clauses:
        """Return a copy that can be extended."""
        other = copy(self)
        for name, part in vars(self).items():
            if isinstance(part, list | dict | set | bytearray):
                setattr(other, name, copy(part))
        return other

    # -- Variables ----------------------------------------------------------------------------

    def v(self, cell: int, digit: int) -> int:
        """Return the variable of a cell and a digit's value."""
        return self.layout.variable_of(cell, digit - self._first)

    def cell_name(self, cell: int) -> str:
        """Return 'r4c7'."""
        return self.layout.cell_name(cell)

    def helper(self, name: str) -> int:
        """Return a new auxiliary variable."""
        self.top += 1
        self._names[self.top] = name
        return self.top

    def complement(self, variable: int) -> int:
        """Return the complement "not v": exactly one of v and it is true."""
        found = self._complements.get(variable)
        if found is None:
            found = self.top = self.top + 1
            self._complements[variable], self._complements[found] = found, variable
            self._defined[found] = (len(self.members),)
            self.members.append((variable, found))
            self.exactly.append(1)
        return found

    def is_in(self, cell: int, digits: frozenset[int]) -> int:
        """Return "the cell holds one of the digits" (some, but not all of the board's)."""
        if len(digits) == 1:
            return self.v(cell, *digits)
        found = self._groups.get((cell, digits))
        if found is None:
            base = self.v(cell, 0)
            rest = tuple([base + d for d in self.digits if d not in digits])
            found = self.complement(rest[0]) if len(rest) == 1 else self._group(cell, digits, rest)
        return found

    def _group(self, cell: int, digits: frozenset[int], rest: tuple[int, ...]) -> int:
        """Create "the cell holds one of the digits"; rest: the variables of its other digits."""
        found = self.top = self.top + 1
        self._groups[cell, digits] = found
        self._names[found] = cell, digits
        self._defined[found] = (len(self.members),)
        self.members.append((found, *rest))
        self.exactly.append(1)
        return found

    def defines(self, helpers: Sequence[int], start: int) -> None:
        """Record that the clauses from `start` on define these auxiliary variables, so that every
        constraint that uses them needs these clauses."""
        self._defined_together.append((helpers, range(start, len(self.members))))

    # -- Clauses ------------------------------------------------------------------------------

    def clause(self, variables: Iterable[int], exactly_one: bool = True) -> None:
        """Add a clause; an at-most-one clause that is trivial or a repeat is left out."""
        members = tuple(variables)
        if not exactly_one:
            key = frozenset(members)
            if len(members) < 2 or key in self._pairs:
                return
            self._pairs.add(key)
        self.members.append(members)
        self.exactly.append(exactly_one)

    def never(self, variables: Iterable[int]) -> None:
        """Deny the variables permanently."""
        gone = tuple(variables)
        if gone:
            if not self._true:
                self._true = self.helper(ALWAYS)
                what, self.what = self.what, ALWAYS
                self.clause([self._true])
                self.what = what
                self.defines([self._true], len(self.members) - 1)
            self.clause([self._true, *gone], exactly_one=False)
            self.gone.update(gone)

    def impossible(self, cell: int) -> None:
        """Deny every digit of the cell."""
        self.never(self.v(cell, d) for d in self.digits)

    def replay(
        self, template: Template, cells: Sequence[int], others: Iterable[int] = ()
    ) -> list[int]:
        """Instantiate a template on these cells and other variables; return the variable of each
        slot."""
        slots = [0]
        for cell in cells:
            slots += self.layout.variables_of(cell)
        slots += others
        members, exactly, pairs = self.members, self.exactly, self._pairs
        complements, groups = self._complements, self._groups
        for action, argument, exactly_one, at_most in template.deeds:
            if action == COMPLEMENT:
                variable = slots[argument]
                found = complements.get(variable)
                slots.append(self.complement(variable) if found is None else found)
            elif action == HELPERS:
                slots += range(self.top + 1, self.top + 1 + argument)
                self.top += argument
            elif action == IS_IN:
                place, digits, rest = argument
                found = groups.get((cells[place], digits))
                if found is None:
                    found = self._group(cells[place], digits, rest(slots))
                slots.append(found)
            else:
                self.never(argument(slots))
            if exactly_one:
                members += [pick(slots) for pick in exactly_one]
                exactly += b"\1" * len(exactly_one)
            for pick in at_most:  # as `clause` does
                clause = pick(slots)
                known = len(pairs)
                pairs.add(frozenset(clause))
                if len(pairs) > known:
                    members.append(clause)
                    exactly.append(0)
        if template.names:
            self._replays.append((template, slots, cells, self.what))
        return slots

    # -- Reading ------------------------------------------------------------------------------

    @property
    def made(self) -> list[Made]:
        """The constraint of each clause, its variables, and whether exactly one of them is true."""
        ends = [*self._speakers[1:], (len(self.members), "")]
        meanings = (
            what
            for (start, what), (end, _) in zip(self._speakers, ends, strict=True)
            for _ in range(start, end)
        )
        exactly = map(bool, self.exactly)
        return list(zip(meanings, self.members, exactly, strict=True))

    def owner(self, place: int) -> int:
        """Return the number, from 0, of the constraint that a clause comes from."""
        return bisect_right(self._starts, place) - 1

    @property
    def helper_names(self) -> tuple[str, ...]:
        """The names of the variables after the board's, in order."""
        names = dict(self._names)
        for template, slots, cells, what in self._replays:
            for slot, text in template.names.items():

                def fill(found: re.Match[str]) -> str:
                    if found[1] == "v":
                        return self._name(slots[int(found[2])], names)  # noqa: B023
                    return self.cell_name(cells[int(found[2])]) if found[1] else what  # noqa: B023

                names[slots[slot]] = PLACEHOLDER.sub(fill, text)
        helpers = range(self.layout.variable_count + 1, self.top + 1)
        return tuple([self._name(helper, names) for helper in helpers])

    def _name(self, variable: int, names: dict[int, Name]) -> str:
        found = names.get(variable)
        if found is None and variable > self.layout.variable_count:
            return f"not {self._name(self._complements[variable], names)}"
        if found is None:
            cell, digit = self.layout.cell_and_digit(variable)
            return f"({self.layout.symbol(digit)}){self.cell_name(cell)}"
        if isinstance(found, tuple):
            return f"{self.cell_name(found[0])} is one of {' '.join(map(str, sorted(found[1])))}"
        return found

    @property
    def sizes(self) -> tuple[int, ...]:
        """The number of clauses that each constraint added."""
        return tuple([end - start for start, end in self._spans()])

    def _spans(self) -> Iterator[tuple[int, int]]:
        return pairwise([*self._starts, len(self.members)])

    def of_constraints(self) -> Iterator[tuple[int, ...]]:
        """Yield for each constraint the indexes of all its clauses: its own, and those that define
        the auxiliary variables that it shares with others."""
        definitions = dict(self._defined)
        for helpers, places_of_all in self._defined_together:
            for helper in helpers:
                definitions.setdefault(helper, places_of_all)
        for start, end in self._spans():
            places = dict.fromkeys(range(start, end))
            pending = list(places)
            for place in pending:  # the loop appends to it
                for variable in self.members[place]:
                    for defined in definitions.get(variable, ()):
                        if defined not in places:
                            places[defined] = None
                            pending.append(defined)
            yield tuple(places)
