"""Chains and loops: alternately false and true nodes, joined by strong and weak links.

A node is a set of candidates of one digit: a single one, or (grouped) those of a box in a line, or
those of an almost locked set. "On" means that one of them is true. A strong link: at least one of
two nodes is on (a cell of two candidates, a house whose places for a digit are two nodes, an almost
locked set, which lacks at most one digit). A weak link: each candidate of one denies each of the
other.

From "X is off" the search walks breadth first over strong and weak links in turn. If it reaches "Y
is on", at least one of the two is on, and what both deny is false: an alternating chain (AIC),
which is a refutation of the candidates it removes. If it returns to X, X is on. If Y and X are
linked weakly, the chain is a loop, and exactly one side of each of its weak links is on.

Names: X-chain (one digit), XY-chain (strong links in cells alone), AIC; a discontinuous nice loop
is a chain written from the candidate that it removes; a continuous one is a loop.

Sources: Sudopedia, "Alternating Inference Chain", "Nice Loop".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from ...cancellation import look
from ..steps import link_clauses
from ..telling.sentences import candidates_text
from ..view import Found, View, bits_of, each
from .almost_locked.sets import almost_locked_sets

#: Maximum number of loops followed from one node, and length limit of those that are not shortest.
MOST_LOOPS, LONGEST_LOOP = 60, 12


@dataclass(frozen=True, slots=True)
class Kind:
    """The kind of chains to search for.

    one_digit: a single digit throughout; cells: strong links in cells alone; groups, sets: nodes of
    several candidates.
    """

    one_digit: bool = False
    cells: bool = False
    groups: bool = False
    sets: bool = False

    @classmethod
    def of(cls, words: str) -> Kind:
        """Return the kind for a text such as "one digit, groups"."""
        return cls(
            *(word in words.split(", ") for word in ("one digit", "cells", "groups", "sets"))
        )


class Net:
    """The nodes and links of chains of one kind.

    bits: by node, its candidates as bits of variables; deny: what all of these deny; strong: by
    node, other nodes with the clauses of the link. Weak links are computed on demand (`weak`).
    """

    def __init__(self, view: View, kind: Kind, digits: int) -> None:
        self.view, self.kind = view, kind
        self.number: dict[tuple[int, int], int] = {}
        self.places: list[tuple[int, int]] = []
        self.members: list[tuple[int, ...]] = []
        self.bits: list[int] = []
        self.deny: list[int] = []
        self.strong: list[dict[int, tuple[int, ...]]] = []
        self._peers: dict[int, int] = {}
        if not kind.one_digit:
            self._of_cells(digits)
        if not kind.cells:
            self._of_houses(digits)
        if kind.sets:
            self._of_sets(digits)
        self._weak: list[list[int] | None] = [None] * len(self.bits)
        self._by_digit: dict[int, list[int]] = {}
        for k, (d, _) in enumerate(self.places):
            self._by_digit.setdefault(d, []).append(k)

    def node(self, digit: int, cells: int) -> int:
        """Return the number of the node of a digit in these cells, adding it if new."""
        known = self.number.get((digit, cells))
        if known is not None:
            return known
        members = self.view.vs(cells, digit)
        deny = -1
        for v in members:
            if v not in self._peers:
                self._peers[v] = self.view.peers(v)
            deny &= self._peers[v]
        self.number[digit, cells] = len(self.bits)
        self.places.append((digit, cells))
        self.members.append(members)
        self.bits.append(bits_of(members))
        self.deny.append(deny)
        self.strong.append({})
        return len(self.bits) - 1

    def _join(self, a: int, b: int, clauses: tuple[int, ...]) -> None:
        self.strong[a].setdefault(b, clauses)
        self.strong[b].setdefault(a, clauses)

    def _of_cells(self, digits: int) -> None:
        for cell in self.view.twos:
            a, b = each(self.view.left[cell])
            if digits >> a & 1 and digits >> b & 1:
                place = 1 << cell
                self._join(self.node(a, place), self.node(b, place), (self.view.cell_clause(cell),))

    def _of_houses(self, digits: int) -> None:
        view = self.view
        for region in view.houses:
            if not region.is_full:
                continue
            for d in each(digits):
                inside = region.bits & view.at[d]
                clause = (view.clause(region, d),)
                if inside.bit_count() == 2:
                    a, b = (1 << cell for cell in each(inside))
                    self._join(self.node(d, a), self.node(d, b), clause)
                elif self.kind.groups and inside.bit_count() > 2:
                    for other in view.houses:
                        part = inside & other.bits
                        rest = inside & ~part
                        if other is not region and part and rest and self._is_group(rest):
                            self._join(self.node(d, part), self.node(d, rest), clause)

    def _is_group(self, cells: int) -> bool:
        if not cells & (cells - 1):
            return True
        return sum(not cells & ~h.bits for h in self.view.houses) > 1

    def _of_sets(self, digits: int) -> None:
        view = self.view
        for one in almost_locked_sets(view, 5):
            if one.cells.bit_count() < 2:
                continue
            for a in each(one.digits & digits):
                for b in each(one.digits & digits):
                    if a < b:
                        ends = [self.node(d, one.cells & view.at[d]) for d in (a, b)]
                        self._join(ends[0], ends[1], (-1, one.cells))

    def weak(self, a: int) -> list[int]:
        """Return the nodes that are off if this one is on."""
        known = self._weak[a]
        if known is not None:
            return known
        digit, cells = self.places[a]
        found = [b for b in self._by_digit[digit] if not self.bits[b] & ~self.deny[a]]
        if not cells & (cells - 1) and not self.kind.one_digit:
            found += [
                self.number[d, cells]
                for d in each(self.view.left[cells.bit_length() - 1] & ~(1 << digit))
                if (d, cells) in self.number
            ]
        self._weak[a] = found
        return found

    def clauses(self, path: list[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return (clauses of the strong links, of the weak ones) of a path of nodes."""
        view, theory = self.view, self.view.theory
        strong, weak = list[int](), list[int]()
        for k, (a, b) in enumerate(pairwise(path)):
            if k % 2:
                weak += link_clauses(theory, self.members[a], self.members[b])
                continue
            clauses = self.strong[a][b]
            if clauses[0] == -1:
                strong += view.cell_clauses(clauses[1])
                weak += view.links(clauses[1], view.digits_of(clauses[1]))
            else:
                strong += clauses
        return tuple(dict.fromkeys(strong)), tuple(dict.fromkeys(weak))


def from_off(net: Net, x: int) -> tuple[dict[int, int], dict[int, int]]:
    """Follow the links from "x is off": return for each node that comes on the off node before it,
    and for each that goes off the on node before it."""
    on, off = dict[int, int](), {x: -1}
    queue = [x]
    for z in queue:  # grows during iteration
        look()
        for y in net.strong[z]:
            if y in on:
                continue
            on[y] = z
            for w in net.weak(y):
                if w not in off:
                    off[w] = y
                    queue.append(w)
    return on, off


def path_to(on: dict[int, int], off: dict[int, int], y: int) -> list[int]:
    """Return the path from the initial off node to y, which is on."""
    path = [y]
    while True:
        z = on[path[-1]]
        path.append(z)
        if off[z] < 0:
            return path[::-1]
        path.append(off[z])


def nets(view: View, kind: Kind) -> Iterator[Net]:
    """Yield one net, or one for each digit."""
    every = (1 << view.n + 1) - 2
    if not kind.one_digit:
        yield Net(view, kind, every)
        return
    for d in range(1, view.n + 1):
        yield Net(view, kind, 1 << d)


def chains(view: View, how: str) -> Iterator[Found]:
    """Yield the chains that remove candidates, shortest first from each end."""
    for net in nets(view, Kind.of(how)):
        known = set[int]()
        for x in range(len(net.bits)):
            on, off = from_off(net, x)
            for y in on:
                gone = net.deny[x] & net.deny[y]
                if y == x or not gone or gone in known:
                    continue
                path = path_to(on, off, y)
                if len(path) < 4 or not _fits(net, path):
                    continue
                known.add(gone)
                yield _chain(net, path, tuple(each(gone)))


def _fits(net: Net, path: list[int]) -> bool:
    """Return whether the path is of the net's kind: grouped chains contain a group, XY-chains end
    in one digit."""
    if net.kind.cells:
        return net.places[path[0]][0] == net.places[path[-1]][0]
    return not net.kind.groups or any(len(net.members[k]) > 1 for k in path)


def _chain(net: Net, path: list[int], gone: tuple[int, ...]) -> Found:
    strong, weak = net.clauses(path)
    theory = net.view.theory
    ends = (net.members[path[0]], net.members[path[-1]])
    more = [c for z in gone for end in ends for c in link_clauses(theory, (z,), end)]
    first, last = (candidates_text(theory, end) for end in ends)
    said = f"If not {first}, then {last}: one of the two is true"
    return _found(net, path, said, gone, (), strong, (*weak, *more))


def _found(
    net: Net,
    path: list[int],
    said: str,
    gone: tuple[int, ...],
    asserted: tuple[int, ...],
    strong: tuple[int, ...],
    weak: tuple[int, ...],
) -> Found:
    nodes = tuple(net.members[k] for k in path)
    roles = (("ends", tuple(dict.fromkeys((*nodes[0], *nodes[-1])))),)
    return Found(gone, asserted, said, strong, (), tuple(dict.fromkeys(weak)), nodes, roles,
                 size=len(path) // 2)  # fmt: skip


def discontinuous(view: View, how: str) -> Iterator[Found]:
    """Yield each candidate that a chain removes, by the shortest one; and each that a chain
    places."""
    for net in nets(view, Kind.of(how)):
        best = dict[int, tuple[int, list[int]]]()
        for x in range(len(net.bits)):
            on, off = from_off(net, x)
            for y in on:
                if y == x:
                    path = path_to(on, off, y)
                    if len(net.members[x]) == 1 and len(path) > 3 and _fits(net, path):
                        yield _placed(net, path)
                    continue
                for z in each(net.deny[x] & net.deny[y]):
                    path = path_to(on, off, y)
                    if (
                        len(path) > 3
                        and _fits(net, path)
                        and (z not in best or len(path) < best[z][0])
                    ):
                        best[z] = len(path), path
        for z, (_, path) in sorted(best.items(), key=lambda item: item[1][0]):
            yield _chain(net, path, (z,))


def _placed(net: Net, path: list[int]) -> Found:
    strong, weak = net.clauses(path)
    view = net.view
    digit, cells = net.places[path[0]]
    x = net.members[path[0]]
    cell = cells.bit_length() - 1
    gone = view.held(cells, ~(1 << digit))
    said = f"If {candidates_text(view.theory, x)} were false, it would be true"
    return _found(net, path, said, gone, x, strong, (*weak, view.cell_clause(cell)))


def loops(view: View, how: str) -> Iterator[Found]:
    """Yield continuous loops: exactly one side of each weak link is true."""
    for net in nets(view, Kind.of(how)):
        known = set[int]()
        for x in range(len(net.bits)):
            for path in _loops_from(net, x):
                if len(path) < 4 or not _fits_loop(net, path):
                    continue
                gone = 0
                weak = [*zip(path[1::2], path[2::2], strict=False), (path[-1], path[0])]
                for a, b in weak:
                    gone |= net.deny[a] & net.deny[b]
                if gone and gone not in known:
                    known.add(gone)
                    yield _loop(net, path, weak, tuple(each(gone)))


def _fits_loop(net: Net, path: list[int]) -> bool:
    return not net.kind.groups or any(len(net.members[k]) > 1 for k in path)


def _loops_from(net: Net, x: int) -> Iterator[list[int]]:
    """Yield paths from x off to a node that denies x: the shortest to each, and some longer
    ones."""
    on, off = from_off(net, x)
    ends = [y for y in on if y != x and x in net.weak(y)]
    for y in ends:
        yield path_to(on, off, y)
    if net.kind.sets or not ends:
        return
    left = [MOST_LOOPS]
    closing = set(ends)

    def further(path: list[int]) -> Iterator[list[int]]:
        for y in net.strong[path[-1]]:
            if y in path or left[0] <= 0:
                continue
            longer = [*path, y]
            if y in closing and len(longer) > 3:
                left[0] -= 1
                yield longer
            if len(longer) + 2 <= LONGEST_LOOP:
                for z in net.weak(y):
                    if z > x and z not in longer and net.strong[z]:
                        yield from further([*longer, z])

    yield from further([x])


def _loop(net: Net, path: list[int], weak: list[tuple[int, int]], gone: tuple[int, ...]) -> Found:
    strong, links = net.clauses(path)
    theory = net.view.theory
    more = list(link_clauses(theory, net.members[path[-1]], net.members[path[0]]))
    for z in gone:
        for a, b in weak:
            if (net.deny[a] & net.deny[b]) >> z & 1:
                more += link_clauses(theory, (z,), net.members[a])
                more += link_clauses(theory, (z,), net.members[b])
    said = "The chain closes, so each of its weak links holds one true candidate"
    return _found(net, path, said, gone, (), strong, (*links, *more))
