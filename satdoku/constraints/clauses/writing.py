"""What templates and the clauses of a board have in common: clauses as arrays, and their writer.

Clauses are written one by one, or many at a time from a template; they are read when all are
written. Only then are repeats left out, by sums of scattered numbers: comparing each at-most-one
clause with all others while they are written took longer than everything else.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from ...frozen import frozen
from ..forms import DigitSet

#: The actions of a template. COMPLEMENT (a slot): its complement fills the next slot. IS_IN (a
#: cell, digits): "it holds one of the digits" fills the next. TRUE: what is always true fills the
#: next. HELPERS (a number): that many auxiliary variables fill the next slots. NEVER (slots): they
#: are denied.
COMPLEMENT, IS_IN, TRUE, HELPERS, NEVER = range(5)
#: cell, digit or sum → its variable
Variables = dict[int, int]
#: (cell, digit) → its variable
PairVariables = dict[tuple[int, int], int]
#: (an action, its argument, the clause that defines the variable if it is new)
Deed = tuple[int, Any, int]
#: (a new variable, or 0; the action that created it, its argument, the clause that defines it)
Note = tuple[int, int, Any, int]
#: (an auxiliary variable, 0, its name), or (the first of several, their number, what their names
#: have before a number from 1)
Named = tuple[int, int, str]


class ClauseArrays(NamedTuple):
    """Clauses as arrays.

    The members of clause k are members[starts[k] : starts[k + 1]]. exactly: by clause, 1 if exactly
    one of its members is true, 0 if at most one is. before: for each clause as written, and for
    their end, the number of clauses before it that were not left out as repeats.
    """

    starts: np.ndarray
    members: np.ndarray
    exactly: np.ndarray
    before: np.ndarray


@frozen
class ClauseTemplate:
    """Actions to replay, and the clauses over the slots that they fill.

    lengths, exactly: of each clause, as bytes. members: the slots of all clauses. named: names of
    auxiliary variables, with placeholders. result: what the writer returned, in slots.
    """

    deeds: tuple[Deed, ...]
    lengths: bytes
    members: np.ndarray
    exactly: bytes
    named: tuple[Named, ...]
    result: Any

    @property
    def weight(self) -> int:
        """The approximate number of clauses and auxiliary variables that it creates."""
        return len(self.deeds) + len(self.named) + len(self.exactly)


class ClauseWriter:
    """Writes clauses, and the variables that forms share: complements, "it is one of these".

    A `Recorder` writes a template in slots, `Clauses` the clauses of a board. Nothing is looked up
    among the clauses while they are written: repeats are left out when all are read (`rows`).
    """

    what = ""

    def __init__(self, digits: Sequence[int], top: int) -> None:
        self.digits = tuple(digits)
        self.top = top
        #: the variables of each template's slots and of each single clause; the members of all
        #: clauses, as places in that list; by clause, the number of its members and whether exactly
        #: one is true
        self._slots: list[int] = []
        self._members = array("i")
        self._lengths = array("i")
        self._exactly = bytearray()
        #: clauses of templates that define what was defined before
        self._known: list[int] = []
        #: names of auxiliary variables
        self._named: list[Named] = []
        #: what was created or denied, in order
        self._notes: list[Note] = []
        self._complements: Variables = {}
        self._groups: dict[tuple[int, DigitSet], int] = {}
        self._true = 0

    # -- What a recorder and a board do differently -------------------------------------------

    def v(self, cell: int, digit: int) -> int:
        """Return the variable of a cell and a digit's value."""
        raise NotImplementedError

    # -- Variables ----------------------------------------------------------------------------

    def helper(self, name: str) -> int:
        """Return a new auxiliary variable."""
        self._add_helpers(1)
        self._named.append((self.top, 0, name))
        return self.top

    def helpers(self, count: int, name: str) -> range:
        """Return so many auxiliary variables, named by the name and a number from 1."""
        first = self.top + 1
        self._add_helpers(count)
        self._named.append((first, count, name))
        return range(first, first + count)

    def _add_helpers(self, count: int) -> None:
        self.top += count

    def complement(self, variable: int) -> int:
        """Return the complement "not v": exactly one of v and it is true."""
        found = self._complements.get(variable)
        if found is None:
            found = self._define(COMPLEMENT, variable)
            self._complements[variable] = found
            # the complement of a complement is the variable itself, not a third one
            self._complements[found] = variable
            self.clause((variable, found))
        return found

    def is_in(self, cell: int, digits: DigitSet) -> int:
        """Return "the cell holds one of the digits" (some, but not all of the board's)."""
        if len(digits) == 1:
            return self.v(cell, *digits)
        found = self._groups.get((cell, digits))
        if found is not None:
            return found
        rest = [self.v(cell, d) for d in self.digits if d not in digits]
        if len(rest) == 1:
            return self.complement(rest[0])
        new = self._define(IS_IN, (cell, digits))
        self._groups[cell, digits] = new
        # exactly one of these: so the new variable is true iff no digit of the rest is left, and
        # the clause of the cell does the other half
        self.clause((new, *rest))
        return new

    def _define(self, action: int, argument: Any) -> int:
        """Return a new variable, which the next clause defines."""
        self.top += 1
        self._notes.append((self.top, action, argument, self.written))
        return self.top

    # -- Clauses ------------------------------------------------------------------------------

    @property
    def written(self) -> int:
        """The number of clauses so far."""
        return len(self._exactly)

    def clause(self, variables: Iterable[int], exactly_one: bool = True) -> None:
        """Add a clause; an at-most-one clause of fewer than two variables is left out."""
        # members are places in the list of slots, since a template's slots are filled only in a
        # replay
        start = len(self._slots)
        self._slots += variables
        length = len(self._slots) - start
        if exactly_one or length > 1:
            self._members.extend(range(start, start + length))
            self._lengths.append(length)
            self._exactly.append(exactly_one)

    def at_most_one(self, variables: Iterable[int]) -> None:
        """Require: at most one of the variables is true."""
        self.clause(variables, exactly_one=False)

    def implies(self, variable: int, other: int) -> None:
        """Require: if the variable is true, so is the other."""
        self.at_most_one((variable, self.complement(other)))

    def cases(self, variable: int, ways: Iterable[int]) -> None:
        """Require: if the variable is true, exactly one of the ways is; if it is not, none is."""
        self.clause((self.complement(variable), *ways))

    def never(self, variables: Iterable[int]) -> None:
        """Deny the variables permanently."""
        gone = tuple(variables)
        if not gone:
            return
        if not self._true:
            self._true = self._define(TRUE, None)
            self.clause((self._true,))
        self._notes.append((0, NEVER, gone, 0))
        self.at_most_one((self._true, *gone))

    def impossible(self, cell: int) -> None:
        """Deny every digit of the cell."""
        self.never(self.v(cell, d) for d in self.digits)

    def _replay(self, template: ClauseTemplate, first: int, cells: Sequence[int]) -> None:
        """Fill the template's further slots, and add its clauses. first: the place of slot 0.

        Whatever a board shares is taken from it if it exists; only then is a slot filled with a new
        variable. The clause that would define the variable again goes into `_known`, and is left
        out when all are read: to leave it out here would shift the members of all that follow.
        """
        slots = self._slots
        notes = self._notes
        known = self._known
        complements = self._complements
        groups = self._groups
        start = self.written
        top = self.top
        for action, of_template, clause in template.deeds:
            argument = of_template
            if action == HELPERS:
                slots += range(top + 1, top + 1 + argument)
                top += argument
                continue
            if action == COMPLEMENT:
                argument = slots[first + argument]
                found = complements.get(argument)
                if not found:
                    complements[argument] = top + 1
                    complements[top + 1] = argument
            elif action == IS_IN:
                argument = cells[argument[0]], argument[1]
                found = groups.get(argument)
                if not found:
                    groups[argument] = top + 1
            elif action == TRUE:
                found = self._true
                self._true = found or top + 1
            else:
                gone = tuple([slots[first + slot] for slot in argument])
                notes.append((0, NEVER, gone, 0))
                continue
            if found:
                known.append(start + clause)
                slots.append(found)
            else:
                top += 1
                notes.append((top, action, argument, start + clause))
                slots.append(top)
        self.top = top
        self._members.frombytes((template.members + np.int32(first)).tobytes())
        self._lengths.frombytes(template.lengths)
        self._exactly += template.exactly

    # -- Reading, once all is written ---------------------------------------------------------

    @cached_property
    def rows(self) -> ClauseArrays:
        """The clauses, without repeats."""
        slots = np.array(self._slots, np.int32)
        members = slots[np.array(self._members, np.int32)]
        lengths = np.array(self._lengths, np.int32)
        exactly = np.frombuffer(bytes(self._exactly), np.uint8)
        # definitions that existed before, and equal at-most-one clauses
        kept = np.ones(len(exactly), bool)
        kept[self._known] = False
        kept[self._repeated(members, lengths, exactly)] = False
        if not kept.all():
            members = members[np.repeat(kept, lengths)]
            lengths = lengths[kept]
            exactly = exactly[kept]
        return ClauseArrays(starts_of(lengths), members, exactly, starts_of(kept))

    def _repeated(self, members: np.ndarray, lengths: np.ndarray, exactly: np.ndarray) -> list[int]:
        """Return the at-most-one clauses that are left out as repeats."""
        return []


def starts_of(lengths: np.ndarray) -> np.ndarray:
    """Return where each of consecutive parts starts, and where the last one ends."""
    return np.concatenate(([0], np.cumsum(lengths))).astype(np.int32)


def repeated(members: np.ndarray, lengths: np.ndarray, among: np.ndarray) -> list[int]:
    """Return the clauses that have the members of an earlier one. among: the clauses to look at.

    The members are compared if sums of scattered numbers, one for each member, are equal.
    """
    scattered = members.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    scattered = (scattered ^ (scattered >> np.uint64(29))) * np.uint64(0xBF58476D1CE4E5B9)
    scattered ^= scattered >> np.uint64(32)
    sums = np.concatenate((np.zeros(1, np.uint64), np.cumsum(scattered)))
    starts = starts_of(lengths)
    # a sum does not depend on the order of its members, and differences of running sums give all of
    # them at once (they wrap, which does no harm)
    keys = sums[starts[among + 1]] - sums[starts[among]]
    # equal clauses become neighbours, the earliest first, which is the one to keep
    order = np.argsort(keys, kind="stable")
    before, after = among[order[:-1]], among[order[1:]]
    alike = (keys[order[:-1]] == keys[order[1:]]) & (lengths[before] == lengths[after])
    earlier = before[alike]
    later = after[alike]
    first = _in_order(members, starts[earlier], lengths[earlier])
    second = _in_order(members, starts[later], lengths[later])
    found: list[int] = later[(first == second).all(axis=1)].tolist()
    return found


def _in_order(members: np.ndarray, starts: np.ndarray, lengths: np.ndarray) -> np.ndarray:
    """Return the members of some clauses, a row each, in increasing order after zeros."""
    places = np.arange(lengths.max(initial=0))
    inside = places < lengths[:, None]
    at = np.where(inside, starts[:, None] + places, 0)
    return np.sort(np.where(inside, members[at], 0))
