"""The vector type: one 32-bit word for each of `width` boards, so that one operation serves all.

`&`, `|`, `^`, `~`, `-`, `<<` and `>>` on such vectors are LLVM's vector operations, which it lowers
to the machine's: AVX-512, AVX2, NEON. An integer as the second operand applies to every lane. In
the interpreter a vector is a plain integer: the kernels' functions, run on lists, are then the same
algorithm with a single lane. The functions here define the meaning; `codegen.intrinsics` gives the
same operations in LLVM.

Words are stored in flat arrays: word k of lane l is at lanes() * k + l. Indices are not checked.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

#: A vector (in compiled code), or an integer.
Vector = Any
#: A flat array of uint32, or a list.
Words = Any
#: One of int32 (see `steps.search_arrays.laid_out`).
Small = Annotated[Any, "int32"]


def lanes() -> int:
    """Return the number of boards in a vector."""
    return 1


def load(words: Words, k: int) -> Vector:
    """Return word k of all lanes."""
    return words[k]


def store(words: Words, k: int, vector: Vector) -> None:
    """Set word k of all lanes."""
    words[k] = vector


def everywhere(word: int) -> Vector:
    """Return the same word in all lanes."""
    return word


def lanes_where_equal(a: Vector, b: Vector) -> int:
    """Return one bit per lane, set where the words are equal."""
    return int(a == b)


def two_of(a: Vector, b: Vector, c: Vector) -> Vector:
    """Return the bits that are set in at least two of three vectors."""
    return (a & b) | (c & (a | b))


def get(words: Words, k: int) -> int:
    """Return the number at index k of a flat array."""
    return int(words[k])


def put(words: Words, k: int, word: int) -> None:
    """Set the number at index k of a flat array."""
    words[k] = word


def copy(target: Words, at: int, source: Words, start: int, count: int) -> None:
    """Set target[at : at + count] = source[start : start + count]: same type, no overlap."""
    target[at : at + count] = source[start : start + count]


def fill(words: Words, at: int, count: int, word: int) -> None:
    """Set each item of words[at : at + count]."""
    for k in range(at, at + count):
        words[k] = word


def copy_all(target: Words, source: Words) -> None:
    """Copy a list to another of the same length and type."""
    target[:] = source


def call(finders: Words, finder: int, search: Any, mode: int) -> bool:
    """Call a technique's finder; in compiled code its number stands for an address."""
    return bool(finders[finder](search, mode))


def popcount(word: int) -> int:
    """Return the number of bits set."""
    return word.bit_count()


def lowest_bit(word: int) -> int:
    """Return the index of the lowest bit set; the word must not be 0."""
    return (word & -word).bit_length() - 1


def ones(word: int) -> Iterator[int]:
    """Yield the indexes of the bits set, the lowest first; kernels may only loop over them."""
    while word:
        first = lowest_bit(word)
        word &= word - 1
        yield first


def nonzero_bytes(numbers: Words, start: int) -> int:
    """Return one bit for each of the 27 bytes from `start`, set where the byte is not 0."""
    return sum(1 << k for k in range(27) if numbers[start + k])
