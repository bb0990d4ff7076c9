"""Alternating inference chains: false and true nodes in turn, joined by strong and weak links.

A node is a set of candidates of one digit: a single one; a meet, the candidates that two clauses
share; or those of an almost locked set. A true node denies every node all of whose candidates share
a clause with each of its own (weak link). A false node leaves its clause, or its almost locked set,
one other node, which is true (strong link). The search is breadth first, so it finds the shortest
chains.

Nodes are numbered: variables first, under their own numbers, then the meets, then those of sets.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..csr import OPEN
from ..kernel import part, routine
from ..simd import Words, lowest_bit
from .almost_locked import LARGEST, collect
from .grid import look
from .kinds import CELL
from .report import ALL
from .state import NamedTheory, State, count, holds, share_clause

if TYPE_CHECKING:
    from .search import Search


class Links(NamedTuple):
    """Working data of a chain search.

    The variables of a node are members[starts[node] : starts[node + 1]]; the open ones are its
    candidates. false: the counts[FALSE] nodes that, when false, make another node true; the
    partners of the k-th are true_nodes and clauses from partner_starts[k] on (in place of a clause:
    -1 minus the number of an almost locked set). Results of one search are valid only where the
    stamp equals counts[STAMP]. By node: true_stamp, true_from (the place in `false` of the
    preceding node), true_by (the place of its partner) and depth. By place in `false`: false_from,
    and known_false with one bit each. With counts[APART], nodes behind a group of candidates are
    reached apart from the others, and have their results in the second half of these arrays. rows:
    see `row_of`; row_links: the value of counts[LINKS] at which a node's row was built. seen: by
    variable, counts[SIGHT] if the current node denies it. queue: the counts[REACHED] places of true
    nodes. path: of a chain, for each of its strong links the place in `false` and that of its
    partner, then scratch space of the same size.
    """

    members: Words
    starts: Words
    false: Words
    partner_starts: Words
    true_nodes: Words
    clauses: Words
    true_stamp: Words
    true_from: Words
    true_by: Words
    depth: Words
    known_false: Words
    false_from: Words
    rows: Words
    row_links: Words
    row_starts: Words
    seen: Words
    queue: Words
    path: Words
    counts: Words


#: Places in `counts`.
FALSE, STAMP, SIGHT, DIGIT, APART, LINKS, ROWS, REACHED, NODES, LISTS = range(10)
COUNTS = 10
#: How: chains of one digit; meets as nodes; strong links in cells alone; almost locked sets too.
OF_ONE_DIGIT, GROUPED, IN_CELLS, SETS = 1, 2, 4, 8
#: Room left for the candidates of a node.
ROOM = 16
#: Cells of an almost locked set at most.
MOST_CELLS = 5
#: More than any number of strong links.
ENDLESS = 1 << 30


@routine
def link(search: Search, how: int) -> None:
    """List the strong links: which nodes, when false, make which others true."""
    theory, state, links = search.theory, search.state, search.links
    false, partners, free = 0, 0, theory.nodes
    links.partner_starts[0] = 0
    for node in range(1, theory.nodes if how & GROUPED else len(state.status)):
        if theory.boards < node < len(state.status):
            continue  # an auxiliary variable
        if candidates(state, links, node) < (1 if node < len(state.status) else 2):
            continue
        before = partners
        for clause in theory.holders[node]:
            if not theory.exact[clause] or (how & OF_ONE_DIGIT and not theory.digit[clause]):
                continue
            if how & IN_CELLS and theory.kind[clause] != CELL:
                continue
            if how & GROUPED:
                other = rest_of(theory, state, links, clause, node)
            elif count(theory, state, clause) == 2:
                other = board_only(theory, state.left[clause] - 2 * theory.unit - node)
            else:
                other = 0
            if other > len(state.status) and search.listing[ALL]:
                other = exact_rest(search, clause, node, other, free)
                free = max(free, other + 1)
            if other:
                links.true_nodes[partners] = other
                links.clauses[partners] = clause
                partners += 1
        if partners > before:
            links.false[false] = node
            false += 1
            links.partner_starts[false] = partners
    for node in range(theory.nodes, free):  # true nodes so far: the same links backwards
        links.false[false] = node
        links.true_nodes[partners] = links.true_from[node]
        links.clauses[partners] = links.true_by[node]
        false += 1
        partners += 1
        links.partner_starts[false] = partners
    links.counts[FALSE] = false
    links.counts[NODES] = free
    links.counts[DIGIT] = how & OF_ONE_DIGIT
    links.counts[LISTS] = search.listing[ALL]
    links.counts[APART] = how & GROUPED if search.listing[ALL] else 0
    links.counts[LINKS] += 1
    links.counts[ROWS] = 0
    if how & SETS:
        link_sets(search)


@routine
def exact_rest(search: Search, clause: int, node: int, other: int, free: int) -> int:
    """Return a node of just what the clause leaves to another node without this one: the other, or
    a new one, which has the number `free` (the other again if there is no room)."""
    state, links, end = search.state, search.links, search.links.starts[free]
    shared, is_full = 0, free + 2 > len(links.starts) or end + ROOM > len(links.members)
    for k in range(links.starts[other], links.starts[other + 1]):
        variable = links.members[k]
        if state.status[variable] != OPEN:
            continue
        if in_node(links, node, variable):
            shared += 1
        elif not is_full and end < len(links.members):
            links.members[end] = variable
            end += 1
    if not shared or is_full:
        return other
    links.starts[free + 1] = end
    links.true_from[free] = node
    links.true_by[free] = clause
    return free


@routine
def link_sets(search: Search) -> None:
    """Add the links between the digits of each almost locked set, which lacks at most one of
    them."""
    look(search)
    almost, links, size = search.almost, search.links, search.theory.size
    collect(search.grid, almost, MOST_CELLS, 1)
    false, free = links.counts[FALSE], links.counts[NODES]
    partners = links.partner_starts[false]
    for i in range(almost.counts[0]):
        if almost.sizes[i] < 2:
            continue
        if max(false, free) + size + 2 > len(links.starts) or (
            partners + size * size > len(links.clauses)
            or links.starts[free] + size * LARGEST > len(links.members)
        ):
            break  # no room
        first = free
        for d in range(size):
            if almost.digits[i] >> d & 1:
                add_node(search, i, d, free)
                free += 1
        for node in range(first, free):
            links.false[false] = alone(links, node)
            for other in range(first, free):
                if other != node:
                    links.true_nodes[partners] = alone(links, other)
                    links.clauses[partners] = -1 - i
                    partners += 1
            false += 1
            links.partner_starts[false] = partners
    links.counts[FALSE] = false


@routine
def add_node(search: Search, i: int, d: int, node: int) -> None:
    """Make the node of a digit's candidates in an almost locked set."""
    links, almost = search.links, search.almost
    end = links.starts[node]
    for k in range(almost.sizes[i]):
        variable = search.theory.members[almost.cells[i * LARGEST + k]][d]
        if search.state.status[variable] == OPEN:
            links.members[end] = variable
            end += 1
    links.starts[node + 1] = end


@routine
def alone(links: Links, node: int) -> int:
    """Return the variable of a node that has just one, else the node."""
    first = links.starts[node]
    return int(links.members[first] if links.starts[node + 1] == first + 1 else node)


@routine
def board_only(theory: NamedTheory, variable: int) -> int:
    """Return the variable, or 0 for an auxiliary variable: chains do not use these."""
    return variable if variable <= theory.boards else 0


@routine
def digit_of(theory: NamedTheory, links: Links, node: int) -> int:
    """Return the digit of a node, counted from 0."""
    return int((links.members[links.starts[node]] - 1) % theory.size)


@routine
def candidates(state: State, links: Links, node: int) -> int:
    """Return the number of candidates of a node."""
    number = 0
    for k in range(links.starts[node], links.starts[node + 1]):
        if state.status[links.members[k]] == OPEN:
            number += 1
    return number


@routine
def look_around(theory: NamedTheory, state: State, links: Links, node: int) -> None:
    """Mark as seen the variables that each candidate of the node denies."""
    if is_meet(theory, state, links, node):
        links.counts[SIGHT] += 1
        for clause in theory.holders[node]:
            for variable in theory.members[clause]:
                links.seen[variable] = links.counts[SIGHT]
        for k in range(links.starts[node], links.starts[node + 1]):
            links.seen[links.members[k]] = 0
        return
    before = 0
    for k in range(links.starts[node], links.starts[node + 1]):
        if state.status[links.members[k]] != OPEN:
            continue
        links.counts[SIGHT] += 1
        sight = links.counts[SIGHT]
        for clause in theory.holders[links.members[k]]:
            for variable in theory.members[clause]:
                if before == 0 or links.seen[variable] == before:
                    links.seen[variable] = sight
        links.seen[links.members[k]] = 0
        before = sight


@routine
def row_of(theory: NamedTheory, state: State, links: Links, node: int) -> int:
    """Return where the row of the node begins: a bit for each false node that it denies.

    A row is built on first use. Once there is no room for more rows, the last one is rebuilt each
    time.
    """
    if links.row_links[node] == links.counts[LINKS]:
        return int(links.row_starts[node])
    words = (links.counts[FALSE] + 63) // 64
    start = links.counts[ROWS] * words
    if start + 2 * words <= len(links.rows):
        links.counts[ROWS] += 1
        links.row_links[node] = links.counts[LINKS]
        links.row_starts[node] = start
    look_around(theory, state, links, node)
    for word in range(words):
        links.rows[start + word] = 0
    for k in range(links.counts[FALSE]):
        if is_seen(state, links, links.false[k]):
            links.rows[start + k // 64] |= 1 << (k % 64)
    return int(start)


@routine
def is_seen(state: State, links: Links, node: int) -> bool:
    """Return whether the current node (see `look_around`) denies all candidates of this one."""
    sight = links.counts[SIGHT]
    for k in range(links.starts[node], links.starts[node + 1]):
        variable = links.members[k]
        if state.status[variable] == OPEN and links.seen[variable] != sight:
            return False
    return True


@routine
def follow(search: Search, x: int, bound: int) -> int:
    """Return the true node that ends a chain from x to not x of fewer than `bound` strong links, or
    0."""
    links = search.links
    begin_chains(links)
    links.queue[0] = x
    links.counts[REACHED] = 1
    links.true_stamp[x] = links.counts[STAMP]
    links.depth[x] = 0
    return spread(search, x, x, bound)


@routine
def follow_all(search: Search, k: int) -> None:
    """Reach every true node to which a chain leads from the k-th false node."""
    links = search.links
    begin_chains(links)
    links.counts[REACHED] = 0
    links.known_false[k // 64] |= 1 << (k % 64)
    reach(search, k, 0, 1, 0)
    spread(search, links.false[k], 0, ENDLESS)


@routine
def begin_chains(links: Links) -> None:
    """Forget the nodes that an earlier search reached."""
    links.counts[STAMP] += 1
    for word in range(len(links.known_false)):
        links.known_false[word] = 0


@routine
def spread(search: Search, start: int, x: int, bound: int) -> int:
    """Follow the links from the true nodes reached; return the first that denies x, or 0.

    Breadth first over true nodes. Each is combined with its row, the false nodes that it denies;
    those not reached before are taken word by word, and each makes its partners true.
    """
    theory, state, links = search.theory, search.state, search.links
    digit = digit_of(theory, links, start) if links.counts[DIGIT] else -1
    words, taken = (links.counts[FALSE] + 63) // 64, 0
    while taken < links.counts[REACHED]:
        at = links.queue[taken]
        taken += 1
        if links.depth[at] + 1 >= bound:
            return 0
        row = row_of(theory, state, links, node_at(links, at))
        known = 0 if node_at(links, at) == at else len(links.known_false) // 2
        for word in range(words):
            fresh = links.rows[row + word] & ~links.known_false[known + word]
            links.known_false[known + word] |= fresh
            while fresh:
                k = 64 * word + lowest_bit(fresh)
                fresh &= fresh - 1
                if digit < 0 or digit_of(theory, links, links.false[k]) == digit:
                    end = reach(search, k, at, links.depth[at] + 1, x)
                    if end:
                        return end
    return 0


@routine
def reach(search: Search, k: int, before: int, depth: int, x: int) -> int:
    """Make the partners of the k-th false node true; return the first that denies x (0: none is
    sought), or 0. before: where the true node that denies it was reached."""
    state, links = search.state, search.links
    apart = before - node_at(links, before)
    place = k + apart
    links.false_from[place] = before
    if links.counts[APART] and candidates(state, links, links.false[k]) > 1:
        apart = len(links.row_links)
    for p in range(links.partner_starts[k], links.partner_starts[k + 1]):
        other = links.true_nodes[p] + apart
        if not apart and links.counts[APART] and candidates(state, links, other) > 1:
            other += len(links.row_links)
        if links.true_stamp[other] != links.counts[STAMP]:
            links.true_stamp[other] = links.counts[STAMP]
            links.true_from[other] = place
            links.true_by[other] = p
            links.depth[other] = depth
            if x and sees(search.theory, search.state, links, x, other):
                return int(other)
            links.queue[links.counts[REACHED]] = other
            links.counts[REACHED] += 1
    return 0


@part
def node_at(links: Links, place: int) -> int:
    """Return the node whose results have this place, or the false one's place in `false`."""
    return place if place < len(links.row_links) else place - len(links.row_links)


@routine
def trace_back(links: Links, end: int) -> int:
    """Write the chain to where this true node was reached to `path`; return its strong links."""
    strong, node = links.depth[end], end
    for k in range(strong - 1, -1, -1):
        place = links.true_from[node]
        links.path[2 * k] = node_at(links, place)
        links.path[2 * k + 1] = links.true_by[node]
        node = links.false_from[place]
    return int(strong)


@routine
def in_node(links: Links, node: int, variable: int) -> bool:
    """Return whether the variable belongs to the node."""
    for k in range(links.starts[node], links.starts[node + 1]):
        if links.members[k] == variable:
            return True
    return False


@routine
def rest_of(theory: NamedTheory, state: State, links: Links, clause: int, node: int) -> int:
    """Return the node of the clause's candidates outside this one; 0 if they form no node."""
    others = state.left[clause]
    for k in range(links.starts[node], links.starts[node + 1]):
        if state.status[links.members[k]] == OPEN:
            others -= theory.unit + links.members[k]
    number = others >> theory.shift
    if number < 2:
        return int(board_only(theory, others - theory.unit)) if number else 0
    if number > theory.widest_meet:
        return 0
    for other in theory.clause_meets[clause]:
        inside = 0
        for k in range(links.starts[other], links.starts[other + 1]):
            variable = links.members[k]
            if state.status[variable] == OPEN and not in_node(links, node, variable):
                inside += 1
        if inside == number:
            return int(other)
    return 0


@routine
def sees(theory: NamedTheory, state: State, links: Links, x: int, node: int) -> bool:
    """Return whether candidate x shares a clause with each of the node's (and is not in it)."""
    if is_meet(theory, state, links, node):
        for clause in theory.holders[node]:
            if holds(theory, clause, x):
                return not in_node(links, node, x)
        return False
    for k in range(links.starts[node], links.starts[node + 1]):
        variable = links.members[k]
        if variable == x or (
            state.status[variable] == OPEN and not share_clause(theory, variable, x)
        ):
            return False
    return True


@part
def is_meet(theory: NamedTheory, state: State, links: Links, node: int) -> bool:
    """Return whether the node is a meet that is seen through one of its two clauses only.

    A list also has what sees each candidate through another clause, as on boards with diagonals;
    the search does not, since a person would not call that a group.
    """
    return len(state.status) <= node < theory.nodes and not links.counts[LISTS]


@routine
def linked(theory: NamedTheory, state: State, links: Links, first: int, second: int) -> bool:
    """Return whether two nodes are never both true: each candidate of the first sees all of the
    second."""
    for k in range(links.starts[first], links.starts[first + 1]):
        variable = links.members[k]
        if state.status[variable] == OPEN and not sees(theory, state, links, variable, second):
            return False
    return True
