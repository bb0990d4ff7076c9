"""What `held` means when compiled: records by address, lists as address and length.

Numba is told of three types and of what reading, writing, counting and going through them are.
Nothing of Numba has types of its own, hence the many `Any`.
"""

from __future__ import annotations

import operator
from functools import lru_cache
from hashlib import sha256
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.datamodel import models
from numba.core.imputils import RefType, iternext_impl, lower_getattr_generic
from numba.core.typing.templates import (
    AbstractTemplate,
    AttributeTemplate,
    infer,
    infer_getattr,
    signature,
)  # fmt: skip
from numba.extending import NativeValue, lower_builtin, register_model, typeof_impl, unbox

from ..compiled_vectors import WHOLE, means, number, place
from . import routine
from .held import Held

POINTER = ir.IntType(8).as_pointer()
WIDTHS = {"int64": 64, "int32": 32, "uint8": 8}


class ColumnType(types.Type):
    """A list of whole numbers, stored as this dtype."""

    def __init__(self, dtype: str) -> None:
        self.dtype = dtype
        super().__init__(name=f"column of {dtype}")

    @property
    def item(self) -> Any:
        """The stored item."""
        return ir.IntType(WIDTHS[self.dtype])


class RaggedType(ColumnType):
    """Lists of whole numbers."""

    def __init__(self, dtype: str) -> None:
        super().__init__(dtype)
        self.name = f"ragged {dtype}"


class RecordType(types.Type):
    """A record; fields: (name, type).

    Its name is short, since it is part of the names of all functions that take it.
    """

    def __init__(self, name: str, fields: tuple[tuple[str, Any], ...]) -> None:
        self.fields = fields
        digest = sha256(repr([(field, str(kind)) for field, kind in fields]).encode())
        super().__init__(name=f"{name}-{digest.hexdigest()[:8]}")


class ColumnIterator(types.SimpleIteratorType):
    """Goes through a list."""

    def __init__(self, column: ColumnType) -> None:
        self.column = column
        super().__init__(f"iterator of {column}", types.int64)


@register_model(ColumnType)
class ColumnModel(models.StructModel):
    """Where the items are, and how many."""

    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, [("items", types.voidptr), ("count", types.int64)])


@register_model(RaggedType)
class RaggedModel(models.StructModel):
    """Where the items of all are, and where the beginnings."""

    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, [("items", types.voidptr), ("starts", types.voidptr)])


@register_model(RecordType)
class RecordModel(models.PrimitiveModel):
    """Where the record is."""

    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, POINTER)


@register_model(ColumnIterator)
class IteratorModel(models.StructModel):
    """The next place, and the list."""

    def __init__(self, manager: Any, kind: Any) -> None:
        index = types.EphemeralPointer(types.int64)
        super().__init__(manager, kind, [("index", index), ("column", kind.column)])


# -- From Python ------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def type_of(what: Any) -> Any:
    """The type of a field or record; see `Held.shape`."""
    if isinstance(what, tuple):
        name, fields = what
        return RecordType(name, tuple((field, type_of(inner)) for field, inner in fields))
    if what == "number":
        return types.int64
    return RaggedType(what[7:]) if what.startswith("ragged ") else ColumnType(what)


@typeof_impl.register(Held)
def _typeof(value: Held, context: Any) -> Any:
    return type_of(value.shape)


@unbox(RecordType)
def _unbox(kind: Any, value: Any, c: Any) -> Any:
    address = c.pyapi.object_getattr_string(value, "address")
    whole = c.pyapi.number_as_ssize_t(address)
    c.pyapi.decref(address)
    return NativeValue(c.builder.inttoptr(whole, POINTER))


# -- Reading fields ---------------------------------------------------------------------------


@infer_getattr
class Fields(AttributeTemplate):
    """The types of a record's fields."""

    key = RecordType

    def generic_resolve(self, kind: Any, name: str) -> Any:
        """The type of a field."""
        return dict(kind.fields).get(name)


def lasting(builder: Any, pointer: Any) -> Any:
    """Load what never changes."""
    word = builder.load(pointer)
    word.set_metadata("invariant.load", builder.module.add_metadata([]))
    return word


@lower_getattr_generic(RecordType)
def _field(context: Any, builder: Any, kind: Any, value: Any, name: str) -> Any:
    k = [field for field, _ in kind.fields].index(name)
    own = kind.fields[k][1]
    words = builder.bitcast(value, WHOLE.as_pointer())
    first = lasting(builder, builder.gep(words, [WHOLE(2 * k)]))
    if own is types.int64:
        return first
    if isinstance(own, RecordType):
        return builder.inttoptr(first, POINTER)
    second = lasting(builder, builder.gep(words, [WHOLE(2 * k + 1)]))
    made = cgutils.create_struct_proxy(own)(context, builder)
    made.items = builder.inttoptr(first, POINTER)
    if isinstance(own, RaggedType):
        made.starts = builder.inttoptr(second, POINTER)
    else:
        made.count = second
    return made._getvalue()


# -- Lists ------------------------------------------------------------------------------------


def _is_column(kind: Any) -> bool:
    return isinstance(kind, ColumnType) and not isinstance(kind, RaggedType)


def _at(context: Any, builder: Any, kind: Any, column: Any, k: Any) -> Any:
    made = cgutils.create_struct_proxy(kind)(context, builder, column)
    items = builder.bitcast(made.items, kind.item.as_pointer())
    return builder.gep(items, [k])


def _wide(builder: Any, kind: Any, item: Any) -> Any:
    if item.type.width == 64:
        return item
    return builder.zext(item, WHOLE) if kind.dtype[0] == "u" else builder.sext(item, WHOLE)


def _item(kind: Any, k: Any) -> Any:
    if isinstance(kind, RaggedType):
        return ColumnType(kind.dtype)(kind, place)
    return number(kind, place) if _is_column(kind) else None


@means(operator.getitem, _item, ColumnType, types.Any)
def _getitem(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    kind = sig.args[0]
    if not isinstance(kind, RaggedType):
        return _wide(builder, kind, builder.load(_at(context, builder, kind, *args)))
    ragged = cgutils.create_struct_proxy(kind)(context, builder, args[0])
    starts = builder.bitcast(ragged.starts, WHOLE.as_pointer())
    begin = lasting(builder, builder.gep(starts, [args[1]]))
    end = lasting(builder, builder.gep(starts, [builder.add(args[1], WHOLE(1))]))
    made = cgutils.create_struct_proxy(sig.return_type)(context, builder)
    made.items = builder.bitcast(_at(context, builder, kind, args[0], begin), POINTER)
    made.count = builder.sub(end, begin)
    return made._getvalue()


@means(
    operator.setitem,
    lambda kind, k, word: types.void(kind, place, number) if _is_column(kind) else None,
    ColumnType, types.Any, types.Any,
)  # fmt: skip
def _setitem(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    pointer = _at(context, builder, sig.args[0], args[0], args[1])
    item = pointer.type.pointee
    builder.store(args[2] if item.width == 64 else builder.trunc(args[2], item), pointer)
    return context.get_dummy_value()


@means(len, lambda kind: number(kind) if _is_column(kind) else None, ColumnType)
def _len(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return cgutils.create_struct_proxy(sig.args[0])(context, builder, args[0]).count


@means(
    routine.copy_all,
    lambda to, origin: types.void(to, origin) if _is_column(to) and to == origin else None,
    ColumnType, ColumnType,
)  # fmt: skip
def _copy_all(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    kind = sig.args[0]
    target, source = (_at(context, builder, kind, column, WHOLE(0)) for column in args)
    count = cgutils.create_struct_proxy(kind)(context, builder, args[1]).count
    cgutils.raw_memcpy(builder, target, source, count, kind.item.width // 8)
    return context.get_dummy_value()


# -- Going through them -----------------------------------------------------------------------


@infer
class GetIterator(AbstractTemplate):
    """A list can be gone through."""

    key = "getiter"

    def generic(self, args: Any, keywords: Any) -> Any:
        """The type of its iterator."""
        (kind,) = args
        return signature(ColumnIterator(kind), kind) if _is_column(kind) else None


@lower_builtin("getiter", ColumnType)
def _getiter(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    made = cgutils.create_struct_proxy(sig.return_type)(context, builder)
    made.index = cgutils.alloca_once_value(builder, WHOLE(0))
    made.column = args[0]
    return made._getvalue()


@lower_builtin("iternext", ColumnIterator)
@iternext_impl(RefType.BORROWED)
def _iternext(context: Any, builder: Any, sig: Any, args: Any, result: Any) -> None:
    kind = sig.args[0].column
    iterator = cgutils.create_struct_proxy(sig.args[0])(context, builder, args[0])
    column = cgutils.create_struct_proxy(kind)(context, builder, iterator.column)
    k = builder.load(iterator.index)
    is_valid = builder.icmp_signed("<", k, column.count)
    result.set_valid(is_valid)
    with builder.if_then(is_valid):
        item = builder.load(_at(context, builder, kind, iterator.column, k))
        result.yield_(_wide(builder, kind, item))
        builder.store(builder.add(k, WHOLE(1)), iterator.index)


# -- Calling by address -----------------------------------------------------------------------


@means(
    routine.call,
    lambda finders, finder, search, how: types.boolean(finders, place, search, number),
    ColumnType, types.Any, RecordType, types.Any,
)  # fmt: skip
def _call(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    finders, finder, search, how = args
    address = builder.load(_at(context, builder, sig.args[0], finders, finder))
    kinds = (sig.args[2], types.int64)
    function = context.call_conv.get_function_type(types.boolean, kinds).as_pointer()
    _, answer = context.call_conv.call_function(
        builder, builder.inttoptr(address, function), types.boolean, kinds, (search, how)
    )
    return answer
