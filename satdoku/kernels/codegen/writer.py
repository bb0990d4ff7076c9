"""A kernel written as LLVM's code: one function of it for each kind of arguments.

The dialect: whole numbers, what is true or false, vectors, lists and records (`kinds`); names,
operators, conditions, `for` through ranges, lists and literal tuples, `while`; calls to other
parts, and to what `intrinsics` knows. Names of modules are constants: numbers, or arrays that never
change. A variable has one kind; truth becomes a number where it is given both. What a function
returns follows from its annotation or its first return.
"""

from __future__ import annotations

import ast

from .code import Again, Value, number, returned_by, split
from .expressions import Expressions
from .source import is_bool
from .types import NOTHING, NUMBER, TRUTH, Kind, column

#: Loops of so many rounds, known beforehand, are written out if they load vectors themselves: LLVM
#: leaves the larger ones, and addresses are then reckoned in each round. (What is only larger by
#: that, as the round of the base pass over its two parts, gets slower.)
UNROLLED = 3
MANY = 1 << 62


def rounds(first: Value, last: Value, step: Value) -> int:
    """How often a loop is gone through; MANY if that is not known."""
    told = [value.only.lstrip("-").isdigit() for value in (first, last, step)]
    return len(range(int(first.only), int(last.only), int(step.only))) if all(told) else MANY


class Writer(Expressions):
    """Writes statements, and the function of them."""

    def write(self, tree: ast.FunctionDef, symbol: str, kinds: tuple[Kind, ...]) -> str:
        """The function's code."""
        head = []
        for argument, kind in zip(tree.args.args, kinds, strict=True):
            names = tuple(f"%{argument.arg}.{k}" for k in range(len(kind.parts)))
            head += [f"{part} {name}" for part, name in zip(kind.parts, names, strict=True)]
            self.assign(argument.arg, Value(kind, names))
        for statement in tree.body:
            self.statement(statement)
        if self.result in (None, NOTHING):
            self.say("ret void")
        else:
            self.say("unreachable")
        inline = " alwaysinline" if self.function in self.module.inlined else ""
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
        """Write a statement."""
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
            words, k = self.value(target.value), self.value(target.slice)
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
        yes, no = self.label(), self.label()
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
        """Assign to whatever can be assigned to."""
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
        """Write statements, one after the other."""
        for node in nodes:
            self.statement(node)

    def _while(self, node: ast.While) -> None:
        if node.orelse:
            raise self.wrong(node, "kernels have no else of a loop")
        again, body, end = self.label(), self.label(), self.label()
        self.begin(again)
        self.branch(node.test, body, end)
        self.begin_open(body)
        self.loop(node.body, again, end)
        self.go(again)
        self.begin_open(end)

    def loop(self, nodes: list[ast.stmt], again: str, end: str) -> None:
        """Write what is in a loop."""
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
        if isinstance(node.iter, ast.Tuple):
            end = self.label()
            for item in node.iter.elts:
                following = self.label()
                self.give(node.target, self.value(item))
                self.loop(node.body, following, end)
                self.begin(following)
            self.begin(end)
            return
        words: Value | None = None
        step = number(1)
        if isinstance(node.iter, ast.Call) and ast.unparse(node.iter.func) == "range":
            given = [self.as_number(self.value(one)) for one in node.iter.args]
            first, last = (number(0), *given) if len(given) == 1 else given[:2]
            step = given[2] if len(given) > 2 else step
        else:
            words = self.value(node.iter)
            if words.kind is not column(words.kind.dtype):
                raise self.wrong(node, "nothing to go through")
            first, last = number(0), Value(NUMBER, (words.parts[1],))
        self.count += 1
        at = f"%at.{self.count}"
        self.places.append(f"{at} = alloca i64")
        self.say(f"store i64 {first.only}, ptr {at}")
        test, body, following, end = (self.label() for _ in range(4))
        self.begin(test)
        k = Value(NUMBER, (self.put(f"load i64, ptr {at}"),))
        down = step.only.startswith("-")  # a step that is not written out is above 0
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
