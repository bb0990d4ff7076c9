"""What functions that kernels call are when compiled: those of Python, `simd`, `routine`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..lockstep import simd
from ..logic import routine
from .code import Value, number
from .types import ITEMS, NOTHING, NUMBER, TRUTH, WORD, vector
from .writer import Writer

INTRINSICS: dict[Any, Callable[..., Value]] = {}


def means(*functions: Any) -> Callable[[Callable[..., Value]], Callable[..., Value]]:
    """Say what functions are when compiled."""

    def say(write: Callable[..., Value]) -> Callable[..., Value]:
        for function in functions:
            INTRINSICS[function] = write
        return write

    return say


# -- Python's ---------------------------------------------------------------------------------


@means(len)
def _len(writer: Writer, words: Value) -> Value:
    return Value(NUMBER, (words.parts[1],))


@means(int)
def _int(writer: Writer, value: Value) -> Value:
    return Value(NUMBER, writer.as_number(value).parts)


@means(np.int64)
def _int64(writer: Writer, value: Value) -> Value:
    return Value(NUMBER, value.parts)


@means(np.uint64)
def _uint64(writer: Writer, value: Value) -> Value:
    return Value(WORD, writer.as_number(value).parts)


@means(bool)
def _bool(writer: Writer, value: Value) -> Value:
    return Value(TRUTH, (writer.as_truth(value),))


@means(abs)
def _abs(writer: Writer, value: Value) -> Value:
    name = writer.module.declare("@llvm.abs.i64", "i64 @llvm.abs.i64(i64, i1)")
    return Value(NUMBER, (writer.put(f"call i64 {name}(i64 {value.only}, i1 false)"),))


def _extreme(name: str) -> Callable[..., Value]:
    def write(writer: Writer, *values: Value) -> Value:
        called = writer.module.declare(f"@llvm.{name}.i64", f"i64 @llvm.{name}.i64(i64, i64)")
        best = writer.as_number(values[0]).only
        for value in values[1:]:
            item = writer.as_number(value).only
            best = writer.put(f"call i64 {called}(i64 {best}, i64 {item})")
        return Value(NUMBER, (best,))

    return write


INTRINSICS[min], INTRINSICS[max] = _extreme("smin"), _extreme("smax")

# -- Of `simd` -----------------------------------------------------------------------------


@means(simd.lanes)
def _lanes(writer: Writer) -> Value:
    return number(writer.module.lanes)


def _register(writer: Writer, words: Value, k: Value) -> str:
    first = writer.put(f"mul nsw i64 {writer.as_number(k).only}, {writer.module.lanes}")
    writer.check(words, Value(NUMBER, (first,)), str(writer.module.lanes))
    return writer.address("uint32", words.parts[0], Value(NUMBER, (first,)))


@means(simd.load)
def _load(writer: Writer, words: Value, k: Value) -> Value:
    kind = vector(writer.module.lanes)
    place = _register(writer, words, k)
    return Value(kind, (writer.put(f"load {kind.parts[0]}, ptr {place}, align 4"),))


@means(simd.store)
def _store(writer: Writer, words: Value, k: Value, value: Value) -> Value:
    place = _register(writer, words, k)
    writer.say(f"store {value.kind.parts[0]} {value.only}, ptr {place}, align 4")
    return Value(NOTHING, ())


@means(simd.everywhere)
def _everywhere(writer: Writer, word: Value) -> Value:
    return writer.everywhere(word, vector(writer.module.lanes))


@means(simd.lanes_where_equal)
def _lanes_where_equal(writer: Writer, a: Value, b: Value) -> Value:
    count = writer.module.lanes
    bits = writer.put(f"icmp eq {a.kind.parts[0]} {a.only}, {b.only}")
    whole = writer.put(f"bitcast <{count} x i1> {bits} to i{count}")
    return Value(NUMBER, (writer.put(f"zext i{count} {whole} to i64"),))


@means(simd.two_of)
def _two_of(writer: Writer, a: Value, b: Value, c: Value) -> Value:
    register = a.kind.parts[0]
    if writer.module.lanes == 16:  # AVX-512 has it as one operation, which LLVM does not find
        name = writer.module.declare(
            "@llvm.x86.avx512.pternlog.d.512",
            f"{register} @llvm.x86.avx512.pternlog.d.512({', '.join([register] * 3)}, i32)",
        )
        given = ", ".join(f"{register} {item.only}" for item in (a, b, c))
        return Value(a.kind, (writer.put(f"call {register} {name}({given}, i32 {0b11101000})"),))
    both = writer.put(f"and {register} {a.only}, {b.only}")
    one = writer.put(f"or {register} {a.only}, {b.only}")
    third = writer.put(f"and {register} {one}, {c.only}")
    return Value(a.kind, (writer.put(f"or {register} {both}, {third}"),))


@means(simd.get)
def _get(writer: Writer, words: Value, k: Value) -> Value:
    return writer.item(words, k)


@means(simd.put)
def _put(writer: Writer, words: Value, k: Value, word: Value) -> Value:
    writer.store(words, k, word)
    return Value(NOTHING, ())


@means(simd.copy)
def _copy(
    writer: Writer, target: Value, at: Value, source: Value, start: Value, count: Value
) -> Value:
    dtype = target.kind.dtype
    assert source.kind is target.kind
    size = {"i64": 8, "i32": 4, "i8": 1}[ITEMS[dtype]]
    writer.check(target, at, count.only)
    writer.check(source, start, count.only)
    to, origin = (
        writer.address(dtype, words.parts[0], k) for words, k in ((target, at), (source, start))
    )
    name = writer.module.declare(
        "@llvm.memcpy.p0.p0.i64", "void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)"
    )
    count_ = writer.put(f"mul i64 {count.only}, {size}")
    writer.say(f"call void {name}(ptr {to}, ptr {origin}, i64 {count_}, i1 false)")
    return Value(NOTHING, ())


@means(routine.copy_all)
def _copy_all(writer: Writer, target: Value, source: Value) -> Value:
    return _copy(writer, target, number(0), source, number(0), _len(writer, source))


@means(simd.nonzero_bytes)
def _nonzero_bytes(writer: Writer, numbers: Value, start: Value) -> Value:
    writer.check(numbers, start, "27")

    def sixteen_from(offset: int) -> str:
        first = Value(NUMBER, (writer.put(f"add i64 {start.only}, {offset}"),))
        place = writer.address("uint8", numbers.parts[0], first)
        values = writer.put(f"load <16 x i8>, ptr {place}, align 1")
        bits = writer.put(f"icmp ne <16 x i8> {values}, zeroinitializer")
        whole = writer.put(f"bitcast <16 x i1> {bits} to i16")
        return writer.put(f"zext i16 {whole} to i64")

    low, high = sixteen_from(0), sixteen_from(11)
    high = writer.put(f"shl i64 {high}, 11")
    return Value(NUMBER, (writer.put(f"or i64 {low}, {high}"),))


@means(simd.popcount)
def _popcount(writer: Writer, word: Value) -> Value:
    name = writer.module.declare("@llvm.ctpop.i64", "i64 @llvm.ctpop.i64(i64)")
    return Value(NUMBER, (writer.put(f"call i64 {name}(i64 {writer.as_number(word).only})"),))


@means(simd.lowest_bit)
def _lowest_bit(writer: Writer, word: Value) -> Value:
    name = writer.module.declare("@llvm.cttz.i64", "i64 @llvm.cttz.i64(i64, i1)")
    item = writer.as_number(word).only
    return Value(NUMBER, (writer.put(f"call i64 {name}(i64 {item}, i1 true)"),))


# -- Of `routine` -----------------------------------------------------------------------------


@means(routine.call)
def _call(writer: Writer, finders: Value, finder: Value, search: Value, mode: Value) -> Value:
    place = writer.put(f"inttoptr i64 {writer.item(finders, finder).only} to ptr")
    record = writer.put(f"ptrtoint ptr {search.only} to i64")
    answer = writer.put(f"call i64 {place}(i64 {record}, i64 {writer.as_number(mode).only})")
    return Value(TRUTH, (writer.put(f"icmp ne i64 {answer}, 0"),))
