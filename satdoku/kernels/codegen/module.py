"""The LLVM module of one kernel: the kernel and every function that it calls, each generated once
per combination of argument types."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import numpy as np

from .code import Again, Value, Written
from .intrinsics import INTRINSICS
from .targets import Platform
from .types import NOTHING, NUMBER, KernelType, arguments_of, column, result_of, tree_of
from .writer import FunctionWriter


class Module:
    """An LLVM module.

    lanes: the number of lanes of a vector. checked: an access outside a list ends the process.

    Invariant: `functions` has an entry for each definition in `texts`, and for functions with an
    annotated result already while they are generated, so that they may be recursive.
    """

    intrinsics = INTRINSICS

    def __init__(self, target: Platform, lanes: int, checked: bool = False) -> None:
        self.target = target
        self.lanes = lanes
        self.checked = checked
        self.texts: list[str] = []
        self.functions: dict[tuple[Any, tuple[KernelType, ...]], Written] = {}
        self.arrays: dict[int, Value] = {}
        self.declared: set[str] = set()
        self.loops: list[str] = []
        #: Symbols that modules of other kernels may define too (COMDAT): the linker keeps one.
        self.shared: set[str] = set()

    def text(self) -> str:
        """The module as text."""
        notes = ["!0 = !{}", '!1 = !{!"llvm.loop.unroll.full"}', *self.loops]
        shared = [f"${name[1:]} = comdat any" for name in sorted(self.shared)]
        return "\n".join([*shared, *sorted(self.declared), *self.texts, *notes])

    def unrolled(self) -> str:
        """The name of new metadata for a loop: to unroll it fully."""
        name = f"!{2 + len(self.loops)}"
        self.loops.append(f"{name} = distinct !{{{name}, !1}}")
        return name

    def declare(self, symbol: str, line: str) -> str:
        """Declare an LLVM intrinsic; return its symbol."""
        self.declared.add(f"declare {line}")
        return symbol

    def function(self, function: Any, kinds: tuple[KernelType, ...]) -> Written:
        """The function for arguments of these types; it is generated at the first call."""
        key = function, kinds
        if key not in self.functions:
            digest = sha256("; ".join(kind.name for kind in kinds).encode()).hexdigest()[:12]
            # Types are part of the symbol: modules that share it must have the same code under it.
            symbol = f'@"{function.__module__}.{function.__qualname__}.{digest}"'
            tree = tree_of(function)
            result = result_of(function)
            if result is not None:  # it may call itself
                self.functions[key] = Written(symbol, result)
            # Kept from one attempt to the next: `Again` is raised only after a name was added.
            numbers: set[str] = set()
            while True:
                try:
                    writer = FunctionWriter(self, function, result, numbers)
                    self.texts.append(writer.write(tree, symbol, kinds))
                    break
                except Again:
                    continue
            self.functions[key] = Written(symbol, writer.result or NOTHING)
        return self.functions[key]

    def array(self, array: np.ndarray) -> Value:
        """A constant array as a list."""
        # An array of a module lives as long as the module, so no other gets its id.
        if id(array) not in self.arrays:
            name = f"@array{len(self.arrays)}"
            items = ", ".join(f"i64 {item}" for item in array.ravel().tolist())
            self.texts.append(f"{name} = private constant [{array.size} x i64] [{items}]")
            self.arrays[id(array)] = Value(column("int64"), (name, str(array.size)))
        return self.arrays[id(array)]

    def entry(self, symbol: str, function: Any, kinds: tuple[KernelType, ...]) -> None:
        """Generate the exported function that Python calls.

        It takes each part of the arguments as an `i64` (pointers too), and returns an `i64`: the
        result, or 0 if there is none.
        """
        made = self.function(function, arguments_of(function, kinds))
        # A function's text is appended after those of the functions that it calls: the last is the
        # kernel's.
        # Nothing else calls the kernel itself: internal, so that LLVM inlines it here.
        self.texts[-1] = self.texts[-1].replace("define linkonce_odr hidden", "define internal", 1)
        self.texts[-1] = self.texts[-1].replace(" comdat {", " {", 1)
        self.shared.discard(made.symbol)
        writer = FunctionWriter(self, function, NUMBER, set())
        values, count = [], 0
        for kind in kinds:
            parts = []
            for part in kind.parts:
                word = f"%a{count}"
                count += 1
                parts.append(writer.put(f"inttoptr i64 {word} to ptr") if part == "ptr" else word)
            values.append(Value(kind, tuple(parts)))
        result = writer.call(made, writer.fitted(function, values))
        if result.kind is not NOTHING:
            writer.say(f"ret i64 {writer.as_number(result).only}")
        else:
            writer.say("ret i64 0")
        words = ", ".join(f"i64 %a{k}" for k in range(count))
        exported = "dllexport " if self.target.is_windows else ""
        # Vectors that do not fit into registers go to the stack: on x86 it is aligned for 16 bytes,
        # and half of them would lie across two cache lines.
        aligned = ' "stackrealign"' if self.target.name.endswith("x86_64") else ""
        head = f'define {exported}i64 @"{symbol}"({words}){aligned}'
        self.texts.append(f"{head} {{\n{writer.body()}\n}}")
