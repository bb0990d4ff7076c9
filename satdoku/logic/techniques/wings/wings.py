"""Wings: chains of three strong links with names, and bent sets.

A strong link is a cell of two candidates, or a digit with two places in a house. W-wing: cell,
house (also with more places, if each sees one of the cells), cell. M-wing: cell, house, house, with
one digit at both ends. S-wing (split): house, cell, house. L-wing (local): three houses. H-wing
(hybrid): the remaining chains of three digits.

Bent sets: k cells, mostly of a line and a box, that hold k digits, of which only z can occur twice;
so each of the others occurs exactly once, and z at least once: what sees all places of z is false.
If no digit can occur twice, this holds for every one of them. With k = 3 that is an XYZ- or XY-wing
(see `xy_wing`), with four a WXYZ-wing, and so on.

Sources: Sudopedia, "W-Wing", "WXYZ-Wing"; the forums of Daily Sudoku and enjoysudoku.com ("generic
wings", "Local-Wing").
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from ....cancellation import look
from ...catalog.naming import wing_name
from ...telling.sentences import candidates_text
from ...view import Found, View, bits_of, each
from ..chains import Kind, nets


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


def wings(view: View, name: str) -> Iterator[Found]:
    """Yield the chains of three strong links of this name."""
    for net in nets(view, Kind.of("")):
        for a in range(len(net.bits)):
            for b in net.strong[a]:
                look()
                for path in _paths(net.strong, net.weak, [a, b]):
                    gone = net.deny[path[0]] & net.deny[path[-1]]
                    if not gone or path[0] > path[-1]:
                        continue
                    digits = [net.places[k][0] for k in path]
                    in_cells = [
                        net.places[path[k]][1] == net.places[path[k + 1]][1] for k in (0, 2, 4)
                    ]
                    if wing_name(in_cells, digits) == name:
                        strong, weak = net.clauses(path)
                        nodes = tuple(net.members[k] for k in path)
                        first, last = (candidates_text(view.theory, nodes[k]) for k in (0, -1))
                        gone_now = tuple(each(gone))
                        yield Found(
                            gone_now,
                            (),
                            f"If not {first}, then {last}: one of the two is true",
                            strong,
                            (),
                            tuple(dict.fromkeys((*weak, *_denying(view, gone_now, nodes)))),
                            nodes,
                            (("ends", (*nodes[0], *nodes[-1])),),
                            size=3,
                        )


def _paths(
    strong: list[dict[int, tuple[int, ...]]], weak: Callable[[int], list[int]], path: list[int]
) -> Iterator[list[int]]:
    """Yield paths of six nodes, with strong and weak links in turn."""
    if len(path) == 6:
        yield path
        return
    for c in weak(path[-1]):
        if c in path:
            continue
        for d in strong[c]:
            if d not in path:
                yield from _paths(strong, weak, [*path, c, d])


def _denying(view: View, gone: Sequence[int], nodes: Sequence[tuple[int, ...]]) -> Iterator[int]:
    """Yield the clauses by which the ends deny the removed candidates."""
    occurrences = view.theory.occurrences
    for z in gone:
        for end in (nodes[0], nodes[-1]):
            yield min(set(occurrences[z]) & set(occurrences[end[0]]))


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
