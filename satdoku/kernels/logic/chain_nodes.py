"""The nodes of alternating inference chains: false and true in turn, joined by strong and weak
links.

A node is a set of candidates of one digit: a single one; a meet, the candidates that two clauses
share; or those of an almost locked set. A true node denies every node all of whose candidates share
a clause with each of its own (weak link). A false node leaves its clause, or its almost locked set,
one other node, which is true (strong link, see `chain_links`).

Nodes are numbered: variables first, under their own numbers, then the meets, then those of sets.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from ..any_theory.csr import OPEN
from ..kernel import part
from ..lockstep.simd import Words, fill
from .state import NamedTheory, State, holds, share_clause


class ChainLinks(NamedTuple):
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
    false: Annotated[Words, "nodes"]
    partner_starts: Annotated[Words, "nodes+1"]
    true_nodes: Annotated[Words, "partners"]
    clauses: Annotated[Words, "partners"]
    true_stamp: Annotated[Words, 2, "nodes"]
    true_from: Annotated[Words, 2, "nodes"]
    true_by: Annotated[Words, 2, "nodes"]
    depth: Annotated[Words, 2, "nodes"]
    known_false: Annotated[Words, 2, "words"]
    false_from: Annotated[Words, 2, "nodes"]
    rows: Annotated[Words, "rows"]
    row_links: Annotated[Words, "nodes"]
    row_starts: Annotated[Words, "nodes"]
    seen: Annotated[Words, "statuses"]
    queue: Annotated[Words, 2, "nodes"]
    path: Annotated[Words, 4, "nodes"]
    counts: Annotated[Words, 10]


#: Places in `counts`.
FALSE, STAMP, SIGHT, DIGIT, APART, LINKS, ROWS, REACHED, NODES, LISTS = range(10)
#: How: chains of one digit; meets as nodes; strong links in cells alone; almost locked sets too.
OF_ONE_DIGIT, GROUPED, IN_CELLS, SETS = 1, 2, 4, 8


def board_only(theory: NamedTheory, variable: int) -> int:
    """Return the variable, or 0 for an auxiliary variable: chains do not use these."""
    return variable if variable <= theory.boards else 0


@part
def variables(links: ChainLinks, node: int) -> Words:
    """Return the variables of a node."""
    return links.members[links.starts[node] : links.starts[node + 1]]


def digit_of(theory: NamedTheory, links: ChainLinks, node: int) -> int:
    """Return the digit of a node, counted from 0."""
    return int((links.members[links.starts[node]] - 1) % theory.size)


def candidates(state: State, links: ChainLinks, node: int) -> int:
    """Return the number of candidates of a node."""
    return sum(state.status[v] == OPEN for v in variables(links, node))


def look_around(theory: NamedTheory, state: State, links: ChainLinks, node: int) -> None:
    """Mark as seen the variables that each candidate of the node denies."""
    if is_meet(theory, state, links, node):
        links.counts[SIGHT] += 1
        for clause in theory.holders[node]:
            for variable in theory.members[clause]:
                links.seen[variable] = links.counts[SIGHT]
        for own in variables(links, node):
            links.seen[own] = 0
        return
    # What all candidates so far deny carries the mark of the last of them, and only that is marked
    # anew: so the last mark is on the intersection, and nothing needs to be cleared.
    before = 0
    for own in variables(links, node):
        if state.status[own] != OPEN:
            continue
        links.counts[SIGHT] += 1
        sight = links.counts[SIGHT]
        for clause in theory.holders[own]:
            for variable in theory.members[clause]:
                if before == 0 or links.seen[variable] == before:
                    links.seen[variable] = sight
        links.seen[own] = 0
        before = sight


def row_of(theory: NamedTheory, state: State, links: ChainLinks, node: int) -> int:
    """Return where the row of the node begins: a bit for each false node that it denies.

    A row is built on first use. Once there is no room for more rows, the last one is rebuilt each
    time.
    """
    if links.row_links[node] == links.counts[LINKS]:
        return int(links.row_starts[node])
    words = (links.counts[FALSE] + 63) // 64
    start = links.counts[ROWS] * words
    # The row is kept only if there is room behind it for another, which can be rebuilt again and
    # again.
    if start + 2 * words <= len(links.rows):
        links.counts[ROWS] += 1
        links.row_links[node] = links.counts[LINKS]
        links.row_starts[node] = start
    look_around(theory, state, links, node)
    fill(links.rows, start, words, 0)
    for k in range(links.counts[FALSE]):
        if is_seen(state, links, links.false[k]):
            links.rows[start + k // 64] |= 1 << (k % 64)
    return int(start)


def is_seen(state: State, links: ChainLinks, node: int) -> bool:
    """Return whether the current node (see `look_around`) denies all candidates of this one."""
    sight = links.counts[SIGHT]
    return all(state.status[v] != OPEN or links.seen[v] == sight for v in variables(links, node))


def in_node(links: ChainLinks, node: int, variable: int) -> bool:
    """Return whether the variable belongs to the node."""
    return bool(variable in variables(links, node))


def rest_of(theory: NamedTheory, state: State, links: ChainLinks, clause: int, node: int) -> int:
    """Return the node of the clause's candidates outside this one; 0 if they form no node."""
    # Taking the node's candidates off the packed count leaves the count and the sum of the others,
    # and the sum of a single one is its number.
    others = state.left[clause]
    for variable in variables(links, node):
        if state.status[variable] == OPEN:
            others -= theory.unit + variable
    number = others >> theory.shift
    if number < 2:
        return int(board_only(theory, others - theory.unit)) if number else 0
    if number > theory.widest_meet:
        return 0
    for other in theory.clause_meets[clause]:
        inside = sum(
            state.status[v] == OPEN and not in_node(links, node, v) for v in variables(links, other)
        )
        if inside == number:
            return int(other)
    return 0


def sees(theory: NamedTheory, state: State, links: ChainLinks, x: int, node: int) -> bool:
    """Return whether candidate x shares a clause with each of the node's (and is not in it)."""
    if is_meet(theory, state, links, node):
        for clause in theory.holders[node]:
            if holds(theory, clause, x):
                return not in_node(links, node, x)
        return False
    return all(
        v != x and (state.status[v] != OPEN or share_clause(theory, v, x))
        for v in variables(links, node)
    )


@part
def is_meet(theory: NamedTheory, state: State, links: ChainLinks, node: int) -> bool:
    """Return whether the node is a meet that is seen through one of its two clauses only.

    A list also has what sees each candidate through another clause, as on boards with diagonals;
    the search does not, since a person would not call that a group.
    """
    return len(state.status) <= node < theory.nodes and not links.counts[LISTS]


def linked(theory: NamedTheory, state: State, links: ChainLinks, first: int, second: int) -> bool:
    """Return whether two nodes are never both true: each candidate of the first sees all of the
    second."""
    return all(
        state.status[v] != OPEN or sees(theory, state, links, v, second)
        for v in variables(links, first)
    )
