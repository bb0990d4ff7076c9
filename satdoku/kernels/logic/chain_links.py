"""The strong links of chains: which nodes, when false, make which others true."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..any_theory.csr import OPEN
from ..lockstep.simd import ones
from .almost_locked import LARGEST, clauses_of, collect
from .chain_nodes import (
    APART,
    DIGIT,
    FALSE,
    GROUPED,
    IN_CELLS,
    LINKS,
    LISTS,
    NODES,
    OF_ONE_DIGIT,
    ROWS,
    SETS,
    ChainLinks,
    board_only,
    candidates,
    in_node,
    rest_of,
    variables,
)
from .found import ALL
from .grid import update_grid
from .state import CELL, count

if TYPE_CHECKING:
    from .search import StepSearch

#: Room left for the candidates of a node.
ROOM = 16
#: Cells of an almost locked set at most.
MOST_CELLS = 7


def link(search: StepSearch, mode: int) -> None:
    """List the strong links: which nodes, when false, make which others true."""
    theory = search.theory
    state = search.state
    links = search.links
    false = 0
    partners = 0
    free = theory.nodes
    links.partner_starts[0] = 0
    for node in range(1, theory.nodes if mode & GROUPED else len(state.status)):
        if theory.boards < node < len(state.status):
            continue  # an auxiliary variable
        # A meet with one candidate left is that candidate, which is a node itself.
        if candidates(state, links, node) < (1 if node < len(state.status) else 2):
            continue
        before = partners
        for clause in theory.holders[node]:
            if not theory.exact[clause] or (mode & OF_ONE_DIGIT and not theory.digit[clause]):
                continue
            if mode & IN_CELLS and theory.kind[clause] != CELL:
                continue
            if mode & GROUPED:
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
    links.counts[DIGIT] = mode & OF_ONE_DIGIT
    links.counts[LISTS] = search.listing[ALL]
    links.counts[APART] = mode & GROUPED if search.listing[ALL] else 0
    links.counts[LINKS] += 1
    links.counts[ROWS] = 0
    if mode & SETS:
        link_sets(search)


def exact_rest(search: StepSearch, clause: int, node: int, other: int, free: int) -> int:
    """Return a node of just what the clause leaves to another node without this one: the other, or
    a new one, which has the number `free` (the other again if there is no room)."""
    state = search.state
    links = search.links
    end = search.links.starts[free]
    shared, is_full = 0, free + 2 > len(links.starts) or end + ROOM > len(links.members)
    for variable in variables(links, other):
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


def link_sets(search: StepSearch) -> None:
    """Add the links between the digits of each almost locked set, which lacks at most one of
    them."""
    update_grid(search)
    almost = search.almost
    links = search.links
    size = search.theory.size
    collect(search.grid, almost, MOST_CELLS, 1)
    false, free = links.counts[FALSE], links.counts[NODES]
    partners = links.partner_starts[false]
    for i in range(almost.counts[0]):
        # A cell with two candidates is an ordinary strong link.
        if almost.sizes[i] < 2:
            continue
        if max(false, free) + size + 2 > len(links.starts) or (
            partners + size * size > len(links.clauses)
            or links.starts[free] + size * LARGEST > len(links.members)
        ):
            break  # no room
        first = free
        for d in ones(almost.digits[i]):
            add_node(search, i, d, free)
            free += 1
        for node in range(first, free):
            # A single candidate has the same node everywhere, or chains through it would not meet.
            links.false[false] = alone(links, node)
            for other in range(first, free):
                if other != node:
                    links.true_nodes[partners] = alone(links, other)
                    links.clauses[partners] = -1 - i
                    partners += 1
            false += 1
            links.partner_starts[false] = partners
    links.counts[FALSE] = false


def add_node(search: StepSearch, i: int, d: int, node: int) -> None:
    """Make the node of a digit's candidates in an almost locked set."""
    links, almost = search.links, search.almost
    end = links.starts[node]
    for clause in clauses_of(almost, i):
        variable = search.theory.members[clause][d]
        if search.state.status[variable] == OPEN:
            links.members[end] = variable
            end += 1
    links.starts[node + 1] = end


def alone(links: ChainLinks, node: int) -> int:
    """Return the variable of a node that has just one, else the node."""
    first = links.starts[node]
    return int(links.members[first] if links.starts[node + 1] == first + 1 else node)
