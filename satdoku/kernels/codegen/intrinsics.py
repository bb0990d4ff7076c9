"""What functions that kernels call are when compiled: those of Python and `simd`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..lockstep import simd
from .code import Value, number
from .types import ITEMS, NOTHING, NUMBER, TRUTH, WORD, vector
from .writer import FunctionWriter


def _llvms(name: str, last: str = "") -> Callable[..., Value]:
    """A call of LLVM's own function of a number. last: its second argument, a truth value."""

    def write(writer: FunctionWriter, value: Value) -> Value:
        kind, given = (", i1", f", i1 {last}") if last else ("", "")
        symbol = writer.module.declare(f"@llvm.{name}.i64", f"i64 @llvm.{name}.i64(i64{kind})")
        item = writer.as_number(value).only
        return Value(NUMBER, (writer.put(f"call i64 {symbol}(i64 {item}{given})"),))

    return write


def _extreme(name: str) -> Callable[..., Value]:
    def write(writer: FunctionWriter, *values: Value) -> Value:
        called = writer.module.declare(f"@llvm.{name}.i64", f"i64 @llvm.{name}.i64(i64, i64)")
        best = writer.as_number(values[0]).only
        for value in values[1:]:
            item = writer.as_number(value).only
            best = writer.put(f"call i64 {called}(i64 {best}, i64 {item})")
        return Value(NUMBER, (best,))

    return write


def _register(writer: FunctionWriter, words: Value, k: Value) -> str:
    first = writer.put(f"mul nsw i64 {writer.as_number(k).only}, {writer.module.lanes}")
    writer.check(words, Value(NUMBER, (first,)), str(writer.module.lanes))
    return writer.address("uint32", words.parts[0], Value(NUMBER, (first,)))


def _load(writer: FunctionWriter, words: Value, k: Value) -> Value:
    kind = vector(writer.module.lanes)
    place = _register(writer, words, k)
    # Lists are sure to be aligned to their items only; the callers' desks are aligned to more.
    return Value(kind, (writer.put(f"load {kind.parts[0]}, ptr {place}, align 4"),))


def _store(writer: FunctionWriter, words: Value, k: Value, value: Value) -> Value:
    place = _register(writer, words, k)
    writer.say(f"store {value.kind.parts[0]} {value.only}, ptr {place}, align 4")
    return Value(NOTHING, ())


def _lanes_where_equal(writer: FunctionWriter, a: Value, b: Value) -> Value:
    count = writer.module.lanes
    bits = writer.put(f"icmp eq {a.kind.parts[0]} {a.only}, {b.only}")
    whole = writer.put(f"bitcast <{count} x i1> {bits} to i{count}")
    return Value(NUMBER, (writer.put(f"zext i{count} {whole} to i64"),))


def _two_of(writer: FunctionWriter, a: Value, b: Value, c: Value) -> Value:
    register = a.kind.parts[0]
    if writer.module.lanes == 16:  # AVX-512 has it as one operation, which LLVM does not find
        name = writer.module.declare(
            "@llvm.x86.avx512.pternlog.d.512",
            f"{register} @llvm.x86.avx512.pternlog.d.512({', '.join([register] * 3)}, i32)",
        )
        # The constant is the truth table of "at least two of three".
        given = ", ".join(f"{register} {item.only}" for item in (a, b, c))
        return Value(a.kind, (writer.put(f"call {register} {name}({given}, i32 {0b11101000})"),))
    both = writer.put(f"and {register} {a.only}, {b.only}")
    one = writer.put(f"or {register} {a.only}, {b.only}")
    third = writer.put(f"and {register} {one}, {c.only}")
    return Value(a.kind, (writer.put(f"or {register} {both}, {third}"),))


def _put(writer: FunctionWriter, words: Value, k: Value, word: Value) -> Value:
    writer.store(words, k, word)
    return Value(NOTHING, ())


def _copy(
    writer: FunctionWriter, target: Value, at: Value, source: Value, start: Value, count: Value
) -> Value:
    dtype = target.kind.dtype
    assert source.kind is target.kind
    size = {"i64": 8, "i32": 4, "i8": 1}[ITEMS[dtype]]
    writer.check(target, at, count.only)
    writer.check(source, start, count.only)
    to = writer.address(dtype, target.parts[0], at)
    origin = writer.address(dtype, source.parts[0], start)
    name = writer.module.declare(
        "@llvm.memcpy.p0.p0.i64", "void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)"
    )
    count_ = writer.put(f"mul i64 {count.only}, {size}")
    writer.say(f"call void {name}(ptr {to}, ptr {origin}, i64 {count_}, i1 false)")
    return Value(NOTHING, ())


def _copy_all(writer: FunctionWriter, target: Value, source: Value) -> Value:
    whole = Value(NUMBER, (source.parts[1],))
    return _copy(writer, target, at=number(0), source=source, start=number(0), count=whole)


def _nonzero_bytes(writer: FunctionWriter, numbers: Value, start: Value) -> Value:
    writer.check(numbers, start, "27")

    def sixteen_from(offset: int) -> str:
        first = Value(NUMBER, (writer.put(f"add i64 {start.only}, {offset}"),))
        place = writer.address("uint8", numbers.parts[0], first)
        values = writer.put(f"load <16 x i8>, ptr {place}, align 1")
        bits = writer.put(f"icmp ne <16 x i8> {values}, zeroinitializer")
        whole = writer.put(f"bitcast <16 x i1> {bits} to i16")
        return writer.put(f"zext i16 {whole} to i64")

    # Two loads of 16 bytes that overlap by five: a load of 32 would read beyond the list.
    low = sixteen_from(0)
    high = sixteen_from(11)
    high = writer.put(f"shl i64 {high}, 11")
    return Value(NUMBER, (writer.put(f"or i64 {low}, {high}"),))


def _call(
    writer: FunctionWriter, finders: Value, finder: Value, search: Value, mode: Value
) -> Value:
    place = writer.put(f"inttoptr i64 {writer.item(finders, finder).only} to ptr")
    record = writer.put(f"ptrtoint ptr {search.only} to i64")
    answer = writer.put(f"call i64 {place}(i64 {record}, i64 {writer.as_number(mode).only})")
    return Value(TRUTH, (writer.put(f"icmp ne i64 {answer}, 0"),))


#: By function: what generates the code of a call to it.
INTRINSICS: dict[Any, Callable[..., Value]] = {
    len: lambda writer, words: Value(NUMBER, (words.parts[1],)),
    int: lambda writer, value: Value(NUMBER, writer.as_number(value).parts),
    np.int64: lambda writer, value: Value(NUMBER, value.parts),
    np.uint64: lambda writer, value: Value(WORD, writer.as_number(value).parts),
    bool: lambda writer, value: Value(TRUTH, (writer.as_truth(value),)),
    abs: _llvms("abs", "false"),
    min: _extreme("smin"),
    max: _extreme("smax"),
    simd.lanes: lambda writer: number(writer.module.lanes),
    simd.load: _load,
    simd.store: _store,
    simd.everywhere: lambda writer, word: writer.everywhere(word, vector(writer.module.lanes)),
    simd.lanes_where_equal: _lanes_where_equal,
    simd.two_of: _two_of,
    simd.get: lambda writer, words, k: writer.item(words, k),
    simd.put: _put,
    simd.copy: _copy,
    simd.nonzero_bytes: _nonzero_bytes,
    simd.popcount: _llvms("ctpop"),
    simd.lowest_bit: _llvms("cttz", "true"),
    simd.copy_all: _copy_all,
    simd.call: _call,
}
