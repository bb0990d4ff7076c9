"""Clauses, CP-SAT models and CPMpy expressions of the user's own, as formulas.

A formula (`formula_text`) is a rule that every format writes and reads and every engine solves, so
what is translated here counts everywhere. Variables are recognised by the names that
`Theory.cp_model` and `Theory.cpmpy` give them: the integer 'r1c1' is the number of a cell's digit,
from 1, and the Boolean 'r1c1=5' says which symbol it holds.

Of CP-SAT: linear constraints, AllDifferent, BoolOr, BoolAnd, BoolXor, AtMostOne, ExactlyOne,
tables, minimum, maximum, absolute values and products, each with enforcement literals. Of CPMpy:
comparisons, logic, arithmetic, and the global constraints that say the same. Division and modulo
are refused: solvers and formulas round differently below 0.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from ...errors import LayoutError
from ...frozen import frozen
from ...layout_data import LayoutData
from ..constraint import FORMULA, Constraint
from ..kind_table import LAYER, layer_kind
from .formula_text import CELL, read

#: How the names of the theory's own constraints in a CP-SAT model begin.
OURS = "satdoku: "
SHADES = ("unshaded", "shaded")


def cell_and_word_named(name: str, layout: LayoutData) -> tuple[int, str] | None:
    """Return (cell of the board, word) of a Boolean's name 'r1c1=5'; None for another name."""
    match = re.fullmatch(r"r(\d{1,3})c(\d{1,3})\s*=\s*(.+)", name)
    if not match:
        return None
    cell = layout.places.cell_at(int(match[1]) - 1, int(match[2]) - 1)
    return None if cell is None else (cell, match[3])


def condition(literal: int | str, layout: LayoutData) -> str:
    """Return 'r1c1 = 5' or 'shaded(r1c1)' for a literal of a board variable, by number or name."""
    at = None
    if isinstance(literal, str):
        name = literal.strip()
        negated = name.startswith("-")
        at = cell_and_word_named(name.removeprefix("-").strip(), layout)
    elif 0 < abs(literal) <= layout.variable_count:
        negated = literal < 0
        at = _cell_and_word(abs(literal), layout)
    words = tuple(layout.symbols)
    if layout.layer_cells and layer_kind(layout) == LAYER:
        words = (*words, *SHADES)
    if at is None or at[1] not in words:
        raise LayoutError(
            f"{literal!r} is not a variable of the board that a formula can name: write 'r1c1=5', "
            "'-r1c1=5' or its number"
        )
    cell, word = at
    name = layout.cell_name(cell)
    if word in SHADES:
        is_shaded = negated != (word == "shaded")
        return f"shaded({name})" if is_shaded else f"not shaded({name})"
    sign = "<>" if negated else "="
    return f"{name} {sign} {layout.digits[layout.symbols.index(word)]}"


def _cell_and_word(variable: int, layout: LayoutData) -> tuple[int, str]:
    """Return the cell of the board and the word of a variable, by its number."""
    cell, digit = layout.cell_and_digit(variable)
    if cell in layout.layer_cells:
        return cell - layout.board_cells, SHADES[digit - 1] if digit < 3 else ""
    return cell, layout.symbol(digit)


def of_clause(
    literals: Iterable[int | str], least: int, most: int | None, layout: LayoutData
) -> Constraint:
    """Return the rule that at least `least` and at most `most` of these literals hold."""
    held = [condition(literal, layout) for literal in literals]
    if not held:
        raise LayoutError("a clause without literals can never hold: leave it out, or fill it")
    if least == 1 and most is None:
        return formula(" or ".join(held), layout)
    text = f"{least} <= {_count(held)}"
    if most is not None:
        text += f" <= {most}"
    return formula(text, layout)


def formula(text: str, layout: LayoutData) -> Constraint:
    """Return a formula as a rule."""
    cells, words = read(text, layout.places)
    return Constraint(FORMULA, cells, (), words)


def formulas_of(model: Any, layout: LayoutData) -> Iterator[Constraint]:
    """Yield the rules of a `CpModel`, a CPMpy model, or a CPMpy expression."""
    texts: Iterable[str]
    if hasattr(model, "proto"):
        texts = _of_cp_sat(model.proto, layout)
    else:
        # by identity: a constraint of the user's that says the same as one of ours is a rule all
        # the same
        ours = set(map(id, getattr(model, "ours", ())))
        every = getattr(model, "constraints", [model])
        texts = (_of_cpmpy(one, layout) for one in every if id(one) not in ours)
    for text in texts:
        if text:
            yield formula(text, layout)


# -- Parts of formulas ------------------------------------------------------------------------


def _number(name: str, layout: LayoutData) -> str:
    """Return the number that a variable stands for; '~' before its name negates a Boolean."""
    # a cell's variable counts digits from 1, a formula reads their values
    if re.fullmatch(CELL, name):
        shift = 1 - layout.digits[0]
        return f"({name} + {shift})" if shift else name
    return f"count({condition(name.replace('~', '-', 1), layout)})"


def _count(conditions: Iterable[str]) -> str:
    return f"count({', '.join(conditions)})"


def _linear(factors: Iterable[int], numbers: Iterable[str], added: int = 0) -> str:
    parts = []
    for factor, number in zip(factors, numbers, strict=True):
        if factor == 1:
            parts.append(number)
        elif factor:
            parts.append(f"{factor} * {number}")
    if added or not parts:
        parts.append(str(added))
    return f"({' + '.join(parts)})"


def _different(parts: Sequence[str]) -> str:
    return " and ".join(f"{a} <> {b}" for i, a in enumerate(parts) for b in parts[:i])


def _table(parts: Sequence[str], values: Sequence[int], negated: bool = False) -> str:
    rows = []
    for start in range(0, len(values), len(parts)):
        row = zip(parts, values[start : start + len(parts)], strict=True)
        equal = " and ".join(f"{part} = {value}" for part, value in row)
        rows.append(f"({equal})")
    text = f"({' or '.join(rows)})"
    return f"not {text}" if negated else text


def _within(number: str, domain: Sequence[int]) -> str:
    """Return that a number is in a CP-SAT domain: pairs (low, high)."""
    parts = []
    for low, high in zip(domain[::2], domain[1::2], strict=True):
        part = number
        # (CP-SAT writes an open end as the least or the greatest number of 64 bits)
        if low > -(2**62):
            part = f"{low} <= {part}"
        if high < 2**62:
            part = f"{part} <= {high}"
        parts.append(part)
    return " or ".join(parts)


# -- CP-SAT -----------------------------------------------------------------------------------


def _of_cp_sat(proto: Any, layout: LayoutData) -> Iterator[str]:
    """Yield the conditions: constraints that are not ours, and smaller domains of variables."""
    if proto.has_objective():
        raise LayoutError("the CP-SAT model has an objective: rules of a board have none")

    model = _ModelTerms(proto, layout)
    for index, own in enumerate(proto.variables):
        is_cell = re.fullmatch(CELL, own.name)
        whole = [1, layout.size] if is_cell else [0, 1]
        domain = list(own.domain)
        # a domain that the user made smaller is a rule, too
        if (is_cell or "=" in own.name) and domain != whole:
            yield _within(model.variable(index), domain)
    for place, constraint in enumerate(proto.constraints):
        if constraint.name.startswith(OURS):
            continue
        kind = _kind_of(constraint)
        if kind not in SAID:
            raise LayoutError(
                f"constraint {place} of the CP-SAT model: {kind} cannot be written as a formula"
            )
        said = SAID[kind](model, getattr(constraint, kind))
        # an enforced constraint holds, or one of its literals does not
        unless = [model.literal(~index) for index in constraint.enforcement_literal]
        yield " or ".join([*unless, f"({said})"])


def _kind_of(constraint: Any) -> str:
    """Return the name of the field that a constraint of CP-SAT has."""
    for name in dir(constraint):
        if name.startswith("has_") and getattr(constraint, name)():
            return name.removeprefix("has_")
    return "empty"


@frozen
class _ModelTerms:
    """The variables of a CP-SAT model as parts of formulas. An index below 0 is a negated one."""

    proto: Any
    layout: LayoutData

    def variable(self, index: int) -> str:
        """Return the number of a variable."""
        return _number(self._name(index, "~"), self.layout)

    def literal(self, index: int) -> str:
        """Return the condition that a literal holds."""
        return condition(self._name(index, "-"), self.layout)

    def _name(self, index: int, negation: str) -> str:
        if index < 0:
            return f"{negation}{self.proto.variables[~index].name}"
        return f"{self.proto.variables[index].name}"

    def literals(self, one: Any) -> list[str]:
        """Return the literals of a constraint."""
        return [self.literal(index) for index in one.literals]

    def linear(self, one: Any, added: int = 0) -> str:
        """Return a linear expression."""
        return _linear(one.coeffs, map(self.variable, one.vars), added)

    def expressions(self, one: Any) -> list[str]:
        """Return the expressions of a constraint."""
        return [self.linear(e, e.offset) for e in one.exprs]

    def target(self, one: Any) -> str:
        """Return the expression that a constraint defines."""
        return self.linear(one.target, one.target.offset)

    def maximum(self, one: Any) -> str:
        """Return that the target is the maximum of the expressions."""
        return f"{self.target(one)} = max({', '.join(self.expressions(one))})"

    def product(self, one: Any) -> str:
        """Return that the target is the product of the expressions."""
        return f"{self.target(one)} = {' * '.join(self.expressions(one))}"

    def table(self, one: Any) -> str:
        """Return that the expressions are a row of a table, or none."""
        return _table(self.expressions(one), list(one.values), one.negated)


#: What a constraint of CP-SAT says, by its kind.
SAID: dict[str, Callable[[_ModelTerms, Any], str]] = {
    "linear": lambda model, one: _within(model.linear(one), list(one.domain)),
    "all_diff": lambda model, one: _different(model.expressions(one)),
    "bool_or": lambda model, one: " or ".join(model.literals(one)),
    "bool_and": lambda model, one: " and ".join(model.literals(one)),
    "bool_xor": lambda model, one: f"{_count(model.literals(one))} mod 2 = 1",
    "at_most_one": lambda model, one: f"{_count(model.literals(one))} <= 1",
    "exactly_one": lambda model, one: f"{_count(model.literals(one))} = 1",
    "table": _ModelTerms.table,
    "lin_max": _ModelTerms.maximum,
    "int_prod": _ModelTerms.product,
}


# -- CPMpy ------------------------------------------------------------------------------------

COMPARED = {"==": "=", "!=": "<>", "<=": "<=", "<": "<", ">=": ">=", ">": ">"}
ADDED = {"sum": " + ", "sub": " - ", "mul": " * "}


def _of_cpmpy(one: Any, layout: LayoutData) -> str:
    """Return a condition; raise `LayoutError` for what cannot be translated."""

    def number(one: Any) -> str:
        name = str(getattr(one, "name", ""))
        args = getattr(one, "args", None)
        if not name:
            return str(int(one))
        if args is None:
            if re.fullmatch(CELL, name) and (one.lb, one.ub) != (1, layout.size):
                raise LayoutError(f"{name} has the range {one.lb} to {one.ub}: give it all digits")
            return _number(name, layout)
        if one.is_bool():
            return _count([_of_cpmpy(one, layout)])
        if name == "wsum":
            return _linear(map(int, args[0]), map(number, args[1]))
        if name == "count":
            return _count(f"{number(part)} = {number(args[1])}" for part in args[0])
        parts = [number(part) for part in args]
        if name in ("max", "min", "abs"):
            return f"{name}({', '.join(parts)})"
        if name == "-":
            return f"(-{parts[0]})"
        if name not in ADDED:
            raise LayoutError(f"CPMpy's {name!r} cannot be written as a formula")
        return f"({ADDED[name].join(parts)})"

    name = str(getattr(one, "name", one))
    args = getattr(one, "args", None)
    if isinstance(one, list | tuple):
        name, args = "and", one
    if args is None:
        return condition(name.replace("~", "-", 1), layout)
    if name in COMPARED:
        return f"{number(args[0])} {COMPARED[name]} {number(args[1])}"
    if name == "alldifferent":
        return _different(list(map(number, args)))
    if name == "table":
        values = [int(value) for row in args[1] for value in row]
        return _table(list(map(number, args[0])), values)
    inner = [f"({_of_cpmpy(part, layout)})" for part in args]
    if name == "xor":
        return f"{_count(inner)} mod 2 = 1"
    if name == "->":
        return f"not {inner[0]} or {inner[1]}"
    if name not in ("and", "or", "not"):
        raise LayoutError(f"CPMpy's {name!r} cannot be written as a formula")
    if name == "not":
        return f"not {inner[0]}"
    return f" {name} ".join(inner)
