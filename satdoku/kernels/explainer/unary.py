"""Forcing chains and cycles: implications of a single assumption, link by link.

The search is breadth first from each candidate: by X links alone, by Y links with strong links in
cells alone, and by both. A cycle returns to where it began: each of its weak links then contains
exactly one true candidate. A forcing chain leads from a literal to its opposite, which is therefore
true.

A branch is stored as nodes: a literal and the preceding node. As in Sudoku Explainer, a cycle may
reach its last candidate but one in several ways, so "off" literals may have several nodes; more
than one is made only if the next literal is the first of the cycle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..kernel import kernel, routine
from ..lockstep.simd import Words, popcount
from ..logic.found import (
    DENIALS,
    LENGTH,
    PROOF,
    RATED,
    RATING,
    SIZE,
    added,
    asserts,
    base,
    begin,
    denies,
)
from ..logic.grid import is_worth, look
from .best import forget, give, keep
from .closures import begin_closures, has
from .links import CANDIDATES, Links, new_stamp, number_candidates
from .nests import COLLECTING, note_nest
from .sources import X_LINKS, Y_LINKS, has_sources

if TYPE_CHECKING:
    from ..logic.search import Search

#: Weights of a rank: rating, length, kind of hint.
BY_LENGTH, BY_RATING = 8, 8 << 20
#: Ratings relative to chains of one digit, in tenths: X cycles and Y cycles are this much lower,
#: chains with both links this much higher.
CYCLE, BOTH = 1, 4


class Nodes(NamedTuple):
    """Nodes of a search: literal, preceding node (-1: none), clause of the link, depth."""

    literals: Words
    before: Words
    clauses: Words
    depths: Words


@kernel
def find_forcing_chain(search: Search, mode: int) -> bool:
    """Find the best forcing chain or cycle."""
    look(search)
    if not number_candidates(search):
        return False
    forget(search)
    begin_closures(search)
    best_chain(search, search.outer, search.found.numbers[RATED], False)
    return give(search)


@routine
def best_chain(search: Search, links: Links, rated: int, is_within: bool) -> None:
    """Keep the best forcing chain or cycle over these links; rated: the rating of chains of one
    digit. is_within: inside a run, where the sources are marked already."""
    grid, numbering, closures = search.grid, search.numbering, search.closures
    # Most often there is none over all links, and so none over some of them.
    if not is_within and not has_sources(search, links, X_LINKS + Y_LINKS):
        return
    for used in range(X_LINKS, X_LINKS + Y_LINKS + 1):
        if not is_within and not has_sources(search, links, used):
            continue
        forcing = rated + (BOTH if used & Y_LINKS else 0)
        cycle = rated + BOTH if used == X_LINKS + Y_LINKS else rated - CYCLE
        best = -1
        longest = longest_cycle = 0
        for number in range(numbering.counts[CANDIDATES]):
            cell = numbering.cell_of[number]
            if search.stop[0]:
                return
            if used == Y_LINKS and popcount(grid.left[cell]) != 2:
                continue
            if search.rank[0] != best:
                best = search.rank[0]
                longest = deepest(search, forcing, used)
                longest_cycle = deepest(search, cycle, used)
            if has(closures.cycling, 0, number):
                cycles_from(search, links, number, used, cycle, longest_cycle)
            if used & X_LINKS:
                if has(closures.from_on, 0, number):
                    force_from(search, links, 2 * number + 1, used, forcing, longest)
                if has(closures.from_off, 0, number):
                    force_from(search, links, 2 * number, used, forcing, longest)


@routine
def rank_of(search: Search, rated: int, length: int, kind: int) -> int:
    """Return the rank of a hint."""
    rating = rated + added(length - 2)
    return rating * BY_RATING + length * BY_LENGTH + kind


@routine
def kind_of(used: int) -> int:
    """Return the kind by which hints over these links are ordered at equal rating and length."""
    return used + 1


@routine
def deepest(search: Search, rated: int, used: int) -> int:
    """Return an upper bound on the length of hints that could still be the best."""
    limit = 4
    best = search.rank[0]
    while limit < 4096 and rank_of(search, rated, limit, kind_of(used)) < best:
        limit = limit + 1 if limit < 32 else 4096
    return limit


@routine
def cycles_from(
    search: Search, links: Links, source: int, used: int, rated: int, limit: int
) -> None:
    """Keep the best cycle from a candidate, of at most this length."""
    numbering, nodes = search.numbering, search.nodes
    first = links.strong_starts[source] if used & Y_LINKS else links.strong_middles[source]
    end = links.strong_starts[source + 1] if used & X_LINKS else links.strong_middles[source]
    if first == end:  # a cycle returns to the candidate by a strong link
        return
    stamp = new_stamp(search)
    numbering.stamps[2 * source + 1] = stamp
    add_node(search, 0, 2 * source + 1, -1, -1, 1)
    made, at = 1, 0
    while at < made:
        literal, x = nodes.literals[at], nodes.literals[at] >> 1
        depth = nodes.depths[at] + 1
        if literal & 1:
            first = links.weak_starts[x] if used & Y_LINKS else links.weak_middles[x]
            for k in range(first, links.weak_starts[x + 1]):
                y = links.weak[k]
                if numbering.stamps[2 * y] != stamp or (
                    depth >= 4
                    and leads_to(links, y, source, used)
                    and not is_above(search, at, 2 * y)
                ):
                    numbering.stamps[2 * y] = stamp
                    add_node(search, made, 2 * y, at, -1, depth)
                    made += 1
        elif depth <= limit + 1:
            first = links.strong_starts[x] if used & Y_LINKS else links.strong_middles[x]
            end = links.strong_starts[x + 1] if used & X_LINKS else links.strong_middles[x]
            for k in range(first, end):
                y = links.strong[k]
                if y == source and depth > 4:
                    add_node(search, made, 2 * y + 1, at, links.strong_clauses[k], depth)
                    note_cycle(search, made, used, rated)
                if numbering.stamps[2 * y + 1] != stamp:
                    numbering.stamps[2 * y + 1] = stamp
                    add_node(search, made, 2 * y + 1, at, links.strong_clauses[k], depth)
                    made += 1
        at += 1
        if made + 64 > len(nodes.literals):
            return


@routine
def leads_to(links: Links, x: int, source: int, used: int) -> bool:
    """Return whether x off implies that the source is on."""
    first = links.strong_starts[x] if used & Y_LINKS else links.strong_middles[x]
    end = links.strong_starts[x + 1] if used & X_LINKS else links.strong_middles[x]
    for k in range(first, end):
        if links.strong[k] == source:
            return True
    return False


@routine
def add_node(search: Search, node: int, literal: int, before: int, clause: int, depth: int) -> None:
    """Store a node."""
    nodes = search.nodes
    nodes.literals[node] = literal
    nodes.before[node] = before
    nodes.clauses[node] = clause
    nodes.depths[node] = depth


@routine
def is_above(search: Search, node: int, literal: int) -> bool:
    """Return whether the node or one before it has this literal."""
    while node >= 0:
        if search.nodes.literals[node] == literal:
            return True
        node = search.nodes.before[node]
    return False


@routine
def length_of(search: Search, node: int) -> int:
    """Return the number of different literals that lead to a node, itself included."""
    nodes, numbering = search.nodes, search.numbering
    stamp, count = new_stamp(search), 0
    while node >= 0:
        if numbering.path_stamps[nodes.literals[node]] != stamp:
            numbering.path_stamps[nodes.literals[node]] = stamp
            count += 1
        node = nodes.before[node]
    return count


@routine
def note_cycle(search: Search, end: int, used: int, rated: int) -> None:
    """Keep a cycle if it is the best so far."""
    grid, nodes, numbering = search.grid, search.nodes, search.numbering
    length = length_of(search, end)
    rank = rank_of(search, rated, length, kind_of(used))
    if rank >= search.rank[0]:
        return
    begin(search.found)
    stamp, node = new_stamp(search), end
    while nodes.before[node] >= 0:
        numbering.cell_stamps[numbering.cell_of[nodes.literals[node] >> 1]] = stamp
        node = nodes.before[node]
    # Deny what sees both an on and an off of the cycle, outside its cells.
    node = end
    while nodes.before[node] >= 0:
        number = nodes.literals[node] >> 1
        cell, d = numbering.cell_of[number], numbering.digit_of[number]
        if nodes.literals[node] & 1:
            for peer in grid.peers[cell]:
                if (
                    grid.left[peer] >> d & 1
                    and numbering.cell_stamps[peer] != stamp
                    and not is_denied(search, peer * grid.size + d + 1)
                    and is_seen_off(search, end, peer, d)
                ):
                    denies(search.found, peer * grid.size + d + 1)
        node = nodes.before[node]
    if is_worth(search):
        conclude(search, end, length, rank)


@routine
def is_denied(search: Search, variable: int) -> bool:
    """Return whether the current step denies the variable already."""
    for k in range(search.found.numbers[DENIALS]):
        if search.found.denied[k] == variable:
            return True
    return False


@routine
def is_seen_off(search: Search, end: int, cell: int, d: int) -> bool:
    """Return whether an off of the cycle with this digit sees the cell."""
    grid, nodes, numbering = search.grid, search.nodes, search.numbering
    node = end
    while nodes.before[node] >= 0:
        number = nodes.literals[node] >> 1
        if (
            not nodes.literals[node] & 1
            and numbering.digit_of[number] == d
            and grid.sees[numbering.cell_of[number] * grid.cells + cell]
        ):
            return True
        node = nodes.before[node]
    return False


@routine
def force_from(
    search: Search, links: Links, source: int, used: int, rated: int, limit: int
) -> None:
    """Keep the best forcing chain from a literal to its opposite, of at most this length."""
    numbering, nodes = search.numbering, search.nodes
    stamp = new_stamp(search)
    numbering.stamps[source] = stamp
    add_node(search, 0, source, -1, -1, 1)
    made, at = 1, 0
    while at < made:
        literal, x, depth = nodes.literals[at], nodes.literals[at] >> 1, nodes.depths[at] + 1
        if depth > limit:
            return
        if literal & 1:
            first = links.weak_starts[x] if used & Y_LINKS else links.weak_middles[x]
            end = links.weak_starts[x + 1]
        else:
            first = links.strong_starts[x] if used & Y_LINKS else links.strong_middles[x]
            end = links.strong_starts[x + 1]
        for k in range(first, end):
            y = 2 * links.weak[k] if literal & 1 else 2 * links.strong[k] + 1
            if numbering.stamps[y] != stamp:
                numbering.stamps[y] = stamp
                clause = -1 if literal & 1 else links.strong_clauses[k]
                add_node(search, made, y, at, clause, depth)
                if y == source ^ 1:
                    note_chain(search, made, used, rated)
                    return
                made += 1
        at += 1


@routine
def note_chain(search: Search, end: int, used: int, rated: int) -> None:
    """Keep a forcing chain if it is the best so far."""
    numbering, target = search.numbering, search.nodes.literals[end]
    length = length_of(search, end)
    rank = rank_of(search, rated, length, kind_of(used))
    if rank < search.rank[0]:
        begin(search.found)
        if target & 1:
            asserts(search.found, numbering.variable_of[target >> 1])
        else:
            denies(search.found, numbering.variable_of[target >> 1])
        conclude(search, end, length, rank)


@routine
def conclude(search: Search, end: int, length: int, rank: int) -> None:
    """Complete a step that rests on a path, and keep it.

    Its proof is one branch, in the format of `multiple.prove_branches`. Inside a run it is stored
    among the hints of the run instead.
    """
    found, nodes = search.found, search.nodes
    if search.nests.counts[COLLECTING]:
        note_nest(search, end, length, rank)
        return
    found.numbers[RATING] = rank // BY_RATING
    found.numbers[LENGTH] = length
    count, node = 0, end
    while node >= 0:
        count += 1
        node = nodes.before[node]
    found.numbers[SIZE] = count // 2
    found.proof[0] = count
    place, node = count, end
    while node >= 0:
        place -= 1
        found.proof[1 + 2 * place] = search.numbering.variable_of[nodes.literals[node] >> 1] * 2 + (
            nodes.literals[node] & 1
        )
        found.proof[2 + 2 * place] = nodes.clauses[node]
        if nodes.clauses[node] >= 0:
            base(found, nodes.clauses[node])
        node = nodes.before[node]
    found.numbers[PROOF] = 1 + 2 * count
    keep(search, rank)
