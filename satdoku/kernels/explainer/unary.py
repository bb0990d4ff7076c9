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

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, NamedTuple

from ..kernel import kernel
from ..lockstep.simd import Small, popcount
from ..logic.found import (
    DENIALS,
    LENGTH,
    PROOF,
    RATED,
    RATING,
    SIZE,
    added,
    base,
    begin,
    concludes,
    denies,
)
from ..logic.grid import is_worth, see, update_grid
from .closures import begin_closures, close_all, has, mark_sources, note_refuted
from .links import (
    CANDIDATES,
    X_LINKS,
    Y_LINKS,
    Links,
    end_strong,
    first_strong,
    new_stamp,
    number_candidates,
    strong_links,
    weak_links,
)
from .nests import COLLECTING, forget, give, keep, note_nest
from .new_links import keep_closures

if TYPE_CHECKING:
    from ..logic.search import StepSearch

#: Weights of a rank: rating, length, kind of hint.
BY_LENGTH, BY_RATING = 8, 8 << 20
#: Ratings relative to chains of one digit, in tenths: X cycles and Y cycles are this much lower,
#: chains with both links this much higher.
CYCLE, BOTH = 1, 4


class Nodes(NamedTuple):
    """Nodes of a search: literal, preceding node (-1: none), clause of the link, depth."""

    literals: Annotated[Small, 64, "candidates"]
    before: Annotated[Small, 64, "candidates"]
    clauses: Annotated[Small, 64, "candidates"]
    depths: Annotated[Small, 64, "candidates"]


@kernel
def find_forcing_chain(search: StepSearch, mode: int) -> bool:
    """Find the best forcing chain or cycle."""
    update_grid(search)
    if not number_candidates(search):
        return False
    forget(search)
    begin_closures(search)
    best_chain(search, search.outer, search.found.numbers[RATED], is_within=False)
    return give(search)


def best_chain(search: StepSearch, links: Links, rated: int, is_within: bool) -> None:
    """Keep the best forcing chain or cycle over these links; rated: the rating of chains of one
    digit. is_within: inside a run, where the sources are marked already."""
    grid = search.grid
    numbering = search.numbering
    closures = search.closures
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
            # The bounds only change when a better hint has been kept.
            if search.rank[0] != best:
                best = search.rank[0]
                longest = deepest(search, forcing, used)
                longest_cycle = deepest(search, cycle, used)
            if has(closures.cycling, 0, number):
                cycles_from(search, links, number, used=used, rated=cycle, limit=longest_cycle)
            if used & X_LINKS:
                if has(closures.from_on, 0, number):
                    force_from(
                        search, links, 2 * number + 1, used=used, rated=forcing, limit=longest
                    )
                if has(closures.from_off, 0, number):
                    force_from(search, links, 2 * number, used=used, rated=forcing, limit=longest)


def has_sources(search: StepSearch, links: Links, used: int) -> bool:
    """Compute the closures over these links; return whether chains or cycles may exist."""
    close_all(search, links, used)
    if used == X_LINKS + Y_LINKS:
        keep_closures(search)
    if not note_refuted(search):
        return False
    mark_sources(search, links, used)
    return True


def rank_of(search: StepSearch, rated: int, length: int, kind: int) -> int:
    """Return the rank of a hint."""
    rating = rated + added(length - 2)
    return rating * BY_RATING + length * BY_LENGTH + kind


def kind_of(used: int) -> int:
    """Return the kind by which hints over these links are ordered at equal rating and length."""
    return used + 1


def deepest(search: StepSearch, rated: int, used: int) -> int:
    """Return an upper bound on the length of hints that could still be the best."""
    limit = 4
    best = search.rank[0]
    while limit < 4096 and rank_of(search, rated, limit, kind_of(used)) < best:
        # Any bound that is not too small will do, so lengths beyond 32 are not told apart.
        limit = limit + 1 if limit < 32 else 4096
    return limit


def cycles_from(
    search: StepSearch, links: Links, source: int, used: int, rated: int, limit: int
) -> None:
    """Keep the best cycle from a candidate, of at most this length."""
    numbering, nodes = search.numbering, search.nodes
    if not len(strong_links(links, source, used)):  # by one, a cycle returns to the candidate
        return
    stamp = new_stamp(search)
    numbering.stamps[2 * source + 1] = stamp
    add_node(search, 0, 2 * source + 1, before=-1, clause=-1, depth=1)
    made, at = 1, 0
    while at < made:
        literal, x = nodes.literals[at], nodes.literals[at] >> 1
        depth = nodes.depths[at] + 1
        if literal & 1:
            for y in weak_links(links, x, used):
                if numbering.stamps[2 * y] != stamp or (
                    depth >= 4
                    and source in strong_links(links, y, used)
                    and not is_above(search, at, 2 * y)
                ):
                    numbering.stamps[2 * y] = stamp
                    add_node(search, made, 2 * y, before=at, clause=-1, depth=depth)
                    made += 1
        # A cycle's first and last node are the same literal, so it has one node more than its
        # length.
        elif depth <= limit + 1:
            for k in range(first_strong(links, x, used), end_strong(links, x, used)):
                y = links.strong[k]
                # The return is at least the fifth node: a shorter cycle would use one link both
                # ways.
                if y == source and depth > 4:
                    add_node(
                        search,
                        made,
                        2 * y + 1,
                        before=at,
                        clause=links.strong_clauses[k],
                        depth=depth,
                    )
                    note_cycle(search, made, used, rated)
                if numbering.stamps[2 * y + 1] != stamp:
                    numbering.stamps[2 * y + 1] = stamp
                    add_node(
                        search,
                        made,
                        2 * y + 1,
                        before=at,
                        clause=links.strong_clauses[k],
                        depth=depth,
                    )
                    made += 1
        at += 1
        if made + 64 > len(nodes.literals):
            return


def add_node(
    search: StepSearch, node: int, literal: int, before: int, clause: int, depth: int
) -> None:
    """Store a node."""
    nodes = search.nodes
    nodes.literals[node] = literal
    nodes.before[node] = before
    nodes.clauses[node] = clause
    nodes.depths[node] = depth


def path_to(nodes: Nodes, end: int) -> Iterator[int]:
    """Yield a node and all nodes before it."""
    while end >= 0:
        node = end
        end = nodes.before[end]
        yield node


def is_above(search: StepSearch, end: int, literal: int) -> bool:
    """Return whether the node or one before it has this literal."""
    return any(search.nodes.literals[node] == literal for node in path_to(search.nodes, end))


def length_of(search: StepSearch, end: int) -> int:
    """Return the number of different literals that lead to a node, itself included."""
    nodes, numbering = search.nodes, search.numbering
    stamp, count = new_stamp(search), 0
    for node in path_to(nodes, end):
        if numbering.path_stamps[nodes.literals[node]] != stamp:
            numbering.path_stamps[nodes.literals[node]] = stamp
            count += 1
    return count


def note_cycle(search: StepSearch, end: int, used: int, rated: int) -> None:
    """Keep a cycle if it is the best so far."""
    grid = search.grid
    nodes = search.nodes
    numbering = search.numbering
    found = search.found
    length = length_of(search, end)
    rank = rank_of(search, rated, length, kind_of(used))
    if rank >= search.rank[0]:
        return
    begin(found)
    stamp = new_stamp(search)
    for node in path_to(nodes, end):
        numbering.cell_stamps[numbering.cell_of[nodes.literals[node] >> 1]] = stamp
    # Deny what sees both an on and an off of the cycle, outside its cells.
    for node in path_to(nodes, end):
        number = nodes.literals[node] >> 1
        cell, d = numbering.cell_of[number], numbering.digit_of[number]
        if nodes.literals[node] & 1:
            for peer in grid.peers[cell]:
                if (
                    grid.left[peer] >> d & 1
                    and numbering.cell_stamps[peer] != stamp
                    and peer * grid.size + d + 1 not in found.denied[: found.numbers[DENIALS]]
                    and is_seen_off(search, end, peer, d)
                ):
                    denies(found, peer * grid.size + d + 1)
    if is_worth(search):
        conclude(search, end, length, rank)


def is_seen_off(search: StepSearch, end: int, cell: int, d: int) -> bool:
    """Return whether an off of the cycle with this digit sees the cell."""
    grid = search.grid
    nodes = search.nodes
    numbering = search.numbering
    for node in path_to(nodes, end):
        number = nodes.literals[node] >> 1
        if (
            not nodes.literals[node] & 1
            and numbering.digit_of[number] == d
            and see(grid, numbering.cell_of[number], cell)
        ):
            return True
    return False


def force_from(
    search: StepSearch, links: Links, source: int, used: int, rated: int, limit: int
) -> None:
    """Keep the best forcing chain from a literal to its opposite, of at most this length."""
    numbering, nodes = search.numbering, search.nodes
    stamp = new_stamp(search)
    numbering.stamps[source] = stamp
    add_node(search, 0, source, before=-1, clause=-1, depth=1)
    made, at = 1, 0
    while at < made:
        literal = nodes.literals[at]
        x = nodes.literals[at] >> 1
        depth = nodes.depths[at] + 1
        # Nodes come in order of depth, so no chain that is short enough can follow.
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
                add_node(search, made, y, before=at, clause=clause, depth=depth)
                if y == source ^ 1:
                    note_chain(search, made, used, rated)
                    return
                made += 1
        at += 1


def note_chain(search: StepSearch, end: int, used: int, rated: int) -> None:
    """Keep a forcing chain if it is the best so far."""
    numbering, target = search.numbering, search.nodes.literals[end]
    length = length_of(search, end)
    rank = rank_of(search, rated, length, kind_of(used))
    if rank < search.rank[0]:
        begin(search.found)
        concludes(search.found, numbering.variable_of[target >> 1], target & 1)
        conclude(search, end, length, rank)


def conclude(search: StepSearch, end: int, length: int, rank: int) -> None:
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
    count = sum(1 for _ in path_to(nodes, end))
    found.numbers[SIZE] = count // 2
    found.proof[0] = count
    place = count
    for node in path_to(nodes, end):
        place -= 1
        found.proof[1 + 2 * place] = search.numbering.variable_of[nodes.literals[node] >> 1] * 2 + (
            nodes.literals[node] & 1
        )
        found.proof[2 + 2 * place] = nodes.clauses[node]
        if nodes.clauses[node] >= 0:
            base(found, nodes.clauses[node])
    found.numbers[PROOF] = 1 + 2 * count
    keep(search, rank)
