"""Colouring: components of strong links alone, as two colours; all candidates of one colour are
true.

Simple colours, of one digit. Trap: what sees both colours is false. Wrap: if two candidates of a
colour deny each other, that colour is false. Multi-colours: two components A and B. If a colour of
A denies one of B, one of the other two colours is true: what sees both is false (1); if it denies
both of B, it is false (2). 3D medusa: the same with all digits, with cells of two candidates as
strong links too. Remote pairs: cells of one pair, coloured by what they hold.

All are unions of alternating chains: each conclusion is one. Their strong links are those of the
finder of chains.

Sources: Sudopedia, "Simple Colors", "Multi-Colors", "3D Medusa", "Remote Pairs".

Lesson: remote pairs

    Four or more cells of the same two candidates, each seeing the next. What sees two of them that
    are an odd number of steps apart holds neither digit.

    Why: The cells hold the two digits by turns: each is a strong link of two candidates. It is two
    chains, one for each digit.

Lesson: simple colours, simple colours trap, simple colours wrap

    Strong links of one digit, coloured by turns: all of one colour are true, or all of the other.
    Trap: what sees both colours is removed. Wrap: a colour of which two see each other is false.

    Why: Any two of different colours are the ends of a chain: one of them is true. Two of a colour
    that deny each other are Refute(x) for each of that colour.

Lesson: multi-colours, multi-colours 1, multi-colours 2

    Two separate sets of strong links of one digit, each in two colours. 1: if a colour of one set
    sees one of the other, what sees both of the opposite colours is removed. 2: a colour that sees
    both colours of another set is false.

    Why: 1: the two that see each other are not both true, so one of their opposites is: a chain. 2:
    one of the other set's colours is true, and denies it: Refute(x).

Lesson: 3D medusa

    Colours of all digits at once: cells of two candidates link them. A colour that denies itself,
    or leaves a cell or house without a candidate, is false, and the other true; else what both
    colours deny is removed.

    Why: Strong links alone lead from any coloured candidate to any other: a union of chains. A
    colour that breaks a clause is Refute(x) for each of its candidates.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations, product
from typing import NamedTuple

from ....grouping import grouped
from ....kernels.kernel import kernel
from ....kernels.logic.chain_links import link
from ....kernels.logic.chain_nodes import FALSE, IN_CELLS, OF_ONE_DIGIT
from ....kernels.logic.found import base, begin, prove, reported
from ....kernels.logic.search import StepSearch
from ....phrases import joined, phrase
from ....theory import Indexes
from ...catalog.row import Technique
from ...search.reports import reports_of
from ...step_text.sentences import candidates_by_digit
from ...view import Finding, View, bits_of, ones, union

LISTED = (
    Technique("remote pairs", 5.0, f"{__name__}:remote_pairs", aliases=("remote pair",)),
    Technique("simple colours trap", 5.2, f"{__name__}:simple", "trap",
              aliases=("simple colors trap", "simple colouring trap", "simple coloring trap",
               "color trap")),
    Technique("simple colours wrap", 5.2, f"{__name__}:simple", "wrap",
              aliases=("simple colors wrap", "simple colouring wrap", "simple coloring wrap",
               "color wrap")),
    Technique("simple colours", 5.2, f"{__name__}:simple", "",
              aliases=("simple colors", "simple colouring", "simple coloring", "singles chains"),
              joint=True),
    Technique("multi-colours 1", 5.6, f"{__name__}:multi", "1", aliases=("multi colors 1",)),
    Technique("multi-colours 2", 5.6, f"{__name__}:multi", "2", aliases=("multi colors 2",)),
    Technique("multi-colours", 5.6, f"{__name__}:multi", "",
              aliases=("multi colors", "multi-colouring", "multi-coloring"), joint=True),
    Technique("3D medusa", 6.0, f"{__name__}:medusa", aliases=("medusa",)),
)  # fmt: skip


class Component(NamedTuple):
    """Two colours (variables as bits), exactly one of which is true, and the clauses of the strong
    links. digit: of all candidates, 0 if they may have several."""

    first: int
    second: int
    clauses: Indexes
    digit: int

    def turned(self) -> Component:
        """Return it with the colours exchanged."""
        return Component(self.second, self.first, self.clauses, self.digit)

    def both_ways(self) -> tuple[Component, Component]:
        """Return it, and it with the colours exchanged."""
        return self, self.turned()


@kernel
def find_links(search: StepSearch, mode: int) -> bool:
    """Report every strong link of single candidates (mode: as in `chain_links.link`), each as its
    clause, with the two candidates as its proof."""
    link(search, mode)
    links = search.links
    for k in range(links.counts[FALSE]):
        for p in range(links.partner_starts[k], links.partner_starts[k + 1]):
            if links.false[k] < links.true_nodes[p]:
                begin(search.found)
                base(search.found, links.clauses[p])
                prove(search.found, links.false[k])
                prove(search.found, links.true_nodes[p])
                if reported(search):
                    return True
    return False


def _strong_links(view: View, mode: int) -> Iterator[tuple[int, int, int]]:
    """Yield (clause, candidate, the other candidate) of each strong link."""
    for _numbers, lists in reports_of(view.position, f"{__name__}:find_links", mode):
        _asserted, _denied, (clause,), _covers, (a, b) = lists
        yield clause, a, b


# Strong links alone are followed, since along these the truth of one candidate decides that of the
# next both ways. So a connected set of them has just two states, its colours, and a conclusion that
# holds in both is proved. Chains that use weak links say more, and are left to the finder of
# chains.
def _components(view: View, mode: int) -> list[Component]:
    """Return the components of strong links, of one digit each or of all; mode: of `find_links`."""
    links = dict[int, list[tuple[int, int]]]()
    for clause, a, b in _strong_links(view, mode):
        links.setdefault(a, []).append((b, clause))
        links.setdefault(b, []).append((a, clause))
    found = []
    known = set[int]()
    for start in sorted(links):
        if start in known:
            continue
        colours = {start: 0}
        clauses = dict[int, None]()
        queue = [start]
        for v in queue:  # grows during iteration
            for w, clause in links[v]:
                clauses[clause] = None
                if w not in colours:
                    colours[w] = 1 - colours[v]
                    queue.append(w)
        known |= colours.keys()
        component = Component(
            first=bits_of(v for v, colour in colours.items() if colour == 0),
            second=bits_of(v for v, colour in colours.items() if colour == 1),
            clauses=tuple(clauses),
            digit=view.layout.cell_and_digit(start)[1] if mode else 0,
        )
        found.append(component)
    return sorted(found, key=lambda one: one.digit)


def _denied(view: View, colour: int) -> int:
    """Return what at least one of these variables denies."""
    return union(map(view.peers, ones(colour)))


def _step(
    view: View,
    reason: str,
    gone: int,
    *some: Component,
    name: str = "",
    true: int = 0,
    emptied: Indexes = (),
) -> Finding:
    """Return the step by these components that denies some candidates; the clauses by which the
    colours deny them, and each other, are part of it. true: a colour that is true. emptied: a
    clause that would have no candidate left."""
    colours = list[int]()
    bases = list[int]()
    for one in some:
        colours += (one.first, one.second)
        bases += one.clauses
    shown = set(ones(gone | union(colours)))
    for clause in emptied:
        shown.update(view.theory.clauses[clause].variables)
    rests = [k for k, members in enumerate(view.theory.members) if len(shown & {*members}) > 1]
    roles = []
    for letter, colour in zip("ABCD", colours, strict=False):
        roles.append((f"colour {letter}", tuple(ones(colour))))
    bases += emptied
    denied = tuple(ones(gone))
    asserted = tuple(ones(true))
    return Finding(
        denied=denied,
        reason=reason,
        bases=tuple(bases),
        rests=tuple(rests),
        asserted=asserted,
        roles=tuple(roles),
        name=name,
    )


def _either(view: View, *some: Component) -> str:
    """Return 'Either (5)r1c4,r2c8 (A) are all true, or (5)r1c9 (B)': the colours of components."""
    said = []
    for one, (a, b) in zip(some, (("A", "B"), ("C", "D")), strict=False):
        first = candidates_by_digit(view.theory, ones(one.first))
        second = candidates_by_digit(view.theory, ones(one.second))
        colours = "{first} ({a}) are all true, or {second} ({b})"
        if one.first.bit_count() == 1:
            colours = "{first} ({a}) is true, or {second} ({b})"
        said.append(phrase(colours, first=first, a=a, second=second, b=b))
    return phrase("Either {text}", text=joined(said, "{one}; and either {next}"))


# The text names two candidates that deny each other; a reader can check those without following the
# links that led there.
def _clash(view: View, first: int, second: int) -> str:
    """Return '(5)r1c4 and (5)r1c9': two candidates that deny each other, one of each colour."""
    a = next(v for v in ones(first) if view.peers(v) & second)
    b = next(iter(ones(view.peers(a) & second)))
    names = (candidates_by_digit(view.theory, (v,)) for v in (a, b))
    return joined(names, "{one} and {next}")


def _trap(view: View, one: Component) -> str:
    sees = "{colours}: what sees one of A and one of B is false"
    return phrase(sees, colours=_either(view, one))


def _wrap(view: View, one: Component) -> str:
    deny = "{colours}; {candidates} of A deny each other"
    clash = _clash(view, one.first, one.first)
    return phrase(deny, colours=_either(view, one), candidates=clash)


def _seen_by_both(view: View, one: Component) -> int:
    """Return what both colours deny."""
    return _denied(view, one.first) & _denied(view, one.second) & ~one.first & ~one.second


def simple(view: View, kind: str) -> Iterator[Finding]:
    """Yield steps by two colours of one digit. kind: "trap", "wrap" or "" for both."""
    for one in _components(view, OF_ONE_DIGIT):
        gone = _seen_by_both(view, one)
        if gone and kind in ("trap", ""):
            yield _step(view, _trap(view, one), gone, one, name="simple colours trap")
        if kind not in ("wrap", ""):
            continue
        for side in one.both_ways():
            if _denied(view, side.first) & side.first:
                yield _step(view, _wrap(view, side), side.first, side, name="simple colours wrap")


def multi(view: View, kind: str) -> Iterator[Finding]:
    """Yield steps by two components of one digit. kind: "1", "2" or "" for both."""
    for first, second in permutations(_components(view, OF_ONE_DIGIT), 2):
        if first.digit != second.digit:
            continue
        for a in first.both_ways():
            if kind in ("2", ""):
                yield from _denying_both(view, a, second)
            if kind != "2":
                for b in second.both_ways():
                    yield from _linked(view, a, b)


def _denying_both(view: View, a: Component, other: Component) -> Iterator[Finding]:
    """Yield the step of a first colour that denies both of another component."""
    denied = _denied(view, a.first)
    if not denied & other.first or not denied & other.second:
        return
    reason = phrase(
        "{colours}; if A were true, C would be false by {one}, and D by {other}",
        colours=_either(view, a, other),
        one=_clash(view, a.first, other.first),
        other=_clash(view, a.first, other.second),
    )
    yield _step(view, reason, a.first, a, other, name="multi-colours 2")


def _linked(view: View, a: Component, b: Component) -> Iterator[Finding]:
    """Yield the step of two components whose first colours are not both true."""
    if not _denied(view, a.first) & b.first:
        return
    gone = _denied(view, a.second) & _denied(view, b.second)
    if gone:
        reason = phrase(
            "{colours}; A and C are not both true, since {candidates} deny each other, so B or D "
            "is: what sees one of B and one of D is false",
            colours=_either(view, a, b),
            candidates=_clash(view, a.first, b.first),
        )
        yield _step(view, reason, gone, a, b, name="multi-colours 1")


def medusa(view: View, _: object) -> Iterator[Finding]:
    """Yield steps by colours of all digits."""
    for one in _components(view, 0):
        if (one.first | one.second).bit_count() < 4:
            continue
        for side in one.both_ways():
            denied = _denied(view, side.first)
            emptied = _emptied(view, denied)
            if denied & side.first:
                reason = _wrap(view, side)
            elif emptied:
                colours = _either(view, side)
                none = _leaves_none(view, emptied[0])
                reason = phrase("{one}; {next}", one=colours, next=none)
            else:
                continue
            yield _step(view, reason, side.first, side, true=side.second, emptied=emptied)
        gone = _seen_by_both(view, one)
        if gone:
            yield _step(view, _trap(view, one), gone, one)


def _leaves_none(view: View, clause: int) -> str:
    """Return what colour A leaves empty, with its candidates."""
    if view.theory.clauses[clause].cell:
        cell = view.with_candidates(1 << view.cell_of(clause))
        return phrase("A leaves no digit for {cell}", cell=cell)
    return phrase("{places}, and A rules out all of these", places=view.places(clause))


def _emptied(view: View, denied: int) -> Indexes:
    """Return the first exactly-one clause all of whose candidates are among these; () if there is
    none."""
    for index, clause in enumerate(view.theory.clauses):
        if not clause.exactly_one:
            continue
        left = view.position.open_members(index)
        if left and all(denied >> v & 1 for v in left):
            return (index,)
    return ()


def remote_pairs(view: View, _: object) -> Iterator[Finding]:
    """Yield steps by four or more cells of one pair, each of which sees the next."""
    of_two = (view.cell_of(clause) for clause, *_ends in _strong_links(view, IN_CELLS))
    for pair, cells in grouped((view.left[cell], cell) for cell in of_two).items():
        for start in cells:
            before = _reached(view, cells, start)
            if start == min(before):
                yield from _whole(view, pair, before)
            for end in before:
                path = [end]
                while before[path[-1]] >= 0:
                    path.append(before[path[-1]])
                if end > start and len(path) > 3 and len(path) % 2 == 0:
                    gone = view.sees[start] & view.sees[end]
                    yield from _remote(view, pair, path[::2], path[1::2], gone, path)


def _reached(view: View, cells: list[int], start: int) -> dict[int, int]:
    """Return the cells that are connected with one, nearest first, each with the one before it (-1:
    none)."""
    before = {start: -1}
    queue = [start]
    for cell in queue:  # grows during iteration
        for other in cells:
            if other not in before and view.sees[cell] >> other & 1:
                before[other] = cell
                queue.append(other)
    return before


def _whole(view: View, pair: int, before: dict[int, int]) -> Iterator[Finding]:
    """Yield the step by all connected cells, as two colours."""
    if len(before) < 4:
        return
    depth = dict[int, int]()
    for cell, last in before.items():
        depth[cell] = 0 if last < 0 else depth[last] + 1
    even = [cell for cell in before if depth[cell] % 2 == 0]
    odd = [cell for cell in before if depth[cell] % 2]
    for side in (even, odd):
        if any(view.sees[a] >> b & 1 for a, b in combinations(side, 2)):
            return
    gone = union(view.sees[a] & view.sees[b] for a, b in product(even, odd))
    yield from _remote(view, pair, even, odd, gone)


def _remote(
    view: View, pair: int, one: list[int], other: list[int], gone: int, path: Sequence[int] = ()
) -> Iterator[Finding]:
    """Yield the step of cells that hold one digit of a pair, and others that hold the other, which
    denies both in these cells. path: all of them, if each sees the next."""
    cells = bits_of((*one, *other))
    links = [view.set_link(1 << cell, [*ones(pair)][k % 2]) for k, cell in enumerate(path)]
    held = view.held(gone & ~cells, pair)
    if held:
        reason = phrase(
            "{held}. Each sees one of the others, so {cells} hold one of these digits, {others} "
            "the other: what sees one of each kind holds neither",
            held=view.only(cells, pair),
            cells=view.one_by_one(bits_of(one)),
            others=view.one_by_one(bits_of(other)),
        )
        yield Finding(
            denied=held,
            reason=reason,
            bases=view.cell_clauses(cells),
            rests=view.links(cells, pair, gone),
            roles=(("pair", view.held(cells)),),
            size=len(one) + len(other),
            chains=("-".join(links),) if path else (),
        )
