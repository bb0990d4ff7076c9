"""A user-defined formula as a rule: each of its conditions in the simplest form that expresses it.

A condition on one cell is its candidates, on two cells a relation; an equation that only adds and
subtracts is a sum. Any other is an automaton, whose state is the rest of the formula after the
digits read so far (see `formula_values`). An "or" too large for one automaton is split into
alternatives.
"""

# ruff: noqa: D103 - the sentence above each function says what it means

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ...errors import LayoutError
from ...geometry import Places
from ...layout_data import LayoutData
from ..constraint import Constraint
from ..forms import AnyOf, Candidates, Form, Forms, Reader, automaton, relation, sums
from ..kind_table import MANY, Kind
from ..kinds.cell_values import factor_of
from ..kinds.layers import Layer
from ..styles import Note
from .formula_text import SHADED, VALUE, Part, fail, parsed, written
from .formula_values import Node, Values


@Kind("formula", "the formula {text} holds", cells=(1, MANY), draws=Note())
def formula(c: Constraint, layout: LayoutData) -> Forms:
    text = written(c.text, c.cells, layout.places)
    if SHADED in text:
        Layer.of(layout)
    factor = factor_of(layout) if VALUE in text else 1
    yield from _forms_of(text, c.cells, layout.places, tuple(layout.digits), factor)


@lru_cache(maxsize=256)
def _forms_of(
    text: str, cells: tuple[int, ...], places: Places, digits: tuple[int, ...], factor: int | None
) -> tuple[Form, ...]:
    """Return the forms of a formula on these cells. factor: see `cell_values.factor_of`."""
    made = _Compiled(text, cells, places, digits, factor)
    return tuple(made.forms(made.root))


class _Compiled:
    """A formula on the cells of a board. root: its value before any digit is known."""

    def __init__(
        self,
        text: str,
        cells: tuple[int, ...],
        places: Places,
        digits: tuple[int, ...],
        factor: int | None = 1,
    ) -> None:
        self.text = text
        self.first = cells[0]
        self.places = places
        self.digits = digits
        self.factor = factor
        self.values = Values(digits)
        self.root = self._node(parsed(text, places), -1)

    # -- Parts of the text as nodes -----------------------------------------------------------

    def _node(self, part: Part, turn: int) -> Node:
        """Return the node of a part of the text. turn: the index into ranges, -1 if none."""
        values = self.values
        if part.operator == "number":
            return values.number(*part.values)
        if part.operator == "cell":
            return values.cell(*part.values)
        if part.operator == "several":
            if turn < 0:
                why = "a range of cells can only stand inside min, max, sum or count"
                fail(self.text, part.place, why)
            return values.cell(part.values[turn])
        if part.operator in ("min", "max", "sum", "count"):
            inner = [self._node(one, i) for one in part.parts for i in self._turns(one, turn)]
            if part.operator in ("sum", "count"):
                return values.linear((1, node) for node in inner)
            return values.extreme(part.operator, inner)
        nodes = [self._node(one, turn) for one in part.parts]
        match part.operator:
            case "+" | "-":
                return values.linear([(1, nodes[0]), (1 if part.operator == "+" else -1, nodes[1])])
            case "*":
                return values.product(nodes)
            case "mod":
                if nodes[1].low <= 0 <= nodes[1].high:
                    why = f"what follows mod can be 0: it ranges over {_range(nodes[1])}"
                    fail(self.text, part.parts[1].place, why)
                return values.remainder(*nodes)
            case "shaded" | "value":
                variable = values.cell(self.places.board_count + nodes[0].numbers[0])
                if self.factor is None and part.operator == "value":
                    return values.linear([(1, nodes[0]), (1, variable)])
                shaded = values.zero(values.linear([(1, variable)], -self.digits[1]))
                if part.operator == "shaded":
                    return shaded
                more = values.product([nodes[0], shaded])
                return values.linear([(1, nodes[0]), ((self.factor or 0) - 1, more)])
            case "abs":
                return values.extreme("max", [nodes[0], values.linear([(-1, nodes[0])])])
            case "and" | "or":
                return values.extreme("min" if part.operator == "and" else "max", nodes)
            case "not":
                return values.negated(nodes[0])
        return self._comparison(part.operator, *nodes)

    def _comparison(self, sign: str, left: Node, right: Node) -> Node:
        values = self.values
        less = values.linear([(1, left), (-1, right)])
        more = values.linear([(-1, less)])
        match sign:
            case "=":
                return values.zero(less)
            case "<>":
                return values.negated(values.zero(less))
            case "<":
                return values.positive(values.linear([(1, more)], -1))
            case "<=":
                return values.positive(more)
            case ">":
                return values.positive(values.linear([(1, less)], -1))
        return values.positive(less)

    def _turns(self, part: Part, turn: int) -> range | list[int]:
        """Return the turns of a function's argument: one for each of several cells."""
        counts = set(_several(part))
        if not counts:
            return [turn]
        if len(counts) > 1:
            sizes = " and ".join(map(str, sorted(counts)))
            fail(self.text, part.place, f"ranges of {sizes} cells do not match")
        return range(counts.pop())

    # -- Nodes as forms -----------------------------------------------------------------------

    def forms(self, node: Node) -> Forms:
        """Yield the forms that make the condition true."""
        if node.op == "number":
            if not node.numbers[0]:
                yield Candidates(self.first, frozenset())
            return
        if node.op == "min":
            for part in node.parts:
                yield from self.forms(part)
            return
        cells = _order(node)
        if len(cells) == 1:
            left = (d for d in self.digits if self._is_true(node, (cells[0], d)))
            yield Candidates(cells[0], frozenset(left))
        elif len(cells) == 2:
            a, b = cells
            yield relation(a, b, self.digits, lambda d, e: self._is_true(node, (a, d), (b, e)))
        elif _is_sum(node):
            equation = node.parts[0]
            own = [next(iter(part.cells)) for part in equation.parts]
            yield from sums(own, equation.numbers[:-1], -equation.numbers[-1])
        else:
            yield from self._read(node, cells)

    def _is_true(self, node: Node, *known: tuple[int, int]) -> bool:
        for cell, digit in known:
            node = self.values.after(node, cell, digit)
        return node.value == 1

    def _read(self, node: Node, cells: list[int]) -> Forms:
        values, false = self.values, self.values.number(0)

        def step(q: Node, i: int, d: int) -> Node | None:
            left = values.after(q, cells[i], d)
            return None if left is false else left

        try:
            yield automaton(
                cells,
                self.digits,
                Reader(node, step, accept=lambda q: q.value == 1, say=self.in_words),
            )
        except LayoutError as error:
            if node.op == "max":
                yield AnyOf(tuple(tuple(self.forms(part)) for part in node.parts))
                return
            inner = node.parts[0] if node.op in ("zero", "positive") else node
            largest = sorted(inner.parts or (inner,), key=lambda n: n.low - n.high)[:3]
            ranges = ", ".join(f"{self.in_words(n)} ranges over {_range(n)}" for n in largest)
            raise LayoutError(f"{error}; {ranges}: use fewer cells or smaller numbers") from None

    def in_words(self, node: Node, depth: int = 6) -> str:
        """Return a node in words, shortened if it is long."""
        if node.op == "number":
            return str(node.numbers[0])
        if node.op == "cell":
            return self.places.name(node.numbers[0])
        if not depth:
            return "…"
        parts = [self.in_words(part, depth - 1) for part in node.parts[:9]]
        parts += ["…"] * (len(node.parts) > 9)
        match node.op:
            case "linear":
                return _added(parts, node.numbers[: len(parts)], node.numbers[-1])
            case "product":
                return "*".join(f"({one})" if " " in one else one for one in parts)
            case "mod":
                return f"({parts[0]}) mod {parts[1]}"
            case "zero" | "positive":
                return f"{parts[0]} {'=' if node.op == 'zero' else '>='} 0"
        return f"{node.op}({', '.join(parts)})"


def _order(node: Node) -> list[int]:
    """Return its cells in an order that decides parts as early as possible: next come the unknown
    cells of the part that has the fewest. (Fewer half-known parts mean fewer states.)"""
    parts = [node]
    for part in parts:  # the loop appends to it
        parts += [inner for inner in part.parts if inner not in parts]
    order: dict[int, None] = {}
    open_ = [part for part in reversed(parts) if part.op != "number"]
    open_.sort(key=lambda part: part.serial)
    while len(order) < len(node.cells):
        open_ = [part for part in open_ if not part.cells <= order.keys()]
        compound = [part for part in open_ if part.op != "cell"]
        nearest = min(compound, key=lambda part: len(part.cells - order.keys()))
        own = [part.numbers[0] for part in open_ if part.op == "cell"]
        order |= dict.fromkeys(cell for cell in own if cell in nearest.cells)
    return list(order)


def _is_sum(node: Node) -> bool:
    if node.op != "zero" or node.parts[0].op != "linear":
        return False
    return all(part.op == "cell" for part in node.parts[0].parts)


def _several(part: Part) -> Iterator[int]:
    """Yield the length of each list of cells in an argument, outside functions within it."""
    if part.operator == "several":
        yield len(part.values)
    elif part.operator not in ("min", "max", "sum", "count"):
        for one in part.parts:
            yield from _several(one)


def _range(node: Node) -> str:
    return f"{node.low:,} to {node.high:,}"


def _added(parts: list[str], factors: tuple[int, ...], added: int) -> str:
    text = ""
    for part, factor in zip(parts, factors, strict=True):
        sign = " - " if factor < 0 else " + " if text else ""
        if factor < 0 and not text:
            sign = "-"
        times = "" if abs(factor) == 1 else f"{abs(factor)}*"
        text += f"{sign}{times}{f'({part})' if ' ' in part and times else part}"
    if added:
        text += f" {'-' if added < 0 else '+'} {abs(added)}"
    return text
