"""Equal cells: cells that must hold the same digit, whichever it is, are one cell in many places.

Cells begin equal by a rule (palindromes, clones, arrows with one cell) or by an equation of sums
that leaves over two cells. Then the digit of a cell, or of cells equal to it, needs a place in each
house: where all others see it, the last one is equal to it, too. Which cells see each other is
asked of all cells that are equal to them. So each round may join more, until nothing changes.

The digits that a line must hold travel: in a house that the line leaves, they are where it goes
on. So houses and lines leave cells that hold each of these digits once (`OnceEach`), which serve as
a house: that is a technique of its own, rated higher.

Lesson: equal cells

    Cells that hold the same digit get one colour, whichever digit it is: the ends of a palindrome,
    an arrow's circle and its only cell, what sticks out of a house and what is left in it, and a
    cell with the only place in a house that it does not see. What sees one of a colour sees all of
    it. A digit that one of them cannot hold goes from all; so does a digit all of whose places in a
    house see the colour. Colours that see each other make pairs and triples, as cells do.

    Why: The digit of a cell is somewhere in every house. If all places but one see the cell, or a
    cell equal to it, it is in that one. So two equal cells follow from exactly-one clauses, and
    every further step puts one in the place of the other.

Lesson: travelling set

    A line must hold some digits, whichever cells they are in: a line of seven consecutive digits
    holds 3, 4, 5, 6 and 7. Where it leaves a house, the cells of the house beside it and its own
    cells outside hold the same of them. From house to house, such a set comes to a few cells that
    hold each of its digits once, as a house does: cells that see all places of a digit among them
    lose it, and a cell that sees all but one of them equals that one.

    Why: For each digit, houses less houses and lines leave one place in these cells: it is
    counting. What follows from it does as for equal cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations

from ....constraints.linear import Balance
from ....inference.entailment import stands_for
from ....layout import Layout
from ....phrases import capital, joined, phrase
from ...catalog.row import PAIRS, Technique
from ...equalities import OnceEach, SameDigit
from ...view import Finding, View, bits_of, ones, union
from .colours import Colours, Evidence, PlacesOfDigits, places_of_digits, together
from .equal_cells_text import by_rules, claim_text, place_name, sets_texts

FINDER = f"{__name__}:equal_cells"
CELLS, SETS = "cells", "sets"
LISTED = (
    Technique("equal cells", 4.4, FINDER, CELLS, sets=PAIRS, kind="sum",
              aliases=("cell colouring", "colouring of cells")),
    Technique("travelling set", 4.9, FINDER, SETS, sets=PAIRS, kind="sum",
              aliases=("digits of a line elsewhere",)),
)  # fmt: skip
#: Most rounds in which cells are joined; most colours of a naked subset.
MOST_ROUNDS, MOST_COLOURS = 8, 3
#: Tenths added for a subset, and at most for the cells that are joined.
SUBSET, MOST_ADDED = 2, 12


class EqualCellSearch:
    """One round after the other: what follows from the colours, then new ones."""

    def __init__(self, view: View, mode: str) -> None:
        self.view = view
        self.colours = Colours(view)
        self.places = places_of_digits(view.theory)
        if mode == CELLS:
            self.places = tuple(places for places in self.places if places.clauses)

    def findings(self) -> Iterator[Finding]:
        """Yield what follows in the first round in which something does."""
        for _ in range(MOST_ROUNDS):
            has_found = False
            for found in (*self._unequal_candidates(), *self._without_place(), *self._subsets()):
                has_found = True
                yield found
            # What was found is taken first: after it, all cells of a colour have the same digits.
            if has_found or not self._join_more():
                return

    def _join_more(self) -> bool:
        """Join cells with the only place of their digits in a house; return whether some were."""
        wanted = []
        for places in self.places:
            digits = union(1 << d for d, _ in self._places_left(places))
            if digits:
                wanted.append((places, digits))
        news = []
        for cell in self.colours.first_cells:
            for places, digits in wanted:
                if self.view.left[cell] & ~digits:
                    continue
                other = self._only_place(cell, places)
                if other >= 0:
                    news.append(self._claim(cell, other, places))
        before = len(self.colours.joined)
        for claim in sorted(news, key=lambda claim: len(claim.needs)):
            self.colours.join(claim)
        return len(self.colours.joined) > before

    def _only_place(self, cell: int, places: PlacesOfDigits) -> int:
        """Return the only cell of a house that may hold the digit of a cell outside, all of whose
        digits the house must still hold; -1 if there are several."""
        colours = self.colours
        if places.cells & colours.of_cell[cell]:
            return -1
        found = -1
        for d in ones(self.view.left[cell]):
            left = places.cells & self.view.at[d] & ~colours.seen(d, cell)
            if not left or left & left - 1:
                return -1
            if found >= 0 and left != 1 << found:
                return -1
            found = left.bit_length() - 1
        return found

    def _claim(self, cell: int, other: int, places: PlacesOfDigits) -> SameDigit:
        digits = self.view.left[cell]
        found = self._evidence(cell, digits, places)
        return SameDigit(
            cell,
            other,
            house=tuple(ones(places.cells)),
            once=found.once,
            clauses=found.clauses,
            needs=found.needs,
            rules=found.rules,
        )

    def _evidence(self, cell: int, digits: int, places: PlacesOfDigits) -> Evidence:
        """Return why the digits of a cell have no place in a house where the cell sees them."""
        clauses = [places.clauses[d] for d in ones(digits)] if places.clauses else []
        colours = self.colours
        seen = []
        for d in ones(digits):
            for other in ones(places.cells & self.view.at[d] & colours.seen(d, cell)):
                seen.append(colours.why_seen(d, cell, other))
        once = None
        if places.equations:
            equations = tuple(places.equations[d] for d in ones(digits))
            once = OnceEach(tuple(ones(places.cells)), tuple(ones(digits)), equations)
        return together(self.view, seen, clauses, once)

    # -- What follows -------------------------------------------------------------------------

    def _unequal_candidates(self) -> Iterator[Finding]:
        """Yield the candidates that one of two cells lacks which are equal."""
        view = self.view
        for claim in self.colours.joined:
            if claim.rule >= 0:
                continue  # a step of the rule alone
            for cell, other in (claim.first, claim.second), (claim.second, claim.first):
                lost = view.left[cell] & ~view.left[other]
                if lost:
                    denied = [view.v(cell, d) for d in ones(lost)]
                    yield self._finding(denied, Evidence((), (claim,)), "", 0)

    def _without_place(self) -> Iterator[Finding]:
        """Yield the digits of a colour that have no place left in a house."""
        left = self.view.left
        of_cell = self.colours.of_cell
        # For each set of places and digit, the cells that see all its places there, found from
        # these few places: seeing is mutual.
        lost_by_places = []
        for places in self.places:
            seeing: list[tuple[int, int]] = []
            for d, at in self._places_left(places):
                cells = self.view.at[d]
                for other in ones(at):
                    cells &= self.colours.seen(d, other)
                if cells:
                    seeing.append((d, cells))
            if seeing:
                lost_by_places.append((places, seeing))
        for cell in self.colours.first_cells:
            for places, seeing in lost_by_places:
                if places.cells & of_cell[cell]:
                    continue
                lost = 0
                for d, cells in seeing:
                    if cells >> cell & 1 and left[cell] >> d & 1:
                        lost |= 1 << d
                if not lost:
                    continue
                found = self._evidence(cell, lost, places)
                if found.needs or found.once:
                    yield self._no_place(cell, lost, places, found)

    def _places_left(self, places: PlacesOfDigits) -> Iterator[tuple[int, int]]:
        """Yield each digit that a house must still place, with the cells that are left for it."""
        view = self.view
        for d in places.clauses or places.equations:
            at = places.cells & view.at[d]
            if at and not places.cells & view.placed_at[d]:
                yield d, at

    def _no_place(self, cell: int, lost: int, places: PlacesOfDigits, found: Evidence) -> Finding:
        view = self.view
        colour = self.colours.of_cell[cell]
        paths = [claim for other in ones(colour) for claim in self.colours.path(cell, other)]
        denied = [view.v(other, d) for other in ones(colour) for d in ones(view.left[other] & lost)]
        see = "in {house}, all places for {digits} see {cells}"
        is_direct = True
        for d in ones(lost):
            for other in ones(places.cells & view.at[d]):
                near = self.colours.apart[d][other]
                is_direct = is_direct and bool(near & colour)
        if not is_direct:
            see = "in {house}, all places for {digits}, or cells equal to them, see {cells}"
        house = place_name(view, places)
        told = phrase(see, house=house, digits=view.symbols(lost), cells=view.cells_text(colour))
        along = Evidence((), tuple(paths))
        return self._finding(denied, together(view, [found, along], (), found.once), told, 0)

    def _subsets(self) -> Iterator[Finding]:
        """Yield what colours lose that see some others, which differ and hold as few digits."""
        left = self.view.left
        firsts = self.colours.first_cells
        for count in range(2, MOST_COLOURS + 1):
            small = [c for c in firsts if left[c].bit_count() <= count]
            for cells in combinations(small, count):
                digits = 0
                for cell in cells:
                    digits |= left[cell]
                if digits.bit_count() == count and self._differ(cells):
                    found = self._subset(cells, digits)
                    if found:
                        yield found

    def _differ(self, cells: Iterable[int]) -> bool:
        colours = self.colours
        left = self.view.left
        for one, other in combinations(cells, 2):
            both = left[one] & left[other]
            if any(not colours.seen(d, one) >> other & 1 for d in ones(both)):
                return False
        return True

    def _subset(self, cells: tuple[int, ...], digits: int) -> Finding | None:
        view = self.view
        left = view.left
        colours = self.colours
        denied = []
        seen = []
        for d in ones(digits):
            holders = [c for c in cells if left[c] >> d & 1]
            lost = view.at[d]
            for cell in holders:
                lost &= colours.seen(d, cell)
            for other in ones(lost):
                denied.append(view.v(other, d))
                seen += [colours.why_seen(d, cell, other) for cell in holders]
            for one, other in combinations(holders, 2):
                seen.append(colours.why_seen(d, one, other))
        found = together(self.view, seen, map(view.cell_clause, cells))
        if not denied or not found.needs:
            return None
        told = phrase(
            "{cells} then differ, and hold only {digits}",
            cells=view.one_by_one(bits_of(cells)),
            digits=view.symbols(digits),
        )
        return self._finding(denied, found, told, SUBSET)

    def _finding(self, denied: list[int], why: Evidence, told: str, more: int) -> Finding:
        view = self.view
        claims = _with_needs(why.needs)
        sets = [claim.once for claim in claims if claim.once]
        if why.once:
            sets.append(why.once)
        said = sets_texts(view, sets)
        said += [claim_text(view, claim) for claim in claims]
        if told:
            said.append(by_rules(view, told, why.rules))
        clauses = dict.fromkeys(why.clauses)
        cells = set[int]()
        equations = [equation for one in sets for equation in one.equations]
        for claim in claims:
            clauses |= dict.fromkeys(claim.clauses)
            cells |= {claim.first, claim.second}
            equations += [claim.equation] if claim.equation else []
        for equation in equations:
            clauses |= dict.fromkeys(_clauses_of(view, equation))
        rests = (*clauses, *(view.cell_clause(cell) for cell in sorted(cells)))
        held = [v for v in view.held(bits_of(cells)) if v not in denied]
        return Finding(
            denied=tuple(denied),
            reason=capital(joined(said, "{one}; {next}")),
            rests=rests,
            roles=(("base", tuple(held)),),
            size=len(claims),
            added=min(max(len(claims) - 1, 0), MOST_ADDED) + more,
            claims=(*claims, *([why.once] if why.once else ())),
        )


@lru_cache(maxsize=8)
def _quiet(layout: Layout, mode: str) -> list[tuple[int, ...]]:
    """Return the memory of a board: its candidates and digits when nothing was last found, if
    any."""
    return []


def equal_cells(view: View, mode: str) -> Iterator[Finding]:
    """Yield what follows from cells that are equal, the least joined first. mode: whether cells
    that hold each of some digits once serve as houses."""
    if not view.layout.constraints:
        return
    quiet = _quiet(view.layout, mode)
    candidates = (*view.left, *view.digit)
    if candidates in quiet:
        return
    gave_nothing = True
    for found in EqualCellSearch(view, mode).findings():
        gave_nothing = False
        yield found
    if gave_nothing:
        quiet[:] = [candidates]


def _with_needs(claims: Iterable[SameDigit]) -> list[SameDigit]:
    """Return claims, each after those that it needs."""
    found = dict[SameDigit, None]()
    for claim in claims:
        found |= dict.fromkeys(_with_needs(claim.needs))
        found[claim] = None
    return list(found)


def _clauses_of(view: View, equation: Balance) -> Iterator[int]:
    """Yield the clauses that stand for the houses and rules of an equation."""
    for row, _ in equation.rules:
        yield stands_for(view.theory, row.rule)
    for full in (*equation.added, *equation.taken):
        if full.house < 0:
            yield stands_for(view.theory, full.rule)
            continue
        for d in view.layout.digit_numbers:
            if equation.worths[d - 1]:
                yield view.clause(view.houses[full.house], d)
