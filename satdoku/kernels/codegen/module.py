"""The code of a kernel and all parts under it: one function of each for each kind of arguments."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from hashlib import sha256
from typing import Any

import numpy as np

from .code import Again, Value, Written
from .source import arguments_of, result_of, tree_of
from .targets import Platform
from .types import NOTHING, NUMBER, Kind, column
from .writer import Writer


class Module:
    """The code of a kernel and all parts under it.

    intrinsics: what functions mean that are not written in the dialect. inlined: functions to be
    inlined. lanes: of a vector. checked: an access outside a list ends the process.
    """

    def __init__(
        self,
        intrinsics: Mapping[Any, Callable[..., Value]],
        inlined: Set[Any],
        target: Platform,
        lanes: int,
        checked: bool = False,
    ) -> None:
        self.intrinsics, self.inlined = intrinsics, inlined
        self.target, self.lanes, self.checked = target, lanes, checked
        self.texts: list[str] = []
        self.functions: dict[tuple[Any, tuple[Kind, ...]], Written] = {}
        self.arrays: dict[int, Value] = {}
        self.declared: set[str] = set()
        self.loops: list[str] = []
        #: Functions that other kernels have too; the linker keeps one of each.
        self.shared: set[str] = set()

    def text(self) -> str:
        """All of it."""
        notes = ["!0 = !{}", '!1 = !{!"llvm.loop.unroll.full"}', *self.loops]
        shared = [f"${name[1:]} = comdat any" for name in sorted(self.shared)]
        return "\n".join([*shared, *sorted(self.declared), *self.texts, *notes])

    def unrolled(self) -> str:
        """The name of a new note on a loop: that it be written out, round after round."""
        name = f"!{2 + len(self.loops)}"
        self.loops.append(f"{name} = distinct !{{{name}, !1}}")
        return name

    def declare(self, symbol: str, line: str) -> str:
        """Have a function of LLVM's; its name."""
        self.declared.add(f"declare {line}")
        return symbol

    def function(self, function: Any, kinds: tuple[Kind, ...]) -> Written:
        """A function for arguments of these kinds, written if that was not done before."""
        key = function, kinds
        if key not in self.functions:
            told = sha256("; ".join(kind.name for kind in kinds).encode()).hexdigest()[:12]
            symbol = f'@"{function.__module__}.{function.__qualname__}.{told}"'
            tree = tree_of(function)
            result = result_of(function)
            if result is not None:  # it may call itself
                self.functions[key] = Written(symbol, result)
            numbers: set[str] = set()
            while True:
                try:
                    writer = Writer(self, function, result, numbers)
                    self.texts.append(writer.write(tree, symbol, kinds))
                    break
                except Again:
                    continue
            self.functions[key] = Written(symbol, writer.result or NOTHING)
        return self.functions[key]

    def array(self, array: np.ndarray) -> Value:
        """A list that never changes."""
        if id(array) not in self.arrays:
            name = f"@array{len(self.arrays)}"
            items = ", ".join(f"i64 {item}" for item in array.ravel().tolist())
            self.texts.append(f"{name} = private constant [{array.size} x i64] [{items}]")
            self.arrays[id(array)] = Value(column("int64"), (name, str(array.size)))
        return self.arrays[id(array)]

    def entry(self, symbol: str, function: Any, kinds: tuple[Kind, ...]) -> None:
        """Write what Python calls: a function that takes words and returns one."""
        made = self.function(function, arguments_of(function, kinds))
        # Called from here alone, it is not written twice.
        self.texts[-1] = self.texts[-1].replace("define linkonce_odr hidden", "define internal", 1)
        self.texts[-1] = self.texts[-1].replace(" comdat {", " {", 1)
        self.shared.discard(made.symbol)
        writer = Writer(self, function, NUMBER, set())
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
        self.texts.append(f'define {exported}i64 @"{symbol}"({words}) {{\n{writer.body()}\n}}')
