"""Combinations of almost locked sets: XZ-rule, XY-wing, chains, death blossom.

A set of k cells with k + 1 digits lacks at most one of them. A digit is a restricted common of two
sets if each of its places in one sees each in the other: at most one of the two has it. So if the
first set lacks z, it has x, and the second lacks x and has all its other digits: refutations whose
clauses are the cells.

- XZ-rule: sets A and B with restricted common x: A or B has z, and a candidate that sees all places
  of z in both is false. With two restricted commons, each of these is in one of the sets, and so
  are all other digits of each set.
- XY-wing: A and B, each tied to C, by different digits. Chains: more sets, one after the other.
- Death blossom: a cell, and for each of its candidates a set tied to the cell by it: one of the
  sets lacks its link digit, and has z.

Sources: Sudopedia, "Almost Locked Set", "Death Blossom"; Bennys' ALS-XZ rule.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...cancellation import look
from ..view import Found, View, each
from .sets import Seen, Set, almost_locked_sets

#: Maximum number of cells per set, and of sets per chain.
LARGEST, LONGEST = 7, 6


class Sets:
    """The almost locked sets of a position, and the restricted commons of each pair."""

    def __init__(self, view: View, largest: int) -> None:
        self.view, self.seen = view, Seen(view)
        self.all = almost_locked_sets(view, largest)
        #: By set: (other set, restricted commons).
        self.tied: list[list[tuple[int, int]]] = [[] for _ in self.all]
        places = [
            {d: one.cells & view.at[d] for d in each(one.digits)} for one in self.all
        ]  # fmt: skip
        sees = [{d: self.seen.of(cells, d) for d, cells in p.items()} for p in places]
        for a, one in enumerate(self.all):
            for b in range(a + 1, len(self.all)):
                common = one.digits & self.all[b].digits
                digits = 0
                for d in each(common):
                    if not places[b][d] & ~sees[a][d]:
                        digits |= 1 << d
                if digits and one.cells & ~self.all[b].cells and self.all[b].cells & ~one.cells:
                    self.tied[a].append((b, digits))
                    self.tied[b].append((a, digits))

    def gone(self, sets: tuple[int, ...], z: int) -> int:
        """Return the cells that see all places of z in these sets."""
        seen = self.view.at[z]
        for k in sets:
            seen &= self.seen.of(self.all[k].cells, z)
        return seen


def xz(view: View, _: object) -> Iterator[Found]:
    """Yield pairs of sets with one or two restricted commons."""
    sets = Sets(view, LARGEST)
    for a, tied in enumerate(sets.all):
        for b, digits in sets.tied[a]:
            if b < a:
                continue
            other = sets.all[b]
            if digits.bit_count() > 1 and not tied.cells & other.cells:
                yield from _doubly(view, sets, a, b, digits)
            common = tied.digits & other.digits
            for x in each(digits):
                for z in each(common & ~(1 << x)):
                    gone = sets.gone((a, b), z)
                    if gone:
                        yield _step(view, sets, (a, b), (x,), {z: gone}, "")


def _doubly(view: View, sets: Sets, a: int, b: int, digits: int) -> Iterator[Found]:
    x, y = list(each(digits))[:2]
    away = dict[int, int]()
    for d in (x, y):
        away[d] = sets.gone((a, b), d)
    for one in (sets.all[a], sets.all[b]):
        for d in each(one.digits & ~(1 << x | 1 << y)):
            more = sets.seen.of(one.cells, d) & view.at[d]
            away[d] = away.get(d, 0) | more
    away = {d: gone for d, gone in away.items() if gone}
    if away:
        yield _step(
            view, sets, (a, b), (x, y), away,
            "Both digits are restricted, so each is in one of the sets, and all else is there too",
        )  # fmt: skip


def xy_wing(view: View, _: object) -> Iterator[Found]:
    """Yield sets A and B, tied to C by different digits."""
    sets = Sets(view, LARGEST)
    for c, tied in enumerate(sets.tied):
        for number, (a, first) in enumerate(tied):
            for b, second in tied[number + 1 :]:
                common = sets.all[a].digits & sets.all[b].digits
                if not common or (first == second and first.bit_count() == 1):
                    continue
                for z in each(common):
                    gone = sets.gone((a, b), z)
                    if not gone:
                        continue
                    pairs = (
                        (x, y)
                        for x in each(first & ~(1 << z))
                        for y in each(second & ~(1 << z))
                        if x != y
                    )
                    xy = next(pairs, None)
                    if xy:
                        yield _step(view, sets, (a, c, b), xy, {z: gone}, "")


def chain(view: View, _: object) -> Iterator[Found]:
    """Yield chains of sets, each tied to the next by another digit than to the one before; the ends
    have z."""
    sets = Sets(view, 5)
    for start, one in enumerate(sets.all):
        for z in each(one.digits):
            if not sets.gone((start,), z):
                continue
            # (set, digit by which it was entered): the state before it
            before: dict[tuple[int, int], tuple[int, int] | None] = {(start, z): None}
            queue = [((start, z), 1)]
            for state, length in queue:  # grows during iteration
                look()
                at, entered = state
                if length > 2 and sets.all[at].digits >> z & 1 and entered != z and at > start:
                    gone = sets.gone((start, at), z)
                    if gone:
                        yield _step(view, sets, *_way(before, state), {z: gone}, "")
                if length == LONGEST:
                    continue
                for other, digits in sets.tied[at]:
                    for x in each(digits & ~(1 << entered)):
                        if (other, x) not in before:
                            before[other, x] = state
                            queue.append(((other, x), length + 1))


def _way(
    before: dict[tuple[int, int], tuple[int, int] | None], state: tuple[int, int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return (the sets from the first on, the digits between them)."""
    way = [state]
    while (last := before[way[-1]]) is not None:
        way.append(last)
    way.reverse()
    return tuple(k for k, _ in way), tuple(x for _, x in way[1:])


def _step(
    view: View,
    sets: Sets,
    chosen: tuple[int, ...],
    ties: tuple[int, ...],
    away: dict[int, int],
    why: str,
) -> Found:
    names = "ABCDEFGH"
    several = [sets.all[k] for k in chosen]
    told = "; ".join(
        f"{names[k]}: {view.one_by_one(one.cells)} with {view.symbols(one.digits)}"
        for k, one in enumerate(several)
    )
    between = " and ".join(
        f"{view.symbol(x)}, which {names[k]} and {names[min(k + 1, len(several) - 1)]} share, "
        "cannot be in both"
        for k, x in enumerate(ties)
    )
    if not why:
        z = next(iter(away))
        why = (
            f"so A or {names[len(several) - 1]} has {view.symbol(z)}, and what sees all of it goes"
        )
    else:
        between = f"{view.symbols(sum(1 << x for x in ties))} cannot be in both of A and B"
    rests = list[int]()
    cells = digits = 0
    for one in several:
        rests += view.links(one.cells, one.digits)
        cells |= one.cells
        digits |= one.digits
    for x in ties:
        rests += view.links(cells, 1 << x)
    for z, gone in away.items():
        rests += view.links(cells, 1 << z, gone)
    return Found(
        tuple(v for z, gone in away.items() for v in view.vs(gone, z)),
        (),
        f"Sets of one digit more than cells: {told}; {between}; {why}",
        tuple(dict.fromkeys(c for one in several for c in view.cell_clauses(one.cells))),
        (),
        tuple(dict.fromkeys(rests)),
        roles=(
            *((f"set {names[k]}", view.held(one.cells)) for k, one in enumerate(several)),
            ("link digit", tuple(dict.fromkeys(v for x in ties for v in view.vs(cells, x)))),
        ),
        size=len(several),
    )


def blossom(view: View, _: object) -> Iterator[Found]:
    """Yield stem cells with, for each candidate, a set (petal) tied to the stem by it."""
    seen = Seen(view)
    every = almost_locked_sets(view, 6)
    for stem in each(view.open):
        if view.left[stem].bit_count() > 5:
            continue
        digits = list(each(view.left[stem]))
        petals = [
            [
                one
                for one in every
                if one.digits >> d & 1
                and not one.cells >> stem & 1
                and not one.cells & view.at[d] & ~view.sees[stem]
            ]
            for d in digits
        ]
        if all(petals):
            common = 0
            for one in every:
                common |= one.digits
            for z in each(common):
                yield from _petals(view, seen, stem, digits, petals, z)


def _petals(
    view: View, seen: Seen, stem: int, digits: list[int], petals: list[list[Set]], z: int
) -> Iterator[Found]:
    own = [
        [
            (one, seen.of(one.cells, z))
            for one in several
            if one.digits >> z & 1 and d != z and seen.of(one.cells, z) & view.at[z]
        ]
        for d, several in zip(digits, petals, strict=True)
    ]
    start = view.at[z] & ~(1 << stem)
    if z in digits:  # then the stem itself holds z
        own[digits.index(z)] = [(Set(1 << stem, 1 << z), view.sees[stem])]
    known = set[int]()
    left = [4000]

    def choose(k: int, gone: int, chosen: tuple[Set, ...]) -> Iterator[Found]:
        left[0] -= 1
        if left[0] < 0:
            return
        if k == len(digits):
            if gone not in known:
                known.add(gone)
                yield _blossom(view, stem, digits, chosen, z, gone)
            return
        for one, sees in own[k]:
            rest = gone & sees & ~one.cells
            if rest and rest not in known:
                yield from choose(k + 1, rest, (*chosen, one))

    yield from choose(0, start, ())


def _blossom(
    view: View, stem: int, digits: list[int], chosen: tuple[Set, ...], z: int, gone: int
) -> Found:
    rests = list[int]()
    cells = 1 << stem
    told = []
    for d, one in zip(digits, chosen, strict=True):
        cells |= one.cells
        if one.cells == 1 << stem:
            continue
        rests += view.links(one.cells, one.digits)
        rests += view.links(one.cells | 1 << stem, 1 << d)
        told.append(f"if it is {view.symbol(d)}, {view.one_by_one(one.cells)} lack it")
    rests += view.links(cells, 1 << z, gone)
    return Found(
        view.vs(gone, z),
        (),
        f"Whatever {view.told(1 << stem)} holds: {'; '.join(told)}; and then they have "
        f"{view.symbol(z)}: what sees all of it goes",
        tuple(dict.fromkeys((view.cell_clause(stem), *view.cell_clauses(cells)))),
        (),
        tuple(dict.fromkeys(rests)),
        roles=(
            ("stem", view.held(1 << stem)),
            *((f"petal {view.symbol(d)}", view.held(one.cells))
              for d, one in zip(digits, chosen, strict=True) if one.cells != 1 << stem),
        ),
        size=len(chosen),
    )  # fmt: skip
