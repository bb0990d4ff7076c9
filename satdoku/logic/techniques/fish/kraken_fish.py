"""Kraken fish: a fish whose fins do not see the denied candidate, but lead to its denial by chains.

Type 1: each fin, if true, denies a candidate that the fish denies. Type 2: each place of a cover
and each fin, if true, denies the same candidate: one of them is true, as the covers are full if no
fin is. Both are proofs by cases, with a refutation for each case.

Source: Sudopedia, "Kraken Fish"; HoDoKu's types.

Lesson: kraken X-wing type 1, kraken swordfish type 1, kraken jellyfish type 1, kraken fish type 1

    A fish with fins that need not see what is removed: from each fin a chain leads to its being
    false.

    Why: Refute(x) by cases: if no fin is true, the fish takes it away by Cover(k); if one is, its
    chain does.

Lesson: kraken X-wing type 2, kraken swordfish type 2, kraken jellyfish type 2, kraken fish type 2

    A fish with fins, and one of its covers: from each of the cover's places in the bases, and from
    each fin, a chain leads to the same candidate's being false.

    Why: If no fin is true, the k bases fill the k covers (Cover(k)), so one of the cover's places
    in the bases is true. Each of these cases refutes the candidate.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from ....kernels.logic.cases import CONSEQUENCES
from ....kernels.logic.propagation import STATIC
from ....phrases import phrase
from ...catalog.row import Technique
from ...search.reports import reports_of
from ...step_text.sentences import eureka, listed, together
from ...view import Finding, Region, View, bits_of, common, ones, union
from ..chains import refutation
from .general_fish import NAMES, fins_text

KRAKEN = f"{__name__}:kraken"
LISTED = (
    *(Technique(f"kraken {NAMES[k]} type {kind}", (82 + k) / 10, KRAKEN, (k, kind), slow=k > 3)
      for k in (2, 3, 4) for kind in (1, 2)),
    *(Technique(f"kraken fish type {kind}", 8.4, KRAKEN, (0, kind), joint=True) for kind in (1, 2)),
)  # fmt: skip
#: Maximum number of fins.
MOST_FINS = 4


# Chains from one candidate serve many fish, so all of them are found once per position, by the same
# finder as forcing chains, and kept: what a fish needs is an intersection of sets of denied
# variables.
class Case(NamedTuple):
    """What follows by chains from a candidate: denied variables (as bits), and asserted ones in
    order, each with the clause that asserts it (-1 for the candidate itself). traced: by
    denied variable, what `clauses` returned: many fish lead from one place to the same denial."""

    candidate: int
    denied: int
    reasons: dict[int, int]
    traced: dict[int, dict[int, None]]

    def chain(self, view: View, denied: int) -> str:
        """Return the chain to a denied variable: '(5)r1c4-(5)r2c4=(5)r2c9-(5)r7c9'."""
        theory = view.theory
        path = [denied]
        while path[-1] != self.candidate:
            by, _clause = self.denier(view, path[-1])
            path.append(by)
            reason = self.reasons[by]
            if reason >= 0:
                path.append(next(v for v in view.position.open_members(reason) if v != by))
        if len(theory.on_board(path)) < len(path):  # through auxiliary variables
            by_rule = "{candidate} makes it false by a rule"
            return phrase(by_rule, candidate=theory.variable_name(self.candidate))
        return eureka(theory, [(v,) for v in reversed(path)], first_is_true=True)

    def denier(self, view: View, denied: int) -> tuple[int, int]:
        """Return the first asserted variable that denies one, and the clause of both."""
        occurrences = view.theory.occurrences
        own = {*occurrences[denied]}
        for v in self.reasons:
            shared = own.intersection(occurrences[v])
            if v != denied and shared:
                return v, min(shared)
        raise AssertionError("each denied variable has one that denies it")

    def clauses(self, view: View, denied: int) -> dict[int, None]:
        """Return the clauses by which a variable is denied."""
        if denied in self.traced:
            return self.traced[denied]
        found = dict[int, None]()
        queue = [denied]
        known = set()
        for w in queue:  # grows during iteration
            by, clause = self.denier(view, w)
            found[clause] = None
            reason = self.reasons[by]
            if by not in known and reason >= 0:
                found[reason] = None
                queue += (v for v in view.position.open_members(reason) if v != by)
            known.add(by)
        self.traced[denied] = found
        return found


class Fish(NamedTuple):
    """A fish of a digit: bases and covers, and the places in the bases, as bits: inside the covers,
    and outside (the fins)."""

    d: int
    bases: tuple[Region, ...]
    covers: tuple[Region, ...]
    inside: int
    fins: int


def _cases(view: View) -> dict[int, Case]:
    """Return what follows from each candidate that is not refuted by chains alone."""
    kept: dict[int, Case] | None = view.__dict__.get("_cases")
    if kept is None:
        kept = view.__dict__["_cases"] = {}
        for _, lists in reports_of(view.position, refutation.FINDER, STATIC | CONSEQUENCES):
            (candidate,), denied, _, _, proof = lists
            reasons = dict(zip(proof[::2], proof[1::2], strict=True))
            kept[candidate] = Case(candidate, bits_of(denied), reasons, {})
    return kept


def kraken(view: View, mode: tuple[int, int]) -> Iterator[Finding]:
    """Yield kraken fish. mode: (number of bases, or 0 for two to four; type 1 or 2)."""
    k, kind = mode
    if not k:
        for size in (2, 3, 4):
            yield from kraken(view, (size, kind))
        return
    every = _cases(view)
    for fish in _fish(view, k):
        if kind == 1:
            yield from _by_fins(view, every, fish)
        else:
            yield from _by_cover(view, every, fish)


def _fish(view: View, k: int) -> Iterator[Fish]:
    """Yield the fish of k lines with fins."""
    rows = [h for h in view.houses if h.kind == "row"]
    columns = [h for h in view.houses if h.kind == "column"]
    for d in view.layout.digit_numbers:
        places = view.at[d]
        for lines, across in ((rows, columns), (columns, rows)):
            usable = [h for h in lines if h.is_full and h.bits & places]
            for bases in combinations(usable, k):
                body = union(h.bits & places for h in bases)
                crossing = [h for h in across if h.bits & body]
                for covers in combinations(crossing, k):
                    over = union(h.bits for h in covers)
                    fins = body & ~over
                    if 0 < fins.bit_count() <= MOST_FINS:
                        yield Fish(d, bases, covers, body & over, fins)


# One of the fins is true or the fish is whole. Both types are proofs by these cases: in type 1 the
# whole fish denies the candidate itself, in type 2 the whole fish fills the cover, so one of the
# places there is true, and these are further cases.
def _by_fins(view: View, every: dict[int, Case], fish: Fish) -> Iterator[Finding]:
    """Yield the steps of type 1: what the fish denies, and each fin by a chain."""
    fins = _each(view, every, fish.d, fish.fins)
    if not fins:
        return
    false = common(fin.denied for fin in fins)
    seen = common(view.peers(fin.candidate) for fin in fins)  # that would be a finned fish
    outside = union(h.bits for h in fish.covers) & ~fish.inside
    for v in view.vs(outside, fish.d):
        if (false & ~seen) >> v & 1:
            yield _step(view, fish, fins, [], v)


def _by_cover(view: View, every: dict[int, Case], fish: Fish) -> Iterator[Finding]:
    """Yield the steps of type 2: what each place of a cover and each fin deny by chains."""
    fins = _each(view, every, fish.d, fish.fins)
    if not fins:
        return
    false = common(fin.denied for fin in fins)
    if not false:
        return
    for cover in fish.covers:
        ways = _each(view, every, fish.d, cover.bits & fish.inside)
        if ways:
            for v in ones(common(way.denied for way in ways) & false):
                yield _step(view, fish, fins, ways, v)


def _each(view: View, every: dict[int, Case], d: int, cells: int) -> list[Case]:
    """Return the cases that these cells hold the digit; none if one of them is refuted."""
    places = view.vs(cells, d)
    return [every[v] for v in places] if every.keys() >= {*places} else []


def _step(view: View, fish: Fish, fins: list[Case], ways: list[Case], v: int) -> Finding:
    """Return the step of a fish that denies v; ways: the cases of a cover's places, in type 2."""
    names = together(str(region.house) for region in fish.bases)
    into = together(str(region.house) for region in fish.covers)
    digit = view.symbol(fish.d)
    if ways:
        places = bits_of(view.layout.cell_of(way.candidate) for way in ways)
        holds = "one of {cells} holds {digit}" if len(ways) > 1 else "{cells} holds {digit}"
        without = phrase(holds, cells=view.one_by_one(places), digit=digit)
    else:
        makes = "the fish makes {candidate} false"
        without = phrase(makes, candidate=view.theory.variable_name(v))
    chains = listed({c.candidate: c.chain(view, v) for c in (*ways, *fins)}.values())
    rests = dict.fromkeys(c for way in (*fins, *ways) for c in way.clauses(view, v))
    lies = (
        "In {houses}, {digit} lies only in {others}, or in {fins}: if all fins are false, "
        "{without}; {chains}"
    )
    if len(fins) == 1:
        lies = (
            "In {houses}, {digit} lies only in {others}, or in {fins}: if the fin is false, "
            "{without}; {chains}"
        )
    reason = phrase(
        lies,
        houses=names,
        digit=digit,
        others=into,
        fins=fins_text(view, fish.fins),
        without=without,
        chains=chains,
    )
    base = ("base", view.vs(fish.inside, fish.d))
    fin = ("fin", view.vs(fish.fins, fish.d))
    bases = tuple(view.clause(h, fish.d) for h in fish.bases)
    return Finding(
        denied=(v,),
        reason=reason,
        bases=bases,
        covers=tuple(view.clause(h, fish.d) for h in fish.covers),
        rests=tuple(rests),
        roles=(base, fin),
        size=len(fish.bases),
    )
