"""Clauses, CP-SAT models and CPMpy expressions of the user's own, as formulas.

A formula (`formula_text`) is a rule that every format writes and reads and every engine solves, so
what is translated here counts everywhere. Variables are recognised by the names that
`Theory.cp_model` and `Theory.cpmpy` give them: the integer 'r1c1' is the number of a cell's digit,
from 1, and the Boolean 'r1c1=5' says which symbol it holds.

Of CP-SAT: linear constraints, AllDifferent, BoolOr, BoolAnd, BoolXor, AtMostOne, ExactlyOne,
tables, minimum, maximum, products, modulo and absolute values, each with enforcement literals. Of
CPMpy: comparisons, logic, arithmetic, and the global constraints that say the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NoReturn

from ...errors import LayoutError
from ...layout_data import LayoutData
from ..constraint import FORMULA, Constraint
from .formula_text import CELL, LONGEST, read

#: How the names of the theory's own constraints in a CP-SAT model begin.
OURS = "satdoku: "
NEGATIVE = "modulo of what can be negative: formulas and solvers round differently; add a multiple"


def cell_and_word_named(name: str, layout: LayoutData) -> tuple[int, str]:
    """Return (cell of the board, word) of a Boolean's name 'r1c1=5'; (-1, "") for another name."""
    match = re.fullmatch(r"r(\d{1,3})c(\d{1,3})\s*=\s*(.+)", name)
    cell = layout.places.cell_at(int(match[1]) - 1, int(match[2]) - 1) if match else None
    return (-1, "") if match is None or cell is None else (cell, match[3])


def condition(literal: int | str, layout: LayoutData) -> str:
    """Return 'r1c1 = 5' or 'shaded(r1c1)' for a literal of a board variable, by number or name."""
    negated, cell, word = False, -1, ""
    if isinstance(literal, str):
        negated = literal.strip().startswith("-")
        cell, word = cell_and_word_named(literal.strip().removeprefix("-").strip(), layout)
    elif 0 < abs(literal) <= layout.variable_count:
        negated = literal < 0
        cell, digit = layout.cell_and_digit(abs(literal))
        word = layout.symbol(digit)
        if cell in layout.layer_cells:
            cell -= layout.board_cells
            word = ("unshaded", "shaded")[digit - 1] if digit < 3 else "shade"
    if cell < 0 or not (word in layout.symbols or word in ("shaded", "unshaded")):
        raise LayoutError(
            f"{literal!r} is not a variable of the board: write 'r1c1=5', '-r1c1=5' or its number"
        )
    name = layout.cell_name(cell)
    if word in layout.symbols:
        value = layout.digits[layout.symbols.index(word)]
        return f"{name} {'<>' if negated else '='} {value}"
    return "not " * (negated == (word == "shaded")) + f"shaded({name})"


def of_clause(
    literals: Iterable[int | str], least: int, most: int | None, layout: LayoutData
) -> Constraint:
    """Return the rule that of these literals at least and at most so many hold."""
    held = [condition(literal, layout) for literal in literals]
    if not held:
        raise LayoutError("a clause without literals can never hold: leave it out, or fill it")
    if least == 1 and most is None:
        return formula(" or ".join(held), layout)
    count = f"count({', '.join(held)})"
    if least == most:
        return formula(f"{count} = {least}", layout)
    lower = f"{least} <= " if least > 0 or most is None else ""
    return formula(f"{lower}{count}" + (f" <= {most}" if most is not None else ""), layout)


def formula(text: str, layout: LayoutData) -> Constraint:
    """Return a formula as a rule."""
    if len(text) > LONGEST:
        raise LayoutError(
            f"a rule of {len(text):,} characters: formulas have at most {LONGEST:,}; use several "
            "smaller constraints"
        )
    cells, words = read(text, layout.places)
    return Constraint(FORMULA, cells, (), words)


def formulas_of(model: Any, layout: LayoutData) -> Iterator[Constraint]:
    """Yield the rules of a `CpModel`, a CPMpy model, or a CPMpy expression."""
    texts: Iterable[str]
    if hasattr(model, "proto"):
        texts = _CpSat(model.proto, layout).texts()
    else:
        own = getattr(model, "constraints", [model])
        texts = (_CpMpy(layout).condition(one) for one in own if not _is_ours(one, model))
    return (formula(text, layout) for text in texts if text)


def _is_ours(constraint: Any, model: Any) -> bool:
    return any(constraint is one for one in getattr(model, "ours", ()))


def _number(name: str, layout: LayoutData) -> str:
    """Return the number that the variable of a name stands for, in a formula."""
    if re.fullmatch(CELL, name):
        shift = 1 - layout.digits[0]
        return f"({name} + {shift})" if shift else name
    return f"count({condition(name, layout)})"


def _linear(terms: Iterable[tuple[int, str]], added: int = 0) -> str:
    """Return the sum of factors times numbers, and a number."""
    parts = [number if k == 1 else f"{k} * {number}" for k, number in terms if k]
    return " + ".join([*parts, *([str(added)] if added or not parts else [])])


class _CpSat:
    """The constraints of a CP-SAT proto, in words of formulas."""

    def __init__(self, proto: Any, layout: LayoutData) -> None:
        self.proto, self.layout = proto, layout

    def texts(self) -> Iterator[str]:
        """Yield the conditions: constraints that are not ours, and smaller domains of variables."""
        if self.proto.has_objective():
            raise LayoutError("the CP-SAT model has an objective: rules of a board have none")
        for index, variable in enumerate(self.proto.variables):
            is_cell = re.fullmatch(CELL, variable.name)
            whole = [1, self.layout.size] if is_cell else [0, 1]
            if list(variable.domain) != whole and (is_cell or "=" in variable.name):
                yield _within(self._variable(index), list(variable.domain))
        for place, constraint in enumerate(self.proto.constraints):
            if constraint.name.startswith(OURS):
                continue
            kinds = [name[4:] for name in dir(constraint) if name.startswith("has_")]
            kind = next((kind for kind in kinds if getattr(constraint, f"has_{kind}")()), "")
            say: Callable[[Any], str] | None = getattr(self, f"_{kind}", None)
            if say is None:
                raise LayoutError(
                    f"constraint {place} of the CP-SAT model: {kind or 'an empty constraint'} "
                    "cannot be written as a formula"
                )
            unless = [self._literal(~literal) for literal in constraint.enforcement_literal]
            yield " or ".join([*unless, f"({say(getattr(constraint, kind))})"])

    def _literal(self, index: int) -> str:
        name = self.proto.variables[index if index >= 0 else ~index].name
        return condition(name if index >= 0 else f"-{name}", self.layout)

    def _variable(self, index: int) -> str:
        if index < 0:
            return f"(1 - {self._variable(~index)})"
        return _number(self.proto.variables[index].name, self.layout)

    def _expression(self, one: Any) -> str:
        terms = zip(one.coeffs, map(self._variable, one.vars), strict=True)
        return f"({_linear(terms, one.offset)})"

    def _linear(self, linear: Any) -> str:
        total = _linear(zip(linear.coeffs, map(self._variable, linear.vars), strict=True))
        return _within(total, list(linear.domain))

    def _all_diff(self, one: Any) -> str:
        return _different([self._expression(e) for e in one.exprs])

    def _bool_or(self, one: Any) -> str:
        return " or ".join(map(self._literal, one.literals)) or "1 = 2"

    def _bool_and(self, one: Any) -> str:
        return " and ".join(map(self._literal, one.literals))

    def _count(self, one: Any) -> str:
        return f"count({', '.join(map(self._literal, one.literals))})"

    def _bool_xor(self, one: Any) -> str:
        return f"{self._count(one)} mod 2 = 1"

    def _at_most_one(self, one: Any) -> str:
        return f"{self._count(one)} <= 1"

    def _exactly_one(self, one: Any) -> str:
        return f"{self._count(one)} = 1"

    def _table(self, one: Any) -> str:
        return _table([self._expression(e) for e in one.exprs], list(one.values), one.negated)

    def _result(self, one: Any, combined: Callable[[list[str]], str]) -> str:
        return (
            f"{self._expression(one.target)} = {combined(list(map(self._expression, one.exprs)))}"
        )

    def _lin_max(self, one: Any) -> str:
        return self._result(one, lambda parts: f"max({', '.join(parts)})")

    def _int_prod(self, one: Any) -> str:
        return self._result(one, " * ".join)

    def _int_mod(self, one: Any) -> str:
        if any(k < 0 for e in one.exprs for k in (*e.coeffs, e.offset)):
            raise LayoutError(NEGATIVE)
        return self._result(one, " mod ".join)


def _within(total: str, domain: Sequence[int]) -> str:
    """Return that a number is in a CP-SAT domain: pairs (low, high)."""
    parts = []
    for low, high in zip(domain[::2], domain[1::2], strict=True):
        if low == high:
            parts.append(f"{total} = {low}")
        else:
            lower = f"{low} <= " if low > -(2**62) else ""
            upper = f" <= {high}" if high < 2**62 else ""
            parts.append(f"{lower}{total}{upper}")
    return " or ".join(parts)


def _different(parts: Sequence[str]) -> str:
    pairs = ((a, b) for i, a in enumerate(parts) for b in parts[:i])
    return " and ".join(f"{a} <> {b}" for a, b in pairs)


def _table(parts: Sequence[str], values: Sequence[int], negated: bool = False) -> str:
    rows = [values[i : i + len(parts)] for i in range(0, len(values), len(parts))]
    fits = [" and ".join(f"{p} = {v}" for p, v in zip(parts, row, strict=True)) for row in rows]
    return "not " * negated + f"({' or '.join(f'({one})' for one in fits)})"


def _least(one: Any) -> int:
    """Return the least value of a CPMpy expression or number."""
    return int(one.get_bounds()[0] if hasattr(one, "get_bounds") else one)


#: CPMpy's names of operators, in words of formulas.
COMPARED = {"==": "=", "!=": "<>", "<=": "<=", "<": "<", ">=": ">=", ">": ">"}


class _CpMpy:
    """CPMpy's expressions in words of formulas."""

    def __init__(self, layout: LayoutData) -> None:
        self.layout = layout

    def condition(self, one: Any) -> str:
        """Return a condition; raise `LayoutError` for what cannot be translated."""
        if isinstance(one, list | tuple):
            return " and ".join(f"({self.condition(part)})" for part in one)
        name, args = str(getattr(one, "name", one)), getattr(one, "args", None)
        if args is None:
            return condition(re.sub("^~", "-", name), self.layout)
        if name in COMPARED:
            left, right = map(self.number, args)
            return f"{left} {COMPARED[name]} {right}"
        if name in ("and", "or"):
            return f" {name} ".join(f"({self.condition(part)})" for part in args)
        if name == "not":
            return f"not ({self.condition(args[0])})"
        if name == "->":
            return f"not ({self.condition(args[0])}) or ({self.condition(args[1])})"
        if name == "xor":
            return f"count({', '.join(map(self.condition, args))}) mod 2 = 1"
        if name == "alldifferent":
            return _different([self.number(part) for part in args])
        if name != "table":
            self._fail(name)
        values = [int(value) for row in args[1] for value in row]
        return _table([self.number(part) for part in args[0]], values)

    def number(self, one: Any) -> str:
        """Return a number."""
        name, args = str(getattr(one, "name", "")), getattr(one, "args", None)
        if not name:
            return str(int(one))
        if args is None:
            if re.fullmatch(CELL, name) and (one.lb, one.ub) != (1, self.layout.size):
                raise LayoutError(f"{name} has the range {one.lb} to {one.ub}: give it all digits")
            bare = _number(name.removeprefix("~"), self.layout)
            return f"(1 - {bare})" if name[0] == "~" else bare
        if one.is_bool():
            return f"count({self.condition(one)})"
        if name == "wsum":
            return f"({_linear(zip(map(int, args[0]), map(self.number, args[1]), strict=True))})"
        if name == "count":
            wanted = self.number(args[1])
            return f"count({', '.join(f'{self.number(part)} = {wanted}' for part in args[0])})"
        if name == "mod" and min(map(_least, args)) < 0:
            raise LayoutError(NEGATIVE)
        parts = [self.number(part) for part in args]
        if name in ("max", "min", "abs"):
            return f"{name}({', '.join(parts)})"
        if name == "-":
            return f"(-{parts[0]})"
        signs = {"sum": " + ", "sub": " - ", "mul": " * ", "mod": " mod "}
        if name not in signs:
            self._fail(name)
        return f"({signs[name].join(parts)})"

    def _fail(self, name: str) -> NoReturn:
        raise LayoutError(f"CPMpy's {name!r} cannot be written as a formula")
