"""The search for chains: breadth first, so that it finds the shortest; see `chain_nodes`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..kernel import part
from ..lockstep.simd import fill, ones
from .chain_nodes import (
    APART,
    DIGIT,
    FALSE,
    REACHED,
    STAMP,
    ChainLinks,
    candidates,
    digit_of,
    row_of,
    sees,
)

if TYPE_CHECKING:
    from .search import StepSearch

#: More than any number of strong links.
ENDLESS = 1 << 30


def follow(search: StepSearch, x: int, bound: int) -> int:
    """Return the true node that ends a chain from x to not x of fewer than `bound` strong links, or
    0."""
    links = search.links
    begin_chains(links)
    links.queue[0] = x
    links.counts[REACHED] = 1
    links.true_stamp[x] = links.counts[STAMP]
    links.depth[x] = 0
    return spread(search, x, x, bound)


def follow_all(search: StepSearch, k: int) -> None:
    """Reach every true node to which a chain leads from the k-th false node."""
    links = search.links
    begin_chains(links)
    links.counts[REACHED] = 0
    links.known_false[k // 64] |= 1 << (k % 64)
    reach(search, k, 0, 1, 0)
    spread(search, links.false[k], 0, ENDLESS)


def begin_chains(links: ChainLinks) -> None:
    """Forget the nodes that an earlier search reached."""
    links.counts[STAMP] += 1
    fill(links.known_false, 0, len(links.known_false), 0)


def spread(search: StepSearch, start: int, x: int, bound: int) -> int:
    """Follow the links from the true nodes reached; return the first that denies x, or 0.

    Breadth first over true nodes. Each is combined with its row, the false nodes that it denies;
    those not reached before are taken word by word, and each makes its partners true.
    """
    theory = search.theory
    state = search.state
    links = search.links
    digit = digit_of(theory, links, start) if links.counts[DIGIT] else -1
    words, taken = (links.counts[FALSE] + 63) // 64, 0
    while taken < links.counts[REACHED]:
        at = links.queue[taken]
        taken += 1
        # Nodes come in order of depth, so all the others are too deep as well.
        if links.depth[at] + 1 >= bound:
            return 0
        row = row_of(theory, state, links, node_at(links, at))
        known = 0 if node_at(links, at) == at else len(links.known_false) // 2
        for word in range(words):
            # A node is made false once, by the first true node that denies it: breadth first, no
            # other way to it is shorter.
            fresh = links.rows[row + word] & ~links.known_false[known + word]
            links.known_false[known + word] |= fresh
            for bit in ones(fresh):
                k = 64 * word + bit
                if digit < 0 or digit_of(theory, links, links.false[k]) == digit:
                    end = reach(search, k, at, links.depth[at] + 1, x)
                    if end:
                        return end
    return 0


def reach(search: StepSearch, k: int, before: int, depth: int, x: int) -> int:
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
def node_at(links: ChainLinks, place: int) -> int:
    """Return the node whose results have this place, or the false one's place in `false`."""
    return place if place < len(links.row_links) else place - len(links.row_links)


def trace_back(links: ChainLinks, end: int) -> int:
    """Write the chain to where this true node was reached to `path`; return its strong links."""
    strong, node = links.depth[end], end
    for k in range(strong - 1, -1, -1):
        place = links.true_from[node]
        links.path[2 * k] = node_at(links, place)
        links.path[2 * k + 1] = links.true_by[node]
        node = links.false_from[place]
    return int(strong)
