"""The strong links that are new in a run, and the chains that they make possible.

A run tries chains each time that nothing else follows. Nearly always there is none, so what follows
is computed as sets of bits first (`closures`), and only chains that exist are then followed link by
link, for their lengths. Three facts keep this short:

- A path between candidates that are still open in the run never passes one that is already on or
  off, since whatever that literal implies is already known. So all that the position's own links
  imply (`ons`, `offs`, computed once per position) still holds, and only new links are added to it.
- Chains over older links were used when they were tried before. So a new chain passes a link that
  is newer than that: from "a is off" to "b is on", or from "b is off" to "a is on".
- By contraposition, such a link lies on a chain from x on to x off just if a and b both imply that
  x is off; on one from x off to x on just if both imply x; and on a cycle with x on just if one of
  them implies x and the other its opposite. The cycle denies something only if a and b both imply
  that some candidate is off.

Links come in pairs: others[k] is on if others[k ^ 1] is off. heads[candidate] is its first link,
nexts[k] the next one of the same candidate, -1 if there is none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NamedTuple

from ..kernel import part
from ..lockstep.simd import Small, Words, fill, ones
from .closures import BITS, LINKED, STAMP, WIDTH, begin_closures, close_all, has, include
from .links import CANDIDATES, X_LINKS, Y_LINKS

if TYPE_CHECKING:
    from ..logic.search import StepSearch

#: Places in `counts`: the links of the run, those already tried, and the version of the position
#: for which `ons` and `offs` hold.
LINKS, TRIED, VERSION = range(3)


class NewLinks(NamedTuple):
    """See the module docstring. linked: the candidates with a new link."""

    counts: Annotated[Words, 3]
    heads: Annotated[Small, "candidates"]
    nexts: Annotated[Small, "links"]
    others: Annotated[Small, "links"]
    linked: Annotated[Words, "width"]
    ons: Annotated[Words, "candidates", "width"]
    offs: Annotated[Words, "candidates", "width"]


def close_position(search: StepSearch) -> None:
    """Compute what every candidate of the position implies, unless it is known."""
    if search.new_links.counts[VERSION] != search.grid.version[0]:
        begin_closures(search)
        close_all(search, search.outer, X_LINKS + Y_LINKS)
        keep_closures(search)


def keep_closures(search: StepSearch) -> None:
    """Keep the closures just computed, which are those of the position over all its links."""
    new, closures = search.new_links, search.closures
    new.counts[VERSION] = search.grid.version[0]
    for k in range(search.numbering.counts[CANDIDATES] * closures.counts[WIDTH]):
        new.ons[k] = closures.ons[k]
        new.offs[k] = closures.offs[k]


def forget_links(search: StepSearch) -> None:
    """Drop all new links."""
    new = search.new_links
    new.counts[LINKS] = 0
    new.counts[TRIED] = 0
    fill(new.heads, 0, search.numbering.counts[CANDIDATES], -1)
    fill(new.linked, 0, search.closures.counts[WIDTH], 0)


def link_two(search: StepSearch, a: int, b: int) -> None:
    """Add the links between the last two candidates of a cell, or places of a digit in a region."""
    new = search.new_links
    k = new.counts[LINKS]
    new.counts[LINKS] = k + 2
    new.others[k] = b
    new.nexts[k] = new.heads[a]
    new.heads[a] = k
    new.others[k + 1] = a
    new.nexts[k + 1] = new.heads[b]
    new.heads[b] = k + 1
    include(new.linked, 0, a)
    include(new.linked, 0, b)


def complete(search: StepSearch, x: int) -> None:
    """Compute what an open candidate implies in the run, over old and new links."""
    new, closures = search.new_links, search.closures
    width = closures.counts[WIDTH]
    stack = closures.stack
    stamp = closures.counts[STAMP]
    if closures.ready[x] == stamp:
        return
    row = x * width
    fill(closures.ons, row, width, 0)
    fill(closures.offs, row, width, 0)
    height = add_consequences(search, x, x, 0)
    while height:
        height -= 1
        k = new.heads[stack[height]]
        while k >= 0:
            if not has(closures.ons, row, new.others[k]):
                height = add_consequences(search, x, new.others[k], height)
            k = new.nexts[k]
    closures.ready[x] = stamp


@part
def add_consequences(search: StepSearch, x: int, y: int, height: int) -> int:
    """Add what y implies to what x implies; return the new height of the stack of candidates that
    are off and have new links."""
    new, closures = search.new_links, search.closures
    width, stack = closures.counts[WIDTH], closures.stack
    row, of_y = x * width, y * width
    is_complete = closures.ready[y] == closures.counts[STAMP]
    for w in range(width):
        if is_complete:
            closures.ons[row + w] |= closures.ons[of_y + w]
            closures.offs[row + w] |= closures.offs[of_y + w]
        else:
            closures.ons[row + w] |= new.ons[of_y + w]
            more = new.offs[of_y + w] & ~closures.offs[row + w]
            closures.offs[row + w] |= more
            # An off candidate without a new link implies nothing beyond what the position's
            # closures hold.
            for bit in ones(more & new.linked[w] & closures.left[w]):
                stack[height] = w * BITS + bit
                height += 1
    return height


def mark_new_sources(search: StepSearch) -> bool:
    """Mark the sources of chains and cycles over links that were not tried yet; return whether
    there are any. Requires `closures.left`: the candidates that are open in the run."""
    new = search.new_links
    closures = search.closures
    any_bits = 0
    width, left = closures.counts[WIDTH], closures.left
    fill(closures.from_on, 0, width, 0)
    fill(closures.from_off, 0, width, 0)
    fill(closures.cycling, 0, width, 0)
    closures.counts[STAMP] += 1
    closures.counts[LINKED] = 0
    # Every second one: a pair of links is one strong link, read both ways.
    for k in range(new.counts[TRIED], new.counts[LINKS], 2):
        a, b = new.others[k], new.others[k + 1]
        if not (has(left, 0, a) and has(left, 0, b)):
            continue
        complete(search, a)
        complete(search, b)
        ons = closures.ons
        offs = closures.offs
        refuted = 0
        for w in range(width):
            on_a, on_b = ons[a * width + w], ons[b * width + w]
            off_a, off_b = offs[a * width + w], offs[b * width + w]
            both_off, both_on = off_a & off_b & left[w], on_a & on_b & left[w]
            closures.from_on[w] |= both_off
            closures.from_off[w] |= both_on
            refuted |= both_off
            any_bits |= both_off | both_on
        if refuted:
            for w in range(width):
                on_a, on_b = ons[a * width + w], ons[b * width + w]
                off_a, off_b = offs[a * width + w], offs[b * width + w]
                closures.cycling[w] |= ((on_a & off_b) | (off_a & on_b)) & left[w]
    new.counts[TRIED] = new.counts[LINKS]
    return any_bits != 0
