"""Alternating inference chains: if x, then by clauses of two candidates each, not x.

A node is a candidate, or a meet: candidates that two clauses share, of which one is true. A node
that is true denies what shares a clause with all of it (weak link); a node that is false leaves its
clause one other node (strong link). Breadth first from each candidate x, so the shortest chain is
found; whatever sees both its ends is false.

Nodes are numbered: variables as they are, meet i as first_meet + i.
"""

from __future__ import annotations

from typing import NamedTuple

from ..flat import OPEN
from ..vectors import Words, lowest_bit
from .found import LENGTH, RATING, SIZE, Found, base, begin, prove, reject
from .levels import RATINGS, added
from .routine import routine
from .state import Board, State, count, holds, share_clause


class Links(NamedTuple):
    """What a search works with.

    false: the nodes that, when false, leave another true, so many as counts[FALSE]; partners of the
    k-th: true_nodes and clauses from partner_starts[k]. What one search reached is valid where the
    stamp (counts[STAMP]) is its own: true_stamp, true_from (the place in `false` of the node
    before), true_by (the clause between them), depth, by node; false_from by place in `false`, and
    known_false, a bit for each. rows: see `row_of`; row_links: the counts[LINKS] for which a node's
    was made. seen: by variable, where it is counts[SIGHT] the node in hand denies it. queue: true
    nodes.
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


FALSE, STAMP, SIGHT, ONE_DIGIT, LINKS, ROWS = range(6)


@routine
def find_chain(
    board: Board, state: State, links: Links, found: Found, rule: int, one_digit: bool, groups: bool
) -> bool:
    """The shortest chain, of one digit or of any; with nodes of several candidates or without."""
    link(board, state, links, one_digit, groups)
    best, best_x = 1 << 30, 0
    for x in range(1, len(state.status)):
        if state.status[x] == OPEN:
            end = follow(board, state, links, x, best)
            if end:
                best, best_x = links.depth[end], x
    if not best_x:
        return False
    end = follow(board, state, links, best_x, best + 1)
    record(board, state, links, found, rule, best_x, end)
    return True


@routine
def link(board: Board, state: State, links: Links, one_digit: bool, groups: bool) -> None:
    """List the strong links: which nodes, when false, leave which others true."""
    first_meet = len(state.status)
    nodes, partners = 0, 0
    links.partner_starts[0] = 0
    for node in range(1, first_meet + (len(board.meet_starts) - 1 if groups else 0)):
        if node < first_meet:
            if state.status[node] != OPEN:
                continue
            start, stop = board.holder_starts[node], board.holder_starts[node + 1]
        else:
            if candidates(board, state, node) < 2:
                continue
            start, stop = 2 * (node - first_meet), 2 * (node - first_meet) + 2
        before = partners
        for h in range(start, stop):
            clause = board.holders[h] if node < first_meet else board.meet_clauses[h]
            if not board.exact[clause] or (one_digit and not board.digit[clause]):
                continue
            if groups:
                other = rest_of(board, state, clause, node)
            elif count(board, state, clause) == 2:
                other = state.left[clause] - 2 * board.unit - node
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
def digit_of(board: Board, node: int) -> int:
    """The digit, from 0, of a node."""
    first_meet = board.cells * board.size + 1
    if node >= first_meet:
        node = board.meet_members[board.meet_starts[node - first_meet]]
    return (node - 1) % board.size


@routine
def candidates(board: Board, state: State, meet: int) -> int:
    """How many candidates a meet has."""
    i, number = meet - len(state.status), 0
    for m in range(board.meet_starts[i], board.meet_starts[i + 1]):
        number += state.status[board.meet_members[m]] == OPEN
    return number


@routine
def look_around(board: Board, state: State, links: Links, node: int) -> None:
    """Mark as seen what the node denies when it is true."""
    first_meet = len(state.status)
    links.counts[SIGHT] += 1
    sight = links.counts[SIGHT]
    if node < first_meet:
        start, stop = board.holder_starts[node], board.holder_starts[node + 1]
    else:
        start, stop = 2 * (node - first_meet), 2 * (node - first_meet) + 2
    for h in range(start, stop):
        clause = board.holders[h] if node < first_meet else board.meet_clauses[h]
        for m in range(board.member_starts[clause], board.member_starts[clause + 1]):
            links.seen[board.members[m]] = sight
    if node < first_meet:
        links.seen[node] = 0
    else:
        i = node - first_meet
        for m in range(board.meet_starts[i], board.meet_starts[i + 1]):
            links.seen[board.meet_members[m]] = 0


@routine
def row_of(board: Board, state: State, links: Links, node: int) -> int:
    """Where the row of the node begins: a bit for each false node that it denies.

    A row is made when it is first asked for; when there is no room for more, the last is made anew.
    """
    if links.row_links[node] == links.counts[LINKS]:
        return int(links.row_starts[node])
    words = (links.counts[FALSE] + 63) // 64
    start = links.counts[ROWS] * words
    if start + 2 * words <= len(links.rows):
        links.counts[ROWS] += 1
        links.row_links[node] = links.counts[LINKS]
        links.row_starts[node] = start
    look_around(board, state, links, node)
    for word in range(words):
        links.rows[start + word] = 0
    for k in range(links.counts[FALSE]):
        if is_seen(board, state, links, links.false[k]):
            links.rows[start + k // 64] |= 1 << (k % 64)
    return int(start)


@routine
def is_seen(board: Board, state: State, links: Links, node: int) -> bool:
    """The node in hand denies all candidates of this one."""
    first_meet, sight = len(state.status), links.counts[SIGHT]
    if node < first_meet:
        return bool(links.seen[node] == sight)
    i = node - first_meet
    for m in range(board.meet_starts[i], board.meet_starts[i + 1]):
        member = board.meet_members[m]
        if state.status[member] == OPEN and links.seen[member] != sight:
            return False
    return True


@routine
def follow(board: Board, state: State, links: Links, x: int, bound: int) -> int:
    """The true node that ends a chain of under `bound` strong links from x to not x; 0 for none."""
    links.counts[STAMP] += 1
    stamp = links.counts[STAMP]
    links.queue[0] = x
    links.true_stamp[x] = stamp
    links.depth[x] = 0
    digit = digit_of(board, x) if links.counts[ONE_DIGIT] else -1
    words = (links.counts[FALSE] + 63) // 64
    for word in range(words):
        links.known_false[word] = 0
    taken, end = 0, 1
    while taken < end:
        node = links.queue[taken]
        taken += 1
        if links.depth[node] + 1 >= bound:
            return 0
        row = row_of(board, state, links, node)
        for word in range(words):
            fresh = links.rows[row + word] & ~links.known_false[word]
            links.known_false[word] |= fresh
            while fresh:
                k = 64 * word + lowest_bit(fresh)
                fresh &= fresh - 1
                if digit >= 0 and digit_of(board, links.false[k]) != digit:
                    continue
                links.false_from[k] = node
                for p in range(links.partner_starts[k], links.partner_starts[k + 1]):
                    other = links.true_nodes[p]
                    if links.true_stamp[other] != stamp:
                        links.true_stamp[other] = stamp
                        links.true_from[other] = k
                        links.true_by[other] = links.clauses[p]
                        links.depth[other] = links.depth[node] + 1
                        if sees(board, state, x, other):
                            return int(other)
                        links.queue[end] = other
                        end += 1
    return 0


@routine
def in_node(board: Board, state: State, node: int, variable: int) -> bool:
    """The variable is one of the node's."""
    first_meet = len(state.status)
    if node < first_meet:
        return node == variable
    clauses = 2 * (node - first_meet)
    return holds(board, board.meet_clauses[clauses], variable) and holds(
        board, board.meet_clauses[clauses + 1], variable
    )


@routine
def rest_of(board: Board, state: State, clause: int, node: int) -> int:
    """The node of the clause's candidates outside this one; 0 where they are none."""
    first_meet = len(state.status)
    others = state.left[clause]
    if node < first_meet:
        others -= board.unit + node
    else:
        i = node - first_meet
        for m in range(board.meet_starts[i], board.meet_starts[i + 1]):
            if state.status[board.meet_members[m]] == OPEN:
                others -= board.unit + board.meet_members[m]
    number = others >> board.shift
    if number < 2:
        return int(others - board.unit) if number else 0
    if number > board.widest_meet:
        return 0
    for k in range(board.clause_meet_starts[clause], board.clause_meet_starts[clause + 1]):
        i = board.clause_meets[k]
        for m in range(board.meet_starts[i], board.meet_starts[i + 1]):
            variable = board.meet_members[m]
            if state.status[variable] == OPEN and not in_node(board, state, node, variable):
                number -= 1
        if number == 0:
            return int(first_meet + i)
        number = others >> board.shift
    return 0


@routine
def sees(board: Board, state: State, x: int, node: int) -> bool:
    """The candidate x shares a clause with all of the node."""
    first_meet = len(state.status)
    if node < first_meet:
        return share_clause(board, x, node)
    if in_node(board, state, node, x):
        return False
    clauses = 2 * (node - first_meet)
    return holds(board, board.meet_clauses[clauses], x) or holds(
        board, board.meet_clauses[clauses + 1], x
    )


@routine
def linked(board: Board, state: State, first: int, second: int) -> bool:
    """Two nodes are never both true, since each candidate of one sees all of the other."""
    first_meet = len(state.status)
    if first < first_meet:
        return sees(board, state, first, second)
    i = first - first_meet
    for m in range(board.meet_starts[i], board.meet_starts[i + 1]):
        variable = board.meet_members[m]
        if state.status[variable] == OPEN and not sees(board, state, variable, second):
            return False
    return True


@routine
def record(
    board: Board, state: State, links: Links, found: Found, rule: int, x: int, end: int
) -> None:
    """Fill in the step: bases are the clauses of the strong links, proof the nodes from end to end.

    Each strong link is two entries of the proof, the false node and the true one.
    """
    begin(found, rule, 0)
    node = end
    while node != x:
        prove(found, node)
        prove(found, links.false[links.true_from[node]])
        base(found, links.true_by[node])
        node = links.false_from[links.true_from[node]]
    strong = links.depth[end]
    for k in range(strong):  # they were found from the end
        other = 2 * strong - 1 - k
        found.proof[k], found.proof[other] = found.proof[other], found.proof[k]
    for k in range(strong // 2):
        other = strong - 1 - k
        found.bases[k], found.bases[other] = found.bases[other], found.bases[k]
    found.numbers[SIZE] = strong
    found.numbers[LENGTH] = 2 * strong
    found.numbers[RATING] = RATINGS[rule] + added(2 * strong)
    ends = linked(board, state, found.proof[0], end)
    for z in range(1, len(state.status)):
        if state.status[z] != OPEN:
            continue
        denied = sees(board, state, z, found.proof[0]) and sees(board, state, z, end)
        if ends and not denied:
            for k in range(1, 2 * strong - 1, 2):
                denied = denied or (
                    sees(board, state, z, found.proof[k])
                    and sees(board, state, z, found.proof[k + 1])
                )
        if denied:
            reject(found, z)
