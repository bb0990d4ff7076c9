"""Generates LLVM code for a function of the dialect, once per combination of argument types.

The dialect: integers, truth values, vectors, lists and records (`types`); names, operators,
conditions, `for` over ranges, lists, slices, literal tuples and generator functions, `while`;
`any`, `all` and `sum` of a generator; calls to other functions of the dialect and to `intrinsics`.
Module-level names are constants: numbers, or arrays that never change. A variable has one type (see
`code`). The result type is the annotated one, otherwise that of the first `return`.
"""

from __future__ import annotations

import ast
import inspect
from textwrap import indent
from typing import Any

from ..kernel import INLINED
from .code import Again, Value, number, returned_by, split
from .expressions import Expressions
from .types import NOTHING, NUMBER, TRUTH, KernelType, column, is_bool, tree_of

#: Loops of at most this many rounds (a constant) are unrolled if they load vectors in their own
#: body. LLVM does not unroll the larger ones by itself, and would then compute addresses anew in
#: each round. Loops that are large only because of what they call (the base pass over its two
#: halves) got slower when unrolled.
UNROLLED = 3
MANY = 1 << 62
#: What `any`, `all` and `sum` of a generator begin with, and do with each item.
FOLDS = {
    "any": ("False", "if {item}:\n {made} = True\n break"),
    "all": ("True", "if not ({item}):\n {made} = False\n break"),
    "sum": ("0", "{made} += {item}"),
}


def rounds(first: Value, last: Value, step: Value) -> int:
    """The number of rounds of a loop; MANY if it is not a constant."""
    constant = [value.only.lstrip("-").isdigit() for value in (first, last, step)]
    return len(range(int(first.only), int(last.only), int(step.only))) if all(constant) else MANY


class FunctionWriter(Expressions):
    """Generates statements and whole functions."""

    def write(self, tree: ast.FunctionDef, symbol: str, kinds: tuple[KernelType, ...]) -> str:
        """The definition of the function as LLVM code, for arguments of these types."""
        head = []
        for argument, kind in zip(tree.args.args, kinds, strict=True):
            names = tuple(f"%{argument.arg}.{k}" for k in range(len(kind.parts)))
            head += [f"{part} {name}" for part, name in zip(kind.parts, names, strict=True)]
            self.assign(argument.arg, Value(kind, names))
        for statement in tree.body:
            self.statement(statement)
        # The end of a function with a result is never reached: each of its paths returns.
        if self.result in (None, NOTHING):
            self.say("ret void")
        else:
            self.say("unreachable")
        inline = " alwaysinline" if self.function in INLINED else ""
        comdat = ""
        if self.module.target.has_comdats:
            self.module.shared.add(symbol)
            comdat = " comdat"
        returned = returned_by(self.result or NOTHING)
        return (
            f"define linkonce_odr hidden {returned} {symbol}({', '.join(head)}) "
            f"nounwind{inline}{comdat} {{\n"
            f"{self.body()}\n}}"
        )

    # -- Statements -------------------------------------------------------------------------------

    def statement(self, node: ast.stmt) -> None:
        """Generate a statement; nothing for one that is unreachable."""
        write = getattr(self, f"_{type(node).__name__.lower()}", None)
        if write is None:
            raise self.wrong(node, f"kernels have no {type(node).__name__}")
        if self.is_open:
            write(node)

    def _pass(self, node: ast.Pass) -> None:
        pass

    def _expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):
            self.value(node.value)

    def _assign(self, node: ast.Assign) -> None:
        value = self.value(node.value)
        for target in node.targets:
            self.give(target, value)

    def _annassign(self, node: ast.AnnAssign) -> None:
        if node.value:
            self.give(node.target, self.value(node.value))

    def _augassign(self, node: ast.AugAssign) -> None:
        target = node.target
        if isinstance(target, ast.Subscript):
            words = self.value(target.value)
            k = self.value(target.slice)
            made = self.binary(node, node.op, self.indexed(words, k), self.value(node.value))
            self.store(words, k, made)
        else:
            assert isinstance(target, ast.Name)
            before = self.read(target.id)
            self.assign(target.id, self.binary(node, node.op, before, self.value(node.value)))

    def _return(self, node: ast.Return) -> None:
        value = self.value(node.value) if node.value else Value(NOTHING, ())
        if self.result is None:
            self.result = value.kind
        if self.result is TRUTH and value.kind is NUMBER and not is_bool(self.function):
            self.result = NUMBER
            raise Again
        value = self.fit(value, self.result)
        if len(value.parts) < 2:
            self.say(f"ret {returned_by(value.kind)} {''.join(value.parts)}".rstrip())
            return
        returned, all_ = returned_by(value.kind), "undef"
        for k, (part, item) in enumerate(zip(value.kind.parts, value.parts, strict=True)):
            all_ = self.put(f"insertvalue {returned} {all_}, {part} {item}, {k}")
        self.say(f"ret {returned} {all_}")

    def _if(self, node: ast.If) -> None:
        yes = self.label()
        no = self.label()
        end = self.label() if node.orelse else no
        self.branch(node.test, yes, no)
        self.begin_open(yes)
        self.statements(node.body)
        self.go(end)
        if node.orelse:
            self.begin_open(no)
            self.statements(node.orelse)
        self.begin(end)

    def give(self, target: ast.expr, value: Value) -> None:
        """Assign a value to a name, an item of a list, or a tuple of such targets."""
        if isinstance(target, ast.Name):
            self.assign(target.id, value)
        elif isinstance(target, ast.Subscript):
            self.store(self.value(target.value), self.value(target.slice), value)
        elif isinstance(target, ast.Tuple):
            for inner, one in zip(target.elts, split(value), strict=True):
                self.give(inner, one)
        else:
            raise self.wrong(target, "cannot be assigned to")

    def statements(self, nodes: list[ast.stmt]) -> None:
        """Generate statements in order."""
        for node in nodes:
            self.statement(node)

    def _while(self, node: ast.While) -> None:
        if node.orelse:
            raise self.wrong(node, "kernels have no else of a loop")
        again = self.label()
        body = self.label()
        end = self.label()
        self.begin(again)
        self.branch(node.test, body, end)
        self.begin_open(body)
        self.loop(node.body, again, end)
        self.go(again)
        self.begin_open(end)

    def loop(self, nodes: list[ast.stmt], again: str, end: str) -> None:
        """Generate a loop's body. again, end: the labels for `continue` and `break`."""
        self.loops.append((again, end))
        self.statements(nodes)
        self.loops.pop()

    def _continue(self, node: ast.Continue) -> None:
        self.go(self.loops[-1][0])

    def _break(self, node: ast.Break) -> None:
        self.go(self.loops[-1][1])

    def _for(self, node: ast.For) -> None:
        if node.orelse:
            raise self.wrong(node, "kernels have no else of a loop")
        # Unrolled, so that each item may be a constant in its round.
        if isinstance(node.iter, ast.Tuple):
            end = self.label()
            for item in node.iter.elts:
                following = self.label()
                self.give(node.target, self.value(item))
                self.loop(node.body, following, end)
                self.begin(following)
            self.begin(end)
            return
        called = self.known(node.iter.func) if isinstance(node.iter, ast.Call) else None
        if isinstance(node.iter, ast.Call) and inspect.isgeneratorfunction(called):
            self.for_generated(node, node.iter, called)
            return
        if isinstance(node.iter, ast.Call) and ast.unparse(node.iter.func) == "range":
            words = None
            first, last, step = self._range(node.iter)
        else:
            words = self.value(node.iter)
            if words.kind is not column(words.kind.dtype):
                raise self.wrong(node, "for goes over ranges, lists and literal tuples")
            first = number(0)
            last = Value(NUMBER, (words.parts[1],))
            step = number(1)
        self.count += 1
        # The counter is not the loop's own variable: as in Python, the body may assign that one
        # without changing the rounds.
        at = f"%at.{self.count}"
        self.places.append(f"{at} = alloca i64")
        self.say(f"store i64 {first.only}, ptr {at}")
        test = self.label()
        body = self.label()
        following = self.label()
        end = self.label()
        self.begin(test)
        k = Value(NUMBER, (self.put(f"load i64, ptr {at}"),))
        down = step.only.startswith("-")  # a step that is no constant must be positive
        truth = self.put(f"icmp {'sgt' if down else 'slt'} i64 {k.only}, {last.only}")
        self.fork(truth, body, end)
        self.begin_open(body)
        self.give(node.target, self.item(words, k) if words else k)
        first_line = len(self.lines)
        self.loop(node.body, following, end)
        loads_vectors = any(" = load <" in line for line in self.lines[first_line:])
        self.begin(following)
        after = self.put(f"add nsw i64 {k.only}, {step.only}")
        self.say(f"store i64 {after}, ptr {at}")
        is_short = rounds(first, last, step) <= UNROLLED
        hint = f", !llvm.loop {self.module.unrolled()}" if loads_vectors and is_short else ""
        self.say(f"br label %{test}{hint}")
        self.begin_open(end)
        if loads_vectors and self.module.target.is_web:
            # Vectors are loaded anew after the loop, so fewer live at once: browsers have 16
            # registers for them, and keep the others on the stack at a higher cost than LLVM.
            self.say('fence syncscope("singlethread") seq_cst')

    def _range(self, call: ast.Call) -> tuple[Value, Value, Value]:
        """The start, the end and the step of a range."""
        given = [self.as_number(self.value(one)) for one in call.args]
        if len(given) == 1:
            return number(0), given[0], number(1)
        step = given[2] if len(given) > 2 else number(1)
        return given[0], given[1], step

    def for_generated(self, node: ast.For, call: ast.Call, function: Any) -> None:
        """Generate a loop over what a generator function yields: its statements, with the body in
        place of its `yield`, which is the last statement of a loop."""
        values = [self.value(one) for one in call.args]
        end = self.label()
        # The function changes too: names are looked up in its file, and errors name it.
        outside = self.function, self.variables
        self.bodies.append((node, end, *outside))
        tree = tree_of(function)
        self.function, self.variables = function, {}
        for argument, value in zip(tree.args.args, values, strict=True):
            self.assign(argument.arg, value)
        self.statements(tree.body)
        self.bodies.pop()
        self.function, self.variables = outside
        self.begin(end)

    def _yield_value(self, node: ast.Yield) -> Value:
        assert node.value
        # The body is of the function outside, so that one's names hold again for its length. Its
        # `continue` goes on with the generator's loop: therefore the `yield` comes last in it.
        value, inside = self.value(node.value), (self.function, self.variables)
        loop, end, self.function, self.variables = self.bodies.pop()
        self.give(loop.target, value)
        self.loop(loop.body, self.loops[-1][0], end)
        self.bodies.append((loop, end, self.function, self.variables))
        self.function, self.variables = inside
        return Value(NOTHING, ())

    def _call_value(self, node: ast.Call) -> Value:
        if not (node.args and isinstance(node.args[0], ast.GeneratorExp)):
            return super()._call_value(node)
        loops, item = node.args[0].generators, node.args[0].elt
        begin, each = FOLDS[ast.unparse(node.func)]
        self.count += 1
        made = f"made_{self.count}"
        text = each.format(made=made, item=ast.unparse(item))
        for loop in loops[::-1]:
            for test in loop.ifs[::-1]:
                text = f"if {ast.unparse(test)}:\n{indent(text, ' ')}"
            head = f"for {ast.unparse(loop.target)} in {ast.unparse(loop.iter)}"
            text = f"{head}:\n{indent(text, ' ')}"
        # As in Python, a generator's variables are its own: they may have another type than
        # variables of these names outside, which keep their values.
        outside, own = self.variables, {ast.unparse(loop.target) for loop in loops}
        self.variables = {name: kept for name, kept in outside.items() if name not in own}
        self.statements(ast.parse(f"{made} = {begin}\n{text}").body)
        value = self.read(made)
        self.variables = outside
        return value
