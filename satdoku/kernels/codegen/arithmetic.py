"""Binary operators and comparisons.

Division rounds down, as in Python. Nothing checks for overflow (64 bits wrap around) or for a
divisor of 0. Shifts and comparisons of words are unsigned; divisions are signed.
"""

from __future__ import annotations

import ast
from typing import Any

from .code import Code, Value
from .types import NUMBER, TRUTH, WORD, KernelType

OPERATORS = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.BitAnd: "and", ast.BitOr: "or",
    ast.BitXor: "xor", ast.LShift: "shl", ast.RShift: "ashr",
}  # fmt: skip
COMPARISONS = {
    ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "slt", ast.LtE: "sle", ast.Gt: "sgt", ast.GtE: "sge",
}  # fmt: skip


class Arithmetic(Code):
    """Generates operators."""

    def comparison(self, node: ast.AST, sign: Any, a: Value, b: Value) -> Value:
        """Compare two numbers; unsigned if one is a word."""
        a = self.as_number(a)
        b = self.as_number(b)
        if a.kind not in (NUMBER, WORD) or b.kind not in (NUMBER, WORD):
            raise self.wrong(node, f"{a.kind.name} and {b.kind.name} cannot be compared")
        name = COMPARISONS[type(sign)]
        if WORD in (a.kind, b.kind):
            # ("eq" and "ne" are the same for both.)
            name = name.replace("s", "u", 1) if name[0] == "s" else name
        return Value(TRUTH, (self.put(f"icmp {name} i64 {a.only}, {b.only}"),))

    def binary(self, node: ast.AST, sign: ast.operator, a: Value, b: Value) -> Value:
        """Apply an operator to vectors (and numbers, broadcast), truth values or numbers."""
        if a.kind.name == "vector":
            b = b if b.kind is a.kind else self.everywhere(b, a.kind)
            name = {"ashr": "lshr"}.get(OPERATORS[type(sign)], OPERATORS[type(sign)])
            return Value(a.kind, (self.put(f"{name} {a.kind.parts[0]} {a.only}, {b.only}"),))
        if a.kind is b.kind is TRUTH and isinstance(sign, ast.BitAnd | ast.BitOr | ast.BitXor):
            return Value(TRUTH, (self.put(f"{OPERATORS[type(sign)]} i1 {a.only}, {b.only}"),))
        a = self.as_number(a)
        b = self.as_number(b)
        kind = WORD if WORD in (a.kind, b.kind) else NUMBER
        if a.kind not in (NUMBER, WORD) or b.kind not in (NUMBER, WORD):
            raise self.wrong(node, f"no operator for {a.kind.name} and {b.kind.name}")
        if isinstance(sign, ast.FloorDiv | ast.Mod):
            return self.division(sign, a, b)
        name = OPERATORS[type(sign)]
        if kind is WORD and name == "ashr":
            name = "lshr"
        return Value(kind, (self.put(f"{name} i64 {a.only}, {b.only}"),))

    def division(self, sign: ast.operator, a: Value, b: Value) -> Value:
        """Python's // and % from LLVM's, which round towards 0.

        Where the remainder is not 0 and its sign differs from the divisor's, the quotient is one
        too high and the remainder lacks one divisor. Constant powers of two need only a mask or an
        arithmetic shift, which round down by themselves.
        """
        x, y = a.only, b.only
        wants_rest = isinstance(sign, ast.Mod)
        # A constant that is negative does not count as known: its minus sign is no digit.
        known = int(y) if y.isdigit() else 0
        if known and known & (known - 1) == 0:
            line = (
                f"and i64 {x}, {known - 1}"
                if wants_rest
                else (f"ashr i64 {x}, {known.bit_length() - 1}")
            )
            return Value(NUMBER, (self.put(line),))
        rest = self.put(f"srem i64 {x}, {y}")
        # Then the divisor is positive, and only a negative remainder is one that Python does not
        # give.
        if known:
            below = self.put(f"icmp slt i64 {rest}, 0")
        else:
            signs = self.put(f"xor i64 {rest}, {y}")
            differ = self.put(f"icmp slt i64 {signs}, 0")
            some = self.put(f"icmp ne i64 {rest}, 0")
            below = self.put(f"and i1 {differ}, {some}")
        if wants_rest:
            more = self.put(f"add i64 {rest}, {y}")
            return Value(NUMBER, (self.put(f"select i1 {below}, i64 {more}, i64 {rest}"),))
        less = self.put(f"sext i1 {below} to i64")
        return Value(NUMBER, (self.put(f"add i64 {self.put(f'sdiv i64 {x}, {y}')}, {less}"),))

    def everywhere(self, value: Value, kind: KernelType) -> Value:
        """A vector with the number in every lane."""
        (register,) = kind.parts
        lanes, item = int(register[1:].split()[0]), self.as_number(value).only
        if item.lstrip("-").isdigit():
            return Value(kind, (f"<{', '.join([f'i32 {int(item)}'] * lanes)}>",))
        item = self.put(f"trunc i64 {item} to i32")
        first = self.put(f"insertelement {register} undef, i32 {item}, i32 0")
        zeros = f"<{lanes} x i32> zeroinitializer"
        line = f"shufflevector {register} {first}, {register} undef, {zeros}"
        return Value(kind, (self.put(line),))
