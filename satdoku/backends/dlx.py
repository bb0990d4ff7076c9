"""Dancing links: Knuth's algorithm X on the theory as an exact-cover problem.

It shares no reasoning with the inference engine: clauses are items, variables are options, and
the search only ever picks an item and tries its options.

Invariants of the arrays: nodes 1 … items are the headers of the items, in a circle by `left` and
`right` with node 0 at its root (at-most-one clauses are secondary items: outside the circle);
every header heads a circle by `up` and `down` of the nodes of its remaining options; `item[x]` is
the header of node x, `size` counts a header's nodes. The nodes of option v are `first[v]` …
`first[v+1] - 1`. Covering and uncovering are exact inverses.

Source: D. Knuth, "Dancing links" (2000); TAOCP 4B, 7.2.2.1, algorithm X.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from ..theory import Theory
from .base import Backend, Capabilities, Clock, Completion, Completions


class Dlx(Backend):
    """Exact cover by dancing links."""

    name = "dlx"
    capabilities = Capabilities("search", ("decisions", "conflicts"))

    def __init__(self, theory: Theory) -> None:
        super().__init__(theory)
        items = len(theory.clauses)
        primary = [index + 1 for index, clause in enumerate(theory.clauses) if clause.exactly_one]
        self.left = list(range(items + 1))
        self.right = list(range(items + 1))
        for node, successor in zip([0, *primary], [*primary, 0], strict=True):
            self.right[node], self.left[successor] = successor, node
        self.up = list(range(items + 1))
        self.down = list(range(items + 1))
        self.item = list(range(items + 1))
        self.size = [0] * (items + 1)
        self.option = [0] * (items + 1)
        self.first = [0] * (theory.variable_count + 2)
        for variable in range(1, theory.variable_count + 1):
            self.first[variable] = len(self.item)
            for clause in theory.occurrences[variable]:
                node, header = len(self.item), clause + 1
                self.item.append(header)
                self.option.append(variable)
                self.up.append(self.up[header])
                self.down.append(header)
                self.down[self.up[header]] = node
                self.up[header] = node
                self.size[header] += 1
        self.first[-1] = len(self.item)

    def find(self, assertions: Sequence[int], limit: int | None, clock: Clock) -> Completions:
        self.statistics.calls += 1
        return islice(_Dance(self, clock).completions(assertions), limit)


class _Dance:
    """One search, on its own copy of the links."""

    def __init__(self, links: Dlx, clock: Clock) -> None:
        self.clock = clock
        self.statistics = links.statistics
        self.left, self.right = links.left[:], links.right[:]
        self.up = links.up[:]
        self.down = links.down[:]
        self.size = links.size[:]
        self.item = links.item
        self.option = links.option
        self.first = links.first

    def completions(self, assertions: Sequence[int]) -> Iterator[Completion]:
        chosen = []
        covered: set[int] = set()
        for variable in dict.fromkeys(assertions):
            headers = self.item[self.first[variable] : self.first[variable + 1]]
            # Two givens share a clause: no option may be chosen for an item that is covered.
            if not covered.isdisjoint(headers):
                return
            covered.update(headers)
            chosen.append(variable)
            for header in headers:
                self._cover(header)
        given = len(chosen)
        levels = []  # the node tried at each level, a header before the first try
        item = self._choose()
        if not item:
            yield tuple(sorted(chosen))
            return
        self._cover(item)
        levels.append(item)
        while levels:
            node = levels[-1]
            # The level's last option is still chosen, unless this is the first try.
            if len(chosen) - given == len(levels):
                self._uncover_others(node)
                chosen.pop()
            node = levels[-1] = self.down[node]
            if node == self.item[node]:
                self._uncover(node)
                levels.pop()
                continue
            self.statistics.decisions += 1
            if self.statistics.decisions % 256 == 0:
                self.clock.check()
            chosen.append(self.option[node])
            self._cover_others(node)
            item = self._choose()
            if not item:
                yield tuple(sorted(chosen))
            elif self.size[item]:
                self._cover(item)
                levels.append(item)
            else:
                self.statistics.conflicts += 1

    def _choose(self) -> int:
        """Return the uncovered primary item with the fewest options, the first of equals; 0 if
        there is none."""
        right, size = self.right, self.size
        best, fewest = 0, len(self.item)
        header = right[0]
        while header:
            if size[header] < fewest:
                best, fewest = header, size[header]
            header = right[header]
        return best

    def _cover(self, header: int) -> None:
        left = self.left
        right = self.right
        up = self.up
        down = self.down
        right[left[header]], left[right[header]] = right[header], left[header]
        node = down[header]
        while node != header:
            for other in self._others(node):
                above, below = up[other], down[other]
                down[above], up[below] = below, above
                self.size[self.item[other]] -= 1
            node = down[node]

    def _uncover(self, header: int) -> None:
        left = self.left
        right = self.right
        up = self.up
        down = self.down
        node = up[header]
        while node != header:
            # In the reverse of the order of covering: only then are both neighbours of a node
            # linked again when it comes back between them.
            for other in reversed(self._others(node)):
                self.size[self.item[other]] += 1
                down[up[other]] = up[down[other]] = other
            node = up[node]
        right[left[header]] = left[right[header]] = header

    def _others(self, node: int) -> list[int]:
        """Return the other nodes of this node's option."""
        option = self.option[node]
        return [x for x in range(self.first[option], self.first[option + 1]) if x != node]

    def _cover_others(self, node: int) -> None:
        for other in self._others(node):
            self._cover(self.item[other])

    def _uncover_others(self, node: int) -> None:
        for other in reversed(self._others(node)):
            self._uncover(self.item[other])
