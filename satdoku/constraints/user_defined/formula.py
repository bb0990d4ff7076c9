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
from ...geometry import Cells, Places
from ...layout_data import LayoutData
from ...phrases import phrase
from ..constraint import Constraint
from ..forms import AnyOf, Candidates, Form, Forms, Reader, automaton, relation, sums
from ..kind_table import MANY, Kind
from ..kinds.cell_values import factor_of
from ..kinds.layers import Layer
from ..styles import Note
from .formula_text import SHADED, VALUE, FormulaPart, fail, parsed, written
from .formula_values import Node, Values


def _check(c: Constraint, layout: LayoutData) -> None:
    """Raise `LayoutError` for a text that is no formula of its cells."""
    parsed(written(c.text, c.cells, layout.places), layout.places)


@Kind("formula", "the formula {text} holds", cells=(1, MANY), draws=Note(), check=_check)
def formula(c: Constraint, layout: LayoutData) -> Forms:
    text = written(c.text, c.cells, layout.places)
    if SHADED in text:
        Layer.of(layout)
    factor = factor_of(layout) if VALUE in text else 1
    yield from _forms_of(text, c.cells, layout.places, tuple(layout.digits), factor)


@lru_cache(maxsize=256)
def _forms_of(
    text: str, cells: Cells, places: Places, digits: tuple[int, ...], factor: int | None
) -> tuple[Form, ...]:
    """Return the forms of a formula on these cells. factor: see `cell_values.factor_of`."""
    made = _Compiled(text, cells, places, digits, factor)
    return tuple(made.forms(made.root))


class _Compiled:
    """A formula on the cells of a board. root: its value before any digit is known."""

    def __init__(
        self,
        text: str,
        cells: Cells,
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

    def _node(self, part: FormulaPart, turn: int) -> Node:
        """Return the node of a part of the text. turn: the index into ranges, -1 if none."""
        values = self.values
        operator = part.operator
        match operator:
            case "number":
                return values.number(*part.values)
            case "cell":
                return values.cell(*part.values)
            case "several":
                if turn < 0:
                    why = "a range of cells can only stand inside min, max, sum or count"
                    fail(self.text, part.place, why)
                return values.cell(part.values[turn])
            case "min" | "max":
                return values.extreme(operator, self._arguments(part, turn))
            case "sum" | "count":
                return values.linear([(1, node) for node in self._arguments(part, turn)])
        nodes = [self._node(one, turn) for one in part.parts]
        first = nodes[0]
        match operator:
            case "+":
                return values.linear([(1, first), (1, nodes[1])])
            case "-":
                return values.linear([(1, first), (-1, nodes[1])])
            case "*":
                return values.product(nodes)
            case "mod":
                divisor = nodes[1]
                if divisor.low <= 0 <= divisor.high:
                    why = f"what follows mod can be 0: it ranges over {_range(divisor)}"
                    fail(self.text, part.parts[1].place, why)
                return values.remainder(first, divisor)
            case "shaded":
                return self._shaded(first)
            case "value":
                return self._value(first)
            case "abs":
                return values.extreme("max", [first, values.linear([(-1, first)])])
            # conditions are the numbers 0 and 1, so "and" is their least, "or" their greatest
            case "and":
                return values.extreme("min", nodes)
            case "or":
                return values.extreme("max", nodes)
            case "not":
                return values.negated(first)
        return self._comparison(operator, first, nodes[1])

    def _arguments(self, part: FormulaPart, turn: int) -> list[Node]:
        """Return a function's arguments, each of several cells by itself."""
        return [self._node(one, i) for one in part.parts for i in self._turns(one, turn)]

    def _in_layer(self, cell: Node) -> Node:
        """Return the layer's variable for a cell."""
        return self.values.cell(self.places.board_count + cell.numbers[0])

    def _shaded(self, cell: Node) -> Node:
        """Return the condition that a cell is shaded."""
        values = self.values
        return values.zero(values.linear([(1, self._in_layer(cell))], -self.digits[1]))

    def _value(self, cell: Node) -> Node:
        """Return a cell's value: its digit plus what its being shaded or its second digit adds."""
        values = self.values
        if self.factor is None:
            return values.linear([(1, cell), (1, self._in_layer(cell))])
        # the digit itself, and once more for each further time that a doubler and the like counts
        # it
        more = values.product([cell, self._shaded(cell)])
        return values.linear([(1, cell), (self.factor - 1, more)])

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

    def _turns(self, part: FormulaPart, turn: int) -> range | list[int]:
        """Return the turns of a function's argument: one for each of several cells."""
        # ranges side by side are read in step, so they must be of one length
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
            left = [d for d in self.digits if self._is_true(node, (cells[0], d))]
            yield Candidates(cells[0], frozenset(left))
        elif len(cells) == 2:
            a, b = cells

            def holds(d: int, e: int) -> bool:
                return self._is_true(node, (a, d), (b, e))

            yield relation(a, b, self.digits, holds)
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
        values = self.values
        false = values.number(0)

        def step(q: Node, i: int, d: int) -> Node | None:
            left = values.after(q, cells[i], d)
            return None if left is false else left

        # the rest of the formula is the state: words after which the same remains to be decided
        # meet
        reader = Reader(node, step, accept=lambda q: q.value == 1, say=self.in_words)

        try:
            yield automaton(cells, self.digits, reader)
        except LayoutError as error:
            # too large for one automaton: each alternative may still fit into one of its own
            if node.op == "max":
                yield AnyOf(tuple([tuple(self.forms(part)) for part in node.parts]))
                return
            ranges = self._largest_ranges(node)
            raise LayoutError(
                phrase(
                    "{error}; {ranges!s}: use fewer cells or smaller numbers",
                    error=error,
                    ranges=ranges,
                )
            ) from None

    def _largest_ranges(self, node: Node) -> str:
        """Return the parts of a condition that have the largest ranges, in words."""
        inner = node.parts[0] if node.op in ("zero", "positive") else node
        largest = sorted(inner.parts or (inner,), key=lambda one: one.low - one.high)[:3]
        return ", ".join(f"{self.in_words(one)} ranges over {_range(one)}" for one in largest)

    def in_words(self, node: Node, depth: int = 6) -> str:
        """Return a node in words, shortened if it is long."""
        if node.op == "number":
            return str(node.numbers[0])
        if node.op == "cell":
            return self.places.name(node.numbers[0])
        if not depth:
            return "…"
        parts = [self.in_words(part, depth - 1) for part in node.parts[:9]]
        if len(node.parts) > 9:
            parts.append("…")
        match node.op:
            case "linear":
                return _added(parts, node.numbers[: len(parts)], node.numbers[-1])
            case "product":
                return "*".join(f"({one})" if " " in one else one for one in parts)
            case "mod":
                return f"({parts[0]}) mod {parts[1]}"
            case "zero":
                return f"{parts[0]} = 0"
            case "positive":
                return f"{parts[0]} >= 0"
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
    while len(order) < len(node.cells):  # the parts with unknown cells are open
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


def _several(part: FormulaPart) -> Iterator[int]:
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
        if text:
            text += " - " if factor < 0 else " + "
        elif factor < 0:
            text = "-"
        if abs(factor) == 1:
            text += part
        else:
            text += f"{abs(factor)}*"
            text += f"({part})" if " " in part else part
    if added > 0:
        text += f" + {added}"
    elif added < 0:
        text += f" - {-added}"
    return text
