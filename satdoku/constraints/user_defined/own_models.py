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
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ...errors import LayoutError
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
    cell = layout.places.cell_at(int(match[1]) - 1, int(match[2]) - 1) if match else None
    return None if match is None or cell is None else (cell, match[3])


def condition(literal: int | str, layout: LayoutData) -> str:
    """Return 'r1c1 = 5' or 'shaded(r1c1)' for a literal of a board variable, by number or name."""
    at = None
    if isinstance(literal, str):
        negated = literal.strip().startswith("-")
        at = cell_and_word_named(literal.strip().removeprefix("-").strip(), layout)
    elif 0 < abs(literal) <= layout.variable_count:
        negated = literal < 0
        cell, digit = layout.cell_and_digit(abs(literal))
        at = cell, layout.symbol(digit)
        if cell in layout.layer_cells:
            at = cell - layout.board_cells, SHADES[digit - 1] if digit < 3 else ""
    shades = SHADES if layout.layer_cells and layer_kind(layout) == LAYER else ()
    if at is None or at[1] not in (*layout.symbols, *shades):
        raise LayoutError(
            f"{literal!r} is not a variable of the board that a formula can name: write 'r1c1=5', "
            "'-r1c1=5' or its number"
        )
    name, word = layout.cell_name(at[0]), at[1]
    if word in SHADES:
        return "not " * (negated == (word == "shaded")) + f"shaded({name})"
    return f"{name} {'<>' if negated else '='} {layout.digits[layout.symbols.index(word)]}"


def of_clause(
    literals: Iterable[int | str], least: int, most: int | None, layout: LayoutData
) -> Constraint:
    """Return the rule that at least `least` and at most `most` of these literals hold."""
    held = [condition(literal, layout) for literal in literals]
    if not held:
        raise LayoutError("a clause without literals can never hold: leave it out, or fill it")
    if least == 1 and most is None:
        return formula(" or ".join(held), layout)
    upper = "" if most is None else f" <= {most}"
    return formula(f"{least} <= {_count(held)}{upper}", layout)


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
        ours = set(map(id, getattr(model, "ours", ())))
        own = (one for one in getattr(model, "constraints", [model]) if id(one) not in ours)
        texts = (_of_cpmpy(one, layout) for one in own)
    return (formula(text, layout) for text in texts if text)


# -- Parts of formulas ------------------------------------------------------------------------


def _number(name: str, layout: LayoutData) -> str:
    """Return the number that a variable stands for; '~' before its name negates a Boolean."""
    if re.fullmatch(CELL, name):
        shift = 1 - layout.digits[0]
        return f"({name} + {shift})" if shift else name
    return f"count({condition(name.replace('~', '-', 1), layout)})"


def _count(conditions: Iterable[str]) -> str:
    return f"count({', '.join(conditions)})"


def _linear(factors: Iterable[int], numbers: Iterable[str], added: int = 0) -> str:
    terms = zip(factors, numbers, strict=True)
    parts = [number if k == 1 else f"{k} * {number}" for k, number in terms if k]
    return f"({' + '.join([*parts, *([str(added)] if added or not parts else [])])})"


def _different(parts: Sequence[str]) -> str:
    return " and ".join(f"{a} <> {b}" for i, a in enumerate(parts) for b in parts[:i])


def _table(parts: Sequence[str], values: Sequence[int], negated: bool = False) -> str:
    rows = [values[i : i + len(parts)] for i in range(0, len(values), len(parts))]
    fits = [" and ".join(f"{p} = {v}" for p, v in zip(parts, row, strict=True)) for row in rows]
    return "not " * negated + f"({' or '.join(f'({one})' for one in fits)})"


def _within(number: str, domain: Sequence[int]) -> str:
    """Return that a number is in a CP-SAT domain: pairs (low, high)."""
    parts = []
    for low, high in zip(domain[::2], domain[1::2], strict=True):
        lower = f"{low} <= " if low > -(2**62) else ""
        parts.append(f"{lower}{number} <= {high}" if high < 2**62 else f"{lower}{number}")
    return " or ".join(parts)


# -- CP-SAT -----------------------------------------------------------------------------------


def _of_cp_sat(proto: Any, layout: LayoutData) -> Iterator[str]:
    """Yield the conditions: constraints that are not ours, and smaller domains of variables."""
    if proto.has_objective():
        raise LayoutError("the CP-SAT model has an objective: rules of a board have none")

    def variable(index: int) -> str:
        return _number("~" * (index < 0) + proto.variables[max(index, ~index)].name, layout)

    def literal(index: int) -> str:
        return condition("-" * (index < 0) + proto.variables[max(index, ~index)].name, layout)

    def literals(one: Any) -> list[str]:
        return [literal(index) for index in one.literals]

    def exprs(one: Any) -> list[str]:
        return [_linear(e.coeffs, map(variable, e.vars), e.offset) for e in one.exprs]

    def target(one: Any) -> str:
        return _linear(one.target.coeffs, map(variable, one.target.vars), one.target.offset)

    say = {
        "linear": lambda one: _within(
            _linear(one.coeffs, map(variable, one.vars)), list(one.domain)
        ),
        "all_diff": lambda one: _different(exprs(one)),
        "bool_or": lambda one: " or ".join(literals(one)),
        "bool_and": lambda one: " and ".join(literals(one)),
        "bool_xor": lambda one: f"{_count(literals(one))} mod 2 = 1",
        "at_most_one": lambda one: f"{_count(literals(one))} <= 1",
        "exactly_one": lambda one: f"{_count(literals(one))} = 1",
        "table": lambda one: _table(exprs(one), list(one.values), one.negated),
        "lin_max": lambda one: f"{target(one)} = max({', '.join(exprs(one))})",
        "int_prod": lambda one: f"{target(one)} = {' * '.join(exprs(one))}",
    }
    for index, own in enumerate(proto.variables):
        is_cell = re.fullmatch(CELL, own.name)
        whole = [1, layout.size] if is_cell else [0, 1]
        if (is_cell or "=" in own.name) and list(own.domain) != whole:
            yield _within(variable(index), list(own.domain))
    for place, constraint in enumerate(proto.constraints):
        if constraint.name.startswith(OURS):
            continue
        held = (name[4:] for name in dir(constraint) if name.startswith("has_"))
        kind = next((kind for kind in held if getattr(constraint, f"has_{kind}")()), "empty")
        if kind not in say:
            raise LayoutError(
                f"constraint {place} of the CP-SAT model: {kind} cannot be written as a formula"
            )
        unless = [literal(~index) for index in constraint.enforcement_literal]
        yield " or ".join([*unless, f"({say[kind](getattr(constraint, kind))})"])


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
        return _table(list(map(number, args[0])), [int(v) for row in args[1] for v in row])
    inner = [f"({_of_cpmpy(part, layout)})" for part in args]
    if name == "xor":
        return f"{_count(inner)} mod 2 = 1"
    if name == "->":
        return f"not {inner[0]} or {inner[1]}"
    if name not in ("and", "or", "not"):
        raise LayoutError(f"CPMpy's {name!r} cannot be written as a formula")
    return f"not {inner[0]}" if name == "not" else f" {name} ".join(inner)
