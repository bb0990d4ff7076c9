"""Truths and links: '2 Truths = {1N23} 2 Links = {7r1 4b1}', as forums write what covers argue.

A truth is a clause of which exactly one candidate is true: a cell (1N23: the cells r1c2 and r1c3),
or a digit in a house (7r1, 56c3, 4b1). A link is a clause of which at most one is. Let b(c) be the
number of truths that contain a candidate c, v(c) the number of links. If v ≥ b everywhere, then
over the true candidates Σb is the number of truths and Σv at most that of links. So what has v - b
above their difference (the rank) is false. If there are as many links as truths, each link has a
true candidate in the truths, and what sees all that it has there is false, too.

A ring of cells, as an SK loop is written, (27=38)r2c13-(38=16)r2c79-…, is the same: its truths are
the cells, its links the digits that two neighbours share, in the house of both.

>>> from satdoku.logic.starting import position_of
>>> position = position_of("12..............")
>>> cover = cover_in("2 Truths = {1N34} 2 Links = {34r1}", position)
>>> assert not cover.problem_at(position)
>>> [position.theory.variable_name(v) for v in sorted(cover.denied_at(position))]
['(3)r2c3', '(4)r2c3', '(3)r2c4', '(4)r2c4']
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from ..frozen import frozen
from ..grouping import grouped
from ..layout import Layout
from ..phrases import verbatim
from ..theory import Clause, Indexes, Theory
from .position import Position
from .step_text.sentences import candidates_text, listed, named_cells

#: The letter of each kind of house, and that of a cell.
LETTERS = {"row": "r", "column": "c", "box": "b"}
CELL = "N"
#: Both lists of a text.
LISTS = re.compile(
    r"(?:\b(\d+)\s*)?truths?\s*=?\s*\{([^{}]*)\}.*?(?:\b(\d+)\s*)?links?\s*=?\s*\{([^{}]*)\}",
    re.I | re.DOTALL,
)
#: Cells and digits of a part of a ring: '(27=38)r2c1,r2c3'.
RingPart = tuple[frozenset[int], str, str]


@frozen
class Cover:
    """Truths and links, as clauses of the theory. miswritten: what is wrong with their text by
    itself, "" if nothing is."""

    truths: Indexes
    links: Indexes
    miswritten: str = ""

    def problem_at(self, position: Position) -> str:
        """Return what is wrong with its text, or with the first truth or candidate for which it
        does not hold; "" if all hold."""
        if self.miswritten:
            return self.miswritten
        theory = position.theory
        for clause in self.truths:
            if not theory.exactly[clause] or not position.open_members(clause):
                named = _written(theory, [clause])
                return f"{named} is no truth: it has no candidates"
        in_truths, in_links = self._counts(position)
        for v, number in sorted(in_truths.items()):
            covered = in_links[v]
            if covered < number:
                named = candidates_text(theory, [v])
                return f"{named} is in {number} of the truths, but in {covered} of the links"
        return ""

    def denied_at(self, position: Position) -> set[int]:
        """Return the candidates that are false by it, if there is no problem with it."""
        theory = position.theory
        in_truths, in_links = self._counts(position)
        rank = len(self.links) - len(self.truths)
        denied = {v for v in in_links if in_links[v] - in_truths[v] > rank}
        if rank:
            return denied
        for clause in self.links:
            members = position.open_members(clause)
            left = [v for v in members if in_truths[v] and v not in denied]
            if left:
                of_each = [set(theory.peers(v)) for v in left]
                seen = set.intersection(*of_each)
                denied.update(filter(position.is_open, theory.on_board(seen)))
        return denied

    def _counts(self, position: Position) -> tuple[Counter[int], Counter[int]]:
        """Return by candidate: the number of truths and of links that contain it."""
        in_truths = Counter(v for clause in self.truths for v in position.open_members(clause))
        in_links = Counter(v for clause in self.links for v in position.open_members(clause))
        return in_truths, in_links


# -- Writing --------------------------------------------------------------------------------------


def truths_and_links(theory: Theory, truths: Sequence[int], links: Sequence[int]) -> str:
    """Return '2 Truths = {1N23} 2 Links = {7r1 4b1}'; "" on boards whose cells or houses this
    notation does not name."""
    places = theory.known_layout.places
    clauses = [theory.clauses[c] for c in (*truths, *links)]
    if not places.joins_names or not all(map(_has_name, clauses)):
        return ""
    first = _written(theory, truths)
    second = _written(theory, links)
    return verbatim(f"{len(truths)} Truths = {{{first}}} {len(links)} Links = {{{second}}}")


def _house(clause: Clause) -> str:
    """Return 'r7' for row 7."""
    assert clause.house  # the callers ask for digits in houses alone
    letter = LETTERS[clause.house.kind]
    return f"{letter}{clause.house.index}"


def _has_name(clause: Clause) -> bool:
    return bool(clause.cell) or (clause.house is not None and clause.house.kind in LETTERS)


def _written(theory: Theory, clauses: Iterable[int]) -> str:
    """Return '1N23 7r1 4b1' for clauses: cells of a row joined, and the digits of a house."""
    layout = theory.known_layout
    named = list[tuple[tuple[str, str], str]]()
    for index in clauses:
        clause = theory.clauses[index]
        if clause.house:
            named.append((("", _house(clause)), clause.symbol))
        else:
            cell = theory.cell_of(theory.members[index][0])
            r, c = layout.places.place(cell)
            row = f"{r + 1}{CELL}"
            named.append(((row, ""), str(c + 1)))
    parts = []
    for (before, behind), inside in grouped(named).items():
        joined = "".join(sorted(inside))
        parts.append(f"{before}{joined}{behind}")
    return " ".join(parts)


# -- Reading --------------------------------------------------------------------------------------


def cover_in(text: str, position: Position) -> Cover | None:
    """Return the truths and links in a text; None if it has none, or names others than those of the
    board."""
    lists = LISTS.search(text)
    if not lists:
        return None
    truths = _clauses(lists[2], position.theory)
    links = _clauses(lists[4], position.theory)
    if not truths or not links:
        return None
    of_truths = _miscounted(lists[1], truths, "truths")
    of_links = _miscounted(lists[3], links, "links")
    return Cover(tuple(truths), tuple(links), of_truths or of_links)


def _miscounted(said: str | None, listed: list[int], kind: str) -> str:
    """Return '15 truths said, 16 listed' if a list has another length than its text says."""
    if said is None or said.lstrip("0") == str(len(listed)):
        return ""
    number = len(listed)
    start = said[:9]
    return f"{start} {kind} said, {number} listed"


def _clauses(text: str, theory: Theory) -> list[int]:
    """Return the clauses in '1N23 7r1, 56b3' or 'r1c2,r1c3'; [] if a part of it names none."""
    symbols = re.escape(theory.known_layout.symbols)
    cells = {clause.cell: c for c, clause in enumerate(theory.clauses)}
    houses = dict[tuple[str, str], int]()
    for c, clause in enumerate(theory.clauses):
        if clause.rule is None and _has_name(clause) and not clause.cell:
            houses[_house(clause), clause.symbol] = c
    found = list[int]()
    parts = re.split(r"[\s,;]+", text.strip())
    for part in parts:
        in_row = re.fullmatch(rf"(\d+){CELL}(\d+)", part, re.I)
        in_house = re.fullmatch(rf"([{symbols}]+)([rcb]\d+)", part, re.I)
        if in_row:
            named = [cells.get(f"r{r}c{c}", -1) for r in in_row[1] for c in in_row[2]]
        elif in_house:
            house = in_house[2].lower()
            named = [houses.get((house, symbol), -1) for symbol in in_house[1]]
        else:
            named = [cells.get(part.lower(), -1)]
        if -1 in named:
            return []
        found += named
    return found


def cover_of_ring(parts: Sequence[RingPart], position: Position) -> Cover | None:
    """Return the cover that a ring stands for: parts of cells, each with its digits on either side;
    None if each part is an almost locked set or less, or if that is so of half of them and two
    neighbours do not share digits and a house: then the links stand for themselves."""
    theory = position.theory
    layout = position.layout
    truths = list[int]()
    links = list[int]()
    more = [len({*left, *right}) > len(cells) + 1 for cells, left, right in parts]
    for k, (cells, left, _) in enumerate(parts):
        before, _, shared = parts[k - 1]
        both = cells | before
        joins = _are_in_house(layout, both) and {*left} == {*shared}
        if not joins:
            is_meant = sum(more) * 2 > len(parts)
            return Cover((), (), _not_joined(parts, position)) if is_meant else None
        for symbol in left:
            digit = layout.symbols.index(symbol) + 1
            places = [layout.variable_of(cell, digit) for cell in both]
            links.append(_clause_of(theory, places))
        truths += [_clause_of(theory, layout.variables_of(cell)) for cell in sorted(cells)]
    return Cover(tuple(truths), tuple(links)) if any(more) else None


def _not_joined(parts: Sequence[RingPart], position: Position) -> str:
    """Return which part of a ring breaks it: the first whose cells can hold other digits than its
    own, or else the first that does not join the next."""
    layout = position.layout
    for part in parts:
        cells, left, right = part
        held = set[str]()
        for cell in cells:
            digits = position.candidates_in(cell)
            held.update(map(layout.symbol, digits))
        others = sorted(held.difference(left, right), key=layout.symbols.index)
        if others:
            named = named_cells(position.theory, cells)
            text = _part_text(part, position)
            too_many = listed(others)
            return f"{text} is wrong: {named} can hold {too_many} too"
    for part, following in zip(parts, [*parts[1:], parts[0]], strict=True):
        shared = part[2]
        wanted = following[1]
        one = _part_text(part, position)
        other = _part_text(following, position)
        joint = f"{one}-{other} does not join"
        if {*shared} != {*wanted}:
            return f"{joint}: {shared} and {wanted} are different digits"
        both = part[0] | following[0]
        if not _are_in_house(layout, both):
            return f"{joint}: no house has all of these cells"
    return "the loop as a whole does not add up"


def _are_in_house(layout: Layout, cells: frozenset[int]) -> bool:
    return any(cells.issubset(house.cells) for house in layout.houses)


def _part_text(part: RingPart, position: Position) -> str:
    """Return '(27=38)r2c13'."""
    cells, left, right = part
    named = named_cells(position.theory, cells)
    return f"({left}={right}){named}"


def _clause_of(theory: Theory, variables: Iterable[int]) -> int:
    """Return the first clause that contains these variables."""
    of_each = [set(theory.occurrences[v]) for v in variables]
    return min(set.intersection(*of_each))
