"""A position as bits, for finders that list all steps of a technique: cells and digits as sets.

A set of cells is a number with bit c for cell c (from 0); a set of digits has bit d for digit d
(from 1). Only candidates count: a cell that holds a digit has none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache, reduce
from operator import and_, or_
from typing import Any

from ..constraints.linear import Balance
from ..frozen import frozen
from ..geometry import House
from ..inference.deduction import ASSERTED, OPEN
from ..kernels.lockstep.simd import ones
from ..layer_words import cell_in_words
from ..layout import Layout
from ..phrases import phrase
from ..theory import Indexes, Variables
from .equalities import OnceEach, SameDigit
from .position import Position
from .step_text.sentences import cells_text, either, listed, only_there

__all__ = ["Finding", "Region", "View", "bits_of", "common", "ones", "sight_of", "union"]


@frozen
class Finding:
    """The result of a finder.

    denied, asserted: variables. reason: the reason, without the conclusion. bases, covers, rests:
    clauses (of the pattern; those whose other candidates are denied; others it rests on). roles:
    the roles of candidates. name: of the form, if the finder serves several. size: for ordering.
    chains: in Eureka notation, if it can be told so.
    added: tenths added to the rating of the technique. equation: by which it follows, if any.
    claims: of equal cells, on which it rests.
    inside: steps, as in `LogicStep`.

    >>> Finding(denied=(5,), bases=(0,), reason="r1c1 holds 1").denied
    (5,)
    """

    denied: Variables = ()
    reason: str = ""
    bases: Indexes = ()
    covers: Indexes = ()
    rests: Indexes = ()
    asserted: Variables = ()
    roles: tuple[tuple[str, Variables], ...] = ()
    name: str = ""
    size: int = 0
    chains: tuple[str, ...] = ()
    added: int = 0
    equation: Balance | None = None
    claims: tuple[SameDigit | OnceEach, ...] = ()
    inside: tuple[Any, ...] = ()


@frozen
class Region:
    """A house: its cells as bits; is_full: whether it holds every digit. number: its place in the
    layout."""

    bits: int
    house: House
    is_full: bool
    number: int

    @property
    def kind(self) -> str:
        """ "row", "column", "box" or another."""
        return self.house.kind

    @property
    def is_line(self) -> bool:
        """Whether it is a row or a column."""
        return self.house.is_line


def bits_of(members: Iterable[int]) -> int:
    """Return the set of these members."""
    return union(1 << member for member in members)


def union(sets: Iterable[int]) -> int:
    """Return what is in one of these sets of bits."""
    return reduce(or_, sets, 0)


def common(sets: Iterable[int]) -> int:
    """Return what is in all of these sets of bits; -1 if there are none."""
    return reduce(and_, sets, -1)


def sight_of(layout: Layout) -> tuple[int, ...]:
    """Return by cell the cells in a house with it."""
    return _shape(layout)[1]


@lru_cache(maxsize=8)
def _shape(layout: Layout) -> tuple[tuple[Region, ...], tuple[int, ...]]:
    """Return the houses, and the set of cells that each cell sees."""
    regions = []
    sees = [0] * layout.cell_count
    for number, house in enumerate(layout.houses):
        cells = bits_of(house.cells)
        is_full = len(house.cells) == layout.size
        regions.append(Region(cells, house, is_full, number))
        for cell in house.cells:
            sees[cell] |= cells & ~(1 << cell)
    return tuple(regions), tuple(sees)


class View:
    """The data of a position that finders read.

    left: by cell, its candidates (none if it holds a digit). at: by digit, the cells where it is a
    candidate. digit: by cell, the digit placed, or 0. sees: by cell, the cells in a house with it.

    >>> view = View(Position.of("1..............."))
    >>> view.digit[0], [*ones(view.left[1])], view.left[0]
    (1, [2, 3, 4], 0)
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self.theory = position.theory
        layout = position.layout
        self.layout = layout
        self.n = layout.size
        self.cells = layout.cell_count
        self.houses, self.sees = _shape(layout)
        self.left = [0] * self.cells
        self.digit = [0] * self.cells
        self.at = [0] * (self.n + 1)
        status = position.status
        for cell in range(self.cells):
            for d in range(1, self.n + 1):
                known = status[layout.variable_of(cell, d)]
                if known == OPEN:
                    self.left[cell] |= 1 << d
                    self.at[d] |= 1 << cell
                elif known == ASSERTED:
                    self.digit[cell] = d
        self.open = bits_of(cell for cell in range(self.cells) if self.left[cell])
        self._seen_by_all: dict[int, int] = {}
        self._peers: dict[int, int] = {}

    @cached_property
    def boxes(self) -> tuple[Region, ...]:
        """The boxes (or jigsaw regions)."""
        return tuple(region for region in self.houses if region.kind == "box")

    @cached_property
    def lines(self) -> tuple[Region, ...]:
        """The rows and columns."""
        return tuple(region for region in self.houses if region.is_line)

    @cached_property
    def of_cell(self) -> list[list[Region]]:
        """By cell, the houses that contain it."""
        return [[h for h in self.houses if h.bits >> cell & 1] for cell in range(self.cells)]

    @cached_property
    def placed_at(self) -> list[int]:
        """By digit, the cells that hold it; by 0, the open ones."""
        placed = [0] * (self.n + 1)
        for cell, d in enumerate(self.digit):
            placed[d] |= 1 << cell
        return placed

    # -- Sets -------------------------------------------------------------------------------

    def seen_by_all(self, cells: int) -> int:
        """Return the cells that see each of these."""
        if cells not in self._seen_by_all:
            every = (1 << self.cells) - 1
            seen = common(self.sees[cell] for cell in ones(cells))
            self._seen_by_all[cells] = seen & every
        return self._seen_by_all[cells]

    def digits_of(self, cells: int) -> int:
        """Return the union of the candidates of these cells."""
        return union(self.left[cell] for cell in ones(cells))

    def all_see(self, first: int, second: int) -> bool:
        """Return whether each of the first cells sees each of the second (and is none of them)."""
        return all(second & ~self.sees[cell] == 0 for cell in ones(first))

    # -- Variables and clauses --------------------------------------------------------------

    def v(self, cell: int, digit: int) -> int:
        """Return the variable of a cell and a digit."""
        return self.layout.variable_of(cell, digit)

    def vs(self, cells: int, digit: int) -> Variables:
        """Return the candidates of a digit in these cells."""
        return tuple(self.layout.variable_of(cell, digit) for cell in ones(cells & self.at[digit]))

    def held(self, cells: int, digits: int = -1) -> Variables:
        """Return the candidates in these cells, of these digits."""
        return tuple(self.v(c, d) for c in ones(cells) for d in ones(self.left[c] & digits))

    def peers(self, variable: int) -> int:
        """Return the candidates (variables as bits) that are false if this one is true."""
        if variable not in self._peers:
            cell, digit = self.layout.cell_and_digit(variable)
            others = self.held(1 << cell, ~(1 << digit))
            self._peers[variable] = bits_of((*others, *self.vs(self.sees[cell], digit)))
        return self._peers[variable]

    @cached_property
    def _clauses(self) -> tuple[dict[int, int], dict[tuple[int, int], int]]:
        cells = {}
        houses = {}
        number = {house: k for k, house in enumerate(self.layout.houses)}
        for index, clause in enumerate(self.theory.clauses):
            if clause.house is not None and clause.digit:
                houses[number[clause.house], clause.digit] = index
            elif clause.cell:
                cells[self.layout.cell_of(clause.variables[0])] = index
        return cells, houses

    def cell_of(self, clause: int) -> int:
        """Return the cell of a clause."""
        return self.layout.cell_of(self.theory.members[clause][0])

    def cell_clause(self, cell: int) -> int:
        """Return the clause of a cell."""
        return self._clauses[0][cell]

    def clause(self, region: Region, digit: int) -> int:
        """Return the clause of a digit in a house."""
        return self._clauses[1][region.number, digit]

    def cell_clauses(self, cells: int) -> Indexes:
        """Return the clauses of these cells."""
        return tuple(self.cell_clause(cell) for cell in ones(cells))

    def links(self, cells: int, digits: int, also: int = 0) -> Indexes:
        """Return clauses of houses in which two of the cells, or one of them and one of `also`,
        have a digit."""
        found = []
        for d in ones(digits):
            here = cells & self.at[d]
            there = also & self.at[d]
            for region in self.houses:
                inside = here & region.bits
                together = inside | there & region.bits
                if inside and together.bit_count() > 1:
                    found.append(self.clause(region, d))
        return tuple(found)

    def linking(self, first: Sequence[int], second: Sequence[int]) -> list[int]:
        """Return few clauses that contain each pair of one candidate of each side: always the one
        next that contains most of the pairs left."""
        return self.linking_pairs((v, w) for v in first for w in second if v != w)

    def linking_pairs(self, pairs: Iterable[tuple[int, int]]) -> list[int]:
        """Return few clauses that contain each of these pairs of candidates, chosen likewise."""
        occurrences = self.theory.occurrences
        shared = {(v, w): set(occurrences[v]).intersection(occurrences[w]) for v, w in pairs}
        found = list[int]()
        while shared:
            counts = Counter[int]()
            for clauses in shared.values():
                counts.update(clauses)
            best = max(counts, key=lambda clause: (counts[clause], -clause))
            found.append(best)
            shared = {pair: both for pair, both in shared.items() if best not in both}
        return found

    # -- Words ------------------------------------------------------------------------------

    def cells_text(self, cells: int) -> str:
        """Return 'r5c456'."""
        return cells_text(self.theory, [self.v(cell, 1) for cell in ones(cells)])

    def one_by_one(self, cells: int) -> str:
        """Return 'r1c1, r2c5 and r9c9'."""
        return listed(cell_in_words(self.layout, cell) for cell in ones(cells))

    def symbols(self, digits: int) -> str:
        """Return '3, 5 and 7'."""
        return listed(self.layout.symbol(d) for d in ones(digits))

    def either(self, digits: int) -> str:
        """Return '3, 5 or 7'."""
        return either([self.layout.symbol(d) for d in ones(digits)])

    def with_candidates(self, cells: int) -> str:
        """Return 'r1c2 (3 or 8) and r4c5 (1, 3 or 8)'."""
        told = []
        for c in ones(cells):
            cell = self.cells_text(1 << c)
            held = self.either(self.left[c])
            told.append(phrase("{text} ({reason})", text=cell, reason=held))
        return listed(told)

    def only(self, cells: int, digits: int) -> str:
        """Return 'r1c2 and r4c5 hold only 3 and 8, but for (1)r4c5': what the cells hold besides
        these digits."""
        extra = self.held(cells, ~digits)
        hold = "{cells} hold only {digits}" if cells & cells - 1 else "{cells} holds only {digits}"
        said = phrase(hold, cells=self.one_by_one(cells), digits=self.symbols(digits))
        if not extra:
            return said
        return phrase("{text}, but for {candidates}", text=said, candidates=self.names(extra))

    def names(self, variables: Variables) -> str:
        """Return '(1)r4c5 and (3)r2c2'."""
        return listed(map(self.theory.variable_name, variables))

    def places(self, clause: int) -> str:
        """Return 'in row 3, 6 can only go in r3c3 and r3c6', for a digit's clause in a house."""
        known = self.theory.clauses[clause]
        cells = bits_of(map(self.layout.cell_of, self.position.open_members(clause)))
        return only_there(known.house, known.symbol, self.one_by_one(cells))

    def set_link(self, cells: int, digit: int) -> str:
        """Return '(7=46)r5c25' in Eureka notation: cells that lack a digit hold all others."""
        others = "".join(map(self.symbol, ones(self.digits_of(cells) & ~(1 << digit))))
        return f"({self.symbol(digit)}={others}){self.cells_text(cells)}"

    def symbol(self, digit: int) -> str:
        """Return the symbol of a digit."""
        return self.layout.symbol(digit)
