"""The vector type: one 32-bit word for each of `width` boards, so that one operation serves all.

`&`, `|`, `^`, `~`, `-`, `<<` and `>>` on such vectors are LLVM's vector operations, which it lowers
to what the machine has: AVX-512, AVX2, NEON. A whole number as the second operand
is meant for every lane. Not compiled, a vector is a plain whole number: the kernels' functions, run
by the interpreter on lists, are then the same algorithm with a single lane. What is said here is
what the functions mean; `codegen.intrinsics` says it again in LLVM's words.

Words are kept in flat arrays: word k of lane l is at lanes() * k + l. No index is checked.
"""

from __future__ import annotations

from typing import Any

#: A vector (when compiled), or a whole number.
Vector = Any
#: A flat array of uint32, or a list.
Words = Any


def lanes() -> int:
    """How many boards a vector serves."""
    return 1


def load(words: Words, k: int) -> Vector:
    """Word k of all lanes."""
    return words[k]


def store(words: Words, k: int, vector: Vector) -> None:
    """Set word k of all lanes."""
    words[k] = vector


def everywhere(word: int) -> Vector:
    """The same word in all lanes."""
    return word


def lanes_where_equal(a: Vector, b: Vector) -> int:
    """A bit a lane: set where the words are equal."""
    return int(a == b)


def two_of(a: Vector, b: Vector, c: Vector) -> Vector:
    """Set in at least two of three."""
    return (a & b) | (c & (a | b))


def get(words: Words, k: int) -> int:
    """The number at a place of a flat array."""
    return int(words[k])


def put(words: Words, k: int, word: int) -> None:
    """Set the number at a place of a flat array."""
    words[k] = word


def copy(target: Words, at: int, source: Words, start: int, count: int) -> None:
    """target[at : at + count] = source[start : start + count], of one type, without overlap."""
    target[at : at + count] = source[start : start + count]


def popcount(word: int) -> int:
    """How many bits are set."""
    return word.bit_count()


def lowest_bit(word: int) -> int:
    """The place of the lowest bit that is set (the word is not 0)."""
    return (word & -word).bit_length() - 1


def nonzero_bytes(numbers: Words, start: int) -> int:
    """A bit for each of the 27 bytes from `start`, set where it is not 0."""
    return sum(1 << k for k in range(27) if numbers[start + k])
