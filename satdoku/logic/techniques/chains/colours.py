"""Colouring: components of strong links alone, as two colours; all candidates of one colour are
true.

Simple colours, of one digit. Trap: what sees both colours is false. Wrap: if two candidates of a
colour deny each other, that colour is false. Multi-colours: two components A and B. If a colour of
A denies one of B, one of the other two colours is true: what sees both is false (1); if it denies
both of B, it is false (2). 3D medusa: the same with all digits, with cells of two candidates as
strong links too. Remote pairs: cells of one pair, coloured by what they hold.

All are unions of alternating chains: each conclusion is one.

Sources: Sudopedia, "Simple Colors", "Multi-Colors", "3D Medusa", "Remote Pairs".
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations
from typing import NamedTuple

from ...catalog.row import Technique
from ...lessons.lesson import Lesson
from ...view import Found, View, ones

LISTED = (
    Technique("remote pairs", 5.0, f"{__name__}:remote_pairs", None, ("remote pair",)),
    Technique("simple colours trap", 5.2, f"{__name__}:simple", "trap",
              ("simple colors trap", "simple colouring trap", "simple coloring trap",
               "color trap")),
    Technique("simple colours wrap", 5.2, f"{__name__}:simple", "wrap",
              ("simple colors wrap", "simple colouring wrap", "simple coloring wrap",
               "color wrap")),
    Technique("simple colours", 5.2, f"{__name__}:simple", "",
              ("simple colors", "simple colouring", "simple coloring", "singles chains"),
              joint=True),
    Technique("multi-colours 1", 5.6, f"{__name__}:multi", "1", ("multi colors 1",)),
    Technique("multi-colours 2", 5.6, f"{__name__}:multi", "2", ("multi colors 2",)),
    Technique("multi-colours", 5.6, f"{__name__}:multi", "",
              ("multi colors", "multi-colouring", "multi-coloring"), joint=True),
    Technique("3D medusa", 6.0, f"{__name__}:medusa", None, ("medusa",)),
)  # fmt: skip
LESSONS = (
    Lesson(
        "remote pairs",
        "Four or more cells of the same two candidates, each seeing the next. What sees two of "
        "them that are an odd number of steps apart holds neither digit.",
        "The cells hold the two digits by turns: each is a strong link of two candidates. It is "
        "two chains, one for each digit.",
    ),
    Lesson(
        "simple colours, simple colours trap, simple colours wrap",
        "Strong links of one digit, coloured by turns: all of one colour are true, or all of the "
        "other. Trap: what sees both colours goes. Wrap: a colour of which two see each other is "
        "false.",
        "Any two of different colours are the ends of a chain: one of them is true. Two of a "
        "colour that deny each other are Refute(x) for each of that colour.",
    ),
    Lesson(
        "multi-colours, multi-colours 1, multi-colours 2",
        "Two separate sets of strong links of one digit, each in two colours. 1: if a colour of "
        "one set sees one of the other, what sees both of the opposite colours goes. 2: a colour "
        "that sees both colours of another set is false.",
        "1: the two that see each other are not both true, so one of their opposites is: a chain. "
        "2: one of the other set's colours is true, and denies it: Refute(x).",
    ),
    Lesson(
        "3D medusa",
        "Colours of all digits at once: cells of two candidates link them. A colour that denies "
        "itself, or leaves a cell or house without a candidate, is false, and the other true; "
        "else what both colours deny goes.",
        "Strong links alone lead from any coloured candidate to any other: a union of chains. A "
        "colour that breaks a clause is Refute(x) for each of its candidates.",
    ),
)
TRAP = "One of the two colours is true altogether, and denies these"


class Component(NamedTuple):
    """Two colours (variables as bits), exactly one of which is true, and the clauses of the strong
    links."""

    first: int
    second: int
    clauses: tuple[int, ...]

    def turned(self) -> Component:
        """Return it with the colours exchanged."""
        return Component(self.second, self.first, self.clauses)


def _components(view: View, digits: int, cells: bool) -> list[Component]:
    links = dict[int, list[tuple[int, int]]]()

    def join(pair: tuple[int, ...], clause: int) -> None:
        a, b = pair
        links.setdefault(a, []).append((b, clause))
        links.setdefault(b, []).append((a, clause))

    for h in view.houses:
        for d in ones(digits):
            if h.is_full and (h.bits & view.at[d]).bit_count() == 2:
                join(view.vs(h.bits, d), view.clause(h, d))
    if cells:
        for cell in view.twos:
            join(view.held(1 << cell), view.cell_clause(cell))
    found, known = [], set[int]()
    for start in sorted(links):
        if start in known:
            continue
        colours, clauses = {start: 0}, dict[int, None]()
        queue = [start]
        for v in queue:  # grows during iteration
            for w, clause in links[v]:
                clauses[clause] = None
                if w not in colours:
                    colours[w] = 1 - colours[v]
                    queue.append(w)
        known |= colours.keys()
        sides = [sum(1 << v for v, c in colours.items() if c == side) for side in (0, 1)]
        found.append(Component(sides[0], sides[1], tuple(clauses)))
    return found


def _denied(view: View, colour: int) -> int:
    """Return what at least one of these variables denies."""
    bits = 0
    for v in ones(colour):
        bits |= view.peers(v)
    return bits


def _used(view: View, gone: int, *colours: int) -> tuple[int, ...]:
    """Return clauses by which the colours deny the removed candidates, and each other."""
    every = gone
    for colour in colours:
        every |= colour
    members = [set(clause) for clause in view.theory.members]
    shown = set(ones(every))
    return tuple(k for k, clause in enumerate(members) if len(clause & shown) > 1)


def _roles(*colours: int) -> tuple[tuple[str, tuple[int, ...]], ...]:
    return tuple(
        (f"colour {'ABCD'[k]}", tuple(ones(colour))) for k, colour in enumerate(colours) if colour
    )


def simple(view: View, kind: str) -> Iterator[Found]:
    """Yield steps by two colours of one digit. kind: "trap", "wrap" or "" for both."""
    for d in range(1, view.n + 1):
        for one in _components(view, 1 << d, False):
            yield from _of_one(view, one, kind)


def _of_one(view: View, one: Component, kind: str) -> Iterator[Found]:
    both = _denied(view, one.first) & _denied(view, one.second) & ~one.first & ~one.second
    if both and kind in ("trap", ""):
        yield Found(
            tuple(ones(both)), (), TRAP,
            one.clauses, (), _used(view, both, one.first, one.second),
            roles=_roles(one.first, one.second), name="simple colours trap",
        )  # fmt: skip
    for side in (one, one.turned()):
        if kind in ("wrap", "") and _denied(view, side.first) & side.first:
            yield Found(
                tuple(ones(side.first)), (), "Two of this colour deny each other: it is false",
                side.clauses, (), _used(view, 0, side.first, side.second),
                roles=_roles(side.first, side.second), name="simple colours wrap",
            )  # fmt: skip


def multi(view: View, kind: str) -> Iterator[Found]:
    """Yield steps by two components of one digit. kind: "1", "2" or "" for both."""
    for d in range(1, view.n + 1):
        for first, second in permutations(_components(view, 1 << d, False), 2):
            for a in (first, first.turned()):
                denied = _denied(view, a.first)
                if kind in ("2", "") and denied & second.first and denied & second.second:
                    yield Found(
                        tuple(ones(a.first)), (),
                        "This colour denies some of both of another component's: it is false",
                        (*a.clauses, *second.clauses), (),
                        _used(view, 0, a.first, a.second, second.first, second.second),
                        roles=_roles(a.first, a.second, second.first, second.second),
                        name="multi-colours 2",
                    )  # fmt: skip
                for b in (second, second.turned()):
                    if kind == "2" or not denied & b.first:
                        continue
                    used = a.first | a.second | b.first | b.second
                    gone = _denied(view, a.second) & _denied(view, b.second) & ~used
                    if gone:
                        yield Found(
                            tuple(ones(gone)), (),
                            "A colour of one component denies one of the other: so one of their "
                            "opposites is true, and denies these",
                            (*a.clauses, *b.clauses), (),
                            _used(view, gone, a.first, a.second, b.first, b.second),
                            roles=_roles(a.first, a.second, b.first, b.second),
                            name="multi-colours 1",
                        )  # fmt: skip


def medusa(view: View, _: object) -> Iterator[Found]:
    """Yield steps by colours of all digits."""
    theory = view.theory
    for one in _components(view, (1 << view.n + 1) - 2, True):
        if (one.first | one.second).bit_count() < 4:
            continue
        roles = _roles(one.first, one.second)
        for side in (one, one.turned()):
            denied = _denied(view, side.first)
            emptied = [
                index
                for index, clause in enumerate(theory.clauses)
                if clause.exactly_one
                and (left := view.position.open_members(index))
                and all(denied >> v & 1 for v in left)
            ]
            if not denied & side.first and not emptied:
                continue
            said = (
                "Two of this colour deny each other: it is false" if denied & side.first else
                f"This colour would leave {theory.clauses[emptied[0]]} empty: it is false"
            )  # fmt: skip
            gone = side.first | sum(1 << v for index in emptied[:1]
                                    for v in theory.clauses[index].variables)  # fmt: skip
            yield Found(
                tuple(ones(side.first)), tuple(ones(side.second)), said,
                (*side.clauses, *emptied[:1]), (),
                _used(view, gone, side.first, side.second), roles=roles,
            )  # fmt: skip
        gone = _denied(view, one.first) & _denied(view, one.second) & ~one.first & ~one.second
        if gone:
            yield Found(
                tuple(ones(gone)), (),
                TRAP, one.clauses, (), _used(view, gone, one.first, one.second), roles=roles,
            )  # fmt: skip


def remote_pairs(view: View, _: object) -> Iterator[Found]:
    """Yield steps by four or more cells of one pair, each of which sees the next."""
    for pair in dict.fromkeys(view.left[cell] for cell in view.twos):
        cells = [cell for cell in view.twos if view.left[cell] == pair]
        for start in cells:
            before = {start: -1}
            queue = [start]
            for cell in queue:  # grows during iteration
                for other in cells:
                    if other not in before and view.sees[cell] >> other & 1:
                        before[other] = cell
                        queue.append(other)
            if start == min(before):
                yield from _whole(view, pair, before)
            for end in queue:
                path = [end]
                while before[path[-1]] >= 0:
                    path.append(before[path[-1]])
                if end > start and len(path) > 3 and len(path) % 2 == 0:
                    gone = view.sees[start] & view.sees[end]
                    yield from _remote(view, pair, sum(1 << c for c in path), gone, path)


def _whole(view: View, pair: int, before: dict[int, int]) -> Iterator[Found]:
    """Yield the step by all connected cells, as two colours."""
    depth = dict[int, int]()
    for cell, last in before.items():
        depth[cell] = 0 if last < 0 else depth[last] + 1
    sides = [[c for c in before if depth[c] % 2 == k] for k in (0, 1)]
    if len(before) < 4 or any(view.sees[a] >> b & 1 for s in sides for a, b in combinations(s, 2)):
        return
    gone = 0
    for a in sides[0]:
        for b in sides[1]:
            gone |= view.sees[a] & view.sees[b]
    yield from _remote(view, pair, sum(1 << c for c in before), gone, list(before))


def _remote(view: View, pair: int, cells: int, gone: int, path: list[int]) -> Iterator[Found]:
    held = view.held(gone & ~cells, pair)
    if held:
        yield Found(
            held,
            (),
            f"{view.one_by_one(cells)} hold {view.symbols(pair)} by turns: what sees one of each "
            "kind can hold neither",
            view.cell_clauses(cells),
            (),
            view.links(cells, pair, gone),
            roles=(("pair", view.held(cells)),),
            size=len(path),
        )
