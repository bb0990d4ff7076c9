"""The step of a chain: what its ends deny, or a loop's weak links, and what it rests on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..any_theory.csr import OPEN
from .almost_locked import clauses_of, is_seen
from .chain_nodes import SIGHT, digit_of, sees, variables
from .found import BASES, DENIALS, SIZE, asserts, base, begin, denies, prove, reported
from .state import CELL

if TYPE_CHECKING:
    from .search import StepSearch


def place_end(search: StepSearch, x: int, strong: int) -> bool:
    """Report the chain in `path`, which shows that x is true; return whether to stop."""
    theory, found = search.theory, search.found
    fill_in(search, strong, closes=False, x=0)
    # What both ends deny follows from the digit that is placed.
    found.numbers[DENIALS] = 0
    asserts(found, x)
    for clause in theory.holders[x]:
        if theory.kind[clause] == CELL:
            for other in theory.members[clause]:
                if other != x and search.state.status[other] == OPEN:
                    denies(found, other)
    return reported(search)


def fill_in(search: StepSearch, strong: int, closes: bool, x: int) -> None:
    """Fill in the step of the chain in `path`. closes: whether its ends deny each other. x:
    the candidate that the search began with, or 0: the chain denies it even if it sees the
    candidates of an end through several clauses (cages, say), which `mark_between` does not see.

    The proof lists the variables of each node; behind a false one stands minus the number of bases
    (the clauses of its strong link), behind a true one 0.
    """
    theory = search.theory
    links = search.links
    found = search.found
    begin(found)
    found.numbers[SIZE] = strong
    for k in range(strong):
        p, before = links.path[2 * k + 1], found.numbers[BASES]
        if links.clauses[p] >= 0:
            base(found, links.clauses[p])
        else:
            for clause in clauses_of(search.almost, -1 - links.clauses[p]):
                base(found, clause)
        prove_node(search, links.false[links.path[2 * k]], before - found.numbers[BASES])
        prove_node(search, links.true_nodes[p], 0)
    links.counts[SIGHT] += 1
    if x:
        links.seen[x] = links.counts[SIGHT]
    end = links.true_nodes[links.path[2 * strong - 1]]
    mark_between(search, links.false[links.path[0]], end)
    if closes:
        for k in range(1, strong):
            mark_between(
                search, links.true_nodes[links.path[2 * k - 1]], links.false[links.path[2 * k]]
            )
        for k in range(strong):
            if links.clauses[links.path[2 * k + 1]] < 0:
                mark_set(search, k)
    for z in range(1, theory.boards + 1):
        if links.seen[z] == links.counts[SIGHT]:
            denies(found, z)


def mark_set(search: StepSearch, strong: int) -> None:
    """Mark as seen what an almost locked set denies whose strong link (the one at this place) is
    part of a loop: of the link's two digits it lacks just one, so it has all the others."""
    theory = search.theory
    links = search.links
    almost = search.almost
    p = links.path[2 * strong + 1]
    i = -1 - links.clauses[p]
    first = digit_of(theory, links, links.false[links.path[2 * strong]])
    second = digit_of(theory, links, links.true_nodes[p])
    for z in range(1, theory.boards + 1):
        d = (z - 1) % theory.size
        is_other = almost.digits[i] >> d & 1 and d not in (first, second)
        if is_other and search.state.status[z] == OPEN and is_seen(search, i, d, z):
            links.seen[z] = links.counts[SIGHT]


def prove_node(search: StepSearch, node: int, mark: int) -> None:
    """Append the candidates of a node, and a mark, to the proof."""
    links = search.links
    for variable in variables(links, node):
        if search.state.status[variable] == OPEN:
            prove(search.found, variable)
    prove(search.found, mark)


def mark_between(search: StepSearch, first: int, second: int) -> None:
    """Mark as seen what both nodes deny."""
    theory = search.theory
    state = search.state
    links = search.links
    sight, k = links.counts[SIGHT], links.starts[first]
    # What a node denies is in a clause with each of its candidates, so the clauses of its first
    # open one hold everything that both nodes deny.
    while state.status[links.members[k]] != OPEN:
        k += 1
    for clause in theory.holders[links.members[k]]:
        for z in theory.members[clause]:
            if (
                links.seen[z] != sight
                and z <= theory.boards
                and state.status[z] == OPEN
                and sees(theory, state, links, z, first)
                and sees(theory, state, links, z, second)
            ):
                links.seen[z] = sight
