"""What the functions of `vectors` are when compiled: LLVM's operations, inlined where they stand.

Numba is told of a type, `LANES` words of 32 bits, and of what operators and functions do with it.
Nothing of Numba has types of its own, hence the many `Any`.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from llvmlite.binding import get_host_cpu_features
from numba import config, types
from numba.core import cgutils
from numba.core.datamodel import models
from numba.core.typing.templates import AbstractTemplate, infer_global
from numba.extending import lower_builtin, register_model

from . import vectors

_FEATURES = config.CPU_FEATURES or get_host_cpu_features().flatten()
#: Lanes of a vector: 16 where AVX-512 holds them in a register, otherwise 8.
LANES = 16 if "+avx512f" in _FEATURES else 8

BYTE, WORD, WHOLE = ir.IntType(8), ir.IntType(32), ir.IntType(64)
REGISTER = ir.VectorType(WORD, LANES)


class VectorType(types.Type):
    """The type of a vector."""

    def __init__(self) -> None:
        super().__init__(name=f"{LANES} lanes")


@register_model(VectorType)
class VectorModel(models.PrimitiveModel):
    """A vector is a register."""

    def __init__(self, manager: Any, front_end_type: Any) -> None:
        super().__init__(manager, front_end_type, REGISTER)


vector, number, place = VectorType(), types.int64, types.intp


def means(function: Any, signature: Callable[..., Any], *kinds: Any) -> Callable[[Any], Any]:
    """Say how a function or operator is compiled; signature: argument types → signature or None.

    kinds: classes of the argument types (default: any).
    """

    def say(generate: Any) -> Any:
        class Template(AbstractTemplate):
            def generic(self, args: Any, keywords: Any) -> Any:
                return signature(*args)

        infer_global(function)(Template)
        lower_builtin(function, *(kinds or (types.VarArg(types.Any),)))(generate)
        return generate

    return say


# -- Operators --------------------------------------------------------------------------------


def _with_vector(a: Any, b: Any) -> Any:
    if a is not vector:
        return None
    return vector(vector, b) if b is vector or isinstance(b, types.Integer) else None


def _operator(symbol: Any, instruction: str) -> None:
    @means(symbol, _with_vector)
    def operation(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        second = args[1] if sig.args[1] is vector else splat(builder, args[1])
        return getattr(builder, instruction)(args[0], second)


def splat(builder: Any, whole: Any) -> Any:
    """A whole number in all lanes."""
    word = builder.trunc(whole, WORD) if whole.type.width > 32 else builder.zext(whole, WORD)
    nothing = ir.Constant(REGISTER, ir.Undefined)
    first = builder.insert_element(nothing, word, WORD(0))
    return builder.shuffle_vector(first, nothing, ir.Constant(REGISTER, [0] * LANES))


_operator(operator.and_, "and_")
_operator(operator.or_, "or_")
_operator(operator.xor, "xor")
_operator(operator.sub, "sub")
_operator(operator.lshift, "shl")
_operator(operator.rshift, "lshr")


@means(operator.invert, lambda a: vector(vector) if a is vector else None)
def _invert(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.not_(args[0])


# -- Functions on vectors ---------------------------------------------------------------------


@means(vectors.lanes, number)
def _lanes(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return WHOLE(LANES)


def address(context: Any, builder: Any, sig: Any, args: Any, array: int, at: Any) -> Any:
    """Where the item at a place of array argument number `array` is."""
    made = context.make_array(sig.args[array])(context, builder, args[array])
    return builder.gep(made.data, [at])


def _vector_at(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    first = builder.mul(args[1], args[1].type(LANES))
    return builder.bitcast(address(context, builder, sig, args, 0, first), REGISTER.as_pointer())


@means(vectors.load, lambda words, k: vector(words, place))
def _load(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.load(_vector_at(context, builder, sig, args), align=4)


@means(vectors.store, lambda words, k, value: types.void(words, place, vector))
def _store(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    builder.store(args[2], _vector_at(context, builder, sig, args), align=4)
    return context.get_dummy_value()


@means(vectors.everywhere, lambda word: vector(number))
def _everywhere(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return splat(builder, args[0])


@means(vectors.lanes_where_equal, lambda a, b: number(vector, vector))
def _lanes_where_equal(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    bits = builder.icmp_unsigned("==", *args)
    return builder.zext(builder.bitcast(bits, ir.IntType(LANES)), WHOLE)


# -- Functions on numbers ---------------------------------------------------------------------


@means(vectors.get, lambda words, k: number(words, place))
def _get(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    item = builder.load(address(context, builder, sig, args, 0, args[1]))
    if item.type.width == 64:
        return item
    signed = sig.args[0].dtype.signed
    return builder.sext(item, WHOLE) if signed else builder.zext(item, WHOLE)


@means(vectors.put, lambda words, k, word: types.void(words, place, number))
def _put(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    pointer = address(context, builder, sig, args, 0, args[1])
    item = pointer.type.pointee
    builder.store(args[2] if item.width == 64 else builder.trunc(args[2], item), pointer)
    return context.get_dummy_value()


@means(
    vectors.copy, lambda to, at, origin, start, count: types.void(to, place, origin, place, place)
)
def _copy(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    target = address(context, builder, sig, args, 0, args[1])
    source = address(context, builder, sig, args, 2, args[3])
    size = context.get_abi_sizeof(target.type.pointee)
    cgutils.raw_memcpy(builder, target, source, args[4], size)
    return context.get_dummy_value()


@means(vectors.nonzero_bytes, lambda numbers, start: number(numbers, place))
def _nonzero_bytes(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    half = ir.VectorType(BYTE, 16)

    def sixteen_from(offset: int) -> Any:
        first = builder.add(args[1], args[1].type(offset))
        pointer = address(context, builder, sig, args, 0, first)
        values = builder.load(builder.bitcast(pointer, half.as_pointer()), align=1)
        bits = builder.icmp_unsigned("!=", values, ir.Constant(half, [0] * 16))
        return builder.zext(builder.bitcast(bits, ir.IntType(16)), WHOLE)

    return builder.or_(sixteen_from(0), builder.shl(sixteen_from(11), WHOLE(11)))


@means(vectors.popcount, lambda word: number(number))
def _popcount(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.ctpop(args[0])


@means(vectors.lowest_bit, lambda word: number(number))
def _lowest_bit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))
