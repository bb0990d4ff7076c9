"""Formulas as values of unknown cells: the rest of a formula when some cells are known.

Conditions are numbers 0 and 1: "and" is the minimum, "or" the maximum of its parts, "not" is 1
minus its part, "count" their sum. Two tests turn numbers into conditions: "= 0" and ">= 0". Equal
nodes are the same object, so the rest of a formula after some digits serves as a state of an
automaton: words with the same rest lead to the same state. Each node has a range, which decides
many comparisons early.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product as pairs_of
from math import gcd


@dataclass(frozen=True, eq=False, slots=True)
class Node:
    """op: "number", "cell", "linear" (numbers[i] times parts[i], plus the last number), "product",
    "min", "max", "mod", "zero", "positive" (0 or more). low, high: its range."""

    op: str
    parts: tuple[Node, ...]
    numbers: tuple[int, ...]
    low: int
    high: int
    cells: frozenset[int]
    serial: int

    @property
    def value(self) -> int | None:
        """The number, if it is known."""
        return self.numbers[0] if self.op == "number" else None


class Values:
    """Creates nodes. digits: the possible values of a cell."""

    def __init__(self, digits: Iterable[int]) -> None:
        self.digits = tuple(digits)
        self._nodes: dict[tuple[object, ...], Node] = {}
        self._after: dict[tuple[int, int, int], Node] = {}

    def _node(
        self, op: str, parts: tuple[Node, ...], numbers: tuple[int, ...], low: int, high: int
    ) -> Node:
        # equal nodes are one object: so states of the automaton can be compared by identity
        key = (op, numbers, *[part.serial for part in parts])
        if key not in self._nodes:
            own = frozenset(numbers) if op == "cell" else frozenset[int]()
            cells = own.union(*[part.cells for part in parts])
            self._nodes[key] = Node(
                op, parts, numbers, low=low, high=high, cells=cells, serial=len(self._nodes)
            )
        return self._nodes[key]

    # -- Numbers ------------------------------------------------------------------------------

    def number(self, value: int) -> Node:
        """Return a known number."""
        return self._node("number", (), (value,), value, value)

    def cell(self, cell: int) -> Node:
        """Return a cell's digit."""
        return self._node("cell", (), (cell,), min(self.digits), max(self.digits))

    def linear(self, terms: Iterable[tuple[int, Node]], added: int = 0) -> Node:
        """Return the sum of numbers times nodes, and a number."""
        # terms of the same node are added up; nested sums are opened
        factors: dict[Node, int] = {}
        pending = list(terms)
        for factor, node in pending:  # the loop appends to it
            if node.op == "number":
                added += factor * node.numbers[0]
            elif node.op == "linear":
                added += factor * node.numbers[-1]
                inner = zip(node.numbers, node.parts, strict=False)
                pending += [(factor * number, part) for number, part in inner]
            else:
                factors[node] = factors.get(node, 0) + factor
        kept = sorted((n for n in factors if factors[n]), key=lambda node: node.serial)
        if not kept:
            return self.number(added)
        if len(kept) == 1 and factors[kept[0]] == 1 and not added:
            return kept[0]
        low = high = added
        for node in kept:
            ends = (factors[node] * node.low, factors[node] * node.high)
            low += min(ends)
            high += max(ends)
        numbers = (*[factors[node] for node in kept], added)
        return self._node("linear", tuple(kept), numbers, low, high)

    def shifted(self, node: Node, added: int) -> Node:
        """Return node + added."""
        if node.op != "linear" or (len(node.parts) == 1 and node.numbers[-1] == -added):
            return self.linear([(1, node)], added)
        numbers = (*node.numbers[:-1], node.numbers[-1] + added)
        return self._node("linear", node.parts, numbers, node.low + added, node.high + added)

    def product(self, nodes: Iterable[Node]) -> Node:
        """Return the product of nodes."""
        factor = 1
        kept = []
        pending = list(nodes)
        for node in pending:  # the loop appends to it
            if node.op == "number":
                factor *= node.numbers[0]
            elif node.op == "product":
                pending += node.parts
            elif node.op == "linear" and len(node.parts) == 1 and not node.numbers[-1]:
                factor *= node.numbers[0]
                pending.append(node.parts[0])
            else:
                kept.append(node)
        if not kept or not factor:
            return self.number(factor)
        if len(kept) == 1:
            return self.linear([(factor, kept[0])])
        kept.sort(key=lambda node: node.serial)
        low = high = 1
        for node in kept:
            ends = [a * b for a, b in pairs_of((low, high), (node.low, node.high))]
            low = min(ends)
            high = max(ends)
        return self.linear([(factor, self._node("product", tuple(kept), (), low, high))])

    def extreme(self, op: str, nodes: Iterable[Node]) -> Node:
        """Return the minimum ("min") or the maximum ("max") of the nodes."""
        best = max if op == "max" else min
        kept: dict[Node, None] = {}
        pending = list(nodes)
        for node in pending:  # the loop appends to it
            if node.op == op:
                pending += node.parts
            else:
                kept[node] = None
        low = best(n.low for n in kept)
        high = best(n.high for n in kept)
        if low == high:
            return self.number(low)
        # `sure` is a lower bound for the maximum, an upper bound for the minimum: only a node that
        # can pass it matters, and a node that always equals it, unless another never falls short
        if op == "max":
            sure = low
            left = [n for n in kept if n.high > sure]
            reached = any(n.low == sure for n in left)
        else:
            sure = high
            left = [n for n in kept if n.low < sure]
            reached = any(n.high == sure for n in left)
        if not reached:
            left.append(self.number(sure))
        left.sort(key=lambda node: node.serial)
        return left[0] if len(left) == 1 else self._node(op, tuple(left), (), low, high)

    def remainder(self, node: Node, divisor: Node) -> Node:
        """Return node mod divisor, which must never be 0."""
        d = divisor.value
        if d is not None and d > 0:
            # factors matter only up to multiples of the divisor: reduced, more nodes are equal
            if node.op == "linear":
                factors = [number % d for number in node.numbers]
                node = self.linear(zip(factors, node.parts, strict=False), factors[-1])
            if node.low >= 0 and node.high < d:
                return node
        if d is not None and node.value is not None:
            return self.number(node.value % d)
        # the remainder has the sign of the divisor, and is nearer to 0 than it
        low = min(0, divisor.low + 1)
        high = max(0, divisor.high - 1)
        return self._node("mod", (node, divisor), (), low, high)

    # -- Conditions ---------------------------------------------------------------------------

    def zero(self, node: Node) -> Node:
        """Return the condition node = 0."""
        if node.low > 0 or node.high < 0:
            return self.number(0)
        if node.low == node.high:
            return self.number(1)
        if node.op == "linear":
            # x + x = 4 and x = 2 are the same condition, and 2x = 3 is never true
            common = gcd(*node.numbers[:-1])
            if node.numbers[-1] % common:
                return self.number(0)
            if node.numbers[0] < 0:  # equal conditions are one node, whichever sign they had
                common = -common
            node = self._divided(node, common)
        return self._node("zero", (node,), (), 0, 1)

    def positive(self, node: Node) -> Node:
        """Return the condition node >= 0."""
        if node.low >= 0:
            return self.number(1)
        if node.high < 0:
            return self.number(0)
        if node.op == "linear":
            node = self._divided(node, gcd(*node.numbers[:-1]))
        return self._node("positive", (node,), (), 0, 1)

    def _divided(self, node: Node, by: int) -> Node:
        """Return a linear node with all numbers divided (the last one rounded down)."""
        if by == 1:
            return node
        numbers = [number // by for number in node.numbers]
        return self.linear(zip(numbers, node.parts, strict=False), numbers[-1])

    def negated(self, node: Node) -> Node:
        """Return the condition "not node"."""
        if node.op in ("min", "max"):
            turned = "max" if node.op == "min" else "min"
            return self.extreme(turned, [self.negated(part) for part in node.parts])
        # (numbers are whole: one is below 0 just if minus it, less 1, is not)
        if node.op == "positive":
            return self.positive(self.linear([(-1, node.parts[0])], -1))
        return self.linear([(-1, node)], 1)

    # -- Knowing cells ------------------------------------------------------------------------

    def after(self, node: Node, cell: int, digit: int) -> Node:
        """Return the rest of a node when a cell's digit is known."""
        if cell not in node.cells:
            return node
        key = (node.serial, cell, digit)
        found = self._after.get(key)
        if found is None:
            found = self._put(node, cell, digit)
            self._after[key] = found
        return found

    def _put(self, node: Node, cell: int, digit: int) -> Node:
        if node.op == "cell":
            return self.number(digit)
        if node.op == "linear" and node.numbers[-1]:  # cache the variable part separately
            bare = self.shifted(node, -node.numbers[-1])
            return self.shifted(self.after(bare, cell, digit), node.numbers[-1])
        parts = [self.after(part, cell, digit) for part in node.parts]
        match node.op:
            case "linear":
                return self.linear(zip(node.numbers, parts, strict=False))
            case "product":
                return self.product(parts)
            case "mod":
                return self.remainder(*parts)
            case "zero":
                return self.zero(*parts)
            case "positive":
                return self.positive(*parts)
        return self.extreme(node.op, parts)
