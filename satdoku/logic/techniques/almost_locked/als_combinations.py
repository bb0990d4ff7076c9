"""Combinations of almost locked sets beside the XZ-rule: W-wing, XY-wing, chains, death blossom.

A set of k cells with k + 1 digits lacks at most one of them. A digit is a restricted common of two
sets if each of its places in one sees each in the other: at most one of the two has it. So if the
first set lacks z, it has x, and the second lacks x and has all its other digits: refutations whose
clauses are the cells.

- W-wing: each place for x in some house sees all places of x in A, or all in B.
- XY-wing: A and B, each tied to C, by different digits. Chains: more sets, one after the other.
- Death blossom: a cell, and for each of its candidates a set tied to the cell by it: one of the
  sets lacks its link digit, and has z.

Sources: Sudopedia, "Almost Locked Set", "Death Blossom".
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ....cancellation import look
from ...view import Found, View, each
from .als_xz import reason_of
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


def als_w_wing(view: View, _: object) -> Iterator[Found]:
    """Yield pairs of almost locked sets with digits x and y such that each place for x in some
    house sees all x of one set. So one of the sets lacks x and holds y, and a y that sees all y of
    both is false."""
    for first, second in combinations(almost_locked_sets(view, 4), 2):
        if first.cells & second.cells or not (
            first.cells.bit_count() > 1 or second.cells.bit_count() > 1
        ):
            continue
        common = first.digits & second.digits
        for x in each(common) if common.bit_count() > 1 else ():
            look()
            at = [one.cells & view.at[x] for one in (first, second)]
            reach = [view.seen_by_all(cells) for cells in at]
            for region in view.houses:
                inside = region.bits & view.at[x]
                if (
                    not region.is_full or not inside or inside & (first.cells | second.cells)
                    or inside & ~(reach[0] | reach[1])
                    or not inside & ~reach[0] or not inside & ~reach[1]
                ):  # fmt: skip
                    continue
                for y in each(common & ~(1 << x)):
                    held = (first.cells | second.cells) & view.at[y]
                    gone = view.seen_by_all(held) & view.at[y]
                    if gone:
                        cells = first.cells | second.cells
                        digits = first.digits | second.digits
                        yield Found(
                            view.vs(gone, y),
                            (),
                            f"In {region.house}, every place for {view.symbol(x)} sees those in "
                            f"{view.told(first.cells)} or those in {view.told(second.cells)}: one "
                            f"of these lacks {view.symbol(x)} and holds {view.symbol(y)}",
                            (*view.cell_clauses(cells), view.clause(region, x)),
                            (),
                            view.links(cells, digits) + view.links(cells, 1 << x, inside)
                            + view.links(held, 1 << y, gone),
                            roles=(("set A", view.held(first.cells)),
                                   ("set B", view.held(second.cells)),
                                   ("link digit", view.vs(inside, x))),
                        )  # fmt: skip
                        break
                break


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
                        yield _step(view, sets, (a, c, b), xy, z, gone)


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
                        yield _step(view, sets, *_way(before, state), z, gone)
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
    view: View, sets: Sets, chosen: tuple[int, ...], ties: tuple[int, ...], z: int, gone: int
) -> Found:
    several, denied = [sets.all[k] for k in chosen], view.vs(gone, z)
    said, links, roles = reason_of(view, several, ties, denied)
    bases = dict.fromkeys(c for one in several for c in view.cell_clauses(one.cells))
    return Found(denied, (), said, tuple(bases), (), links, roles=roles, size=len(several))


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
        f"{view.symbol(z)}: cells that see all of these cannot",
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
