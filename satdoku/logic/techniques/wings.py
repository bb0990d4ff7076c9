"""Wings: a few cells tied to each other, one of which holds the digit z in every case.

A W-wing is a refutation NNR. The others are bent sets: k cells, mostly of a line and a box, that
hold k digits, of which only z can occur twice; so each of the others occurs exactly once, and z at
least once: what sees all places of z is false. If no digit can occur twice, this holds for every
one of them. With k = 3 that is an XYZ- or XY-wing (see `xy_wing`), with four a WXYZ-wing, and so
on.

Sources: Sudopedia, "W-Wing", "WXYZ-Wing".
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ...cancellation import look
from ..view import Found, View, bits_of, each

NAMES = {4: "WXYZ-wing", 5: "VWXYZ-wing", 6: "UVWXYZ-wing"}


def w_wing(view: View, _: object) -> Iterator[Found]:
    """Yield steps by two cells of one pair, linked by a digit all of whose places in a house see
    one of them."""
    for a, b in combinations(view.twos, 2):
        look()
        pair = view.left[a]
        if view.left[b] != pair or view.sees[a] >> b & 1:
            continue
        for d in each(pair):
            z = (pair & ~(1 << d)).bit_length() - 1
            gone = view.sees[a] & view.sees[b] & view.at[z]
            if not gone:
                continue
            for h in view.houses:
                inside = h.bits & view.at[d]
                if not h.is_full or inside & (1 << a | 1 << b):
                    continue
                if inside & ~(view.sees[a] | view.sees[b]) or not inside:
                    continue
                parts = [inside & view.sees[a], inside & ~view.sees[a]]
                if not parts[1] or (inside.bit_count() > 2 and not parts[0]):
                    continue
                cells = 1 << a | 1 << b
                yield Found(
                    view.vs(gone, z),
                    (),
                    f"In {h.house}, every place for {view.symbol(d)} sees {view.told(1 << a)} or "
                    f"{view.told(1 << b)}: one of these is not {view.symbol(d)} and holds "
                    f"{view.symbol(z)}",
                    (*view.cell_clauses(cells), view.clause(h, d)),
                    (),
                    view.links(cells, 1 << d, inside) + view.links(cells, 1 << z, gone),
                    roles=(("pincer", view.held(cells)), ("link digit", view.vs(inside, d))),
                )
                break


def bent(view: View, k: int) -> Iterator[Found]:
    """Yield steps by k cells with k digits, at most one of which can occur twice."""
    for bits in _tied(view, k):
        digits = view.digits_of(bits)
        if digits.bit_count() == k and not _together(view, bits):
            free = [d for d in each(digits) if not _together(view, bits & view.at[d])]
            if len(free) > 1:
                continue
            gone = [
                (d, places, seen)
                for d in free or each(digits)
                if (seen := view.seen_by_all(places := bits & view.at[d]) & view.at[d])
            ]
            if gone:
                said = (
                    f"only {view.symbol(free[0])} could be there twice: so it is"
                    if free
                    else "none could be there twice: so each is"
                )
                rests = view.links(bits, digits & ~bits_of(free))
                hinge = bits_of(c for c in each(bits) if not bits & ~view.sees[c] & ~(1 << c))
                for d, places, seen in gone:
                    rests += view.links(places, 1 << d, seen)
                yield Found(
                    tuple(v for d, _, seen in gone for v in view.vs(seen, d)),
                    (),
                    f"{view.one_by_one(bits)} hold only {view.symbols(digits)}, of which "
                    f"{said} there at least once",
                    view.cell_clauses(bits),
                    (),
                    rests,
                    roles=(
                        ("hinge", view.held(hinge)),
                        ("pincer", view.held(bits & ~hinge)),
                    ),
                    size=k,
                )


def _tied(view: View, k: int) -> Iterator[int]:
    """Yield each connected set of k cells (linked by sight) with at most k digits, once."""
    few = bits_of(c for c in each(view.open) if view.left[c].bit_count() <= k)

    def further(bits: int, digits: int, near: int, ahead: int) -> Iterator[int]:
        # near: the cells and what they see; ahead: those of them that may be added next
        look()
        for cell in each(ahead):
            ahead &= ~(1 << cell)
            more = digits | view.left[cell]
            if more.bit_count() > k:
                continue
            if bits.bit_count() == k - 1:
                yield bits | 1 << cell
                continue
            new = view.sees[cell] & ~near & later
            yield from further(bits | 1 << cell, more, near | view.sees[cell], ahead | new)

    for start in each(few):
        later = few & ~((2 << start) - 1)
        own = 1 << start
        yield from further(own, view.left[start], own | view.sees[start],
                           view.sees[start] & later)  # fmt: skip


def _together(view: View, cells: int) -> bool:
    """Return whether all of the cells see each other."""
    return all(not cells & ~view.sees[cell] & ~(1 << cell) for cell in each(cells))
