"""Expressions, conditions and calls."""

from __future__ import annotations

import ast
import builtins
import inspect
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from .arithmetic import Arithmetic
from .code import Value, Written, number, returned_by, split
from .types import NOTHING, TRUTH, WORD, arguments_of, column, several, tree_of


class Expressions(Arithmetic):
    """Writes expressions."""

    # -- Conditions -------------------------------------------------------------------------------

    def branch(self, node: ast.expr, yes: str, no: str) -> None:
        """Go to one block if this is true, else to the other."""
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            self.branch(node.operand, no, yes)
        elif isinstance(node, ast.BoolOp):
            for operand in node.values[:-1]:
                following = self.label()
                if isinstance(node.op, ast.And):
                    self.branch(operand, following, no)
                else:
                    self.branch(operand, yes, following)
                self.begin_open(following)
            self.branch(node.values[-1], yes, no)
        else:
            self.fork(self.as_truth(self.value(node)), yes, no)

    def either(
        self, first: Callable[[], Value], second: Callable[[], Value], yes: str, no: str
    ) -> Value:
        """The first value where control comes to `yes`, the second where it comes to `no`."""
        end = self.label()
        self.begin_open(yes)
        a = first()
        a_end, a_line = self.block, len(self.lines)
        self.begin_open(no)
        b = second()
        if a.kind is not b.kind:
            b = self.as_number(b)
        b_end = self.block
        # Only now is the type of the second value known, which the first may have to be converted
        # to. The conversion and the jump belong at the end of the first block, so they are inserted
        # before the lines of the second.
        after, self.lines = self.lines[a_line:], self.lines[:a_line]
        still, self.is_open = self.is_open, True
        if a.kind is not b.kind:
            a = self.fit(a, b.kind)
        self.go(end)
        self.lines += after
        self.is_open = still
        self.begin(end)
        parts = [
            self.put(f"phi {part} [ {x}, %{a_end} ], [ {y}, %{b_end} ]")
            for part, x, y in zip(a.kind.parts, a.parts, b.parts, strict=True)
        ]
        return Value(b.kind, tuple(parts))

    # -- Expressions ------------------------------------------------------------------------------

    def value(self, node: ast.expr) -> Value:
        """The value of an expression."""
        write = getattr(self, f"_{type(node).__name__.lower()}_value", None)
        if write is None:
            raise self.wrong(node, f"kernels have no {type(node).__name__}")
        value: Value = write(node)
        return value

    def _constant_value(self, node: ast.Constant) -> Value:
        return self.constant(node, node.value)

    def constant(self, node: ast.AST, known: Any) -> Value:
        """What is known beforehand."""
        if isinstance(known, bool):
            return Value(TRUTH, ("true" if known else "false",))
        if isinstance(known, np.uint64):
            return Value(WORD, (str(int(known)),))
        if isinstance(known, int):
            return number(known)
        if isinstance(known, np.ndarray):
            return self.module.array(known)
        raise self.wrong(node, f"no constant for kernels: {known!r:.60}")

    def _name_value(self, node: ast.Name) -> Value:
        if node.id in self.variables:
            return self.read(node.id)
        if node.id not in self.function.__globals__:
            raise self.wrong(node, f"{node.id} has no value yet")
        return self.constant(node, self.function.__globals__[node.id])

    def _attribute_value(self, node: ast.Attribute) -> Value:
        if isinstance(node.value, ast.Name) and node.value.id not in self.variables:
            return self.constant(node, self.known(node))
        return self.field(node, self.value(node.value))

    def known(self, node: ast.expr) -> Any:
        """What a name of the module stands for."""
        if isinstance(node, ast.Attribute):
            return getattr(self.known(node.value), node.attr)
        assert isinstance(node, ast.Name), ast.unparse(node)
        named = self.function.__globals__
        return named[node.id] if node.id in named else getattr(builtins, node.id)

    def _subscript_value(self, node: ast.Subscript) -> Value:
        words = self.value(node.value)
        if not isinstance(node.slice, ast.Slice):
            return self.indexed(words, self.value(node.slice))
        assert node.slice.upper, "a slice for kernels has an end"
        first = self.value(node.slice.lower) if node.slice.lower else number(0)
        end = self.as_number(self.value(node.slice.upper)).only
        items = self.address(words.kind.dtype, words.parts[0], first)
        return Value(words.kind, (items, self.put(f"sub i64 {end}, {first.only}")))

    def indexed(self, words: Value, k: Value) -> Value:
        """words[k]"""
        if words.kind.kinds:
            return split(words)[int(k.only)]
        if not words.kind.dtype:
            raise TypeError(f"{self.function.__qualname__}: {words.kind.name} has no items")
        item = self.item(words, k)
        return Value(WORD, item.parts) if words.kind is column("uint64") else item

    def _tuple_value(self, node: ast.Tuple) -> Value:
        values = [self.value(one) for one in node.elts]
        kind = several(tuple(value.kind for value in values))
        return Value(kind, tuple(part for value in values for part in value.parts))

    def _ifexp_value(self, node: ast.IfExp) -> Value:
        yes = self.label()
        no = self.label()
        self.branch(node.test, yes, no)
        return self.either(lambda: self.value(node.body), lambda: self.value(node.orelse), yes, no)

    def _boolop_value(self, node: ast.BoolOp) -> Value:
        made = self.value(node.values[0])
        for operand in node.values[1:]:
            more = self.label()
            done = self.label()
            if isinstance(node.op, ast.And):
                self.fork(self.as_truth(made), more, done)
            else:
                self.fork(self.as_truth(made), done, more)
            # As in Python, the result is the operand that decided, not its truth.
            first = partial(self.value, operand)
            made = self.either(first, lambda made=made: made, more, done)  # type: ignore[misc]
        return made

    def _compare_value(self, node: ast.Compare) -> Value:
        among = node.comparators[0]
        if isinstance(node.ops[0], ast.NotIn):
            return self.value(ast.UnaryOp(ast.Not(), ast.Compare(node.left, [ast.In()], [among])))
        # A list needs a loop that can end early. A literal tuple is short: all its comparisons are
        # made, without a jump between them.
        if isinstance(node.ops[0], ast.In) and not isinstance(among, ast.Tuple):
            text = f"any(item_ == ({ast.unparse(node.left)}) for item_ in {ast.unparse(among)})"
            return self.value(ast.parse(text, mode="eval").body)
        left = self.value(node.left)
        if isinstance(node.ops[0], ast.In):
            assert isinstance(among, ast.Tuple)
            found = Value(TRUTH, ("false",))
            for one in among.elts:
                same = self.comparison(node, ast.Eq(), left, self.value(one))
                found = self.binary(node, ast.BitOr(), found, same)
            return found
        return self.compared(node, left, 0)

    def compared(self, node: ast.Compare, left: Value, k: int) -> Value:
        """The comparisons from number k on; each is evaluated only if those before are true."""
        right = self.value(node.comparators[k])
        made = self.comparison(node, node.ops[k], left, right)
        if k + 1 == len(node.ops):
            return made
        more = self.label()
        done = self.label()
        self.fork(made.only, more, done)
        others = partial(self.compared, node, right, k + 1)
        return self.either(others, lambda: Value(TRUTH, ("false",)), more, done)

    def _unaryop_value(self, node: ast.UnaryOp) -> Value:
        if isinstance(node.op, ast.Not):
            truth = self.as_truth(self.value(node.operand))
            return Value(TRUTH, (self.put(f"xor i1 {truth}, true"),))
        value = self.as_number(self.value(node.operand))
        if value.kind.name == "vector":
            return self.binary(node, ast.BitXor(), value, number(-1))
        if isinstance(node.op, ast.Invert):
            return Value(value.kind, (self.put(f"xor i64 {value.only}, -1"),))
        # So that a negative constant stays a constant, for `rounds` and steps of ranges.
        if value.only.isdigit():
            return number(-int(value.only))
        return Value(value.kind, (self.put(f"sub i64 0, {value.only}"),))

    def _binop_value(self, node: ast.BinOp) -> Value:
        return self.binary(node, node.op, self.value(node.left), self.value(node.right))

    # -- Calls ------------------------------------------------------------------------------------

    def _call_value(self, node: ast.Call) -> Value:
        called = self.known(node.func)
        given = [self.value(one) for one in node.args]
        meaning = self.module.intrinsics.get(called)
        if meaning:
            return meaning(self, *given)
        # A kernel may call another: then its function is meant.
        called = getattr(called, "function", called)
        if not inspect.isfunction(called):
            raise self.wrong(node, f"kernels do not know {ast.unparse(node.func)}")
        names = [argument.arg for argument in tree_of(called).args.args]
        named = {one.arg: self.value(one.value) for one in node.keywords}
        given += [named.pop(name) for name in names[len(given) :] if name in named]
        if len(given) != len(names) or named:
            raise self.wrong(node, f"{ast.unparse(node.func)} takes {', '.join(names)}")
        values = self.fitted(called, given)
        return self.call(self.module.function(called, tuple(v.kind for v in values)), values)

    def fitted(self, function: Any, values: list[Value]) -> list[Value]:
        """Arguments as the function's annotations have them."""
        kinds = arguments_of(function, tuple(value.kind for value in values))
        return [self.fit(value, kind) for value, kind in zip(values, kinds, strict=True)]

    def call(self, made: Written, values: list[Value]) -> Value:
        """Call a function."""
        given = ", ".join(
            f"{part} {item}"
            for value in values
            for part, item in zip(value.kind.parts, value.parts, strict=True)
        )
        line = f"call {returned_by(made.result)} {made.symbol}({given})"
        if made.result is NOTHING:
            self.say(line)
            return Value(NOTHING, ())
        name = self.put(line)
        if len(made.result.parts) == 1:
            return Value(made.result, (name,))
        returned = returned_by(made.result)
        parts = [f"extractvalue {returned} {name}, {k}" for k in range(len(made.result.parts))]
        return Value(made.result, tuple(map(self.put, parts)))
