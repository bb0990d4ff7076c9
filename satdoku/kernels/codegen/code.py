"""The LLVM code of one function while it is being generated.

Each variable is a stack slot (`alloca`) per part, which is loaded and stored at each use; LLVM's
pass mem2reg turns slots into registers, so no SSA form is built here. A variable has one type. If a
variable that began as a truth value is assigned a number, `Again` is raised and the function is
generated again with that variable a number from the start; each retry adds a variable, so it ends.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any, NamedTuple

from .types import ITEMS, NUMBER, TRUTH, WORD, KernelType, column

if TYPE_CHECKING:
    from .module import Module


class Value(NamedTuple):
    """A value: its type, and the LLVM names (or constants) of its parts."""

    kind: KernelType
    parts: tuple[str, ...]

    @property
    def only(self) -> str:
        """The only part."""
        (part,) = self.parts
        return part


class Written(NamedTuple):
    """A generated function: its LLVM symbol, and the type of its result."""

    symbol: str
    result: KernelType


class Again(Exception):
    """A variable or result turned out to be a number: generate the function again."""


def number(whole: int) -> Value:
    """A constant."""
    return Value(NUMBER, (str(whole),))


def split(value: Value) -> list[Value]:
    """The members of a tuple."""
    made, at = [], 0
    for kind in value.kind.kinds:
        end = at + len(kind.parts)
        made.append(Value(kind, value.parts[at:end]))
        at = end
    return made


def returned_by(kind: KernelType) -> str:
    """The LLVM return type for a result of this type."""
    if not kind.parts:
        return "void"
    return kind.parts[0] if len(kind.parts) == 1 else f"{{ {', '.join(kind.parts)} }}"


class Code:
    """The code of one function.

    Invariant: `lines` are complete instructions, in basic blocks; `block` is the label of the last
    block, and `is_open` holds until that block has its terminator (branch, return, unreachable).
    While it does not hold, instructions are dropped: no path leads to them. `places` are the stack
    slots, written at the top of the entry block.

    result: the type of the result, None until the first `return`. numbers: the names of variables
    that are numbers although they are assigned truth values too.
    """

    def __init__(
        self, module: Module, function: Any, result: KernelType | None, numbers: set[str]
    ) -> None:
        self.module = module
        self.function = function
        self.result = result
        self.numbers = numbers
        # At the top, since mem2reg takes only those of the entry block, and one in a loop would
        # take more of the stack in each round.
        self.places: list[str] = []
        self.lines: list[str] = []
        self.variables: dict[str, Value] = {}
        self.count = 0
        self.block = "start"
        self.is_open = True
        #: For each enclosing loop, the labels to which `continue` and `break` jump.
        self.loops: list[tuple[str, str]] = []
        #: For each enclosing generator function, the loop over it, the label to which its `break`
        #: jumps, its function and its variables.
        self.bodies: list[tuple[ast.For, str, Any, dict[str, Value]]] = []

    # -- Lines ------------------------------------------------------------------------------------

    def body(self) -> str:
        """The body of the function."""
        return "\n".join(["start:", *self.places, *self.lines])

    def say(self, line: str) -> None:
        """Append an instruction, unless it is unreachable; a terminator closes the block."""
        if self.is_open:
            self.lines.append(line)
            if line.startswith(("br ", "ret ", "unreachable")):
                self.is_open = False

    def put(self, line: str) -> str:
        """Append an instruction that produces a value; return the value's name."""
        self.count += 1
        name = f"%t{self.count}"
        self.say(f"{name} = {line}")
        return name

    def label(self) -> str:
        """A new label."""
        self.count += 1
        return f"b{self.count}"

    def go(self, label: str) -> None:
        """Append a jump to a label."""
        self.say(f"br label %{label}")

    def begin(self, label: str) -> None:
        """Begin a block; the block before falls through into it."""
        self.go(label)
        self.lines.append(f"{label}:")
        self.block, self.is_open = label, True

    def begin_open(self, label: str) -> None:
        """Begin a block that is reached by jumps only."""
        self.is_open = False
        self.begin(label)

    def fork(self, truth: str, yes: str, no: str) -> None:
        """Append a conditional jump."""
        self.say(f"br i1 {truth}, label %{yes}, label %{no}")

    # -- Kinds ------------------------------------------------------------------------------------

    def wrong(self, node: ast.AST, what: str) -> TypeError:
        """The error for something that the dialect does not allow."""
        line = getattr(node, "lineno", 0)
        return TypeError(f"{self.function.__qualname__}, line {line}: {what}")

    def as_number(self, value: Value) -> Value:
        """A truth value as 0 or 1; other values as they are."""
        if value.kind is TRUTH:
            known = {"true": "1", "false": "0"}.get(value.only)
            return Value(NUMBER, (known or self.put(f"zext i1 {value.only} to i64"),))
        return value

    def as_truth(self, value: Value) -> str:
        """Whether a value is true (not 0), as an `i1`."""
        if value.kind is TRUTH:
            return value.only
        if value.kind not in (NUMBER, WORD):
            raise TypeError(f"{self.function.__qualname__}: {value.kind.name} is neither true ...")
        return self.put(f"icmp ne i64 {value.only}, 0")

    def fit(self, value: Value, kind: KernelType) -> Value:
        """Convert a value to a type; only numbers and truth values convert."""
        if value.kind is kind:
            return value
        if kind is TRUTH and value.kind is NUMBER:
            return Value(TRUTH, (self.as_truth(value),))
        if kind is NUMBER and value.kind is TRUTH:
            return self.as_number(value)
        raise TypeError(f"{self.function.__qualname__}: {value.kind.name} is not {kind.name}")

    # -- Variables --------------------------------------------------------------------------------

    def assign(self, name: str, value: Value) -> None:
        """Assign to a variable; its first assignment fixes its type. May raise `Again`."""
        if name in self.numbers:
            value = self.as_number(value)
        if name not in self.variables:
            first = len(self.places)
            slots = tuple(f"%{name}.at.{first + k}" for k in range(len(value.parts)))
            self.variables[name] = Value(value.kind, slots)
            for slot, part in zip(slots, value.kind.parts, strict=True):
                self.places.append(f"{slot} = alloca {part}")
        kind, slots = self.variables[name]
        # The reverse, a truth value for a variable that is a number, needs no new start: it is
        # widened.
        if kind is TRUTH and value.kind is NUMBER:
            self.numbers.add(name)
            raise Again
        value = self.fit(value, kind)
        for slot, part, item in zip(slots, kind.parts, value.parts, strict=True):
            self.say(f"store {part} {item}, ptr {slot}")

    def read(self, name: str) -> Value:
        """The value of a variable."""
        kind, slots = self.variables[name]
        parts = zip(kind.parts, slots, strict=True)
        return Value(kind, tuple(self.put(f"load {part}, ptr {slot}") for part, slot in parts))

    # -- Lists and records ------------------------------------------------------------------------

    def address(self, dtype: str, items: str, k: Value) -> str:
        """The address of item k."""
        index = self.as_number(k).only
        return self.put(f"getelementptr inbounds {ITEMS[dtype]}, ptr {items}, i64 {index}")

    def check(self, words: Value, first: Value, count: str = "1") -> None:
        """In checked code: trap unless `count` items from `first` on lie within the list."""
        if not self.module.checked:
            return
        start = self.as_number(first).only
        end = self.put(f"add i64 {start}, {count}")
        begins = self.put(f"icmp sge i64 {start}, 0")
        ends = self.put(f"icmp sle i64 {end}, {words.parts[1]}")
        inside = self.label()
        outside = self.label()
        self.fork(self.put(f"and i1 {begins}, {ends}"), inside, outside)
        self.begin_open(outside)
        self.say(f"call void {self.module.declare('@llvm.trap', 'void @llvm.trap()')}()")
        self.say("unreachable")
        self.begin_open(inside)

    def item(self, words: Value, k: Value) -> Value:
        """Item k of a list, widened to a number; inner list k of a ragged list."""
        kind = words.kind
        # List k ends where list k + 1 begins, so the places have one item more than there are
        # lists.
        if kind.name.startswith("ragged"):
            begin = self.lasting("i64", self.address("int64", words.parts[1], k))
            after = self.put(f"add i64 {self.as_number(k).only}, 1")
            place = self.address("int64", words.parts[1], Value(NUMBER, (after,)))
            end = self.lasting("i64", place)
            items = self.address(kind.dtype, words.parts[0], Value(NUMBER, (begin,)))
            return Value(column(kind.dtype), (items, self.put(f"sub i64 {end}, {begin}")))
        self.check(words, k)
        stored = ITEMS[kind.dtype]
        item = self.put(f"load {stored}, ptr {self.address(kind.dtype, words.parts[0], k)}")
        if stored != "i64":
            # All arithmetic is in 64 bits; only memory is narrow.
            wide = "zext" if kind.dtype.startswith("u") else "sext"
            item = self.put(f"{wide} {stored} {item} to i64")
        return Value(NUMBER, (item,))

    def store(self, words: Value, k: Value, value: Value) -> None:
        """Set item k of a list, truncated to the size of its items."""
        item, stored = self.as_number(value).only, ITEMS[words.kind.dtype]
        self.check(words, k)
        place = self.address(words.kind.dtype, words.parts[0], k)
        if stored != "i64":
            item = self.put(f"trunc i64 {item} to {stored}")
        self.say(f"store {stored} {item}, ptr {place}")

    def lasting(self, part: str, place: str) -> str:
        """Load a value that no kernel changes, so LLVM may reuse an earlier load."""
        return self.put(f"load {part}, ptr {place}, !invariant.load !0")

    def field(self, node: ast.Attribute, record: Value) -> Value:
        """The value of a record's field; records do not change while a kernel runs."""
        names = [name for name, _ in record.kind.fields]
        if node.attr not in names:
            raise self.wrong(node, f"{record.kind.name} has no {node.attr}")
        k = names.index(node.attr)
        kind = record.kind.fields[k][1]
        parts = []
        for i, part in enumerate(kind.parts):
            place = self.put(f"getelementptr inbounds i64, ptr {record.only}, i64 {2 * k + i}")
            parts.append(self.lasting(part, place))
        return Value(kind, tuple(parts))
