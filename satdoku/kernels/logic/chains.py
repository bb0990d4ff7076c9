"""Alternating inference chains: if x is true, clauses of two candidates each imply that x is false.

A node is a candidate or a meet: candidates that two clauses share, exactly one of which is true. A
true node denies every node all of whose candidates share a clause with it (weak link); a false node
leaves its clause one other node, which is true (strong link). The search is breadth first from each
candidate x, so it finds the shortest chain; any candidate that sees both ends of the chain is
false.

Nodes are numbered: variables first, under their own numbers, then the meets.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..csr import OPEN
from ..kernel import kernel, routine
from ..simd import Words, lowest_bit
from .found import FoundStep, base, begin, denies, measure, prove
from .state import NamedTheory, State, count, holds

if TYPE_CHECKING:
    from .search import Search


class Links(NamedTuple):
    """Working data of a chain search.

    false: the counts[FALSE] nodes that, when false, make another node true; the partners of the
    k-th are true_nodes and clauses from partner_starts[k] on. Results of one search are valid only
    where the stamp equals counts[STAMP]. By node: true_stamp, true_from (the place in `false` of
    the preceding node), true_by (the clause between them) and depth. By place in `false`:
    false_from, and known_false with one bit each. rows: see `row_of`; row_links: the value of
    counts[LINKS] at which a node's row was built. seen: by variable, counts[SIGHT] if the current
    node denies it. queue: true nodes.
    """

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
    counts: Words


#: Places in `counts`.
FALSE, STAMP, SIGHT, ONE_DIGIT, LINKS, ROWS = range(6)
#: How: chains of one digit; meets as nodes.
OF_ONE_DIGIT, GROUPED = 1, 2


@kernel
def find_chain(search: Search, how: int) -> bool:
    """Find the shortest chain, of one digit or of any, with or without grouped nodes (see
    `how`)."""
    theory, state, links = search.theory, search.state, search.links
    link(theory, state, links, (how & OF_ONE_DIGIT) != 0, (how & GROUPED) != 0)
    best, best_x = 1 << 30, 0
    for x in range(1, theory.boards + 1):
        if search.stop[0]:
            return False
        if state.status[x] == OPEN:
            end = follow(theory, state, links, x, best)
            if end:
                best, best_x = links.depth[end], x
    if not best_x:
        return False
    end = follow(theory, state, links, best_x, best + 1)
    record(theory, state, links, search.found, best_x, end)
    return True


@routine
def link(theory: NamedTheory, state: State, links: Links, one_digit: bool, groups: bool) -> None:
    """List the strong links: which nodes, when false, make which others true."""
    nodes, partners = 0, 0
    links.partner_starts[0] = 0
    for node in range(1, theory.nodes if groups else len(state.status)):
        if theory.boards < node < len(state.status):
            continue  # an auxiliary variable
        if candidates(theory, state, node) < (1 if node < len(state.status) else 2):
            continue
        before = partners
        for clause in theory.holders[node]:
            if not theory.exact[clause] or (one_digit and not theory.digit[clause]):
                continue
            if groups:
                other = rest_of(theory, state, clause, node)
            elif count(theory, state, clause) == 2:
                other = board_only(theory, state.left[clause] - 2 * theory.unit - node)
            else:
                other = 0
            if other:
                links.true_nodes[partners] = other
                links.clauses[partners] = clause
                partners += 1
        if partners > before:
            links.false[nodes] = node
            nodes += 1
            links.partner_starts[nodes] = partners
    links.counts[FALSE] = nodes
    links.counts[ONE_DIGIT] = one_digit
    links.counts[LINKS] += 1
    links.counts[ROWS] = 0


@routine
def board_only(theory: NamedTheory, variable: int) -> int:
    """Return the variable, or 0 for an auxiliary variable: chains do not use these."""
    return variable if variable <= theory.boards else 0


@routine
def digit_of(theory: NamedTheory, node: int) -> int:
    """Return the digit of a node, counted from 0."""
    return int((theory.node_members[node][0] - 1) % theory.size)


@routine
def candidates(theory: NamedTheory, state: State, node: int) -> int:
    """Return the number of candidates of a node."""
    number = 0
    for variable in theory.node_members[node]:
        if state.status[variable] == OPEN:
            number += 1
    return number


@routine
def look_around(theory: NamedTheory, links: Links, node: int) -> None:
    """Mark as seen the variables that the node denies when it is true."""
    links.counts[SIGHT] += 1
    sight = links.counts[SIGHT]
    for clause in theory.holders[node]:
        for variable in theory.members[clause]:
            links.seen[variable] = sight
    for variable in theory.node_members[node]:
        links.seen[variable] = 0


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
    look_around(theory, links, node)
    for word in range(words):
        links.rows[start + word] = 0
    for k in range(links.counts[FALSE]):
        if is_seen(theory, state, links, links.false[k]):
            links.rows[start + k // 64] |= 1 << (k % 64)
    return int(start)


@routine
def is_seen(theory: NamedTheory, state: State, links: Links, node: int) -> bool:
    """Return whether the current node (see `look_around`) denies all candidates of this one."""
    sight = links.counts[SIGHT]
    for variable in theory.node_members[node]:
        if state.status[variable] == OPEN and links.seen[variable] != sight:
            return False
    return True


@routine
def follow(theory: NamedTheory, state: State, links: Links, x: int, bound: int) -> int:
    """Return the true node that ends a chain from x to not x of fewer than `bound` strong links, or
    0.

    Breadth first over true nodes. Each is combined with its row, the false nodes that it denies;
    those not reached before are taken word by word, and each makes its partners true.
    """
    links.counts[STAMP] += 1
    stamp = links.counts[STAMP]
    links.queue[0] = x
    links.true_stamp[x] = stamp
    links.depth[x] = 0
    digit = digit_of(theory, x) if links.counts[ONE_DIGIT] else -1
    words = (links.counts[FALSE] + 63) // 64
    for word in range(words):
        links.known_false[word] = 0
    taken, end = 0, 1
    while taken < end:
        node = links.queue[taken]
        taken += 1
        if links.depth[node] + 1 >= bound:
            return 0
        row = row_of(theory, state, links, node)
        for word in range(words):
            fresh = links.rows[row + word] & ~links.known_false[word]
            links.known_false[word] |= fresh
            while fresh:
                k = 64 * word + lowest_bit(fresh)
                fresh &= fresh - 1
                if digit >= 0 and digit_of(theory, links.false[k]) != digit:
                    continue
                links.false_from[k] = node
                for p in range(links.partner_starts[k], links.partner_starts[k + 1]):
                    other = links.true_nodes[p]
                    if links.true_stamp[other] != stamp:
                        links.true_stamp[other] = stamp
                        links.true_from[other] = k
                        links.true_by[other] = links.clauses[p]
                        links.depth[other] = links.depth[node] + 1
                        if sees(theory, x, other):
                            return int(other)
                        links.queue[end] = other
                        end += 1
    return 0


@routine
def in_node(theory: NamedTheory, node: int, variable: int) -> bool:
    """Return whether the variable belongs to the node."""
    for member in theory.node_members[node]:
        if member == variable:
            return True
    return False


@routine
def rest_of(theory: NamedTheory, state: State, clause: int, node: int) -> int:
    """Return the node of the clause's candidates outside this one; 0 if they form no node."""
    others = state.left[clause]
    for variable in theory.node_members[node]:
        if state.status[variable] == OPEN:
            others -= theory.unit + variable
    number = others >> theory.shift
    if number < 2:
        return int(board_only(theory, others - theory.unit)) if number else 0
    if number > theory.widest_meet:
        return 0
    for other in theory.clause_meets[clause]:
        inside = 0
        for variable in theory.node_members[other]:
            if state.status[variable] == OPEN and not in_node(theory, node, variable):
                inside += 1
        if inside == number:
            return int(other)
    return 0


@routine
def sees(theory: NamedTheory, x: int, node: int) -> bool:
    """Return whether candidate x shares one clause with all of the node (and is not in it)."""
    if in_node(theory, node, x):
        return False
    for clause in theory.holders[node]:
        if holds(theory, clause, x):
            return True
    return False


@routine
def linked(theory: NamedTheory, state: State, first: int, second: int) -> bool:
    """Return whether two nodes are never both true: each candidate of the first sees all of the
    second."""
    for variable in theory.node_members[first]:
        if state.status[variable] == OPEN and not sees(theory, variable, second):
            return False
    return True


@routine
def record(
    theory: NamedTheory, state: State, links: Links, found: FoundStep, x: int, end: int
) -> None:
    """Fill in the step: bases are the clauses of the strong links, proof the nodes from end to end.

    Each strong link adds two entries to the proof, the false node and the true one. x itself may
    see the candidates of an end through several clauses, on boards with cages and the like.
    """
    begin(found)
    node = end
    while node != x:
        prove(found, node)
        prove(found, links.false[links.true_from[node]])
        base(found, links.true_by[node])
        node = links.false_from[links.true_from[node]]
    strong = links.depth[end]
    for k in range(strong):  # found from the end backwards
        other = 2 * strong - 1 - k
        found.proof[k], found.proof[other] = found.proof[other], found.proof[k]
    for k in range(strong // 2):
        other = strong - 1 - k
        found.bases[k], found.bases[other] = found.bases[other], found.bases[k]
    measure(found, strong, 2 * strong, 0)
    ends = linked(theory, state, found.proof[0], end)
    for z in range(1, theory.boards + 1):
        if state.status[z] != OPEN:
            continue
        denied = z == x or (sees(theory, z, found.proof[0]) and sees(theory, z, end))
        if ends and not denied:
            for k in range(1, 2 * strong - 1, 2):
                denied = denied or (
                    sees(theory, z, found.proof[k]) and sees(theory, z, found.proof[k + 1])
                )
        if denied:
            denies(found, z)
